#include "apps/result_document.h"

#include <unistd.h>

#include "apps/comparison.h"
#include "apps/version.h"

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
  Json runs = Json::array();
  std::vector<Json> results;
  std::vector<testbench::BatchSeries> batches;
  bool interrupted = false;
  meta["runs"] = Json::array();
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const Json name = {{"name", configuration.runs[i].name}};
    Json run = name;
    run.update(reports[i].results);
    runs.push_back(std::move(run));
    interrupted = interrupted || reports[i].interrupted;
    results.push_back(reports[i].results);
    batches.push_back(reports[i].batches);
    Json run_meta = name;
    run_meta.update(reports[i].meta);
    meta["runs"].push_back(std::move(run_meta));
  }
  Json document = {{"runs", std::move(runs)}, {"comparison", comparison(results, batches)}, {"meta", std::move(meta)}};
  if (interrupted) document["outcome"] = "interrupted";
  return document;
}

}  // namespace trenza::apps
