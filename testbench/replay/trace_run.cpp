#include "testbench/replay/trace_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "microarch/machine_memory.h"
#include "microarch/parameters.h"
#include "testbench/integers.h"
#include "testbench/replay/engine.h"
#include "testbench/replay/packetizer.h"
#include "testbench/run.h"
#include "testbench/statistics/summary.h"
#include "testbench/traffic/arrival.h"

namespace trenza::testbench {

namespace {

/// What a packet takes that waits to enter the network.
constexpr std::uint64_t kBytesOfPacket = 130;

/// Execution time if every message arrives in the moment in which it is sent.
Picoseconds ideal_time(const ReplayProgram& program, const TraceTraffic& traffic) {
  ReplayEngine engine(program, std::vector<bool>(program.messages.size(), true), traffic.send_overhead_ps,
                      traffic.receive_overhead_ps);
  engine.run_until(kMaxPicoseconds);
  return engine.end_time();
}

/// One replay: moves messages between the engine (picoseconds) and the fabric (cycles).
class TraceRun {
 public:
  TraceRun(Run& run, const Experiment& experiment, const ReplayProgram& program, const ProcessMap& map,
           std::vector<bool> is_local)
      : run_(run),
        program_(program),
        map_(map),
        limit_(experiment.run.cycles == 0 ? kNever : experiment.run.cycles),
        cycle_(experiment.link.cycle_picoseconds()),
        packetizer_(run.fabric().parameters().max_packet_flits, experiment.link.phit_bytes,
                    experiment.trace->pad_last_packet),
        engine_(program, std::move(is_local), experiment.trace->send_overhead_ps,
                experiment.trace->receive_overhead_ps),
        packets_left_(program.store(), program.messages.size()) {}

  /// Runs until all operations have ended or there is a reason to stop.
  void run() {
    for (;;) {
      run_.save_point([this](microarch::ArchiveWriter& archive) { archive(*this); });
      const Picoseconds time = run_.now() * cycle_;
      engine_.run_until(time);
      if (program_.mailboxes > 0) std::sort(arrived_.begin(), arrived_.end());  // in the order of their ranks
      for (const std::uint32_t message : arrived_) engine_.arrive(message, time);
      arrived_.clear();
      offer_sent();
      if (engine_.is_done() || run_.now() >= limit_) return;
      if (engine_.next_event() == ReplayEngine::kNoEvent && messages_inside_ == 0) fail_stuck();
      const Cycle next =
          engine_.next_event() == ReplayEngine::kNoEvent ? kNever : ceil_div(engine_.next_event(), cycle_);
      const double done = static_cast<double>(engine_.finished()) / static_cast<double>(program_.operations());
      if (!run_.advance(std::min(next, limit_), done)) return;
      for (const microarch::Delivery& delivery : run_.delivered()) {
        if (--packets_left_[delivery.tag] > 0) continue;
        arrived_.push_back(static_cast<std::uint32_t>(delivery.tag));
        --messages_inside_;
      }
    }
  }

  const ReplayEngine& engine() const { return engine_; }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [run, program, map, limit, cycle, packetizer, engine, packets_left, arrived, messages_inside] = self;
    archive.mark("replay");
    archive(engine, packets_left, arrived, messages_inside);
  }

 private:
  /// Offers the packets of the sends that ended since the cycle before, in order of (rank, operation).
  void offer_sent() {
    std::vector<std::uint32_t> sends = engine_.sent();
    engine_.clear_sent();
    std::sort(sends.begin(), sends.end());
    for (const std::uint32_t send : sends) {
      const auto number = static_cast<std::uint32_t>(program_.amount[send]);
      const ReplayMessage& message = program_.messages[number];
      PacketOffer offer{map_.node(static_cast<ProcessId>(message.source)),
                        map_.node(static_cast<ProcessId>(message.destination)), packetizer_.max_flits(), number};
      const std::uint64_t packets = packetizer_.packets(message.bytes);
      for (std::uint64_t k = 1; k < packets; ++k) run_.offer(offer);
      offer.flits = packetizer_.last_flits(message.bytes);
      run_.offer(offer);
      packets_left_[number] = packets;
      ++messages_inside_;
    }
  }

  [[noreturn]] void fail_stuck() const {
    std::string ranks;
    for (const std::uint32_t rank : engine_.unfinished_ranks())
      ranks += (ranks.empty() ? "" : ", ") + std::to_string(rank);
    if (program_.mailboxes > 0) {
      throw InputError(ExperimentPart::trace,
                       fmt::format("cycle {}: receives from any source or with any tag have taken messages that others "
                                   "wait for, so these ranks cannot go on: {}",
                                   run_.now(), ranks));
    }
    throw microarch::InvariantViolation(fmt::format(
        "cycle {}: the replay is stuck: nothing is in the network, but these ranks have operations left: {}",
        run_.now(), ranks));
  }

  Run& run_;
  const ReplayProgram& program_;
  const ProcessMap& map_;
  Cycle limit_;
  Picoseconds cycle_;
  Packetizer packetizer_;
  ReplayEngine engine_;
  LargeArray<std::uint64_t> packets_left_;  ///< by message
  std::vector<std::uint32_t> arrived_;      ///< messages whose last packet was ejected in the cycle before
  std::uint64_t messages_inside_ = 0;
};

}  // namespace

std::vector<std::string> trace_remarks(const ReplayProgram& program, const Experiment& experiment,
                                       const ProcessMap& map) {
  std::vector<std::string> remarks;
  const auto processes = static_cast<std::uint32_t>(map.processes());
  if (program.ranks < processes) {
    const bool is_identity = experiment.mapping.empty();
    remarks.push_back(fmt::format("the trace has {0} ranks and {1} {2} {3}: the other {3} send nothing", program.ranks,
                                  is_identity ? "the network" : "the mapping places", processes,
                                  is_identity ? "nodes" : "processes"));
  }
  if (program.nic_line > 0)
    remarks.push_back(fmt::format("{}: nic has no effect: the injectors of the network send what a rank sends",
                                  FilePosition{experiment.trace->file, program.nic_line, program.nic_column}.text()));
  return remarks;
}

void check_trace(const ReplayProgram& program, const Experiment& experiment, const ProcessMap& map,
                 const microarch::FabricParameters& parameters) {
  const auto fail = [&](const std::string& message) {
    if (experiment.trace->collective) throw InputError(ExperimentPart::collective, message);
    throw InputError({experiment.trace->file, program.ranks_line, program.ranks_column}, message);
  };
  if (program.ranks > static_cast<std::uint32_t>(map.processes())) {
    const bool is_identity = experiment.mapping.empty();
    fail(fmt::format("{} {} ranks, but {} {}",
                     experiment.trace->collective ? "the grid of the processes has" : "the trace has", program.ranks,
                     is_identity ? "the network has" : "the mapping places",
                     fmt::format(is_identity ? "{} nodes" : "{} processes", map.processes())));
  }
  if (parameters.max_packet_flits < 2)
    fail("messages need packets of at least 2 flits (one is the header); max_packet_flits is 1");
  if (experiment.trace->send_overhead_ps > kMaxPicoseconds || experiment.trace->receive_overhead_ps > kMaxPicoseconds)
    fail("the overheads of send and receive must be at most 2^62 ps");
  const Packetizer packetizer(parameters.max_packet_flits, experiment.link.phit_bytes,
                              experiment.trace->pad_last_packet);
  const ReplayMessage& largest = program.largest;
  const std::uint64_t packets = packetizer.packets(largest.bytes);
  const std::uint64_t available = microarch::available_memory();
  if (microarch::saturating_product(packets, kBytesOfPacket) > available) {
    fail(
        fmt::format("the message of {} bytes from rank {} to rank {} is cut into {} packets, which would take {} of "
                    "memory or more, and {} are available; expected smaller messages, or a larger "
                    "`router.max_packet_flits` or `link.phit_bytes`",
                    largest.bytes, largest.source, largest.destination, packets,
                    microarch::memory_text(microarch::saturating_product(packets, kBytesOfPacket)),
                    microarch::memory_text(available)));
  }
}

Results run_trace(microarch::Fabric& fabric, const Experiment& experiment, const ReplayProgram& program,
                  const ProcessMap& map, const std::function<void(const Progress&)>& progress,
                  const Checkpoint& checkpoint) {
  std::vector<bool> is_local(program.messages.size());
  Results results;
  results.open_loop = false;
  results.messages = program.messages.size();
  results.remarks = trace_remarks(program, experiment, map);
  for (std::size_t k = 0; k < program.messages.size(); ++k) {
    program.store()->tick();
    const ReplayMessage& message = program.messages[k];
    is_local[k] =
        map.node(static_cast<ProcessId>(message.source)) == map.node(static_cast<ProcessId>(message.destination));
    if (is_local[k]) ++results.self_messages;
  }
  const Picoseconds cycle = experiment.link.cycle_picoseconds();
  results.ideal_cycles = ceil_div(ideal_time(program, *experiment.trace), cycle);

  Run run(fabric, Collector::closed_loop(fabric.topology().graph()), experiment.run.watchdog_cycles,
          experiment.run.cycles, progress, checkpoint, experiment.records);
  TraceRun replay(run, experiment, program, map, std::move(is_local));
  run.load_point([&](microarch::ArchiveReader& archive) { archive(replay); });
  replay.run();
  run.finish(results);

  const microarch::Counters counters = fabric.counters();
  const Window window = run.collector().window(0, run.now(), counters);
  summarise_loads(run.collector(), window, counters, fabric.topology(), results);
  results.latency = summarise_latency(window.latency);
  results.network_latency = summarise_latency(window.network_latency);
  results.classes = summarise_classes(run.collector(), window, fabric.parameters().message_classes, true);
  summarise_flows(run.collector(), window, fabric.topology(), experiment.records, true, results);
  const ReplayEngine& engine = replay.engine();
  if (engine.is_done()) {
    results.execution_cycles = ceil_div(engine.end_time(), cycle);
    results.execution_milliseconds = static_cast<double>(engine.end_time()) / 1e9;
    results.collective = collective_results(experiment, fabric, engine.end_time());
  } else if (!run.is_stuck()) {
    results.report +=
        fmt::format("{}stopped at the limit of {} cycles: {} of {} operations had ended",
                    results.report.empty() ? "" : "\n", experiment.run.cycles, engine.finished(), program.operations());
  }
  return results;
}

}  // namespace trenza::testbench
