// One router in one cycle: who picks what, who wins, and what follows from a grant. Included by engine.cpp only.
#pragma once

#include <array>

#include "microarch/arbiter.h"
#include "microarch/flow_control/flow_control.h"
#include "tlm/exact/engine.h"
#include "tlm/exact/hot.h"

namespace trenza::tlm {

inline constexpr int kMaxOutputs = 40;  // 32 network ports and 8 ejection ports

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
  bring_to_front(block, router, input, index);
  wake(router, block, block.eligible()[input]);
}

template <class Shape>
TRENZA_HOT void Engine::bring_to_front(const BlockView<Shape>& block, std::uint32_t router, int input,
                                       PacketIndex index) {
  const TravellingPacket& packet = packets_[index];
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  const topologies::RouteChoice route =
      relation_.choices(static_cast<topologies::NodeId>(router), packet.header, {place.port, place.class_vc});
  Front& front = block.input()[input].front;
  front.productive = route.adaptive_ports();
  front.ready = later_of(packet.ready, block.input()[input].free);
  front.flits = packet.flits;
  front.escape_port = static_cast<std::int8_t>(route.escape_port());
  front.escape_vc = route.arrived ? kArrived : static_cast<std::uint8_t>(route.escape_vc());
  block.eligible()[input] = front.ready;
}

// ---- one router in one cycle

template <class Shape>
[[gnu::flatten]] void Engine::look_at(std::uint32_t router) {
  const auto block = routers_.view<Shape>(router);
  if (block.wake() != tick_) return;  // a stale entry
  block.wake() = kNeverTick;
  const InputMask due = not_after(block.eligible(), block.inputs_scanned(), tick_);
  const microarch::OutputMask free = not_after(block.output_free(), block.outputs_scanned(), tick_);
  if ((due & (due - 1)) == 0 && !selection_.escape_last_resort) {
    if (due != 0) look_at_one(block, router, microarch::lowest_bit(due), free);
  } else {
    look_at_many(block, router, due, free);
  }
  const Tick next = soonest_of(block.eligible(), block.inputs_scanned());
  if (next != kNeverTick) wake(router, block, next);
}

/// Only one packet may be grantable: it gets what it picks.
template <class Shape>
void Engine::look_at_one(const BlockView<Shape>& block, std::uint32_t router, int input, microarch::OutputMask free) {
  if (const microarch::Pick choice = pick(block, input, free)) {
    grant(block, router, input, choice.output, choice.vc);
  } else {
    block.eligible()[input] = reconsider(block, input, tick_ + 1);
  }
}

template <class Shape>
void Engine::look_at_many(const BlockView<Shape>& block, std::uint32_t router, InputMask due,
                          microarch::OutputMask free) {
  std::array<InputMask, kMaxOutputs> requests;  // by output, where `requested` has its bit
  std::array<std::uint8_t, microarch::kMaxInputs> vcs;
  microarch::OutputMask requested = 0;
  for (InputMask rest = due; rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    const microarch::Pick choice = pick(block, input, free);
    if (!choice) continue;
    const auto output = static_cast<std::size_t>(choice.output);
    const microarch::OutputMask output_bit = microarch::OutputMask{1} << output;
    requests[output] = ((requested & output_bit) != 0 ? requests[output] : 0) | input_bit(input);
    requested |= output_bit;
    vcs[static_cast<std::size_t>(input)] = static_cast<std::uint8_t>(choice.vc);
  }
  if (per_port_ && requested != 0) requested = reduce_ports(block, requests.data(), requested);
  InputMask granted = 0;
  for (microarch::OutputMask rest = requested; rest != 0; rest &= rest - 1) {
    const int output = microarch::lowest_bit(rest);
    const int winner = arbitrate(block, output, requests[static_cast<std::size_t>(output)]);
    granted |= input_bit(winner);
    grant(block, router, winner, output, vcs[static_cast<std::size_t>(winner)]);
  }
  // A grant can take the credits because of which another packet did not use its last resort.
  if (selection_.escape_last_resort && granted != 0) due |= block.occupied();
  for (InputMask rest = due & ~granted; rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    block.eligible()[input] = reconsider(block, input, tick_ + 1);
  }
}

/// The output that the front of an input picks among the free ones, if it may request.
template <class Shape>
TRENZA_HOT microarch::Pick Engine::pick(const BlockView<Shape>& block, int input, microarch::OutputMask free) const {
  const Front& front = block.input()[input].front;
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  if (front.ready > tick_) return {};
  if (per_port_ && place.port >= 0 && block.port()[place.port].free > tick_) return {};
  std::uint16_t draw = 0;
  const bool one_port = (front.productive & (front.productive - 1)) == 0;
  if (draws_selection_ && !(one_port && most_credits_)) draw = draws_.at(draw_offset_, block.input()[input].phase);
  return microarch::pick_output(
      selection_of(block), offer_of(front, block.shape().escape_vcs), input, free,
      [&](int port, int vc, auto escape) {
        return block.output_vc()[port * block.shape().vcs + vc].credits.at(tick_) -
               credits_needed(block, input, port, vc, escape);
      },
      draw, first_vc_in(block, input));
}

/// One crossbar input for each network port: keeps one pick of its VCs. Returns the outputs that are still requested.
template <class Shape>
microarch::OutputMask Engine::reduce_ports(const BlockView<Shape>& block, InputMask requests_of[],
                                           microarch::OutputMask requested) {
  InputMask picked = 0;
  for (microarch::OutputMask rest = requested; rest != 0; rest &= rest - 1)
    picked |= requests_of[microarch::lowest_bit(rest)];
  const InputMask vcs = (InputMask{1} << block.shape().vcs) - 1;
  for (int port = 0; port < block.shape().ports; ++port) {
    const int first = port * block.shape().vcs;
    const InputMask requests = picked >> first & vcs;
    if ((requests & (requests - 1)) == 0) continue;
    const int winner = microarch::arbitrate(
        parameters_.arbiter, requests, draws_.at(draw_offset_, block.port()[port].phase), block.port()[port].pointer,
        [&](int a, int b) {
          return packets_.older(block.input()[first + a].queue.head, block.input()[first + b].queue.head);
        });
    picked &= ~((requests & ~input_bit(winner)) << first);
  }
  microarch::OutputMask left = 0;
  for (microarch::OutputMask rest = requested; rest != 0; rest &= rest - 1) {
    const int output = microarch::lowest_bit(rest);
    requests_of[output] &= picked;
    left |= static_cast<microarch::OutputMask>(requests_of[output] != 0) << output;
  }
  return left;
}

template <class Shape>
TRENZA_HOT int Engine::arbitrate(const BlockView<Shape>& block, int output, InputMask requests) const {
  requests = microarch::in_transit_first(requests, (InputMask{1} << block.shape().network_inputs()) - 1);
  if ((requests & (requests - 1)) == 0) return microarch::lowest_bit(requests);
  return microarch::arbitrate(parameters_.arbiter, requests, draws_.at(draw_offset_, block.output_phase()[output]),
                              block.output_pointer()[output], [&](int a, int b) {
                                return packets_.older(block.input()[a].queue.head, block.input()[b].queue.head);
                              });
}

template <class Shape>
TRENZA_HOT void Engine::grant(const BlockView<Shape>& block, std::uint32_t router, int input, int output, int vc) {
  Queue& queue = block.input()[input].queue;
  const PacketIndex index = queue.head;
  TravellingPacket& packet = packets_[index];
  if (on_grant_) on_grant_({router, index, input, output, vc});
  const int flits = packet.flits;
  const Tick end = tick_ + static_cast<Tick>(flits);
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  block.output_free()[output] = end;
  block.input()[input].free = end;
  if (round_robin_) {
    block.output_pointer()[output] = static_cast<std::uint8_t>(microarch::next_pointer(input, block.shape().inputs()));
  }
  queue.head = packet.next;
  if (queue.head == kNoPacket) {
    block.occupied() &= ~input_bit(input);
    block.eligible()[input] = kNeverTick;
  } else {
    bring_to_front(block, router, input, queue.head);
  }
  if (place.port >= 0) {
    if (per_port_) {
      block.port()[place.port].free = end;
      block.port()[place.port].pointer =
          static_cast<std::uint8_t>(microarch::next_pointer(place.vc, block.shape().vcs));
    }
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
  const bool escape = is_escape(vc);
  block.output_vc()[port * block.shape().vcs + vc].credits.base -=
      microarch::FlowControl::credits_of_packet(escape, packet.flits);
  block.port()[port].flits += packet.flits;
  ++network_grants_;
  escape_grants_ += escape ? 1 : 0;
  packet.header = relation_.advance(static_cast<topologies::NodeId>(router), packet.header, port, escape);
  packet.ready = tick_ + hop_[static_cast<std::size_t>(port)];
  ++packet.hops;
  const Neighbour next = block.port()[port].downstream;
  push(next.router, routers_.view<Shape>(next.router), static_cast<int>(next.port) * block.shape().vcs + vc, index);
}

}  // namespace trenza::tlm
