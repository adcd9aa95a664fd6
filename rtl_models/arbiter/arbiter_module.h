// The modules of arbiters in SystemVerilog, and the ports of blocks that have some.
#pragma once

#include <string>

#include "microarch/allocation.h"
#include "microarch/cycle.h"
#include "rtl_models/common/draws.h"
#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/twin/widths.h"

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::rtl_models {

/// The POLICY of trenza_arbiter for the arbiters of a router. Errors: RtlError if they have no SystemVerilog.
std::string arbiter_module_name(const microarch::FabricParameters& parameters);

/// A block with the arbiters of a router, their parameters and that of the guard. The length of packets is left out
/// where no arbiter reads it, so that blocks for other lengths are the same. Errors: as for arbiter_module_name().
RtlModule with_arbiters(RtlModule block, const microarch::FabricParameters& parameters);
/// The same where there is no guard, as in the flit-level machine.
RtlModule with_unguarded_arbiters(RtlModule block, const microarch::FabricParameters& parameters);

/// Calls use(place, stride) for each element of the constant input `stride` of trenza_switch_allocator or of
/// trenza_worm_switch_allocator: by output (those from the number of ports on are one), by network port, then by input
/// that has a stride of its own; `transit`: the inputs below have that of their port.
template <class Mask, class Use>
void for_each_stride(const microarch::BasicAllocation<Mask>& allocation, int transit, int router, const Use& use) {
  const microarch::AllocatorShape& shape = allocation.shape();
  std::size_t place = 0;
  for (int output = 0; output <= shape.ports; ++output) {
    for (int input = 0; input < transit; input += shape.vcs) use(place++, allocation.stride(router, output, input));
    for (int input = transit; input < shape.inputs(); ++input) use(place++, allocation.stride(router, output, input));
  }
}
/// Sets that input of a model. Errors: RtlError if it has none.
template <class Mask>
void set_strides(const RtlModel& model, const microarch::BasicAllocation<Mask>& allocation, int transit, int router) {
  constexpr int kStrideBits = 8;
  const microarch::AllocatorShape& shape = allocation.shape();
  const int sources = transit / shape.vcs + shape.inputs() - transit;
  const RtlPort stride = model.port("stride", (shape.ports + 1) * sources * kStrideBits);
  for_each_stride(allocation, transit, router,
                  [&](std::size_t place, int value) { stride.set(static_cast<std::uint8_t>(value), place); });
}

/// Sets a vector of 16 bits for each place to the draws of a cycle.
void set_draws(const RtlPort& port, const Draws& draws, microarch::Cycle now);

/// What an allocator in SystemVerilog gets in each cycle beside requests: `output_draw`, `input_draw` and `turn`.
class AllocationDrawPorts {
 public:
  /// `prefix` of the names of the ports. Errors: RtlError if the model has no such ports.
  template <class Mask>
  AllocationDrawPorts(const RtlModel& model, const microarch::BasicAllocation<Mask>& allocation, std::uint64_t seed,
                      int router, int turn_bits, const std::string& prefix = "")
      : turns_(static_cast<microarch::Cycle>(allocation.turns())),
        output_draws_(seed, router, allocation.output_draws()),
        row_draws_(seed, router, allocation.row_draws()),
        output_draw_(
            model.port(prefix + "output_draw", allocation.draw_rounds() * allocation.shape().outputs() * kDrawBits)),
        input_draw_(
            model.port(prefix + "input_draw", allocation.draw_rounds() * allocation.shape().inputs() * kDrawBits)),
        turn_(model.port(prefix + "turn", turn_bits)) {}

  void set(microarch::Cycle now) const;

 private:
  microarch::Cycle turns_;
  Draws output_draws_, row_draws_;
  RtlPort output_draw_, input_draw_, turn_;
};

/// Those of the first machine, and the constant `stride`.
class AllocationPorts : public AllocationDrawPorts {
 public:
  /// Sets the strides. Errors: RtlError if the model has no such ports.
  AllocationPorts(const RtlModel& model, const microarch::Allocation& allocation, std::uint64_t seed, int router);
};

}  // namespace trenza::rtl_models
