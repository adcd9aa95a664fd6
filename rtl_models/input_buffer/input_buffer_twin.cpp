#include "rtl_models/input_buffer/input_buffer_twin.h"

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

InputBufferTwin::InputBufferTwin(const sc_core::sc_module_name& name, int vcs, std::uint32_t escape_mask,
                                 int depth_flits, int router_delay, bool looks_ahead)
    : InputBuffer(name, vcs, escape_mask, depth_flits, router_delay, looks_ahead),
      model_(RtlModule{"input_buffer", {}}
                 .with("VCS", vcs)
                 .with("DEPTH", depth_flits)
                 .with("ROUTER_DELAY", router_delay)
                 .with("ESCAPE_MASK", static_cast<long>(escape_mask))
                 .with("LOOKAHEAD", looks_ahead ? 1 : 0)),
      in_valid_(model_.port("in_valid", 1)),
      in_vc_(model_.port("in_vc", kHalfWordBits)),
      in_flit_(model_.port("in_flit", kWordBits)),
      in_header_(model_.port("in_header", kWordBits)),
      in_route_(model_.port("in_route", kWordBits)),
      pop_(model_.port("pop", kHalfWordBits)),
      flit_(model_.port("flit", vector_bits<std::uint64_t>(flit))),
      header_(model_.port("header", vector_bits<std::uint64_t>(flit))),
      request_(model_.port("request", vector_bits<std::uint64_t>(flit))),
      route_(model_.port("route", vector_bits<std::uint64_t>(flit))),
      credit_(model_.port("credit", kHalfWordBits)) {}

bool InputBufferTwin::edge() {
  in_valid_.set(in.valid.read());
  in_vc_.set(in.vc.read());
  in_flit_.set(in.flit.read());
  in_header_.set(in.header.read());
  in_route_.set(in_route.read());
  pop_.set(pop.read());
  model_.tick();
  // Nothing arrives or leaves before the next edge.
  in_valid_.set(false);
  pop_.set(std::uint32_t{0});
  return InputBuffer::edge();
}

void InputBufferTwin::clear() {
  model_.reset();
  InputBuffer::clear();
}

void InputBufferTwin::drive_credit() {
  pop_.set(pop.read());
  model_.eval();
  credit.write(credit_.get<std::uint32_t>());
}

void InputBufferTwin::drive_front(std::size_t vc) {
  flit[vc].write(flit_.get<FlitWord>(vc));
  header[vc].write(header_.get<HeaderWord>(vc));
  route[vc].write(route_.get<RouteWord>(vc));
  request[vc].write(request_.get<RequestWord>(vc));
}

}  // namespace trenza::rtl_models
