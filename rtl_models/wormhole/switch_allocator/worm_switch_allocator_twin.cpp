#include "rtl_models/wormhole/switch_allocator/worm_switch_allocator_twin.h"

#include "microarch/wormhole/worm_switch_allocation.h"
#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"
#include "rtl_models/twin/widths.h"
#include "rtl_models/two_step_allocator/two_step_allocator_twin.h"

namespace trenza::rtl_models {

namespace {

RtlModule worm_switch_allocator_module(const WormPlace& place) {
  const microarch::FabricParameters& parameters = place.parameters;
  return with_unguarded_arbiters(RtlModule{"worm_switch_allocator", {}, true}, parameters)
      .with("PORTS", place.ports())
      .with("VCS", parameters.vcs())
      .with("EJECTORS", parameters.ejectors)
      .with("ALLOCATOR", allocator_module_name(parameters.allocator))
      .with("PARAMETER", parameters.allocator.parameter())
      .with("PORT_ROWS", parameters.crossbar_inputs())
      .with("PIPELINE", parameters.pipeline.name())
      .with("MASK", mask_module_name(parameters));
}

/// Only its numbers are of interest: any mask has room for the inputs.
microarch::BasicAllocation<microarch::WideMask<20>> allocation_of(const WormPlace& place) {
  return microarch::BasicAllocation<microarch::WideMask<20>>(
      microarch::switch_allocation_spec(place.parameters, place.ports()));
}

}  // namespace

WormSwitchAllocatorTwin::WormSwitchAllocatorTwin(const sc_core::sc_module_name& name, const WormPlace& place)
    : WormSwitchAllocator(name, place),
      model_(worm_switch_allocator_module(place)),
      draws_(model_, allocation_of(place), place.parameters.seed, static_cast<int>(place.node), kWormTurnBits),
      hold_(model_.port("hold", vector_bits<std::uint32_t>(hold))),
      flit_(model_.port("flit", vector_bits<std::uint64_t>(flit))),
      lane_grant_(model_.port("grant", vector_bits<std::uint32_t>(grant))),
      wish_(model_.port("wish", vector_bits<std::uint64_t>(hold))),
      credits_(model_.port("credits", vector_bits<std::uint32_t>(credits))),
      select_(model_.port("select", vector_bits<std::uint32_t>(select))),
      pop_(model_.port("pop", vector_bits<std::uint32_t>(pop))),
      charge_(model_.port("charge", vector_bits<std::uint32_t>(charge))),
      released_(model_.port("released", vector_bits<std::uint32_t>(released))) {
  set_strides(model_, allocation_of(place), shape_.network_inputs(), static_cast<int>(place.node));
}

bool WormSwitchAllocatorTwin::decide() {
  for (std::size_t i = 0; i < hold.size(); ++i) {
    hold_.set(hold[i].read(), i);
    flit_.set(flit[i].read(), i);
    lane_grant_.set(grant[i].read(), i);
  }
  for (std::size_t i = 0; i < wish.size(); ++i) wish_.set(wish[i].read(), i);
  for (std::size_t k = 0; k < credits.size(); ++k) credits_.set(credits[k].read(), k);
  draws_.set(cycle.read());
  model_.eval();
  bool crosses = false;
  for (std::size_t o = 0; o < select.size(); ++o) {
    selects_[o] = select_.get<SelectWord>(o);
    releases_[o] = released_.get<std::uint32_t>(o);
    crosses = crosses || selects_[o] != 0;
  }
  for (std::size_t p = 0; p < pop.size(); ++p) pops_[p] = pop_.get<std::uint32_t>(p);
  for (std::size_t p = 0; p < charge.size(); ++p) charges_[p] = charge_.get<ChargeWord>(p);
  show_crossings();
  return crosses;
}

}  // namespace trenza::rtl_models
