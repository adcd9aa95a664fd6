// `trenza run --csv`: what runs have recorded beside their totals, as tables in a folder.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/graph/data_table.h"
#include "apps/output_plan.h"
#include "apps/simulation.h"
#include "settings/configuration.h"

namespace trenza::apps {

/// Every window of every virtual channel: the key `series` of a document.
DataTable channels_table(const nlohmann::ordered_json& series);
/// A line for each source, or for each flow: `sources.list` or `flows` of a document.
DataTable flows_table(const nlohmann::ordered_json& flows, bool with_destination);

/// Tells the plan of the files in the folder; nothing if its name is empty. Throws UsageError, also if no run records
/// anything.
void plan_tables(const std::string& folder, const settings::Configuration& configuration, OutputPlan& plan);

/// The folder of the tables. If it was made for them and they were never written, it goes with the object.
class TableFolder {
 public:
  /// Makes the folder if need be; nothing if the name is empty. Throws UsageError if it cannot be made or written to.
  TableFolder(std::string folder, const settings::Configuration& configuration);
  ~TableFolder();
  TableFolder(const TableFolder&) = delete;
  TableFolder& operator=(const TableFolder&) = delete;

  /// Writes the tables of finished runs: channels.csv, sources.csv and flows.csv, where these were recorded; the name
  /// of a run is put in if there are several. Throws UsageError.
  void write(const settings::Configuration& finished, const std::vector<RunReport>& reports) const;

 private:
  std::string folder_;
  bool made_ = false;
};

}  // namespace trenza::apps
