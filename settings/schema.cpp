#include "settings/schema.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "microarch/parameters.h"
#include "settings/config_error.h"
#include "settings/decimal.h"
#include "settings/schema_rows.h"
#include "testbench/collectives/algorithm.h"
#include "testbench/experiment.h"
#include "testbench/traffic/part_kinds.h"
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

Key choice(std::string path, std::vector<std::string> choices, std::string fallback, std::string summary) {
  Key key;
  key.path = std::move(path);
  key.kind = KeyKind::choice;
  key.choices = std::move(choices);
  key.fallback = std::move(fallback);
  key.summary = std::move(summary);
  return key;
}

Condition with(const std::string& selector, std::vector<std::string> values) {
  const std::string name = selector.substr(selector.rfind('.') + 1);
  const std::string words = name + " " + listed(values);
  return {selector, true, std::move(values), words};
}

namespace {

constexpr std::uint64_t kAnyInteger = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostCycles = 1'000'000'000'000;
constexpr std::uint64_t kMostMagnitude = 1'000'000;
constexpr std::uint64_t kMostLoad = 64;  // eight times what the widest network interface can take

/// `minimum` and `maximum` in parts per 10^9.
Key decimal(std::string path, std::uint64_t minimum, std::uint64_t maximum, int decimals, std::string fallback,
            std::string unit, std::string summary) {
  Key key = integer(std::move(path), minimum, maximum, std::move(fallback), std::move(unit), std::move(summary));
  key.kind = KeyKind::decimal;
  key.decimals = decimals;
  return key;
}

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

void add_link(std::vector<Key>& keys) {
  constexpr std::uint64_t kMostDelay = 255;
  keys.push_back(integer("link.delay", 1, kMostDelay, "1", "cycles", "from the crossbar to the next buffer"));
  Key by_dimension = other("link.dimension_delay", KeyKind::integer_list, "`delay` for all",
                           "delay of the links of each dimension in cycles, x first");
  by_dimension.minimum = 1;
  by_dimension.maximum = kMostDelay;
  keys.push_back(by_dimension);
  keys.push_back(integer("link.bypass_delay", 1, kMostDelay, "", "cycles", "delay of links that leave out nodes"));
  keys.back().fallback_words = "`delay`, or that of their dimension";
  keys.push_back(integer("link.phit_bytes", 1, 1024, "4", "bytes", "width of a link; one flit is one phit"));
  keys.push_back(decimal("link.gigabits_per_second", kBillion / 1000, 8000 * kBillion, 3, "1", "Gb/s",
                         "speed of a link in one direction; with `phit_bytes` it sets the length of a cycle"));
}

std::vector<std::string> names_of(const std::vector<testbench::PartKind>& kinds) {
  std::vector<std::string> names;
  for (const auto& kind : kinds) names.push_back(kind.name);
  return names;
}

std::string summaries_of(const std::string& start, const std::vector<testbench::PartKind>& kinds) {
  std::string text = start;
  for (const auto& kind : kinds) text += fmt::format(" `{}` {};", kind.name, kind.summary);
  text.pop_back();
  return text;
}

constexpr const char* kAtStart = "at_start";

/// Arrivals that have a rate and no end.
std::vector<std::string> open_ended_arrivals() {
  std::vector<std::string> names = names_of(testbench::arrival_kinds());
  names.erase(std::remove(names.begin(), names.end(), kAtStart), names.end());
  return names;
}

void add_synthetic(std::vector<Key>& keys) {
  constexpr auto kFlits = static_cast<std::uint64_t>(microarch::kMaxPacketFlits);
  const Condition synthetic{"traffic.trace", false, {}, "synthetic traffic"};
  keys.push_back(when(synthetic, choice("traffic.pattern", names_of(testbench::pattern_kinds()), "",
                                        summaries_of("destinations:", testbench::pattern_kinds()))));
  keys.push_back(when(with("traffic.pattern", {"local_global"}),
                      decimal("traffic.alpha", 0, kBillion, 9, "", "",
                              "share of the packets that go to a neighbour; the rest is uniform")));
  Key spots = other("traffic.hot_spots", KeyKind::integer_list, "", "nodes that get more than their share");
  spots.maximum = (1U << 24U) - 2;
  keys.push_back(when(with("traffic.pattern", {"hot_spot"}), spots));
  keys.push_back(when(with("traffic.pattern", {"hot_spot"}),
                      decimal("traffic.hot_share", 0, kBillion, 9, "", "",
                              "share of the packets that go to a hot spot; the rest is uniform")));
  Key destinations =
      other("traffic.destinations", KeyKind::integer_list, "", "the process that process 0, 1, ... sends to");
  destinations.maximum = (1U << 24U) - 2;
  keys.push_back(when(with("traffic.pattern", {"permutation"}), destinations));
  keys.push_back(when(synthetic, choice("traffic.arrival", names_of(testbench::arrival_kinds()), "bernoulli",
                                        summaries_of("when packets are created:", testbench::arrival_kinds()))));
  keys.push_back(when(with("traffic.arrival", {"on_off"}),
                      integer("traffic.on_cycles", 1, 1'000'000'000, "100", "cycles", "mean length of a burst")));
  keys.push_back(when(with("traffic.arrival", {"on_off"}),
                      integer("traffic.off_cycles", 1, 1'000'000'000, "100", "cycles", "mean gap between bursts")));
  keys.push_back(when(with("traffic.arrival", open_ended_arrivals()),
                      decimal("traffic.load", 1, kMostLoad * kBillion, 9, "", "phits/cycle/node", "offered load")));
  Key packets = integer("traffic.packets", 1, 1'000'000'000, "", "packets",
                        "of each process; without it one for each other process");
  packets.optional = true;
  keys.push_back(when(with("traffic.arrival", {kAtStart}), packets));
  Key lengths = other(
      "traffic.packet_flits", KeyKind::lengths, "",
      "length of the packets, header included; a list `[{flits: 1, weight: 3}, {flits: 16, weight: 1}]` mixes lengths");
  lengths.fallback = "16";
  lengths.minimum = 1;
  lengths.maximum = kFlits;
  lengths.unit = "flits";
  keys.push_back(when(synthetic, lengths));
  Key replies = integer("traffic.reply_flits", 1, kFlits, "", "flits",
                        "each packet is answered on its arrival by one of so many flits of the second message class; "
                        "needs `message_classes: 2`");
  replies.fallback_words = "no replies";
  replies.optional = true;
  keys.push_back(when(synthetic, replies));
}

void add_trace(std::vector<Key>& keys) {
  const Condition trace{"traffic.trace", true, {}, "traffic from a trace"};
  keys.push_back(when(trace, decimal("traffic.processor_ghz", kBillion / 1000, kMostMagnitude * kBillion, 3, "2", "GHz",
                                     "clock of the processors; the times in a trace are of 2 GHz")));
  keys.push_back(when(trace, decimal("traffic.computation", 0, kMostMagnitude * kBillion, 9, "1", "",
                                     "factor on all computation times")));
  keys.push_back(
      when(trace, choice("traffic.last_packet", {"short", "padded"}, "short",
                         "length of the last packet of a message: as long as its bytes need, or `max_packet_flits`")));
  keys.push_back(when(trace, decimal("traffic.send_overhead_ns", 0, kBillion * kBillion, 3, "0", "ns",
                                     "time a process spends in every send")));
  keys.push_back(when(trace, decimal("traffic.receive_overhead_ns", 0, kBillion * kBillion, 3, "0", "ns",
                                     "time a process spends in every receive")));
}

/// The algorithms of the collectives of a trace.
void add_collectives(std::vector<Key>& keys) {
  const Condition trace{"traffic.trace", true, {}, "traffic from a trace"};
  for (const testbench::CollectiveFacts& facts : testbench::collective_kinds()) {
    std::vector<std::string> names = testbench::algorithms_of(facts.kind);
    names.insert(names.begin(), "usual");
    Key key = choice(fmt::format("traffic.collectives.{}", facts.name), names, "",
                     fmt::format("algorithm of `{}`: {}", facts.keyword, facts.summary));
    key.optional = true;
    key.fallback_words = "`usual`: what a common MPI library takes for the size and the number of members";
    keys.push_back(when(trace, key));
  }
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
  Key trace = other("traffic.trace", KeyKind::text, "",
                    "file of a GOAL trace, plain or .zst, relative to the configuration; this or `pattern`");
  trace.optional = true;
  keys.push_back(trace);
  add_synthetic(keys);
  add_trace(keys);
  add_collectives(keys);
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

bool is_section(const std::string& path) { return sections().count(path) > 0; }

std::vector<std::string> names_in(const std::string& section) {
  const std::string start = section.empty() ? "" : section + ".";
  std::vector<std::string> names;
  for (const Key& key : keys()) {
    if (key.path.compare(0, start.size(), start) != 0) continue;
    const std::string name = key.path.substr(start.size(), key.path.find('.', start.size()) - start.size());
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace trenza::settings
