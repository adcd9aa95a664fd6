#include "settings/schema.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "microarch/parameters.h"
#include "settings/config_error.h"
#include "settings/decimal.h"
#include "settings/schema_rows.h"
#include "topologies/registry.h"

namespace trenza::settings {

Key other(std::string path, KeyKind kind, std::string fallback_words, std::string summary) {
  Key key;
  key.path = std::move(path);
  key.kind = kind;
  key.fallback_words = std::move(fallback_words);
  key.summary = std::move(summary);
  return key;
}

Key when(Condition condition, Key key) {
  key.condition = std::move(condition);
  return key;
}

Key integer(std::string path, std::uint64_t minimum, std::uint64_t maximum, std::string fallback, std::string unit,
            std::string summary) {
  Key key;
  key.path = std::move(path);
  key.kind = KeyKind::integer;
  key.minimum = minimum;
  key.maximum = maximum;
  key.fallback = std::move(fallback);
  key.unit = std::move(unit);
  key.summary = std::move(summary);
  return key;
}

Key decimal(std::string path, std::uint64_t minimum, std::uint64_t maximum, int decimals, std::string fallback,
            std::string unit, std::string summary) {
  Key key = integer(std::move(path), minimum, maximum, std::move(fallback), std::move(unit), std::move(summary));
  key.kind = KeyKind::decimal;
  key.decimals = decimals;
  return key;
}

Key choice(std::string path, std::vector<std::string> choices, std::string fallback, std::string summary) {
  Key key;
  key.path = std::move(path);
  key.kind = KeyKind::choice;
  key.choices = std::move(choices);
  key.fallback = std::move(fallback);
  key.summary = std::move(summary);
  return key;
}

Key of(std::string_view switching, Key key) {
  key.switching = switching;
  return key;
}

Condition either(Condition one, const Condition& other) {
  one.words = fmt::format("{}, or {}", one.words, other.words);
  one.alternatives.push_back(other);
  return one;
}

Condition with(const std::string& selector, std::vector<std::string> values) {
  const std::string name = selector.substr(selector.rfind('.') + 1);
  const std::string words = name + " " + listed(values);
  return {selector, true, std::move(values), words};
}

namespace {

constexpr std::uint64_t kAnyInteger = std::numeric_limits<std::uint64_t>::max();

/// The key of a parameter of kinds of networks. Ranges of integers are wide: a kind says itself what it cannot be.
Key network_key(const topologies::Parameter& parameter) {
  using topologies::ParameterType;
  const std::string path = "topology." + parameter.name;
  const bool fixed = parameter.required;
  switch (parameter.type) {
    case ParameterType::integer: {
      const auto least = static_cast<std::uint64_t>(std::min(1, parameter.minimum));
      const std::string fallback = fixed ? "" : std::to_string(std::get<int>(parameter.fallback));
      return integer(path, least, kMostMagnitude, fallback, "", parameter.summary);
    }
    case ParameterType::choice:
      return choice(path, parameter.choices, fixed ? "" : std::get<std::string>(parameter.fallback), parameter.summary);
    case ParameterType::integer_list: {
      Key key = other(path, KeyKind::integer_list, fixed ? "" : parameter.fallback_words, parameter.summary);
      key.minimum = static_cast<std::uint64_t>(parameter.minimum);
      key.maximum = kMostMagnitude;
      return key;
    }
    case ParameterType::twists: {
      Key key = other(path, KeyKind::twists, fixed ? "" : parameter.fallback_words, parameter.summary);
      key.maximum = kMostMagnitude;
      return key;
    }
    case ParameterType::boolean_list:
      return other(path, KeyKind::booleans, fixed ? "" : parameter.fallback_words, parameter.summary);
    case ParameterType::text:
      return other(path, KeyKind::text, fixed ? "" : parameter.fallback_words, parameter.summary);
    case ParameterType::file:
      return other(path, KeyKind::text, "", parameter.summary + ", relative to the configuration");
  }
  return {};
}

/// One key for each name of a parameter, whatever kinds have it.
void add_topology(std::vector<Key>& keys) {
  std::vector<std::string> kinds;
  std::vector<const topologies::Parameter*> parameters;
  std::map<std::string, std::vector<std::string>> users;
  std::string summary = "network:";
  for (const auto& kind : topologies::topology_kinds()) {
    kinds.push_back(kind.name);
    summary += fmt::format(" `{}` {};", kind.name, kind.summary);
    for (const auto& parameter : kind.parameters) {
      if (users[parameter.name].empty()) parameters.push_back(&parameter);
      users[parameter.name].push_back(kind.name);
    }
  }
  summary.pop_back();
  keys.push_back(choice("topology.kind", kinds, "", summary));
  for (const auto* const parameter : parameters)
    keys.push_back(when(with("topology.kind", users[parameter->name]), network_key(*parameter)));
}

/// The delays of links. In the first machine a hop has a register at least.
void add_link_delays(std::vector<Key>& keys) {
  constexpr std::uint64_t kMostDelay = 255;
  const std::vector<std::pair<std::string_view, std::uint64_t>> least_of = {
      {microarch::VirtualCutThrough::kInfo.name, 1}, {microarch::Wormhole::kInfo.name, 0}};
  for (const auto& [switching, least] : least_of) {
    keys.push_back(of(switching, integer("link.delay", least, kMostDelay, std::to_string(least), "cycles",
                                         "from the crossbar to the next buffer")));
  }
  for (const auto& [switching, least] : least_of) {
    Key by_dimension = other("link.dimension_delay", KeyKind::integer_list, "`delay` for all",
                             "delay of the links of each dimension in cycles, x first");
    by_dimension.minimum = least;
    by_dimension.maximum = kMostDelay;
    keys.push_back(of(switching, by_dimension));
  }
  for (const auto& [switching, least] : least_of) {
    Key bypass = integer("link.bypass_delay", least, kMostDelay, "", "cycles", "delay of links that leave out nodes");
    bypass.fallback_words = "`delay`, or that of their dimension";
    keys.push_back(of(switching, bypass));
  }
}

void add_link(std::vector<Key>& keys) {
  add_link_delays(keys);
  keys.push_back(integer("link.phit_bytes", 1, 1024, "4", "bytes", "width of a link; one flit is one phit"));
  keys.push_back(decimal("link.gigabits_per_second", kBillion / 1000, 8000 * kBillion, 3, "1", "Gb/s",
                         "speed of a link in one direction; with `phit_bytes` it sets the length of a cycle"));
}

void add_run(std::vector<Key>& keys) {
  Key mapping =
      other("mapping", KeyKind::mapping, "",
            "process to node: `id` (process n on node n), functions joined by `.` such as `f_d . f_v(2)`, or a file "
            "with a line `process node` for each process, relative to the configuration");
  mapping.fallback = "id";
  mapping.minimum = 1;
  mapping.maximum = kMostMagnitude;
  keys.push_back(mapping);
  keys.push_back(integer("run.cycles", 1, kMostCycles, "", "cycles",
                         "cycles to simulate; traces, and arrival `at_start`: stop there if they have not ended"));
  keys.back().fallback_words = "20000; traces: until the trace ends";
  Key warmup = other("run.warmup", KeyKind::auto_or_cycles, "",
                     "cycles left out of all averages; `auto` finds them by the rule MSER-5");
  warmup.fallback = "auto";
  warmup.maximum = kMostCycles;
  warmup.unit = "cycles";
  keys.push_back(warmup);
  keys.push_back(integer("run.seed", 0, kAnyInteger, "1", "", "seed of every random choice"));
  keys.push_back(integer("run.watchdog", 1, kMostCycles, "1000", "cycles",
                         "look for a deadlock when a packet has not moved for so long"));
  Key view = choice(
      "run.view", {"tlm", "pin"}, "",
      "`tlm`: packet by packet; `pin`: clocked SystemC modules. The results are the same; with `tlm`, waves come "
      "from a pin view apart, of the cycles of their window");
  view.optional = true;
  view.fallback_words = "`tlm`; with `rtl`, and with `waves` of no end: `pin`";
  keys.push_back(view);
}

std::vector<Key> make_keys() {
  std::vector<Key> keys;
  keys.push_back(other("name", KeyKind::text, "the name of the file",
                       "name of the experiment: letters, digits and `_ . + -`; required in `runs`"));
  add_topology(keys);
  add_router_keys(keys);
  add_link(keys);
  add_traffic_keys(keys);
  add_run(keys);
  add_measure_keys(keys);
  add_record_keys(keys);
  add_pin_keys(keys);
  return keys;
}

const std::set<std::string>& sections() {
  static const std::set<std::string> all = [] {
    std::set<std::string> paths{""};
    for (const Key& key : keys()) {
      for (auto dot = key.path.find('.'); dot != std::string::npos; dot = key.path.find('.', dot + 1))
        paths.insert(key.path.substr(0, dot));
    }
    return paths;
  }();
  return all;
}

}  // namespace

const std::vector<Key>& keys() {
  static const std::vector<Key> all = make_keys();
  return all;
}

const Key* find_key(const std::string& path) {
  const auto found = std::find_if(keys().begin(), keys().end(), [&](const Key& key) { return key.path == path; });
  return found == keys().end() ? nullptr : &*found;
}

const Key* find_key(const std::string& path, const std::string& switching) {
  const auto found = std::find_if(keys().begin(), keys().end(), [&](const Key& key) {
    return key.path == path && (key.switching.empty() || key.switching == switching);
  });
  return found == keys().end() ? nullptr : &*found;
}

bool is_section(const std::string& path) { return sections().count(path) > 0; }

std::vector<std::string> names_in(const std::string& section, const std::string& switching) {
  const std::string start = section.empty() ? "" : section + ".";
  std::vector<std::string> names;
  for (const Key& key : keys()) {
    if (key.path.compare(0, start.size(), start) != 0) continue;
    if (!switching.empty() && !key.switching.empty() && key.switching != switching) continue;
    const std::string name = key.path.substr(start.size(), key.path.find('.', start.size()) - start.size());
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace trenza::settings
