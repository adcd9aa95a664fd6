#include "tlm/exact/engine.h"

#include <algorithm>
#include <cstring>

#include "tlm/exact/engine_credits.h"
#include "tlm/exact/engine_routers.h"
#include "tlm/exact/shapes.h"

namespace trenza::tlm {

namespace {

/// Then the tick of now() becomes this: more than any time that a drain or a delay takes.
constexpr Tick kRestart = Tick{1} << 20;

}  // namespace

void Engine::enqueue(std::uint32_t router, int input, PacketIndex index) {
  push(router, routers_[router], input, index);
}

bool Engine::has_defaults() const {
  return steps_ != nullptr && selection_.policy == microarch::SelectionPolicy() && !selection_.escape_last_resort &&
         allocation_.policy() == microarch::AllocatorPolicy() && allocation_.arbiter() == microarch::ArbiterPolicy() &&
         allocation_.shape().transit_guard == 0 && port_rows_ == shape_.vcs && two_steps_ == nullptr;
}

template <std::size_t Index>
Engine::Code Engine::code_of_shape() const {
  if constexpr (Index == std::tuple_size_v<FixedShapes>) {
    return code_for<AnyShape>(false, true);
  } else {
    using Shape = std::tuple_element_t<Index, FixedShapes>;
    if (std::memcmp(&shape_, &Shape::kRouter, sizeof shape_) != 0) return code_of_shape<Index + 1>();
    return code_for<Shape>(has_defaults(), stalls_ || on_grant_);
  }
}

void Engine::compile_for_shape() { code_ = code_of_shape(); }

void Engine::step(const std::function<void()>& decide, std::vector<Ejection>& ejected) {
  if (now_ - epoch_ > kLastTick) move_epoch();
  decide_all<AnyShape>();
  decide();
  if (stalls_) {
    for (std::uint32_t router = 0; router < given_up_.size(); ++router) {
      if (given_up_[router] != 0) stalls_->look_at_foreign(router);
    }
    stalls_->end_foreign_looks();
  }
  ejections_.take(now_, [&ejected](const Ejection& ejection) { ejected.push_back(ejection); });
  ++now_;
  std::sort(ejected.begin(), ejected.end(), [](const Ejection& a, const Ejection& b) { return a.place < b.place; });
}

/// Why the front of an input cannot have a decision of a router that was given up.
std::string Engine::fault_of_front(const Block& block, int input, microarch::PacketId packet) const {
  if (input < 0 || input >= shape_.inputs()) return "no such input";
  if ((block.occupied() & input_bit(input)) == 0) return "the input is empty";
  if (packets_[block.input()[input].queue.head].identity != packet) return "another packet is at the front";
  if (block.input()[input].front.ready > tick_) return "the packet cannot request yet";
  return "";
}

/// Why the front of an input cannot have an output VC, by its class, its credits and its route.
std::string Engine::fault_of_lane(const Block& block, int input, int output, int vc) const {
  if (vc < first_vc(input) || vc >= first_vc(input) + shape_.class_vcs) return "the VC is of another class";
  const int credits = block.output_vc()[output * shape_.vcs + vc].credits.at(tick_);
  if (credits < credits_needed(block, input, output, vc, is_escape(vc))) return "the credits are not enough";
  const FrontOffer offer = offer_of(block.input()[input].front, shape_.escape_vcs);
  if (!microarch::is_offered(selection_, offer, first_vc(input), output, vc)) return "the packet must not go there";
  return "";
}

std::string Engine::reserve_for(std::uint32_t router, int input, int output, int vc, microarch::PacketId packet) {
  const Block block = routers_[router];
  if (std::string fault = fault_of_front(block, input, packet); !fault.empty()) return fault;
  if (two_steps_->of(router, input).is_held()) return "the packet has a reservation";
  microarch::Reservations reservations;
  reservations.made = input_bit(input);
  if (output >= shape_.ports) return "no such channel";
  if (output >= 0) {
    if (std::string fault = fault_of_lane(block, input, output, vc); !fault.empty()) return fault;
    reservations.lanes[static_cast<std::size_t>(input)] = {output, vc};
  } else {
    if (block.input()[input].front.escape_vc != kArrived) return "the packet is not at its destination";
    reservations.at_destination = input_bit(input);
  }
  reserve(block, router, input, reservations);
  return "";
}

std::string Engine::grant_for(std::uint32_t router, int input, int output, int vc, microarch::PacketId packet) {
  const Block block = routers_[router];
  if (std::string fault = fault_of_front(block, input, packet); !fault.empty()) return fault;
  if (output < 0 || output >= shape_.outputs()) return "no such output";
  if (block.output_free()[output] > tick_) return "the output is not free";
  if (port_rows_ != shape_.vcs && is_network_input(input) && row_free(block, input) > tick_)
    return "its crossbar input is busy";
  const bool arrived = block.input()[input].front.escape_vc == kArrived;
  if (output >= shape_.ports && !arrived) return "the packet is not at its destination";
  if (two_steps_) {
    const FrontReservation& reservation = two_steps_->of(router, input);
    const bool its_own = arrived ? reservation.output == FrontReservation::kAtDestination && output >= shape_.ports
                                 : reservation.output == output && reservation.vc == vc;
    if (!its_own) return "the packet has no such reservation";
  } else if (output < shape_.ports) {
    if (std::string fault = fault_of_lane(block, input, output, vc); !fault.empty()) return fault;
  }
  if (stalls_) stalls_->look_at_foreign(router);
  grant(block, router, input, output, vc, asked_alone(block, input));
  return "";
}

void Engine::count_stalls(microarch::StallDetail detail) {
  if (two_steps_) {
    step_stalls_ = std::make_unique<StepStalls>(*this, detail);
  } else {
    stalls_ = std::make_unique<StallAccount>(*this, detail);
  }
  compile_for_shape();
}

microarch::StallTable Engine::stalls() const {
  if (step_stalls_) return step_stalls_->table();
  return stalls_ ? stalls_->table() : microarch::StallTable();
}

void Engine::move_epoch() {
  if (step_stalls_) step_stalls_->catch_up_all();
  Cycle by = now_ - epoch_ - kRestart;
  epoch_ += by;
  constexpr Cycle kStep = kNeverTick - 1;
  for (; by > 0; by -= std::min(by, kStep)) {
    const auto step = static_cast<Tick>(std::min(by, kStep));
    routers_.rebase(step);
    packets_.rebase(step);
    if (two_steps_) two_steps_->rebase(step);
    if (stalls_) stalls_->rebase(step);
  }
}

}  // namespace trenza::tlm
