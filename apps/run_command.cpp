#include "apps/run_command.h"

#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <set>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/output_file.h"
#include "apps/progress_line.h"
#include "apps/result_document.h"
#include "apps/result_table.h"
#include "apps/rtl_fabric.h"
#include "apps/run_checks.h"
#include "apps/run_pool.h"

namespace trenza::apps {

namespace {

using Clock = std::chrono::steady_clock;

/// Fails before the first cycle when an output cannot be written at the end.
void check_run_outputs(const RunOptions& options, const settings::Configuration& configuration) {
  check_rtl(configuration);
  check_json_output(options.json);
  std::set<std::string> files;
  for (const auto& run : configuration.runs) {
    if (!run.waves) continue;
    const std::string fault = writing_fault(run.waves->file);
    if (!fault.empty()) throw settings::ConfigError(run.waves->place, fault);
    if (!files.insert(run.waves->file).second) {
      throw settings::ConfigError(run.waves->place, fmt::format("two runs would write {}", run.waves->file));
    }
  }
}

/// Why a snapshot that was asked for is not there; empty if it is, or if none was.
std::string missed_snapshot(const RunReport& report) {
  if (!report.meta.contains("saved") || !report.meta["saved"]["file"].is_null()) return "";
  return fmt::format("ended in cycle {}, before cycle {}; nothing was saved",
                     report.results["cycles"].get<std::uint64_t>(), report.meta["saved"]["cycle"].get<std::uint64_t>());
}

/// Prints failures and remarks on standard error. Returns the exit status.
int print_outcomes(const settings::Configuration& configuration, const std::vector<RunReport>& reports) {
  int status = kDone;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const std::string& name = configuration.runs[i].name;
    std::string text = reports[i].text;
    if (!text.empty() && text.back() != '\n') text += '\n';
    const testbench::Outcome outcome = reports[i].outcome;
    if (outcome == testbench::Outcome::deadlock || outcome == testbench::Outcome::blocked) status = kFault;
    if (!text.empty()) fmt::print(stderr, "trenza: run {}: {}", name, text);
    if (const std::string missed = missed_snapshot(reports[i]); !missed.empty()) {
      fmt::print(stderr, "--save-at: run {} {}\n", name, missed);
      if (status == kDone) status = kWrongInput;
    }
    if (reports[i].results["bound_exceeded"].get<bool>()) {
      fmt::print(stderr, "trenza: run {}: internal fault: the accepted load is above its bound\n", name);
      status = kFault;
    }
  }
  return status;
}

/// Names the snapshots that were read and written.
std::string snapshot_lines(const std::vector<RunReport>& reports) {
  std::string text;
  for (const RunReport& report : reports) {
    if (report.meta.contains("from")) {
      const auto& from = report.meta["from"];
      text += fmt::format("from: {}: went on with the state at the begin of cycle {}\n",
                          from["file"].get<std::string>(), grouped(from["cycle"].get<std::uint64_t>()));
    }
    if (!report.meta.contains("saved") || report.meta["saved"]["file"].is_null()) continue;
    const auto& saved = report.meta["saved"];
    text += fmt::format("saved: {}: the state at the begin of cycle {}, {} bytes\n", saved["file"].get<std::string>(),
                        grouped(saved["cycle"].get<std::uint64_t>()), grouped(saved["bytes"].get<std::uint64_t>()));
  }
  return text;
}

/// Names the wave files and what is in them.
std::string wave_lines(const std::vector<RunReport>& reports) {
  std::string text;
  for (const RunReport& report : reports) {
    if (!report.meta.contains("waves")) continue;
    const auto& waves = report.meta["waves"];
    const std::string end =
        waves["end"].is_null() ? "on" : fmt::format("to {}", grouped(waves["end"].get<std::uint64_t>() - 1));
    text +=
        fmt::format("waves: {}: cycles {} {}, {} of them simulated, {} variables\n", waves["file"].get<std::string>(),
                    grouped(waves["begin"].get<std::uint64_t>()), end, grouped(waves["cycles"].get<std::uint64_t>()),
                    grouped(waves["variables"].get<std::uint64_t>()));
  }
  return text;
}

}  // namespace

int run_command(const RunOptions& options) {
  const auto start = Clock::now();
  settings::Configuration configuration = settings::load_configuration(options.file, options.overrides);
  check_pin_sizes(configuration, false);
  request_snapshots(options.snapshots, configuration);
  check_run_outputs(options, configuration);
  check_proofs(configuration, options.unsafe);
  install_interrupt_handlers();
  ProgressLine line(!options.quiet);
  const auto reports = run_all(configuration.runs, options.jobs > 0 ? options.jobs : default_jobs(),
                               [&](const std::vector<RunStatus>& runs) { line.draw(runs); });
  line.clear();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (!options.json.empty()) write_whole(options.json, result_document(configuration, reports, seconds).dump(2) + "\n");
  if (!options.quiet && options.json != "-") {
    std::vector<nlohmann::ordered_json> results;
    for (const RunReport& report : reports) results.push_back(report.results);
    write_whole("-", result_table(results) + wave_lines(reports) + snapshot_lines(reports));
  }
  return print_outcomes(configuration, reports);
}

}  // namespace trenza::apps
