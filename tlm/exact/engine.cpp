#include "tlm/exact/engine.h"

#include <algorithm>
#include <cstring>

#include "microarch/injection.h"
#include "tlm/exact/engine_credits.h"
#include "tlm/exact/engine_routers.h"
#include "tlm/exact/shapes.h"

namespace trenza::tlm {

namespace {

/// The epoch moves when ticks get beyond this.
constexpr Tick kLastTick = Tick{1} << 30;
/// Then the tick of now() becomes this: more than any time that a drain or a delay takes.
constexpr Tick kRestart = Tick{1} << 20;

}  // namespace

// ---- packets come to inputs

template <class Shape>
PacketIndex Engine::inject_as(const PacketRecord& record, int flits) {
  tick_ = tick();
  const std::uint64_t draw =
      microarch::hash(parameters_.seed, microarch::DrawPurpose::record, record.source, record.number);
  TravellingPacket packet;
  packet.header = relation_.initial(record.source, record.destination, draw);
  packet.ready = tick_ + static_cast<Tick>(parameters_.router_delay) - 1;
  packet.flits = static_cast<std::uint16_t>(flits);
  const auto router = static_cast<std::uint32_t>(record.source);
  const auto block = routers_.view<Shape>(router);
  const int first = shape_.network_inputs() + record.message_class * parameters_.injectors;
  int injector = 0;
  if (parameters_.injectors > 1) {
    const std::uint32_t productive = choices_of(block, router, first, packet.header).adaptive_ports();
    injector = microarch::choose_injector(parameters_.injection, parameters_.injectors, record.number, productive,
                                          [&](int j) { return waiting_in(block, first + j); });
  }
  const PacketIndex index = packets_.add(packet, record);
  push(router, block, first + injector, index);
  return index;
}

template <class Shape>
int Engine::waiting_in(const BlockView<Shape>& block, int input) const {
  int waiting = block.input()[input].free > tick_ ? 1 : 0;  // its tail has not left
  for_each_waiting(block, input, [&](PacketIndex) { ++waiting; });
  return waiting;
}

void Engine::enqueue(std::uint32_t router, int input, PacketIndex index) {
  push(router, routers_[router], input, index);
}

// ---- time

Cycle Engine::next_activity() const {
  const Cycle soonest = std::min(looks_.next(now_), ejections_.next(now_));
  return parameters_.credit_delay > 1 ? std::min(soonest, late_credits_.next(now_)) : soonest;
}

/// Finds what is grantable in cycle now(), and grants it.
template <class Shape>
void Engine::decide_all() {
  tick_ = tick();
  draw_offset_ = microarch::DrawSequence::offset(now_);
  if (parameters_.credit_delay > 1) {
    late_credits_.take(now_, [this](const CreditReturn& credit) {
      add_credits<Shape>(credit.router, credit.output_vc, tick_, credit.length);
    });
  }
  looks_.take(
      now_,
      [this](std::uint32_t router) {
        if (!given_up_.empty() && given_up_[router] != 0) return;
        look_at<Shape>(router);
      },
      [this](std::uint32_t router) { routers_.view<Shape>(router).prefetch(); });
}

template <class Shape>
void Engine::advance_as(Cycle limit, std::vector<Ejection>& ejected) {
  while (now_ < limit && ejected.empty()) {
    const Cycle next = next_activity();
    now_ = std::min(next, limit);
    if (now_ - epoch_ > kLastTick) move_epoch();
    if (next >= limit) return;
    decide_all<Shape>();
    ejections_.take(now_, [&ejected](const Ejection& ejection) { ejected.push_back(ejection); });
    ++now_;
  }
  std::sort(ejected.begin(), ejected.end(), [](const Ejection& a, const Ejection& b) { return a.place < b.place; });
}

bool Engine::has_defaults() const {
  return steps_ != nullptr && selection_.policy == microarch::SelectionPolicy() && !selection_.escape_last_resort &&
         allocation_.policy() == microarch::AllocatorPolicy() && allocation_.arbiter() == microarch::ArbiterPolicy() &&
         allocation_.shape().transit_guard == 0 && port_rows_ == shape_.vcs && two_steps_ == nullptr;
}

template <std::size_t Index, class Use>
auto Engine::for_shape(const Use& use) const {
  if constexpr (Index == std::tuple_size_v<FixedShapes>) {
    return use(static_cast<AnyShape*>(nullptr));
  } else {
    using Shape = std::tuple_element_t<Index, FixedShapes>;
    if (std::memcmp(&shape_, &Shape::kRouter, sizeof shape_) != 0) return for_shape<Index + 1>(use);
    if (has_defaults()) {
      if (stalls_ || on_grant_) return use(static_cast<Observed<WithDefaults<Shape>>*>(nullptr));
      return use(static_cast<WithDefaults<Shape>*>(nullptr));
    }
    return use(static_cast<Shape*>(nullptr));
  }
}

void Engine::compile_for_shape() {
  for_shape([this](auto* shape) {
    using Shape = std::remove_pointer_t<decltype(shape)>;
    advance_ = &Engine::advance_as<Shape>;
    inject_ = &Engine::inject_as<Shape>;
  });
}

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
