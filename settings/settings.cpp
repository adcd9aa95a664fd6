#include "settings/settings.h"

#include <fmt/core.h>

#include <algorithm>

#include "settings/applicability.h"
#include "settings/config_error.h"
#include "settings/profile.h"
#include "settings/schema.h"
#include "settings/typed_value.h"
#include "settings/yaml_reader.h"

namespace trenza::settings {

namespace {

/// Full paths of all keys with the given last part, for keys that stand in the wrong section.
std::vector<std::string> paths_named(const std::string& name) {
  std::vector<std::string> paths;
  for (const Key& key : keys()) {
    const bool known = std::find(paths.begin(), paths.end(), key.path) != paths.end();
    if (key.name() == name && !known) paths.push_back(key.path);
  }
  return paths;
}

/// The machine that a tree is probably for: nothing of it has been checked yet.
std::string probable_switching(const Value& tree) {
  const Value* const given = tree.find("router.switching");
  if (given != nullptr && given->is_scalar()) return given->text;
  return tree.find(kProfileKey) != nullptr ? "wormhole" : find_key("router.switching")->fallback;
}

[[noreturn]] void fail_unknown(const Entry& entry, const std::string& section, const Value& tree) {
  std::string hint = suggestion(entry.key, names_in(section));
  const std::vector<std::string> elsewhere = paths_named(entry.key);
  if (hint.empty() && !elsewhere.empty()) hint = "; did you mean " + listed(elsewhere) + "?";
  constexpr std::size_t kLongestList = 400;  // characters
  const std::vector<std::string> names = names_in(section, probable_switching(tree));
  const std::string list = listed(names);
  const std::string expected =
      list.size() <= kLongestList
          ? "one of " + list
          : fmt::format("one of the {} keys of `{}` (docs/configuration.md)", names.size(), section);
  throw ConfigError(entry.place, "unknown key; expected " + expected + hint);
}

/// Refuses keys of a section of the tree that are not in the schema, and values in the place of sections.
void check_names(const Value& value, const std::string& section, const Value& tree) {
  if (!value.is_map()) {
    const std::string what = section.empty() ? "a map of keys, such as `topology: {...}`"
                                             : "a map of " + listed(names_in(section, probable_switching(tree)), "and");
    throw ConfigError(value.place, value.kind == Value::Kind::null
                                       ? "has no value; expected " + what
                                       : "is " + value.description() + "; expected " + what);
  }
  for (const Entry& entry : value.entries) {
    const std::string path = section.empty() ? entry.key : section + "." + entry.key;
    if (is_section(path)) {
      check_names(entry.value, path, tree);
    } else if (find_key(path) == nullptr) {
      fail_unknown(entry, section, tree);
    }
  }
}

[[noreturn]] void fail_unread(const Value& value) {
  throw ConfigError(value.place, "is read by nobody; expected a key of this experiment");
}

/// Path of the enclosing section of a path; empty at the top.
std::string section_of(const std::string& path) {
  const auto dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

}  // namespace

Settings::Settings(Value tree) : tree_(std::move(tree)) {
  check_names(tree_, "", tree_);
  settle_selectors(tree_);
  profile_ = profile_of(tree_);
  for (const Key& key : keys()) {
    if (check_applies(key, tree_, settings_)) read(key, tree_);
    if (tree_.find(kProfileKey) == nullptr) profile_ = nullptr;  // a later layer chose another machine
  }
  check_all_read(tree_, "");
}

void Settings::check_all_read(const Value& value, const std::string& path) const {
  const auto found = settings_.find(path);
  if (found != settings_.end() && found->second.given) return;
  if (!value.is_map()) fail_unread(value);
  for (const Entry& entry : value.entries)
    check_all_read(entry.value, path.empty() ? entry.key : path + "." + entry.key);
}

std::string Settings::need(const Key& key) const {
  const Condition& condition = key.condition;
  if (condition.words.empty()) return "";
  if (condition.values.empty()) return fmt::format(" ({} needs it)", condition.words);
  return fmt::format(" ({} `{}` needs it)", find_key(condition.selector)->name(), *choice_of(at(condition.selector)));
}

void Settings::read(const Key& key, const Value& tree) {
  Setting setting;
  setting.place = place(key.path);
  if (const Value* const value = tree.find(key.path)) {
    setting.value = typed_value(key, *value);
    setting.given = true;
    setting.layer = value->layer;
  } else if (const std::string fallback = fallback_of(key); !fallback.empty()) {
    setting.value = typed_value(key, read_option_value(fallback, "default", key.path));
  } else if (key.fallback_words.empty() && !key.optional) {
    throw ConfigError(setting.place, fmt::format("missing{}; expected {}", need(key), expectation(key)));
  }
  settings_[key.path] = std::move(setting);
}

std::string Settings::fallback_of(const Key& key) const {
  if (profile_ == nullptr) return key.fallback;
  const auto found = profile_->defaults.find(key.path);
  return found == profile_->defaults.end() ? key.fallback : found->second;
}

bool Settings::has(const std::string& path) const {
  const auto found = settings_.find(path);
  return found != settings_.end() && !std::holds_alternative<std::monostate>(found->second.value);
}

Place Settings::place(const std::string& path) const {
  if (const Value* const value = tree_.find(path)) return value->place;
  for (std::string section = section_of(path);; section = section_of(section)) {
    const Value* const around = section.empty() ? &tree_ : tree_.find(section);
    if (around == nullptr) continue;
    Place place = around->place;
    const std::string rest = section.empty() ? path : path.substr(section.size() + 1);
    place.path = place.path.empty() ? rest : place.path + "." + rest;
    return place;
  }
}

}  // namespace trenza::settings
