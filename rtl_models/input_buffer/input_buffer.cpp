#include "rtl_models/input_buffer/input_buffer.h"

#include "microarch/flow_control/flow_control.h"

namespace trenza::rtl_models {

using microarch::is_head;
using microarch::is_tail;

InputBuffer::InputBuffer(const sc_core::sc_module_name& name, int vcs, std::uint32_t escape_mask, int depth_flits,
                         int router_delay, bool looks_ahead)
    : ClockedBlock(name),
      flit("flit", static_cast<std::size_t>(vcs)),
      header("header", static_cast<std::size_t>(vcs)),
      request("request", static_cast<std::size_t>(vcs)),
      route("route", static_cast<std::size_t>(vcs)),
      account_(this->name(), vcs, depth_flits, router_delay),
      request_held_(static_cast<std::size_t>(vcs)),
      header_held_(static_cast<std::size_t>(vcs)),
      route_held_(static_cast<std::size_t>(vcs)),
      escape_mask_(escape_mask),
      looks_ahead_(looks_ahead) {
  SC_HAS_PROCESS(InputBuffer);
  SC_METHOD(drive_credit);
  sensitive << pop;
  for (std::size_t vc = 0; vc < account_.vcs(); ++vc) {
    if (((escape_mask >> vc) & 1U) != 0) sensitive << flit[vc];
  }
}

void InputBuffer::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(in.valid.value_changed_event());
  wake_on(pop.value_changed_event());
}

void InputBuffer::drive_credit() {
  std::uint32_t credits = pop.read();
  for (std::uint32_t rest = credits & escape_mask_; rest != 0; rest &= rest - 1) {
    const auto vc = static_cast<std::size_t>(__builtin_ctz(rest));
    if (!microarch::FlowControl::returns_credit(true, is_tail(flit[vc].read()))) credits &= ~(1U << vc);
  }
  show_credit(credits);
}

void InputBuffer::clear() {
  account_.clear();
  show();
}

void InputBuffer::show() {
  for (std::size_t vc = 0; vc < account_.vcs(); ++vc) drive_front(vc);
}

bool InputBuffer::edge() {
  const auto touched = account_.edge(in, pop.read(), [this] { return in_route.read(); });
  if (!touched) return false;
  for (std::uint32_t rest = *touched; rest != 0; rest &= rest - 1)
    drive_front(static_cast<std::size_t>(__builtin_ctz(rest)));
  return true;
}

void InputBuffer::drive_front(std::size_t vc) {
  if (looks_ahead_) return show_both(vc);
  const BufferAccount::Entry* const entry = account_.front(vc);
  if (entry == nullptr) {
    show_nothing(vc);
  } else {
    show_entry(vc, *entry);
  }
}

/// The flit that crosses next, and the first packet that does not cross yet.
void InputBuffer::show_both(std::size_t vc) {
  if (const BufferAccount::Entry* const front = account_.front(vc)) {
    flit[vc].write(front->flit);
    if (is_head(front->flit)) header_held_.write(header, vc, front->header);
  }
  const BufferAccount::Entry* const waiting = account_.first_waiting(vc);
  if (waiting == nullptr || !account_.may_request(vc)) return show_nothing(vc);
  route_held_.write(route, vc, waiting->route);
  request_held_.write(request, vc, make_request(waiting->flit));
}

void InputBuffer::show_entry(std::size_t vc, const BufferAccount::Entry& entry) {
  flit[vc].write(entry.flit);
  if (!is_head(entry.flit)) {
    request_held_.write(request, vc, 0);
    return;
  }
  header_held_.write(header, vc, entry.header);
  route_held_.write(route, vc, entry.route);
  request_held_.write(request, vc, account_.may_request(vc) ? make_request(entry.flit) : 0);
}

}  // namespace trenza::rtl_models
