#include "settings/applicability.h"

#include <fmt/core.h>

#include <algorithm>

#include "settings/config_error.h"

namespace trenza::settings {

namespace {

const char* const kPattern = "traffic.pattern";
const char* const kTrace = "traffic.trace";

/// Layer in which the choice that a condition is about was made.
Layer own_choice_layer(const Condition& condition, const Value& tree) {
  const Value* const selector = tree.find(condition.selector);
  if (selector != nullptr) return selector->layer;
  if (condition.selector.rfind("traffic.", 0) != 0) return Layer::defaults;
  // A pattern excludes a trace, and a trace excludes all keys that belong to a pattern.
  const Value* const choice = tree.find(condition.selector == kTrace ? kPattern : kTrace);
  return choice == nullptr ? Layer::defaults : choice->layer;
}

/// The last one where there are alternatives.
Layer choice_layer(const Condition& condition, const Value& tree) {
  Layer layer = own_choice_layer(condition, tree);
  for (const Condition& other : condition.alternatives) layer = std::max(layer, own_choice_layer(other, tree));
  return layer;
}

bool holds(const Condition& condition, const Value& tree, const std::map<std::string, Setting>& settings) {
  for (const Condition& other : condition.alternatives) {
    if (holds(other, tree, settings)) return true;
  }
  if (condition.selector.empty()) return true;
  if (condition.values.empty()) return (tree.find(condition.selector) != nullptr) == condition.given;
  const auto setting = settings.find(condition.selector);
  if (setting == settings.end()) return false;
  const auto* const text = choice_of(setting->second);
  return text != nullptr &&
         std::find(condition.values.begin(), condition.values.end(), *text) != condition.values.end();
}

/// The value that the selector has instead, for messages.
std::string actual(const Condition& condition, const std::map<std::string, Setting>& settings) {
  const auto setting = settings.find(condition.selector);
  if (condition.values.empty() || setting == settings.end()) return "";
  const auto* const text = choice_of(setting->second);
  return text == nullptr ? "" : fmt::format(", not for `{}`", *text);
}

}  // namespace

const std::string* choice_of(const Setting& setting) {
  if (const auto* const policy = std::get_if<PolicyValue>(&setting.value)) return &policy->name;
  return std::get_if<std::string>(&setting.value);
}

void settle_selectors(Value& tree) {
  const Value* const traffic = tree.find("traffic");
  const Value* const pattern = tree.find(kPattern);
  const Value* const trace = tree.find(kTrace);
  if (pattern == nullptr && trace == nullptr) {
    Place place = traffic == nullptr ? tree.place : traffic->place;
    if (traffic == nullptr) place.path += place.path.empty() ? "traffic" : ".traffic";
    throw ConfigError(place, "neither `pattern` nor `trace` is given; expected one of the two");
  }
  if (pattern == nullptr || trace == nullptr) return;
  if (pattern->layer == trace->layer)
    throw ConfigError(trace->place, "`pattern` and `trace` are both given; expected one of the two");
  tree.erase(pattern->layer < trace->layer ? kPattern : kTrace);
}

bool check_applies(const Key& key, Value& tree, const std::map<std::string, Setting>& settings) {
  const Condition& condition = key.condition;
  if (holds(condition, tree, settings)) return true;
  const Value* const value = tree.find(key.path);
  if (value == nullptr) return false;
  if (choice_layer(condition, tree) <= value->layer) {
    throw ConfigError(value->place, fmt::format("does not apply here; it is for {} only{}", condition.words,
                                                actual(condition, settings)));
  }
  tree.erase(key.path);
  return false;
}

}  // namespace trenza::settings
