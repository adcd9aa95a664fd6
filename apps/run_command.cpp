#include "apps/run_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/output_file.h"
#include "apps/output_plan.h"
#include "apps/progress_line.h"
#include "apps/read_experiments.h"
#include "apps/result_document.h"
#include "apps/result_table.h"
#include "apps/rtl_fabric.h"
#include "apps/run_checks.h"
#include "apps/run_pool.h"
#include "apps/run_tables.h"
#include "apps/shadow_watch.h"
#include "apps/unfinished_runs.h"
#include "testbench/results.h"

namespace trenza::apps {

namespace {

using Clock = std::chrono::steady_clock;

/// Fails before the first cycle when an output cannot be written at the end, or is a file of this call already.
void check_run_outputs(const RunOptions& options, const settings::Configuration& configuration) {
  check_rtl(configuration);
  OutputPlan plan;
  plan.reads(configuration);
  plan.writes(options.json, "--json");
  for (const auto& run : configuration.runs) {
    if (run.waves) plan.writes(run.waves->file, settings::to_string(run.waves->place));
    if (run.timeline) plan.writes(run.timeline->file, "--timeline");
    if (run.snapshots.save_at) plan.writes(run.snapshots.save_file, "--save-at");
    if (run.shadow && !run.waves) plan.may_write(shadow_file(run), "rtl.shadow");
  }
  plan_plots(configuration, plan);
  plan_tables(options.csv, configuration, plan);
}

/// Why a snapshot that was asked for is not there; empty if it is, or if none was.
std::string missed_snapshot(const std::string& name, const RunReport& report) {
  if (!report.meta.contains("saved") || !report.meta["saved"]["file"].is_null()) return "";
  const auto& saved = report.meta["saved"];
  if (saved.contains("fault")) return saved["fault"];
  return fmt::format("--save-at: run {} ended in cycle {}, before cycle {}; nothing was saved", name,
                     report.results["cycles"].get<std::uint64_t>(), saved["cycle"].get<std::uint64_t>());
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
    if (reports[i].meta.contains("remarks")) {
      for (const auto& remark : reports[i].meta["remarks"])
        fmt::print(stderr, "trenza: run {}: {}\n", name, remark.get<std::string>());
    }
    if (!text.empty()) fmt::print(stderr, "trenza: run {}: {}", name, text);
    if (const std::string missed = missed_snapshot(name, reports[i]); !missed.empty()) {
      fmt::print(stderr, "{}\n", missed);
      if (status == kDone) status = kWrongInput;
    }
    if (reports[i].results["bound_exceeded"].get<bool>()) {
      fmt::print(stderr, "trenza: run {}: internal fault: the accepted load is above its bound\n", name);
      status = kFault;
    }
  }
  return status;
}

/// Says which waves are not there, or not to their end. Returns the exit status.
int print_missing_waves(const settings::Configuration& configuration, const std::vector<RunReport>& reports) {
  int status = kDone;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!reports[i].meta.contains("waves")) continue;
    const auto& waves = reports[i].meta["waves"];
    if (waves.contains("fault")) {
      fmt::print(stderr, "{}\n", waves["fault"].get<std::string>());
    } else if (waves["file"].is_null()) {
      fmt::print(stderr, "{}: run {} ended in cycle {}, before cycle {}; no waves were written\n",
                 settings::to_string(configuration.runs[i].waves->section), configuration.runs[i].name,
                 reports[i].results["cycles"].get<std::uint64_t>(), waves["begin"].get<std::uint64_t>());
    } else {
      continue;
    }
    status = kWrongInput;
  }
  return status;
}

/// Says which timelines are not there. Returns the exit status.
int print_missing_timelines(const std::vector<RunReport>& reports) {
  int status = kDone;
  for (const RunReport& report : reports) {
    if (!report.meta.contains("timeline") || !report.meta["timeline"].contains("fault")) continue;
    fmt::print(stderr, "--timeline: {}\n", report.meta["timeline"]["fault"].get<std::string>());
    status = kWrongInput;
  }
  return status;
}

/// Names the timelines.
std::string timeline_lines(const std::vector<RunReport>& reports) {
  std::string text;
  for (const RunReport& report : reports) {
    if (!report.meta.contains("timeline") || report.meta["timeline"].contains("fault")) continue;
    const auto& timeline = report.meta["timeline"];
    text +=
        fmt::format("timeline: {}: {} slices on {} tracks\n", timeline["file"].get<std::string>(),
                    grouped(timeline["slices"].get<std::uint64_t>()), grouped(timeline["tracks"].get<std::uint64_t>()));
  }
  return text;
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
    if (report.meta["waves"]["file"].is_null() || report.meta["waves"].contains("fault")) continue;
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
  settings::Configuration configuration = read_experiments(options.file, options.overrides, !options.quiet);
  check_pin_sizes(configuration, false);
  request_snapshots(options.snapshots, configuration);
  request_plots(options.plot, configuration);
  request_timelines(options.timeline, {".json"}, configuration);
  check_run_outputs(options, configuration);
  check_proofs(configuration, options.unsafe, !options.quiet);
  const TableFolder tables(options.csv, configuration);
  install_interrupt_handlers();
  ProgressLine line(!options.quiet);
  const auto all = run_all(configuration.runs, options.jobs > 0 ? options.jobs : default_jobs(),
                           [&](const std::vector<RunStatus>& runs) { line.draw(runs); });
  line.clear();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::vector<RunReport> reports = all;
  const settings::Configuration finished = finished_runs(configuration, reports);
  std::string unwritten;  // the table is still wanted then
  try {
    write_plots(finished, reports);
    tables.write(finished, reports);
  } catch (const UsageError& error) {
    unwritten = error.what();
  }
  try {
    if (!options.json.empty()) write_whole(options.json, result_document(configuration, all, seconds).dump(2) + "\n");
  } catch (const UsageError& error) {
    unwritten = std::string("--json: ") + error.what();
  }
  if (!options.quiet && !is_standard_output(options.json)) {
    std::vector<nlohmann::ordered_json> results;
    for (const RunReport& report : reports) results.push_back(report.results);
    write_whole("-", (results.empty() ? "" : result_table(results)) + wave_lines(all) + timeline_lines(all) +
                         snapshot_lines(all) + (unwritten.empty() ? plot_lines(finished, reports) : ""));
  }
  const int status = print_outcomes(finished, reports);
  const int file_status = std::max(print_missing_waves(configuration, all), print_missing_timelines(all));
  if (!unwritten.empty()) throw UsageError(unwritten);
  const std::string interruption = interruption_text(configuration, all);
  fmt::print(stderr, "{}", interruption);
  if (!interruption.empty()) return kInterrupted + interrupt_signal();
  return status == kDone ? file_status : status;
}

}  // namespace trenza::apps
