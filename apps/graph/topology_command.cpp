// trenza topology: the metrics of networks, side by side.
#include <fmt/core.h>

#include <limits>
#include <memory>

#include "apps/exit_status.h"
#include "apps/graph/graph_commands.h"
#include "apps/graph/report.h"
#include "apps/graph/step_progress.h"
#include "apps/plot/network_drawing.h"
#include "apps/text_table.h"
#include "apps/threads.h"
#include "graphs/metrics/network_record.h"
#include "graphs/metrics/summary.h"
#include "settings/network_spec.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using topologies::Network;

struct TopologyOptions {
  OutputOptions output;
  std::vector<std::string> specs;
  int threads = 0;
  int samples = 0;
  std::uint64_t seed = 1;
  bool worst_case = false;
  bool exhaustive = false;
};

const char* const kTopologyExamples =
    "SPEC is a kind of network with its parameters, as under `topology` in a configuration.\n"
    "\n"
    "Examples:\n"
    "  trenza topology 'rtt: {a: 7}'\n"
    "  trenza topology 'twisted_torus: {size: [30, 12], twist: {yx: 13}}' --worst-case\n"
    "  trenza topology 'ibt: {n: 60, d: 3, b: [6, 24]}' --json ibt.json\n"
    "  trenza topology 'rt: {a: 8}' 'rtt: {a: 8}' --csv\n"
    "  trenza topology 'rtt: {a: 4}' --plot rtt.svg";

graphs::MetricOptions metric_options(const TopologyOptions& options) {
  graphs::MetricOptions metric;
  metric.threads = threads_of(options.threads);
  metric.samples = options.samples;
  metric.seed = options.seed;
  metric.worst_case = options.worst_case;
  if (options.exhaustive) {
    metric.work_limit = std::numeric_limits<double>::infinity();
    metric.symmetry_nodes = graphs::kSymmetrySearchNodes;
  }
  return metric;
}

/// Whether a value of the document is for the tables: not the destinations of all nodes, nor lists of records.
bool is_for_tables(const std::string& key, const Json& value) {
  if (key.rfind("worst_case_destinations", 0) == 0 || key == "histogram") return false;
  return !value.is_array() || (!value.empty() && !value[0].is_object());
}

/// A line for each network, for programs.
DataTable lines_of(const std::vector<Json>& records) {
  DataTable table;
  for (const auto& [key, value] : records[0].items()) {
    if (!value.is_object() && is_for_tables(key, value)) table.columns.push_back(key);
  }
  for (const Json& record : records) {
    std::vector<Json> row;
    for (const std::string& key : table.columns) {
      const Json value = record.value(key, Json());
      row.push_back(value.is_structured() ? Json(cell_text(value)) : value);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// A column for each network, for people.
std::string columns_of(const std::vector<Json>& records) {
  std::vector<std::string> head;
  for (const Json& record : records) head.push_back(record["network"].get<std::string>());
  std::vector<TableRow> rows;
  for (const auto& [key, value] : records[0].items()) {
    if (key == "network" || key == "symmetry" || !is_for_tables(key, value)) continue;
    TableRow row{key, {}, ""};
    for (const Json& record : records) row.cells.push_back(cell_text(record.value(key, Json())));
    rows.push_back(std::move(row));
  }
  constexpr std::size_t kTableColumns = 4;
  return text_table(head, rows, kTableColumns);
}

/// A network and what its SPEC tells of it.
struct Subject {
  Network network;
  std::vector<int> class_of;  ///< see MetricOptions::class_of
};

std::vector<Subject> subjects_of(const std::vector<std::string>& specs) {
  std::vector<Subject> subjects;
  for (const std::string& text : specs) {
    const settings::NetworkSpec spec = settings::read_network_spec(text);
    Network network = settings::network_of(spec);
    subjects.push_back({std::move(network), settings::source_classes_of(spec)});
  }
  return subjects;
}

int run_topology(const TopologyOptions& options) {
  OutputPlan plan;
  for (const std::string& spec : options.specs) reads_network(plan, spec);
  check_outputs(options.output, plan);
  if (!options.output.plot.empty() && options.specs.size() > 1)
    throw UsageError(fmt::format("--plot: draws one network; expected one SPEC, not {}", options.specs.size()));
  const std::vector<Subject> subjects = subjects_of(options.specs);
  std::string drawing;
  if (!options.output.plot.empty()) drawing = network_svg(subjects[0].network);  // refuses before the work
  graphs::MetricOptions metric = metric_options(options);
  std::vector<Json> records;
  std::string limits;
  {
    StepProgress bar("topology", subjects.size(), !options.output.quiet);
    for (const Subject& subject : subjects) {
      metric.class_of = subject.class_of;
      const graphs::NetworkMetrics metrics = graphs::measure(subject.network, metric);
      records.push_back(graphs::network_record(subject.network, metrics, options.worst_case));
      limits += graphs::limits_text(metrics);
      bar.step();
    }
  }
  Report report;
  report.document = records.size() == 1 ? records[0] : Json{{"networks", records}};
  report.table = lines_of(records);
  report.text = columns_of(records) + (limits.empty() ? "" : "\n" + limits);
  report.drawing = [&] { return drawing; };
  write_report(report, options.output);
  return 0;
}

}  // namespace

GraphCommand add_topology_command(Command& program) {
  Command command = program.add_command("topology", "metrics of networks: distances, symmetry, bounds, rings");
  command.footer(kTopologyExamples);
  const auto options = std::make_shared<TopologyOptions>();
  constexpr int kMostSamples = 1 << 24;
  command.add_option("SPEC", options->specs, "networks, for example 'rtt: {a: 7}'").required();
  command.add_flag("--worst-case", options->worst_case, "also the permutation that loads a link most");
  command
      .add_option("--samples", options->samples,
                  "distances from so many random sources; default: all, or 400 where that would take minutes")
      .in_range(2, kMostSamples);
  command.add_option("--seed", options->seed, "seed of those sources").shows_default();
  command.add_flag("--exhaustive", options->exhaustive, "leave nothing out however long it takes");
  add_threads_option(command, options->threads);
  add_output_options(command, options->output, "draw the network, at most 400 nodes");
  return {command, [options] { return run_topology(*options); }};
}

}  // namespace trenza::apps
