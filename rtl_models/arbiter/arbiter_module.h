// The modules of arbiters in SystemVerilog, and the ports of blocks that have some.
#pragma once

#include <string>

#include "microarch/allocation.h"
#include "microarch/parameters.h"
#include "rtl_models/common/draws.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

/// The POLICY of trenza_arbiter for the arbiters of a router. Errors: RtlError if they have no SystemVerilog.
std::string arbiter_module_name(const microarch::FabricParameters& parameters);

/// A block that has the arbiters of a router, with their parameters and that of the guard. The length of packets is left
/// out where no arbiter reads it, so that blocks for other lengths are the same. Errors: as for arbiter_module_name().
RtlModule with_arbiters(RtlModule block, const microarch::FabricParameters& parameters);

/// Calls use(place, stride) for each element of the constant input `stride` of trenza_switch_allocator, by output (ejection is one), by network port and injector.
template <class Use>
void for_each_stride(const microarch::Allocation& allocation, int router, const Use& use) {
  const microarch::AllocatorShape& shape = allocation.shape();
  std::size_t place = 0;
  for (int output = 0; output <= shape.ports; ++output) {
    for (int port = 0; port < shape.ports; ++port) use(place++, allocation.stride(router, output, port * shape.vcs));
    for (int injector = 0; injector < shape.injectors; ++injector)
      use(place++, allocation.stride(router, output, shape.network_inputs() + injector));
  }
}
/// Sets that input of a model. Errors: RtlError if it has none.
void set_strides(const RtlModel& model, const microarch::Allocation& allocation, int router);

/// Sets a vector of 16 bits for each place to the draws of a cycle.
void set_draws(const RtlPort& port, const Draws& draws, microarch::Cycle now);

/// What an allocator in SystemVerilog gets beside requests: `stride`, and in each cycle `output_draw`, `input_draw` and `turn`.
class AllocationPorts {
 public:
  /// Sets the strides. Errors: RtlError if the model has no such ports.
  AllocationPorts(const RtlModel& model, const microarch::Allocation& allocation, std::uint64_t seed, int router);

  void set(microarch::Cycle now) const;

 private:
  microarch::Cycle turns_;
  Draws output_draws_, row_draws_;
  RtlPort output_draw_, input_draw_, turn_;
};

}  // namespace trenza::rtl_models
