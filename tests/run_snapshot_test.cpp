// Runs of the tlm view that are saved at a cycle, and runs that go on from there: the same results as without.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "microarch/parameters.h"
#include "testbench/results_json.h"
#include "testbench/run_experiment.h"
#include "testbench/traffic/part_kinds.h"
#include "tests/places.h"
#include "tests/support/experiments.h"
#include "tests/support/temporary_file.h"
#include "tlm/tlm_fabric.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using testbench::Checkpoint;
using testbench::Experiment;

/// A view that notes when it is asked who waits: then the watchdog looks.
class WatchedFabric : public microarch::Fabric {
 public:
  explicit WatchedFabric(std::unique_ptr<tlm::TlmFabric> inner) : inner_(std::move(inner)) {}

  const tlm::TlmFabric& inner() const { return *inner_; }
  const std::vector<Cycle>& looks() const { return looks_; }

  const topologies::Topology& topology() const override { return inner_->topology(); }
  const microarch::FabricParameters& parameters() const override { return inner_->parameters(); }
  Cycle now() const override { return inner_->now(); }
  std::uint64_t offer(int source, int destination, int flits, std::uint64_t tag, int message_class) override {
    return inner_->offer(source, destination, flits, tag, message_class);
  }
  void advance(Cycle limit) override { inner_->advance(limit); }
  const std::vector<microarch::Delivery>& delivered() const override { return inner_->delivered(); }
  bool idle() const override { return inner_->idle(); }
  microarch::Counters counters() const override { return inner_->counters(); }
  std::vector<std::string> audit() const override { return inner_->audit(); }
  microarch::WaitSnapshot waiting() const override {
    looks_.push_back(now());
    return inner_->waiting();
  }

 private:
  std::unique_ptr<tlm::TlmFabric> inner_;
  mutable std::vector<Cycle> looks_;
};

/// The results of a run.
struct Outcome {
  std::string results;
  std::vector<Cycle> looks;
  std::string state;          ///< of a run that was saved; else empty
  bool saved_idle = false;    ///< the fabric was idle when it was saved
  bool saved_inside = false;  ///< packets were inside then
};

/// A machine and its experiment.
struct RunCase {
  std::shared_ptr<const topologies::Topology> topology;
  microarch::FabricParameters parameters;
  Experiment experiment;

  Outcome run(Cycle save_at = Checkpoint::kNoCycle) const {
    return run_on(tlm::make_tlm_fabric(*topology, parameters), save_at, nullptr);
  }
  Outcome go_on(const std::string& state) const {
    microarch::MemoryStream stream(state);
    microarch::ArchiveReader archive(stream);
    Outcome outcome = run_on(tlm::restore_tlm_fabric(*topology, parameters, archive), Checkpoint::kNoCycle, &archive);
    EXPECT_TRUE(stream.at_end());
    return outcome;
  }

 private:
  Outcome run_on(std::unique_ptr<tlm::TlmFabric> inner, Cycle save_at, microarch::ArchiveReader* from) const {
    WatchedFabric fabric(std::move(inner));
    Outcome outcome;
    Checkpoint checkpoint;
    checkpoint.save_at = save_at;
    checkpoint.from = from;
    checkpoint.save = [&](const testbench::SaveBench& save_bench) {
      EXPECT_EQ(fabric.now(), save_at);
      EXPECT_EQ(outcome.state, "") << "saved twice";
      microarch::MemorySink sink;
      microarch::ArchiveWriter archive(sink);
      fabric.inner().save(archive);
      save_bench(archive);
      outcome.state = sink.bytes();
      outcome.saved_idle = fabric.idle();
      const auto counters = fabric.counters();
      outcome.saved_inside = counters.packets_offered > counters.packets_delivered;
    };
    outcome.results = testbench::to_json(testbench::run_experiment(fabric, experiment, {}, checkpoint)).dump();
    outcome.looks = fabric.looks();
    return outcome;
  }
};

/// Saves and goes on at cycle `when`; nothing may differ from `straight`. Returns the run that was saved.
Outcome expect_same(const RunCase& machine, const Outcome& straight, Cycle when) {
  SCOPED_TRACE("saved at " + std::to_string(when));
  Outcome saved = machine.run(when);
  EXPECT_EQ(saved.results, straight.results) << "saving changes the run";
  EXPECT_EQ(saved.looks, straight.looks);
  EXPECT_NE(saved.state, "") << "never saved";
  if (saved.state.empty()) return saved;
  const Outcome rest = machine.go_on(saved.state);
  EXPECT_EQ(rest.results, straight.results);
  std::vector<Cycle> looks = straight.looks;
  looks.erase(looks.begin(), std::lower_bound(looks.begin(), looks.end(), when));
  EXPECT_EQ(rest.looks, looks);
  return saved;
}

/// 4 x 4 torus with two message classes.
RunCase synthetic(const std::string& pattern, const std::string& arrival, double load, Cycle cycles) {
  RunCase machine;
  machine.topology = network({4, 4});
  machine.parameters = bubble_router(8);
  machine.parameters.message_classes = 2;
  machine.experiment = uniform(load, 8, cycles);
  auto& traffic = *machine.experiment.synthetic;
  traffic.pattern = pattern;
  traffic.arrival = arrival;
  traffic.lengths = {{8, 2}, {1, 1}, {5, 3}};
  traffic.alpha_ppb = 500'000'000;
  traffic.hot_spots = {3, 12};
  traffic.hot_share_ppb = 200'000'000;
  for (int process = 0; process < 16; ++process) traffic.destinations.push_back((5 * process + 3) % 16);
  traffic.on_cycles = 40;
  traffic.off_cycles = 90;
  return machine;
}

TEST(RunSnapshot, EveryPatternAndArrivalProcess) {
  constexpr Cycle kCycles = 700;
  std::uint64_t number = 0;
  for (const testbench::PartKind& pattern : testbench::pattern_kinds()) {
    for (const testbench::PartKind& arrival : testbench::arrival_kinds()) {
      SCOPED_TRACE(pattern.name + " " + arrival.name);
      RunCase machine = synthetic(pattern.name, arrival.name, 0.3, kCycles);
      ++number;
      if (number % 2 == 0) machine.experiment.synthetic->reply_flits = 8;
      if (number % 3 == 0 && arrival.name != "at_start") machine.experiment.run.warmup = 100;
      const Outcome straight = machine.run();
      const auto end = nlohmann::ordered_json::parse(straight.results)["cycles"].get<Cycle>();
      ASSERT_GT(end, 50U);
      for (const Cycle when : {Cycle{0}, Cycle{1}, number * 89 % end, number * 233 % end, end - 1}) {
        expect_same(machine, straight, when);
      }
    }
  }
}

TEST(RunSnapshot, RepliesThatAreDueInTheCycle) {
  RunCase machine = synthetic("uniform", "bernoulli", 0.5, 200);
  machine.experiment.synthetic->reply_flits = 3;
  const Outcome straight = machine.run();
  for (Cycle when = 100; when < 130; ++when) expect_same(machine, straight, when);
}

TEST(RunSnapshot, InIdleStretches) {
  RunCase machine = synthetic("uniform", "on_off", 0.002, 4000);
  machine.experiment.run.watchdog_cycles = 11;  // looks often, at cycles that depend on when it was idle
  const Outcome straight = machine.run();
  EXPECT_FALSE(straight.looks.empty());
  int idle = 0;
  int busy = 0;
  for (Cycle when = 7; when < 4000; when += 53) {
    const Outcome saved = expect_same(machine, straight, when);
    idle += saved.saved_idle ? 1 : 0;
    busy += saved.saved_inside ? 1 : 0;
  }
  EXPECT_GT(idle, 10);
  EXPECT_GT(busy, 2);
}

TEST(RunSnapshot, RunsThatGoOnUntilTheyKnowEnough) {
  for (const std::optional<Cycle> warmup : {std::optional<Cycle>(), std::optional<Cycle>(90)}) {
    RunCase machine = synthetic("uniform", "bernoulli", 0.4, 100'000);
    machine.experiment.run.warmup = warmup;
    machine.experiment.run.until.emplace();
    machine.experiment.run.until->least_cycles = 800;
    machine.experiment.run.until->relative_ppb = 40'000'000;
    const Outcome straight = machine.run();
    const auto json = nlohmann::ordered_json::parse(straight.results);
    EXPECT_EQ(json["precise"], true);
    const auto end = json["cycles"].get<Cycle>();
    ASSERT_GT(end, 1'600U) << "slices were joined";
    ASSERT_LT(end, 100'000U);
    const Cycle joined = warmup ? 90 + 2 * 710 : 1'600;
    for (const Cycle when : {Cycle{0}, Cycle{500}, Cycle{800}, Cycle{801}, joined - 1, joined, joined + 1, end - 1})
      expect_same(machine, straight, when);
    EXPECT_EQ(machine.run(end).state, "") << "the run ends before";
  }
}

TEST(RunSnapshot, BeforeADeadlock) {
  RunCase machine = synthetic("uniform", "bernoulli", 4, 20'000);
  machine.topology = network("rtt", 4);
  machine.parameters = bubble_router(4);
  machine.parameters.bubble = false;
  machine.parameters.adaptive_vcs = 0;
  machine.parameters.buffer_packets = 2;
  machine.experiment.synthetic->lengths = {{4, 1}};
  const Outcome straight = machine.run();
  EXPECT_THAT(straight.results, testing::HasSubstr("\"outcome\":\"deadlock\""));
  const auto end = nlohmann::ordered_json::parse(straight.results)["cycles"].get<Cycle>();
  ASSERT_GT(end, 2000U);
  // Shortly before the end the watchdog has seen already who stands still.
  for (const Cycle when : {Cycle{50}, Cycle{777}, end - 500, end - 1}) expect_same(machine, straight, when);
  EXPECT_EQ(machine.run(19'999).state, "") << "the run ends before";
}

TEST(RunSnapshot, AgainAndAgain) {
  const RunCase machine = synthetic("uniform", "poisson", 0.6, 500);
  const Outcome straight = machine.run();
  const Outcome first = machine.run(100);
  microarch::MemoryStream stream(first.state);
  microarch::ArchiveReader archive(stream);
  auto fabric = tlm::restore_tlm_fabric(*machine.topology, machine.parameters, archive);
  std::string second;
  Checkpoint checkpoint;
  checkpoint.from = &archive;
  checkpoint.save_at = 300;
  checkpoint.save = [&](const testbench::SaveBench& save_bench) {
    microarch::MemorySink sink;
    microarch::ArchiveWriter writer(sink);
    fabric->save(writer);
    save_bench(writer);
    second = sink.bytes();
  };
  testbench::run_experiment(*fabric, machine.experiment, {}, checkpoint);
  EXPECT_EQ(second, machine.run(300).state) << "the states of cycle 300 differ";
  EXPECT_EQ(machine.go_on(second).results, straight.results);
}

/// Each rank computes, sends to and receives from one other after the other, and at last computes for a long time.
std::string all_to_all(int ranks) {
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    int operations = 0;
    const auto add = [&](const std::string& operation) {
      text += fmt::format("l{}: {}\n", operations, operation);
      if (operations > 0) text += fmt::format("l{} requires l{}\n", operations, operations - 1);
      ++operations;
    };
    for (int step = 1; step < ranks; ++step) {
      add(fmt::format("calc {}", 100 + 37 * rank));
      add(fmt::format("send {}b to {} tag 1", 40 * step, (rank + step) % ranks));
      add(fmt::format("recv {}b from {} tag 1", 40 * step, (rank + ranks - step) % ranks));
    }
    add("calc 90000");
    text += "}\n";
  }
  return text;
}

RunCase replay_case(const std::string& file, Cycle cycles) {
  RunCase machine;
  machine.topology = network({4, 2});
  machine.parameters = bubble_router(16);
  machine.experiment.name = "trace";
  machine.experiment.trace.emplace();
  machine.experiment.trace->file = file;
  machine.experiment.run.cycles = cycles;
  return machine;
}

TEST(RunSnapshot, Traces) {
  const TemporaryFile trace("run_snapshot.goal", all_to_all(8));
  RunCase machine = replay_case(trace.path(), 0);
  machine.experiment.trace->send_overhead_ps = 30'000;
  machine.experiment.trace->receive_overhead_ps = 50'000;
  machine.experiment.run.watchdog_cycles = 13;
  const Outcome straight = machine.run();
  EXPECT_THAT(straight.results, testing::HasSubstr("\"outcome\":\"finished\""));
  const auto json = nlohmann::ordered_json::parse(straight.results);
  const auto cycles = json["cycles"].get<Cycle>();
  ASSERT_GT(cycles, 2'000U);
  int inside = 0;
  for (Cycle when = 0; when < 400; when += 7) inside += expect_same(machine, straight, when).saved_inside ? 1 : 0;
  EXPECT_GT(inside, 20);
  EXPECT_TRUE(expect_same(machine, straight, cycles - 500).saved_idle) << "only computation is left";
  expect_same(machine, straight, cycles - 1);
  EXPECT_EQ(machine.run(cycles + 1).state, "") << "the trace ends before";
}

TEST(RunSnapshot, ATraceInFilesHasTheSameState) {
  const TemporaryFile trace("run_snapshot_files.goal", all_to_all(8));
  const RunCase in_memory = replay_case(trace.path(), 0);
  RunCase in_files = in_memory;
  in_files.experiment.trace->memory_bytes = 0;
  const Outcome straight = in_memory.run();
  for (Cycle when = 0; when < 400; when += 57) {
    const Outcome saved = expect_same(in_files, straight, when);
    EXPECT_EQ(saved.state, in_memory.run(when).state);
    EXPECT_EQ(in_memory.go_on(saved.state).results, straight.results);
  }
}

TEST(RunSnapshot, ARealTraceThatIsStopped) {
  RunCase machine = replay_case(TRENZA_SOURCE_DIR "/configs/traces/mg.S.8.goal.zst", 20'000);
  machine.experiment.trace->computation_ppb = 1'000'000;
  const Outcome straight = machine.run();
  EXPECT_THAT(straight.results, testing::HasSubstr("stopped at the limit"));
  for (const Cycle when : {Cycle{0}, Cycle{3'333}, Cycle{12'345}, Cycle{19'999}}) expect_same(machine, straight, when);
}

TEST(RunSnapshot, ATraceMayGoOnToAnotherLimit) {
  const TemporaryFile trace("run_snapshot_limits.goal", all_to_all(8));
  RunCase machine = replay_case(trace.path(), 0);
  machine.experiment.run.watchdog_cycles = 13;
  for (const Cycle limit : {Cycle{250}, Cycle{900}, Cycle{0}}) {
    machine.experiment.run.cycles = limit;
    const Outcome straight = machine.run();
    for (const Cycle earlier : {Cycle{230}, Cycle{600}, Cycle{0}}) {
      machine.experiment.run.cycles = earlier;
      const std::string state = machine.run(220).state;
      machine.experiment.run.cycles = limit;
      EXPECT_EQ(machine.go_on(state).results, straight.results) << earlier << " then " << limit;
    }
  }
}

/// The machine with routers that move flits.
RunCase by_flits(RunCase machine, topologies::WormRoute route) {
  machine.parameters.switching = "wormhole";
  machine.parameters.pipeline = "speculative";
  machine.parameters.ejectors = 1;
  machine.parameters.wormhole.buffer_flits = 3;
  topologies::WormRouting routing;
  routing.route = route;
  routing.vcs = machine.parameters.wormhole.virtual_channels;
  machine.topology = topologies::with_worm_routing(machine.topology, routing);
  return machine;
}

TEST(RunSnapshot, WormsWithReplies) {
  RunCase machine = by_flits(synthetic("uniform", "on_off", 0.3, 600), topologies::WormRoute::duato);
  machine.experiment.synthetic->reply_flits = 7;
  machine.experiment.run.watchdog_cycles = 11;
  const Outcome straight = machine.run();
  int inside = 0;
  for (Cycle when = 0; when < 600; when += 37) inside += expect_same(machine, straight, when).saved_inside ? 1 : 0;
  EXPECT_GT(inside, 10);
}

TEST(RunSnapshot, WormsOfATrace) {
  const TemporaryFile trace("run_snapshot_worms.goal", all_to_all(8));
  const RunCase machine = by_flits(replay_case(trace.path(), 0), topologies::WormRoute::dimension_order);
  const Outcome straight = machine.run();
  EXPECT_THAT(straight.results, testing::HasSubstr("\"outcome\":\"finished\""));
  int inside = 0;
  for (Cycle when = 0; when < 400; when += 29) inside += expect_same(machine, straight, when).saved_inside ? 1 : 0;
  EXPECT_GT(inside, 5);
}

TEST(RunSnapshot, TheStateOfAnotherKindOfRunIsRefused) {
  const TemporaryFile trace("run_snapshot_kind.goal", all_to_all(8));
  const RunCase replayed = replay_case(trace.path(), 0);
  RunCase drawn = replayed;
  drawn.experiment = uniform(0.2, 8, 500);
  const std::string state = drawn.run(100).state;
  microarch::MemoryStream stream(state);
  microarch::ArchiveReader archive(stream);
  const auto fabric = tlm::restore_tlm_fabric(*replayed.topology, replayed.parameters, archive);
  Checkpoint checkpoint;
  checkpoint.from = &archive;
  EXPECT_THROW(testbench::run_experiment(*fabric, replayed.experiment, {}, checkpoint), microarch::ArchiveError);
}

}  // namespace
}  // namespace trenza::test
