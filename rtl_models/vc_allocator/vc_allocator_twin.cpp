#include "rtl_models/vc_allocator/vc_allocator_twin.h"

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

RtlModule vc_allocator_module(const char* name, const microarch::SelectionShape& shape, int inputs) {
  const int injectors = (inputs - shape.ports * shape.vcs()) / shape.message_classes;
  return RtlModule{name, {}}
      .with("PORTS", shape.ports)
      .with("CLASSES", shape.message_classes)
      .with("ESCAPE_VCS", shape.escape_vcs)
      .with("CLASS_VCS", shape.class_vcs)
      .with("INJECTORS", injectors)
      .with("EJECTORS", shape.ejectors)
      .with("SELECTION", shape.policy.name())
      .with("ESCAPE_LAST_RESORT", shape.escape_last_resort ? 1 : 0);
}

VcAllocatorModel::VcAllocatorModel(const RtlModule& module, const VcAllocator& block)
    : model_(module),
      request_(model_.port("request", vector_bits<std::uint64_t>(block.request))),
      route_(model_.port("route", vector_bits<std::uint64_t>(block.route))),
      credits_(model_.port("credits", vector_bits<std::uint32_t>(block.credits))),
      admitted_(model_.port("admitted", vector_bits<std::uint64_t>(block.admitted))),
      output_free_(model_.port("output_free", kWordBits)),
      input_busy_(model_.port("input_busy", kWordBits)),
      draw_(model_.port("draw", vector_bits<std::uint16_t>(block.request))),
      pick_(model_.port("pick", vector_bits<std::uint64_t>(block.pick))) {}

bool VcAllocatorModel::follow(const VcAllocator& block) {
  bool requested = false;
  for (std::size_t i = 0; i < block.request.size(); ++i) {
    const RequestWord asked = block.request[i].read();
    request_.set(asked, i);
    if (asked == 0) continue;
    requested = true;
    route_.set(block.route[i].read(), i);
    draw_.set(block.draw(i), i);
  }
  if (!requested) return false;
  for (std::size_t k = 0; k < block.credits.size(); ++k) credits_.set(block.credits[k].read(), k);
  for (std::size_t k = 0; k < block.admitted.size(); ++k) admitted_.set(block.admitted[k].read(), k);
  output_free_.set(block.output_free.read());
  input_busy_.set(block.input_busy.read());
  return true;
}

VcAllocatorTwin::VcAllocatorTwin(const sc_core::sc_module_name& name, const microarch::SelectionShape& shape,
                                 const std::vector<int>& input_class, int router, std::uint64_t seed)
    : VcAllocator(name, shape, input_class, router, seed),
      model_(vc_allocator_module("vc_allocator", shape, static_cast<int>(input_class.size())), *this) {}

void VcAllocatorTwin::allocate() {
  const bool requested = model_.follow(*this);
  if (requested) model_.model().eval();
  for (std::size_t i = 0; i < request.size(); ++i) drive(i, requested ? model_.pick(i) : 0);
  if (!requested) sleep();
}

}  // namespace trenza::rtl_models
