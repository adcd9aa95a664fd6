#include "apps/explain_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <optional>

#include "apps/exit_status.h"
#include "apps/explain_run.h"
#include "apps/interrupt.h"
#include "apps/output_file.h"
#include "apps/output_plan.h"
#include "apps/progress_line.h"
#include "apps/read_experiments.h"
#include "apps/rtl_fabric.h"
#include "apps/run_checks.h"
#include "apps/run_pool.h"
#include "apps/unfinished_runs.h"
#include "settings/decimal.h"

namespace trenza::apps {

namespace {

using microarch::PacketName;

std::optional<std::uint64_t> natural_number(const std::string& text) {
  const settings::Integer integer = settings::parse_integer(text);
  if (integer.status != settings::IntegerStatus::good || integer.negative) return std::nullopt;
  return integer.magnitude;
}

/// The packet that the user names. Throws UsageError.
PacketName packet_of(const std::string& text, const settings::Configuration& configuration) {
  const std::size_t colon = text.find(':');
  std::optional<std::uint64_t> node;
  std::optional<std::uint64_t> number;
  if (colon != std::string::npos) {
    node = natural_number(text.substr(0, colon));
    number = natural_number(text.substr(colon + 1));
  }
  if (!node || !number) {
    throw UsageError(
        fmt::format("--packet: `{}` is no packet; expected a node and a number of its packets, such as 5:7", text));
  }
  for (const settings::RunConfiguration& run : configuration.runs) {
    const auto nodes = static_cast<std::uint64_t>(run.topology->graph().nodes());
    if (*node >= nodes) {
      throw UsageError(fmt::format("--packet: node {} is not there; expected one from 0 to {} of run {}", *node,
                                   nodes - 1, run.name));
    }
  }
  return {static_cast<topologies::NodeId>(*node), *number};
}

/// Runs all, with a line of progress.
std::vector<RunReport> run_with_progress(const settings::Configuration& configuration, const RunBody& body) {
  ProgressLine line(true);
  std::vector<RunReport> reports = run_all(
      configuration.runs, default_jobs(), [&](const std::vector<RunStatus>& runs) { line.draw(runs); }, body);
  line.clear();
  return reports;
}

bool any_interrupted(const std::vector<RunReport>& reports) {
  return std::any_of(reports.begin(), reports.end(), [](const RunReport& report) { return report.interrupted; });
}

int end_interrupted(const settings::Configuration& configuration, const std::vector<RunReport>& reports) {
  fmt::print(stderr, "{}", interruption_text(configuration, reports));
  return kInterrupted + interrupt_signal();
}

/// By name of the run.
using WantedPackets = std::map<std::string, std::vector<PacketName>>;

/// Of each run. Throws UsageError if one delivers nothing.
WantedPackets slowest_packets(const settings::Configuration& configuration, const std::vector<RunReport>& reports) {
  WantedPackets wanted;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const std::string& name = configuration.runs[i].name;
    for (const auto& packet : reports[i].results["slowest"])
      wanted[name].push_back({packet[0].get<topologies::NodeId>(), packet[1].get<std::uint64_t>()});
    if (wanted[name].empty()) {
      throw UsageError(fmt::format("--slowest: run {} delivers no packet in its {} cycles", name,
                                   reports[i].results["cycles"].get<std::uint64_t>()));
    }
  }
  return wanted;
}

/// What is said on standard error. Returns the exit status.
int print_stops(const settings::Configuration& configuration, const std::vector<RunReport>& reports) {
  int status = kDone;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const testbench::Outcome outcome = reports[i].outcome;
    if (outcome != testbench::Outcome::deadlock && outcome != testbench::Outcome::blocked) continue;
    fmt::print(stderr, "trenza: run {}: {}\n", configuration.runs[i].name, reports[i].text);
    status = kFault;
  }
  return status;
}

}  // namespace

int explain_command(const ExplainOptions& options) {
  if (options.packet.empty() == (options.slowest == 0)) {
    throw UsageError(options.packet.empty() ? "explain: expected --packet NODE:NUMBER or --slowest K"
                                            : "--packet: excludes --slowest; expected one of the two");
  }
  settings::Configuration configuration = read_experiments(options.file, options.overrides, true);
  for (const settings::RunConfiguration& run : configuration.runs) check_no_search("explain", run);
  request_timelines(options.timeline, {".txt", ".svg", ".json"}, configuration);
  OutputPlan plan;
  plan.reads(configuration);
  for (const settings::RunConfiguration& run : configuration.runs) {
    if (run.timeline) plan.writes(run.timeline->file, "--timeline");
  }
  check_pin_sizes(configuration, false);
  check_rtl(configuration);
  WantedPackets wanted;
  int status = kDone;
  if (!options.packet.empty()) {
    const PacketName packet = packet_of(options.packet, configuration);
    for (const settings::RunConfiguration& run : configuration.runs) wanted[run.name] = {packet};
  }
  check_proofs(configuration, options.unsafe, true);
  install_interrupt_handlers();
  if (options.slowest > 0) {
    const auto reports =
        run_with_progress(configuration, [&](const settings::RunConfiguration& run, const ProgressCallback& progress) {
          return find_slowest(run, options.slowest, progress);
        });
    if (any_interrupted(reports)) return end_interrupted(configuration, reports);
    wanted = slowest_packets(configuration, reports);
    status = print_stops(configuration, reports);
  }
  const auto reports =
      run_with_progress(configuration, [&](const settings::RunConfiguration& run, const ProgressCallback& progress) {
        return explain_packets(run, wanted.at(run.name), progress);
      });
  if (any_interrupted(reports)) return end_interrupted(configuration, reports);
  std::string text;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (configuration.compared) text += fmt::format("{}run {}\n\n", i == 0 ? "" : "\n", configuration.runs[i].name);
    text += reports[i].results["text"].get<std::string>();
  }
  write_whole("-", text);
  return std::max(status, print_stops(configuration, reports));
}

}  // namespace trenza::apps
