// What the places of a flit-level router do in a cycle, for counts of stalls and observers: members of WormEngineOf.
#pragma once

#include "tlm/cycle/worm_engine_of.h"

namespace trenza::tlm {

/// An input VC after the allocations of this cycle; `allocated`: those that got an output VC in it, `granted`: those of
/// which a flit crosses.
template <class Mask>
microarch::WormFront WormEngineOf<Mask>::front_of(std::uint32_t router, std::uint32_t input, const Mask& allocated,
                                                  const Mask& granted) const {
  const Sets& sets = memory_.sets(router);
  const WormInput<Mask>& vc = memory_.inputs(router)[input];
  microarch::WormFront front;
  front.occupied = has(sets.occupied, input);
  front.crosses = has(granted, input);
  if (has(sets.waiting, input)) {
    const Mask wanted = vc.tiers[0] | vc.tiers[1];
    front.waits = true;
    front.arrived = lowest(wanted) >= network_inputs();
    front.requests = has(bidders_, input);
    for (Mask rest = wanted; rest != 0; drop_lowest(rest))
      microarch::set_bit(front.wanted, static_cast<int>(port_of(lowest(rest))));
  } else if (has(sets.active | sets.fresh, input)) {
    front.output = static_cast<int>(port_of(vc.output_vc));
    front.has_credit = has(sets.credited, input);
    front.may_cross = has(sets.active, input);
    front.speculates = speculative_ && has(allocated, input);
  }
  return front;
}

/// Finds what all places of a router do in this cycle.
template <class Mask>
void WormEngineOf<Mask>::judge(std::uint32_t router, const Mask& allocated, const Mask& granted) {
  const auto inputs = static_cast<std::uint32_t>(shape_.inputs());
  for (std::uint32_t input = 0; input < inputs; ++input)
    seen_.inputs[input] = stall_cycle_.add(static_cast<int>(input), front_of(router, input, allocated, granted));
  for (int output = 0; output < shape_.outputs(); ++output)
    seen_.outputs[microarch::index(output)] = stall_cycle_.use_of(output);
}

/// After the allocations of a cycle, before flits cross. `switches`: whether there was a switch allocation.
template <class Mask>
void WormEngineOf<Mask>::look(std::uint32_t router, bool switches) {
  Mask allocated = 0;
  Mask granted = 0;
  for (const auto& pair : vcs_) allocated |= bit(pair.input);
  stall_cycle_.clear();
  const auto add = [&](const auto& pair) {
    granted |= bit(pair.input);
    stall_cycle_.add_grant(static_cast<int>(pair.input), static_cast<int>(pair.output));
  };
  if (switches) {
    for (const auto& pair : certain_) add(pair);
    for (const auto& pair : speculation_) add(pair);
  }
  judge(router, allocated, granted);
  if (stalls_) stalls_->note(router, now_, seen_);
  if (on_inputs_.tell && on_inputs_.wants(static_cast<topologies::NodeId>(router))) tell_inputs(router, allocated);
}

/// A router will not be looked at until something happens to it.
template <class Mask>
void WormEngineOf<Mask>::look_at_rest(std::uint32_t router) {
  if (!stalls_) return;
  bidders_ = 0;
  stall_cycle_.clear();
  judge(router, Mask(0), Mask(0));
  stalls_->rest(router, seen_);
}

template <class Mask>
void WormEngineOf<Mask>::tell_inputs(std::uint32_t router, const Mask& allocated) const {
  std::vector<microarch::InputCycle> cycles;
  const Sets& sets = memory_.sets(router);
  for (std::uint32_t input = 0; input < seen_.inputs.size(); ++input) {
    if (seen_.inputs[input] == microarch::StallReason::empty) continue;
    const WormInput<Mask>& vc = memory_.inputs(router)[input];
    const microarch::WormFront front = front_of(router, input, allocated, Mask(0));
    const PacketRecord& packet =
        packets_.record(has(sets.occupied, input) ? packet_of(memory_.front(router, input)) : vc.open);
    microarch::InputCycle cycle;
    cycle.input = static_cast<int>(input);
    cycle.reason = seen_.inputs[input];
    cycle.source = packet.source;
    cycle.number = packet.number;
    cycle.entered = packet.entered;
    cycle.output = front.output;
    if (front.output >= 0) cycle.vc = static_cast<int>(vc.output_vc) % shape_.vcs;
    cycle.allocated = has(allocated, input);
    cycle.wanted = front.wanted;
    cycles.push_back(cycle);
  }
  on_inputs_.tell(now_, static_cast<topologies::NodeId>(router), cycles);
}

/// Lets the observer of inputs learn of routers that have nothing to do.
template <class Mask>
void WormEngineOf<Mask>::wake_observed() {
  for (std::uint32_t router = 0; router < memory_.routers(); ++router) {
    if (on_inputs_.wants(static_cast<topologies::NodeId>(router))) active_.add(router);
  }
}

}  // namespace trenza::tlm
