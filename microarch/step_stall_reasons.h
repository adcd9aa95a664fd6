// Why packets do not move where they reserve an output VC before they ask for the crossbar (docs/microarchitecture.md,
// the end of section 16). Every view asks this file.
#pragma once

#include "microarch/stall_reasons.h"

namespace trenza::microarch {

/// The packet at the front of an input, which has not begun to cross before; its router delay is over.
struct StepFront {
  int input = 0;
  bool holds = false;     ///< a reservation that it made before
  bool makes = false;     ///< one that it makes in this cycle
  bool in_depth = false;  ///< of `holds`: it is too young to ask for the crossbar
  bool row_busy = false;  ///< another VC of its port crosses by the crossbar input that they share
  Pick lane;              ///< that is reserved; none at the destination
};

/// Adds it to the cycle. Returns why it does not move, if it is granted nothing and could not be. demand(): its Demand,
/// as if it had reserved nothing.
template <class Offer, class DemandOf>
StallReason add_front(StallCycle& cycle, const SelectionShape& shape, const Offer& offer, const StepFront& front,
                      const DemandOf& demand) {
  if (front.makes || front.in_depth) {
    cycle.add_blocked(reserved_outputs(shape, front.lane));
    return StallReason::pipeline;
  }
  if (front.row_busy) {
    cycle.add_blocked(front.holds ? reserved_outputs(shape, front.lane) : offered_outputs(shape, offer));
    return StallReason::input_busy;
  }
  if (!front.holds) {
    const Demand wanted = demand();
    cycle.add_bidder(wanted);
    return wanted.reason_without_vc();
  }
  const Demand wanted = demand_of_reservation(shape, front.lane);
  cycle.add_waiting(front.input, wanted);
  return wanted.arrived ? StallReason::eject_busy : StallReason::reserved;
}

}  // namespace trenza::microarch
