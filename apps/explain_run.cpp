#include "apps/explain_run.h"

#include <fmt/core.h>

#include <memory>
#include <set>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/rtl_fabric.h"
#include "apps/timeline.h"
#include "testbench/history/deadlock_text.h"
#include "testbench/history/history_text.h"
#include "testbench/history/packet_recorder.h"
#include "testbench/history/slowest_packets.h"
#include "testbench/run_experiment.h"
#include "tlm/tlm_fabric.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using microarch::PacketName;

/// The fabric of a run, in the view that it asks for.
std::unique_ptr<microarch::Fabric> make_fabric(const settings::RunConfiguration& run) {
  if (run.view == settings::View::tlm && run.pin_routers.empty())
    return tlm::make_tlm_fabric(*run.topology, run.fabric);
  return make_pins(run, nullptr);
}

/// Runs the experiment on a fabric with an observer; what is common to all reports.
RunReport run_observed(const settings::RunConfiguration& run, microarch::Fabric& fabric,
                       testbench::FabricObserver& observer, const ProgressCallback& progress) {
  testbench::ObservedFabric observed(fabric, observer);
  const auto look = [&](const testbench::Progress& now) {
    interruption_point();
    if (progress) progress(now);
  };
  RunReport report;
  try {
    const testbench::Results results = testbench::run_experiment(observed, run.experiment, look);
    report.outcome = results.outcome;
    report.text = results.report;
  } catch (const testbench::ObservationEnd&) {
    // What comes later changes nothing.
  } catch (const Interrupted&) {
    return interrupted_report(run, fabric.now());
  }
  report.results["cycles"] = fabric.now();
  return report;
}

[[noreturn]] void refuse_missing(const PacketName& packet, const settings::RunConfiguration& run, std::uint64_t created,
                                 microarch::Cycle cycles) {
  std::string there = "no packets";
  if (created == 1) there = fmt::format("1 packet, {}:0", packet.source);
  if (created > 1) there = fmt::format("{} packets, {}:0 to {}:{}", created, packet.source, packet.source, created - 1);
  throw UsageError(fmt::format("--packet: {} is never created: in the {} cycles of run {} node {} creates {}",
                               to_string(packet), cycles, run.name, packet.source, there));
}

}  // namespace

RunReport find_slowest(const settings::RunConfiguration& run, int packets, const ProgressCallback& progress) {
  const auto fabric = make_fabric(run);
  testbench::SlowestPackets slowest(static_cast<std::size_t>(packets));
  RunReport report = run_observed(run, *fabric, slowest, progress);
  Json& names = report.results["slowest"] = Json::array();
  for (const PacketName& name : slowest.names()) names.push_back({name.source, name.number});
  return report;
}

RunReport explain_packets(const settings::RunConfiguration& run, const std::vector<PacketName>& packets,
                          const ProgressCallback& progress) {
  const auto fabric = make_fabric(run);
  const auto made = testbench::make_packet_recorder(*run.topology, run.fabric, {packets.begin(), packets.end()});
  testbench::PacketRecorder& recorder = *made;
  RunReport report = run_observed(run, *fabric, recorder, progress);
  if (report.interrupted) return report;
  recorder.finish(fabric->now(), fabric->waiting().heads);
  std::string text;
  std::vector<testbench::PacketHistory> histories;
  for (const PacketName& packet : packets) {
    const auto found = recorder.histories().find(packet);
    if (found == recorder.histories().end())
      refuse_missing(packet, run, recorder.created_by(packet.source), fabric->now());
    const testbench::PacketHistory& history = found->second;
    histories.push_back(history);
    if (!text.empty()) text += "\n";
    text += testbench::history_text(history, *run.topology, run.fabric);
    if (report.outcome == testbench::Outcome::deadlock && !history.delivery)
      text += testbench::deadlock_text(history, *fabric);
  }
  if (run.timeline) text += "\n" + write_timeline(run, histories, recorder.journeys());
  report.results["text"] = text;
  return report;
}

}  // namespace trenza::apps
