#include "testbench/history/deadlock_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "microarch/parameters.h"
#include "testbench/watchdog.h"

namespace trenza::testbench {

namespace {

bool is_part_of(const PacketName& packet, const Deadlock& deadlock) {
  return std::any_of(deadlock.cycle.begin(), deadlock.cycle.end(), [&](const WaitLink& link) {
    return PacketName{link.head.source, link.head.number} == packet;
  });
}

/// What the others wait for.
const char* knot(const Deadlock& deadlock) {
  return deadlock.closed ? "packets that wait for each other in a cycle" : "packets of which one waits in vain";
}

/// Where the packet waits. One that no input VC has taken yet waits for those of its class.
int input_of(const PacketHistory& history, const microarch::Fabric& fabric) {
  const int input = history.stages.back().input;
  if (input >= 0) return input;
  const microarch::FabricParameters& parameters = fabric.parameters();
  return fabric.topology().graph().ports() * parameters.vcs() + history.packet.message_class * parameters.class_vcs();
}

}  // namespace

std::string deadlock_text(const PacketHistory& history, const microarch::Fabric& fabric) {
  const std::string name = to_string(history.packet.name);
  const Stage& last = history.stages.back();
  const microarch::WaitSnapshot snapshot = fabric.waiting();
  std::optional<Deadlock> deadlock;
  if (!last.grant)
    deadlock =
        find_deadlock_of(snapshot, fabric.topology(), fabric.parameters(), last.router, input_of(history, fabric));
  if (deadlock) {
    return fmt::format(
        "deadlock: {} {} {}:\n{}\n", name,
        is_part_of(history.packet.name, *deadlock) ? "is one of the" : "is not one of them, but waits for",
        knot(*deadlock), deadlock->report);
  }
  deadlock = find_deadlock(snapshot, fabric.topology(), fabric.parameters());
  if (!deadlock) return "";
  return fmt::format("deadlock: {} can still move, but there are {}:\n{}\n", name, knot(*deadlock), deadlock->report);
}

}  // namespace trenza::testbench
