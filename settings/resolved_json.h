// The resolved configuration as a JSON document.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "settings/settings.h"

namespace trenza::settings {

/// All keys that have a value, nested as in YAML, in the order of the schema; without `waves`.
nlohmann::ordered_json resolved_json(const Settings& settings);

/// The number as JSON: an integer if it is one, else the double that prints as the decimal that was written.
nlohmann::ordered_json json_number(std::uint64_t billionths);

}  // namespace trenza::settings
