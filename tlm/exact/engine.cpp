#include "tlm/exact/engine.h"

#include <algorithm>
#include <array>

#include "microarch/arbiter.h"
#include "microarch/bubble.h"
#include "microarch/injection.h"

namespace trenza::tlm {

namespace {

using microarch::OutputMask;
using microarch::Pick;
using topologies::RouteChoice;

constexpr int kMaxOutputs = 40;  // 32 network ports and 8 ejection ports
/// The epoch moves when ticks get beyond this.
constexpr Tick kLastTick = Tick{1} << 31;
/// Then the tick of now() becomes this: more than any time that a drain or a delay takes.
constexpr Tick kRestart = Tick{1} << 20;

InputMask bit(int input) { return InputMask{1} << input; }

RouteChoice route_of(const Front& front) {
  RouteChoice route;
  route.adaptive_ports = front.productive;
  route.escape_port = front.escape_port;
  route.arrived = front.escape_vc == kArrived;
  route.escape_vc = front.escape_vc;
  return route;
}

}  // namespace

int Engine::slots_needed(const Block& router, int input, int port, int escape_vc) const {
  const std::uint32_t ring = router.continues()[port * shape_.escape_vcs + escape_vc];
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  const bool continues =
      ring == ~std::uint32_t{0} || (place.port >= 0 && place.class_vc == escape_vc && (ring >> place.port & 1U) != 0);
  return microarch::escape_slots_needed(continues, parameters_.bubble);
}

void Engine::wake(std::uint32_t router, const Block& block, Tick tick) {
  if (tick >= block.wake()) return;
  block.wake() = tick;
  wakes_.add(epoch_ + tick, router);
}

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
  int waiting = block.input_free()[input] > tick_ ? 1 : 0;  // its tail has not left
  if ((block.occupied() & bit(input)) == 0) return waiting;
  for (PacketIndex k = block.queue()[input].head; k != kNoPacket; k = packets_[k].next) ++waiting;
  return waiting;
}

void Engine::push(std::uint32_t router, const Block& block, int input, PacketIndex index) {
  packets_[index].next = kNoPacket;
  Queue& queue = block.queue()[input];
  if ((block.occupied() & bit(input)) != 0) {
    packets_[queue.tail].next = index;
    queue.tail = index;
    return;
  }
  queue = {index, index};
  block.occupied() |= bit(input);
  bring_to_front(block, router, input, index);
  wake(router, block, block.eligible()[input]);
}

void Engine::bring_to_front(const Block& block, std::uint32_t router, int input, PacketIndex index) {
  const TravellingPacket& packet = packets_[index];
  const RouteChoice route = relation_.choices(static_cast<topologies::NodeId>(router), packet.header);
  Front& front = block.front()[input];
  front.productive = route.adaptive_ports;
  front.ready = later_of(packet.ready, block.input_free()[input]);
  front.flits = packet.flits;
  front.escape_port = static_cast<std::int8_t>(route.escape_port);
  front.escape_vc = route.arrived ? kArrived : static_cast<std::uint8_t>(route.escape_vc);
  block.eligible()[input] = front.ready;
}

// ---- one router in one cycle

void Engine::look_at(std::uint32_t router) {
  const Block block = routers_[router];
  if (block.wake() != tick_) return;  // a stale entry
  block.wake() = kNeverTick;
  std::array<InputMask, kMaxOutputs> requests;
  const int outputs = shape_.outputs();
  std::fill_n(requests.begin(), outputs, InputMask{0});
  InputMask looked_at = pick(block, requests.data());
  InputMask granted = 0;
  for (int output = 0; output < outputs; ++output) {
    if (requests[static_cast<std::size_t>(output)] == 0) continue;
    const int winner = arbitrate(block, output, requests[static_cast<std::size_t>(output)]);
    granted |= bit(winner);
    grant(block, router, winner, output, picks_[winner].vc);
  }
  // Where escapes detour, a grant can take the credits that kept another packet from its escape.
  if (selection_.escape_detours && granted != 0) looked_at |= block.occupied();
  Tick* const eligible = block.eligible();
  for (InputMask rest = looked_at & ~granted; rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    eligible[input] = reconsider(block, input, tick_ + 1);
  }
  Tick next = kNeverTick;
  for (InputMask rest = block.occupied(); rest != 0; rest &= rest - 1) {
    next = sooner_of(next, eligible[microarch::lowest_bit(rest)]);
  }
  if (next != kNeverTick) wake(router, block, next);
}

/// Lets every input that may request pick; fills requested_of by output. Returns the inputs that were looked at.
InputMask Engine::pick(const Block& block, InputMask requested_of[]) {
  OutputMask free = 0;
  const Tick* const output_free = block.output_free();
  for (int o = 0; o < shape_.outputs(); ++o) free |= static_cast<OutputMask>(output_free[o] <= tick_) << o;
  const Credits* const credits = block.credits();
  Tick* const eligible = block.eligible();
  InputMask looked_at = 0;
  InputMask picked = 0;
  for (InputMask rest = block.occupied(); rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    if (eligible[input] > tick_) continue;
    looked_at |= bit(input);
    const Front& front = block.front()[input];
    if (front.ready > tick_) continue;
    const InputPlace place = places_[static_cast<std::size_t>(input)];
    if (per_port_ && place.port >= 0 && block.port_free()[place.port] > tick_) continue;
    std::uint16_t draw = 0;
    const bool one_port = (front.productive & (front.productive - 1)) == 0;
    if (draws_selection_ && !(one_port && most_credits_)) draw = draws_.at(draw_offset_, block.input_phase()[input]);
    const Pick choice = microarch::pick_output(
        selection_, route_of(front), front.flits, input, free,
        [&](int port, int vc) { return credits[port * shape_.vcs + vc].at(tick_); },
        [&](int port, int vc) {
          return credits[port * shape_.vcs + vc].at(tick_) >= slots_needed(block, input, port, vc - place.first_vc);
        },
        draw, place.first_vc);
    if (!choice) continue;
    picks_[input] = choice;
    picked |= bit(input);
    requested_of[choice.output] |= bit(input);
  }
  if (per_port_) reduce_ports(block, requested_of, picked);
  return looked_at;
}

/// One crossbar input for each network port: keeps one pick of its VCs.
void Engine::reduce_ports(const Block& block, InputMask requested_of[], InputMask picked) {
  const InputMask vcs = (InputMask{1} << shape_.vcs) - 1;
  for (int port = 0; port < shape_.ports; ++port) {
    const int first = port * shape_.vcs;
    const InputMask requests = picked >> first & vcs;
    if ((requests & (requests - 1)) == 0) continue;
    const int winner = microarch::arbitrate(
        parameters_.arbiter, requests, draws_.at(draw_offset_, block.port_phase()[port]), block.port_pointer()[port],
        [&](int a, int b) { return packets_.older(block.queue()[first + a].head, block.queue()[first + b].head); });
    for (InputMask rest = requests & ~bit(winner); rest != 0; rest &= rest - 1) {
      const int loser = first + microarch::lowest_bit(rest);
      requested_of[picks_[loser].output] &= ~bit(loser);
    }
  }
}

int Engine::arbitrate(const Block& block, int output, InputMask requests) {
  requests = microarch::in_transit_first(requests, (InputMask{1} << shape_.network_inputs()) - 1);
  if ((requests & (requests - 1)) == 0) return microarch::lowest_bit(requests);
  return microarch::arbitrate(parameters_.arbiter, requests, draws_.at(draw_offset_, block.output_phase()[output]),
                              block.output_pointer()[output], [&](int a, int b) {
                                return packets_.older(block.queue()[a].head, block.queue()[b].head);
                              });
}

void Engine::grant(const Block& block, std::uint32_t router, int input, int output, int vc) {
  Queue& queue = block.queue()[input];
  const PacketIndex index = queue.head;
  TravellingPacket& packet = packets_[index];
  if (on_grant_) on_grant_({router, index, input, output, vc});
  const int flits = packet.flits;
  const Tick end = tick_ + static_cast<Tick>(flits);
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  block.output_free()[output] = end;
  block.input_free()[input] = end;
  block.output_pointer()[output] = static_cast<std::uint8_t>(microarch::next_pointer(input, shape_.inputs()));
  queue.head = packet.next;
  if (queue.head == kNoPacket) {
    block.occupied() &= ~bit(input);
  } else {
    bring_to_front(block, router, input, queue.head);
  }
  if (place.port >= 0) {
    if (per_port_) {
      block.port_free()[place.port] = end;
      block.port_pointer()[place.port] = static_cast<std::uint8_t>(microarch::next_pointer(place.vc, shape_.vcs));
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

void Engine::send(const Block& block, std::uint32_t router, PacketIndex index, int port, int vc) {
  TravellingPacket& packet = packets_[index];
  const bool escape = is_escape(vc);
  block.credits()[port * shape_.vcs + vc].base -= microarch::credits_of_packet(escape, packet.flits);
  block.port_flits()[port] += packet.flits;
  ++network_grants_;
  escape_grants_ += escape ? 1 : 0;
  packet.header = relation_.advance(static_cast<topologies::NodeId>(router), packet.header, port, escape);
  packet.ready = tick_ + hop_[static_cast<std::size_t>(port)];
  ++packet.hops;
  const Neighbour next = block.downstream()[port];
  push(next.router, routers_[next.router], static_cast<int>(next.port) * shape_.vcs + vc, index);
}

// ---- credits

void Engine::return_credit(const Block& block, int input, int flits) {
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  const Neighbour sender = block.upstream()[place.port];
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

/// `length` credits come back, one each cycle from `start` on; all that came before are back by then.
void Engine::add_credits(std::uint32_t router, int output_vc, Tick start, int length) {
  const Block block = routers_[router];
  Credits& credits = block.credits()[output_vc];
  credits.base = credits.final();
  credits.start = start;
  credits.length = static_cast<std::uint32_t>(length);
  InputMask& interest = block.interest()[output_vc];
  if (interest == 0) return;
  const int port = output_vc / shape_.vcs;
  const bool escape = is_escape(output_vc - port * shape_.vcs);
  Tick* const eligible = block.eligible();
  Tick next = kNeverTick;
  InputMask still = 0;
  for (InputMask rest = interest & block.occupied(); rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    const Front& front = block.front()[input];
    const int need = escape ? slots_needed(block, input, port, output_vc - port * shape_.vcs - first_vc(input))
                            : static_cast<int>(front.flits);
    Tick when = credits.reaches(need);
    if (when == kNeverTick) {
      still |= bit(input);
      continue;
    }
    when = later_of(later_of(when, start), later_of(block.output_free()[port], front.ready));
    if (when >= eligible[input]) continue;
    eligible[input] = when;
    next = sooner_of(next, when);
  }
  interest = still;
  if (next != kNeverTick) wake(router, block, next);
}

/// The first cycle from `from` on in which the front of an input may be granted by all that is known; kNeverTick if it
/// waits for credits that are not under way.
Tick Engine::reconsider(const Block& block, int input, Tick from) {
  const Front& front = block.front()[input];
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  from = later_of(from, front.ready);
  if (per_port_ && place.port >= 0) from = later_of(from, block.port_free()[place.port]);
  const Tick* const output_free = block.output_free();
  Tick soonest = kNeverTick;
  if (front.escape_vc == kArrived) {
    for (int e = 0; e < shape_.ejectors; ++e) soonest = sooner_of(soonest, output_free[shape_.ports + e]);
    return later_of(soonest, from);
  }
  Credits* const credits = block.credits();
  bool credits_now = false;
  for (std::uint32_t rest = front.productive; rest != 0; rest &= rest - 1) {
    const int port = microarch::lowest_bit(rest);
    for (int vc = place.first_vc + shape_.escape_vcs; vc < place.first_vc + shape_.class_vcs; ++vc) {
      const int output_vc = port * shape_.vcs + vc;
      const Tick when = credits[output_vc].reaches(front.flits);
      if (when == kNeverTick) {
        block.interest()[output_vc] |= bit(input);
        continue;
      }
      credits_now |= when <= from;
      soonest = sooner_of(soonest, later_of(when, output_free[port]));
    }
  }
  const int port = front.escape_port;
  // Adaptive credits bar a detour until a grant takes them; then this is asked again.
  if (port >= 0 && !(selection_.escape_detours && credits_now)) {
    const int output_vc = port * shape_.vcs + place.first_vc + front.escape_vc;
    const Tick when = credits[output_vc].reaches(slots_needed(block, input, port, front.escape_vc));
    if (when == kNeverTick) {
      block.interest()[output_vc] |= bit(input);
    } else {
      soonest = sooner_of(soonest, later_of(when, output_free[port]));
    }
  }
  return soonest == kNeverTick ? kNeverTick : later_of(soonest, from);
}

// ---- time

Cycle Engine::next_activity() const {
  const Cycle soonest = std::min(wakes_.next(now_), ejections_.next(now_));
  return parameters_.credit_delay > 1 ? std::min(soonest, late_credits_.next(now_)) : soonest;
}

void Engine::advance(Cycle limit, std::vector<Ejection>& ejected) {
  while (now_ < limit && ejected.empty()) {
    const Cycle next = next_activity();
    now_ = std::min(next, limit);
    if (now_ - epoch_ > kLastTick) move_epoch();
    if (next >= limit) return;
    tick_ = tick();
    draw_offset_ = microarch::DrawSequence::offset(now_);
    late_credits_.take(now_, [this](const CreditReturn& credit) {
      add_credits(credit.router, credit.output_vc, tick_, credit.length);
    });
    wakes_.take(
        now_, [this](std::uint32_t router) { look_at(router); },
        [this](std::uint32_t router) { routers_[router].prefetch(); });
    ejections_.take(now_, [&ejected](const Ejection& ejection) { ejected.push_back(ejection); });
    ++now_;
  }
  std::sort(ejected.begin(), ejected.end(), [](const Ejection& a, const Ejection& b) { return a.place < b.place; });
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
