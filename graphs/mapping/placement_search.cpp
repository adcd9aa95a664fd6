#include "graphs/mapping/placement_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "graphs/metrics/parallel.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

using topologies::TopologyError;

/// Random numbers that are the same on every machine.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : engine_(seed) {}

  /// From 0 to n - 1; n below 2^32.
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>((engine_() >> 32U) * static_cast<std::uint64_t>(n) >> 32U);
  }

  /// An exponential variate of mean about 1 / ln 2, so that it exceeds x with a probability of about 2^-x: minus the
  /// logarithm to base 2 of a draw, a straight line between powers of two.
  double waiting() {
    const std::uint64_t draw = engine_() | 1U;
    const int zeros = __builtin_clzll(draw);
    const std::uint64_t fraction =
        (draw << static_cast<unsigned>(zeros) << 1U) >> 12U;  // behind the leading 1, 52 bits
    return (zeros + 1) - static_cast<double>(fraction) / static_cast<double>(std::uint64_t{1} << 52U);
  }

 private:
  std::mt19937_64 engine_;
};

class Descent {
 public:
  Descent(const PlacementCost& cost, Placement placement, std::uint64_t seed)
      : cost_(cost), placement_(std::move(placement)), on_node_(static_cast<std::size_t>(cost.nodes())), draws_(seed) {}

  void shuffle() {
    for (std::size_t left = placement_.size(); left > 1; --left)
      std::swap(placement_[left - 1], placement_[static_cast<std::size_t>(below(left))]);
  }

  void anneal(std::uint64_t steps) {
    constexpr std::uint64_t kStages = 100;
    constexpr double kStart = 0.3;      // of the mean worsening of a random exchange; found by trial
    constexpr double kCooling = 0.965;  // 35 times colder in the end
    for (std::vector<std::int64_t>& processes : on_node_) processes.clear();
    for (std::size_t process = 0; process < placement_.size(); ++process)
      on_node_[static_cast<std::size_t>(placement_[process])].push_back(static_cast<std::int64_t>(process));
    double temperature = mean_worsening() * kStart;
    for (std::uint64_t stage = 0; stage < kStages; ++stage) {
      const std::uint64_t end = steps * (stage + 1) / kStages;
      for (std::uint64_t step = steps * stage / kStages; step < end; ++step) try_exchange(temperature);
      temperature *= kCooling;
    }
  }

  /// Exchanges until none of all pairs is better.
  void settle() {
    const std::int64_t processes = cost_.processes();
    for (bool better = true; better;) {
      better = false;
      for (std::int64_t one = 0; one < processes; ++one) {
        for (std::int64_t other = one + 1; other < processes; ++other) {
          if (cost_.change(placement_, one, other) >= 0) continue;
          std::swap(at(one), at(other));
          better = true;
        }
      }
    }
  }

  const Placement& placement() const { return placement_; }

 private:
  topologies::NodeId& at(std::int64_t process) { return placement_[static_cast<std::size_t>(process)]; }
  std::int64_t below(std::size_t n) { return draws_.below(static_cast<std::int64_t>(n)); }
  std::int64_t any_process() { return draws_.below(cost_.processes()); }

  /// A process on a node beside that of a partner of the process; the process itself if there is none.
  std::int64_t beside_partner(std::int64_t process) {
    const std::size_t partners = cost_.partners(process);
    if (partners == 0) return process;
    const topologies::NodeId near = at(cost_.partner(process, static_cast<std::size_t>(below(partners))));
    const topologies::NodeId node = cost_.next(near)[below(cost_.ports())];
    if (node < 0) return process;
    const std::vector<std::int64_t>& there = on_node_[static_cast<std::size_t>(node)];
    return there.empty() ? process : there[static_cast<std::size_t>(below(there.size()))];
  }

  void try_exchange(double temperature) {
    const std::int64_t one = any_process();
    const std::int64_t other = draws_.below(2) == 0 ? any_process() : beside_partner(one);
    const double waiting = draws_.waiting();
    if (at(one) == at(other)) return;
    if (static_cast<double>(cost_.change(placement_, one, other)) > temperature * waiting) return;
    std::vector<std::int64_t>& here = on_node_[static_cast<std::size_t>(at(one))];
    std::vector<std::int64_t>& there = on_node_[static_cast<std::size_t>(at(other))];
    std::iter_swap(std::find(here.begin(), here.end(), one), std::find(there.begin(), there.end(), other));
    std::swap(at(one), at(other));
  }

  /// Of the random exchanges that are worse.
  double mean_worsening() {
    constexpr int kTries = 1000;
    double sum = 0;
    int worse = 0;
    for (int i = 0; i < kTries; ++i) {
      const std::int64_t one = any_process();
      const std::int64_t other = any_process();
      const std::int64_t change = one == other ? 0 : cost_.change(placement_, one, other);
      if (change <= 0) continue;
      sum += static_cast<double>(change);
      ++worse;
    }
    return worse > 0 ? sum / worse : 0;
  }

  const PlacementCost& cost_;
  Placement placement_;
  std::vector<std::vector<std::int64_t>> on_node_;  ///< processes by node, while annealing
  Draws draws_;
};

void check(const PlacementCost& cost, const Placement& start, const PlacementSearch& search) {
  const auto processes = static_cast<std::int64_t>(start.size());
  if (processes != cost.processes())
    throw TopologyError(
        fmt::format("a placement of {} processes was given; expected one of {}", processes, cost.processes()));
  if (processes > kMaxSearchedProcesses)
    throw TopologyError(
        fmt::format("{} processes; the search for a placement takes at most {}", processes, kMaxSearchedProcesses));
  for (const topologies::NodeId node : start) {
    if (node < 0 || node >= cost.nodes())
      throw TopologyError(fmt::format("node {} is not there; nodes are 0 to {}", node, cost.nodes() - 1));
  }
  if (search.descents < 1) throw TopologyError("the search needs at least one descent");
}

}  // namespace

FoundPlacement search_placement(const PlacementCost& cost, const Placement& start, const PlacementSearch& search) {
  check(cost, start, search);
  std::vector<Placement> ends(static_cast<std::size_t>(search.descents));
  for_each_block(search.descents, search.threads, [&](int number, int /*worker*/) {
    constexpr std::uint64_t kApart = 0x9E3779B97F4A7C15U;
    Descent descent(cost, start, search.seed + kApart * static_cast<std::uint64_t>(number));
    if (number > 0) descent.shuffle();
    descent.anneal(search.steps);
    descent.settle();
    ends[static_cast<std::size_t>(number)] = descent.placement();
  });
  FoundPlacement found;
  found.placement = start;
  found.start = cost.total(start);
  found.cost = found.start;
  found.descent = -1;
  for (int number = 0; number < search.descents; ++number) {
    const std::int64_t end = cost.total(ends[static_cast<std::size_t>(number)]);
    if (end == found.cost) ++found.equals;
    if (end >= found.cost) continue;
    found.cost = end;
    found.placement = ends[static_cast<std::size_t>(number)];
    found.descent = number;
    found.equals = 1;
  }
  return found;
}

}  // namespace trenza::graphs
