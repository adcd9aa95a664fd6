#include "topologies/torus_lattice.h"

#include <array>
#include <cstdint>
#include <string>

#include "topologies/directions.h"
#include "topologies/routing.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

std::string twist_name(int of, int over) { return std::string(1, dimension_letter(of)) + dimension_letter(over); }

NodeId checked_node_count(const std::vector<int>& sizes) {
  if (sizes.empty()) throw TopologyError("a torus needs the size of at least one dimension", "size");
  if (sizes.size() > static_cast<std::size_t>(kMaxDimensions)) {
    throw TopologyError("a torus has at most " + std::to_string(kMaxDimensions) + " dimensions (" +
                            std::to_string(sizes.size()) + " sizes given)",
                        "size");
  }
  std::int64_t nodes = 1;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] < 2) {
      throw TopologyError(std::string("the size of dimension ") + dimension_letter(static_cast<int>(k)) + " is " +
                              std::to_string(sizes[k]) + "; it must be at least 2",
                          "size");
    }
    nodes *= sizes[k];
    if (nodes > kMaxNodes) {
      throw TopologyError("the network has more than " + std::to_string(kMaxNodes) +
                              " nodes, the most that a packet header can tell apart",
                          "size");
    }
  }
  return static_cast<NodeId>(nodes);
}

void check_twist(const Twist& twist, int dimensions) {
  for (const int k : {twist.of, twist.over}) {
    if (k >= 0 && k < dimensions) continue;
    const std::string which =
        k >= 0 && k < kMaxDimensions ? std::string(1, dimension_letter(k)) : std::to_string(k + 1);
    throw TopologyError("a twist names dimension " + which + ", but the network has only " +
                            std::to_string(dimensions) + (dimensions == 1 ? " dimension" : " dimensions"),
                        "twist");
  }
  if (twist.of == twist.over) {
    throw TopologyError("twist " + twist_name(twist.of, twist.over) +
                            " is of a dimension over itself; a twist shifts another dimension",
                        "twist");
  }
}

}  // namespace

TorusLattice::TorusLattice(const std::vector<int>& sizes, const std::vector<Twist>& twists)
    : sizes_(sizes),
      twist_(sizes.size() * sizes.size(), 0),
      receives_(sizes.size(), 0),
      folds_(sizes.size(), 0),
      nodes_(checked_node_count(sizes)) {
  std::vector<char> given(twist_.size(), 0);
  for (const Twist& twist : twists) {
    check_twist(twist, dimensions());
    const std::size_t at = index(twist.of, twist.over);
    if (given[at] != 0) throw TopologyError("twist " + twist_name(twist.of, twist.over) + " is given twice", "twist");
    given[at] = 1;
    const int size = sizes_[static_cast<std::size_t>(twist.over)];
    twist_[at] = ((twist.amount % size) + size) % size;
    if (twist_[at] == 0) continue;
    receives_[static_cast<std::size_t>(twist.over)] = 1;
    ++folds_[static_cast<std::size_t>(twist.over)];
  }
  for (std::size_t k = 0; k < sizes_.size(); ++k) folds_[k] += receives_[k];
  coordinates_.reserve(static_cast<std::size_t>(nodes_) * sizes_.size());
  for (NodeId node = 0; node < nodes_; ++node) {
    NodeId rest = node;
    for (const int size : sizes_) {
      coordinates_.push_back(rest % size);
      rest /= size;
    }
  }
}

std::string TorusLattice::conflict() const {
  for (int j = 0; j < dimensions(); ++j) {
    for (int k = 0; k < dimensions(); ++k) {
      for (int l = 0; l < dimensions(); ++l) {
        if (twist(j, k) == 0 || twist(k, l) == 0) continue;
        const char middle = dimension_letter(k);
        return "twists " + twist_name(j, k) + " and " + twist_name(k, l) + " conflict: the wraparound of " +
               dimension_letter(j) + " shifts " + middle + ", and the wraparound of " + middle + " shifts " +
               dimension_letter(l) +
               ". Then where a packet ends depends on the order of its hops: the steps do not commute, and "
               "routing records (hops per dimension, taken in any order) lead to wrong nodes. Keep only one of "
               "the two twists";
      }
    }
  }
  return {};
}

bool TorusLattice::twists(int dimension) const {
  for (int k = 0; k < dimensions(); ++k) {
    if (twist(dimension, k) != 0) return true;
  }
  return false;
}

bool TorusLattice::receives(int dimension) const { return receives_[static_cast<std::size_t>(dimension)] != 0; }

std::vector<int> TorusLattice::coordinates(NodeId node) const {
  const auto begin = coordinates_.begin() + static_cast<std::ptrdiff_t>(node) * dimensions();
  return {begin, begin + dimensions()};
}

NodeId TorusLattice::node_at(const std::vector<int>& coordinates) const {
  NodeId node = 0;
  for (std::size_t k = sizes_.size(); k-- > 0;) node = node * sizes_[k] + coordinates[k];
  return node;
}

Channel TorusLattice::channel(NodeId node, PortId port) const {
  const int j = port / 2;
  const bool plus = port % 2 == 0;
  std::vector<int> x = coordinates(node);
  int& own = x[static_cast<std::size_t>(j)];
  const int last = sizes_[static_cast<std::size_t>(j)] - 1;
  ChannelKind kind = ChannelKind::mesh;
  if (own != (plus ? last : 0)) {
    own += plus ? 1 : -1;
  } else {
    own = plus ? 0 : last;
    kind = twists(j) ? ChannelKind::twist : ChannelKind::wrap;
    for (int k = 0; k < dimensions(); ++k) {
      const int size = sizes_[static_cast<std::size_t>(k)];
      int& shifted = x[static_cast<std::size_t>(k)];
      shifted = (shifted + (plus ? twist(j, k) : size - twist(j, k))) % size;
    }
  }
  return {node, port, node_at(x), port, kind};
}

NodeId TorusLattice::difference(NodeId source, NodeId destination) const {
  // destination - source is itself a record, of steps inside the grid. Where it is negative in a dimension that
  // receives no twist one more turn around that dimension makes it positive, and takes back what the turn's wraparound
  // adds elsewhere.
  const std::size_t dimensions = sizes_.size();
  const int* const from = &coordinates_[static_cast<std::size_t>(source) * dimensions];
  const int* const to = &coordinates_[static_cast<std::size_t>(destination) * dimensions];
  std::array<int, kMaxDimensions> r{};
  for (std::size_t k = 0; k < dimensions; ++k) r[k] = to[k] - from[k];
  // Signs are as good as random: masks instead of branches.
  const auto if_negative = [](int value, int amount) { return value < 0 ? amount : 0; };
  for (std::size_t j = 0; j < dimensions; ++j) {
    if (receives_[j] != 0) continue;
    const int before = r[j];
    r[j] += if_negative(before, sizes_[j]);
    for (std::size_t k = 0; k < dimensions; ++k) r[k] -= if_negative(before, twist_[j * dimensions + k]);
  }
  NodeId node = 0;
  for (std::size_t k = dimensions; k-- > 0;) {
    for (int turn = 0; turn < folds_[k]; ++turn) r[k] += if_negative(r[k], sizes_[k]);
    node = node * sizes_[k] + r[k];
  }
  return node;
}

}  // namespace trenza::topologies
