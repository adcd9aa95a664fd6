// Runs compared with the first one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

namespace trenza::testbench {

/// Execution time of the base over that of the run; none unless both are traces that ran to their end.
std::optional<double> speedup(const nlohmann::ordered_json& base, const nlohmann::ordered_json& run);

/// {"base": name, "runs": [{"name", "speedup", "accepted_load_ratio", "latency_ratio", "hops_ratio"}]}; a ratio is the
/// run's number divided by the base's (the speed-up: the base's by the run's). It is left out where one of the two has
/// no such number.
nlohmann::ordered_json comparison(const std::vector<nlohmann::ordered_json>& results);

}  // namespace trenza::testbench
