// Why input VCs of flit-level machines do nothing: both views count the same, all cycles are counted, and planted
// bottlenecks have the counts that follow from the contract.
#include "microarch/wormhole/worm_stalls.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/archive.h"
#include "microarch/index.h"
#include "microarch/parameters.h"
#include "microarch/place_names.h"
#include "rtl_models/pin_fabric.h"
#include "tests/support/isolated.h"
#include "tests/support/probe_value.h"
#include "tests/support/worm_machine.h"
#include "tlm/tlm_fabric.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::FabricParameters;
using microarch::index;
using microarch::OutputUse;
using microarch::StallDetail;
using microarch::StallReason;
using microarch::StallTable;
using topologies::NodeId;

/// Counts, from what waves show, the cycles in which an input VC has a flit or holds an output VC.
class BusyCycles {
 public:
  explicit BusyCycles(rtl_models::PinFabric& fabric) : fabric_(fabric) {
    std::map<std::string, const rtl_models::Probe*> probes;
    for (const rtl_models::Probe& probe : fabric.probes()) probes[probe.path] = &probe;
    const topologies::Topology& topology = fabric.topology();
    const int ports = topology.graph().ports();
    const int vcs = fabric.parameters().vcs();
    for (NodeId node = 0; node < topology.graph().nodes(); ++node) {
      for (int i = 0; i < fabric.parameters().inputs(ports); ++i) {
        if (i < ports * vcs && !topology.graph().has_in(node, i / vcs)) continue;
        std::string name = "noc." + microarch::input_name(topology, fabric.parameters(), node, i);
        name[name.find(' ')] = '.';
        places_.push_back({node, i, probes.at(name + ".state"), probes.at(name + ".occupancy"), 0});
      }
    }
    fabric.observe([this](Cycle) {
      constexpr std::uint64_t kActive = 3;
      for (Place& place : places_) {
        if (value_of(*place.state) == kActive || value_of(*place.occupancy) != 0) ++place.cycles;
      }
    });
  }
  BusyCycles(const BusyCycles&) = delete;
  BusyCycles& operator=(const BusyCycles&) = delete;
  ~BusyCycles() { fabric_.observe({}); }

  /// The first input VC of which moved and all reasons to wait are not these cycles.
  std::string fault() const {
    const StallTable table = fabric_.stalls();
    for (const Place& place : places_) {
      const StallTable::InputCycles& cycles = table.input(index(place.node), place.input);
      std::uint64_t sum = 0;
      for (const std::uint64_t count : cycles) sum += count;
      sum -= cycles[index_of(StallReason::empty)];
      if (sum != place.cycles)
        return fmt::format("router {} input {}: {} cycles with a reason, {} occupied", place.node, place.input, sum,
                           place.cycles);
    }
    return "";
  }

 private:
  struct Place {
    NodeId node;
    int input;
    const rtl_models::Probe* state;
    const rtl_models::Probe* occupancy;
    std::uint64_t cycles;
  };
  rtl_models::PinFabric& fabric_;
  std::vector<Place> places_;
};

/// What moves is what the channels count.
std::string moved_fault(const microarch::Fabric& fabric) {
  const StallTable table = fabric.stalls();
  const microarch::Counters counters = fabric.counters();
  const auto& graph = fabric.topology().graph();
  std::uint64_t ejected = 0;
  std::uint64_t moved = 0;
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    for (int port = 0; port < graph.ports(); ++port) {
      const std::uint64_t cycles = table.output(index(node), port)[index_of(OutputUse::moving)];
      if (graph.has_out(node, port) && cycles != counters.channel_flits[index(graph.id(node, port))])
        return fmt::format("router {} output {}: {} cycles moving", node, port, cycles);
    }
    for (int e = 0; e < fabric.parameters().ejectors; ++e)
      ejected += table.output(index(node), graph.ports() + e)[index_of(OutputUse::moving)];
    for (int i = 0; i < fabric.parameters().inputs(graph.ports()); ++i)
      moved += table.input(index(node), i)[index_of(StallReason::moving)];
  }
  return moved == counters.flit_hops + ejected ? "" : fmt::format("{} flits moved", moved);
}

/// Runs both views; "good" and what occurs, or the first fault.
std::string run_both_views(const WormMachine& worms) {
  const auto topology = worms.topology();
  const auto tlm = tlm::make_tlm_fabric(*topology, worms.machine.parameters);
  const auto pin = rtl_models::make_pin_fabric(*topology, worms.machine.parameters);
  const BusyCycles busy(*pin);
  std::string difference = compare_worm_views(worms, *tlm, *pin);
  if (!difference.empty()) return difference;
  for (const std::string& fault : {busy.fault(), moved_fault(*tlm), moved_fault(*pin)}) {
    if (!fault.empty()) return worms.text() + ": " + fault;
  }
  std::string found = "good";
  const StallTable table = tlm->stalls();
  for (const StallReason reason : microarch::kWormStallReasons) {
    if (table.input_totals()[index_of(reason)] > 0)
      found += " " + std::string(microarch::kStallReasons[index_of(reason)]);
  }
  for (const OutputUse use : microarch::kWormOutputUses) {
    if (table.output_totals()[index_of(use)] > 0) found += " use:" + std::string(microarch::kOutputUses[index_of(use)]);
  }
  return found;
}

void check_worm_stalls(std::uint64_t first, std::uint64_t last, bool stretch, std::set<std::string>& found) {
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const WormMachine plain = random_worm_machine(seed);
    const WormMachine machine = stretch ? stretched(plain) : plain;
    const std::string verdict = isolated([&] { return run_both_views(machine); });
    ASSERT_THAT(verdict, testing::StartsWith("good")) << machine.text();
    std::istringstream words(verdict);
    for (std::string word; words >> word;) found.insert(word);
  }
}

constexpr std::size_t kAllKinds = 1 + microarch::kWormStallReasons.size() + microarch::kWormOutputUses.size();

TEST(WormStalls, BothViewsCountAllCyclesAlike) {
  std::set<std::string> found;
  check_worm_stalls(401, 402, false, found);
  check_worm_stalls(411, 411, true, found);
}

TEST(WormStallsSlow, HundredMachinesCountAllCyclesAlike) {
  std::set<std::string> found;
  check_worm_stalls(1, 75, false, found);
  check_worm_stalls(101, 125, true, found);
  EXPECT_EQ(found.size(), kAllKinds) << testing::PrintToString(found);
}

/// Offers what a machine offers until cycle `until`.
void run_worm_traffic(const WormMachine& worms, microarch::Fabric& fabric, Cycle until) {
  const RandomTraffic traffic(worms.machine, fabric.topology());
  while (fabric.now() < until) {
    worm_offers(worms, traffic, fabric.now(), [&](const Offer& packet) {
      fabric.offer(packet.source, packet.destination, packet.flits, 0, packet.message_class);
    });
    fabric.advance(fabric.now() + 1);
  }
}

TEST(WormStalls, ASavedRunGoesOnCountingAndTotalsAreSums) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const WormMachine worms = random_worm_machine(seed);
    const auto topology = worms.topology();
    const auto make = [&](StallDetail detail) {
      auto fabric = tlm::make_tlm_fabric(*topology, worms.machine.parameters);
      fabric->count_stalls(detail);
      return fabric;
    };
    const auto whole = make(StallDetail::places);
    const auto totals = make(StallDetail::totals);
    const auto first = make(StallDetail::places);
    run_worm_traffic(worms, *whole, 240);
    run_worm_traffic(worms, *totals, 240);
    run_worm_traffic(worms, *first, 100);
    microarch::MemorySink sink;
    microarch::ArchiveWriter writer(sink);
    first->save(writer);
    microarch::MemoryStream stream(sink.bytes());
    microarch::ArchiveReader reader(stream);
    const auto second = tlm::restore_tlm_fabric(*topology, worms.machine.parameters, reader);
    run_worm_traffic(worms, *second, 240);
    EXPECT_EQ(second->stalls(), whole->stalls()) << worms.text();
    EXPECT_EQ(stalls_fault(*whole), "") << worms.text();
    EXPECT_EQ(whole->stalls().input_totals(), totals->stalls().input_totals()) << worms.text();
    EXPECT_EQ(whole->stalls().output_totals(), totals->stalls().output_totals()) << worms.text();
  }
}

void check_that_counting_changes_nothing(std::uint64_t machines) {
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    const WormMachine worms = random_worm_machine(seed);
    const auto topology = worms.topology();
    const auto plain = tlm::make_tlm_fabric(*topology, worms.machine.parameters);
    const auto counted = tlm::make_tlm_fabric(*topology, worms.machine.parameters);
    const auto observed = tlm::make_tlm_fabric(*topology, worms.machine.parameters);
    counted->count_stalls(StallDetail::places);
    observed->count_stalls(StallDetail::places);
    std::uint64_t told = 0;
    observed->observe_inputs(
        {[](NodeId) { return true; },
         [&](Cycle, NodeId, const std::vector<microarch::InputCycle>& inputs) { told += inputs.size(); }});
    EXPECT_EQ(plain->stalls().detail(), StallDetail::off);
    for (const auto& fabric : {plain.get(), counted.get(), observed.get()}) {
      run_worm_traffic(worms, *fabric, 200);
      while (!fabric->idle()) fabric->advance(fabric->now() + 997);
      fabric->advance(4'000'000);
    }
    EXPECT_EQ(counted->stalls(), observed->stalls()) << worms.text();
    const StallTable::InputCycles totals = counted->stalls().input_totals();
    std::uint64_t busy = 0;
    for (const std::uint64_t cycles : totals) busy += cycles;
    EXPECT_EQ(told, busy - totals[index_of(StallReason::empty)]) << worms.text();
    EXPECT_EQ(plain->counters().flit_hops, counted->counters().flit_hops);
  }
}

TEST(WormStalls, CountingAndSkippedCyclesChangeNothing) { check_that_counting_changes_nothing(2); }
TEST(WormStallsSlow, CountingAndSkippedCyclesChangeNothingOnThirtyMachines) { check_that_counting_changes_nothing(30); }

// ---- planted bottlenecks on a line of nodes: counts by derivation

struct Planted {
  std::shared_ptr<const topologies::Topology> topology;
  FabricParameters parameters;
};

/// Nodes 0 - 1 - 2 - 3 in dimension order, `vcs` of each of the `classes`.
Planted line(int vcs, int classes, int depth) {
  Planted planted;
  topologies::WormRouting routing;
  routing.vcs = vcs;
  RandomNetwork network = torus_network({4}, {});
  network.shape.wrap = {false};
  planted.topology = topologies::with_worm_routing(network.build(), routing);
  planted.parameters.switching = "wormhole";
  planted.parameters.link_delay = 0;
  planted.parameters.arbiter = "round_robin";
  planted.parameters.message_classes = classes;
  planted.parameters.wormhole.virtual_channels = vcs;
  planted.parameters.wormhole.buffer_flits = depth;
  return planted;
}

using Counts = std::map<std::string, std::uint64_t>;

/// The input through which packets come from node `from` to `to`, VC `vc`; `from` = `to`: the local one.
int input_of(const Planted& planted, NodeId to, NodeId from, int vc) {
  const auto& graph = planted.topology->graph();
  for (int port = 0; port < graph.ports(); ++port) {
    if (graph.has_in(to, port) && graph.in(to, port).from == from) return port * planted.parameters.vcs() + vc;
  }
  return graph.ports() * planted.parameters.vcs() + vc;
}

/// Runs `offers` to the end in both views; what an input VC did, without `empty`.
Counts counts_at(const Planted& planted, NodeId node, int input,
                 const std::function<void(microarch::Fabric&)>& offers) {
  const auto text = [&](bool pins) {
    return isolated([&] {
      std::unique_ptr<microarch::Fabric> fabric;
      if (pins) {
        fabric = rtl_models::make_pin_fabric(*planted.topology, planted.parameters);
      } else {
        fabric = tlm::make_tlm_fabric(*planted.topology, planted.parameters);
      }
      fabric->count_stalls(StallDetail::places);
      offers(*fabric);
      while (!fabric->idle()) fabric->advance(fabric->now() + 100);
      const StallTable::InputCycles cycles = fabric->stalls().input(index(node), input);
      std::string all;
      for (std::size_t k = 1; k < cycles.size(); ++k) {
        if (cycles[k] > 0) all += fmt::format("{} {} ", microarch::kStallReasons[k], cycles[k]);
      }
      return all;
    });
  };
  const std::string tlm = text(false);
  EXPECT_EQ(tlm, text(true));
  Counts counts;
  std::istringstream words(tlm);
  for (std::string reason; words >> reason;) words >> counts[reason];
  return counts;
}

// With one flit of buffer a credit that is used in t is home again in t + H + C: every flit after the first waits
// H + C - 1 cycles, and so does the next router for it.
TEST(WormStallsNameFirst, ALongCreditLoop) {
  Planted planted = line(1, 1, 1);
  planted.parameters.credit_delay = 8;
  planted.parameters.link_delay = 2;
  const std::uint64_t gap = 2 + 8;  // H + C - 1, H = 3
  const auto offers = [](microarch::Fabric& fabric) { fabric.offer(1, 2, 6, 0, 0); };
  EXPECT_EQ(counts_at(planted, 1, input_of(planted, 1, 1, 0), offers), (Counts{{"moving", 6}, {"no_credit", 5 * gap}}));
  EXPECT_EQ(counts_at(planted, 2, input_of(planted, 2, 1, 0), offers), (Counts{{"moving", 6}, {"starved", 5 * gap}}));
}

// The worm of node 1 takes the only VC to node 2 in cycle 0 and gives it back with its tail in l - 1; the head from
// node 0 comes in cycle 1.
TEST(WormStallsNameFirst, OneVirtualChannelToAHotOutput) {
  const Planted planted = line(1, 1, 8);
  const auto offers = [](microarch::Fabric& fabric) {
    fabric.offer(0, 3, 5, 0, 0);
    fabric.offer(1, 2, 7, 0, 0);
  };
  EXPECT_EQ(counts_at(planted, 1, input_of(planted, 1, 0, 0), offers), (Counts{{"moving", 5}, {"no_vc", 6}}));
}

// Worms of two neighbours for the same node; heads come in cycle 1, and there is one VC of one ejection port. One gets
// it, and its tail crosses in cycle 5.
TEST(WormStallsNameFirst, OneEjectorForTwo) {
  const Planted planted = line(1, 1, 8);
  const auto offers = [](microarch::Fabric& fabric) {
    fabric.offer(0, 1, 5, 0, 0);
    fabric.offer(2, 1, 5, 0, 0);
  };
  Counts sum;
  for (const NodeId from : {0, 2}) {
    for (const auto& [reason, cycles] : counts_at(planted, 1, input_of(planted, 1, from, 0), offers))
      sum[reason] += cycles;
  }
  EXPECT_EQ(sum, (Counts{{"moving", 10}, {"lost_vc", 1}, {"eject_busy", 4}}));
}

// The second timing diagram of section 10 of the contract, by two classes with one VC each.
TEST(WormStallsNameFirst, ALostSpeculation) {
  Planted planted = line(1, 2, 8);
  planted.parameters.pipeline = microarch::PipelinePolicy::of<microarch::SpeculativePipeline>();
  const auto offers = [](microarch::Fabric& fabric) {
    fabric.offer(0, 2, 2, 0, 0);
    fabric.advance(1);
    fabric.offer(1, 2, 2, 0, 1);
  };
  EXPECT_EQ(counts_at(planted, 1, input_of(planted, 1, 0, 0), offers), (Counts{{"moving", 2}}));
  EXPECT_EQ(counts_at(planted, 1, input_of(planted, 1, 1, 1), offers),
            (Counts{{"moving", 2}, {"lost_speculation", 1}, {"lost_output", 1}}));
}

// Two heads want the only VC of their class in the same cycle.
TEST(WormStallsNameFirst, ALostVirtualChannel) {
  const Planted planted = line(1, 1, 8);
  const auto offers = [](microarch::Fabric& fabric) {
    fabric.offer(0, 2, 3, 0, 0);
    fabric.advance(1);
    fabric.offer(1, 2, 3, 0, 0);
  };
  EXPECT_EQ(counts_at(planted, 1, input_of(planted, 1, 1, 0), offers),
            (Counts{{"moving", 3}, {"lost_vc", 1}, {"no_vc", 2}}));
}

// D cycles for the route, G from the output VC to the switch.
TEST(WormStallsNameFirst, LongDelaysOfARouter) {
  Planted planted = line(1, 1, 8);
  planted.parameters.wormhole.routing_delay = 4;
  planted.parameters.pipeline = microarch::PipelinePolicy::of<microarch::TwoStepPipeline>().with(3);
  const auto offers = [](microarch::Fabric& fabric) { fabric.offer(0, 2, 4, 0, 0); };
  EXPECT_EQ(counts_at(planted, 1, input_of(planted, 1, 0, 0), offers), (Counts{{"moving", 4}, {"pipeline", 7}}));
}

// Worms of two classes share a link by turns: each waits for the other, and the next router for both.
TEST(WormStallsNameFirst, ASharedLink) {
  const Planted planted = line(1, 2, 8);
  const auto offers = [](microarch::Fabric& fabric) {
    fabric.offer(0, 3, 4, 0, 0);
    fabric.advance(1);
    fabric.offer(1, 3, 4, 0, 1);
  };
  const Counts transit = counts_at(planted, 1, input_of(planted, 1, 0, 0), offers);
  const Counts local = counts_at(planted, 1, input_of(planted, 1, 1, 1), offers);
  EXPECT_EQ(transit, (Counts{{"moving", 4}, {"lost_output", 3}}));
  EXPECT_EQ(local, (Counts{{"moving", 4}, {"lost_output", 4}}));
  EXPECT_EQ(counts_at(planted, 2, input_of(planted, 2, 1, 0), offers), (Counts{{"moving", 4}, {"starved", 3}}));
  EXPECT_EQ(counts_at(planted, 2, input_of(planted, 2, 1, 1), offers), (Counts{{"moving", 4}, {"starved", 3}}));
}

}  // namespace
}  // namespace trenza::test
