// Measures on a network that is a formula: it accepts up to a load, and its latency grows towards it.
#include "testbench/measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace trenza::testbench {
namespace {

constexpr std::uint64_t kMillionth = 1000;  // parts per 10^9

Experiment loaded(double load) {
  Experiment experiment;
  experiment.synthetic.emplace();
  experiment.synthetic->load_ppb = static_cast<std::uint64_t>(load * 1e6) * kMillionth;
  experiment.records.flows = true;
  return experiment;
}

/// Accepts everything up to 0.7, and has three times the latency of the empty network at 0.4.
struct FormulaNetwork {
  std::vector<double> loads;
  bool has_latency = true;
  double limit = 0.7;

  Results operator()(const Experiment& experiment) {
    const double load = static_cast<double>(experiment.synthetic->load_ppb) / 1e9;
    loads.push_back(load);
    EXPECT_FALSE(experiment.records.flows) << "a search records nothing";
    Results results;
    results.accepted_load = std::min(load, limit);
    results.saturation.emplace();
    results.saturation->saturated = load > limit;
    if (!has_latency) return results;
    results.saturation->empty_latency = 20;
    results.saturation->by_latency = load > 0.4;
    return results;
  }
};

TEST(Measure, MaximumThroughputIsFoundByBisection) {
  FormulaNetwork network;
  const MeasureRequest request{MeasureKind::maximum_throughput, 5000 * kMillionth};
  const Measurement measurement = prepare_measure(request, loaded(1), std::ref(network));
  const double found = static_cast<double>(measurement.experiment.synthetic->load_ppb) / 1e9;
  EXPECT_LE(found, 0.7);
  EXPECT_GE(found, 0.695);
  EXPECT_TRUE(measurement.experiment.records.flows) << "of the run that is reported";
  std::sort(network.loads.begin(), network.loads.end());
  EXPECT_EQ(std::adjacent_find(network.loads.begin(), network.loads.end()), network.loads.end()) << "each load once";
  EXPECT_LE(network.loads.size(), most_runs(request, loaded(1)));

  const auto json = measure_json(measurement, Results());
  EXPECT_EQ(json["name"], "maximum_throughput");
  EXPECT_EQ(json["value"], found);
  EXPECT_EQ(json["unit"], "phits/cycle/node");
  EXPECT_EQ(json["settings"]["within"], 0.005);
  EXPECT_EQ(json["settings"]["highest_load"], 1);
  EXPECT_EQ(json["limited"], false);
  EXPECT_EQ(json["at_highest_load"], 0.7);
  EXPECT_LE(json["by_latency"].get<double>(), 0.4);
  EXPECT_GE(json["by_latency"].get<double>(), 0.395);
  EXPECT_EQ(json["runs"], network.loads.size() + 1);
}

TEST(Measure, ALoadThatIsAcceptedIsALowerBound) {
  FormulaNetwork network;
  const auto measurement = prepare_measure({}, loaded(0.6), std::ref(network));
  const auto json = measure_json(measurement, Results());
  EXPECT_EQ(json["value"], 0.6);
  EXPECT_EQ(json["limited"], true);
}

TEST(Measure, WithoutLatenciesOneDefinitionIsLeftOut) {
  FormulaNetwork network;
  network.has_latency = false;
  const auto json = measure_json(prepare_measure({}, loaded(1), std::ref(network)), Results());
  EXPECT_GE(json["value"].get<double>(), 0.695);
  EXPECT_TRUE(json["by_latency"].is_null());
}

TEST(Measure, ANetworkThatAcceptsNothingHasNoThroughput) {
  FormulaNetwork network;
  network.limit = 0;
  const auto measurement = prepare_measure({}, loaded(1), std::ref(network));
  EXPECT_EQ(measurement.experiment.synthetic->load_ppb, 5000 * kMillionth);
  const auto json = measure_json(measurement, Results());
  EXPECT_TRUE(json["value"].is_null());
  EXPECT_EQ(json["reason"], "saturated at the least load looked at, 0.005 phits/cycle/node");
}

TEST(Measure, ADeadlockIsNoThroughput) {
  const auto hangs = [](const Experiment&) {
    Results results;
    results.outcome = Outcome::deadlock;
    return results;
  };
  EXPECT_TRUE(measure_json(prepare_measure({}, loaded(1), hangs), Results())["value"].is_null());
}

TEST(Measure, BaseLatencyIsOfSmallPacketsThatAreAlone) {
  const MeasureRequest request{MeasureKind::base_latency, 0};
  Experiment experiment = loaded(0.5);
  experiment.synthetic->reply_flits = 4;
  const auto none = [](const Experiment&) -> Results { throw std::logic_error("needs no run before"); };
  const Measurement measurement = prepare_measure(request, experiment, none);
  EXPECT_EQ(most_runs(request, experiment), 0U);
  EXPECT_EQ(measurement.experiment.synthetic->load_ppb, 10'000'000U);
  EXPECT_EQ(measurement.experiment.synthetic->lengths[0].flits, 1);
  EXPECT_EQ(measurement.experiment.synthetic->reply_flits, 0);
  Results results;
  results.steady_reason = "too short";
  EXPECT_EQ(measure_json(measurement, results)["reason"], "too short");
  EXPECT_TRUE(measure_json(measurement, results)["value"].is_null());
  results.latency = LatencySummary{10.5, 10, 12, 14, 20};
  results.latency->intervals.emplace();
  results.latency->intervals->mean = Interval{10, 11, 30, true};
  const auto json = measure_json(measurement, results);
  EXPECT_EQ(json["value"], 10.5);
  EXPECT_EQ(json["low"], 10);
  EXPECT_EQ(json["high"], 11);
  EXPECT_EQ(json["settings"].dump(), R"({"load":0.01,"packet_flits":1})");
}

TEST(Measure, ExecutionTimeIsThatOfTheRun) {
  Experiment experiment;
  experiment.trace.emplace();
  const Measurement measurement = prepare_measure({MeasureKind::execution_time, 0}, experiment, {});
  Results results;
  results.report = "stopped at the limit";
  EXPECT_EQ(measure_json(measurement, results)["reason"], "stopped at the limit");
  results.execution_cycles = 1234;
  results.execution_milliseconds = 0.5;
  const auto json = measure_json(measurement, results);
  EXPECT_EQ(json["value"], 1234);
  EXPECT_EQ(json["unit"], "cycles");
  EXPECT_EQ(json["milliseconds"], 0.5);
}

}  // namespace
}  // namespace trenza::testbench
