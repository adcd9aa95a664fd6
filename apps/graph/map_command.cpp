// trenza map: how far the processes of an application are apart on a network, and a search for a better placement.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "apps/exit_status.h"
#include "apps/graph/graph_commands.h"
#include "apps/graph/logical_option.h"
#include "apps/graph/map_records.h"
#include "apps/graph/number_list.h"
#include "apps/graph/report.h"
#include "apps/output_file.h"
#include "apps/plot/network_drawing.h"
#include "apps/threads.h"
#include "graphs/mapping/placement_search.h"
#include "settings/mapping_path.h"
#include "settings/network_spec.h"
#include "topologies/mapping/mapping.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using topologies::Mapping;
using topologies::Network;

struct MapOptions {
  OutputOptions output;
  std::string spec;
  std::vector<std::string> mappings;
  std::string grid;
  std::string logical = "torus";
  std::string trace;
  std::string matrix;
  std::string placement;
  bool search = false;
  std::string objective;
  std::uint64_t seed = 1;
  int steps = 1'000'000;
  int descents = 8;
  int threads = 0;
};

const char* const kMapExamples =
    "The mapping is `id`, functions joined by `.` (f_d, f_h(c), f_v(c), f_u(c, z), f_t(c); the last one is applied "
    "first),\n"
    "or a file with a line `process node` for each process (a path with a `/`, or a name that ends in .txt or .map).\n"
    "A matrix is a file with a line `from to bytes` for each pair of processes.\n"
    "\n"
    "Examples:\n"
    "  trenza map 'rtt: {a: 4}' --mapping 'f_d . f_v(2)'\n"
    "  trenza map 'rtt: {a: 4}' --mapping id --mapping f_d --trace configs/traces/cg.A.32.i1.goal.zst\n"
    "  trenza map 'pdtt: {a: 4}' --mapping 'f_d(yx) . f_d(zx)' --logical mesh\n"
    "  trenza map 'torus: {size: [4, 4, 2]}' --mapping ./map.txt --grid 8,4\n"
    "  trenza map 'rtt: {a: 4}' --trace configs/traces/cg.A.32.i1.goal.zst --search --placement best.map\n"
    "  trenza map 'rtt: {a: 4}' --mapping 'f_t(2)' --placement placement.txt --plot processes.svg";

Mapping identity(const Network& network) {
  std::vector<topologies::NodeId> nodes(static_cast<std::size_t>(network.nodes));
  std::iota(nodes.begin(), nodes.end(), 0);
  return topologies::make_mapping("id", std::move(nodes), network.nodes, {network.nodes});
}

Mapping mapping_of(const std::string& text, const std::vector<int>& grid, const Network& network) {
  if (!settings::is_mapping_path(text)) {
    if (text == "id" && network.sizes.empty()) return identity(network);
    return topologies::parse_mapping(text, network.sizes);
  }
  Mapping mapping = topologies::read_mapping(text, network.nodes, grid);
  if (mapping.process_grid.empty() && mapping.processes() == network.nodes) mapping.process_grid = network.sizes;
  return mapping;
}

std::vector<Mapping> mappings_of(const MapOptions& options, const Network& network) {
  constexpr int kLargest = 1 << 26;
  std::vector<int> grid;
  if (!options.grid.empty()) grid = parse_integers("--grid", options.grid, 1, kLargest);
  if (!grid.empty() && std::none_of(options.mappings.begin(), options.mappings.end(), settings::is_mapping_path))
    throw UsageError("--grid: is for mappings in files; the grid of an expression follows from it");
  std::vector<Mapping> mappings;
  for (const std::string& text : options.mappings) mappings.push_back(mapping_of(text, grid, network));
  return mappings;
}

/// A search and what it found.
struct Found {
  Mapping mapping;
  Json record;
  std::string text;
};

/// The bytes of the objective.
std::vector<graphs::Communication> objective_matrix(const MapOptions& options, const Mapping& mapping,
                                                    const CommunicationInput& input) {
  if (options.objective == "byte-hops" && !input.given())
    throw UsageError("--objective: byte-hops are of messages; expected --trace or --matrix too");
  const bool of_input = input.given() && options.objective != "dilation";
  return of_input ? input.matrix : graphs::neighbour_communications(mapping, logical_grid(options.logical));
}

Found search_mapping(const MapOptions& options, const Network& network, const std::vector<Mapping>& mappings,
                     const CommunicationInput& input) {
  for (const Mapping& mapping : mappings) {
    if (mapping.process_grid != mappings.front().process_grid || mapping.processes() != mappings.front().processes())
      throw UsageError("--search: the mappings are of different processes; expected one process grid");
  }
  const graphs::PlacementCost cost(network, mappings.front().processes(),
                                   objective_matrix(options, mappings.front(), input));
  const Mapping* start = &mappings.front();
  for (const Mapping& mapping : mappings) {
    if (cost.total(mapping.node_of_process) < cost.total(start->node_of_process)) start = &mapping;
  }
  graphs::PlacementSearch search;
  search.steps = static_cast<std::uint64_t>(options.steps);
  search.descents = options.descents;
  search.seed = options.seed;
  search.threads = threads_of(options.threads);
  const graphs::FoundPlacement found = graphs::search_placement(cost, start->node_of_process, search);
  const bool bytes = input.given() && options.objective != "dilation";
  const auto start_cost = static_cast<double>(found.start);
  const double saved = found.start > 0 ? 1 - static_cast<double>(found.cost) / start_cost : 0;
  Found result;
  result.mapping = topologies::make_mapping("found", found.placement, network.nodes, mappings.front().process_grid);
  result.record = {{"objective", bytes ? "byte-hops" : "dilation"},
                   {"start", start->name},
                   {"seed", options.seed},
                   {"steps", options.steps},
                   {"descents", options.descents},
                   {"saved", saved},
                   {"best_descent", found.descent < 0 ? Json(nullptr) : Json(found.descent)},
                   {"equal_descents", found.equals}};
  result.text = fmt::format("{} % less {} than {}; {} of {} descents of {} steps came as far (seed {})",
                            fmt::format("{:.2f}", 100 * saved), bytes ? "byte-hops" : "mean dilation", start->name,
                            found.equals, options.descents, options.steps, options.seed);
  return result;
}

std::string placement_text(const Mapping& mapping, const Network& network, const std::string& note) {
  std::string text = fmt::format("# process node; mapping {} on {}\n", mapping.name, network.name);
  if (!note.empty()) text += fmt::format("# {}\n", note);
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

void check_options(const MapOptions& options) {
  if (!options.trace.empty() && !options.matrix.empty())
    throw UsageError("--matrix: --trace is given as well; expected one of the two");
  if (options.search) return;
  if (!options.objective.empty()) throw UsageError("--objective: is for a search; expected --search too");
  if (options.mappings.size() < 2) return;
  if (!options.placement.empty())
    throw UsageError(fmt::format("--placement: writes one mapping, and {} are given", options.mappings.size()));
  if (!options.output.plot.empty())
    throw UsageError(fmt::format("--plot: draws one mapping, and {} are given", options.mappings.size()));
}

void plan_files(const MapOptions& options) {
  OutputPlan plan;
  reads_network(plan, options.spec);
  for (const std::string& mapping : options.mappings) {
    if (settings::is_mapping_path(mapping)) plan.reads(mapping, "--mapping");
  }
  if (!options.trace.empty()) plan.reads(options.trace, "--trace");
  if (!options.matrix.empty()) plan.reads(options.matrix, "--matrix");
  check_outputs(options.output, plan);
  plan.writes(options.placement, "--placement");
}

Report report_of(const std::vector<Mapping>& mappings, const std::vector<Json>& records, const Json& search) {
  Report report;
  std::vector<std::string> columns{"value"};
  if (records.size() == 1) {
    report.document = records.front();
  } else {
    columns.clear();
    for (const Mapping& mapping : mappings) columns.push_back(mapping.name);
    report.document["mappings"] = records;
  }
  if (!search.is_null()) report.document["search"] = search;
  report.table = mapping_table(columns, records);
  report.text = people_table(report.table);
  return report;
}

int run_map(MapOptions options) {
  if (options.mappings.empty()) options.mappings = {"id"};
  check_options(options);
  plan_files(options);
  const Network network = settings::network_of(options.spec);
  std::vector<Mapping> mappings = mappings_of(options, network);
  const CommunicationInput input = read_communication_input(options.trace, options.matrix);
  for (const Mapping& mapping : mappings) check_processes(input, mapping);
  Json search;
  std::string note;
  if (options.search) {
    Found found = search_mapping(options, network, mappings, input);
    mappings.push_back(std::move(found.mapping));
    search = std::move(found.record);
    note = std::move(found.text);
  }
  std::vector<Json> records;
  for (const Mapping& mapping : mappings)
    records.push_back(mapping_record(network, mapping, logical_grid(options.logical), input));
  Report report = report_of(mappings, records, search);
  if (!note.empty()) report.text += fmt::format("\nfound: {}\n", note);
  report.drawing = [&] { return processes_drawing(network, mappings.back()); };
  if (!options.placement.empty()) write_whole(options.placement, placement_text(mappings.back(), network, note));
  write_report(report, options.output);
  return 0;
}

void add_search_options(Command& command, MapOptions& options) {
  constexpr int kMostSteps = 2'000'000'000;
  constexpr int kMostDescents = 10'000;
  command.add_flag("--search", options.search,
                   "search for a placement with fewer byte-hops, from the best mapping given");
  command
      .add_option("--objective", options.objective,
                  "what the search makes small; default: byte-hops with --trace or --matrix, otherwise mean dilation")
      .one_of({"byte-hops", "dilation"});
  command.add_option("--seed", options.seed, "of the search").shows_default();
  command.add_option("--steps", options.steps, "exchanges that each descent of the search tries")
      .in_range(0, kMostSteps)
      .shows_default();
  command.add_option("--descents", options.descents, "descents of the search, each from another placement")
      .in_range(1, kMostDescents)
      .shows_default();
  add_threads_option(command, options.threads);
}

}  // namespace

GraphCommand add_map_command(Command& program) {
  Command command =
      program.add_command("map", "mappings of processes on a network: dilation, link loads, byte-hops, and a search");
  command.footer(kMapExamples);
  const auto options = std::make_shared<MapOptions>();
  command.add_option("SPEC", options->spec, "the network, for example 'rtt: {a: 4}'").required();
  command
      .add_option("--mapping", options->mappings, "an expression, or a file; several are set side by side; default: id")
      .repeatable();
  command.add_option("--grid", options->grid, "process grid of a mapping in a file, x first, for example 8,8")
      .value_name("SIZES");
  add_logical_option(command, options->logical);
  command.add_option("--trace", options->trace, "a GOAL trace (plain or .zst): byte-hops of all its messages")
      .value_name("FILE");
  command.add_option("--matrix", options->matrix, "a file of lines `from to bytes`: its byte-hops").value_name("FILE");
  command
      .add_option("--placement", options->placement,
                  "write the mapping, or what the search found, as lines `process node`")
      .value_name("FILE");
  add_search_options(command, *options);
  add_output_options(command, options->output, "draw the network with the processes in its nodes");
  return {command, [options] { return run_map(*options); }};
}

}  // namespace trenza::apps
