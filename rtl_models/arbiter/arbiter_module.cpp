#include "rtl_models/arbiter/arbiter_module.h"

#include <fmt/core.h>

#include "rtl_models/twin/widths.h"

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

void set_strides(const RtlModel& model, const microarch::Allocation& allocation, int router) {
  constexpr int kStrideBits = 8;
  const microarch::AllocatorShape& shape = allocation.shape();
  const RtlPort stride = model.port("stride", (shape.ports + 1) * (shape.ports + shape.injectors) * kStrideBits);
  for_each_stride(allocation, router,
                  [&](std::size_t place, int value) { stride.set(static_cast<std::uint8_t>(value), place); });
}

void set_draws(const RtlPort& port, const Draws& draws, microarch::Cycle now) {
  for (std::size_t k = 0; k < draws.places(); ++k) port.set(draws.at(now, k), k);
}

AllocationPorts::AllocationPorts(const RtlModel& model, const microarch::Allocation& allocation, std::uint64_t seed,
                                 int router)
    : turns_(static_cast<microarch::Cycle>(allocation.turns())),
      output_draws_(seed, router, allocation.output_draws()),
      row_draws_(seed, router, allocation.row_draws()),
      output_draw_(model.port("output_draw", allocation.draw_rounds() * allocation.shape().outputs() * kDrawBits)),
      input_draw_(model.port("input_draw", allocation.draw_rounds() * allocation.shape().inputs() * kDrawBits)),
      turn_(model.port("turn", kTurnBits)) {
  set_strides(model, allocation, router);
}

void AllocationPorts::set(microarch::Cycle now) const {
  set_draws(output_draw_, output_draws_, now);
  set_draws(input_draw_, row_draws_, now);
  turn_.set_word(now % turns_);
}

}  // namespace trenza::rtl_models
