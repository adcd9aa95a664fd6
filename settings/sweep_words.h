// The words of the section `sweep` that are no keys of experiments.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace trenza::settings {

/// "zip", "seeds", ...
std::vector<std::string> sweep_words();
/// Whether the dots of a key of the section lead into a map, as in `find.within`. Others belong to the path of a key of
/// experiments, which is the name of an axis.
bool leads_into_a_word(const std::string& key);

/// Whether results depend on a key, or on the keys of a section. Others are no axes: not `waves`, whose files all
/// points would write, nor `rtl` and `detail`.
bool changes_results(const std::string& path);

/// The values of an axis as a JSON schema, which that of the section calls `#/$defs/axis`.
nlohmann::ordered_json axis_schema();

/// The section as a JSON schema.
nlohmann::ordered_json sweep_schema();

/// Rows for the table of keys (schema_export.h).
std::string sweep_rows();

}  // namespace trenza::settings
