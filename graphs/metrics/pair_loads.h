// The load that one unit from s to d puts on a channel, for all pairs (s, d).
#pragma once

#include <memory>
#include <vector>

#include "graphs/metrics/minimal_routing.h"
#include "topologies/network.h"

namespace trenza::graphs {

struct PickedChannel {
  topologies::NodeId node = 0;
  topologies::PortId port = 0;
};

/// The loads of a few channels.
class PairLoads {
 public:
  virtual ~PairLoads() = default;
  /// loads[s * nodes + d] of channel number `channel` of those given.
  virtual void fill(std::size_t channel, std::vector<double>& loads) const = 0;
};

/// `commute`: steps commute, so the records of node 0 are those of all. Throws as worst_case_throughput does.
std::unique_ptr<PairLoads> make_pair_loads(const topologies::Network& network, MinimalRouting routing,
                                           const std::vector<PickedChannel>& channels, bool commute);

}  // namespace trenza::graphs
