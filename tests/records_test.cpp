// What runs record beside their totals: the same in both views and after a snapshot, and what the pins show.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "microarch/archive.h"
#include "microarch/place_names.h"
#include "rtl_models/pin_fabric.h"
#include "testbench/results_json.h"
#include "testbench/run_experiment.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/probe_value.h"
#include "tlm/tlm_fabric.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using testbench::ChannelSeriesResults;
using testbench::ChannelWindow;
using testbench::Experiment;
using testbench::Results;

constexpr Cycle kWindow = 37;

/// A machine and its experiment.
struct RecordedCase {
  std::shared_ptr<const topologies::Topology> topology;
  microarch::FabricParameters parameters;
  Experiment experiment;
};

/// Mixed packets on links of unequal delay, a little too many of them.
RecordedCase crowded(bool replies) {
  RecordedCase machine;
  machine.topology = network({4, 3}, {{"yx", 2}});
  machine.parameters = bubble_router(8);
  machine.parameters.router_delay = 2;
  machine.parameters.port_link_delay = {1, 1, 4, 4};
  machine.parameters.message_classes = replies ? 2 : 1;
  machine.parameters.crossbar = microarch::CrossbarKind("per_port");
  machine.experiment = uniform(0.7, 8, 700);
  machine.experiment.synthetic->lengths = {{8, 2}, {1, 1}, {5, 3}};
  machine.experiment.synthetic->reply_flits = replies ? 3 : 0;
  machine.experiment.run.warmup = 100;
  machine.experiment.records = {kWindow, true, true};
  return machine;
}

/// The same with routers that move flits, and buffers of less than a packet.
RecordedCase worms(RecordedCase machine) {
  machine.parameters.switching = "wormhole";
  machine.parameters.pipeline = "speculative";
  machine.parameters.ejectors = 1;
  machine.parameters.wormhole.virtual_channels = 3;
  machine.parameters.wormhole.buffer_flits = 5;
  machine.parameters.port_link_delay = {0, 0, 3, 3};
  topologies::WormRouting routing;
  routing.route = topologies::WormRoute::duato;
  routing.vcs = 3;
  machine.topology = topologies::with_worm_routing(machine.topology, routing);
  return machine;
}

std::string json(const Results& results) { return testbench::to_json(results).dump(); }

TEST(Records, AreTheSameInBothViews) {
  for (const bool replies : {false, true}) {
    for (const RecordedCase& machine : {crowded(replies), worms(crowded(replies))}) {
      const std::string pins =
          isolated([&] { return json(run_on_pins(*machine.topology, machine.parameters, machine.experiment)); });
      EXPECT_EQ(json(run_on_tlm(*machine.topology, machine.parameters, machine.experiment)), pins);
    }
  }
}

/// The probe of the buffer at the end of a virtual channel.
std::string probe_of(const topologies::Topology& topology, const topologies::Channel& channel, const std::string& vc) {
  return "noc.r_" + topology.node_name(channel.to) + ".in_" + topologies::input_name(topology, channel) + "." + vc +
         ".occupancy";
}

/// Compares the buffers of a run on pins with their signals in every cycle; some must once hold `least_most` flits.
/// Elaborates.
void expect_occupancies(const RecordedCase& machine, std::uint64_t least_most) {
  const topologies::Topology& topology = *machine.topology;
  const auto fabric = rtl_models::make_pin_fabric(topology, machine.parameters);
  std::map<std::string, const rtl_models::Probe*> probes;
  for (const rtl_models::Probe& probe : fabric->probes()) probes[probe.path] = &probe;
  std::map<std::string, std::vector<ChannelWindow>> seen;
  for (const auto& [path, probe] : probes) {
    if (path.find(".in_") != std::string::npos && path.find(".occupancy") != std::string::npos)
      seen[path].resize(700 / kWindow + 1);
  }
  fabric->observe([&](Cycle cycle) {
    for (auto& [path, windows] : seen) {
      const std::uint64_t flits = value_of(*probes[path]);
      ChannelWindow& window = windows[cycle / kWindow];
      window.occupancy_sum += flits;
      window.occupancy_max = std::max(window.occupancy_max, flits);
    }
  });
  const Results results = testbench::run_experiment(*fabric, machine.experiment);
  const topologies::Graph& graph = topology.graph();
  const auto vcs = static_cast<std::size_t>(machine.parameters.vcs());
  ASSERT_EQ(results.series->channels.size(), static_cast<std::size_t>(graph.connected()) * vcs);
  ASSERT_EQ(results.series->channels.size(), seen.size());
  std::vector<topologies::ChannelId> channels;
  for (topologies::ChannelId id = 0; id < graph.channels(); ++id) {
    if (graph.has(id)) channels.push_back(id);
  }
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < results.series->channels.size(); ++i) {
    const ChannelSeriesResults& channel = results.series->channels[i];
    const std::string path = probe_of(topology, graph.channel(channels[i / vcs]), channel.vc);
    SCOPED_TRACE(path);
    ASSERT_EQ(seen.count(path), 1U);
    ASSERT_EQ(channel.windows.size(), seen[path].size());
    for (std::size_t k = 0; k < channel.windows.size(); ++k) {
      ASSERT_EQ(channel.windows[k].occupancy_sum, seen[path][k].occupancy_sum) << k;
      ASSERT_EQ(channel.windows[k].occupancy_max, seen[path][k].occupancy_max) << k;
      most = std::max(most, channel.windows[k].occupancy_max);
    }
  }
  EXPECT_GE(most, least_most) << "no buffer was ever so full";
}

TEST(Records, OccupanciesAreThoseOfTheSignals) {
  RecordedCase machine = crowded(false);
  machine.experiment.synthetic->load_ppb = 1'500'000'000;  // so that buffers fill
  expect_occupancies(machine, 9);                          // more than a packet
}

TEST(Records, OccupanciesWhereChannelsEnterByOtherPorts) {
  RecordedCase machine = crowded(false);
  machine.topology = topologies::make_topology({"de_bruijn", {{"k", 2}, {"n", 4}}});
  machine.parameters.port_link_delay.clear();
  machine.parameters.link_delay = 3;
  machine.experiment.synthetic->load_ppb = 1'500'000'000;
  expect_occupancies(machine, 9);  // more than a packet
}

TEST(Records, OccupanciesOfWormsAreThoseOfTheSignals) {
  RecordedCase machine = worms(crowded(true));
  machine.experiment.synthetic->load_ppb = 1'500'000'000;
  expect_occupancies(machine, 5);  // a whole buffer
}

void expect_flits_of_the_counters(const RecordedCase& machine) {
  const auto fabric = tlm::make_tlm_fabric(*machine.topology, machine.parameters);
  const Results results = testbench::run_experiment(*fabric, machine.experiment);
  const std::vector<std::uint64_t> counted = fabric->counters().channel_flits;
  const auto vcs = static_cast<std::size_t>(machine.parameters.vcs());
  std::vector<std::uint64_t> recorded(counted.size(), 0);
  std::uint64_t packets = 0;
  for (std::size_t i = 0; i < results.series->channels.size(); ++i) {
    for (const ChannelWindow& window : results.series->channels[i].windows) {
      recorded[i / vcs] += window.flits;
      packets += window.packets;
    }
  }
  EXPECT_EQ(recorded, counted);
  EXPECT_EQ(packets, fabric->counters().network_grants);
}

TEST(Records, FlitsOfTheSeriesAreThoseOfTheCounters) {
  expect_flits_of_the_counters(crowded(false));
  expect_flits_of_the_counters(worms(crowded(true)));
}

TEST(Records, SourcesAreSumsOfFlows) {
  const RecordedCase machine = crowded(false);
  const Results results = run_on_tlm(*machine.topology, machine.parameters, machine.experiment);
  const auto& sources = results.sources->sources;
  ASSERT_EQ(sources.size(), 12U);
  ASSERT_EQ(results.flows->size(), 12U * 11);
  double sum = 0;
  double squares = 0;
  double least = 1e9;
  double most = 0;
  for (const testbench::FlowResults& source : sources) {
    std::uint64_t packets = 0;
    std::uint64_t flits = 0;
    for (const testbench::FlowResults& flow : *results.flows) {
      if (flow.source != source.source) continue;
      packets += flow.packets;
      flits += flow.flits;
    }
    EXPECT_EQ(packets, source.packets);
    EXPECT_EQ(flits, source.flits);
    sum += source.accepted_load;
    squares += source.accepted_load * source.accepted_load;
    least = std::min(least, source.accepted_load);
    most = std::max(most, source.accepted_load);
  }
  EXPECT_NEAR(sum / 12, results.accepted_load, 1e-12);
  EXPECT_EQ(least, results.accepted_load_min_source);
  EXPECT_EQ(most, results.accepted_load_max_source);
  EXPECT_NEAR(*results.sources->jain_index, sum * sum / (12 * squares), 1e-12);
}

TEST(Records, AreOffByDefaultAndChangeNothingElse) {
  RecordedCase machine = crowded(false);
  auto with = testbench::to_json(run_on_tlm(*machine.topology, machine.parameters, machine.experiment));
  machine.experiment.records = {};
  const auto without = testbench::to_json(run_on_tlm(*machine.topology, machine.parameters, machine.experiment));
  for (const char* const key : {"series", "sources", "flows"}) {
    EXPECT_TRUE(with.contains(key));
    EXPECT_FALSE(without.contains(key));
    with.erase(key);
  }
  EXPECT_EQ(with.dump(), without.dump());
}

/// Runs the tlm view from a saved state, or from cycle 0 if it is empty. Saves at a cycle into `saved`, if there is
/// one.
std::string run_in_parts(const RecordedCase& machine, const std::string& state, Cycle save_at, std::string* saved) {
  microarch::MemoryStream stream(state);
  microarch::ArchiveReader reader(stream);
  const auto fabric = state.empty() ? tlm::make_tlm_fabric(*machine.topology, machine.parameters)
                                    : tlm::restore_tlm_fabric(*machine.topology, machine.parameters, reader);
  testbench::Checkpoint checkpoint;
  if (!state.empty()) checkpoint.from = &reader;
  if (saved != nullptr) checkpoint.save_at = save_at;
  checkpoint.save = [&](const testbench::SaveBench& save_bench) {
    microarch::MemorySink sink;
    microarch::ArchiveWriter writer(sink);
    fabric->save(writer);
    save_bench(writer);
    *saved = sink.bytes();
  };
  return json(testbench::run_experiment(*fabric, machine.experiment, {}, checkpoint));
}

TEST(Records, GoOnAfterASnapshot) {
  for (const RecordedCase& machine : {crowded(true), worms(crowded(true))}) {
    const std::string straight = run_in_parts(machine, "", 0, nullptr);
    for (const Cycle cycle : {1, 36, 37, 250, 699}) {
      std::string state;
      EXPECT_EQ(run_in_parts(machine, "", cycle, &state), straight) << cycle;
      EXPECT_EQ(run_in_parts(machine, state, 0, nullptr), straight) << cycle;
    }
  }
}

}  // namespace
}  // namespace trenza::test
