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
      sequence_(microarch::DrawSequence::instance()),
      pick_held_(input_class.size()) {
  for (std::size_t i = 0; i < input_class.size(); ++i) {
    inputs_.push_back({microarch::draw_phase(seed, microarch::DrawPurpose::selection, router, static_cast<int>(i)),
                       input_class[i] * shape.class_vcs, input_class[i] * (shape.escape_vcs - shape.class_vcs)});
  }
  SC_HAS_PROCESS(VcAllocator);
  SC_METHOD(allocate);
  sensitive << cycle << output_free << port_busy;
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
  const std::uint32_t busy = port_busy.read();
  const std::uint32_t offset = microarch::DrawSequence::offset(cycle.read());
  const int vcs = shape_.vcs();
  const auto credits_of = [&](int port, int vc) {
    return static_cast<int>(credits[static_cast<std::size_t>(port * vcs + vc)].read());
  };
  const int escape_vcs = shape_.message_classes * shape_.escape_vcs;
  const int network_inputs = shape_.ports * vcs;
  for (std::size_t i = 0; i < request.size(); ++i) {
    const RequestWord asked = request[i].read();
    if (asked == 0) {
      pick_held_.write(pick, i, 0);
      continue;
    }
    requested = true;
    const int input = static_cast<int>(i);
    const Input& of_input = inputs_[i];
    microarch::Pick chosen;
    if (busy == 0 || input >= network_inputs || ((busy >> (input / vcs)) & 1U) == 0) {
      const int flits = request_flits(asked);
      chosen = microarch::pick_output(
          shape_, unpack_route(route[i].read()), input, free,
          [&](int port, int vc, auto escape) {
            if (!escape) return credits_of(port, vc) - flits;
            const int place = port * escape_vcs + vc + of_input.admitted_offset;
            return ((admitted[static_cast<std::size_t>(place)].read() >> i) & 1U) != 0 ? 0 : -1;
          },
          sequence_.at(offset, of_input.phase), of_input.first_vc);
    }
    pick_held_.write(pick, i, chosen ? make_pick(asked, chosen.output, chosen.vc) : 0);
  }
  if (!requested) sleep();
}

}  // namespace trenza::rtl_models
