#include "settings/configuration.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "settings/run_builder.h"
#include "settings/schema.h"
#include "settings/settings.h"
#include "settings/topology_forms.h"
#include "settings/yaml_reader.h"

namespace trenza::settings {

namespace {

/// Maps that are replaced as a whole.
std::vector<std::string> whole_maps() {
  std::vector<std::string> paths;
  for (const Key& key : keys()) {
    if (key.kind == KeyKind::twists || key.kind == KeyKind::mapping || key.kind == KeyKind::policy ||
        key.kind == KeyKind::measure)
      paths.push_back(key.path);
  }
  return paths;
}

/// The network of an experiment in the form with `kind`, before other layers are laid over it.
void spell_out(Value& experiment) {
  if (Entry* const topology = experiment.entry("topology")) to_keys(topology->value);
}

/// A tree with one value, at the dotted path.
Value tree_of(const Override& override) {
  const Place place{override.option, 0, 0, override.key};
  if (override.key == "runs" || override.key.compare(0, 5, "runs[") == 0 || override.key.compare(0, 5, "runs.") == 0) {
    throw ConfigError(
        place, "runs cannot be set on the command line; expected a key of an experiment, which is set in every run");
  }
  Value value = read_option_value(override.value, override.option, override.key);
  std::string path = override.key;
  while (!path.empty()) {
    const auto dot = path.rfind('.');
    const std::string key = dot == std::string::npos ? path : path.substr(dot + 1);
    if (key.empty()) throw ConfigError(place, "is not a key; expected words joined by dots");
    Value map;
    map.kind = Value::Kind::map;
    map.place = {override.option, 0, 0, dot == std::string::npos ? "" : path.substr(0, dot)};
    map.entries.push_back({key, {override.option, 0, 0, path}, std::move(value)});
    value = std::move(map);
    path = dot == std::string::npos ? "" : path.substr(0, dot);
  }
  spell_out(value);
  value.set_layer(Layer::option);
  return value;
}

/// Takes the list of runs out of the top of a file and checks its form.
std::vector<Value> take_runs(Value& top) {
  const Entry* const entry = top.entry("runs");
  if (entry == nullptr) return {};
  const Value runs = entry->value;
  if (!runs.is_list()) throw ConfigError(runs.place, "is " + runs.description() + "; expected a list of experiments");
  if (runs.items.empty()) throw ConfigError(runs.place, "is an empty list; expected at least one experiment");
  if (const Entry* const name = top.entry("name"))
    throw ConfigError(name->place, "does not apply next to `runs`; each run has its own");
  for (const Value& run : runs.items) {
    if (!run.is_map())
      throw ConfigError(run.place, "is " + run.description() + "; expected a map of keys, such as `name: ...`");
    if (run.entry("name") == nullptr) {
      Place place = run.place;
      place.path += ".name";
      throw ConfigError(place, "missing; expected a name for each run");
    }
  }
  top.erase("runs");
  return runs.items;
}

std::string stem_of(const std::string& file) {
  std::string stem = std::filesystem::path(file).stem().string();
  const auto is_allowed = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
           std::string("_.+-").find(letter) != std::string::npos;
  };
  std::replace_if(
      stem.begin(), stem.end(), [&](char letter) { return !is_allowed(letter); }, '_');
  return stem.empty() || std::isalnum(static_cast<unsigned char>(stem[0])) == 0 ? "experiment" : stem;
}

}  // namespace

Override parse_override(const std::string& option, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ConfigError(Place{option, 0, 0, ""},
                      fmt::format("`{}` is not a setting; expected KEY=VALUE, such as run.seed=2", text));
  }
  return {option, text.substr(0, equals), text.substr(equals + 1)};
}

Configuration read_configuration(const std::string& text, const std::string& file,
                                 const std::vector<Override>& overrides) {
  Value top = read_yaml(text, file);
  if (top.kind == Value::Kind::null)
    throw ConfigError(top.place, "the file is empty; expected a map of keys, such as `topology: {...}`");
  if (!top.is_map())
    throw ConfigError(top.place,
                      "the file is " + top.description() + "; expected a map of keys, such as `topology: {...}`");
  Configuration configuration;
  configuration.file = file;
  std::vector<Value> runs = take_runs(top);
  configuration.compared = !runs.empty();
  if (runs.empty()) {
    runs.emplace_back();
    runs.back().kind = Value::Kind::map;
  }
  spell_out(top);
  for (Value& run : runs) spell_out(run);
  std::vector<Value> options;
  for (const Override& override : overrides) options.push_back(tree_of(override));
  std::set<std::string> names;
  for (Value& run : runs) {
    run.set_layer(Layer::run);
    Value tree = top;
    lay_over(tree, run, whole_maps());
    if (!run.entries.empty()) tree.place = run.place;
    for (const Value& option : options) lay_over(tree, option, whole_maps());
    Settings settings(std::move(tree));
    if (!settings.has("name")) settings.set_default("name", stem_of(file));
    configuration.runs.push_back(build_run(settings, file, configuration.compared));
    const std::string& name = configuration.runs.back().name;
    if (!names.insert(name).second)
      throw ConfigError(settings.place("name"),
                        fmt::format("a second run is named `{}`; expected different names", name));
  }
  return configuration;
}

Configuration load_configuration(const std::string& file, const std::vector<Override>& overrides) {
  return read_configuration(read_text_file(file), file, overrides);
}

}  // namespace trenza::settings
