// Examines a flit-level machine between two cycles: which packets wait for what, and whether flits and credits are
// conserved.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "rtl_models/fabric/packet_table.h"
#include "rtl_models/wormhole/fabric/worm_noc.h"

namespace trenza::rtl_models {

/// The packets that waited when the last cycle ended: what arrives in the cycle that the signals show does not count
/// yet. All arguments must outlive it, and time must not go on.
class WormSnapshot {
 public:
  WormSnapshot(const WormNoc& noc, const PacketTable& packets, const topologies::Topology& topology)
      : noc_(noc), packets_(packets), topology_(topology) {}

  /// All that wait.
  microarch::WaitSnapshot take() const;
  /// Those at one router.
  std::vector<microarch::WaitingHead> heads_at(topologies::NodeId node) const;

 private:
  microarch::WaitingHead head(const WormRouterPorts& router, int port, int vc) const;
  int hops(FlitWord front) const;
  void find_heads() const;

  const WormNoc& noc_;
  const PacketTable& packets_;
  const topologies::Topology& topology_;
  mutable std::map<PacketId, int> hops_;  // of all heads, if a flit that is none waits somewhere
};

/// One line for each virtual channel whose credits and flits do not add up to its depth, or that is held by none or by
/// several.
std::vector<std::string> audit_worms(const WormNoc& noc, const topologies::Topology& topology,
                                     const microarch::FabricParameters& parameters);

}  // namespace trenza::rtl_models
