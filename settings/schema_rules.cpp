#include "settings/schema_rules.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "settings/schema.h"
#include "settings/schema_dotted.h"
#include "settings/schema_types.h"
#include "topologies/registry.h"

namespace trenza::settings {

namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

const char* const kTopology = "topology";
const char* const kTraffic = "traffic";
const char* const kPatternName = "pattern";
/// Exactly one of them is given.
const Names kTrafficSelectors = {kPatternName, "trace", "collective"};
const char* const kIbtKind = "ibt";
/// Names of parameters that only iBT has besides its keys (topology_forms.h); `n` is also a key of other kinds.
const Names kIbtNames = {"d", "b", "m"};

std::string section_of(const Key& key) {
  const auto dot = key.path.rfind('.');
  return dot == std::string::npos ? "" : key.path.substr(0, dot);
}

std::vector<const Key*> keys_of(const std::string& section) {
  std::vector<const Key*> found;
  for (const Key& key : keys()) {
    if (section_of(key) == section) found.push_back(&key);
  }
  return found;
}

bool is_required(const Key& key) { return key.fallback.empty() && key.fallback_words.empty() && !key.optional; }

bool is_for(const Key& key, const std::string& value) {
  const auto& values = key.condition.values;
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// The keys of the section by whose values others are told apart.
std::vector<const Key*> selectors_in(const std::string& section) {
  std::vector<const Key*> found;
  for (const Key* const selector : keys_of(section)) {
    const auto all = keys_of(section);
    const bool selects = std::any_of(all.begin(), all.end(), [&](const Key* key) {
      return key->condition.selector == selector->path && !key->condition.values.empty();
    });
    if (selects) found.push_back(selector);
  }
  return found;
}

Names names_where(const std::string& section, const std::function<bool(const Key&)>& wanted) {
  Names names;
  for (const Key* const key : keys_of(section)) {
    if (wanted(*key)) names.push_back(key->name());
  }
  return names;
}

Json without(const Names& names) {
  Json properties = Json::object();
  for (const std::string& name : names) properties[name] = false;
  return {{"properties", properties}};
}

Json with_keys(const Names& names) { return {{"required", names}}; }

Json rule(const Json& condition, const Json& consequence) { return {{"if", condition}, {"then", consequence}}; }

/// The map has this value. `or_absent`: or says nothing of the key.
Json has_value(const Key& selector, const std::string& value, bool or_absent) {
  Json condition = {{"properties", {{selector.name(), {{"const", value}}}}}};
  if (!or_absent) condition["required"] = {selector.name()};
  return condition;
}

/// The keys that a value of the selector excludes.
Names excluded_by(const std::string& section, const Key& selector, const std::string& value) {
  Names names = names_where(section, [&](const Key& key) {
    return key.condition.selector == selector.path && !key.condition.values.empty() && !is_for(key, value) &&
           key.condition.alternatives.empty();
  });
  if (section != kTopology) return names;
  if (value == kIbtKind) {
    names.erase(std::remove(names.begin(), names.end(), "n"), names.end());
  } else {
    names.insert(names.end(), kIbtNames.begin(), kIbtNames.end());
  }
  return names;
}

Names required_by(const std::string& section, const Key& selector, const std::string& value) {
  return names_where(section, [&](const Key& key) {
    return key.condition.selector == selector.path && is_for(key, value) && is_required(key);
  });
}

/// Whether a key of `traffic` can be given beside this selector.
bool goes_with(const Condition& condition, const std::string& selector) {
  const auto is_alternative = [&](const Condition& other) { return goes_with(other, selector); };
  if (std::any_of(condition.alternatives.begin(), condition.alternatives.end(), is_alternative)) return true;
  if (condition.selector.empty()) return true;
  const std::string name = condition.selector.substr(condition.selector.rfind('.') + 1);
  const bool is_selector = std::count(kTrafficSelectors.begin(), kTrafficSelectors.end(), name) > 0;
  return is_selector ? name == selector : goes_with(find_key(condition.selector)->condition, selector);
}

/// The keys of `traffic` that cannot be given beside this selector. A section in it counts as a key.
Names not_with(const std::string& selector) {
  Names names;
  for (const Key& key : keys()) {
    const std::string start = std::string(kTraffic) + ".";
    if (key.path.rfind(start, 0) != 0) continue;
    const std::string name = key.path.substr(start.size(), key.path.find('.', start.size()) - start.size());
    const bool is_selector = std::count(kTrafficSelectors.begin(), kTrafficSelectors.end(), name) > 0;
    if (is_selector ? name == selector : goes_with(key.condition, selector)) continue;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

Json any_of(const Json& schemas) { return {{"anyOf", schemas}}; }

/// `size`, or `n` and `d`; `bypass`, or `b`.
Json ibt_needs() {
  return {{"allOf", Json::array({any_of(Json::array({with_keys({"size"}), with_keys({"n", "d"})})),
                                 any_of(Json::array({with_keys({"bypass"}), with_keys({"b"})}))})}};
}

Json needs_of_kind(const topologies::TopologyKind& kind) {
  if (kind.name == kIbtKind) return ibt_needs();
  Names names;
  for (const auto& parameter : kind.parameters) {
    if (parameter.required) names.push_back(parameter.name);
  }
  return names.empty() ? Json::object() : with_keys(names);
}

/// All forms of a network (topology_forms.h) with what they need.
Json whole_topology() {
  Json forms = Json::array({with_keys({"kind"})});
  Json rules = Json::array();
  std::string bare;
  for (const auto& kind : topologies::topology_kinds()) {
    forms.push_back(with_keys({kind.name}));
    const Json needs = needs_of_kind(kind);
    if (needs.empty()) {
      bare += (bare.empty() ? "" : "|") + kind.name;
      continue;
    }
    rules.push_back(rule(has_value(*find_key("topology.kind"), kind.name, false), needs));
    const Json behind = {{"not", {{"type", "null"}}}, {"if", {{"type", "object"}}}, {"then", needs}};
    rules.push_back({{"properties", {{kind.name, behind}}}});
  }
  rules.push_back({{"if", {{"type", "object"}}}, {"then", any_of(forms)}, {"else", {{"pattern", "^(" + bare + ")$"}}}});
  return {{"allOf", rules}};
}

Json whole_traffic() {
  Json one = Json::array();
  for (const std::string& selector : kTrafficSelectors) one.push_back(with_keys({selector}));
  Json rules = Json::array({any_of(one)});
  for (const Key* const selector : selectors_in(kTraffic)) {
    for (const std::string& value : selector->choices) {
      const bool is_default = selector->fallback == value;
      Json condition = has_value(*selector, value, is_default);
      if (is_default) {
        condition["required"] = {kPatternName};
        if (const Names none = excluded_by(kTraffic, *selector, value); !none.empty())
          rules.push_back(rule(condition, without(none)));
      }
      if (const Names names = required_by(kTraffic, *selector, value); !names.empty())
        rules.push_back(rule(condition, with_keys(names)));
    }
  }
  return {{"allOf", rules}};
}

const char* const kRouter = "router";
const char* const kSwitchingKey = "router.switching";

std::string pointer_of(std::string path) {
  for (auto dot = path.find('.'); dot != std::string::npos; dot = path.find('.')) path.replace(dot, 1, "/properties/");
  return "/properties/" + path;
}

/// The router has this schema.
Json with_router(const Json& router) { return {{"required", {kRouter}}, {"properties", {{kRouter, router}}}}; }

/// Keys of a machine in a section of the router that apply only with some values of a key of the router itself.
Json inner_keys_of_machine(const std::string& switching) {
  Json rules = Json::array();
  for (const Key& key : keys()) {
    const std::string& selector = key.condition.selector;
    if (key.switching != switching || key.condition.values.empty() ||
        selector.rfind(kRouter + std::string("."), 0) != 0 || section_of(key) == kRouter)
      continue;
    Json selected = Json::array();
    for (const std::string& value : key.condition.values)
      selected.push_back(has_value(*find_key(selector), value, false));
    Json none = Json::object();
    none[Json::json_pointer(pointer_of(key.path))] = false;
    rules.push_back({{"if", with_router(any_of(selected))}, {"else", none}});
  }
  return rules;
}

/// What an experiment of a machine may have: none of the keys of others, and its own forms of those that all have.
Json keys_of_machine(const std::string& switching) {
  Json schema = Json::object();
  for (const Key& key : keys()) {
    if (key.switching.empty() || key.switching == switching) continue;
    const Key* const own = find_key(key.path, switching);
    schema[Json::json_pointer(pointer_of(key.path))] = own == nullptr ? Json(false) : type_schema(*own);
  }
  if (const Json rules = inner_keys_of_machine(switching); !rules.empty()) schema["allOf"] = rules;
  return schema;
}

/// An experiment that names its machine.
Json machine_rules() {
  const Key& selector = *find_key(kSwitchingKey);
  Json rules = Json::array();
  for (const std::string& value : selector.choices)
    rules.push_back(rule(with_router(has_value(selector, value, false)), keys_of_machine(value)));
  return rules;
}

/// A whole experiment that does not name it, and no profile either.
Json default_machine() {
  const Json named = with_router(any_of(Json::array({with_keys({"switching"}), with_keys({"profile"})})));
  return {{"if", named}, {"else", keys_of_machine(find_key(kSwitchingKey)->fallback)}};
}

}  // namespace

Json exclusion_rules(const std::string& section) {
  if (section.empty()) return machine_rules();
  Json rules = Json::array();
  for (const Key* const selector : selectors_in(section)) {
    for (const std::string& value : selector->choices) {
      const Names names = excluded_by(section, *selector, value);
      if (!names.empty()) rules.push_back(rule(has_value(*selector, value, false), without(names)));
    }
  }
  if (section == kTraffic) {
    for (const std::string& selector : kTrafficSelectors)
      rules.push_back(rule(with_keys({selector}), without(not_with(selector))));
  }
  if (section == kTopology) {
    Json short_forms = Json::array();
    for (const auto& kind : topologies::topology_kinds()) short_forms.push_back(with_keys({kind.name}));
    rules.push_back(rule(any_of(short_forms), {{"maxProperties", 1}}));
  }
  return rules;
}

Json required_keys() {
  Json properties = {{kTopology, without_dots(whole_topology())}, {kTraffic, without_dots(whole_traffic())}};
  std::set<std::string> sections;
  for (const Key& key : keys()) sections.insert(section_of(key));
  for (const std::string& section : sections) {
    const Names names =
        names_where(section, [&](const Key& key) { return key.condition.selector == section && is_required(key); });
    if (section.empty() || names.empty()) continue;
    std::string pointer = "/" + section;  // a section in another: the outer one need not be there
    for (auto dot = pointer.find('.'); dot != std::string::npos; dot = pointer.find('.'))
      pointer.replace(dot, 1, "/properties/");
    properties[Json::json_pointer(pointer)] = with_keys(names);
  }
  return {{"required", {kTopology, kTraffic}}, {"properties", properties}, {"allOf", Json::array({default_machine()})}};
}

}  // namespace trenza::settings
