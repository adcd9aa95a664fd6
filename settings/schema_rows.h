// Short ways to write rows of the table of keys.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "settings/key.h"

namespace trenza::settings {

/// A key of a kind without limits.
Key other(std::string path, KeyKind kind, std::string fallback_words, std::string summary);
/// An integer, and one of several words.
Key integer(std::string path, std::uint64_t minimum, std::uint64_t maximum, std::string fallback, std::string unit,
            std::string summary);
/// A decimal; `minimum` and `maximum` in parts per 10^9.
Key decimal(std::string path, std::uint64_t minimum, std::uint64_t maximum, int decimals, std::string fallback,
            std::string unit, std::string summary);
Key choice(std::string path, std::vector<std::string> choices, std::string fallback, std::string summary);
/// The key with a condition.
Key when(Condition condition, Key key);
/// The condition that a key has one of some values.
Condition with(const std::string& selector, std::vector<std::string> values);

/// Adds the keys of the router.
void add_router_keys(std::vector<Key>& keys);

/// Adds the keys of `traffic`.
void add_traffic_keys(std::vector<Key>& keys);

/// Adds the keys of what is seen of the clocked modules and put in their place: `waves`, `rtl`, `detail`.
void add_pin_keys(std::vector<Key>& keys);

/// Adds the keys of how much of an output each input gets: `router.strides`, `router.reference_pattern`,
/// `router.transit_guard`.
void add_share_keys(std::vector<Key>& keys);

/// Adds the keys of how long a run goes on and what is derived from it: `run.until`, `measure`.
void add_measure_keys(std::vector<Key>& keys);

/// Adds the keys of what a run records beside its totals: `run.series`, `run.sources`, `run.flows`.
void add_record_keys(std::vector<Key>& keys);

}  // namespace trenza::settings
