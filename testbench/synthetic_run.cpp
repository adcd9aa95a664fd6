#include "testbench/synthetic_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "microarch/parameters.h"
#include "testbench/replies.h"
#include "testbench/run.h"
#include "testbench/statistics/precision.h"
#include "testbench/statistics/saturation.h"
#include "testbench/statistics/steady.h"
#include "testbench/statistics/summary.h"

namespace trenza::testbench {

namespace {

Collector make_collector(const topologies::Topology& topology, const RunLimits& limits) {
  const Cycle cycles = limits.until ? limits.until->least_cycles : limits.cycles;
  Collector collector = Collector::open_loop(topology.graph(), cycles, limits.warmup, limits.until.has_value());
  collector.count_mix(topology);
  return collector;
}

SteadyVerdict judge(const Run& run, const RunLimits& limits, const microarch::Counters& counters) {
  SteadyVerdict verdict = judge_steady(run.collector(), limits.warmup, run.now(), counters);
  if (run.is_stuck()) {
    verdict.steady = false;
    verdict.reason = run.is_deadlocked() ? "the network is deadlocked" : "a block stands still";
  }
  return verdict;
}

LatencySummary latency_with_intervals(const LatencyBatches& latencies, const Histogram& all) {
  LatencySummary latency = *summarise_latency(all);
  latency.intervals = latency_intervals(latencies, all);
  return latency;
}

/// Loads and latencies of the window, with their intervals.
void summarise_window(const Run& run, const SteadyVerdict& verdict, const RunLimits& limits,
                      const microarch::Counters& counters, Results& results) {
  const Window& window = verdict.window;
  const microarch::Fabric& fabric = run.fabric();
  summarise_loads(run.collector(), window, counters, fabric.topology(), results);
  results.steady = verdict.steady;
  results.steady_reason = verdict.reason;
  const WindowBatches batches = window_batches(run.collector(), verdict.first_slice, run.now());
  if (!run.is_stuck()) results.accepted_load_interval = load_interval(batches.flits, results.nodes);
  results.saturation = judge_saturation(run.collector(), window, batches.hops, fabric.parameters());
  if (verdict.steady) {
    results.latency = latency_with_intervals(batches.latencies, window.latency);
    results.network_latency = latency_with_intervals(batches.network_latencies, window.network_latency);
    results.drift = drift_of(batches.latency);
    results.batches = batch_series(batches);
  }
  if (!limits.until) return;
  results.precise_reason = imprecision(results, *limits.until);
  results.precise = results.precise_reason.empty();
}

/// The run may end before its last cycle. Looks take time only: they change nothing.
bool knows_enough(const Run& run, const RunLimits& limits) {
  if (!limits.until || !run.collector().is_look(run.now())) return false;
  const microarch::Counters counters = run.fabric().counters();
  Results results;
  summarise_window(run, judge(run, limits, counters), limits, counters, results);
  return *results.precise;
}

/// By more than 1 % and more than chance explains: four standard deviations of how many of the packets of the window
/// cross a channel that is always busy. The bound is that of the mean of the traffic, and a window has drawn another.
bool exceeds(double accepted, double bound, const Window& window) {
  constexpr double kMargin = 0.01;
  constexpr double kDeviations = 4;
  const auto flits = static_cast<double>(window.delivered_flits);
  const double packets = static_cast<double>(window.cycles()) * static_cast<double>(window.delivered_packets) / flits;
  return flits > 0 && accepted > (1 + kMargin + kDeviations / std::sqrt(packets)) * bound;
}

}  // namespace

Results run_synthetic(microarch::Fabric& fabric, const Experiment& experiment, TrafficGenerator generator,
                      const std::function<void(const Progress&)>& progress, const Checkpoint& checkpoint) {
  const Cycle end = experiment.run.cycles;
  Run run(fabric, make_collector(fabric.topology(), experiment.run), experiment.run.watchdog_cycles, end, progress,
          checkpoint, experiment.records);
  run.load_point([&](microarch::ArchiveReader& archive) { generator.load(archive); });
  const Replies replies(experiment.synthetic->reply_flits);
  std::vector<PacketOffer> offers;
  while (run.now() < end && !knows_enough(run, experiment.run)) {
    run.save_point([&](microarch::ArchiveWriter& archive) { generator.save(archive); });
    offers.clear();
    replies.take(run.delivered(), offers);
    if (generator.next_cycle() == run.now()) generator.take(offers);
    for (const PacketOffer& offer : offers) run.offer(offer);
    if (!run.advance(std::min(end, generator.next_cycle()))) break;
  }

  Results results;
  run.finish(results);
  const microarch::Counters counters = fabric.counters();
  const SteadyVerdict verdict = judge(run, experiment.run, counters);
  summarise_window(run, verdict, experiment.run, counters, results);
  results.classes =
      summarise_classes(run.collector(), verdict.window, fabric.parameters().message_classes, verdict.steady);
  summarise_flows(run.collector(), verdict.window, fabric.topology(), experiment.records, verdict.steady, results);
  if (experiment.uniform_bound > 0 && experiment.synthetic->pattern == "uniform") {
    results.uniform_bound = experiment.uniform_bound;
    results.bound_exceeded = verdict.steady && exceeds(results.accepted_load, experiment.uniform_bound, verdict.window);
  }
  return results;
}

}  // namespace trenza::testbench
