#include "testbench/closed_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "microarch/parameters.h"
#include "testbench/replies.h"
#include "testbench/run.h"
#include "testbench/statistics/summary.h"

namespace trenza::testbench {

namespace {

constexpr double kPicosecondsPerMillisecond = 1e9;

std::uint64_t packets_inside(const Run& run) {
  return run.collector().offered_packets() - run.collector().delivered_packets();
}

}  // namespace

Results run_to_the_end(microarch::Fabric& fabric, const Experiment& experiment, TrafficGenerator generator,
                       const std::function<void(const Progress&)>& progress, const Checkpoint& checkpoint) {
  const Cycle limit = experiment.run.cycles;
  Run run(fabric, Collector::closed_loop(fabric.topology().graph()), experiment.run.watchdog_cycles, limit, progress,
          checkpoint, experiment.records);
  run.load_point([&](microarch::ArchiveReader& archive) { generator.load(archive); });
  const Replies replies(experiment.synthetic->reply_flits);
  std::vector<PacketOffer> offers;
  bool is_done = false;
  while (run.now() < limit) {
    run.save_point([&](microarch::ArchiveWriter& archive) { generator.save(archive); });
    offers.clear();
    replies.take(run.delivered(), offers);
    if (generator.next_cycle() == run.now()) generator.take(offers);
    for (const PacketOffer& offer : offers) run.offer(offer);
    is_done = packets_inside(run) == 0 && generator.next_cycle() == kNever;
    if (is_done || !run.advance(std::min(limit, generator.next_cycle()))) break;
  }
  is_done = is_done || (packets_inside(run) == 0 && generator.next_cycle() == kNever);

  Results results;
  results.open_loop = false;
  run.finish(results);
  const microarch::Counters counters = fabric.counters();
  const Window window = run.collector().window(0, run.now(), counters);
  summarise_loads(run.collector(), window, counters, fabric.topology(), results);
  results.latency = summarise_latency(window.latency);
  results.network_latency = summarise_latency(window.network_latency);
  results.classes = summarise_classes(run.collector(), window, fabric.parameters().message_classes, true);
  summarise_flows(run.collector(), window, fabric.topology(), experiment.records, true, results);
  if (is_done) {
    results.execution_cycles = run.now();
    results.execution_milliseconds = static_cast<double>(run.now()) *
                                     static_cast<double>(experiment.link.cycle_picoseconds()) /
                                     kPicosecondsPerMillisecond;
  } else if (!run.is_stuck()) {
    results.report += fmt::format("{}stopped at the limit of {} cycles: {} of {} packets were delivered",
                                  results.report.empty() ? "" : "\n", limit, run.collector().delivered_packets(),
                                  run.collector().offered_packets());
  }
  return results;
}

}  // namespace trenza::testbench
