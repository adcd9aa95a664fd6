#include "testbench/synthetic_run.h"

#include <algorithm>
#include <utility>

#include "testbench/replies.h"
#include "testbench/run.h"
#include "testbench/statistics/steady.h"
#include "testbench/statistics/summary.h"

namespace trenza::testbench {

Results run_synthetic(microarch::Fabric& fabric, const Experiment& experiment, TrafficGenerator generator,
                      const std::function<void(const Progress&)>& progress, const Checkpoint& checkpoint) {
  const Cycle end = experiment.run.cycles;
  Run run(fabric, Collector::open_loop(fabric.topology().graph(), end, experiment.run.warmup),
          experiment.run.watchdog_cycles, end, progress, checkpoint, experiment.records);
  run.load_point([&](microarch::ArchiveReader& archive) { generator.load(archive); });
  const Replies replies(experiment.synthetic->reply_flits);
  std::vector<PacketOffer> offers;
  while (run.now() < end) {
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
  SteadyVerdict verdict = judge_steady(run.collector(), experiment.run.warmup, run.now(), counters);
  if (run.is_stuck()) {
    verdict.steady = false;
    verdict.reason = run.is_deadlocked() ? "the network is deadlocked" : "a block stands still";
  }
  summarise_loads(run.collector(), verdict.window, counters, fabric.topology(), results);
  results.steady = verdict.steady;
  results.steady_reason = verdict.reason;
  if (verdict.steady) {
    results.latency = summarise_latency(verdict.window.latency);
    results.network_latency = summarise_latency(verdict.window.network_latency);
  }
  results.classes =
      summarise_classes(run.collector(), verdict.window, fabric.parameters().message_classes, verdict.steady);
  summarise_flows(run.collector(), verdict.window, fabric.topology(), experiment.records, verdict.steady, results);
  if (experiment.uniform_bound > 0 && experiment.synthetic->pattern == "uniform") {
    results.uniform_bound = experiment.uniform_bound;
    results.bound_exceeded = verdict.steady && results.accepted_load > 1.01 * experiment.uniform_bound;
  }
  return results;
}

}  // namespace trenza::testbench
