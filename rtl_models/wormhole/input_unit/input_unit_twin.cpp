#include "rtl_models/wormhole/input_unit/input_unit_twin.h"

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

InputUnitTwin::InputUnitTwin(const sc_core::sc_module_name& name, int vcs, int depth_flits,
                             InputUnitAccount::Delays delays, bool falls_through)
    : InputUnit(name, vcs, depth_flits, delays, falls_through),
      falls_through_(falls_through),
      model_(RtlModule{"input_unit", {}}
                 .with("VCS", vcs)
                 .with("DEPTH", depth_flits)
                 .with("ROUTING_DELAY", delays.routing)
                 .with("STEP_DELAY", delays.step)
                 .with("FALLS_THROUGH", falls_through ? 1 : 0)),
      in_valid_(model_.port("in_valid", 1)),
      in_vc_(model_.port("in_vc", kHalfWordBits)),
      in_flit_(model_.port("in_flit", kWordBits)),
      in_header_(model_.port("in_header", kWordBits)),
      in_route_ports_(model_.port("in_route_ports", kWordBits)),
      in_route_vcs_(model_.port("in_route_vcs", kWordBits)),
      granted_(model_.port("granted", vector_bits<std::uint32_t>(granted))),
      pop_(model_.port("pop", kHalfWordBits)),
      flit_(model_.port("flit", vector_bits<std::uint64_t>(flit))),
      header_(model_.port("header", vector_bits<std::uint64_t>(header))),
      request_(model_.port("request", vector_bits<std::uint64_t>(request))),
      route_ports_(model_.port("route_ports", vector_bits<std::uint64_t>(route_ports))),
      route_vcs_(model_.port("route_vcs", vector_bits<std::uint64_t>(route_vcs))),
      hold_(model_.port("hold", vector_bits<std::uint32_t>(hold))),
      credit_(model_.port("credit", kHalfWordBits)) {}

void InputUnitTwin::set_link() {
  in_valid_.set(in.valid.read());
  in_vc_.set(in.vc.read());
  in_flit_.set(in.flit.read());
  in_header_.set(in.header.read());
  in_route_ports_.set(in_route_ports.read());
  in_route_vcs_.set(in_route_vcs.read());
}

bool InputUnitTwin::edge() {
  set_link();
  for (std::size_t vc = 0; vc < granted.size(); ++vc) granted_.set(granted[vc].read(), vc);
  pop_.set(pop.read());
  model_.tick();
  // Nothing arrives or leaves before the next edge.
  in_valid_.set(false);
  pop_.set(std::uint32_t{0});
  model_.eval();
  const bool busy = InputUnit::edge();
  if (!falls_through_) drive_all();  // also what has changed though it should not
  return busy;
}

void InputUnitTwin::clear() {
  in_valid_.set(false);
  model_.reset();
  InputUnit::clear();
}

void InputUnitTwin::return_credits() {
  pop_.set(pop.read());
  model_.eval();
  credit.write(credit_.get<std::uint32_t>());
}

void InputUnitTwin::fall_through() {
  set_link();
  model_.eval();
  InputUnit::fall_through();
}

void InputUnitTwin::drive(std::size_t vc, const InputUnitAccount::Front& front) {
  request[vc].write(request_.get<RequestWord>(vc));
  hold[vc].write(hold_.get<LaneWord>(vc));
  if (front.entry == nullptr) return;
  flit[vc].write(flit_.get<FlitWord>(vc));
  if (!microarch::is_head(front.entry->flit)) return;
  header[vc].write(header_.get<HeaderWord>(vc));
  route_ports[vc].write(route_ports_.get<std::uint64_t>(vc));
  route_vcs[vc].write(route_vcs_.get<std::uint64_t>(vc));
}

}  // namespace trenza::rtl_models
