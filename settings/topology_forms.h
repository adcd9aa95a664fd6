// The shorter ways to write a network: kind first, and the notation of the iBT paper.
#pragma once

#include "settings/value.h"

namespace trenza::settings {

/// Parameters of kind ibt in the notation of its paper under the names of the keys: {n: 60, d: 3, b: [6, 24]} is {size:
/// [60, 60, 60], bypass: [6, 24]}, and m is bypass_dimensions. Places stay those of what was written. Throws
/// ConfigError for n without d, or the reverse, and for these next to `size`.
Value with_ibt_names(const Value& parameters);

/// Turns `topology` of a configuration from `{tpu: 4x4x8_twisted}`, `{rtt: {a: 4}}` or `bluegene_l` to the form with
/// `kind`, then the parameters of `{kind: ibt}` as with_ibt_names. What is in no such form stays as it is. Throws
/// ConfigError likewise, and for a word that is like the name of a kind.
void to_keys(Value& topology);

}  // namespace trenza::settings
