// One router in one cycle: who picks what, who wins, and what follows from a grant. Included by engine.cpp only.
#pragma once

#include "microarch/allocation.h"
#include "microarch/flow_control/flow_control.h"
#include "microarch/request_mask.h"
#include "tlm/exact/engine.h"
#include "tlm/exact/engine_pipelines.h"
#include "tlm/exact/hot.h"
#include "tlm/exact/stall_looks.h"

namespace trenza::tlm {

template <class Shape>
TRENZA_HOT void Engine::push(std::uint32_t router, const BlockView<Shape>& block, int input, PacketIndex index) {
  packets_[index].next = kNoPacket;
  Queue& queue = block.input()[input].queue;
  if ((block.occupied() & input_bit(input)) != 0) {
    packets_[queue.tail].next = index;
    queue.tail = index;
    return;
  }
  queue = {index, index};
  block.occupied() |= input_bit(input);
  bring_to_front(block, router, input, index, in_two_steps(block) ? Tick{0} : block.input()[input].free);
}

template <class Shape>
TRENZA_HOT topologies::RouteChoice Engine::choices_of(const BlockView<Shape>& block, std::uint32_t router, int input,
                                                      topologies::HeaderWord header) const {
  if constexpr (BlockView<Shape>::kDimensions > 0) {
    if (BlockView<Shape>::kDefaults || steps_ != nullptr)
      return topologies::record_choices<BlockView<Shape>::kDimensions>(header);
  }
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  static_cast<void>(block);
  return relation_.choices(static_cast<topologies::NodeId>(router), header, {place.port, place.class_vc});
}

template <class Shape>
TRENZA_HOT void Engine::bring_to_front(const BlockView<Shape>& block, std::uint32_t router, int input,
                                       PacketIndex index, Tick from) {
  const TravellingPacket& packet = packets_[index];
  const topologies::RouteChoice route = choices_of(block, router, input, packet.header);
  Front& front = block.input()[input].front;
  front.productive = route.adaptive_ports();
  front.ready = later_of(packet.ready, from);
  front.flits = packet.flits;
  front.escape_port = static_cast<std::int8_t>(route.escape_port());
  front.escape_vc = route.arrived ? kArrived : static_cast<std::uint8_t>(route.escape_vc());
  block.eligible()[input] = front.ready;
  wake(router, front.ready);
}

// ---- one router in one cycle

template <class Shape>
[[gnu::flatten]] void Engine::look_at(std::uint32_t router) {
  const auto block = routers_.view<Shape>(router);
  const InputMask due = not_after(block.eligible(), block.inputs_scanned(), tick_);
  const microarch::OutputMask free = not_after(block.output_free(), block.outputs_scanned(), tick_);
  tell_stalls(block, [&](auto& stalls) { stalls.begin_look(router, due, free); });
  const bool simple = BlockView<Shape>::kDefaults || (picks_ && !shares_rows(block));
  if (in_two_steps(block)) {
    look_in_steps(block, router, due, free);
  } else if ((due & (due - 1)) == 0 && simple) {
    if (due != 0) look_at_one(block, router, microarch::lowest_bit(due), free);
  } else {
    look_at_many(block, router, due, free);
  }
  tell_stalls(block, [&](auto& stalls) { stalls.end_look(block); });
  if (looks_.capped()) {  // this look may have been too early
    const Tick next = soonest_of(block.eligible(), block.inputs_scanned());
    if (next != kNeverTick) wake(router, later_of(next, tick_ + 1));
  }
}

/// Only one packet may be grantable: it gets what it picks.
template <class Shape>
void Engine::look_at_one(const BlockView<Shape>& block, std::uint32_t router, int input, microarch::OutputMask free) {
  if (const microarch::Pick choice = pick(block, input, free)) {
    grant(block, router, input, choice.output, choice.vc, asked_alone(block, input));
    put_off_all(block, router, freed_resorts(block) & ~input_bit(input));
  } else {
    put_off(block, router, input);
  }
}

/// Nobody else asks.
template <class Shape>
TRENZA_HOT microarch::Asked Engine::asked_alone(const BlockView<Shape>& block, int input) {
  const bool injector = input >= block.shape().network_inputs();
  return {input_bit(input), injector ? 0 : input_bit(input % block.shape().vcs), injector};
}

/// The fronts that may be granted their last resort now that something else was granted: it can have taken the credits
/// because of which they were not.
template <class Shape>
TRENZA_HOT InputMask Engine::freed_resorts(const BlockView<Shape>& block) const {
  return selection_of(block).escape_last_resort ? block.occupied() : 0;
}

template <class Shape>
TRENZA_HOT void Engine::put_off_all(const BlockView<Shape>& block, std::uint32_t router, InputMask inputs) {
  for (; inputs != 0; inputs &= inputs - 1) put_off(block, router, microarch::lowest_bit(inputs));
}

/// A front that was not granted now.
template <class Shape>
TRENZA_HOT void Engine::put_off(const BlockView<Shape>& block, std::uint32_t router, int input) {
  tell_stalls(block, [&](auto& stalls) { stalls.wait(block, router, input); });
  const Tick when =
      in_two_steps(block) ? reconsider_step(block, router, input, tick_ + 1) : reconsider(block, input, tick_ + 1);
  block.eligible()[input] = when;
  if (when != kNeverTick) wake(router, when);
}

/// The matching of an allocator that has all picks, granted as it comes: no grant changes what another pair needs.
template <class Shape>
class Engine::Granter {
 public:
  Granter(Engine& engine, const BlockView<Shape>& block, std::uint32_t router)
      : engine_(engine), block_(block), router_(router) {}

  void add(int input, int output, int vc, const microarch::Asked& asked) {
    granted_ |= input_bit(input);
    engine_.grant(block_, router_, input, output, vc, asked);
  }
  InputMask granted() const { return granted_; }

 private:
  Engine& engine_;
  const BlockView<Shape>& block_;
  std::uint32_t router_;
  InputMask granted_ = 0;
};

template <class Shape>
void Engine::look_at_many(const BlockView<Shape>& block, std::uint32_t router, InputMask due,
                          microarch::OutputMask free) {
  Granter<Shape> granter{*this, block, router};
  const microarch::AllocatorShape shape{
      block.shape().ports,    block.shape().vcs, block.shape().injectors,
      block.shape().ejectors, port_rows(block),  BlockView<Shape>::kDefaults ? 0 : allocation_.shape().transit_guard};
  const AllocatorView<Shape> view{*this, block, router, free};
  const auto policy = BlockView<Shape>::kDefaults ? microarch::AllocatorPolicy() : allocation_.policy();
  policy.visit([&](auto allocator) {
    if constexpr (allocator.kPicks) {
      allocator.compute(shape, requesting(block, due), view, granter);
    } else {
      microarch::Matching matching;
      allocator.compute(shape, requesting(block, due), view, matching);
      // The arbiters look at the packets that asked, before these go.
      allocation_.commit(arbiters_of(router), static_cast<int>(router), matching, flits_of(block));
      for (const microarch::Matching::Pair& pair : matching) granter.add(pair.input, pair.output, pair.vc, pair.asked);
    }
  });
  const InputMask granted = granter.granted();
  if (granted != 0) due |= freed_resorts(block);
  put_off_all(block, router, due & ~granted);
}

/// Those of the due inputs that may request: what is due is ready.
template <class Shape>
TRENZA_HOT InputMask Engine::requesting(const BlockView<Shape>& block, InputMask due) const {
  if (!shares_rows(block)) return due;
  for (InputMask rest = due & microarch::low_bits(block.shape().network_inputs()); rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    if (row_free(block, input) > tick_) due &= ~input_bit(input);
  }
  return due;
}

template <class Shape>
TRENZA_HOT std::uint16_t Engine::selection_draw(const BlockView<Shape>& block, int input) const {
  return BlockView<Shape>::kDefaults || draws_selection_ ? draws_.at(draw_offset_, block.input()[input].phase)
                                                         : std::uint16_t{0};
}

/// Credits of a lane beyond those that the front of an input needs.
template <class Shape>
TRENZA_HOT auto Engine::surplus_of(const BlockView<Shape>& block, int input) const {
  return [this, block, input](int port, int vc, auto escape) {
    return block.output_vc()[port * block.shape().vcs + vc].credits.at(tick_) -
           credits_needed(block, input, port, vc, escape);
  };
}

/// The output that the front of an input picks among the free ones.
template <class Shape>
TRENZA_HOT microarch::Pick Engine::pick(const BlockView<Shape>& block, int input, microarch::OutputMask free) const {
  return microarch::pick_output(selection_of(block), offer_of(block.input()[input].front, block.shape().escape_vcs),
                                input, free, surplus_of(block, input), selection_draw(block, input),
                                first_vc_in(block, input));
}

/// What a router lends an allocator (microarch/allocators/allocators.h).
template <class Shape>
class Engine::AllocatorView {
 public:
  AllocatorView(const Engine& engine, const BlockView<Shape>& block, std::uint32_t router, microarch::OutputMask free)
      : engine_(engine), block_(block), router_(router), free_(free) {}

  bool older(int a, int b) const {
    return engine_.packets_.older(block_.input()[a].queue.head, block_.input()[b].queue.head);
  }
  auto by_age() const {
    return [this](int a, int b) { return older(a, b); };
  }
  auto flits() const { return engine_.flits_of(block_); }
  microarch::OutputMask guarded() const { return engine_.allocation_.guarded(state()); }
  microarch::Pick pick(int input) const { return engine_.pick(block_, input, free_); }

  microarch::OutputMask asks(int input) const {
    return microarch::grantable_outputs(engine_.selection_of(block_), offer(input), free_,
                                        engine_.surplus_of(block_, input), engine_.first_vc_in(block_, input));
  }

  int vc_of(int input, int output) const {
    return microarch::pick_at(engine_.selection_of(block_), offer(input), input, output,
                              engine_.surplus_of(block_, input), engine_.selection_draw(block_, input),
                              engine_.first_vc_in(block_, input));
  }

  int choose_input(int output, InputMask inputs) const {
    if ((inputs & (inputs - 1)) == 0) return microarch::lowest_bit(inputs);
    const std::uint16_t draw = draw_at(block_.output_phase()[output]);
    if constexpr (BlockView<Shape>::kDefaults)
      return microarch::arbitrate({}, inputs, nullptr, 0, draw, microarch::EqualPackets{});
    return engine_.allocation_.choose_input(state(), output, inputs, draw, by_age(), flits());
  }

  template <class InputOf>
  int choose(int k, InputMask requesters, const InputOf& input_of) const {
    if ((requesters & (requesters - 1)) == 0) return microarch::lowest_bit(requesters);
    const auto at = static_cast<std::size_t>(router_) * static_cast<std::size_t>(engine_.allocation_.input_arbiters()) +
                    static_cast<std::size_t>(k);
    return engine_.allocation_.choose(state(), k, requesters, input_of, draw_at(engine_.input_phases_[at]), by_age(),
                                      flits());
  }

  const std::uint8_t* state() const { return engine_.arbiters_of(router_); }
  Cycle cycle() const { return engine_.now_; }
  std::uint16_t draw(microarch::DrawPurpose purpose, int index) const {
    return draw_at(microarch::draw_phase(engine_.parameters_.seed, purpose, static_cast<int>(router_), index));
  }

 private:
  FrontOffer offer(int input) const { return offer_of(block_.input()[input].front, block_.shape().escape_vcs); }
  std::uint16_t draw_at(microarch::DrawPhase phase) const { return engine_.draws_.at(engine_.draw_offset_, phase); }

  const Engine& engine_;
  const BlockView<Shape>& block_;
  std::uint32_t router_;
  microarch::OutputMask free_;
};

template <class Shape>
TRENZA_HOT void Engine::grant(const BlockView<Shape>& block, std::uint32_t router, int input, int output, int vc,
                              const microarch::Asked& asked) {
  Queue& queue = block.input()[input].queue;
  const PacketIndex index = queue.head;
  TravellingPacket& packet = packets_[index];
  const int flits = packet.flits;
  if constexpr (BlockView<Shape>::kObserved) {
    if (on_grant_) on_grant_({router, index, input, output, vc});
  }
  tell_stalls(block, [&](auto& stalls) { stalls.grant(block, input, output, vc, flits); });
  const Tick end = tick_ + static_cast<Tick>(flits);
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  block.output_free()[output] = end;
  block.input()[input].free = end;
  if (in_two_steps(block)) {
    two_steps_->of(router, input) = {};
  } else if (!BlockView<Shape>::kDefaults && picks_ && arbiter_bytes_ != 0) {
    const microarch::Matching::Pair pair{static_cast<std::uint8_t>(input), static_cast<std::uint8_t>(output),
                                         static_cast<std::uint8_t>(vc), 0, asked};
    allocation_.commit_pair(arbiters_of(router), static_cast<int>(router), pair, flits_of(block));
  }
  queue.head = packet.next;
  if (queue.head == kNoPacket) {
    block.occupied() &= ~input_bit(input);
    block.eligible()[input] = kNeverTick;
  } else {
    bring_to_front(block, router, input, queue.head, in_two_steps(block) ? tick_ + 1 : end);
  }
  if (place.port >= 0) {
    return_credit(block, input, flits);
  } else {
    packets_.record(index).entered = now_;
  }
  if (output < block.shape().ports) {
    send(block, router, index, output, vc);
  } else {
    const auto ejector = static_cast<std::uint32_t>(output - block.shape().ports);
    ejections_.add(now_ + static_cast<Cycle>(flits) - 1, {index, router * kMaxEjectors + ejector});
  }
}

template <class Shape>
TRENZA_HOT void Engine::send(const BlockView<Shape>& block, std::uint32_t router, PacketIndex index, int port, int vc) {
  TravellingPacket& packet = packets_[index];
  const bool escape = is_escape(block, vc);
  if (!in_two_steps(block)) {
    block.output_vc()[port * block.shape().vcs + vc].credits.base -=
        microarch::FlowControl::credits_of_packet(escape, packet.flits);
  }
  block.port()[port].flits += packet.flits;
  ++network_grants_;
  escape_grants_ += escape ? 1 : 0;
  packet.header = BlockView<Shape>::kDefaults || steps_ != nullptr
                      ? topologies::record_hop(steps_->hops[static_cast<std::size_t>(port)], packet.header)
                      : relation_.advance(static_cast<topologies::NodeId>(router), packet.header, port, escape);
  packet.ready = tick_ + hop_[static_cast<std::size_t>(port)];
  ++packet.hops;
  const Neighbour next = block.port()[port].downstream;
  push(next.router, routers_.view<Shape>(next.router), static_cast<int>(next.port) * block.shape().vcs + vc, index);
}

}  // namespace trenza::tlm
