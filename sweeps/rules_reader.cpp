#include "sweeps/rules_reader.h"

#include <fmt/core.h>

#include <algorithm>

#include "settings/config_error.h"
#include "settings/decimal.h"

namespace trenza::sweeps {

using settings::ConfigError;
using settings::Entry;
using settings::Place;
using settings::Value;

namespace {

constexpr const char* kSaturation = "saturation";
constexpr const char* kLoad = "traffic.load";

std::string what_is(const Value& value) {
  return value.kind == Value::Kind::null ? "has no value" : "is " + value.description();
}

std::uint64_t number_of(const Value& value, const std::string& expected) {
  const settings::Decimal decimal = settings::parse_decimal(value.is_scalar() && !value.quoted ? value.text : "");
  if (decimal.status != settings::DecimalStatus::good || decimal.negative)
    throw ConfigError(value.place, what_is(value) + "; expected " + expected);
  return decimal.billionths;
}

bool boolean_of(const Value& value) {
  const std::vector<std::string> yes = {"on", "true", "yes"};
  const std::vector<std::string> no = {"off", "false", "no"};
  if (value.is_scalar() && !value.quoted) {
    if (std::find(yes.begin(), yes.end(), value.text) != yes.end()) return true;
    if (std::find(no.begin(), no.end(), value.text) != no.end()) return false;
  }
  throw ConfigError(value.place, what_is(value) + "; expected on or off");
}

std::string key_of(const Value& value) {
  if (!value.is_scalar() || value.text.empty())
    throw ConfigError(value.place, what_is(value) + "; expected a key, such as traffic.load");
  return value.text;
}

void check_words(const Value& map, const std::vector<std::string>& words) {
  for (const Entry& entry : map.entries) {
    if (std::find(words.begin(), words.end(), entry.key) == words.end()) {
      throw ConfigError(entry.place, "unknown key; expected " + settings::listed(words) +
                                         settings::suggestion(entry.key, words));
    }
  }
}

void read_stop(const Value& stop, SweepRules& rules) {
  rules.walk = Walk::stop;
  rules.walk_key = kLoad;
  rules.place = stop.place;
  if (stop.is_scalar() && stop.text == kSaturation) return;
  if (!stop.is_map() || stop.entries.empty()) {
    throw ConfigError(stop.place, what_is(stop) + "; expected `saturation`, or {saturation: traffic.load}" +
                                      (stop.is_scalar() ? settings::suggestion(stop.text, {kSaturation}) : ""));
  }
  check_words(stop, {kSaturation});
  rules.walk_key = key_of(stop.entries.front().value);
}

void refuse_second_walk(const Entry& entry, const SweepRules& rules) {
  if (rules.walk != Walk::all)
    throw ConfigError(entry.place, "`stop` and `find` are both given; expected one of the two");
}

}  // namespace

bool read_rule(const Entry& entry, SweepRules& rules) {
  const Value& value = entry.value;
  if (entry.key == "stop") {
    refuse_second_walk(entry, rules);
    read_stop(value, rules);
  } else if (entry.key == "limit") {
    rules.limit_ppb = number_of(value, "a number of seconds, above 0");
    if (rules.limit_ppb == 0) throw ConfigError(value.place, "is 0; expected a number of seconds, above 0");
  } else if (entry.key == "share_warmup") {
    rules.share_warmup = boolean_of(value);
  } else {
    return false;
  }
  return true;
}

Axis find_axis(const Value& find, SweepRules& rules) {
  constexpr std::uint64_t kMostSteps = 10'000;
  const char* const form = "{saturation: traffic.load, within: 0.005}";
  if (!find.is_map()) throw ConfigError(find.place, what_is(find) + fmt::format("; expected a map such as {}", form));
  check_words(find, {kSaturation, "within", "from", "to"});
  for (const char* const word : {kSaturation, "within"}) {
    if (find.entry(word) != nullptr) continue;
    Place place = find.place;
    place.path += std::string(".") + word;
    throw ConfigError(place, fmt::format("missing; expected a map such as {}", form));
  }
  const auto number = [&](const char* word, std::uint64_t otherwise) {
    const Entry* const entry = find.entry(word);
    return entry == nullptr ? otherwise : number_of(entry->value, "a number from 0 with at most 9 decimals");
  };
  rules.walk = Walk::find;
  rules.walk_key = key_of(find.entry(kSaturation)->value);
  rules.place = find.place;
  const std::uint64_t from = number("from", 0);
  const std::uint64_t to = number("to", settings::kBillion);
  const std::uint64_t within = number("within", 0);
  const Value& step = find.entry("within")->value;
  if (within == 0) throw ConfigError(step.place, "a step of 0 leads nowhere; expected more than 0");
  if (from >= to) {
    throw ConfigError(find.place, fmt::format("there is nothing between {} and {}; expected `to` above `from`",
                                              settings::decimal_text(from), settings::decimal_text(to)));
  }
  if ((to - from) / within > kMostSteps)
    throw ConfigError(step.place, fmt::format("is too small: more than {} steps; expected more", kMostSteps));
  rules.find_from = settings::decimal_text(from);
  rules.find_to = settings::decimal_text(to);
  Value values;
  values.kind = Value::Kind::list;
  values.place = find.place;
  for (std::uint64_t at = from; at < to;) {
    at = to - at > within ? at + within : to;
    Value value;
    value.kind = Value::Kind::scalar;
    value.text = settings::decimal_text(at);
    value.place = find.place;
    values.items.push_back(std::move(value));
  }
  return key_axis({rules.walk_key, find.entry(kSaturation)->value.place, std::move(values)});
}

}  // namespace trenza::sweeps
