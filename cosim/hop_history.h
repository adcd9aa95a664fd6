// The path so far of each packet inside a fabric.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "cosim/difference.h"

namespace trenza::cosim {

/// The grants of the packets inside. Memory is bounded by the number of packets that fit into the routers: a packet has
/// no grant while it waits at its source, and is forgotten after its delivery.
class HopHistory {
 public:
  void add(const microarch::Hop& hop) { packets_[{hop.source, hop.number}].push_back(hop); }
  /// In order of time; empty: none yet.
  const std::vector<microarch::Hop>& of(const PacketName& packet) const;
  void forget(const PacketName& packet) { packets_.erase(packet); }
  std::size_t packets() const { return packets_.size(); }

 private:
  std::unordered_map<PacketName, std::vector<microarch::Hop>, microarch::PacketNameHash> packets_;
};

/// The same routers, inputs, outputs and cycles.
bool same(const std::vector<microarch::Hop>& a, const std::vector<microarch::Hop>& b);

/// One line for each hop of a packet that was created in cycle `created`: the grant, its cycle, and the cycle since
/// which the packet was ready, which is the first in which it could have asked if it had been at the front of its input
/// (docs/microarchitecture.md, section 6).
std::string history_text(const std::vector<microarch::Hop>& hops, microarch::Cycle created,
                         const topologies::Topology& topology, const microarch::FabricParameters& parameters);

/// The place of a packet that was not delivered: the input at whose front it stands, and what it waits for. Empty if it
/// is at the front of no input.
std::string waiting_text(const PacketName& packet, const microarch::Fabric& fabric);

}  // namespace trenza::cosim
