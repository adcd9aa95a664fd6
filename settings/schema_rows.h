// Short ways to write rows of the table of keys.
#pragma once

#include <string>
#include <vector>

#include "settings/key.h"

namespace trenza::settings {

/// A key of a kind without limits.
Key other(std::string path, KeyKind kind, std::string fallback_words, std::string summary);
/// The key with a condition.
Key when(Condition condition, Key key);

/// Adds the keys of what is seen of the clocked modules and put in their place: `waves`, `rtl`, `detail`.
void add_pin_keys(std::vector<Key>& keys);

/// Adds the keys of what a run records beside its totals: `run.series`, `run.sources`, `run.flows`.
void add_record_keys(std::vector<Key>& keys);

}  // namespace trenza::settings
