// trenza model duato-nbc: mean latency of wormhole routers over the generation rate.
#include <fmt/core.h>

#include <memory>

#include "apps/graph/model_command.h"
#include "apps/graph/number_list.h"
#include "apps/graph/report.h"
#include "apps/plot/curve_plot.h"
#include "graphs/models/duato_nbc.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using graphs::DuatoNbcModel;
using graphs::NbcPoint;

struct DuatoNbcOptions {
  OutputOptions output;
  int k = 0;
  int flits = 0;
  int vcs = 10;
  int adaptive = -1;
  int escape = -1;
  std::string rate;
  std::string variant = "index";
  std::string phi = "perH";
  std::string delta = "before";
  std::string lsum = "literal";
};

const char* const kNbcExamples =
    "Rates are messages per node and cycle; latencies are flit cycles, from generation to the last flit. Beyond "
    "saturation\n"
    "the model has no solution: latency is null there.\n"
    "\n"
    "Examples:\n"
    "  trenza model duato-nbc --k 8 --flits 32 --vcs 10 --rate 0.01\n"
    "  trenza model duato-nbc --k 16 --flits 64 --csv                20 rates up to saturation\n"
    "  trenza model duato-nbc --k 8 --flits 32 --plot latency.svg";

std::vector<double> rates_of(const DuatoNbcOptions& options, const DuatoNbcModel& model) {
  constexpr int kPoints = 20;
  if (!options.rate.empty()) return parse_numbers("--rate", options.rate, 0, 1);
  std::vector<double> rates;
  for (int i = 1; i <= kPoints; ++i) rates.push_back(model.saturation().rate * i / kPoints);
  return rates;
}

Json rate_record(double rate, const std::optional<NbcPoint>& point) {
  const auto only = [&](double NbcPoint::*value) { return point ? Json((*point).*value) : Json(nullptr); };
  return {{"rate", rate},
          {"latency", only(&NbcPoint::latency)},
          {"network_latency", only(&NbcPoint::network_latency)},
          {"source_wait", only(&NbcPoint::source_wait)},
          {"multiplexing", only(&NbcPoint::multiplexing)},
          {"channel_load", only(&NbcPoint::channel_load)},
          {"channel_wait", only(&NbcPoint::channel_wait)}};
}

DataTable rate_table(const Json& points) {
  DataTable table;
  for (const auto& item : points[0].items()) table.columns.push_back(item.key());
  for (const Json& point : points) {
    std::vector<Json> row;
    for (const auto& item : point.items()) row.push_back(item.value());
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string curve_of(const Json& points, const std::string& name) {
  Curve latency{"latency", {}};
  Curve network{"network latency", {}};
  for (const Json& point : points) {
    if (point["latency"].is_null()) continue;
    latency.points.push_back({point["rate"].get<double>(), point["latency"].get<double>()});
    network.points.push_back({point["rate"].get<double>(), point["network_latency"].get<double>()});
  }
  return curves_svg({{name, "messages/node/cycle", "flit cycles", {latency, network}}});
}

DuatoNbcModel model_of(const DuatoNbcOptions& options) {
  graphs::NbcParameters parameters;
  parameters.k = options.k;
  parameters.message_flits = options.flits;
  parameters.virtual_channels = options.vcs;
  if (options.adaptive >= 0) parameters.adaptive = options.adaptive;
  if (options.escape >= 0) parameters.escape = options.escape;
  parameters.readings = graphs::nbc_readings(options.variant, options.phi, options.delta, options.lsum);
  return DuatoNbcModel(parameters);
}

int run_duato_nbc(const DuatoNbcOptions& options) {
  OutputPlan plan;
  check_outputs(options.output, plan);
  if (!options.output.plot.empty()) check_gnuplot();
  const DuatoNbcModel model = model_of(options);
  Json points = Json::array();
  for (const double rate : rates_of(options, model)) points.push_back(rate_record(rate, model.at(rate)));
  Report report;
  report.document = {
      {"model", "duato-nbc"},
      {"k", options.k},
      {"flits", options.flits},
      {"vcs", options.vcs},
      {"v1", model.adaptive()},
      {"v2", model.escape()},
      {"readings",
       {{"variant", options.variant}, {"phi", options.phi}, {"delta", options.delta}, {"lsum", options.lsum}}},
      {"zero_load_latency", model.zero_load_latency()},
      {"saturation_rate", model.saturation().rate},
      {"saturation_latency", model.saturation().latency}};
  if (points.size() == 1) report.document.update(points[0]);
  const std::string name =
      fmt::format("{0} x {0} torus, {1} flits, {2} virtual channels", options.k, options.flits, options.vcs);
  report.table = rate_table(points);
  report.text =
      fmt::format("{} (V1 = {}, V2 = {})\nlatency {:.4f} at no load; saturation at {:.6f}, latency {:.2f}\n\n{}", name,
                  model.adaptive(), model.escape(), model.zero_load_latency(), model.saturation().rate,
                  model.saturation().latency, people_table(report.table));
  report.drawing = [&] { return curve_of(points, name); };
  report.document["points"] = points;
  write_report(report, options.output);
  return 0;
}

void add_readings(Command& command, DuatoNbcOptions& options) {
  command.add_option("--variant", options.variant, "what V2 counts: index of the highest class, literal, or count")
      .one_of({"index", "literal", "count"})
      .shows_default();
  command.add_option("--phi", options.phi, "equation (9) from the path of each message, or from the mean path")
      .one_of({"perH", "avg"})
      .shows_default();
  command.add_option("--delta", options.delta, "hops left, counted before or after the hop")
      .one_of({"before", "after"})
      .shows_default();
  command.add_option("--lsum", options.lsum, "limits of the sums over the last escape class")
      .one_of({"literal", "full"})
      .shows_default();
}

}  // namespace

GraphCommand add_duato_nbc_model(Command& model) {
  Command command =
      model.add_command("duato-nbc", "wormhole routers with negative-hop escape channels: latency over the rate");
  command.footer(kNbcExamples);
  const auto options = std::make_shared<DuatoNbcOptions>();
  constexpr int kLargest = 1024;
  constexpr int kMostFlits = 1'000'000;
  command.add_option("--k", options->k, "k x k torus, k even").required().in_range(2, kLargest);
  command.add_option("--flits", options->flits, "length of messages").required().in_range(1, kMostFlits);
  command.add_option("--vcs", options->vcs, "virtual channels of a link").in_range(1, kLargest).shows_default();
  command.add_option("--v1", options->adaptive, "adaptive channels; default: what the escape channels leave")
      .in_range(0, kLargest);
  command
      .add_option("--v2", options->escape, "escape channels, as --variant counts; default: the least without deadlock")
      .in_range(0, kLargest);
  command.add_option("--rate", options->rate, "0.01, or 0.005,0.01, or 0.001:0.018:0.001; default: up to saturation")
      .value_name("NUMBERS");
  add_readings(command, *options);
  add_output_options(command, options->output, "draw latency over the rate");
  return {command, [options] { return run_duato_nbc(*options); }};
}

}  // namespace trenza::apps
