// Why input VCs and outputs of flit-level routers do nothing, read from the signals of a cycle
// (docs/microarchitecture-flit.md, section 11).
#pragma once

#include <vector>

#include "microarch/stall_table.h"
#include "microarch/wormhole/worm_stalls.h"
#include "rtl_models/fabric/packet_table.h"
#include "rtl_models/wormhole/fabric/worm_noc.h"

namespace trenza::rtl_models {

/// Reads routers in the middle of a cycle.
class WormStallReader {
 public:
  WormStallReader(const microarch::FabricParameters& parameters, const microarch::WormShape& shape);

  void read(const WormRouterPorts& router);
  /// Of the router that was read last; `empty` and `no_demand` at ports without a channel.
  const std::vector<microarch::StallReason>& inputs() const { return inputs_; }
  const std::vector<microarch::OutputUse>& outputs() const { return outputs_; }
  /// The input VCs that are not empty, of the router that was read last.
  std::vector<microarch::InputCycle> cycles(const WormRouterPorts& router, const PacketTable& packets) const;

 private:
  microarch::WormFront front_of(const WormRouterPorts& router, int input) const;
  void find_wanted(const WormRouterPorts& router, int input, microarch::WormFront& front) const;

  bool joint_;
  bool speculates_;
  microarch::WormStallCycle cycle_;
  std::vector<std::uint8_t> crosses_;  // by input VC
  std::vector<microarch::StallReason> inputs_;
  std::vector<microarch::OutputUse> outputs_;
};

/// Counts them, cycle by cycle.
class WormStallCount {
 public:
  /// `now`: the first cycle.
  WormStallCount(const WormNoc& noc, const topologies::Topology& topology,
                 const microarch::FabricParameters& parameters, microarch::StallDetail detail, microarch::Cycle now);

  /// Must be called in the middle of each cycle in which the fabric works.
  void note();
  /// The counts of all cycles before `now`. In those that were not noted the fabric was empty.
  microarch::StallTable table(microarch::Cycle now) const;

 private:
  const WormNoc& noc_;
  topologies::NodeId routers_;
  WormStallReader reader_;
  microarch::StallTable table_;
  microarch::Cycle start_;
  microarch::Cycle noted_ = 0;
};

}  // namespace trenza::rtl_models
