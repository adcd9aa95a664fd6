#include "rtl_models/input_buffer/buffer_account.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "microarch/fabric.h"

namespace trenza::rtl_models {

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
