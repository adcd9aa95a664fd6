// A search for the placement of processes with the least byte-hops: a quadratic assignment problem.
#pragma once

#include <cstdint>

#include "graphs/mapping/placement_cost.h"

namespace trenza::graphs {

/// Most processes of a search: its last pass looks at all pairs.
inline constexpr std::int64_t kMaxSearchedProcesses = 8192;

struct PlacementSearch {
  std::uint64_t steps = 1'000'000;  ///< exchanges that are tried in each descent
  int descents = 8;                 ///< the first one from the given placement, the others from random ones
  std::uint64_t seed = 1;
  int threads = 1;  ///< changes no result
};

struct FoundPlacement {
  Placement placement;
  std::int64_t start = 0;  ///< byte-hops of the given placement
  std::int64_t cost = 0;   ///< of the found one; never more
  int descent = 0;         ///< that found it, from 0; -1: nothing is better than the given placement
  int equals = 0;          ///< descents that ended with this cost
};

/// Simulated annealing (Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", Science 220, 1983) by
/// exchanges of two processes, at temperatures that fall from the mean worsening of random exchanges; then exchanges
/// while any of all pairs is better. Half of the exchanges are of any two processes; the others bring a process to a
/// node beside that of one of its partners. Nodes keep their number of processes. The result is a function of the
/// arguments, on every machine: no function of the mathematical library is used. Throws TopologyError for more than
/// kMaxSearchedProcesses processes, a placement of another number of processes or to nodes that are not there, and no
/// descent.
FoundPlacement search_placement(const PlacementCost& cost, const Placement& start, const PlacementSearch& search);

}  // namespace trenza::graphs
