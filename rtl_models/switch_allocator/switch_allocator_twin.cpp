#include "rtl_models/switch_allocator/switch_allocator_twin.h"

#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

namespace {

RtlModule switch_allocator_module(const microarch::FabricParameters& parameters, int ports) {
  return with_arbiters(RtlModule{"switch_allocator", {}}, parameters)
      .with("PORTS", ports)
      .with("VCS", parameters.vcs())
      .with("INJECTORS", parameters.injection_queues())
      .with("EJECTORS", parameters.ejectors)
      .with("PORT_ROWS", parameters.crossbar_inputs())
      .with("ESCAPE_MASK", static_cast<long>(parameters.escape_mask()))
      .with("RESERVED", parameters.two_steps() ? 1 : 0);
}

}  // namespace

SwitchAllocatorTwin::SwitchAllocatorTwin(const sc_core::sc_module_name& name,
                                         const microarch::FabricParameters& parameters, int ports, int router)
    : SwitchAllocator(name, parameters, ports, router),
      model_(switch_allocator_module(arbitration_of(parameters), ports)),
      pick_(model_.port("pick", vector_bits<std::uint64_t>(pick))),
      output_draw_(model_.port("output_draw", vector_bits<std::uint16_t>(select))),
      row_draw_(model_.port("row_draw", grants().allocation().shape().network_rows() * kDrawBits)),
      select_(model_.port("select", vector_bits<std::uint32_t>(select))),
      pop_(model_.port("pop", vector_bits<std::uint32_t>(pop))),
      pop_injector_(model_.port("pop_injector", kHalfWordBits)),
      charge_(model_.port("charge", vector_bits<std::uint32_t>(charge))),
      output_free_(model_.port("output_free", kWordBits)),
      input_busy_(model_.port("input_busy", kWordBits)),
      select_held_(select.size()),
      pop_held_(pop.size()),
      charge_held_(charge.size()) {
  set_strides(model_, grants().allocation(), grants().allocation().shape().network_inputs(), router);
}

void SwitchAllocatorTwin::arbitrate() {
  for (std::size_t i = 0; i < pick.size(); ++i) pick_.set(pick[i].read(), i);
  for (std::size_t o = 0; o < select.size(); ++o) output_draw_.set(output_draw(o), o);
  for (int r = 0; r < grants().allocation().shape().network_rows(); ++r)
    row_draw_.set(row_draw(static_cast<std::size_t>(r)), static_cast<std::size_t>(r));
  model_.eval();
  bool crossing = false;
  for (std::size_t o = 0; o < select.size(); ++o) {
    const auto selected = select_.get<SelectWord>(o);
    crossing = crossing || selected != 0;
    select_held_.write(select, o, selected);
  }
  for (std::size_t p = 0; p < pop.size(); ++p) {
    pop_held_.write(pop, p, pop_.get<std::uint32_t>(p));
    charge_held_.write(charge, p, charge_.get<ChargeWord>(p));
  }
  pop_injector_held_.write(pop_injector, pop_injector_.get<std::uint32_t>());
  if (crossing) note_crossing();
}

bool SwitchAllocatorTwin::edge() {
  model_.tick();
  return SwitchAllocator::edge();
}

void SwitchAllocatorTwin::clear() {
  model_.reset();
  SwitchAllocator::clear();
}

void SwitchAllocatorTwin::publish_busy() {
  output_free.write(output_free_.get<std::uint64_t>());
  input_busy.write(input_busy_.get<std::uint64_t>());
}

}  // namespace trenza::rtl_models
