// Why input VCs and outputs of a flit-level router do nothing (docs/microarchitecture-flit.md, section 11): one reason
// for each in each cycle. Every view asks this file.
#pragma once

#include <array>

#include "microarch/stall_reasons.h"
#include "microarch/wide_mask.h"
#include "microarch/wormhole/worm_switch_allocation.h"

namespace trenza::microarch {

/// The reasons of this machine, and the uses of its outputs, as documents list them.
inline constexpr std::array kWormStallReasons{
    StallReason::empty,      StallReason::moving,      StallReason::starved,
    StallReason::pipeline,   StallReason::eject_busy,  StallReason::no_vc,
    StallReason::lost_vc,    StallReason::no_credit,   StallReason::lost_speculation,
    StallReason::lost_input, StallReason::lost_output, StallReason::lost_match};
inline constexpr std::array kWormOutputUses{OutputUse::moving,   OutputUse::not_chosen, OutputUse::no_credit,
                                            OutputUse::starved,  OutputUse::no_vc,      OutputUse::blocked_input,
                                            OutputUse::no_demand};

/// An input VC after the allocations of a cycle, before its flits cross.
struct WormFront {
  bool occupied = false;    ///< a flit is in its queue
  bool crosses = false;     ///< in this cycle
  bool waits = false;       ///< its head waited for an output VC when the cycle began, and got none
  bool arrived = false;     ///< of those that wait: it is at its destination
  bool requests = false;    ///< of those that wait: an output VC that it may have is free
  OutputMask wanted = 0;    ///< of those that wait: outputs of the output VCs that it may have
  int output = -1;          ///< of the output VC that it holds, one of this cycle included; -1: none
  bool has_credit = false;  ///< that one, or it is of an ejection port
  bool speculates = false;  ///< it got its output VC in this cycle, in which it asked for the switch on speculation
  bool may_cross = false;   ///< as far as delays go, it asks for the switch with certainty
};

/// A router in a cycle. All grants must be added before the first input.
class WormStallCycle {
 public:
  /// `shape`: of the switch allocation.
  explicit WormStallCycle(const AllocatorShape& shape) : shape_(shape) {}
  WormStallCycle(const FabricParameters& parameters, int network_ports)
      : WormStallCycle(switch_allocation_spec(parameters, network_ports).shape) {}

  void clear() { *this = WormStallCycle(shape_); }
  void add_grant(int input, int output) {
    set_bit(granted_, output);
    set_bit(rows_, shape_.row_of(input));
  }

  /// Adds an input VC, and returns what it does.
  StallReason add(int input, const WormFront& front) {
    if (front.crosses) return StallReason::moving;
    if (front.output < 0) return add_without_vc(front);
    const OutputMask output = OutputMask{1} << front.output;
    if (!front.occupied) {
      starved_ |= output;
      return StallReason::starved;
    }
    if (!front.may_cross && !front.speculates) {
      blocked_ |= output;
      return StallReason::pipeline;
    }
    if (!front.has_credit) {
      lacking_ |= output;
      return StallReason::no_credit;
    }
    asked_ |= output;
    if (front.speculates) return StallReason::lost_speculation;
    if (has_bit(rows_, shape_.row_of(input))) return StallReason::lost_input;
    return (granted_ & output) != 0 ? StallReason::lost_output : StallReason::lost_match;
  }
  /// What an output does, when all inputs are added.
  OutputUse use_of(int output) const {
    const auto is_in = [output](OutputMask outputs) { return (outputs >> output & 1U) != 0; };
    if (is_in(granted_)) return OutputUse::moving;
    if (is_in(asked_)) return OutputUse::not_chosen;
    if (is_in(lacking_)) return OutputUse::no_credit;
    if (is_in(starved_)) return OutputUse::starved;
    if (is_in(wanted_)) return OutputUse::no_vc;
    return is_in(blocked_) ? OutputUse::blocked_input : OutputUse::no_demand;
  }

 private:
  StallReason add_without_vc(const WormFront& front) {
    if (!front.occupied) return StallReason::empty;
    if (!front.waits) return StallReason::pipeline;
    wanted_ |= front.wanted;
    if (front.requests) return StallReason::lost_vc;
    return front.arrived ? StallReason::eject_busy : StallReason::no_vc;
  }

  AllocatorShape shape_;
  WideMask<20> rows_ = 0;  ///< granted
  OutputMask granted_ = 0;
  OutputMask asked_ = 0;    ///< a flit could cross
  OutputMask lacking_ = 0;  ///< a flit lacks a credit
  OutputMask starved_ = 0;
  OutputMask wanted_ = 0;   ///< of heads that have no output VC
  OutputMask blocked_ = 0;  ///< of holders in a delay
};

}  // namespace trenza::microarch
