#include "settings/applicability.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <vector>

#include "settings/config_error.h"
#include "settings/profile.h"
#include "settings/schema.h"

namespace trenza::settings {

namespace {

/// Exactly one of them is given.
constexpr std::array kSelectors = {"traffic.pattern", "traffic.trace", "traffic.collective"};

constexpr const char* kSwitching = "router.switching";

/// Layer in which the machine was chosen.
Layer switching_layer(const Value& tree) {
  for (const char* const path : {kSwitching, kProfileKey}) {
    const Value* const choice = tree.find(path);
    if (choice != nullptr) return choice->layer;
  }
  return Layer::defaults;
}

/// Layer in which the choice that a condition is about was made.
Layer own_choice_layer(const Condition& condition, const Value& tree) {
  const Value* const selector = tree.find(condition.selector);
  if (selector != nullptr) return selector->layer;
  if (condition.selector.rfind("router.", 0) == 0) return switching_layer(tree);  // it brings its defaults
  if (condition.selector.rfind("traffic.", 0) != 0) return Layer::defaults;
  // Each of the selectors excludes the keys of the others.
  for (const char* const other : kSelectors) {
    const Value* const choice = tree.find(other);
    if (choice != nullptr) return choice->layer;
  }
  return Layer::defaults;
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

/// "trace" of "traffic.trace".
std::string short_name(const std::string& path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

const std::string* choice_of(const Setting& setting) {
  if (const auto* const policy = std::get_if<PolicyValue>(&setting.value)) return &policy->name;
  return std::get_if<std::string>(&setting.value);
}

void settle_selectors(Value& tree) {
  std::vector<const char*> given;
  for (const char* const selector : kSelectors) {
    if (tree.find(selector) != nullptr) given.push_back(selector);
  }
  if (given.empty()) {
    const Value* const traffic = tree.find("traffic");
    Place place = traffic == nullptr ? tree.place : traffic->place;
    if (traffic == nullptr) place.path += place.path.empty() ? "traffic" : ".traffic";
    throw ConfigError(place, "`pattern`, `trace` or `collective` is missing; expected one of the three");
  }
  const auto layer_of = [&](const char* selector) { return tree.find(selector)->layer; };
  const auto last = *std::max_element(given.begin(), given.end(),
                                      [&](const char* a, const char* b) { return layer_of(a) < layer_of(b); });
  const Layer layer = layer_of(last);
  for (const char* const selector : given) {
    if (selector == last) continue;
    if (layer_of(selector) == layer)
      throw ConfigError(tree.find(selector)->place, fmt::format("`{}` and `{}` are both given; expected one of the two",
                                                                short_name(last), short_name(selector)));
    tree.erase(selector);
  }
}

namespace {

/// Drops a key that does not apply from the tree if that was chosen in a later layer, and refuses it otherwise.
void drop(const Key& key, Value& tree, Layer chosen, const std::string& reason) {
  const Value* const value = tree.find(key.path);
  if (value == nullptr) return;
  if (chosen <= value->layer) throw ConfigError(value->place, "does not apply here; it is for " + reason);
  tree.erase(key.path);
}

}  // namespace

bool check_applies(const Key& key, Value& tree, const std::map<std::string, Setting>& settings) {
  if (!key.switching.empty()) {
    const std::string& switching = *choice_of(settings.at(kSwitching));
    if (switching != key.switching) {
      if (find_key(key.path, switching) == nullptr) {
        drop(key, tree, switching_layer(tree),
             fmt::format("switching `{}` only, not for `{}`", key.switching, switching));
      }
      return false;
    }
  }
  const Condition& condition = key.condition;
  if (holds(condition, tree, settings)) return true;
  drop(key, tree, choice_layer(condition, tree),
       fmt::format("{} only{}", condition.words, actual(condition, settings)));
  return false;
}

}  // namespace trenza::settings
