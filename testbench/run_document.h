// The JSON document of a run, and of several that are compared.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "microarch/stall_table.h"
#include "testbench/measure.h"
#include "testbench/results.h"
#include "topologies/topology.h"

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::testbench {

/// {"config": ..., all of to_json(results), "measure": ..., "stalls": ...}: the same bytes on every machine. `measure`
/// is there if there is a measurement, of which the results are; `stalls` if the detail is not `off`, and the results
/// hold this detail or more.
nlohmann::ordered_json run_document(const nlohmann::ordered_json& config, const Results& results,
                                    microarch::StallDetail stalls, const topologies::Topology& topology,
                                    const microarch::FabricParameters& parameters,
                                    const Measurement* measurement = nullptr);

/// {"runs": [{"name": ..., the document of the run}, ...], "comparison": {...}} of names and documents, one at least,
/// and of the batches of these runs (comparison.h).
nlohmann::ordered_json compared_document(const std::vector<std::pair<std::string, nlohmann::ordered_json>>& runs,
                                         const std::vector<BatchSeries>& batches);

}  // namespace trenza::testbench
