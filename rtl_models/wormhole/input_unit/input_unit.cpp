#include "rtl_models/wormhole/input_unit/input_unit.h"

namespace trenza::rtl_models {

namespace {

std::size_t count(int vcs) { return static_cast<std::size_t>(vcs); }

}  // namespace

InputUnit::InputUnit(const sc_core::sc_module_name& name, int vcs, int depth_flits, InputUnitAccount::Delays delays,
                     bool falls_through)
    : ClockedBlock(name),
      granted("granted", count(vcs)),
      flit("flit", count(vcs)),
      header("header", count(vcs)),
      request("request", count(vcs)),
      route_ports("route_ports", count(vcs)),
      route_vcs("route_vcs", count(vcs)),
      hold("hold", count(vcs)),
      account_(this->name(), vcs, depth_flits, delays),
      falls_through_(falls_through),
      header_held_(count(vcs)),
      request_held_(count(vcs)),
      ports_held_(count(vcs)),
      vcs_held_(count(vcs)),
      hold_held_(count(vcs)) {
  SC_HAS_PROCESS(InputUnit);
  SC_METHOD(return_credits);
  sensitive << pop;
  if (!falls_through) return;
  SC_METHOD(fall_through);
  sensitive << in.valid << in.vc << in.flit << in.header << in_route_ports << in_route_vcs << changed_;
}

void InputUnit::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(in.valid.value_changed_event());
  wake_on(pop.value_changed_event());
}

void InputUnit::clear() {
  account_.clear();
  if (falls_through_) {
    changed_.notify(sc_core::SC_ZERO_TIME);
  } else {
    drive_all();
  }
}

void InputUnit::drive_all() {
  for (std::size_t vc = 0; vc < account_.vcs(); ++vc) drive(vc, account_.show(vc));
}

InputUnitAccount::Entry InputUnit::arriving() const {
  InputUnitAccount::Entry entry{in.flit.read(), 0, {}};
  if (microarch::is_head(entry.flit)) {
    entry.header = in.header.read();
    entry.route = {in_route_ports.read(), in_route_vcs.read()};
  }
  return entry;
}

bool InputUnit::edge() {
  InputUnitAccount::Arrival arrival;
  if (in.valid.read()) arrival = {in.vc.read(), arriving()};
  const std::uint32_t touched = account_.edge(
      in.valid.read() ? &arrival : nullptr, falls_through_, [this](std::size_t vc) { return granted[vc].read(); },
      pop.read());
  if (falls_through_) {
    if (touched != 0) changed_.notify(sc_core::SC_ZERO_TIME);
  } else {
    for (std::uint32_t rest = touched; rest != 0; rest &= rest - 1) {
      const auto vc = static_cast<std::size_t>(__builtin_ctz(rest));
      drive(vc, account_.show(vc));
    }
  }
  return touched != 0 || account_.is_timing() || account_.waiting() != 0;  // allocations wake nobody
}

void InputUnit::fall_through() {
  const bool arrives = in.valid.read();
  for (std::size_t vc = 0; vc < account_.vcs(); ++vc) {
    if (!arrives || vc != in.vc.read()) {
      drive(vc, account_.show(vc));
      continue;
    }
    const InputUnitAccount::Entry entry = arriving();
    drive(vc, account_.show_with(vc, entry));
  }
}

void InputUnit::drive(std::size_t vc, const InputUnitAccount::Front& front) {
  request_held_.write(request, vc, front.request);
  hold_held_.write(hold, vc, front.hold);
  if (front.entry == nullptr) return;
  flit[vc].write(front.entry->flit);
  if (!microarch::is_head(front.entry->flit)) return;
  header_held_.write(header, vc, front.entry->header);
  ports_held_.write(route_ports, vc, front.entry->route.ports);
  vcs_held_.write(route_vcs, vc, front.entry->route.vcs);
}

}  // namespace trenza::rtl_models
