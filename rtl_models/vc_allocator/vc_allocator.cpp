#include "rtl_models/vc_allocator/vc_allocator.h"

namespace trenza::rtl_models {

VcAllocator::VcAllocator(const sc_core::sc_module_name& name, const microarch::SelectionShape& shape,
                         const std::vector<int>& input_class, int router, std::uint64_t seed)
    : sc_core::sc_module(name),
      request("request", input_class.size()),
      route("route", input_class.size()),
      credits("credits", static_cast<std::size_t>(shape.ports * shape.vcs())),
      admitted("admitted", static_cast<std::size_t>(shape.ports * shape.message_classes * shape.escape_vcs)),
      pick("pick", input_class.size()),
      shape_(shape),
      vcs_(shape.vcs()),
      escapes_(shape.message_classes * shape.escape_vcs),
      sequence_(microarch::DrawSequence::instance()),
      pick_held_(input_class.size()) {
  for (std::size_t i = 0; i < input_class.size(); ++i) {
    inputs_.push_back({microarch::draw_phase(seed, microarch::DrawPurpose::selection, router, static_cast<int>(i)),
                       input_class[i] * shape.class_vcs, input_class[i] * (shape.escape_vcs - shape.class_vcs)});
  }
  SC_HAS_PROCESS(VcAllocator);
  SC_METHOD(allocate);
  sensitive << cycle << output_free << input_busy;
  for (auto& port : request) sensitive << port;
  for (auto& port : route) sensitive << port;
  for (auto& port : credits) sensitive << port;
  for (auto& port : admitted) sensitive << port;
}

void VcAllocator::end_of_elaboration() {
  for (auto& port : request) any_request_ |= port.value_changed_event();
}

void VcAllocator::allocate() {
  bool requested = false;
  const microarch::OutputMask free = output_free.read();
  const std::uint32_t offset = microarch::DrawSequence::offset(cycle.read());
  for (std::size_t i = 0; i < request.size(); ++i) {
    const RequestWord asked = request[i].read();
    if (asked == 0) {
      drive(i, 0);
      continue;
    }
    requested = true;
    microarch::Pick chosen;
    if (!is_busy(i)) {
      chosen =
          microarch::pick_output(shape_, offer_of(route[i].read()), static_cast<int>(i), free, surplus_of(i, asked),
                                 sequence_.at(offset, inputs_[i].phase), inputs_[i].first_vc);
    }
    drive(i, chosen ? make_pick(asked, chosen.output, chosen.vc) : 0);
  }
  if (!requested) sleep();
}

}  // namespace trenza::rtl_models
