// The JSON document of a call of `trenza run`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "apps/simulation.h"
#include "settings/configuration.h"

namespace trenza::apps {

/// One experiment: its results and `meta`. A file with `runs`: {"runs": [...], "comparison": {...}, "meta": {...}}.
/// Runs that were interrupted have no more than `config`, `outcome` and `cycles`, and the file then has `outcome` too.
/// Everything but `meta` is the same bytes for the same configuration.
nlohmann::ordered_json result_document(const settings::Configuration& configuration,
                                       const std::vector<RunReport>& reports, double wall_seconds);

}  // namespace trenza::apps
