#include "settings/configuration.h"

#include <fmt/core.h>

#include <set>

#include "settings/layers.h"
#include "settings/paper_section.h"
#include "settings/run_builder.h"
#include "settings/yaml_reader.h"

namespace trenza::settings {

namespace {

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
  Value top = read_top(text, file);
  if (const Entry* const sweep = top.entry("sweep")) {
    throw ConfigError(sweep->place, "makes many experiments of this file; expected `trenza sweep FILE -o FOLDER`");
  }
  if (const Entry* const paper = top.entry(kPaperSection))
    throw ConfigError(paper->place, "is of a figure that is computed; expected `trenza reproduce`");
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
  for (const Override& override : overrides) options.push_back(layer_of(override));
  std::set<std::string> names;
  for (Value& run : runs) {
    run.set_layer(Layer::run);
    Value tree = top;
    lay_layer(tree, run);
    if (!run.entries.empty()) tree.place = run.place;
    for (const Value& option : options) lay_layer(tree, option);
    Settings settings = settings_of(std::move(tree), file);
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
