#include "apps/plug/port_map_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "settings/config_error.h"
#include "settings/decimal.h"
#include "settings/dotted_keys.h"
#include "settings/yaml_reader.h"

namespace trenza::apps {

using cosim::SlotContract;
using cosim::SlotPort;
using cosim::SlotSetting;
using settings::ConfigError;
using settings::Entry;
using settings::Value;

namespace {

[[noreturn]] void fail_value(const Value& value, const std::string& expected) {
  throw ConfigError(value.place, value.kind == Value::Kind::null
                                     ? fmt::format("has no value; expected {}", expected)
                                     : fmt::format("is {}; expected {}", value.description(), expected));
}

void check_keys(const Value& map, const std::vector<std::string>& names, const std::string& expected) {
  if (!map.is_map()) fail_value(map, expected);
  for (const Entry& entry : map.entries) {
    if (std::find(names.begin(), names.end(), entry.key) != names.end()) continue;
    throw ConfigError(entry.place, fmt::format("unknown key; expected {}{}", settings::listed(names),
                                               settings::suggestion(entry.key, names)));
  }
}

/// The value, which must be one of `choices`. The error for another word suggests the nearest one.
std::string choice(const Value& value, const std::vector<std::string>& choices) {
  if (!value.is_scalar()) fail_value(value, "one of " + settings::listed(choices));
  if (std::find(choices.begin(), choices.end(), value.text) != choices.end()) return value.text;
  throw ConfigError(value.place, fmt::format("`{}` is unknown; expected one of {}{}", value.text,
                                             settings::listed(choices), settings::suggestion(value.text, choices)));
}

std::uint64_t integer_between(const Value& value, std::uint64_t minimum, std::uint64_t maximum) {
  const std::string expected = fmt::format("an integer from {} to {}", minimum, maximum);
  if (!value.is_scalar() || value.quoted) fail_value(value, expected);
  const settings::Integer number = settings::parse_integer(value.text);
  if (number.status != settings::IntegerStatus::good) fail_value(value, expected);
  if (number.negative || number.magnitude < minimum || number.magnitude > maximum) {
    throw ConfigError(value.place, fmt::format("{} is out of range; expected {}", value.text, expected));
  }
  return number.magnitude;
}

/// A name in Verilog.
std::string identifier(const Value& value, const std::string& expected) {
  const auto fits = [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; };
  if (!value.is_scalar() || value.text.empty()) fail_value(value, expected);
  if (!std::all_of(value.text.begin(), value.text.end(), fits) ||
      std::isdigit(static_cast<unsigned char>(value.text[0])) != 0) {
    throw ConfigError(value.place, fmt::format("`{}` is no name of SystemVerilog; expected {}", value.text, expected));
  }
  return value.text;
}

class MapReader {
 public:
  MapReader(const Value& tree, const std::string& source, const std::string& slot)
      : tree_(tree), contract_(contract_of(tree, slot)) {
    map_.source = source;
    map_.slot = contract_.name;
    map_.place = place_of(tree, contract_, slot);
  }

  cosim::PortMap read() {
    std::vector<std::string> keys{"slot", "top", "parameters", "clock", "reset", "bit_order", "ports", "tie"};
    for (const SlotSetting& setting : contract_.settings) keys.push_back(setting.key);
    check_keys(tree_, keys, "a map with `ports`");
    if (const Entry* const top = tree_.entry("top")) {
      map_.top = identifier(top->value, "the name of a module");
      map_.top_where = settings::to_string(top->value.place);
    }
    read_parameters();
    read_clock();
    read_reset();
    read_ports();
    read_ties();
    for (const SlotSetting& setting : contract_.settings) read_setting(setting);
    return map_;
  }

 private:
  static const SlotContract& contract_of(const Value& tree, const std::string& slot) {
    if (!tree.is_map()) fail_value(tree, "a map with `ports`");
    const Entry* const said = tree.entry("slot");
    const SlotContract* const wanted = slot.empty() ? nullptr : cosim::find_slot(slot);
    if (said == nullptr) {
      if (wanted == nullptr) throw ConfigError(tree.place, "`slot` is missing; expected it, or --as SLOT");
      return *wanted;
    }
    const SlotContract& contract = *cosim::find_slot(choice(said->value, cosim::slot_names()));
    if (wanted != nullptr && wanted != &contract) {
      throw ConfigError(said->value.place, fmt::format("`{}` is not the slot of --as {}; expected `{}`",
                                                       said->value.text, slot, wanted->name));
    }
    return contract;
  }

  /// The name of the slot by `slot` of the map and by --as. If the two names differ, the more exact one counts.
  static std::string place_of(const Value& tree, const SlotContract& contract, const std::string& slot) {
    const Entry* const said = tree.entry("slot");
    if (said == nullptr) return slot;
    const std::string& text = said->value.text;
    if (slot.empty() || slot == contract.name || slot == text) return text;
    if (text == contract.name) return slot;
    throw ConfigError(said->value.place,
                      fmt::format("`{}` is not the slot of --as {}; expected `{}`", text, slot, slot));
  }

  void read_parameters() {
    const Entry* const parameters = tree_.entry("parameters");
    if (parameters == nullptr) return;
    if (!parameters->value.is_map()) fail_value(parameters->value, "a map of parameters to values");
    for (const Entry& entry : parameters->value.entries) {
      if (!entry.value.is_scalar() || entry.value.text.empty()) {
        fail_value(entry.value, fmt::format("a value such as 4, or a number of the fabric such as \"{{{}}}\"",
                                            contract_.numbers.front()));
      }
      map_.parameters.push_back({entry.key, entry.value.text, settings::to_string(entry.value.place)});
    }
  }

  /// The name of a port. The value is the name itself (`clock: clk_i`) or a map with `port`.
  static std::string port_of(const Value& value, const std::vector<std::string>& keys) {
    const std::string expected = "the name of a port, or a map of " + settings::listed(keys, "and");
    if (!value.is_map()) return identifier(value, expected);
    check_keys(value, keys, expected);
    const Entry* const port = value.entry("port");
    if (port == nullptr) throw ConfigError(value.place, fmt::format("`port` is missing; expected {}", expected));
    return identifier(port->value, "the name of a port");
  }

  void read_clock() {
    const Entry* const clock = tree_.entry("clock");
    if (clock == nullptr) return;
    map_.clock.port = port_of(clock->value, {"port", "edge"});
    map_.clock.where = settings::to_string(clock->value.place);
    if (const Entry* const edge = clock->value.entry("edge"))
      map_.clock.falling = choice(edge->value, {"rising", "falling"}) == "falling";
  }

  void read_reset() {
    constexpr std::uint64_t kMostCycles = 1000;
    const Entry* const reset = tree_.entry("reset");
    if (reset == nullptr) return;
    map_.reset.port = port_of(reset->value, {"port", "active", "kind", "cycles", "idle"});
    map_.reset.where = settings::to_string(reset->value.place);
    if (const Entry* const active = reset->value.entry("active"))
      map_.reset.active_low = choice(active->value, {"high", "low"}) == "low";
    if (const Entry* const kind = reset->value.entry("kind"))
      map_.reset.async = choice(kind->value, {"sync", "async"}) == "async";
    if (const Entry* const cycles = reset->value.entry("cycles"))
      map_.reset.cycles = static_cast<int>(integer_between(cycles->value, 1, kMostCycles));
    if (const Entry* const idle = reset->value.entry("idle"))
      map_.reset.idle = static_cast<int>(integer_between(idle->value, 0, kMostCycles));
  }

  static bool msb_first(const Value& value) { return choice(value, {"lsb_first", "msb_first"}) == "msb_first"; }

  void read_ports() {
    bool reversed = false;
    if (const Entry* const order = tree_.entry("bit_order")) reversed = msb_first(order->value);
    std::vector<std::string> roles;
    for (const SlotPort& role : contract_.ports) roles.push_back(role.role);
    const Entry* const ports = tree_.entry("ports");
    if (ports == nullptr) {
      throw ConfigError(tree_.place,
                        fmt::format("`ports` is missing; expected a map of {}", settings::listed(roles, "and")));
    }
    check_keys(ports->value, roles, "a map of " + settings::listed(roles, "and"));
    for (const Entry& entry : ports->value.entries) {
      cosim::MappedPort port;
      port.port = port_of(entry.value, {"port", "order", "active"});
      port.where = settings::to_string(entry.value.place);
      port.msb_first = reversed;
      if (const Entry* const order = entry.value.entry("order")) port.msb_first = msb_first(order->value);
      if (const Entry* const active = entry.value.entry("active"))
        port.active_low = choice(active->value, {"high", "low"}) == "low";
      map_.ports[entry.key] = port;
    }
    for (const SlotPort& role : contract_.ports) {
      if (!role.required || map_.has(role.role)) continue;
      throw ConfigError(ports->value.place, fmt::format("`{}` is missing; expected the name of the {} with {}",
                                                        role.role, role.is_input ? "input" : "output", role.meaning));
    }
  }

  void read_ties() {
    const Entry* const ties = tree_.entry("tie");
    if (ties == nullptr) return;
    if (!ties->value.is_map()) fail_value(ties->value, "a map of inputs to values");
    for (const Entry& entry : ties->value.entries) {
      map_.ties.push_back(
          {entry.key, integer_between(entry.value, 0, ~std::uint64_t{0}), settings::to_string(entry.value.place)});
    }
  }

  void read_setting(const SlotSetting& setting) {
    const Entry* const entry = tree_.entry(setting.key);
    std::string& value = map_.settings[setting.key];
    if (entry == nullptr) {
      value = setting.fallback;
    } else if (setting.choices.empty()) {
      value = std::to_string(integer_between(entry->value, static_cast<std::uint64_t>(setting.minimum),
                                             static_cast<std::uint64_t>(setting.maximum)));
    } else {
      value = choice(entry->value, setting.choices);
    }
  }

  const Value& tree_;
  const SlotContract& contract_;
  cosim::PortMap map_;
};

}  // namespace

cosim::PortMap read_port_map(const std::string& text, const std::string& source, const std::string& slot) {
  Value tree = settings::read_yaml(text, source);
  settings::nest_dotted_keys(tree);
  return MapReader(tree, source, slot).read();
}

}  // namespace trenza::apps
