// The JSON document of a run, and of several that are compared.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "microarch/parameters.h"
#include "microarch/stall_table.h"
#include "testbench/results.h"
#include "topologies/topology.h"

namespace trenza::testbench {

/// {"config": ..., all of to_json(results), "stalls": ...}: the same bytes on every machine. `stalls` is there if the detail
/// is not `off`; the results hold this detail or more.
nlohmann::ordered_json run_document(const nlohmann::ordered_json& config, const Results& results,
                                    microarch::StallDetail stalls, const topologies::Topology& topology,
                                    const microarch::FabricParameters& parameters);

/// {"runs": [{"name": ..., the document of the run}, ...], "comparison": {...}} of names and documents, one at least.
nlohmann::ordered_json compared_document(const std::vector<std::pair<std::string, nlohmann::ordered_json>>& runs);

}  // namespace trenza::testbench
