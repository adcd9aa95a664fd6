// What the engine keeps for a pipeline of two steps: the reservations of the packets that wait.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "microarch/two_step_allocation.h"
#include "tlm/common/ticks.h"

namespace trenza::tlm {

/// What the front of an input has reserved.
struct FrontReservation {
  static constexpr std::int8_t kNothing = -1;
  static constexpr std::int8_t kAtDestination = -2;

  std::int8_t output = kNothing;
  std::int8_t vc = 0;
  Tick ready = 0;  ///< first cycle in which it can ask for the crossbar

  bool is_held() const { return output != kNothing; }
};

class TwoSteps {
 public:
  /// `parameters` must name a pipeline of two steps.
  TwoSteps(const microarch::FabricParameters& parameters, int ports, std::size_t routers)
      : allocation_(parameters, ports),
        depth_(static_cast<Tick>(parameters.step_depth())),
        inputs_(static_cast<std::size_t>(parameters.inputs(ports))),
        reservations_(routers * inputs_) {}

  const microarch::TwoStepAllocation& allocation() const { return allocation_; }
  /// Cycles from a reservation to the request of the crossbar.
  Tick depth() const { return depth_; }
  FrontReservation& of(std::uint32_t router, int input) {
    return reservations_[router * inputs_ + static_cast<std::size_t>(input)];
  }
  const FrontReservation& of(std::uint32_t router, int input) const {
    return reservations_[router * inputs_ + static_cast<std::size_t>(input)];
  }

  /// Moves all times `by` ticks back.
  void rebase(Tick by) {
    for (FrontReservation& reservation : reservations_) reservation.ready = earlier(reservation.ready, by);
  }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    for (auto& reservation : self.reservations_) archive(reservation.output, reservation.vc, reservation.ready);
  }

 private:
  microarch::TwoStepAllocation allocation_;
  Tick depth_;
  std::size_t inputs_;
  std::vector<FrontReservation> reservations_;  // by router and input
};

}  // namespace trenza::tlm
