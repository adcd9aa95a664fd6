// The account of the reservations of a router, as they follow from what a two-step allocator shows. Plain state without
// ports; the twins keep it.
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/machine_state.h"
#include "rtl_models/common/words.h"

namespace trenza::rtl_models {

class ReservationAccount {
 public:
  /// `depth`: cycles from a reservation to the first request with it.
  ReservationAccount(std::size_t inputs, int depth) : held_(inputs), depth_(static_cast<microarch::Cycle>(depth)) {}

  /// By input.
  std::vector<microarch::HeldReservation>& held() { return held_; }

  void clear() { held_.assign(held_.size(), {}); }
  /// The edge that ends cycle `now`: `reserved` are the reservation words of the inputs, `pick` their pick words.
  template <class Reserved, class Picks>
  void edge(const Reserved& reserved, const Picks& pick, microarch::Cycle now) {
    for (std::size_t i = 0; i < held_.size(); ++i) {
      const PickWord made = reserved[i].read();
      if (pick[i].read() != 0) {
        held_[i] = {};
      } else if (made != 0) {
        const bool arrived = pick_output(made) == kReservedAtDestination;
        held_[i] = {true, arrived ? -1 : pick_output(made), pick_vc(made), now + depth_};
      }
    }
  }

 private:
  std::vector<microarch::HeldReservation> held_;
  microarch::Cycle depth_;
};

}  // namespace trenza::rtl_models
