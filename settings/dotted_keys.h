// Dotted keys of a file: `router.buffer_packets: 2` is the key buffer_packets of the map router.
#pragma once

#include <functional>
#include <string>

#include "settings/value.h"

namespace trenza::settings {

/// Whether the dots of a key have a meaning. Arguments: the path of its map from the value that is changed, "" for that
/// itself and "[]" for an item of a list, and the key.
using HasPath = std::function<bool(const std::string& map, const std::string& key)>;

/// Puts what stands under a dotted key where the key means, in this map and in all below it. Maps that are written in
/// several ways are joined. Throws ConfigError for a key that is said twice, with both places, and for an empty word.
void nest_dotted_keys(Value& value);
/// The same for the keys that have a path.
void nest_dotted_keys(Value& value, const HasPath& has_path);

}  // namespace trenza::settings
