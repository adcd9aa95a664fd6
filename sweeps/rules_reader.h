// Reads the words of the section `sweep` that are no axes: stop, find, limit, share_warmup.
#pragma once

#include "settings/value.h"
#include "sweeps/axis.h"
#include "sweeps/plan.h"

namespace trenza::sweeps {

/// Reads the word into `rules`; false: the word is none of these. Throws ConfigError.
bool read_rule(const settings::Entry& entry, SweepRules& rules);

/// The axis of find: the steps of `within` above `from`, up to `to`. Throws ConfigError.
Axis find_axis(const settings::Value& find, SweepRules& rules);

}  // namespace trenza::sweeps
