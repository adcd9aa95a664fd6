#include "rtl_models/two_step_allocator/two_step_allocator.h"

#include <algorithm>

#include "microarch/flow_control/flow_control.h"
#include "microarch/index.h"

namespace trenza::rtl_models {

using microarch::index;
using microarch::RequestMask;

/// What the block lends its allocation (microarch/two_step_allocation.h).
class TwoStepAllocator::View {
 public:
  View(const TwoStepAllocator& block, const std::vector<microarch::HeldReservation>& reservations)
      : block_(block), reservations_(reservations) {}

  const microarch::SelectionShape& selection() const { return block_.shape(); }
  bool has_arrived(int input) const { return offer(input).arrived; }
  microarch::Pick pick(int input) const {
    return microarch::pick_output(block_.shape(), offer(input), input, ~microarch::OutputMask{0},
                                  block_.surplus_of(index(input)), block_.VcAllocator::draw(index(input)),
                                  block_.first_vc(index(input)));
  }
  microarch::Pick lane(int input) const {
    const microarch::HeldReservation& held = reservations_[index(input)];
    return {held.output, held.vc};
  }
  microarch::OutputMask free_outputs() const { return block_.output_free.read(); }
  bool older(int a, int b) const {
    return microarch::older_than(request_packet(block_.request[index(a)].read()),
                                 request_packet(block_.request[index(b)].read()));
  }
  int flits(int input) const { return request_flits(block_.request[index(input)].read()); }
  microarch::Cycle cycle() const { return block_.cycle.read(); }
  std::uint16_t draw(microarch::DrawPurpose purpose, int place) const {
    return block_.draw_at(microarch::draw_phase(block_.seed_, purpose, block_.router_, place));
  }

 private:
  rtl_models::RouteOffer offer(int input) const { return offer_of(block_.route[index(input)].read()); }

  const TwoStepAllocator& block_;
  const std::vector<microarch::HeldReservation>& reservations_;
};

TwoStepAllocator::TwoStepAllocator(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                                   const microarch::SelectionShape& shape, const std::vector<int>& input_class,
                                   int router)
    : VcAllocator(name, shape, input_class, router, parameters.seed),
      reserved("reserved", input_class.size()),
      taken("taken", index(shape.ports * shape.vcs())),
      allocation_(parameters, shape.ports),
      depth_(static_cast<microarch::Cycle>(parameters.step_depth())),
      escape_mask_(parameters.escape_mask()),
      seed_(parameters.seed),
      router_(router),
      reservations_(input_class.size()),
      picks_(input_class.size()),
      credits_taken_(taken.size()),
      reserved_held_(reserved.size()),
      taken_held_(taken.size()) {
  arbiters_.resize(allocation_.state_bytes());
  TwoStepAllocator::clear();
  SC_HAS_PROCESS(TwoStepAllocator);
  SC_METHOD(edge);
  sensitive << clk.pos();
  dont_initialize();
}

void TwoStepAllocator::bind_reservations(ReservationSignals& signals) {
  reserved.bind(signals.reserved);
  taken.bind(signals.taken);
}

microarch::StepInputs TwoStepAllocator::inputs(const std::vector<microarch::HeldReservation>& reservations) const {
  microarch::StepInputs inputs;
  for (std::size_t i = 0; i < request.size(); ++i) {
    if (request[i].read() == 0) continue;
    const RequestMask bit = RequestMask{1} << i;
    const RequestMask may_cross = may_ask(i) ? bit : 0;
    const microarch::HeldReservation& held = reservations[i];
    if (!held.held) {
      inputs.bids |= bit;
      inputs.may_cross |= may_cross;
    } else if (held.ready <= cycle.read()) {
      inputs.holds |= may_cross;
    }
  }
  return inputs;
}

microarch::StepDecisions TwoStepAllocator::decide() {
  const std::vector<microarch::HeldReservation>& held = *reservations();
  return allocation_.compute(inputs(held), arbiters_.data(), View(*this, held));
}

void TwoStepAllocator::commit(const microarch::StepDecisions& decisions) {
  allocation_.commit(arbiters_.data(), router_, decisions,
                     [this](int input) { return request_flits(request[index(input)].read()); });
}

void TwoStepAllocator::allocate() {
  decisions_ = decide();
  std::fill(picks_.begin(), picks_.end(), microarch::Pick());
  std::fill(credits_taken_.begin(), credits_taken_.end(), 0);
  decisions_.for_each_grant([this](const microarch::Matching::Pair& pair) {
    picks_[pair.input] = {pair.output, pair.vc};
  });
  bool requested = false;
  const microarch::Reservations& made = decisions_.reserved;
  for (std::size_t i = 0; i < picks_.size(); ++i) {
    const RequestWord asked = request[i].read();
    requested = requested || asked != 0;
    drive(i, picks_[i] ? make_pick(asked, picks_[i].output, picks_[i].vc) : 0);
    PickWord word = 0;
    if ((made.at_destination >> i & 1U) != 0) {
      word = make_pick(asked, kReservedAtDestination, 0);
    } else if ((made.made >> i & 1U) != 0) {
      const auto& [output, vc] = made.lanes[i];
      word = make_pick(asked, output, vc);
      const bool escape = (escape_mask_ >> vc & 1U) != 0;
      credits_taken_[index(output * shape().vcs() + vc)] =
          static_cast<std::uint32_t>(microarch::FlowControl::credits_of_packet(escape, request_flits(asked)));
    }
    show_reserved(i, word);
  }
  for (std::size_t k = 0; k < credits_taken_.size(); ++k) show_taken(k, credits_taken_[k]);
  if (!requested) sleep();
}

void TwoStepAllocator::edge() {
  if (reset.read()) {
    clear();
    std::fill(reservations_.begin(), reservations_.end(), microarch::HeldReservation());
    return;
  }
  commit(decisions_);
  for (RequestMask rest = decisions_.reserved.made; rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    const bool arrived = (decisions_.reserved.at_destination >> input & 1U) != 0;
    const microarch::Pick lane = arrived ? microarch::Pick() : decisions_.reserved.lanes[index(input)];
    reservations_[index(input)] = {true, lane.output, lane.vc, cycle.read() + depth_};
  }
  decisions_.for_each_grant([this](const microarch::Matching::Pair& pair) { reservations_[pair.input] = {}; });
}

}  // namespace trenza::rtl_models
