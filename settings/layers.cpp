#include "settings/layers.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

#include "settings/dotted_keys.h"
#include "settings/paper_section.h"
#include "settings/schema.h"
#include "settings/sweep_words.h"
#include "settings/topology_forms.h"
#include "settings/yaml_reader.h"

namespace trenza::settings {

namespace {

/// Maps that are replaced as a whole.
const std::vector<std::string>& whole_maps() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> paths;
    for (const Key& key : keys()) {
      if (key.kind == KeyKind::twists || key.kind == KeyKind::mapping || key.kind == KeyKind::policy ||
          key.kind == KeyKind::measure)
        paths.push_back(key.path);
    }
    return paths;
  }();
  return all;
}

/// Below `sweep` and `paper`, keys of experiments are names: of axes and of columns.
bool has_path_in_file(const std::string& map, const std::string& key) {
  if (map == "sweep") return leads_into_a_word(key);
  const std::string section = map.substr(0, map.find_first_of(".["));
  return section != "sweep" && (section != kPaperSection || map == kPaperSection);
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

void spell_out(Value& layer) {
  nest_dotted_keys(layer);
  if (Entry* const topology = layer.entry("topology")) to_keys(topology->value);
}

Value tree_of(const std::string& path, Value value, const Place& place) {
  const auto at = [&](const std::string& inner) {
    Place result = place;
    const std::size_t rest = path.size() - inner.size();  // `place` may have words before the path
    result.path = place.path.size() >= rest ? place.path.substr(0, place.path.size() - rest) : inner;
    while (!result.path.empty() && result.path.back() == '.') result.path.pop_back();
    return result;
  };
  std::string left = path;
  do {
    const auto dot = left.rfind('.');
    const std::string key = dot == std::string::npos ? left : left.substr(dot + 1);
    if (key.empty()) throw ConfigError(place, "is not a key; expected words joined by dots");
    const std::string section = dot == std::string::npos ? "" : left.substr(0, dot);
    Value map;
    map.kind = Value::Kind::map;
    map.place = at(section);
    map.entries.push_back({key, at(left), std::move(value)});
    value = std::move(map);
    left = section;
  } while (!left.empty());
  return value;
}

Value layer_of(const Override& override) {
  const Place place{override.option, 0, 0, override.key};
  if (override.key == "runs" || override.key.compare(0, 5, "runs[") == 0 || override.key.compare(0, 5, "runs.") == 0) {
    throw ConfigError(
        place, "runs cannot be set on the command line; expected a key of an experiment, which is set in every run");
  }
  Value layer = tree_of(override.key, read_option_value(override.value, override.option, override.key), place);
  spell_out(layer);
  layer.set_layer(Layer::option);
  return layer;
}

void lay_layer(Value& experiment, const Value& layer) { lay_over(experiment, layer, whole_maps()); }

Settings settings_of(Value experiment, const std::string& file) {
  Settings settings(std::move(experiment));
  if (!settings.has("name")) settings.set_default("name", stem_of(file));
  return settings;
}

Value read_top(const std::string& text, const std::string& file) {
  Value top = read_yaml(text, file);
  if (top.kind == Value::Kind::null)
    throw ConfigError(top.place, "the file is empty; expected a map of keys, such as `topology: {...}`");
  if (!top.is_map())
    throw ConfigError(top.place,
                      "the file is " + top.description() + "; expected a map of keys, such as `topology: {...}`");
  nest_dotted_keys(top, has_path_in_file);
  return top;
}

}  // namespace trenza::settings
