// The state of an engine as an archive. What follows from topology and parameters is not part of it.
#include <cstring>
#include <type_traits>

#include "tlm/exact/engine.h"

namespace trenza::tlm {

namespace {

using microarch::ArchiveReader;
using microarch::ArchiveWriter;

/// Bytes of routers of another kind must not be taken for those of this one.
template <class Archive>
void check_shape(const RouterShape& shape, std::size_t routers, Archive& archive) {
  static_assert(std::has_unique_object_representations_v<RouterShape>);
  RouterShape found = shape;
  std::size_t found_routers = routers;
  archive(found, found_routers);
  if (found_routers != routers || std::memcmp(&found, &shape, sizeof shape) != 0)
    throw microarch::ArchiveError("the state is of other routers");
}

/// The fields of a router that change. The memory behind a block is the same for reading and for writing.
template <class Archive>
void block_state(const RouterMemory::Block& block, const RouterShape& shape, Archive& archive) {
  archive(block.occupied());
  archive.array(block.output_free(), static_cast<std::size_t>(shape.outputs()));
  archive.array(block.eligible(), static_cast<std::size_t>(shape.inputs()));
  // Every member of the structures, so that a new one must be looked at here.
  for (int i = 0; i < shape.inputs(); ++i) {
    auto& [front, queue, free, phase] = block.input()[i];
    archive(front, queue, free);
  }
  for (int o = 0; o < shape.network_inputs(); ++o) {
    auto& [credits, interest] = block.output_vc()[o];
    archive(credits, interest);
  }
  for (int p = 0; p < shape.ports; ++p) {
    auto& [downstream, upstream, flits] = block.port()[p];
    archive(flits);
  }
}

/// The events of a wheel in their order; `now` is the cycle that comes next.
template <class Event>
void wheel_state(const TimeWheel<Event>& wheel, Cycle now, ArchiveWriter& archive) {
  std::uint64_t events = 0;
  wheel.for_each(now, [&](Cycle, const Event&) { ++events; });
  archive(events);
  wheel.for_each(now, [&](Cycle cycle, const Event& event) { archive(cycle, event); });
}

template <class Event>
void wheel_state(TimeWheel<Event>& wheel, Cycle now, ArchiveReader& archive) {
  std::uint64_t events = 0;
  archive(events);
  for (; events > 0; --events) {
    Cycle cycle = 0;
    Event event{};
    archive(cycle, event);
    if (cycle < now || cycle - now >= wheel.span()) throw microarch::ArchiveError("an event lies outside its time");
    wheel.add(cycle, event);
  }
}

}  // namespace

template <class Self, class Archive>
void Engine::state(Self& self, Archive& archive) {
  // Every member, so that a new one must be looked at here.
  auto& [topology, relation, parameters, shape, selection, port_rows, draws_selection, allocation, arbiter_bytes, picks,
         steps, escape_vc_mask, places, hop, routers, arbiters, input_phases, two_steps, given_up, packets, looks,
         ejections, late_credits, draws, code, now, epoch, tick, draw_offset, network_grants, escape_grants, on_grant,
         stalls, step_stalls] = self;
  archive.mark("engine");
  check_shape(shape, routers.routers(), archive);
  archive(now, epoch, network_grants, escape_grants);
  archive.mark("packets");
  archive(packets);
  archive.mark("time");
  wheel_state(ejections, now, archive);
  wheel_state(late_credits, now, archive);
  archive.mark("routers");
  for (std::size_t router = 0; router < routers.routers(); ++router) block_state(routers[router], shape, archive);
  archive.mark("arbiters");
  if (!arbiters.empty()) archive.array(arbiters.data(), arbiters.size());
  if (two_steps) {
    archive.mark("reservations");
    archive(*two_steps);
  }
  archive.mark("stalls");
  bool counting = stalls != nullptr || step_stalls != nullptr;
  archive(counting);
  if (!counting) return;
  if constexpr (!std::is_const_v<Self>) {
    if (!stalls && !step_stalls) self.count_stalls(microarch::StallDetail::totals);
  }
  if (step_stalls) {
    archive(*step_stalls);
  } else {
    archive(*stalls);
  }
}

void Engine::save(ArchiveWriter& archive) const { state(*this, archive); }

void Engine::load(ArchiveReader& archive) {
  state(*this, archive);
  // When to look at a router follows from its inputs.
  tick_ = tick();
  for (std::uint32_t router = 0; router < routers_.routers(); ++router) {
    const Block block = routers_[router];
    for (int i = 0; i < shape_.inputs(); ++i) {
      const Tick when = block.eligible()[i];
      if (when != kNeverTick) wake(router, later_of(when, tick_));
    }
  }
}

}  // namespace trenza::tlm
