#include "topologies/peers/rdt.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

constexpr int kRanks = 4;
constexpr int kCosets = 8;
constexpr int kSums = 4;  // x + y counts modulo 4
constexpr int kMinSize = 128;
constexpr int kMaxSize = 4092;
constexpr PortId kTorusPorts = 4;
constexpr PortId kPorts = 8;

struct Vector {
  int x = 0;
  int y = 0;
};
using Quartet = std::array<Vector, kTorusPorts>;

constexpr Quartet kTorusSteps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Quartet, kRanks> kRankSteps{{{{{2, 2}, {-2, 2}, {-2, -2}, {2, -2}}},
                                                  {{{8, 0}, {0, 8}, {-8, 0}, {0, -8}}},
                                                  {{{16, 16}, {-16, 16}, {-16, -16}, {16, -16}}},
                                                  {{{64, 0}, {0, 64}, {-64, 0}, {0, -64}}}}};

using Ranks = std::array<int, kCosets>;

int coset(int sum, int y) { return (sum % kSums + kSums) % kSums * 2 + (y % 2 + 2) % 2; }

Ranks parse(int size, const std::string& assignment) {
  if (size < kMinSize || size > kMaxSize || size % kSums != 0) {
    throw TopologyError(
        fmt::format("RDT(2,4,1): size {} was given, expected a multiple of 4 from {} to {}", size, kMinSize, kMaxSize),
        "side");
  }
  Ranks ranks{};
  std::array<std::array<int, 2>, kRanks> seen{};  // by rank and parity of x + y
  bool alpha = assignment.size() == kCosets;
  for (std::size_t i = 0; i < ranks.size() && alpha; ++i) {
    ranks[i] = assignment[i] - '1';
    alpha = ranks[i] >= 0 && ranks[i] < kRanks && seen[static_cast<std::size_t>(ranks[i])][i / 2 % 2]++ == 0;
  }
  if (!alpha) {
    throw TopologyError(
        fmt::format("RDT(2,4,1)/alpha: rank assignment \"{}\" was given, expected eight digits 1 to 4 with "
                    "each rank once among cosets of even x + y (digits 1, 2, 5, 6) and once among the "
                    "others, such as {}",
                    assignment, kRdtAlpha),
        "ranks");
  }
  return ranks;
}

/// A map p -> t +- p of the cosets.
struct CosetMap {
  int sign = 1;
  Vector by;  ///< x: what is added to x + y; y: what is added to y

  int operator()(int of) const { return coset(sign * (of / 2) + by.x, of % 2 + by.y); }
};

std::vector<CosetMap> rank_keeping_maps(const Ranks& ranks) {
  std::vector<CosetMap> maps;
  for (const int sign : {1, -1}) {
    for (int i = 0; i < kCosets; ++i) {
      const CosetMap map{sign, {i / 2, i % 2}};
      bool keeps = true;
      for (int c = 0; c < kCosets; ++c) {
        keeps = keeps && ranks[static_cast<std::size_t>(map(c))] == ranks[static_cast<std::size_t>(c)];
      }
      if (keeps) maps.push_back(map);
    }
  }
  return maps;
}

std::vector<SourceClass> orbits(const Ranks& ranks, int size) {
  const auto maps = rank_keeping_maps(ranks);
  const std::int64_t coset_nodes = static_cast<std::int64_t>(size) * size / kCosets;
  std::vector<SourceClass> classes;
  std::array<int, kCosets> class_of{};
  for (int c = 0; c < kCosets; ++c) {
    int least = c;
    for (const auto& map : maps) least = std::min(least, map(c));
    if (least == c) {
      class_of[static_cast<std::size_t>(c)] = static_cast<int>(classes.size());
      const int y = c % 2;
      const int x = (c / 2 - y + kSums) % kSums;
      classes.push_back({x + size * y, 0});
    }
    classes[static_cast<std::size_t>(class_of[static_cast<std::size_t>(least)])].count += coset_nodes;
  }
  return classes;
}

}  // namespace

Network rdt(int size, const std::string& assignment) {
  const Ranks ranks = parse(size, assignment);
  Network network;
  network.name = fmt::format("rdt({}^2; {})", size, assignment);
  network.nodes = size * size;
  network.ports = kPorts;
  network.port_names = {"xp", "xm", "yp", "ym", "u0", "u1", "u2", "u3"};
  network.port_classes = {"torus", "torus", "torus", "torus", "rank", "rank", "rank", "rank"};
  network.dimensions = {0, 0, 1, 1, -1, -1, -1, -1};
  network.sizes = {size, size};
  network.next.reserve(static_cast<std::size_t>(network.nodes) * kPorts);
  const auto step = [&](int x, int y, const Vector& by) {
    return (x + by.x + size) % size + size * ((y + by.y + size) % size);
  };
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const int rank = ranks[static_cast<std::size_t>(coset(x + y, y))];
      for (const auto& by : kTorusSteps) network.next.push_back(step(x, y, by));
      for (const auto& by : kRankSteps[static_cast<std::size_t>(rank)]) network.next.push_back(step(x, y, by));
    }
  }
  network.sources = orbits(ranks, size);
  network.symmetry = "translations and point reflections that keep the rank of every node";
  return network;
}

}  // namespace trenza::topologies
