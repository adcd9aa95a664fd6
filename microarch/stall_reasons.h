// Why a packet does not move (docs/microarchitecture.md, section 16): one reason for each input and each output in each
// cycle, the same in every view.
#pragma once

#include <cstdint>

#include "microarch/allocators/matching.h"
#include "microarch/candidates.h"
#include "microarch/request_mask.h"
#include "microarch/stall_reason.h"

namespace trenza::microarch {

/// What a lane has for a header.
enum class LaneState : std::uint8_t { enough, bubble, too_few };

/// The outputs of the candidates of a header in a cycle, by what their lanes have for it. An output can be in several.
struct Demand {
  OutputMask wanted = 0;
  OutputMask enough = 0;  ///< with the credits that it needs
  OutputMask bubble = 0;  ///< refused by the bubble alone
  bool arrived = false;   ///< at its destination: the outputs are ejection ports

  /// Why it is not granted anything, if none of the `enough` is free.
  StallReason reason() const {
    if (arrived) return StallReason::eject_busy;
    if (enough != 0) return StallReason::link_busy;
    return bubble != 0 ? StallReason::bubble : StallReason::no_credit;
  }
  /// Why a packet has no output VC.
  StallReason reason_without_vc() const { return enough != 0 ? StallReason::lost_vc : reason(); }
};

/// All ejection ports.
inline OutputMask all_ejectors(const SelectionShape& shape) { return low_bits(shape.ejectors) << shape.ports; }

/// The demand of a header. lane(port, vc, escape): the LaneState of a lane. Of other outputs than those `among` nothing
/// has to be known.
template <class Offer, class Lane>
Demand demand_of(const SelectionShape& shape, const Offer& offer, int first_vc, const Lane& lane,
                 OutputMask among = ~OutputMask{0}) {
  Demand demand;
  demand.arrived = offer.arrived;
  if (offer.arrived) {
    demand.wanted = demand.enough = all_ejectors(shape);
    return demand;
  }
  const auto visit = [&](int port, int vc, auto escape) {
    const OutputMask output = OutputMask{1} << port;
    if ((demand.enough & output) != 0) return true;
    const LaneState state = lane(port, vc, escape);
    demand.wanted |= output;
    if (state == LaneState::enough) demand.enough |= output;
    if (state == LaneState::bubble) demand.bubble |= output;
    return state == LaneState::enough;
  };
  if (shape.escape_last_resort) {  // it depends on the credits of all
    for_each_candidate(shape, offer, first_vc, visit);
  } else {
    for (const topologies::Tier& tier : offer.tiers)
      for_each_lane(shape, tier, static_cast<std::uint32_t>(among & ~demand.enough), first_vc, visit);
  }
  return demand;
}

/// The outputs that a packet waits for which has reserved one, or all ejection ports.
inline OutputMask reserved_outputs(const SelectionShape& shape, const Pick& reserved) {
  return reserved ? OutputMask{1} << reserved.output : all_ejectors(shape);
}
/// Its demand.
inline Demand demand_of_reservation(const SelectionShape& shape, const Pick& reserved) {
  const OutputMask outputs = reserved_outputs(shape, reserved);
  return {outputs, outputs, 0, !reserved};
}

/// The outputs that a header offers, whatever its lanes have: of one that cannot request yet.
template <class Offer>
OutputMask offered_outputs(const SelectionShape& shape, const Offer& offer) {
  if (offer.arrived) return all_ejectors(shape);
  OutputMask outputs = 0;
  for (const topologies::Tier& tier : offer.tiers) outputs |= has_lanes(shape, tier) ? OutputMask{tier.ports} : 0;
  return outputs;
}

/// The packets at the inputs of a router in one cycle. It must be told of those that did not begin to cross before, and
/// of the grants.
class StallCycle {
 public:
  /// `free`: the outputs to which no packet of an earlier grant crosses.
  explicit StallCycle(OutputMask free) : free_(free) {}

  /// A packet that cannot request, and the outputs that it offers.
  void add_blocked(OutputMask offered) { blocked_ |= offered; }
  /// A packet that requests.
  void add_waiting(int input, const Demand& demand) {
    wanted_ |= demand.wanted;
    bubble_ |= demand.bubble;
    const OutputMask grantable = demand.enough & free_;
    if (grantable == 0) return;
    grantable_ |= grantable;
    grantable_of_[static_cast<std::size_t>(input)] = grantable;
    asking_ |= RequestMask{1} << input;
  }
  /// A packet that bids for an output VC, and makes no reservation in this cycle.
  void add_bidder(const Demand& demand) {
    wanted_ |= demand.wanted;
    bubble_ |= demand.bubble;
    grantable_ |= demand.enough & free_;
  }
  void add_grant(const AllocatorShape& shape, int input, int output) {
    granted_ |= OutputMask{1} << output;
    if (input < shape.network_inputs()) to_transit_ |= OutputMask{1} << output;
    rows_ |= RequestMask{1} << shape.row_of(input);
    asking_ &= ~(RequestMask{1} << input);
  }

  /// Inputs that could be granted something, and were not.
  RequestMask losers() const { return asking_; }
  /// Why a loser was granted nothing.
  StallReason why_lost(const AllocatorShape& shape, int input) const {
    if ((rows_ >> shape.row_of(input) & 1U) != 0) return StallReason::lost_input;
    const OutputMask grantable = grantable_of_[static_cast<std::size_t>(input)];
    if ((grantable & ~granted_) != 0) return StallReason::lost_match;
    if (input >= shape.network_inputs() && (grantable & ~to_transit_) == 0) return StallReason::masked;
    return StallReason::lost_output;
  }
  /// What a free output does.
  OutputUse use_of(int output) const {
    const auto is_in = [output](OutputMask outputs) { return (outputs >> output & 1U) != 0; };
    if (is_in(granted_)) return OutputUse::moving;
    if (is_in(grantable_)) return OutputUse::not_chosen;
    if (is_in(bubble_)) return OutputUse::bubble;
    if (is_in(wanted_)) return OutputUse::no_credit;
    return is_in(blocked_) ? OutputUse::blocked_input : OutputUse::no_demand;
  }
  OutputMask granted() const { return granted_; }
  /// Outputs that a packet wants.
  OutputMask demanded() const { return wanted_ | blocked_; }

 private:
  OutputMask free_;
  OutputMask wanted_ = 0;
  OutputMask bubble_ = 0;
  OutputMask grantable_ = 0;
  OutputMask blocked_ = 0;
  OutputMask granted_ = 0;
  OutputMask to_transit_ = 0;  ///< of granted_, those of packets in transit
  RequestMask rows_ = 0;       ///< granted
  RequestMask asking_ = 0;     ///< inputs with an entry in grantable_of_ that were granted nothing
  std::array<OutputMask, kMaxInputs> grantable_of_;
};

}  // namespace trenza::microarch
