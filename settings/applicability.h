// Which keys make sense together.
#pragma once

#include <map>
#include <string>

#include "settings/key.h"
#include "settings/setting.h"
#include "settings/value.h"

namespace trenza::settings {

/// The choice that the value of a selector is; null: it is of another kind.
const std::string* choice_of(const Setting& setting);

/// Decides between `traffic.pattern`, `traffic.trace` and `traffic.collective`: of those in different layers the last
/// one stays. Throws ConfigError when two stand in the same layer, or none is there.
void settle_selectors(Value& tree);

/// Whether a key is one of the machine (`router.switching`) and its condition holds, `settings` having all keys before
/// it. A given key that does not apply is dropped from the tree if the choice that excludes it was made in a later
/// layer (a run that chooses another network does not inherit the sizes of the first one), else refused (ConfigError).
bool check_applies(const Key& key, Value& tree, const std::map<std::string, Setting>& settings);

}  // namespace trenza::settings
