#include "settings/typed_value.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "settings/config_error.h"
#include "settings/decimal.h"
#include "settings/mapping_path.h"

namespace trenza::settings {

namespace {

[[noreturn]] void fail(const Value& value, const std::string& wrong, const std::string& expected) {
  throw ConfigError(value.place, wrong + "; expected " + expected);
}

[[noreturn]] void fail_type(const Value& value, const std::string& expected) {
  if (value.kind == Value::Kind::null) fail(value, "has no value", expected);
  fail(value, "is " + value.description(), expected);
}

std::string out_of_range(const Value& value) { return fmt::format("{} is out of range", value.text); }

std::uint64_t read_integer(const Value& value, std::uint64_t minimum, std::uint64_t maximum,
                           const std::string& expected) {
  if (!value.is_scalar() || value.quoted) fail_type(value, expected);
  const Integer integer = parse_integer(value.text);
  switch (integer.status) {
    case IntegerStatus::not_a_number:
      fail_type(value, expected);
    case IntegerStatus::fraction:
      fail(value, fmt::format("{} is not written as an integer", value.text), expected);
    case IntegerStatus::too_large:
      fail(value, out_of_range(value), expected);
    case IntegerStatus::good:
      break;
  }
  if (integer.negative || integer.magnitude < minimum || integer.magnitude > maximum)
    fail(value, out_of_range(value), expected);
  return integer.magnitude;
}

Billionths read_decimal(const Key& key, const Value& value) {
  const std::string expected = expectation(key);
  if (!value.is_scalar() || value.quoted) fail_type(value, expected);
  const Decimal decimal = parse_decimal(value.text);
  switch (decimal.status) {
    case DecimalStatus::not_a_number:
      fail_type(value, expected);
    case DecimalStatus::not_finite:
      fail(value, fmt::format("{} is not a finite number", value.text), expected);
    case DecimalStatus::too_many_decimals:
      fail(value, fmt::format("{} has too many decimals", value.text), expected);
    case DecimalStatus::too_large:
      fail(value, out_of_range(value), expected);
    case DecimalStatus::good:
      break;
  }
  if (decimal.negative || decimal.billionths < key.minimum || decimal.billionths > key.maximum)
    fail(value, out_of_range(value), expected);
  std::uint64_t step = 1;
  for (int i = key.decimals; i < 9; ++i) step *= 10;
  if (decimal.billionths % step != 0) fail(value, fmt::format("{} has too many decimals", value.text), expected);
  return Billionths{decimal.billionths};
}

std::string read_choice(const Key& key, const Value& value) {
  if (!value.is_scalar()) fail_type(value, expectation(key));
  if (std::find(key.choices.begin(), key.choices.end(), value.text) == key.choices.end()) {
    throw ConfigError(value.place, fmt::format("`{}` is unknown; expected {}{}", value.text, expectation(key),
                                               suggestion(value.text, key.choices)));
  }
  return value.text;
}

int read_parameter(const microarch::PolicyParameter& parameter, const Value& value) {
  if (!parameter.is_word()) {
    const std::string expected = fmt::format("an integer from {} to {}", parameter.least, parameter.most);
    return static_cast<int>(read_integer(value, static_cast<std::uint64_t>(parameter.least),
                                         static_cast<std::uint64_t>(parameter.most), expected));
  }
  Key words;
  words.kind = KeyKind::choice;
  for (int k = 0; k <= parameter.most; ++k) words.choices.push_back(parameter.text(k));
  const std::string word = read_choice(words, value);
  return static_cast<int>(std::find(words.choices.begin(), words.choices.end(), word) - words.choices.begin());
}

/// A name, `{NAME: {PARAMETER: VALUE}}`, or `{NAME: VALUE}` of a bare parameter.
PolicyValue read_policy(const Key& key, const Value& value) {
  const auto policy_of = [&](const std::string& name) {
    const auto at = std::find(key.choices.begin(), key.choices.end(), name) - key.choices.begin();
    return key.policies[static_cast<std::size_t>(at)];
  };
  if (!value.is_map()) {
    const std::string name = read_choice(key, value);
    return {name, policy_of(name).parameter.initial};
  }
  if (value.entries.size() != 1) fail(value, "is a map of " + std::to_string(value.entries.size()), expectation(key));
  const Entry& entry = value.entries[0];
  if (std::find(key.choices.begin(), key.choices.end(), entry.key) == key.choices.end()) {
    throw ConfigError(entry.place, fmt::format("`{}` is unknown; expected {}{}", entry.key, expectation(key),
                                               suggestion(entry.key, key.choices)));
  }
  const microarch::PolicyInfo policy = policy_of(entry.key);
  if (policy.parameter.name.empty())
    fail(entry.value, fmt::format("`{}` has no parameter", entry.key), "the name alone");
  const std::string name(policy.parameter.name);
  if (policy.parameter.bare) return {entry.key, read_parameter(policy.parameter, entry.value)};
  if (!entry.value.is_map()) fail_type(entry.value, fmt::format("a map of `{}`", name));
  for (const Entry& given : entry.value.entries) {
    if (given.key != name) {
      throw ConfigError(given.place, fmt::format("unknown key; expected `{}`{}", name, suggestion(given.key, {name})));
    }
  }
  const Entry* const given = entry.value.entry(name);
  return {entry.key, given == nullptr ? policy.parameter.initial : read_parameter(policy.parameter, given->value)};
}

/// The name of a measure, or a map of the one with a setting to its setting.
testbench::MeasureRequest read_measure(const Key& key, const Value& value) {
  const testbench::MeasureRequest plain;
  const auto named = [&](const std::string& name) {
    const auto at = std::find(key.choices.begin(), key.choices.end(), name) - key.choices.begin();
    return testbench::MeasureRequest{testbench::measure_names()[static_cast<std::size_t>(at)].kind, plain.within_ppb,
                                     plain.accepted_ppb};
  };
  if (!value.is_map()) return named(read_choice(key, value));
  if (value.entries.size() != 1) fail(value, "is a map of " + std::to_string(value.entries.size()), expectation(key));
  const Entry& entry = value.entries[0];
  Value name;
  name.kind = Value::Kind::scalar;
  name.text = entry.key;
  name.place = entry.place;
  testbench::MeasureRequest request = named(read_choice(key, name));
  if (request.kind != testbench::MeasureKind::maximum_throughput) fail(entry.value, "has no setting", "the name alone");
  if (!entry.value.is_map()) fail_type(entry.value, "a map of `within` and `accepted`");
  for (const Entry& given : entry.value.entries) {
    Key setting = key;
    setting.kind = KeyKind::decimal;
    if (given.key == "within") {
      request.within_ppb = read_decimal(setting, given.value).value;
    } else if (given.key == "accepted") {
      setting.minimum = plain.accepted_ppb;
      setting.maximum = kBillion;
      request.accepted_ppb = read_decimal(setting, given.value).value;
    } else {
      throw ConfigError(given.place,
                        "unknown key; expected `within` or `accepted`" + suggestion(given.key, {"within", "accepted"}));
    }
  }
  return request;
}

bool read_boolean(const Key& key, const Value& value) {
  const auto is_one_of = [&](std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(), [&](const char* word) { return value.text == word; });
  };
  if (!value.is_scalar() || value.quoted) fail_type(value, expectation(key));
  if (is_one_of({"on", "true", "yes", "On", "True", "Yes", "ON", "TRUE", "YES"})) return true;
  if (is_one_of({"off", "false", "no", "Off", "False", "No", "OFF", "FALSE", "NO"})) return false;
  fail_type(value, expectation(key));
}

std::vector<int> read_integers(const Key& key, const Value& value) {
  const std::string expected = expectation(key);
  if (!value.is_list()) fail_type(value, expected);
  if (value.items.empty()) fail(value, "is an empty list", expected);
  std::vector<int> integers;
  for (const Value& item : value.items) {
    integers.push_back(static_cast<int>(read_integer(
        item, key.minimum, key.maximum, fmt::format("an integer from {} to {}", key.minimum, key.maximum))));
  }
  return integers;
}

std::vector<bool> read_booleans(const Key& key, const Value& value) {
  if (!value.is_list()) fail_type(value, expectation(key));
  if (value.items.empty()) fail(value, "is an empty list", expectation(key));
  Key item;
  item.kind = KeyKind::boolean;
  std::vector<bool> booleans;
  for (const Value& each : value.items) booleans.push_back(read_boolean(item, each));
  return booleans;
}

std::vector<std::string> read_texts(const Key& key, const Value& value) {
  if (!value.is_list()) fail_type(value, expectation(key));
  if (value.items.empty()) fail(value, "is an empty list", expectation(key));
  Key item;
  item.kind = KeyKind::choice;
  item.choices = key.choices;
  std::vector<std::string> texts;
  for (const Value& each : value.items) {
    if (!each.is_scalar()) fail_type(each, "a name");
    if (each.text.empty()) fail(each, "is an empty text", "a name");
    texts.push_back(key.choices.empty() ? each.text : read_choice(item, each));
  }
  return texts;
}

std::map<std::string, int> read_twists(const Key& key, const Value& value) {
  if (!value.is_map()) fail_type(value, expectation(key));
  const std::string expected = fmt::format("an integer from -{0} to {0}", key.maximum);
  std::map<std::string, int> twists;
  for (const Entry& entry : value.entries) {
    Value magnitude = entry.value;
    const bool negative = magnitude.is_scalar() && !magnitude.text.empty() && magnitude.text[0] == '-';
    if (negative) magnitude.text.erase(0, 1);
    if (negative && (magnitude.text.empty() || std::isdigit(static_cast<unsigned char>(magnitude.text[0])) == 0))
      fail_type(entry.value, expected);
    const int amount = static_cast<int>(read_integer(magnitude, 0, key.maximum, expected));
    twists[entry.key] = negative ? -amount : amount;
  }
  return twists;
}

MappingSource read_mapping_source(const Key& key, const Value& value) {
  MappingSource source;
  if (value.is_scalar()) {
    if (value.text.empty()) fail(value, "is an empty text", expectation(key));
    source.text = value.text;
    source.is_file = is_mapping_path(value.text);
    source.begin = value.quoted ? 1 : 0;
    return source;
  }
  if (!value.is_map()) fail_type(value, expectation(key));
  for (const Entry& entry : value.entries) {
    if (entry.key != "file" && entry.key != "grid") {
      throw ConfigError(entry.place, fmt::format("unknown key; expected {}{}", expectation(key),
                                                 suggestion(entry.key, {"file", "grid"})));
    }
  }
  const Entry* const file = value.entry("file");
  if (file == nullptr) fail(value, "`file` is missing", expectation(key));
  if (!file->value.is_scalar() || file->value.text.empty()) fail_type(file->value, "the path of a file");
  source.text = file->value.text;
  source.is_file = true;
  if (const Entry* const grid = value.entry("grid")) {
    Key sizes = key;
    sizes.kind = KeyKind::integer_list;
    source.grid = read_integers(sizes, grid->value);
  }
  return source;
}

testbench::PacketLength read_length(const Key& key, const Value& item) {
  const std::string expected = "{flits, weight}";
  if (!item.is_map()) fail_type(item, "a map " + expected);
  for (const Entry& entry : item.entries) {
    if (entry.key != "flits" && entry.key != "weight") {
      throw ConfigError(
          entry.place, fmt::format("unknown key; expected {}{}", expected, suggestion(entry.key, {"flits", "weight"})));
    }
  }
  const Entry* const flits = item.entry("flits");
  const Entry* const weight = item.entry("weight");
  if (flits == nullptr) fail(item, "`flits` is missing", expected);
  if (weight == nullptr) fail(item, "`weight` is missing", expected);
  constexpr std::uint64_t kMostWeight = 1'000'000;
  testbench::PacketLength length;
  length.flits = static_cast<int>(read_integer(flits->value, key.minimum, key.maximum,
                                               fmt::format("an integer from {} to {}", key.minimum, key.maximum)));
  length.weight = read_integer(weight->value, 1, kMostWeight, fmt::format("an integer from 1 to {}", kMostWeight));
  return length;
}

std::vector<testbench::PacketLength> read_lengths(const Key& key, const Value& value) {
  constexpr std::size_t kMostLengths = 1000;
  std::vector<testbench::PacketLength> lengths;
  if (value.is_list()) {
    if (value.items.empty() || value.items.size() > kMostLengths) {
      fail(value, value.items.empty() ? "is an empty list" : fmt::format("has more than {} lengths", kMostLengths),
           expectation(key));
    }
    for (const Value& item : value.items) lengths.push_back(read_length(key, item));
  } else {
    lengths.push_back({static_cast<int>(read_integer(value, key.minimum, key.maximum, expectation(key))), 1});
  }
  return lengths;
}

std::vector<Name> read_names(const Key& key, const Value& value) {
  const auto name = [&](const Value& item) {
    if (!item.is_scalar()) fail_type(item, expectation(key));
    if (item.text.empty()) fail(item, "is an empty text", expectation(key));
    return Name{item.text, item.place};
  };
  if (!value.is_list()) return {name(value)};
  if (value.items.empty()) fail(value, "is an empty list", expectation(key));
  std::vector<Name> names;
  for (const Value& item : value.items) names.push_back(name(item));
  return names;
}

constexpr const char* kSharedObject = ".so";

bool is_shared_object(const std::string& text) {
  const std::string end = kSharedObject;
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// The names of one shared object.
void read_module(const Key& key, const Value& value, std::vector<Name>& names) {
  for (const Entry& entry : value.entries) {
    if (entry.key != "module" && entry.key != "routers") {
      throw ConfigError(entry.place, fmt::format("unknown key; expected {}{}", expectation(key),
                                                 suggestion(entry.key, {"module", "routers"})));
    }
  }
  const Entry* const module = value.entry("module");
  if (module == nullptr) fail(value, "`module` is missing", expectation(key));
  if (!module->value.is_scalar() || !is_shared_object(module->value.text)) {
    fail_type(module->value, "the path of a shared object (.so) that `trenza plug` made");
  }
  const Entry* const routers = value.entry("routers");
  if (routers == nullptr) {
    names.push_back({"all", module->value.place, module->value.text});
    return;
  }
  Key routers_key = key;
  routers_key.kind = KeyKind::names;
  for (Name& name : read_names(routers_key, routers->value)) {
    name.module = module->value.text;
    names.push_back(name);
  }
}

std::vector<Name> read_blocks(const Key& key, const Value& value) {
  if (value.is_list() && value.items.empty()) fail(value, "is an empty list", expectation(key));
  std::vector<Name> names;
  for (const Value& item : value.is_list() ? value.items : std::vector<Value>{value}) {
    if (item.is_map()) {
      read_module(key, item, names);
    } else if (item.is_scalar() && is_shared_object(item.text)) {
      names.push_back({"all", item.place, item.text});
    } else {
      for (const Name& name : read_names(key, item)) names.push_back(name);
    }
  }
  return names;
}

}  // namespace

Typed typed_value(const Key& key, const Value& value) {
  switch (key.kind) {
    case KeyKind::integer:
      return read_integer(value, key.minimum, key.maximum, expectation(key));
    case KeyKind::decimal:
      return read_decimal(key, value);
    case KeyKind::choice:
      return read_choice(key, value);
    case KeyKind::policy:
      return read_policy(key, value);
    case KeyKind::boolean:
      return read_boolean(key, value);
    case KeyKind::text:
      if (!value.is_scalar()) fail_type(value, expectation(key));
      if (value.text.empty()) fail(value, "is an empty text", "a text");
      return value.text;
    case KeyKind::auto_or_cycles:
      if (value.is_scalar() && value.text == "auto") return Automatic{};
      return read_integer(value, key.minimum, key.maximum, expectation(key));
    case KeyKind::integer_list:
      return read_integers(key, value);
    case KeyKind::booleans:
      return read_booleans(key, value);
    case KeyKind::texts:
      return read_texts(key, value);
    case KeyKind::twists:
      return read_twists(key, value);
    case KeyKind::mapping:
      return read_mapping_source(key, value);
    case KeyKind::lengths:
      return read_lengths(key, value);
    case KeyKind::names:
      return read_names(key, value);
    case KeyKind::measure:
      return read_measure(key, value);
    case KeyKind::blocks:
      return read_blocks(key, value);
  }
  return {};
}

}  // namespace trenza::settings
