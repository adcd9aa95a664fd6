// trenza map: how far the processes of an application are apart on a network.
#include <fmt/core.h>

#include <memory>
#include <numeric>

#include "apps/exit_status.h"
#include "apps/graph/graph_commands.h"
#include "apps/graph/number_list.h"
#include "apps/graph/report.h"
#include "apps/output_file.h"
#include "apps/plot/network_drawing.h"
#include "graphs/mapping/dilation.h"
#include "settings/mapping_path.h"
#include "settings/network_spec.h"
#include "testbench/goal/expand_collectives.h"
#include "testbench/goal/goal_trace.h"
#include "testbench/goal/traffic_matrix.h"
#include "topologies/mapping/mapping.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using topologies::Mapping;
using topologies::Network;

struct MapOptions {
  OutputOptions output;
  std::string spec;
  std::string mapping = "id";
  std::string grid;
  std::string trace;
  std::string placement;
};

const char* const kMapExamples =
    "The mapping is `id`, functions joined by `.` (f_d, f_h(c), f_v(c), f_t(c); the last one is applied first), or a "
    "file\n"
    "with a line `process node` for each process (a path with a `/`, or a name that ends in .txt or .map).\n"
    "\n"
    "Examples:\n"
    "  trenza map 'rtt: {a: 4}' --mapping 'f_d . f_v(2)'\n"
    "  trenza map 'rtt: {a: 4}' --mapping f_d --trace configs/traces/cg.A.32.i1.goal.zst\n"
    "  trenza map 'torus: {size: [4, 4, 2]}' --mapping ./map.txt --grid 8,4\n"
    "  trenza map 'rtt: {a: 4}' --mapping 'f_t(2)' --placement placement.txt --plot processes.svg";

Mapping identity(const Network& network) {
  std::vector<topologies::NodeId> nodes(static_cast<std::size_t>(network.nodes));
  std::iota(nodes.begin(), nodes.end(), 0);
  return topologies::make_mapping("id", std::move(nodes), network.nodes, {network.nodes});
}

Mapping mapping_of(const MapOptions& options, const Network& network) {
  constexpr int kLargest = 1 << 26;
  std::vector<int> grid;
  if (!options.grid.empty()) grid = parse_integers("--grid", options.grid, 1, kLargest);
  if (!settings::is_mapping_path(options.mapping)) {
    if (!grid.empty()) throw UsageError("--grid: is for mappings in files; the grid of an expression follows from it");
    if (options.mapping == "id" && network.sizes.empty()) return identity(network);
    return topologies::parse_mapping(options.mapping, network.sizes);
  }
  Mapping mapping = topologies::read_mapping(options.mapping, network.nodes, grid);
  if (mapping.process_grid.empty() && mapping.processes() == network.nodes) mapping.process_grid = network.sizes;
  return mapping;
}

Json dilation_record(const graphs::Dilation& dilation) {
  Json record = {{"mean", dilation.mean}, {"max", dilation.max}, {"histogram", dilation.histogram}};
  return record;
}

Json class_use_records(const std::vector<graphs::LinkClassUse>& classes) {
  Json records = Json::array();
  for (const auto& one : classes) {
    records.push_back(
        {{"class", one.name}, {"channels", one.links}, {"mean_hops", one.mean_hops}, {"max_load", one.max_load}});
  }
  return records;
}

void add_neighbours(Json& document, const Network& network, const Mapping& mapping) {
  if (mapping.process_grid.empty()) {
    document["dilation"] = nullptr;
    document["max_link_load"] = nullptr;
    return;
  }
  const graphs::Dilation dilation = graphs::dilation(network, mapping);
  document["dilation"] = dilation_record(dilation);
  document["max_link_load"] = dilation.max_link_load;
  document["max_neighbour_throughput"] = dilation.max_link_load > 0 ? Json(1 / dilation.max_link_load) : Json(nullptr);
  document["link_classes"] = class_use_records(dilation.classes);
}

Json trace_record(const std::string& file, const Network& network, const Mapping& mapping) {
  const testbench::GoalTrace trace = testbench::expand_collectives(testbench::read_goal(file));
  const testbench::TrafficMatrix matrix = testbench::traffic_matrix(trace);
  if (static_cast<std::int64_t>(matrix.ranks) > mapping.processes()) {
    throw UsageError(fmt::format("--trace: {} has {} ranks; the mapping places {} processes", file, matrix.ranks,
                                 mapping.processes()));
  }
  std::vector<graphs::Communication> sends;
  for (const auto& entry : matrix.entries) sends.push_back({entry.from, entry.to, entry.bytes});
  const graphs::ByteHops hops = graphs::byte_hops(network, mapping, sends);
  return {{"file", file},
          {"ranks", matrix.ranks},
          {"pairs", matrix.entries.size()},
          {"messages", matrix.messages()},
          {"bytes", hops.bytes},
          {"bytes_in_node", hops.bytes_in_node},
          {"byte_hops", hops.byte_hops},
          {"mean_hops", hops.mean_hops},
          {"max_hops", hops.max_hops},
          {"max_link_bytes", hops.max_link_bytes}};
}

/// The document as lines of a table: nested records with their path, the classes of links apart.
void flatten(const Json& record, const std::string& start, DataTable& table) {
  for (const auto& [key, value] : record.items()) {
    const std::string name = start.empty() ? key : fmt::format("{}.{}", start, key);
    if (value.is_object()) {
      flatten(value, name, table);
    } else if (key == "link_classes") {
      for (const Json& one : value) {
        table.rows.push_back({"max_load." + one["class"].get<std::string>(), one["max_load"]});
        table.rows.push_back({"mean_hops." + one["class"].get<std::string>(), one["mean_hops"]});
      }
    } else {
      table.rows.push_back({name, value});
    }
  }
}

std::string placement_text(const Mapping& mapping) {
  std::string text = fmt::format("# process node; mapping {}\n", mapping.name);
  for (std::size_t process = 0; process < mapping.node_of_process.size(); ++process)
    text += fmt::format("{} {}\n", process, mapping.node_of_process[process]);
  return text;
}

std::string processes_drawing(const Network& network, const Mapping& mapping) {
  std::vector<std::string> labels(static_cast<std::size_t>(network.nodes));
  for (std::size_t process = 0; process < mapping.node_of_process.size(); ++process) {
    std::string& label = labels[static_cast<std::size_t>(mapping.node_of_process[process])];
    label += (label.empty() ? "" : " ") + std::to_string(process);
  }
  DrawingOptions options;
  options.labels = std::move(labels);
  return network_svg(network, options);
}

int run_map(const MapOptions& options) {
  OutputPlan plan;
  reads_network(plan, options.spec);
  if (settings::is_mapping_path(options.mapping)) plan.reads(options.mapping, "--mapping");
  if (!options.trace.empty()) plan.reads(options.trace, "--trace");
  check_outputs(options.output, plan);
  plan.writes(options.placement, "--placement");
  const Network network = settings::network_of(options.spec);
  const Mapping mapping = mapping_of(options, network);
  Report report;
  report.document = {{"network", network.name},          {"nodes", network.nodes},
                     {"mapping", mapping.name},          {"process_grid", mapping.process_grid},
                     {"processes", mapping.processes()}, {"concentration", mapping.concentration}};
  add_neighbours(report.document, network, mapping);
  if (!options.trace.empty()) report.document["trace"] = trace_record(options.trace, network, mapping);
  report.table = DataTable{{"quantity", "value"}, {}};
  flatten(report.document, "", report.table);
  report.text = people_table(report.table);
  report.drawing = [&] { return processes_drawing(network, mapping); };
  if (!options.placement.empty()) write_whole(options.placement, placement_text(mapping));
  write_report(report, options.output);
  return 0;
}

}  // namespace

GraphCommand add_map_command(Command& program) {
  Command command = program.add_command("map", "a mapping of processes on a network: dilation, link loads, byte-hops");
  command.footer(kMapExamples);
  const auto options = std::make_shared<MapOptions>();
  command.add_option("SPEC", options->spec, "the network, for example 'rtt: {a: 4}'").required();
  command.add_option("--mapping", options->mapping, "an expression, or a file").shows_default();
  command.add_option("--grid", options->grid, "process grid of a mapping in a file, x first, for example 8,8")
      .value_name("SIZES");
  command.add_option("--trace", options->trace, "a GOAL trace (plain or .zst): byte-hops of all its messages")
      .value_name("FILE");
  command.add_option("--placement", options->placement, "write the mapping as lines `process node`").value_name("FILE");
  add_output_options(command, options->output, "draw the network with the processes in its nodes");
  return {command, [options] { return run_map(*options); }};
}

}  // namespace trenza::apps
