#include "testbench/history/packet_history.h"

#include <algorithm>

#include "microarch/parameters.h"

namespace trenza::testbench {

const char* name_of(PacketCycle kind) {
  static constexpr std::array<const char*, kPacketCycles> kNames = {
      "pipeline", "queued",   "input_busy", "lost", "eject_busy", "link_busy", "bubble",          "no_credit",
      "lost_vc",  "reserved", "crossing",   "link", "no_vc",      "starved",   "lost_speculation"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<Stretch> stretches(const PacketHistory& history, const topologies::Topology& topology,
                               const microarch::FabricParameters& parameters) {
  std::vector<Stretch> all;
  const Cycle end = history.delivery ? history.delivery->ejected : history.seen_until;
  const auto add = [&](PacketCycle kind, Cycle from, Cycle until) {
    until = std::min(until, end);
    if (from < until) all.push_back({kind, {from, until}, {}});
  };
  for (const Stage& stage : history.stages) {
    all.insert(all.end(), stage.waits.begin(), stage.waits.end());
    if (!stage.grant) continue;
    const Cycle granted = stage.grant->cycle;
    if (parameters.by_flits() && stage.grant->output >= topology.graph().ports()) {
      add(PacketCycle::crossing, granted, granted + 1);
      all.insert(all.end(), stage.drain.begin(), stage.drain.end());
      if (stage.tail) add(PacketCycle::link, *stage.tail + 1, end);
      continue;
    }
    if (stage.grant->output >= topology.graph().ports()) {
      add(PacketCycle::crossing, granted, granted + static_cast<Cycle>(history.packet.flits) - 1);
      continue;
    }
    add(PacketCycle::crossing, granted, granted + 1);
    add(PacketCycle::link, granted + 1,
        granted + 1 + static_cast<Cycle>(parameters.link_delay_of(stage.grant->output)));
  }
  return all;
}

CyclesByKind cycles_by_kind(const PacketHistory& history, const topologies::Topology& topology,
                            const microarch::FabricParameters& parameters) {
  CyclesByKind sums{};
  for (const Stretch& stretch : stretches(history, topology, parameters))
    sums[static_cast<std::size_t>(stretch.kind)] += stretch.range.cycles();
  return sums;
}

}  // namespace trenza::testbench
