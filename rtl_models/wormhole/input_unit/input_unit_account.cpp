#include "rtl_models/wormhole/input_unit/input_unit_account.h"

#include <fmt/core.h>

#include <systemc>
#include <utility>

#include "microarch/fabric.h"

namespace trenza::rtl_models {

namespace {

constexpr std::uint32_t bit(std::size_t vc) { return std::uint32_t{1} << vc; }

}  // namespace

InputUnitAccount::InputUnitAccount(std::string name, int vcs, int depth_flits, Delays delays)
    : name_(std::move(name)),
      delays_(delays),
      vcs_(static_cast<std::size_t>(vcs)),
      views_(static_cast<std::size_t>(vcs)) {
  for (Vc& vc : vcs_) vc.ring.resize(static_cast<std::size_t>(depth_flits));
}

const InputUnitAccount::Entry& InputUnitAccount::entry(int vc, int k) const {
  const Vc& of = vcs_[static_cast<std::size_t>(vc)];
  return of.ring[(of.first + static_cast<std::size_t>(k)) % of.ring.size()];
}

void InputUnitAccount::clear() {
  for (Vc& vc : vcs_) static_cast<Registers&>(vc) = Registers{};
  waiting_ = timing_ = 0;
}

/// A head that has come to the front of an idle VC begins its route computation.
void InputUnitAccount::begin(Registers& vc) const {
  if (vc.state != VcState::idle || vc.occupancy == 0) return;
  vc.state = delays_.routing == 0 ? VcState::waiting : VcState::routing;
  vc.timer = delays_.routing;
}

/// Brings the sets of VCs up to date.
void InputUnitAccount::mark(std::size_t vc) {
  const Vc& of = vcs_[vc];
  const auto put = [&](std::uint32_t& set, bool is_in) { set = (set & ~bit(vc)) | (is_in ? bit(vc) : 0); };
  put(waiting_, of.state == VcState::waiting);
  put(timing_, of.timer > 0);
}

std::uint32_t InputUnitAccount::arrive(std::uint32_t at, const Entry& entry) {
  if (at >= vcs_.size()) violation(at, "a flit for a virtual channel that does not exist");
  Vc& vc = vcs_[at];
  if (vc.occupancy == vc.ring.size()) violation(at, "overflow");
  if (microarch::position_of(entry.flit) != vc.expected || microarch::is_head(entry.flit) != (vc.expected == 0))
    violation(at, "flits out of order");
  vc.expected = microarch::is_tail(entry.flit) ? 0 : vc.expected + 1;
  std::size_t slot = vc.first + vc.occupancy;
  if (slot >= vc.ring.size()) slot -= vc.ring.size();
  vc.ring[slot] = entry;
  ++vc.occupancy;
  begin(vc);
  mark(at);
  return bit(at);
}

std::uint32_t InputUnitAccount::allocate(std::size_t at, LaneWord lane) {
  Vc& vc = vcs_[at];
  if (vc.state != VcState::waiting) violation(at, "an output VC for a head that does not wait");
  vc.state = VcState::active;
  vc.timer = delays_.step;
  vc.lane = lane;
  mark(at);
  return bit(at);
}

std::uint32_t InputUnitAccount::pop(std::uint32_t popped) {
  for (std::uint32_t rest = popped; rest != 0; rest &= rest - 1) {
    const auto at = static_cast<std::size_t>(__builtin_ctz(rest));
    Vc& vc = vcs_[at];
    if (vc.occupancy == 0) violation(at, "underflow: a flit crosses that is not there");
    if (vc.state != VcState::active) violation(at, "a flit crosses without an output VC");
    const bool tail = microarch::is_tail(vc.ring[vc.first].flit);
    vc.first = vc.first + 1 == vc.ring.size() ? 0 : vc.first + 1;
    --vc.occupancy;
    if (!tail) continue;
    vc.state = VcState::idle;
    vc.timer = 0;
    vc.lane = 0;
    mark(at);
  }
  return popped;
}

std::uint32_t InputUnitAccount::end_cycle() {
  std::uint32_t changed = 0;
  for (std::size_t at = 0; at < vcs_.size(); ++at) {
    Vc& vc = vcs_[at];
    vc.standing = Standing::nothing;
    if (vc.occupancy > 0 && vc.state == VcState::waiting) vc.standing = Standing::waiting;
    if (vc.occupancy > 0 && vc.state == VcState::active) vc.standing = Standing::holding;
    if (vc.timer > 0 && --vc.timer == 0) {
      if (vc.state == VcState::routing) vc.state = VcState::waiting;
      changed |= bit(at);
    }
    if (vc.state == VcState::idle && vc.occupancy > 0) {
      begin(vc);
      changed |= bit(at);
    }
    mark(at);
  }
  return changed;
}

InputUnitAccount::Front InputUnitAccount::front_of(const Registers& vc, const Entry* entry) {
  Front front;
  front.entry = entry;
  if (entry == nullptr) return front;
  if (vc.state == VcState::waiting) front.request = make_request(entry->flit);
  if (vc.state == VcState::active && vc.timer == 0) front.hold = vc.lane;
  return front;
}

void InputUnitAccount::note(std::size_t at, const Registers& vc, const Entry* entry) {
  VcView& view = views_[at];
  view.state = vc.state;
  view.occupancy = static_cast<std::uint32_t>(vc.occupancy);
  if (entry != nullptr) view.packet = microarch::packet_of(entry->flit);
  if (vc.lane == 0) return;
  view.output = static_cast<std::uint32_t>(lane_output_vc(vc.lane)) / static_cast<std::uint32_t>(vcs_.size());
  view.output_vc = static_cast<std::uint32_t>(lane_output_vc(vc.lane)) % static_cast<std::uint32_t>(vcs_.size());
}

InputUnitAccount::Front InputUnitAccount::show(std::size_t at) {
  const Vc& vc = vcs_[at];
  const Entry* const entry = vc.occupancy == 0 ? nullptr : &vc.ring[vc.first];
  note(at, vc, entry);
  return front_of(vc, entry);
}

InputUnitAccount::Front InputUnitAccount::show_with(std::size_t at, const Entry& arriving) {
  const Vc& vc = vcs_[at];
  const Entry* const entry = vc.occupancy == 0 ? &arriving : &vc.ring[vc.first];
  Registers registers = vc;
  ++registers.occupancy;
  begin(registers);
  note(at, registers, entry);
  return front_of(registers, entry);
}

void InputUnitAccount::violation(std::size_t vc, const char* what) const {
  throw microarch::InvariantViolation(
      fmt::format("{}.vc{}: {}, at SystemC time {}", name_, vc, what, sc_core::sc_time_stamp().to_string()));
}

}  // namespace trenza::rtl_models
