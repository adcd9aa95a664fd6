#include "sweeps/axis.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "settings/decimal.h"
#include "settings/layers.h"
#include "settings/schema.h"
#include "settings/sweep_words.h"

namespace trenza::sweeps {

using settings::ConfigError;
using settings::Entry;
using settings::Place;
using settings::Value;

namespace {

constexpr const char* kRange = "{from: 0.1, to: 0.8, step: 0.1}";
constexpr std::uint64_t kMostSeeds = 10'000;

Value scalar(const std::string& text, const Value& from) {
  Value value;
  value.kind = Value::Kind::scalar;
  value.text = text;
  value.place = from.place;
  value.layer = from.layer;
  return value;
}

/// A number of a range, in parts per 10^9.
std::uint64_t range_number(const Value& range, const char* name) {
  const Entry* const entry = range.entry(name);
  if (entry == nullptr) {
    Place place = range.place;
    place.path += std::string(".") + name;
    throw ConfigError(place, fmt::format("missing; expected a range such as {}", kRange));
  }
  const Value& value = entry->value;
  const std::string expected = "expected a number from 0 with at most 9 decimals";
  if (!value.is_scalar() || value.quoted) throw ConfigError(value.place, "is " + value.description() + "; " + expected);
  const settings::Decimal decimal = settings::parse_decimal(value.text);
  if (decimal.status == settings::DecimalStatus::not_a_number)
    throw ConfigError(value.place, "is " + value.description() + "; " + expected);
  if (decimal.status != settings::DecimalStatus::good || (decimal.negative && decimal.billionths > 0))
    throw ConfigError(value.place, fmt::format("{} is out of range; {}", value.text, expected));
  return decimal.billionths;
}

std::vector<Value> range_values(const Value& range) {
  for (const Entry& entry : range.entries) {
    const std::vector<std::string> names = {"from", "to", "step"};
    if (std::find(names.begin(), names.end(), entry.key) == names.end()) {
      throw ConfigError(entry.place, "unknown key of a range; expected `from`, `to` and `step`" +
                                         settings::suggestion(entry.key, names));
    }
  }
  const std::uint64_t from = range_number(range, "from");
  const std::uint64_t to = range_number(range, "to");
  const std::uint64_t step = range_number(range, "step");
  if (step == 0) throw ConfigError(range.entry("step")->value.place, "a step of 0 leads nowhere; expected more than 0");
  if (from > to) {
    throw ConfigError(range.place, fmt::format("the range from {} to {} is empty; expected `to` not below `from`",
                                               settings::decimal_text(from), settings::decimal_text(to)));
  }
  const std::uint64_t steps = (to - from) / step;
  if (steps >= kMostValues)
    throw ConfigError(range.place, fmt::format("the range has more than {} values; expected fewer", kMostValues));
  std::vector<Value> values;
  for (std::uint64_t k = 0; k <= steps; ++k) values.push_back(scalar(settings::decimal_text(from + k * step), range));
  return values;
}

/// Refuses what is no key of experiments, and what cannot be varied.
void check_key(const Entry& entry) {
  const std::string& key = entry.key;
  if (!settings::changes_results(key))
    throw ConfigError(entry.place, "changes no result; expected a key that does, such as `traffic.load`");
  const std::string section = key.substr(0, key.rfind('.'));
  const bool known = settings::find_key(key) != nullptr || (!key.empty() && settings::is_section(key)) ||
                     (section == "topology" && section != key);  // short forms, which the network judges
  if (known) return;
  std::vector<std::string> names = settings::sweep_words();
  for (const settings::Key& one : settings::keys()) names.push_back(one.path);
  throw ConfigError(entry.place, "unknown key; expected a key of experiments such as `traffic.load`, or " +
                                     settings::listed(settings::sweep_words()) + settings::suggestion(key, names));
}

Value layer_of(const Entry& entry, const Value& value) {
  Value layer = settings::tree_of(entry.key, value, entry.place);
  settings::spell_out(layer);
  layer.set_layer(value.layer == settings::Layer::option ? settings::Layer::option : settings::Layer::run);
  return layer;
}

std::string name_of_series(const Value& series) {
  const Entry* const name = series.entry("name");
  if (name == nullptr) {
    Place place = series.place;
    place.path += ".name";
    throw ConfigError(place, "missing; expected a name for each series");
  }
  constexpr std::size_t kLongest = 100;
  const Value& text = name->value;
  if (!text.is_scalar() || text.text.empty() || text.text.size() > kLongest ||
      std::any_of(text.text.begin(), text.text.end(), [](char letter) { return letter >= 0 && letter < ' '; })) {
    throw ConfigError(text.place,
                      "is " + text.description() + fmt::format("; expected a text of at most {} letters", kLongest));
  }
  return text.text;
}

/// Refuses names of axes that are keys, sections or words of the section `sweep`.
void check_axis_name(const Entry& entry) {
  const std::string& name = entry.key;
  const std::vector<std::string> words = settings::sweep_words();
  const bool is_taken = settings::find_key(name) != nullptr || settings::is_section(name) || name == "name" ||
                        std::find(words.begin(), words.end(), name) != words.end();
  const bool is_path = name.empty() || name.find('.') != std::string::npos;
  if (is_taken || is_path) {
    throw ConfigError(entry.place,
                      fmt::format("`{}` {}; expected another name for an axis of series, such as `network`", name,
                                  is_path ? "is a path" : "is a key"));
  }
}

Axis series_axis(const std::string& key, const Value& series) {
  if (!series.is_list() || series.items.empty()) {
    throw ConfigError(series.place, (series.is_list() ? "is an empty list" : "is " + series.description()) +
                                        "; expected a list of maps, such as [{name: rt, topology: {rt: 8}}]");
  }
  Axis axis{{key}, {}, series.place};
  std::set<std::string> names;
  for (const Value& one : series.items) {
    if (!one.is_map())
      throw ConfigError(one.place, "is " + one.description() + "; expected a map of keys, such as {name: ...}");
    const std::string name = name_of_series(one);
    const Value shown = one.entry("name")->value;
    if (!names.insert(name).second) {
      throw ConfigError(shown.place, fmt::format("a second series is named `{}`; expected different names", name));
    }
    Value layer = one;
    layer.erase("name");
    settings::spell_out(layer);
    if (layer.layer != settings::Layer::option) layer.set_layer(settings::Layer::run);
    axis.values.push_back({{layer}, {shown}});
  }
  return axis;
}

}  // namespace

std::vector<Value> values_of(const Value& written) {
  if (written.is_map()) return range_values(written);
  if (!written.is_list()) {
    throw ConfigError(written.place,
                      (written.kind == Value::Kind::null ? "has no value" : "is " + written.description()) +
                          fmt::format("; expected a list of values, or a range such as {}", kRange));
  }
  if (written.items.empty()) throw ConfigError(written.place, "is an empty list; expected at least one value");
  if (written.items.size() > kMostValues)
    throw ConfigError(written.place, fmt::format("has more than {} values; expected fewer", kMostValues));
  return written.items;
}

Axis key_axis(const Entry& entry) {
  check_key(entry);
  Axis axis{{entry.key}, {}, entry.place};
  for (const Value& value : values_of(entry.value)) axis.values.push_back({{layer_of(entry, value)}, {value}});
  return axis;
}

Axis zip_axis(const Value& lists) {
  if (!lists.is_map() || lists.entries.size() < 2) {
    throw ConfigError(lists.place,
                      (lists.is_map() ? "has fewer than two keys" : "is " + lists.description()) +
                          std::string("; expected lists of the same length, such as {traffic.load: [0.1, 0.2], "
                                      "traffic.packet_flits: [4, 8]}"));
  }
  Axis axis{{}, {}, lists.place};
  for (const Entry& entry : lists.entries) {
    check_key(entry);
    const std::vector<Value> values = values_of(entry.value);
    if (axis.keys.empty()) axis.values.resize(values.size());
    if (values.size() != axis.values.size()) {
      throw ConfigError(entry.value.place, fmt::format("{} values next to the {} of `{}`; expected as many",
                                                       values.size(), axis.values.size(), axis.keys.front()));
    }
    for (std::size_t k = 0; k < values.size(); ++k) {
      axis.values[k].layers.push_back(layer_of(entry, values[k]));
      axis.values[k].shown.push_back(values[k]);
    }
    axis.keys.push_back(entry.key);
  }
  return axis;
}

std::vector<Axis> series_axes(const Value& series) {
  if (!series.is_map()) return {series_axis(kSeriesKey, series)};
  if (series.entries.empty())
    throw ConfigError(series.place,
                      "is an empty map; expected lists, such as {network: [{name: rt, topology: {rt: 8}}]}");
  std::vector<Axis> axes;
  for (const Entry& entry : series.entries) {
    check_axis_name(entry);
    axes.push_back(series_axis(entry.key, entry.value));
  }
  return axes;
}

Axis seed_axis(const Value& count) {
  const settings::Integer seeds = settings::parse_integer(count.is_scalar() && !count.quoted ? count.text : "");
  if (seeds.status != settings::IntegerStatus::good || seeds.negative || seeds.magnitude == 0 ||
      seeds.magnitude > kMostSeeds) {
    throw ConfigError(count.place,
                      fmt::format("is {}; expected how many seeds, from 1 to {}", count.description(), kMostSeeds));
  }
  Axis axis{{kSeedKey}, {}, count.place};
  for (std::uint64_t seed = 1; seed <= seeds.magnitude; ++seed) {
    const Value value = scalar(std::to_string(seed), count);
    axis.values.push_back({{layer_of({kSeedKey, count.place, value}, value)}, {value}});
  }
  return axis;
}

}  // namespace trenza::sweeps
