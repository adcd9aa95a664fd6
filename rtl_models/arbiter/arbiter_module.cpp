#include "rtl_models/arbiter/arbiter_module.h"

#include <fmt/core.h>

#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

std::string arbiter_module_name(const microarch::FabricParameters& parameters) {
  if (!parameters.arbiter.info().in_hardware) {
    throw RtlError(fmt::format("the arbiter `{}` has no SystemVerilog; expected another `router.arbiter`",
                               parameters.arbiter.name()));
  }
  // With a table or without, the strides are inputs of the same arbiter.
  if (parameters.arbiter.is<microarch::InverseWeightedArbiter>())
    return std::string(microarch::StrideArbiter::kInfo.name);
  return parameters.arbiter.name();
}

RtlModule with_arbiters(RtlModule block, const microarch::FabricParameters& parameters) {
  block.with("ARBITER", arbiter_module_name(parameters)).with("TRANSIT_GUARD", parameters.transit_guard);
  if (parameters.arbiter.is<microarch::DeficitArbiter>()) block.with("MOST_FLITS", parameters.max_packet_flits);
  return block;
}

}  // namespace trenza::rtl_models
