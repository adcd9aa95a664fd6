// The best split of traffic over shortest paths: the throughput that no minimal routing exceeds.
#pragma once

#include <functional>
#include <vector>

#include "graphs/mapping/link_loads.h"
#include "topologies/network.h"

namespace trenza::graphs {

/// What every node sends, by source; per unit that each node sends.
using DemandMatrix = std::vector<std::vector<Demand>>;

/// The greatest rate of every node, in units per cycle, if each message may take any shortest path and the shares of
/// the paths are the best ones. Both ends are proved, by a split and by weights of links; they are equal but for
/// rounding unless the search was ended early.
struct IdealSplit {
  double at_least = 0;  ///< a split that reaches it was found
  double at_most = 0;   ///< no split exceeds it
  int rounds = 0;
};

/// The linear program over all shares, solved by a revised simplex method whose columns are shortest-path routings
/// (found when they are needed). Channels that translations of the network carry to each other, where demands are the
/// same, count as one row: time and memory grow with the square of the number of such classes. A channel carries one
/// unit per cycle. Infinite if nothing leaves a node. Throws TopologyError if demands have the wrong length or there is
/// no way between two nodes.
IdealSplit ideal_split(const topologies::Network& network, const DemandMatrix& demands);

}  // namespace trenza::graphs
