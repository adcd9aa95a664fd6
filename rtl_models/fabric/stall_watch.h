// Why packets do not move, read from the signals of a cycle (docs/microarchitecture.md, section 16).
#pragma once

#include <array>
#include <cstdint>

#include "microarch/stall_table.h"
#include "rtl_models/fabric/noc.h"

namespace trenza::rtl_models {

/// Why the inputs of a router do not move in a cycle, read in its middle; `empty` at ports without a channel.
using InputStalls = std::array<microarch::StallReason, microarch::kMaxInputs>;
void read_stalls(const RouterPorts& router, const topologies::Topology& topology, InputStalls& inputs);
/// The same, with what the outputs do; `no_demand` at ports without a channel.
struct RouterStalls {
  InputStalls inputs;
  std::array<microarch::OutputUse, microarch::kMaxOutputs> outputs;
};
void read_stalls(const RouterPorts& router, const topologies::Topology& topology, RouterStalls& stalls);

/// Counts them, cycle by cycle.
class StallCount {
 public:
  /// `topology` must outlive it. `now`: the first cycle.
  StallCount(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
             microarch::StallDetail detail, microarch::Cycle now);

  /// Must be called in the middle of each cycle in which the fabric works.
  void note(const Noc& noc);
  /// The counts of all cycles before `now`. In those that were not noted the fabric was empty.
  microarch::StallTable table(const Noc& noc, microarch::Cycle now) const;

 private:
  /// Calls visit(router) for every node.
  template <class Visit>
  void for_each_router(const Noc& noc, const Visit& visit) const;

  const topologies::Topology& topology_;
  microarch::StallTable table_;
  microarch::Cycle start_;
  microarch::Cycle noted_ = 0;
  RouterStalls stalls_;
};

}  // namespace trenza::rtl_models
