// How packets come in and time passes: the part of the engine that is compiled for each shape of routers.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "microarch/injection.h"
#include "tlm/exact/engine.h"
#include "tlm/exact/engine_credits.h"
#include "tlm/exact/engine_routers.h"
#include "tlm/exact/shapes.h"

namespace trenza::tlm {

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

template <class Shape>
Engine::Code Engine::code_as() {
  return {&Engine::advance_as<Shape>, &Engine::inject_as<Shape>};
}

template <class Shape>
Engine::Code Engine::code_for(bool defaults, bool observed) {
  if constexpr (!std::is_same_v<Shape, AnyShape>) {
    if (defaults && observed) return code_as<Observed<WithDefaults<Shape>>>();
    if (defaults) return code_as<WithDefaults<Shape>>();
  }
  return code_as<Shape>();
}

}  // namespace trenza::tlm
