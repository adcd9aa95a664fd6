#include "rtl_models/arbiter/arbiter_module.h"

#include <fmt/core.h>

#include <utility>

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
  return with_unguarded_arbiters(std::move(block.with("TRANSIT_GUARD", parameters.transit_guard)), parameters);
}

RtlModule with_unguarded_arbiters(RtlModule block, const microarch::FabricParameters& parameters) {
  block.with("ARBITER", arbiter_module_name(parameters));
  if (parameters.arbiter.is<microarch::DeficitArbiter>()) block.with("MOST_FLITS", parameters.max_packet_flits);
  return block;
}

void set_draws(const RtlPort& port, const Draws& draws, microarch::Cycle now) {
  for (std::size_t k = 0; k < draws.places(); ++k) port.set(draws.at(now, k), k);
}

AllocationPorts::AllocationPorts(const RtlModel& model, const microarch::Allocation& allocation, std::uint64_t seed,
                                 int router)
    : AllocationDrawPorts(model, allocation, seed, router, kTurnBits) {
  set_strides(model, allocation, allocation.shape().network_inputs(), router);
}

void AllocationDrawPorts::set(microarch::Cycle now) const {
  set_draws(output_draw_, output_draws_, now);
  set_draws(input_draw_, row_draws_, now);
  turn_.set_word(now % turns_);
}

}  // namespace trenza::rtl_models
