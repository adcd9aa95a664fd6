#include "settings/sweep_base.h"

#include "settings/dotted_keys.h"
#include "settings/layers.h"
#include "settings/paper_section.h"
#include "settings/run_builder.h"
#include "settings/sweep_words.h"
#include "settings/yaml_reader.h"

namespace trenza::settings {

namespace {

const std::string kSection = "sweep";

/// `sweep.traffic.load` is the key `traffic.load` of the section.
void override_section(Value& section, const Override& override) {
  const Place place{override.option, 0, 0, override.key};
  const std::string key = override.key.size() > kSection.size() ? override.key.substr(kSection.size() + 1) : "";
  if (key.empty()) throw ConfigError(place, "is a section; expected a key of it, such as `sweep.seeds`");
  if (section.kind == Value::Kind::null) {
    section.kind = Value::Kind::map;
    section.place = {override.option, 0, 0, kSection};
  }
  Value value = read_option_value(override.value, override.option, override.key);
  value.set_layer(Layer::option);
  Value layer;
  layer.kind = Value::Kind::map;
  layer.entries.push_back({key, place, std::move(value)});
  nest_dotted_keys(
      layer, [](const std::string& map, const std::string& inner) { return map.empty() && leads_into_a_word(inner); });
  lay_over(section, layer, {key});
}

}  // namespace

SweepBase read_sweep_base(const std::string& text, const std::string& file, const std::vector<Override>& overrides) {
  SweepBase base;
  base.file = file;
  base.top = read_top(text, file);
  if (const Entry* const entry = base.top.entry(kSection)) {
    base.sweep = entry->value;
    base.top.erase(kSection);
    if (!base.sweep.is_map()) {
      throw ConfigError(base.sweep.place, base.sweep.kind == Value::Kind::null
                                              ? "has no value; expected a map, such as {traffic.load: [0.1, 0.2]}"
                                              : "is " + base.sweep.description() +
                                                    "; expected a map, such as {traffic.load: [0.1, 0.2]}");
    }
  }
  for (const Override& override : overrides) {
    if (override.key == kSection || override.key.rfind(kSection + ".", 0) == 0) {
      override_section(base.sweep, override);
    } else {
      base.options.push_back(layer_of(override));
    }
  }
  base.top.erase(kPaperSection);  // of `trenza reproduce`
  const Entry* const runs = base.top.entry("runs");
  if (runs != nullptr && base.sweep.is_map())
    throw ConfigError(runs->place, "does not apply next to `sweep`; expected `sweep.series`");
  spell_out(base.top);
  return base;
}

RunConfiguration build_point(const SweepBase& base, const std::vector<Value>& layers) {
  Value experiment = base.top;
  for (const Value& layer : layers) lay_layer(experiment, layer);
  for (const Value& option : base.options) lay_layer(experiment, option);
  Settings settings = settings_of(std::move(experiment), base.file);
  return build_run(settings, base.file, false);
}

}  // namespace trenza::settings
