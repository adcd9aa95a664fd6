#include "testbench/run_document.h"

#include <nlohmann/json.hpp>

#include "testbench/comparison.h"
#include "testbench/results_json.h"
#include "testbench/stalls_json.h"

namespace trenza::testbench {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json run_document(const Json& config, const Results& results, microarch::StallDetail stalls,
                  const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                  const Measurement* measurement) {
  Json document = {{"config", config}};
  document.update(to_json(results));
  if (measurement != nullptr) document["measure"] = measure_json(*measurement, results);
  if (stalls != microarch::StallDetail::off)
    document["stalls"] = stalls_json(results.stalls, stalls, topology, parameters);
  return document;
}

Json compared_document(const std::vector<std::pair<std::string, Json>>& runs, const std::vector<BatchSeries>& batches) {
  Json list = Json::array();
  std::vector<Json> documents;
  for (const auto& [name, document] : runs) {
    Json run = {{"name", name}};
    run.update(document);
    list.push_back(std::move(run));
    documents.push_back(document);
  }
  return {{"runs", std::move(list)}, {"comparison", comparison(documents, batches)}};
}

}  // namespace trenza::testbench
