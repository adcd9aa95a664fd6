// Runs compared with the first one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

namespace trenza::apps {

/// Execution time of the base over that of the run; none if one of them is no trace that has ended.
std::optional<double> speedup(const nlohmann::ordered_json& base, const nlohmann::ordered_json& run);

/// {"base": name, "runs": [{"name", "speedup", "accepted_load_ratio", "latency_ratio", "hops_ratio"}]}; a ratio is that
/// of the run to the base (the speed-up the other way round), and stays away where one of the two has no such number.
nlohmann::ordered_json comparison(const std::vector<nlohmann::ordered_json>& results);

}  // namespace trenza::apps
