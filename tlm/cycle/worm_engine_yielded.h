// A cycle of routers for which others decide (tlm/foreign_routers.h): members of WormEngineOf.
//
// The engine keeps the books of these routers as of all others: flits, credits, holders and sources. It asks no
// allocators; what it is told in their place must be what they could have decided.
#pragma once

#include <fmt/core.h>

#include "tlm/cycle/worm_engine_of.h"

namespace trenza::tlm {

template <class Mask>
void WormEngineOf<Mask>::refuse(const ForeignDecision& decision, const char* what, const char* fault) const {
  throw microarch::InvariantViolation(fmt::format("r_{} {} packet {} of input {} output {} VC {} in cycle {}: {}",
                                                  topology_.node_name(decision.router), what, decision.packet,
                                                  decision.input, decision.output, decision.vc, now_, fault));
}

template <class Mask>
void WormEngineOf<Mask>::step_yielded() {
  const ForeignDecisions& decisions = yielded_->foreign.decide(now_);
  for (const Decisions* const list : {&decisions.reservations, &decisions.grants}) {
    for (const ForeignDecision& decision : *list) yielded_->active.add(static_cast<std::uint32_t>(decision.router));
  }
  auto made = decisions.reservations.begin();
  auto crossing = decisions.grants.begin();
  yielded_->active.for_each([&](std::uint32_t router) {
    active_.add(router);
    step_as_decided(router, made, crossing, decisions);
  });
  yielded_->active.clear();
  if (made != decisions.reservations.end()) refuse(*made, "allocates", "routers are not in their order");
  if (crossing != decisions.grants.end()) refuse(*crossing, "grants", "routers are not in their order");
}

/// `made` and `crossing` are at the first decisions that are not taken yet.
template <class Mask>
void WormEngineOf<Mask>::step_as_decided(std::uint32_t router, Decisions::const_iterator& made,
                                         Decisions::const_iterator& crossing, const ForeignDecisions& decisions) {
  const auto of_router = [router](Decisions::const_iterator at, const Decisions& list) {
    return at != list.end() && static_cast<std::uint32_t>(at->router) == router;
  };
  Sets& sets = memory_.sets(router);
  if (sets.heads != 0) start_heads(router, sets);
  bidders_ = 0;
  vcs_.clear();
  certain_.clear();
  if (sets.bidding() != 0) bid(router, sets);
  Mask allocated = 0;
  for (; of_router(made, decisions.reservations); ++made) allocated |= bit(take_allocation(router, sets, *made));
  Mask may_cross = sets.asking();
  if (speculative_) may_cross |= allocated & sets.credited;
  for (; of_router(crossing, decisions.grants); ++crossing) take_crossing(router, sets, may_cross, *crossing);
  speculation_.clear();
  if (looks_) look(router, true);
  for (const auto& pair : certain_) cross(router, sets, pair.input, pair.output);
  sets.active |= sets.later;
  sets.later = 0;
  if (sets.heads != 0 || sets.bidding() != 0 || sets.asking() != 0) return;
  active_.drop(router);
  if (looks_) look_at_rest(router);
}

/// The packet of a decision must be at the front of its input.
template <class Mask>
void WormEngineOf<Mask>::check_front(const ForeignDecision& decision, const char* what) const {
  const auto router = static_cast<std::uint32_t>(decision.router);
  const auto input = static_cast<std::uint32_t>(decision.input);
  if (decision.input < 0 || decision.input >= shape_.inputs()) refuse(decision, what, "there is no such input");
  if (decision.output < 0 || decision.output >= shape_.outputs() || decision.vc < 0 || decision.vc >= shape_.vcs)
    refuse(decision, what, "there is no such output");
  if (!has(memory_.sets(router).occupied, input)) refuse(decision, what, "nothing is stored there");
  if (packets_[packet_of(memory_.front(router, input))].identity != decision.packet)
    refuse(decision, what, "another packet is at the front");
}

/// The input VC that was allocated an output VC.
template <class Mask>
std::uint32_t WormEngineOf<Mask>::take_allocation(std::uint32_t router, Sets& sets, const ForeignDecision& made) {
  const char* const what = "allocates";
  check_front(made, what);
  const auto input = static_cast<std::uint32_t>(made.input);
  const auto output_vc = static_cast<std::uint32_t>(made.output * shape_.vcs + made.vc);
  if (!has(bidders_ & sets.waiting, input)) refuse(made, what, "the head waits for no output VC");
  if (!has(requests_[input], output_vc)) refuse(made, what, "the head does not request it");
  if (!has(sets.free, output_vc)) refuse(made, what, "it is not free");
  vcs_.add(made.input, static_cast<int>(output_vc), 0);
  allocate_vc(router, sets, input, output_vc);
  return input;
}

template <class Mask>
void WormEngineOf<Mask>::take_crossing(std::uint32_t router, const Sets& sets, const Mask& may_cross,
                                       const ForeignDecision& crossing) {
  const char* const what = "grants";
  check_front(crossing, what);
  const auto input = static_cast<std::uint32_t>(crossing.input);
  const std::uint32_t output_vc = memory_.inputs(router)[input].output_vc;
  const bool to_network = crossing.output < shape_.ports;
  if (!has(may_cross, input)) {
    refuse(crossing, what, has(sets.credited, input) ? "it may not use the switch yet" : "its output VC has no credit");
  }
  if (static_cast<int>(port_of(output_vc)) != crossing.output ||
      (to_network && static_cast<int>(output_vc) != crossing.output * shape_.vcs + crossing.vc))
    refuse(crossing, what, "it holds another output VC");
  if (is_tail(memory_.front(router, input)) != crossing.is_tail)
    refuse(crossing, what, "it is not the flit that is at the front");
  const auto& shape = switch_allocation_.allocation().shape();
  for (const auto& pair : certain_) {
    if (static_cast<int>(pair.output) == crossing.output) refuse(crossing, what, "another flit crosses to the output");
    if (shape.row_of(static_cast<int>(pair.input)) == shape.row_of(crossing.input))
      refuse(crossing, what, "another flit uses the input of the crossbar");
  }
  certain_.add(crossing.input, crossing.output, 0);
}

}  // namespace trenza::tlm
