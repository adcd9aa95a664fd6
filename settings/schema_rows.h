// Short ways to write rows of the table of keys.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "settings/key.h"

namespace trenza::settings {

// Limits of several keys.
inline constexpr std::uint64_t kMostCycles = 1'000'000'000'000;
inline constexpr std::uint64_t kMostMagnitude = 1'000'000;
/// Phits per cycle and node: eight times what the widest network interface can take.
inline constexpr std::uint64_t kMostLoad = 64;

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

/// The key in one machine: a value of `router.switching`.
Key of(std::string_view switching, Key key);
/// One of two conditions.
Condition either(Condition one, const Condition& other);
/// A key whose choices are policies; the first one is the default. `question`: what they answer.
Key policy_key(const char* path, const std::string& question, const std::vector<microarch::PolicyInfo>& policies);
/// The same with the policies of a registry.
template <class Choice>
Key policy(const char* path, const std::string& question) {
  return policy_key(path, question, {Choice::kAll.begin(), Choice::kAll.end()});
}
/// The allocators with arbiters.
std::vector<std::string> arbitrated_allocators();

/// Adds the keys of the router: those of all machines, those of `virtual_cut_through`, and those of `wormhole`.
void add_router_keys(std::vector<Key>& keys);
/// Adds `router.profile`, on whose value the defaults of all that follow depend.
void add_profile_key(std::vector<Key>& keys);
/// Adds the other keys of `wormhole` alone.
void add_worm_keys(std::vector<Key>& keys);

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
