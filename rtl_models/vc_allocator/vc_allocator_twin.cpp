#include "rtl_models/vc_allocator/vc_allocator_twin.h"

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

namespace {

RtlModule vc_allocator_module(const microarch::SelectionShape& shape, int inputs) {
  const int injectors = (inputs - shape.ports * shape.vcs()) / shape.message_classes;
  return RtlModule{"vc_allocator", {}}
      .with("PORTS", shape.ports)
      .with("CLASSES", shape.message_classes)
      .with("ESCAPE_VCS", shape.escape_vcs)
      .with("CLASS_VCS", shape.class_vcs)
      .with("INJECTORS", injectors)
      .with("EJECTORS", shape.ejectors)
      .with("SELECTION", shape.policy.name())
      .with("ESCAPE_LAST_RESORT", shape.escape_last_resort ? 1 : 0);
}

}  // namespace

VcAllocatorTwin::VcAllocatorTwin(const sc_core::sc_module_name& name, const microarch::SelectionShape& shape,
                                 const std::vector<int>& input_class, int router, std::uint64_t seed)
    : VcAllocator(name, shape, input_class, router, seed),
      model_(vc_allocator_module(shape, static_cast<int>(input_class.size()))),
      request_(model_.port("request", vector_bits<std::uint64_t>(request))),
      route_(model_.port("route", vector_bits<std::uint64_t>(route))),
      credits_(model_.port("credits", vector_bits<std::uint32_t>(credits))),
      admitted_(model_.port("admitted", vector_bits<std::uint64_t>(admitted))),
      output_free_(model_.port("output_free", kWordBits)),
      port_busy_(model_.port("port_busy", kHalfWordBits)),
      draw_(model_.port("draw", vector_bits<std::uint16_t>(request))),
      pick_(model_.port("pick", vector_bits<std::uint64_t>(pick))) {}

void VcAllocatorTwin::allocate() {
  bool requested = false;
  for (std::size_t i = 0; i < request.size(); ++i) {
    const RequestWord asked = request[i].read();
    request_.set(asked, i);
    if (asked == 0) continue;
    requested = true;
    route_.set(route[i].read(), i);
    draw_.set(draw(i), i);
  }
  if (requested) {
    for (std::size_t k = 0; k < credits.size(); ++k) credits_.set(credits[k].read(), k);
    for (std::size_t k = 0; k < admitted.size(); ++k) admitted_.set(admitted[k].read(), k);
    output_free_.set(output_free.read());
    port_busy_.set(port_busy.read());
    model_.eval();
  }
  for (std::size_t i = 0; i < request.size(); ++i) drive(i, requested ? pick_.get<PickWord>(i) : 0);
  if (!requested) sleep();
}

}  // namespace trenza::rtl_models
