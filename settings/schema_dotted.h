// Dotted keys (dotted_keys.h) in the JSON schema.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace trenza::settings {

/// Adds the dotted forms of all keys below to every map of named keys in a schema. What is said of keys that go
/// together is judged where no key of a map has a dot.
void add_dotted_keys(nlohmann::ordered_json& schema);

/// The rules, for a map without dotted keys.
nlohmann::ordered_json without_dots(nlohmann::ordered_json rules);

}  // namespace trenza::settings
