// The table of all configuration keys. It drives validation, suggestions, the JSON schema and the page of keys.
#pragma once

#include <string>
#include <vector>

#include "settings/key.h"

namespace trenza::settings {

/// All keys of one experiment, in the order of documents; selectors stand before the keys that depend on them. A path
/// stands here once, or once for each value of `router.switching`.
const std::vector<Key>& keys();
/// The first with this path; nullptr if there is none.
const Key* find_key(const std::string& path);
/// The one of a machine; nullptr if this has none.
const Key* find_key(const std::string& path, const std::string& switching);
/// Whether the path is a map of keys, such as "router" or "router.virtual_channels".
bool is_section(const std::string& path);
/// Names of keys and sections directly in a section ("" for the top); with `switching`, of those that this machine has.
std::vector<std::string> names_in(const std::string& section, const std::string& switching = "");

}  // namespace trenza::settings
