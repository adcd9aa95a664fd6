#include "sweeps/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "microarch/byte_hash.h"
#include "settings/decimal.h"
#include "settings/schema.h"
#include "settings/sweep_words.h"
#include "settings/yaml_reader.h"
#include "sweeps/contract.h"
#include "sweeps/rules_reader.h"

namespace trenza::sweeps {

using settings::ConfigError;
using settings::Entry;
using settings::Value;

namespace {

using Json = nlohmann::ordered_json;

std::string hex(const microarch::ByteHash& hash) { return fmt::format("{:016x}", hash.value()); }

/// What was written, as JSON.
Json as_json(const Value& value) {
  if (value.is_list()) {
    Json list = Json::array();
    for (const Value& item : value.items) list.push_back(as_json(item));
    return list;
  }
  if (value.is_map()) {
    Json map = Json::object();
    for (const Entry& entry : value.entries) map[entry.key] = as_json(entry.value);
    return map;
  }
  if (value.kind == Value::Kind::null) return nullptr;
  const Json number = Json::parse(value.quoted ? "" : value.text, nullptr, false);
  return number.is_number() ? number : Json(value.text);
}

/// The choice of a point: as the configuration has it, so that 0.10 and 0.1 are one.
Json choice(const std::string& key, const Value& shown, const Json& config) {
  std::string pointer = "/" + key;
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  const Json::json_pointer place(pointer);
  return settings::find_key(key) != nullptr && config.contains(place) ? config[place] : as_json(shown);
}

bool overlap(const std::string& one, const std::string& other) {
  return one == other || one.rfind(other + ".", 0) == 0 || other.rfind(one + ".", 0) == 0;
}

/// Refuses a key that two axes vary, and one that the command line sets as well.
void check_keys(const std::vector<Axis>& axes, const std::vector<Value>& options) {
  std::set<std::string> seen;
  for (const Axis& axis : axes) {
    for (const std::string& key : axis.keys) {
      for (const std::string& other : seen) {
        if (overlap(key, other))
          throw ConfigError(axis.place, fmt::format("`{}` and `{}` are both axes; expected one of them", other, key));
      }
      for (const Value& option : options) {
        if (const Value* const value = option.find(key)) {
          throw ConfigError(value->place, fmt::format("`{}` is an axis of the sweep; expected --set sweep.{}=...", key,
                                                      key == kSeedKey ? "seeds" : key));
        }
      }
      seen.insert(key);
    }
  }
}

}  // namespace

Plan::Plan(settings::SweepBase base) : base_(std::move(base)) {
  if (!base_.sweep.is_map()) {
    throw ConfigError({base_.file, 0, 0, "sweep"},
                      "missing; expected a section such as `sweep: {traffic.load: [0.1, 0.2], seeds: 3}`");
  }
  if (const Entry* const waves = base_.top.entry("waves"))
    throw ConfigError(waves->place, "does not apply to a sweep; expected `trenza run` for waves of one experiment");
  read_section(base_.sweep);
  if (axes_.empty())
    throw ConfigError(base_.sweep.place, "varies nothing; expected an axis, such as traffic.load: [0.1, 0.2]");
  check_keys(axes_, base_.options);
  read_walk();
  std::size_t points = 1;
  for (const Axis& axis : axes_) {
    layout_.sizes.push_back(axis.values.size());
    const bool counts = rules_.walk != Walk::find || axis.keys.front() != rules_.walk_key;
    if (counts) points *= axis.values.size();
    const std::size_t most = rules_.walk == Walk::find ? kMostPoints / 10 : kMostPoints;  // of each search
    if (points > most) {
      throw ConfigError(base_.sweep.place, fmt::format("has more than {} {}; expected fewer", most,
                                                       rules_.walk == Walk::find ? "searches" : "points"));
    }
  }
}

void Plan::read_section(const Value& section) {
  std::optional<Axis> seeds;
  std::optional<Axis> found;
  for (const Entry& entry : section.entries) {
    if (entry.key == "series") {
      for (Axis& axis : series_axes(entry.value)) axes_.push_back(std::move(axis));
    } else if (entry.key == "zip") {
      const bool several = entry.value.is_list() && !entry.value.items.empty();
      for (const Value& lists : several ? entry.value.items : std::vector<Value>{entry.value})
        axes_.push_back(zip_axis(lists));
    } else if (entry.key == "seeds") {
      seeds = seed_axis(entry.value);
    } else if (entry.key == "find") {
      if (rules_.walk != Walk::all)
        throw ConfigError(entry.place, "`stop` and `find` are both given; expected one of the two");
      found = find_axis(entry.value, rules_);
    } else if (!read_rule(entry, rules_)) {
      axes_.push_back(key_axis(entry));
    }
  }
  if (found) axes_.push_back(std::move(*found));
  if (seeds) axes_.push_back(std::move(*seeds));
}

void Plan::read_walk() {
  std::optional<std::size_t> walked;
  for (std::size_t number = 0; number < axes_.size(); ++number) {
    const std::vector<std::string>& keys = axes_[number].keys;
    if (keys.front() == kSeedKey && keys.size() == 1) layout_.seed_axis = number;
    if (std::find(keys.begin(), keys.end(), rules_.walk_key) != keys.end()) walked = number;
  }
  layout_.walk = rules_.walk;
  if (rules_.walk == Walk::all) return;
  if (!walked || walked == layout_.seed_axis) {
    throw ConfigError(rules_.place, fmt::format("`{}` is no axis along which a network saturates; expected an axis "
                                                "such as traffic.load: {{from: 0.1, to: 0.8, step: 0.1}}",
                                                rules_.walk_key));
  }
  layout_.walk_axis = *walked;
}

std::string Plan::content_hash(const std::string& file) const {
  const auto known = contents_.find(file);
  if (known != contents_.end()) return known->second;
  microarch::ByteHash hash;
  std::ifstream stream(file, std::ios::binary);
  std::array<char, 1 << 16> block{};
  while (stream.read(block.data(), block.size()), stream.gcount() > 0)
    hash.add(block.data(), static_cast<std::size_t>(stream.gcount()));
  return contents_[file] = hex(hash);
}

settings::RunConfiguration Plan::build(std::size_t number, const std::vector<Value>& layers) const {
  try {
    return settings::build_point(base_, layers);
  } catch (const ConfigError& error) {
    if (number == 0) throw;  // what is wrong with the first point is most likely wrong with all
    Json at = Json::object();
    const std::vector<std::size_t> positions = layout_.positions(number);
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
      for (std::size_t key = 0; key < axes_[axis].keys.size(); ++key)
        at[axes_[axis].keys[key]] = as_json(axes_[axis].values[positions[axis]].shown[key]);
    }
    throw error.with("; at the point " + at.dump());
  }
}

Point Plan::point(std::size_t number) const {
  const std::vector<std::size_t> positions = layout_.positions(number);
  std::vector<Value> layers;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    const std::vector<Value>& of_axis = axes_[axis].values[positions[axis]].layers;
    layers.insert(layers.end(), of_axis.begin(), of_axis.end());
  }
  Point point;
  point.number = number;
  point.run = build(number, layers);
  if (point.run.waves)
    throw ConfigError(point.run.waves->place, "does not apply to a sweep; expected `trenza run` for waves");
  Json config = *point.run.resolved;
  config.erase("name");  // it changes no result
  point.config = config.dump();
  Json at = Json::object();
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    const Axis& one = axes_[axis];
    for (std::size_t key = 0; key < one.keys.size(); ++key)
      at[one.keys[key]] = choice(one.keys[key], one.values[positions[axis]].shown[key], config);
  }
  point.at = at.dump();
  Json contents = Json::object();
  for (const settings::InputFile& input : point.run.inputs) contents[input.key] += content_hash(input.file);
  const std::string all = fmt::format("{}\n{}\n{}", kContractVersion, point.config, contents.dump());
  microarch::ByteHash hash;
  hash.add(all.data(), all.size());
  point.name = hex(hash);
  const bool begins_alike = point.run.experiment.trace && point.run.view == settings::View::tlm;
  if (rules_.share_warmup && begins_alike && point.run.pin_routers.empty()) {
    config["run"].erase("cycles");
    point.shared = config.dump() + contents.dump();
  }
  return point;
}

std::vector<std::size_t> Plan::points_to_check() const {
  std::vector<std::size_t> points;
  if (layout_.walk != Walk::find) {
    for (std::size_t number = 0; number < layout_.size(); ++number) points.push_back(number);
    return points;
  }
  for (const std::size_t start : layout_.starts()) {
    std::vector<std::size_t> last = layout_.positions(start);
    last[layout_.walk_axis] = layout_.sizes[layout_.walk_axis] - 1;
    points.push_back(start);
    if (last != layout_.positions(start)) points.push_back(layout_.point(last));
  }
  return points;
}

std::string Plan::axes_text() const {
  std::string text;
  for (const Axis& axis : axes_) {
    std::string keys;
    for (const std::string& key : axis.keys) keys += (keys.empty() ? "" : " with ") + key;
    text += fmt::format("{}{} {}", text.empty() ? "" : " x ", keys, axis.values.size());
  }
  return text;
}

Plan load_plan(const std::string& file, const std::vector<settings::Override>& overrides) {
  return Plan(settings::read_sweep_base(settings::read_text_file(file), file, overrides));
}

void NameCheck::add(const Point& point) {
  const auto [known, is_new] = at_by_name_.emplace(point.name, point.at);
  if (is_new) return;
  settings::Place place = plan_.axes().front().place;
  place.path = "sweep";
  throw ConfigError(place, fmt::format("the points {} and {} are the same experiment; expected different ones",
                                       known->second, point.at));
}

}  // namespace trenza::sweeps
