#include "apps/sweep/sweep_check.h"

#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "apps/activity.h"
#include "apps/exit_status.h"
#include "apps/fabric_summary.h"
#include "apps/output_file.h"
#include "apps/output_plan.h"
#include "apps/proof_gate.h"
#include "apps/rtl_fabric.h"
#include "apps/sweep/driver.h"
#include "settings/sweep_base.h"
#include "settings/yaml_reader.h"
#include "sweeps/plan.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

/// What is said of the points of a sweep.
struct SweepSummary {
  Json fabrics = Json::array();
  std::string text;
  std::string failures;
};

void add_fabric(const sweeps::Point& point, bool show_progress, SweepSummary& summary) {
  constexpr std::size_t kShown = 8;
  const topologies::Proof proof = prove(point.run, show_progress);
  Json fabric = {{"point", Json::parse(point.at)}};
  fabric.update(fabric_summary(point.run, proof));
  if (summary.fabrics.size() < kShown) {
    summary.text += fmt::format("\npoint {}\n{}", point.at, summary_text(fabric));
  } else if (summary.fabrics.size() == kShown) {
    summary.text += "\nand more networks and routers: --json has all\n";
  }
  summary.fabrics.push_back(std::move(fabric));
  if (proof.holds()) return;
  summary.failures += fmt::format("trenza: point {}: {} can deadlock\n{}", point.at, point.run.topology->name(),
                                  counterexamples(proof));
}

SweepSummary summary_of(const sweeps::Plan& plan, bool show_progress) {
  SweepSummary summary;
  sweeps::NameCheck names(plan);
  std::set<std::string> seen;
  sweeps::Point last;  // holds its network, so that the next one has the same
  for (const std::size_t number : plan.points_to_check()) {
    sweeps::Point point = plan.point(number);
    names.add(point);
    if (seen.insert(fabric_key(point)).second) {
      settings::Configuration configuration;
      configuration.file = plan.file();
      configuration.runs = {point.run};
      check_rtl(configuration);
      add_fabric(point, show_progress, summary);
    }
    last = std::move(point);
  }
  return summary;
}

}  // namespace

bool is_sweep(const CheckOptions& options) {
  return settings::read_sweep_base(settings::read_text_file(options.file), options.file, options.overrides)
      .sweep.is_map();
}

int check_sweep(const CheckOptions& options) {
  const sweeps::Plan plan = sweeps::load_plan(options.file, options.overrides);
  OutputPlan outputs;
  outputs.reads(options.file, "the configuration");
  outputs.writes(options.json, "--json");
  const SweepSummary summary = summary_of(plan, !options.quiet);
  const bool searches = plan.layout().walk == sweeps::Walk::find;
  const std::string text =
      fmt::format("sweep      {}: {} points{}\n", plan.axes_text(), plan.layout().size(),
                  searches ? ", of which a search runs few" : "");
  if (!options.quiet && !is_standard_output(options.json)) write_whole("-", text + summary.text);
  if (!options.json.empty()) {
    Json axes = Json::array();
    for (const sweeps::Axis& axis : plan.axes()) axes.push_back({{"keys", axis.keys}, {"values", axis.values.size()}});
    const Json document = {{"sweep", {{"axes", axes}, {"points", plan.layout().size()}}}, {"fabrics", summary.fabrics}};
    write_whole(options.json, document.dump(2) + "\n");
  }
  fmt::print(stderr, "{}", summary.failures);
  return summary.failures.empty() ? kDone : kFault;
}

}  // namespace trenza::apps
