// The modules of arbiters in SystemVerilog.
#pragma once

#include <string>

#include "microarch/allocation.h"
#include "microarch/parameters.h"
#include "rtl_models/twin/rtl_library.h"

namespace trenza::rtl_models {

/// The POLICY of trenza_arbiter for the arbiters of a router. Errors: RtlError if they have no SystemVerilog.
std::string arbiter_module_name(const microarch::FabricParameters& parameters);

/// A block that has the arbiters of a router, with their parameters and that of the guard. The length of packets is left
/// out where no arbiter reads it, so that blocks for other lengths are the same. Errors: as for arbiter_module_name().
RtlModule with_arbiters(RtlModule block, const microarch::FabricParameters& parameters);

/// Calls use(place, stride) for each element of the constant input `stride` of trenza_switch_allocator, which has
/// stride_places() of them: by output (ejection is one), by network port and injector.
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
inline int stride_places(const microarch::AllocatorShape& shape) {
  return (shape.ports + 1) * (shape.ports + shape.injectors);
}
inline constexpr int kStrideBits = 8;

}  // namespace trenza::rtl_models
