#include "rtl_models/input_buffer/input_buffer.h"

#include <fmt/core.h>

#include <algorithm>

#include "microarch/fabric.h"
#include "microarch/flow_control/flow_control.h"

namespace trenza::rtl_models {

using microarch::is_head;
using microarch::is_tail;

InputBuffer::InputBuffer(const sc_core::sc_module_name& name, int vcs, std::uint32_t escape_mask, int depth_flits,
                         int router_delay)
    : ClockedBlock(name),
      flit("flit", static_cast<std::size_t>(vcs)),
      header("header", static_cast<std::size_t>(vcs)),
      request("request", static_cast<std::size_t>(vcs)),
      route("route", static_cast<std::size_t>(vcs)),
      request_held_(static_cast<std::size_t>(vcs)),
      header_held_(static_cast<std::size_t>(vcs)),
      route_held_(static_cast<std::size_t>(vcs)),
      vcs_(static_cast<std::size_t>(vcs)),
      escape_mask_(escape_mask),
      delay_line_(static_cast<std::size_t>(router_delay - 1)) {
  for (Vc& vc : vcs_) vc.ring.resize(static_cast<std::size_t>(depth_flits));
  SC_HAS_PROCESS(InputBuffer);
  SC_METHOD(drive_credit);
  sensitive << pop;
  for (std::size_t vc = 0; vc < vcs_.size(); ++vc) {
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
  for (Vc& vc : vcs_) {
    vc.first = 0;
    vc.eligible = vc.tails = vc.expected = 0;
    vc.view = VcView{};
  }
  for (std::uint32_t& delayed : delay_line_) delayed = 0;
  delayed_ = 0;
  for (std::size_t vc = 0; vc < vcs_.size(); ++vc) drive_front(vc);
}

bool InputBuffer::edge() {
  const bool arriving = in.valid.read();
  const std::uint32_t popped = pop.read();
  if (!arriving && popped == 0 && delayed_ == 0) return false;

  std::uint32_t touched = popped;
  for (std::uint32_t rest = popped; rest != 0; rest &= rest - 1)
    drop_front(static_cast<std::uint32_t>(__builtin_ctz(rest)));

  std::uint32_t delay_in = 0;
  if (arriving) {
    const std::uint32_t vc = in.vc.read();
    const FlitWord word = in.flit.read();
    push(vc, word);
    touched |= 1U << vc;
    if (is_head(word)) {
      if (delay_line_.empty()) {
        ++vcs_[vc].eligible;
      } else {
        delay_in = vc + 1;
      }
    }
  }
  if (!delay_line_.empty()) {
    const std::uint32_t ready = delay_line_[next_];
    delay_line_[next_] = delay_in;
    delayed_ += (delay_in != 0 ? 1 : 0) - (ready != 0 ? 1 : 0);
    next_ = next_ + 1 == delay_line_.size() ? 0 : next_ + 1;
    if (ready != 0) {
      ++vcs_[ready - 1].eligible;
      touched |= 1U << (ready - 1);
    }
  }
  for (std::uint32_t rest = touched; rest != 0; rest &= rest - 1)
    show_front(static_cast<std::uint32_t>(__builtin_ctz(rest)));
  return true;
}

void InputBuffer::push(std::uint32_t index, FlitWord word) {
  if (index >= vcs_.size()) violation(index, "a flit for a virtual channel that does not exist");
  Vc& vc = vcs_[index];
  const auto occupancy = static_cast<std::size_t>(vc.view.occupancy);
  if (occupancy == vc.ring.size()) violation(index, "overflow");
  if (is_head(word) != (vc.expected == 0) || microarch::position_of(word) != vc.expected)
    violation(index, "flits out of order");
  vc.expected = is_tail(word) ? 0 : vc.expected + 1;
  std::size_t slot = vc.first + occupancy;
  if (slot >= vc.ring.size()) slot -= vc.ring.size();
  vc.ring[slot].flit = word;
  if (is_head(word)) {
    vc.ring[slot].header = in.header.read();
    vc.ring[slot].route = in_route.read();
  }
  if (is_tail(word)) ++vc.tails;
  ++vc.view.occupancy;
}

void InputBuffer::drop_front(std::uint32_t index) {
  Vc& vc = vcs_[index];
  if (vc.view.occupancy == 0) violation(index, "underflow: a flit crosses that is not there");
  const FlitWord word = vc.ring[vc.first].flit;
  if (is_head(word)) --vc.eligible;
  if (is_tail(word)) --vc.tails;
  vc.view.state = is_tail(word) ? VcState::idle : VcState::active;
  vc.first = vc.first + 1 == vc.ring.size() ? 0 : vc.first + 1;
  --vc.view.occupancy;
}

void InputBuffer::show_front(std::uint32_t index) {
  Vc& vc = vcs_[index];
  if (vc.view.occupancy > 0 && is_head(vc.ring[vc.first].flit)) {
    vc.view.state = vc.eligible > 0 ? VcState::waiting : VcState::routing;
    vc.view.packet = microarch::packet_of(vc.ring[vc.first].flit);
  }
  drive_front(index);
}

void InputBuffer::drive_front(std::size_t index) {
  const Entry* const entry = front(index);
  if (entry == nullptr) {
    show_nothing(index);
  } else {
    show_entry(index, *entry);
  }
}

void InputBuffer::show_entry(std::size_t index, const Entry& entry) {
  flit[index].write(entry.flit);
  if (!is_head(entry.flit)) {
    request_held_.write(request, index, 0);
    return;
  }
  header_held_.write(header, index, entry.header);
  route_held_.write(route, index, entry.route);
  request_held_.write(request, index, vcs_[index].eligible > 0 ? make_request(entry.flit) : 0);
}

InputBuffer::Contents InputBuffer::contents(int index) const {
  const Vc& vc = vcs_[static_cast<std::size_t>(index)];
  Contents contents;
  for (std::uint32_t k = 0; k < vc.view.occupancy; ++k)
    contents.entries.push_back(vc.ring[(vc.first + k) % vc.ring.size()]);
  contents.eligible = vc.eligible;
  for (std::size_t k = 0; k < delay_line_.size(); ++k) {
    if (delay_line_[(next_ + k) % delay_line_.size()] == static_cast<std::uint32_t>(index) + 1)
      contents.delays.push_back(static_cast<int>(k) + 1);
  }
  contents.expected = vc.expected;
  contents.active = vc.view.state == VcState::active;
  contents.packet = vc.view.packet;
  return contents;
}

void InputBuffer::fill(int index, const Contents& contents) {
  const auto at = static_cast<std::uint32_t>(index);
  Vc& vc = vcs_[at];
  if (contents.entries.size() > vc.ring.size()) violation(at, "overflow");
  std::copy(contents.entries.begin(), contents.entries.end(), vc.ring.begin());
  for (const Entry& entry : contents.entries) vc.tails += is_tail(entry.flit) ? 1 : 0;
  vc.eligible = contents.eligible;
  vc.expected = contents.expected;
  vc.view.occupancy = static_cast<std::uint32_t>(contents.entries.size());
  vc.view.state = contents.active ? VcState::active : VcState::idle;
  vc.view.packet = contents.packet;
  for (const int delay : contents.delays) {
    delay_line_[(next_ + static_cast<std::size_t>(delay) - 1) % delay_line_.size()] = at + 1;
    ++delayed_;
  }
  show_front(at);
}

void InputBuffer::violation(std::uint32_t vc, const char* what) const {
  throw microarch::InvariantViolation(
      fmt::format("{}.vc{}: {}, at SystemC time {}", name(), vc, what, sc_core::sc_time_stamp().to_string()));
}

}  // namespace trenza::rtl_models
