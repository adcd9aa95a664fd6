// The words of the section `sweep` that are no keys of experiments.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace trenza::settings {

/// "zip", "seeds", ...
std::vector<std::string> sweep_words();

/// The section as a JSON schema.
nlohmann::ordered_json sweep_schema();

/// Rows for the table of keys (schema_export.h).
std::string sweep_rows();

}  // namespace trenza::settings
