// The table of all configuration keys. It drives validation, suggestions, the JSON schema and the page of keys.
#pragma once

#include <string>
#include <vector>

#include "settings/key.h"

namespace trenza::settings {

/// All keys of one experiment, in the order of documents; selectors stand before the keys that depend on them.
const std::vector<Key>& keys();
/// nullptr if there is none.
const Key* find_key(const std::string& path);
/// Whether the path is a map of keys, such as "router" or "router.virtual_channels".
bool is_section(const std::string& path);
/// Names of keys and sections directly in a section ("" for the top).
std::vector<std::string> names_in(const std::string& section);

}  // namespace trenza::settings
