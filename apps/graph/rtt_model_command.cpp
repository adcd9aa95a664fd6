// trenza model rtt: base latency and maximum throughput of RT(a) and RTT(a) for a mapping.
#include <fmt/core.h>

#include <map>
#include <memory>

#include "apps/exit_status.h"
#include "apps/graph/data_table.h"
#include "apps/graph/logical_option.h"
#include "apps/graph/model_command.h"
#include "apps/graph/number_list.h"
#include "apps/graph/report.h"
#include "apps/plot/curve_plot.h"
#include "graphs/models/rt_rtt_model.h"
#include "settings/mapping_path.h"
#include "topologies/mapping/mapping.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using graphs::RouteSplit;
using graphs::RtKind;
using graphs::UniformOver;
using topologies::Mapping;

struct RttModelOptions {
  OutputOptions output;
  std::string topology = "rtt";
  int a = 0;
  std::string mapping = "id";
  std::string grid;
  std::string alpha = "0:1:0.1";
  std::string split = "path";
  std::string over = "others";
  std::string logical = "torus";
};

const char* const kModelExamples =
    "A share alpha of what a process sends goes to its logical neighbours, the rest uniformly to all. tau is the "
    "mean\n"
    "number of hops, throughput in phits/cycle/node. `closed` is the paper's formula (where it has one), `exact` "
    "counts\n"
    "all routes.\n"
    "\n"
    "Examples:\n"
    "  trenza model rtt --topology rtt --a 4 --mapping 'f_d . f_v(2)' --alpha 0.5\n"
    "  trenza model rtt --topology rt --a 8 --alpha 0:1:0.05 --csv\n"
    "  trenza model rtt --a 4 --mapping 'f_t(2)' --plot throughput.svg";

const std::map<std::string, RouteSplit>& splits() {
  static const std::map<std::string, RouteSplit> names{{"path", RouteSplit::path},
                                                       {"record", RouteSplit::record},
                                                       {"record_xy", RouteSplit::record_xy},
                                                       {"algorithm_xy", RouteSplit::algorithm_xy}};
  return names;
}

Mapping mapping_of_model(const RttModelOptions& options) {
  const std::vector<int> sizes{2 * options.a, options.a};
  if (!settings::is_mapping_path(options.mapping)) {
    if (!options.grid.empty())
      throw UsageError("--grid: is for mappings in files; that of an expression follows from it");
    return topologies::parse_mapping(options.mapping, sizes);
  }
  constexpr int kLargest = 1 << 26;
  if (options.grid.empty()) throw UsageError("--grid: is missing; expected the process grid of the file, such as 8,8");
  return topologies::read_mapping(options.mapping, sizes[0] * sizes[1],
                                  parse_integers("--grid", options.grid, 1, kLargest));
}

Json alpha_record(const graphs::RtRttModel& model, RtKind kind, const RttModelOptions& options, const Mapping& mapping,
                  double alpha) {
  const UniformOver over = options.over == "all" ? UniformOver::all : UniformOver::others;
  const bool torus = options.logical == "torus";  // as in the paper
  const auto closed = torus ? graphs::rt_rtt_closed_form(kind, options.a, mapping, alpha) : std::nullopt;
  return {{"alpha", alpha},
          {"tau_closed", closed ? Json(closed->base_latency) : Json(nullptr)},
          {"tau_exact", model.base_latency(alpha, over)},
          {"throughput_closed", closed ? finite_cell(closed->maximum_throughput) : Json(nullptr)},
          {"throughput_exact", finite_cell(model.maximum_throughput(alpha, over))},
          {"dimension_bound", finite_cell(model.dimension_bound(alpha, over))}};
}

DataTable alpha_table(const Json& points) {
  DataTable table;
  for (const auto& item : points[0].items()) table.columns.push_back(item.key());
  for (const Json& point : points) {
    std::vector<Json> row;
    for (const auto& item : point.items()) row.push_back(item.value());
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string throughput_curves(const Json& points, const std::string& name) {
  const auto curve = [&](const char* title, const char* key) {
    Curve result{title, {}};
    for (const Json& point : points) {
      if (!point[key].is_null()) result.points.push_back({point["alpha"].get<double>(), point[key].get<double>()});
    }
    return result;
  };
  std::vector<Panel> panels;
  for (const auto& [title, label, closed, exact] :
       {std::tuple{"maximum throughput", "phits/cycle/node", "throughput_closed", "throughput_exact"},
        std::tuple{"base latency", "hops", "tau_closed", "tau_exact"}}) {
    Panel panel{fmt::format("{} of {}", title, name), "alpha, share of local traffic", label, {}};
    for (const Curve& one : {curve("closed form", closed), curve("exact", exact)}) {
      if (!one.points.empty()) panel.curves.push_back(one);
    }
    panels.push_back(panel);
  }
  return curves_svg(panels);
}

int run_rtt_model(const RttModelOptions& options) {
  OutputPlan plan;
  if (settings::is_mapping_path(options.mapping)) plan.reads(options.mapping, "--mapping");
  check_outputs(options.output, plan);
  const std::vector<double> alphas = parse_numbers("--alpha", options.alpha, 0, 1);
  const RtKind kind = options.topology == "rt" ? RtKind::rt : RtKind::rtt;
  const Mapping mapping = mapping_of_model(options);
  const graphs::RtRttModel model(kind, options.a, mapping, splits().at(options.split), logical_grid(options.logical));
  Report report;
  report.document = {{"model", "rtt"},
                     {"topology", options.topology},
                     {"a", options.a},
                     {"mapping", mapping.name},
                     {"process_grid", mapping.process_grid},
                     {"concentration", mapping.concentration},
                     {"logical", options.logical},
                     {"split", options.split},
                     {"uniform_over", options.over},
                     {"dilation", {{"mean", model.local().mean}, {"max", model.local().max}}}};
  Json points = Json::array();
  for (const double alpha : alphas) points.push_back(alpha_record(model, kind, options, mapping, alpha));
  if (points.size() == 1) report.document.update(points[0]);
  report.table = alpha_table(points);
  const std::string name = fmt::format("{}({}), {}", options.topology, options.a, mapping.name);
  report.text = fmt::format("{}: dilation {:.4f}, at most {}\n\n{}", name, model.local().mean, model.local().max,
                            people_table(report.table));
  report.drawing = [&] { return throughput_curves(points, name); };
  report.document["points"] = points;
  write_report(report, options.output);
  return 0;
}

}  // namespace

GraphCommand add_rtt_model(Command& model) {
  Command command = model.add_command("rtt", "RT(a) and RTT(a) with a mapping: latency and throughput over alpha");
  command.footer(kModelExamples);
  const auto options = std::make_shared<RttModelOptions>();
  constexpr int kLargest = 1000;
  command.add_option("--topology", options->topology, "the network").one_of({"rt", "rtt"}).shows_default();
  command.add_option("--a", options->a, "size: 2a x a nodes").required().in_range(2, kLargest);
  command.add_option("--mapping", options->mapping, "an expression, or a file; see trenza map --help").shows_default();
  command.add_option("--grid", options->grid, "process grid of a mapping in a file, x first, for example 8,8")
      .value_name("SIZES");
  command.add_option("--alpha", options->alpha, "share of local traffic: 0.5, or 0,0.5,1, or 0:1:0.1")
      .value_name("NUMBERS")
      .shows_default();
  command.add_option("--split", options->split, "how traffic is spread over the minimal routes")
      .one_of({"path", "record", "record_xy", "algorithm_xy"})
      .shows_default();
  command.add_option("--over", options->over, "whom uniform traffic goes to: the other processes, or all")
      .one_of({"others", "all"})
      .shows_default();
  add_logical_option(command, options->logical);
  add_output_options(command, options->output, "draw throughput and latency over alpha");
  return {command, [options] { return run_rtt_model(*options); }};
}

}  // namespace trenza::apps
