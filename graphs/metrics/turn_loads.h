// What traffic goes from which input to which output of each router, and the strides that give it the right shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "topologies/topology.h"

namespace trenza::graphs {

/// Loads of turns, in units of 1 / kPairFlow of the flow of a pair of nodes.
class TurnLoads {
 public:
  /// Divisible by all numbers up to 16, so that no share of so many records is rounded.
  static constexpr std::uint64_t kPairFlow = 720'720U << 10U;

  TurnLoads(topologies::NodeId nodes, topologies::PortId ports)
      : ports_(ports), loads_(static_cast<std::size_t>(nodes) * of_router()) {}

  topologies::PortId ports() const { return ports_; }
  /// `output`: an output port, or ports() for all ejection; `source`: an input port, or ports() for injection.
  std::uint64_t& at(topologies::NodeId node, topologies::PortId output, topologies::PortId source) {
    return loads_[place(node, output, source)];
  }
  std::uint64_t at(topologies::NodeId node, topologies::PortId output, topologies::PortId source) const {
    return loads_[place(node, output, source)];
  }

 private:
  std::size_t of_router() const {
    return (static_cast<std::size_t>(ports_) + 1) * (static_cast<std::size_t>(ports_) + 1);
  }
  std::size_t place(topologies::NodeId node, topologies::PortId output, topologies::PortId source) const {
    return static_cast<std::size_t>(node) * of_router() + static_cast<std::size_t>(output * (ports_ + 1) + source);
  }

  topologies::PortId ports_;
  std::vector<std::uint64_t> loads_;
};

/// More nodes are refused where every pair has to be followed: the sums would not fit.
inline constexpr topologies::NodeId kMostTurnLoadNodes = 16'384;

/// The loads of a reference pattern (docs/microarchitecture.md, section 18): every node sends as much to its
/// destination, or with an empty list to each other node. `destinations`: by node; a node that is its own destination
/// sends nothing. Time nodes^2 * hops, but nodes * hops for the empty list where the relation is by difference. Errors:
/// TopologyError for more than kMostTurnLoadNodes nodes of other networks.
TurnLoads turn_loads(const topologies::Topology& topology, const std::vector<topologies::NodeId>& destinations);

/// The strides of section 18, in the order of microarch::StrideTable: router by router, output by output (ejection
/// last), source by source (injection last).
std::vector<std::uint8_t> inverse_strides(const TurnLoads& loads, topologies::NodeId nodes);

}  // namespace trenza::graphs
