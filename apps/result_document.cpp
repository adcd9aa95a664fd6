#include "apps/result_document.h"

#include <unistd.h>

#include "apps/version.h"
#include "testbench/run_document.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

Json machine_meta(double wall_seconds) {
  return {{"wall_seconds", wall_seconds}, {"host", host_name()}, {"version", kVersion}, {"build", kGitDescribe}};
}

}  // namespace

Json result_document(const settings::Configuration& configuration, const std::vector<RunReport>& reports,
                     double wall_seconds) {
  Json meta = machine_meta(wall_seconds);
  if (!configuration.compared) {
    Json document = reports[0].results;
    for (const auto& [key, value] : reports[0].meta.items()) {
      if (key != "wall_seconds") meta[key] = value;
    }
    document["meta"] = std::move(meta);
    return document;
  }
  std::vector<std::pair<std::string, Json>> runs;
  std::vector<testbench::BatchSeries> batches;
  bool interrupted = false;
  meta["runs"] = Json::array();
  for (std::size_t i = 0; i < reports.size(); ++i) {
    runs.emplace_back(configuration.runs[i].name, reports[i].results);
    interrupted = interrupted || reports[i].interrupted;
    batches.push_back(reports[i].batches);
    Json run_meta = {{"name", configuration.runs[i].name}};
    run_meta.update(reports[i].meta);
    meta["runs"].push_back(std::move(run_meta));
  }
  Json document = testbench::compared_document(runs, batches);
  document["meta"] = std::move(meta);
  if (interrupted) document["outcome"] = "interrupted";
  return document;
}

}  // namespace trenza::apps
