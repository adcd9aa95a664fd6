#include "tlm/exact/engine.h"

#include <algorithm>
#include <array>

#include "microarch/arbiter.h"
#include "microarch/bubble.h"
#include "microarch/injection.h"

namespace trenza::tlm {

// What follows from a grant is one stretch of code: calls in it would cost a tenth of the speed.
#define TRENZA_HOT [[gnu::always_inline]] inline

namespace {

using microarch::OutputMask;
using microarch::Pick;
using topologies::RouteChoice;

constexpr int kMaxOutputs = 40;  // 32 network ports and 8 ejection ports
/// The epoch moves when ticks get beyond this.
constexpr Tick kLastTick = Tick{1} << 30;
/// Then the tick of now() becomes this: more than any time that a drain or a delay takes.
constexpr Tick kRestart = Tick{1} << 20;

RouteChoice route_of(const Front& front) {
  RouteChoice route;
  route.adaptive_ports = front.productive;
  route.escape_port = front.escape_port;
  route.arrived = front.escape_vc == kArrived;
  route.escape_vc = front.escape_vc;
  return route;
}

}  // namespace

// ---- packets come to inputs

PacketIndex Engine::inject(const PacketRecord& record, int flits) {
  tick_ = tick();
  const std::uint64_t draw =
      microarch::hash(parameters_.seed, microarch::DrawPurpose::record, record.source, record.number);
  TravellingPacket packet;
  packet.header = relation_.initial(record.source, record.destination, draw);
  packet.ready = tick_ + static_cast<Tick>(parameters_.router_delay) - 1;
  packet.flits = static_cast<std::uint16_t>(flits);
  const auto router = static_cast<std::uint32_t>(record.source);
  const Block block = routers_[router];
  const int first = shape_.network_inputs() + record.message_class * parameters_.injectors;
  int injector = 0;
  if (parameters_.injectors > 1) {
    std::uint32_t productive = 0;
    if (parameters_.injection == microarch::InjectionPolicy::direction) {
      const RouteChoice route = relation_.choices(record.source, packet.header);
      productive = route.adaptive_ports;
    }
    injector = microarch::choose_injector(parameters_.injection, parameters_.injectors, record.number, productive,
                                          [&](int j) { return waiting_in(block, first + j); });
  }
  const PacketIndex index = packets_.add(packet, record);
  push(router, block, first + injector, index);
  return index;
}

int Engine::waiting_in(const Block& block, int input) const {
  int waiting = block.input()[input].free > tick_ ? 1 : 0;  // its tail has not left
  if ((block.occupied() & input_bit(input)) == 0) return waiting;
  for (PacketIndex k = block.input()[input].queue.head; k != kNoPacket; k = packets_[k].next) ++waiting;
  return waiting;
}

TRENZA_HOT void Engine::push(std::uint32_t router, const Block& block, int input, PacketIndex index) {
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

TRENZA_HOT void Engine::bring_to_front(const Block& block, std::uint32_t router, int input, PacketIndex index) {
  const TravellingPacket& packet = packets_[index];
  const RouteChoice route = relation_.choices(static_cast<topologies::NodeId>(router), packet.header);
  Front& front = block.input()[input].front;
  front.productive = route.adaptive_ports;
  front.ready = later_of(packet.ready, block.input()[input].free);
  front.flits = packet.flits;
  front.escape_port = static_cast<std::int8_t>(route.escape_port);
  front.escape_vc = route.arrived ? kArrived : static_cast<std::uint8_t>(route.escape_vc);
  block.eligible()[input] = front.ready;
}

void Engine::enqueue(std::uint32_t router, int input, PacketIndex index) {
  push(router, routers_[router], input, index);
}

// ---- one router in one cycle

void Engine::look_at(std::uint32_t router) {
  const Block block = routers_[router];
  if (block.wake() != tick_) return;  // a stale entry
  block.wake() = kNeverTick;
  const InputMask due = not_after(block.eligible(), inputs_scanned_, tick_);
  const OutputMask free = not_after(block.output_free(), outputs_scanned_, tick_);
  if ((due & (due - 1)) == 0 && !selection_.escape_detours) {
    if (due != 0) look_at_one(block, router, microarch::lowest_bit(due), free);
  } else {
    look_at_many(block, router, due, free);
  }
  const Tick next = soonest_of(block.eligible(), inputs_scanned_);
  if (next != kNeverTick) wake(router, block, next);
}

/// Only one packet may be grantable: what it picks, it gets.
void Engine::look_at_one(const Block& block, std::uint32_t router, int input, OutputMask free) {
  if (const Pick choice = pick(block, input, free)) {
    grant(block, router, input, choice.output, choice.vc);
  } else {
    block.eligible()[input] = reconsider(block, input, tick_ + 1);
  }
}

void Engine::look_at_many(const Block& block, std::uint32_t router, InputMask due, OutputMask free) {
  std::array<InputMask, kMaxOutputs> requests;  // by output, where `requested` has its bit
  std::array<std::uint8_t, microarch::kMaxInputs> vcs;
  OutputMask requested = 0;
  for (InputMask rest = due; rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    const Pick choice = pick(block, input, free);
    if (!choice) continue;
    const auto output = static_cast<std::size_t>(choice.output);
    const OutputMask output_bit = OutputMask{1} << output;
    requests[output] = ((requested & output_bit) != 0 ? requests[output] : 0) | input_bit(input);
    requested |= output_bit;
    vcs[static_cast<std::size_t>(input)] = static_cast<std::uint8_t>(choice.vc);
  }
  if (per_port_ && requested != 0) requested = reduce_ports(block, requests.data(), requested);
  InputMask granted = 0;
  for (OutputMask rest = requested; rest != 0; rest &= rest - 1) {
    const int output = microarch::lowest_bit(rest);
    const int winner = arbitrate(block, output, requests[static_cast<std::size_t>(output)]);
    granted |= input_bit(winner);
    grant(block, router, winner, output, vcs[static_cast<std::size_t>(winner)]);
  }
  // Where escapes detour, a grant can take the credits that kept another packet from its escape.
  if (selection_.escape_detours && granted != 0) due |= block.occupied();
  for (InputMask rest = due & ~granted; rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    block.eligible()[input] = reconsider(block, input, tick_ + 1);
  }
}

/// What the front of an input picks of the free outputs, if it may request.
TRENZA_HOT Pick Engine::pick(const Block& block, int input, OutputMask free) const {
  const Front& front = block.input()[input].front;
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  if (front.ready > tick_) return {};
  if (per_port_ && place.port >= 0 && block.port()[place.port].free > tick_) return {};
  std::uint16_t draw = 0;
  const bool one_port = (front.productive & (front.productive - 1)) == 0;
  if (draws_selection_ && !(one_port && most_credits_)) draw = draws_.at(draw_offset_, block.input()[input].phase);
  const OutputVc* const output_vcs = block.output_vc();
  const int vcs = shape_.vcs;
  const Tick now = tick_;
  return microarch::pick_output(
      selection_, route_of(front), front.flits, input, free,
      [output_vcs, vcs, now](int port, int vc) { return output_vcs[port * vcs + vc].credits.at(now); },
      [&](int port, int vc) {
        return output_vcs[port * vcs + vc].credits.at(now) >= slots_needed(block, input, port, vc - place.first_vc);
      },
      draw, place.first_vc);
}

/// One crossbar input for each network port: keeps one pick of its VCs. Returns the outputs that are still requested.
OutputMask Engine::reduce_ports(const Block& block, InputMask requests_of[], OutputMask requested) {
  InputMask picked = 0;
  for (OutputMask rest = requested; rest != 0; rest &= rest - 1) picked |= requests_of[microarch::lowest_bit(rest)];
  const InputMask vcs = (InputMask{1} << shape_.vcs) - 1;
  for (int port = 0; port < shape_.ports; ++port) {
    const int first = port * shape_.vcs;
    const InputMask requests = picked >> first & vcs;
    if ((requests & (requests - 1)) == 0) continue;
    const int winner = microarch::arbitrate(
        parameters_.arbiter, requests, draws_.at(draw_offset_, block.port()[port].phase), block.port()[port].pointer,
        [&](int a, int b) {
          return packets_.older(block.input()[first + a].queue.head, block.input()[first + b].queue.head);
        });
    picked &= ~((requests & ~input_bit(winner)) << first);
  }
  OutputMask left = 0;
  for (OutputMask rest = requested; rest != 0; rest &= rest - 1) {
    const int output = microarch::lowest_bit(rest);
    requests_of[output] &= picked;
    left |= static_cast<OutputMask>(requests_of[output] != 0) << output;
  }
  return left;
}

TRENZA_HOT int Engine::arbitrate(const Block& block, int output, InputMask requests) const {
  requests = microarch::in_transit_first(requests, (InputMask{1} << shape_.network_inputs()) - 1);
  if ((requests & (requests - 1)) == 0) return microarch::lowest_bit(requests);
  return microarch::arbitrate(parameters_.arbiter, requests, draws_.at(draw_offset_, block.output_phase()[output]),
                              block.output_pointer()[output], [&](int a, int b) {
                                return packets_.older(block.input()[a].queue.head, block.input()[b].queue.head);
                              });
}

TRENZA_HOT void Engine::grant(const Block& block, std::uint32_t router, int input, int output, int vc) {
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
    block.output_pointer()[output] = static_cast<std::uint8_t>(microarch::next_pointer(input, shape_.inputs()));
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
      block.port()[place.port].pointer = static_cast<std::uint8_t>(microarch::next_pointer(place.vc, shape_.vcs));
    }
    return_credit(block, input, flits);
  } else {
    packets_.record(index).entered = now_;
  }
  if (output < shape_.ports) {
    send(block, router, index, output, vc);
  } else {
    const auto ejector = static_cast<std::uint32_t>(output - shape_.ports);
    ejections_.add(now_ + static_cast<Cycle>(flits) - 1, {index, router * kMaxEjectors + ejector});
  }
}

TRENZA_HOT void Engine::send(const Block& block, std::uint32_t router, PacketIndex index, int port, int vc) {
  TravellingPacket& packet = packets_[index];
  const bool escape = is_escape(vc);
  block.output_vc()[port * shape_.vcs + vc].credits.base -= microarch::credits_of_packet(escape, packet.flits);
  block.port()[port].flits += packet.flits;
  ++network_grants_;
  escape_grants_ += escape ? 1 : 0;
  packet.header = relation_.advance(static_cast<topologies::NodeId>(router), packet.header, port, escape);
  packet.ready = tick_ + hop_[static_cast<std::size_t>(port)];
  ++packet.hops;
  const Neighbour next = block.port()[port].downstream;
  push(next.router, routers_[next.router], static_cast<int>(next.port) * shape_.vcs + vc, index);
}

// ---- credits

TRENZA_HOT void Engine::return_credit(const Block& block, int input, int flits) {
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  const Neighbour sender = block.port()[place.port].upstream;
  const int output_vc = static_cast<int>(sender.port) * shape_.vcs + place.vc;
  const bool escape = is_escape(place.vc);
  const auto delay = static_cast<Tick>(parameters_.credit_delay);
  const Tick start = tick_ + delay + static_cast<Tick>(escape ? flits - 1 : 0);
  const int length = escape ? 1 : flits;
  if (delay == 1) {
    add_credits(sender.router, output_vc, start, length);
  } else {
    // What came before may still be under way: Credits can tell of one stretch only.
    late_credits_.add(epoch_ + start,
                      {sender.router, static_cast<std::uint16_t>(output_vc), static_cast<std::uint16_t>(length)});
  }
}

// ---- time

Cycle Engine::next_activity() const {
  const Cycle soonest = std::min(wakes_.next(now_), ejections_.next(now_));
  return parameters_.credit_delay > 1 ? std::min(soonest, late_credits_.next(now_)) : soonest;
}

/// What is grantable in cycle now(), and the grants.
void Engine::decide_all() {
  tick_ = tick();
  draw_offset_ = microarch::DrawSequence::offset(now_);
  late_credits_.take(
      now_, [this](const CreditReturn& credit) { add_credits(credit.router, credit.output_vc, tick_, credit.length); });
  wakes_.take(
      now_, [this](std::uint32_t router) { look_at(router); },
      [this](std::uint32_t router) { routers_[router].prefetch(); });
}

void Engine::advance(Cycle limit, std::vector<Ejection>& ejected) {
  while (now_ < limit && ejected.empty()) {
    const Cycle next = next_activity();
    now_ = std::min(next, limit);
    if (now_ - epoch_ > kLastTick) move_epoch();
    if (next >= limit) return;
    decide_all();
    ejections_.take(now_, [&ejected](const Ejection& ejection) { ejected.push_back(ejection); });
    ++now_;
  }
  std::sort(ejected.begin(), ejected.end(), [](const Ejection& a, const Ejection& b) { return a.place < b.place; });
}

void Engine::step(const std::function<void()>& decide, std::vector<Ejection>& ejected) {
  if (now_ - epoch_ > kLastTick) move_epoch();
  decide_all();
  decide();
  ejections_.take(now_, [&ejected](const Ejection& ejection) { ejected.push_back(ejection); });
  ++now_;
  std::sort(ejected.begin(), ejected.end(), [](const Ejection& a, const Ejection& b) { return a.place < b.place; });
}

std::string Engine::grant_for(std::uint32_t router, int input, int output, int vc, microarch::PacketId packet) {
  const Block block = routers_[router];
  if (input < 0 || input >= shape_.inputs() || output < 0 || output >= shape_.outputs())
    return "no such input or output";
  if ((block.occupied() & input_bit(input)) == 0) return "the input is empty";
  const Front& front = block.input()[input].front;
  if (packets_[block.input()[input].queue.head].identity != packet) return "another packet is at the front";
  if (front.ready > tick_) return "the packet cannot request yet";
  if (block.output_free()[output] > tick_) return "the output is not free";
  if (per_port_ && is_network_input(input) && block.port()[input / shape_.vcs].free > tick_) return "the port is busy";
  if (output < shape_.ports) {
    if (vc < first_vc(input) || vc >= first_vc(input) + shape_.class_vcs) return "the VC is of another class";
    const int credits = block.output_vc()[output * shape_.vcs + vc].credits.at(tick_);
    const int needed = is_escape(vc) ? slots_needed(block, input, output, vc - first_vc(input)) : front.flits;
    if (credits < needed) return "the credits are not enough";
    const bool escapes = output == front.escape_port && vc == first_vc(input) + front.escape_vc;
    if (is_escape(vc) ? !escapes : (front.productive >> output & 1U) == 0) return "the packet must not go there";
  } else if (front.escape_vc != kArrived) {
    return "the packet is not at its destination";
  }
  grant(block, router, input, output, vc);
  return "";
}

void Engine::move_epoch() {
  Cycle by = now_ - epoch_ - kRestart;
  epoch_ += by;
  constexpr Cycle kStep = kNeverTick - 1;
  for (; by > 0; by -= std::min(by, kStep)) {
    const auto step = static_cast<Tick>(std::min(by, kStep));
    routers_.rebase(step);
    packets_.rebase(step);
  }
}

}  // namespace trenza::tlm
