#include "apps/graph/map_records.h"

#include <fmt/core.h>

#include <algorithm>

#include "apps/exit_status.h"
#include "graphs/mapping/dilation.h"
#include "testbench/goal/expand_collectives.h"
#include "testbench/goal/goal_trace.h"
#include "testbench/goal/traffic_matrix.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using topologies::Mapping;
using topologies::Network;

Json class_use_records(const std::vector<graphs::LinkClassUse>& classes) {
  Json records = Json::array();
  for (const auto& one : classes) {
    records.push_back(
        {{"class", one.name}, {"channels", one.links}, {"mean_hops", one.mean_hops}, {"max_load", one.max_load}});
  }
  return records;
}

void add_neighbours(Json& document, const Network& network, const Mapping& mapping, graphs::LogicalGrid grid) {
  if (mapping.process_grid.empty()) {
    document["dilation"] = nullptr;
    document["max_link_load"] = nullptr;
    return;
  }
  document["logical"] = grid == graphs::LogicalGrid::torus ? "torus" : "mesh";
  const graphs::Dilation dilation = graphs::dilation(network, mapping, grid);
  document["dilation"] = {{"mean", dilation.mean}, {"max", dilation.max}, {"histogram", dilation.histogram}};
  document["max_link_load"] = dilation.max_link_load;
  document["max_neighbour_throughput"] = dilation.max_link_load > 0 ? Json(1 / dilation.max_link_load) : Json(nullptr);
  document["link_classes"] = class_use_records(dilation.classes);
}

void add_byte_hops(Json& record, const graphs::ByteHops& hops) {
  record["bytes"] = hops.bytes;
  record["bytes_in_node"] = hops.bytes_in_node;
  record["byte_hops"] = hops.byte_hops;
  record["mean_hops"] = hops.mean_hops;
  record["max_hops"] = hops.max_hops;
  record["max_link_bytes"] = hops.max_link_bytes;
}

void flatten(const Json& record, const std::string& start, std::vector<std::pair<std::string, Json>>& lines) {
  for (const auto& [key, value] : record.items()) {
    const std::string name = start.empty() ? key : fmt::format("{}.{}", start, key);
    if (value.is_object()) {
      flatten(value, name, lines);
    } else if (key == "link_classes") {
      for (const Json& one : value) {
        lines.emplace_back("max_load." + one["class"].get<std::string>(), one["max_load"]);
        lines.emplace_back("mean_hops." + one["class"].get<std::string>(), one["mean_hops"]);
      }
    } else {
      lines.emplace_back(name, value);
    }
  }
}

}  // namespace

CommunicationInput read_communication_input(const std::string& trace, const std::string& matrix) {
  CommunicationInput input;
  if (!trace.empty()) {
    const testbench::TrafficMatrix sums =
        testbench::traffic_matrix(testbench::expand_collectives(testbench::read_goal(trace)));
    input = {"--trace", "trace", sums.ranks, {}, {}};
    for (const auto& entry : sums.entries) input.matrix.push_back({entry.from, entry.to, entry.bytes});
    input.facts = {
        {"file", trace}, {"ranks", sums.ranks}, {"pairs", sums.entries.size()}, {"messages", sums.messages()}};
  } else if (!matrix.empty()) {
    input = {"--matrix", "matrix", 0, {}, graphs::read_communications(matrix)};
    for (const auto& entry : input.matrix) input.processes = std::max({input.processes, entry.from + 1, entry.to + 1});
    input.facts = {{"file", matrix}, {"processes", input.processes}, {"entries", input.matrix.size()}};
  }
  return input;
}

void check_processes(const CommunicationInput& input, const Mapping& mapping) {
  if (input.processes <= mapping.processes()) return;
  throw UsageError(fmt::format("{}: {} has {} {}; the mapping places {} processes", input.option,
                               input.facts["file"].get<std::string>(), input.processes,
                               input.key == "trace" ? "ranks" : "processes", mapping.processes()));
}

Json mapping_record(const Network& network, const Mapping& mapping, graphs::LogicalGrid grid,
                    const CommunicationInput& input) {
  Json record = {{"network", network.name},          {"nodes", network.nodes},
                 {"mapping", mapping.name},          {"process_grid", mapping.process_grid},
                 {"processes", mapping.processes()}, {"concentration", mapping.concentration}};
  add_neighbours(record, network, mapping, grid);
  if (!input.given()) return record;
  Json facts = input.facts;
  add_byte_hops(facts, graphs::byte_hops(network, mapping, input.matrix));
  record[input.key] = std::move(facts);
  return record;
}

DataTable mapping_table(const std::vector<std::string>& columns, const std::vector<Json>& records) {
  DataTable table{{"quantity"}, {}};
  table.columns.insert(table.columns.end(), columns.begin(), columns.end());
  std::vector<std::vector<std::pair<std::string, Json>>> all(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) flatten(records[i], "", all[i]);
  for (const auto& line : all.front()) {
    std::vector<Json> row{line.first};
    for (const auto& lines : all) {
      const auto found =
          std::find_if(lines.begin(), lines.end(), [&](const auto& one) { return one.first == line.first; });
      row.push_back(found == lines.end() ? Json(nullptr) : found->second);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace trenza::apps
