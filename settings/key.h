// A configuration key.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "microarch/policy.h"

namespace trenza::settings {

/// The type of the value of a key.
enum class KeyKind {
  integer,  ///< 64 bits, not negative
  decimal,  ///< a number with `decimals` decimals at most, not negative
  choice,   ///< one of `choices`
  policy,   ///< one of `choices`, or a map of one of them to a map of its parameter
  boolean,  ///< on, off, true, false, yes, no
  text,
  auto_or_cycles,  ///< `auto` or an integer
  integer_list,    ///< a list of integers
  booleans,        ///< a list of on and off
  texts,           ///< a list of texts
  twists,          ///< a map of two dimension letters to an integer
  mapping,         ///< an expression, the path of a file, or a map {file, grid}
  lengths,         ///< an integer, or a list of {flits, weight}
  names,           ///< a name, or a list of names
  measure,         ///< one of `choices`, or a map of one of them to its setting
  blocks,          ///< names, or a shared object (.so), or {module, routers}, or a list of these
};

/// The condition under which a key applies: the selector is given (or not given), or has one of the values; or one of
/// the alternatives holds.
struct Condition {
  std::string selector;             ///< path of another key; empty: always
  bool given = true;                ///< false: the selector must not be given
  std::vector<std::string> values;  ///< empty: any
  std::string words;                ///< for people, of all alternatives: "pattern `hot_spot`"
  std::vector<Condition> alternatives{};
};

/// A key. One that has another form in each machine is a key for each value of `router.switching`.
struct Key {
  std::string path;       ///< "router.virtual_channels.adaptive"
  std::string switching;  ///< the value of `router.switching` that it is for; empty: any
  KeyKind kind = KeyKind::integer;
  std::uint64_t minimum = 0;  ///< integers (also of lists) as they are, decimals in parts per 10^9
  std::uint64_t maximum = 0;
  int decimals = 9;
  std::vector<std::string> choices;             ///< also of the entries of `texts`; empty: any
  std::vector<microarch::PolicyInfo> policies;  ///< of the choices, if they are policies
  std::string fallback;                         ///< default as YAML text; empty: see fallback_words
  std::string fallback_words;  ///< how the default is found; empty with an empty fallback: the key is required when its
                               ///< condition holds
  bool optional = false;       ///< may stay away without a default
  std::string unit;
  std::string summary;  ///< one line for people
  Condition condition;

  std::string name() const { return path.substr(path.rfind('.') + 1); }
};

/// "for pattern `hot_spot` only", "with switching `wormhole`" of a key that has another form elsewhere; empty: always.
std::string purpose(const Key& key);

/// "an integer from 1 to 8", "one of `a`, `b`": what the key accepts, for messages and pages.
std::string expectation(const Key& key);

}  // namespace trenza::settings
