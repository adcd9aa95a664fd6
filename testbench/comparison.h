// Runs compared with the first one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "testbench/results.h"

namespace trenza::testbench {

/// Execution time of the base over that of the run; none unless both are traces that ran to their end.
std::optional<double> speedup(const nlohmann::ordered_json& base, const nlohmann::ordered_json& run);

/// {"base": name, "runs": [{"name", "speedup", "accepted_load_ratio", "latency_ratio", "hops_ratio",
/// "latency_difference", "accepted_load_difference"}]}; a ratio is the run's number divided by the base's (the
/// speed-up: the base's by the run's), a difference the run's number less the base's in the batches that both have,
/// with its 95 % interval: {"value", "low", "high", "batches", "independent"}. It is left out where one of the two has
/// no such number. `batches`: of each run; none: no differences.
nlohmann::ordered_json comparison(const std::vector<nlohmann::ordered_json>& results,
                                  const std::vector<BatchSeries>& batches = {});

}  // namespace trenza::testbench
