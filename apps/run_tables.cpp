#include "apps/run_tables.h"

#include <fmt/core.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "apps/run_files.h"
#include "microarch/output_file.h"

namespace trenza::apps {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const char* const kCsvOption = "--csv";

/// The tables of a run, by what it records.
std::vector<std::string> table_names(const testbench::RecordRequest& records) {
  std::vector<std::string> names;
  if (records.series_cycles > 0) names.emplace_back("channels.csv");
  if (records.sources) names.emplace_back("sources.csv");
  if (records.flows) names.emplace_back("flows.csv");
  return names;
}

std::string path_of(const std::string& folder, const std::string& table, const settings::Configuration& configuration,
                    const std::string& run) {
  return (fs::path(folder) / file_of_run(table, configuration, run)).string();
}

std::string table_text(const std::string& table, const Json& results) {
  if (table == "channels.csv") return csv_text(channels_table(results["series"]));
  if (table == "sources.csv") return csv_text(flows_table(results["sources"]["list"], false));
  return csv_text(flows_table(results["flows"], true));
}

}  // namespace

DataTable channels_table(const Json& series) {
  DataTable table;
  table.columns = {"channel", "vc",      "begin_cycle",          "end_cycle",          "use_flits_per_cycle",
                   "flits",   "packets", "occupancy_mean_flits", "occupancy_max_flits"};
  const Json& begin = series["begin"];
  for (const Json& channel : series["channels"]) {
    for (std::size_t k = 0; k < begin.size(); ++k) {
      table.rows.push_back({channel["channel"], channel["vc"], begin[k],
                            k + 1 < begin.size() ? begin[k + 1] : series["end"], channel["use"][k], channel["flits"][k],
                            channel["packets"][k], channel["occupancy_mean"][k], channel["occupancy_max"][k]});
    }
  }
  return table;
}

DataTable flows_table(const Json& flows, bool with_destination) {
  DataTable table;
  table.columns = {"source"};
  std::vector<std::string> keys = {"source"};
  const auto add = [&](const char* column, const char* key) {
    table.columns.emplace_back(column);
    keys.emplace_back(key);
  };
  if (with_destination) add("destination", "destination");
  add("packets", "packets");
  add("flits", "flits");
  add("accepted_load_phits_per_cycle", "accepted_load");
  add("latency_mean_cycles", "latency_mean");
  add("network_latency_mean_cycles", "network_latency_mean");
  for (const Json& flow : flows) {
    std::vector<Json> row;
    for (const std::string& key : keys) row.push_back(flow[key]);
    table.rows.push_back(std::move(row));
  }
  return table;
}

void plan_tables(const std::string& folder, const settings::Configuration& configuration, OutputPlan& plan) {
  if (folder.empty()) return;
  bool any = false;
  for (const settings::RunConfiguration& run : configuration.runs) {
    for (const std::string& table : table_names(run.experiment.records)) {
      plan.may_write(path_of(folder, table, configuration, run.name), kCsvOption);
      any = true;
    }
  }
  if (any) return;
  throw UsageError(fmt::format(
      "{}: there are no tables to write; expected `run.series`, `run.sources` or `run.flows` too", kCsvOption));
}

TableFolder::TableFolder(std::string folder, const settings::Configuration& configuration)
    : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  std::error_code fault;
  made_ = fs::create_directories(folder_, fault);
  if (fault)
    throw UsageError(fmt::format("{}: the folder {} cannot be made: {}", kCsvOption, folder_, fault.message()));
  for (const settings::RunConfiguration& run : configuration.runs) {
    for (const std::string& table : table_names(run.experiment.records)) {
      const std::string reason = microarch::writing_fault(path_of(folder_, table, configuration, run.name));
      if (!reason.empty()) throw UsageError(fmt::format("{}: {}", kCsvOption, reason));
    }
  }
}

TableFolder::~TableFolder() {
  std::error_code ignored;
  if (made_ && fs::is_empty(folder_, ignored)) fs::remove(folder_, ignored);
}

void TableFolder::write(const settings::Configuration& finished, const std::vector<RunReport>& reports) const {
  if (folder_.empty()) return;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const settings::RunConfiguration& run = finished.runs[i];
    for (const std::string& table : table_names(run.experiment.records)) {
      try {
        write_whole(path_of(folder_, table, finished, run.name), table_text(table, reports[i].results));
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}: {}", kCsvOption, error.what()));
      }
    }
  }
}

}  // namespace trenza::apps
