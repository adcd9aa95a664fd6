#include "rtl_models/input_buffer/buffer_account.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "microarch/fabric.h"

namespace trenza::rtl_models {

using microarch::is_head;
using microarch::is_tail;

BufferAccount::BufferAccount(std::string name, int vcs, int depth_flits, int router_delay)
    : name_(std::move(name)),
      vcs_(static_cast<std::size_t>(vcs)),
      delay_line_(static_cast<std::size_t>(router_delay - 1)) {
  for (Vc& vc : vcs_) vc.ring.resize(static_cast<std::size_t>(depth_flits));
}

void BufferAccount::clear() {
  for (Vc& vc : vcs_) {
    vc.first = 0;
    vc.eligible = vc.tails = vc.expected = 0;
    vc.view = VcView{};
  }
  for (std::uint32_t& delayed : delay_line_) delayed = 0;
  delayed_ = 0;
}

std::uint32_t BufferAccount::step(std::uint32_t popped, std::uint32_t arriving_vc, const Entry* arriving) {
  std::uint32_t touched = popped;
  for (std::uint32_t rest = popped; rest != 0; rest &= rest - 1)
    drop_front(static_cast<std::uint32_t>(__builtin_ctz(rest)));

  std::uint32_t delay_in = 0;
  if (arriving != nullptr) {
    push(arriving_vc, *arriving);
    touched |= 1U << arriving_vc;
    if (is_head(arriving->flit)) {
      if (delay_line_.empty()) {
        ++vcs_[arriving_vc].eligible;
      } else {
        delay_in = arriving_vc + 1;
      }
    }
  }
  if (!delay_line_.empty()) touched |= delay(delay_in);
  for (std::uint32_t rest = touched; rest != 0; rest &= rest - 1)
    note_front(static_cast<std::uint32_t>(__builtin_ctz(rest)));
  return touched;
}

/// Moves the delay line on. Returns the VC of a header whose router delay is over now.
std::uint32_t BufferAccount::delay(std::uint32_t in) {
  const std::uint32_t ready = delay_line_[next_];
  delay_line_[next_] = in;
  delayed_ += (in != 0 ? 1 : 0) - (ready != 0 ? 1 : 0);
  next_ = next_ + 1 == delay_line_.size() ? 0 : next_ + 1;
  if (ready == 0) return 0;
  ++vcs_[ready - 1].eligible;
  return 1U << (ready - 1);
}

void BufferAccount::push(std::uint32_t index, const Entry& entry) {
  if (index >= vcs_.size()) violation(index, "a flit for a virtual channel that does not exist");
  Vc& vc = vcs_[index];
  const auto occupancy = static_cast<std::size_t>(vc.view.occupancy);
  if (occupancy == vc.ring.size()) violation(index, "overflow");
  if (is_head(entry.flit) != (vc.expected == 0) || microarch::position_of(entry.flit) != vc.expected)
    violation(index, "flits out of order");
  vc.expected = is_tail(entry.flit) ? 0 : vc.expected + 1;
  std::size_t slot = vc.first + occupancy;
  if (slot >= vc.ring.size()) slot -= vc.ring.size();
  vc.ring[slot] = entry;
  if (is_tail(entry.flit)) ++vc.tails;
  ++vc.view.occupancy;
}

void BufferAccount::drop_front(std::uint32_t index) {
  Vc& vc = vcs_[index];
  if (vc.view.occupancy == 0) violation(index, "underflow: a flit crosses that is not there");
  const FlitWord word = vc.ring[vc.first].flit;
  if (is_head(word)) --vc.eligible;
  if (is_tail(word)) --vc.tails;
  vc.view.state = is_tail(word) ? VcState::idle : VcState::active;
  vc.first = vc.first + 1 == vc.ring.size() ? 0 : vc.first + 1;
  --vc.view.occupancy;
}

void BufferAccount::note_front(std::uint32_t index) {
  Vc& vc = vcs_[index];
  const Entry* const entry = front(index);
  if (entry == nullptr || !is_head(entry->flit)) return;
  vc.view.state = vc.eligible > 0 ? VcState::waiting : VcState::routing;
  vc.view.packet = microarch::packet_of(entry->flit);
}

BufferAccount::Contents BufferAccount::contents(int index) const {
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

void BufferAccount::fill(int index, const Contents& contents) {
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
  note_front(at);
}

void BufferAccount::violation(std::uint32_t vc, const char* what) const {
  throw microarch::InvariantViolation(
      fmt::format("{}.vc{}: {}, at SystemC time {}", name_, vc, what, sc_core::sc_time_stamp().to_string()));
}

}  // namespace trenza::rtl_models
