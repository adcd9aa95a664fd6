#include "apps/verify_command.h"

#include <fmt/core.h>

#include <chrono>
#include <cstdio>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/output_file.h"
#include "apps/output_plan.h"
#include "apps/plug/plug_loader.h"
#include "apps/progress_line.h"
#include "apps/read_experiments.h"
#include "apps/result_table.h"
#include "apps/rtl_fabric.h"
#include "apps/run_checks.h"
#include "apps/run_pool.h"
#include "apps/shadow_watch.h"
#include "apps/text_table.h"
#include "apps/unfinished_runs.h"
#include "rtl_models/pin_fabric.h"
#include "testbench/results_json.h"
#include "testbench/run_experiment.h"
#include "tlm/tlm_fabric.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

std::string digest_text(std::uint64_t digest) { return fmt::format("{:016x}", digest); }

RunReport verify_views(const settings::RunConfiguration& run, const ProgressCallback& progress) {
  const auto tlm = tlm::make_tlm_fabric(*run.topology, run.fabric);
  const auto log = run.shadow ? std::make_shared<cosim::ShadowLog>() : nullptr;
  const auto pin = make_pins(run, log);
  const auto verify = [&] { return verify_run(run, {"tlm", tlm.get()}, {"pin", pin.get()}, progress); };
  if (log == nullptr) return verify();
  RunReport report;
  ShadowWatch(run, *pin, log, false).guard([&] { report = verify(); });
  return report;
}

std::string verdict_table(const settings::Configuration& configuration, const std::vector<RunReport>& reports) {
  std::vector<std::string> head;
  TableRow cycles{"cycles", {}, ""};
  TableRow packets{"packets", {}, ""};
  std::vector<TableRow> digests;
  TableRow verdict{"verdict", {}, ""};
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const Json& results = reports[i].results;
    head.push_back(configuration.runs[i].name);
    cycles.cells.push_back(grouped(results["cycles"].get<std::uint64_t>()));
    packets.cells.push_back(grouped(results["packets"].get<std::uint64_t>()));
    std::size_t row = 0;
    for (const auto& [name, digest] : results["digest"].items()) {
      if (row == digests.size()) digests.push_back({"digest " + name, {}, ""});
      digests[row++].cells.push_back(digest.get<std::string>());
    }
    verdict.cells.emplace_back(results["identical"].get<bool>() ? "identical" : "DIFFERENT");
  }
  std::vector<TableRow> rows{cycles, packets};
  rows.insert(rows.end(), digests.begin(), digests.end());
  rows.push_back(verdict);
  return text_table(head, rows);
}

Json verdict_document(const settings::Configuration& configuration, const std::vector<RunReport>& reports) {
  if (!configuration.compared) return reports[0].results;
  Json runs = Json::array();
  for (std::size_t i = 0; i < reports.size(); ++i) {
    Json run = {{"name", configuration.runs[i].name}};
    run.update(reports[i].results);
    runs.push_back(std::move(run));
  }
  return {{"runs", std::move(runs)}};
}

}  // namespace

RunReport verify_run(const settings::RunConfiguration& run, const cosim::Side& first, const cosim::Side& second,
                     const ProgressCallback& progress) {
  RunReport report;
  cosim::LockstepFabric fabric(first, second);
  std::string difference;
  try {
    const testbench::Results results =
        testbench::run_experiment(fabric, run.experiment, [&](const testbench::Progress& now) {
          interruption_point();
          if (progress) progress(now);
        });
    report.outcome = results.outcome;
  } catch (const cosim::Divergence& found) {
    difference = found.what();
  } catch (const Interrupted&) {
    report.interrupted = true;
  }
  report.results["cycles"] = fabric.now();
  report.results["packets"] = fabric.first().packets;
  report.results["outcome"] = report.interrupted ? "interrupted" : testbench::outcome_name(report.outcome);
  report.results["digest"] = {{first.name, digest_text(fabric.first().digest)},
                              {second.name, digest_text(fabric.second().digest)}};
  report.results["identical"] = report.interrupted ? Json(nullptr) : Json(difference.empty());
  report.results["difference"] = difference.empty() ? Json(nullptr) : Json(difference);
  report.text = difference;
  return report;
}

int verify_command(const VerifyOptions& options) {
  const settings::Configuration configuration = read_experiments(options.file, options.overrides, !options.quiet);
  refuse_plugs(configuration, "verify",
               "compares two views of the same blocks, of which the tlm view does not have yours");
  check_pin_sizes(configuration, true);
  check_rtl(configuration);
  OutputPlan plan;
  plan.reads(configuration);
  plan.writes(options.json, "--json");
  for (const auto& run : configuration.runs) {
    if (run.shadow) plan.may_write(shadow_file(run), "rtl.shadow");
  }
  check_proofs(configuration, options.unsafe, !options.quiet);
  install_interrupt_handlers();
  ProgressLine line(!options.quiet);
  const auto all = run_all(
      configuration.runs, options.jobs > 0 ? options.jobs : default_jobs(),
      [&](const std::vector<RunStatus>& runs) { line.draw(runs); }, verify_views);
  line.clear();
  if (!options.json.empty()) write_whole(options.json, verdict_document(configuration, all).dump(2) + "\n");
  std::vector<RunReport> reports = all;
  const settings::Configuration finished = finished_runs(configuration, reports);
  if (!options.quiet && !is_standard_output(options.json) && !reports.empty())
    write_whole("-", verdict_table(finished, reports));
  const int status = print_differences(finished, reports);
  const std::string interruption = interruption_text(configuration, all);
  fmt::print(stderr, "{}", interruption);
  return interruption.empty() ? status : kInterrupted + interrupt_signal();
}

int print_differences(const settings::Configuration& configuration, const std::vector<RunReport>& reports) {
  int status = kDone;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (reports[i].text.empty()) continue;
    fmt::print(stderr, "trenza: run {}: the views differ: {}", configuration.runs[i].name, reports[i].text);
    status = kFault;
  }
  return status;
}

}  // namespace trenza::apps
