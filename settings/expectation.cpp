// The values that a key accepts, in words.
#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "settings/config_error.h"
#include "settings/decimal.h"
#include "settings/schema.h"

namespace trenza::settings {

namespace {

std::string integers(std::uint64_t minimum, std::uint64_t maximum) {
  if (minimum == maximum) return fmt::format("{}", minimum);
  if (maximum == std::numeric_limits<std::uint64_t>::max()) return "an integer from 0 to 2^64 - 1";
  return fmt::format("an integer from {} to {}", minimum, maximum);
}

/// ", or a map such as {islip: {iterations: 1}}", where a policy has a parameter.
std::string example_of_parameter(const Key& key) {
  for (const microarch::PolicyInfo& policy : key.policies) {
    const microarch::PolicyParameter& parameter = policy.parameter;
    if (parameter.name.empty()) continue;
    const std::string value = parameter.text(parameter.initial);
    if (parameter.bare) return fmt::format(", or a map such as {{{}: {}}}", policy.name, value);
    return fmt::format(", or a map such as {{{}: {{{}: {}}}}}", policy.name, parameter.name, value);
  }
  return "";
}

}  // namespace

std::string purpose(const Key& key) {
  const std::string& words = key.condition.words;
  if (key.switching.empty()) return words.empty() ? "" : fmt::format("for {} only", words);
  const bool elsewhere = std::any_of(keys().begin(), keys().end(), [&](const Key& other) {
    return other.path == key.path && other.switching != key.switching;
  });
  if (elsewhere) return fmt::format("with switching `{}`{}", key.switching, words.empty() ? "" : ", for " + words);
  return fmt::format("for switching `{}`{} only", key.switching, words.empty() ? "" : " with " + words);
}

std::string expectation(const Key& key) {
  switch (key.kind) {
    case KeyKind::integer:
      return integers(key.minimum, key.maximum);
    case KeyKind::decimal:
      return fmt::format("a number from {} to {} with at most {} decimals", decimal_text(key.minimum),
                         decimal_text(key.maximum), key.decimals);
    case KeyKind::choice:
      return key.choices.size() == 1 ? "`" + key.choices[0] + "`" : "one of " + listed(key.choices);
    case KeyKind::policy:
      return "one of " + listed(key.choices) + example_of_parameter(key);
    case KeyKind::boolean:
      return "`on` or `off`";
    case KeyKind::text:
      return "a text";
    case KeyKind::auto_or_cycles:
      return "`auto` or " + integers(key.minimum, key.maximum);
    case KeyKind::integer_list:
      return fmt::format("a list of integers from {} to {}", key.minimum, key.maximum);
    case KeyKind::booleans:
      return "a list such as [on, off]";
    case KeyKind::texts:
      return key.choices.empty() ? "a list of names" : "a list of " + listed(key.choices, "and");
    case KeyKind::twists:
      return "a map such as {yx: 3}";
    case KeyKind::mapping:
      return "an expression such as `f_d . f_v(2)`, or {file: PATH, grid: [8, 8]}";
    case KeyKind::lengths:
      return fmt::format("{}, or a list of {{flits, weight}}", integers(key.minimum, key.maximum));
    case KeyKind::names:
      return "a name, or a list of names";
    case KeyKind::measure:
      return "one of " + listed(key.choices) + ", or {maximum_throughput: {within: 0.005}}";
    case KeyKind::blocks:
      return "a name, a list of names, a block (.so), or {module: FILE.so, routers: NAMES}";
  }
  return "";
}

}  // namespace trenza::settings
