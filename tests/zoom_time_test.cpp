// A run that hops into the pin view and back to the tlm view goes on as if nothing had been.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "tests/machine_series.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/lane_relation.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::MachineState;

constexpr Cycle kHop = 500;
constexpr Cycle kAfter = 300;

/// Offers the packets of a cycle and simulates it.
void step_with_tags(const RandomTraffic& traffic, microarch::Fabric& view) {
  traffic.offers(view.now(), [&](const Offer& packet) {
    const auto tag = static_cast<std::uint64_t>(packet.destination);
    view.offer(packet.source, packet.destination, packet.flits, tag, packet.message_class);
  });
  view.advance(view.now() + 1);
}

bool same_counters(const microarch::Counters& a, const microarch::Counters& b) {
  return a.packets_offered == b.packets_offered && a.packets_delivered == b.packets_delivered &&
         a.flits_offered == b.flits_offered && a.flits_delivered == b.flits_delivered && a.flit_hops == b.flit_hops &&
         a.escape_grants == b.escape_grants && a.network_grants == b.network_grants &&
         a.channel_flits == b.channel_flits;
}

std::string delivery_text(const microarch::Delivery& d) {
  return fmt::format("{}>{} #{} flits {} hops {} created {} entered {} ejected {} tag {} class {}", d.source,
                     d.destination, d.number, d.flits, d.hops, d.created, d.entered, d.ejected, d.tag, d.message_class);
}

/// The differences between the last deliveries and the counters of two views; empty if there are none.
std::string view_difference(const microarch::Fabric& a, const microarch::Fabric& b) {
  if (a.delivered().size() != b.delivered().size()) return "another number of deliveries";
  for (std::size_t i = 0; i < a.delivered().size(); ++i) {
    const std::string one = delivery_text(a.delivered()[i]);
    const std::string other = delivery_text(b.delivered()[i]);
    if (one != other) return fmt::format("{} / {}", one, other);
  }
  if (!same_counters(a.counters(), b.counters())) return "other counters";
  return a.idle() == b.idle() ? "" : "one is idle";
}

/// The first line that two texts do not share.
std::string first_line(const std::string& a, const std::string& b) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < a.size() || i < b.size(); ++i) {
    if (i >= a.size() || i >= b.size() || a[i] != b[i]) break;
    if (a[i] == '\n') begin = i + 1;
  }
  const auto line = [begin](const std::string& text) { return text.substr(begin, text.find('\n', begin) - begin); };
  return fmt::format("`{}` / `{}`", line(a), line(b));
}

std::string register_difference(const MachineState& a, const MachineState& b) {
  const std::string one = registers_text(a);
  const std::string other = registers_text(b);
  return one == other ? "" : "registers: " + first_line(one, other);
}

/// Runs both to `end`, comparing every cycle.
std::string run_both_until(const RandomTraffic& traffic, Cycle end, microarch::Fabric& straight,
                           microarch::Fabric& other) {
  while (straight.now() < end) {
    step_with_tags(traffic, straight);
    step_with_tags(traffic, other);
    const std::string found = view_difference(straight, other);
    if (!found.empty()) return fmt::format("cycle {}: {}", straight.now() - 1, found);
  }
  const auto faults = other.audit();
  return faults.empty() ? "" : faults.front();
}

/// tlm to `when`, pins for kHop cycles, tlm for kAfter cycles or what it remembers, beside a tlm view that never hops.
/// Empty if all agree.
std::string hop(const Machine& machine, const topologies::Topology& topology, Cycle when, RunLength length) {
  const RandomTraffic traffic(machine, topology);
  const auto straight = tlm::make_exact_fabric(topology, machine.parameters);
  const Cycle memory = tlm::memory_of_grants(machine.parameters);
  while (straight->now() < when) {
    if (straight->now() + memory >= when) straight->remember_grants();
    step_with_tags(traffic, *straight);
  }
  if (straight->machine_state_from() > when) return fmt::format("not ready in cycle {}", when);
  const MachineState before = straight->machine_state();
  const auto pins = rtl_models::make_pin_fabric(topology, machine.parameters);
  pins->fill(before);
  std::string found = register_difference(before, pins->machine_state());
  if (!found.empty()) return "to the pins: " + found;
  const Cycle pins_until = when + (length == RunLength::quick ? kHop / 4 : kHop);
  found = run_both_until(traffic, pins_until, *straight, *pins);
  if (!found.empty()) return "on the pins: " + found;
  const MachineState after = pins->machine_state();
  found = register_difference(straight->machine_state(), after);
  if (!found.empty()) return "after the pins: " + found;
  const auto back = tlm::make_exact_fabric(topology, machine.parameters, after);
  back->remember_grants();
  found = run_both_until(traffic, pins_until + std::max(kAfter, memory + 1), *straight, *back);
  if (!found.empty()) return "back: " + found;
  return register_difference(straight->machine_state(), back->machine_state());
}

/// The first machines of a series hop so many cycles after the first in which the tlm view has its memory.
void expect_that_machines_hop(MachineSeries series, Cycle (*after)(std::uint64_t seed), std::uint64_t machines,
                              RunLength length) {
  for_machines(series, 1, machines, length, [&](const Machine& machine) {
    const Cycle when = tlm::memory_of_grants(machine.parameters) + after(machine.seed);
    EXPECT_EQ(isolated([&] { return hop(machine, *machine.network.build(), when, length); }), "")
        << machine.text() << " at " << when;
  });
}
Cycle at_any_time(std::uint64_t seed) { return microarch::hash(seed, 78) % 1000; }
Cycle soon(std::uint64_t /*seed*/) { return 300; }

TEST(ZoomTime, RandomMachinesHopIntoThePinsAndBack) {
  expect_that_machines_hop(random_machine, at_any_time, 10, RunLength::quick);
}
TEST(ZoomTimeSlow, RandomMachinesHopIntoThePinsAndBack) {
  expect_that_machines_hop(random_machine, at_any_time, 100, RunLength::whole);
}
TEST(ZoomTime, TheStateOfEveryArbiterHops) {
  expect_that_machines_hop(machine_with_other_policies, soon, 12, RunLength::quick);
}
TEST(ZoomTimeSlow, TheStateOfEveryArbiterHops) {
  expect_that_machines_hop(machine_with_other_policies, soon, 30, RunLength::whole);
}
TEST(ZoomTime, ReservationsHop) { expect_that_machines_hop(machine_with_pipelines, soon, 4, RunLength::quick); }
TEST(ZoomTimeSlow, ReservationsHop) { expect_that_machines_hop(machine_with_pipelines, soon, 60, RunLength::whole); }

Machine machine_with_two_adaptive_vcs(std::uint64_t seed) {
  Machine machine = without_deadlock(random_machine(seed));
  machine.parameters.adaptive_vcs = 2;
  return machine;
}

void expect_that_relations_by_lanes_hop(std::uint64_t machines, RunLength length) {
  for_machines(machine_with_two_adaptive_vcs, 1, machines, length, [&](const Machine& machine) {
    const auto base = machine.network.build();
    const LaneTopology lanes(*base);
    const Cycle when = tlm::memory_of_grants(machine.parameters) + 500;
    EXPECT_EQ(isolated([&] { return hop(machine, *lanes, when, length); }), "") << machine.text();
  });
}

TEST(ZoomTime, RelationsByLanesHop) { expect_that_relations_by_lanes_hop(3, RunLength::quick); }
TEST(ZoomTimeSlow, RelationsByLanesHop) { expect_that_relations_by_lanes_hop(3, RunLength::whole); }

/// A busy small machine and its state in cycle 200.
struct Caught {
  std::unique_ptr<topologies::Topology> topology = network("rtt", 2);
  microarch::FabricParameters parameters = bubble_router(5);
  MachineState state;

  Caught() {
    parameters.credit_delay = 3;
    const auto fabric = tlm::make_exact_fabric(*topology, parameters);
    fabric->remember_grants();
    while (fabric->now() < 200) {
      for (int node = 0; node < 8; ++node) fabric->offer(node, (node + 3) % 8, 5, 0, 0);
      fabric->advance(fabric->now() + 1);
    }
    state = fabric->machine_state();
  }
  /// The fault that both views see, or "".
  std::string verdict() const {
    try {
      tlm::make_exact_fabric(*topology, parameters, state);
      return "";
    } catch (const microarch::InvariantViolation& violation) {
      return violation.what();
    }
  }
};

TEST(ZoomTime, AStateThatLostACreditIsRefused) {
  Caught caught;
  ASSERT_EQ(caught.verdict(), "");
  ++caught.state.routers[3].credits[1];
  EXPECT_EQ(caught.verdict().substr(0, 48), "the state of cycle 200 is none of this machine: ") << caught.verdict();
  EXPECT_NE(caught.verdict().find("credits"), std::string::npos) << caught.verdict();
}

TEST(ZoomTime, AStateThatLostAFlitIsRefused) {
  Caught caught;
  ASSERT_FALSE(caught.state.packets.empty());
  for (auto& router : caught.state.routers) {
    for (auto& injector : router.injectors) {
      if (injector.queue.empty()) continue;
      injector.queue.pop_back();
      EXPECT_NE(caught.verdict().find("flits of"), std::string::npos) << caught.verdict();
      return;
    }
  }
  FAIL() << "nothing waits";
}

TEST(ZoomTime, AStateThatForgetsAPacketIsRefused) {
  Caught caught;
  caught.state.packets.erase(caught.state.packets.begin());
  EXPECT_NE(caught.verdict(), "");
}

TEST(ZoomTime, AStateIsNotKnownWithoutMemory) {
  const auto topology = network("rtt", 2);
  const microarch::FabricParameters parameters = bubble_router(5);
  const auto fabric = tlm::make_exact_fabric(*topology, parameters);
  EXPECT_EQ(fabric->machine_state_from(), tlm::ExactFabric::kNever);
  EXPECT_THROW(fabric->machine_state(), microarch::InvariantViolation);
  fabric->offer(0, 3, 5, 0, 0);
  fabric->advance(1);
  fabric->remember_grants();
  EXPECT_EQ(fabric->machine_state_from(), 1 + tlm::memory_of_grants(parameters));
  EXPECT_THROW(fabric->machine_state(), microarch::InvariantViolation);
}

}  // namespace
}  // namespace trenza::test
