// The networks of a SPEC as wiring.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "config/network_spec.h"
#include "config/schema.h"
#include "config/typed_value.h"
#include "topologies/ibt/ibt_network.h"
#include "topologies/peers/barrel_shifter.h"
#include "topologies/peers/de_bruijn.h"
#include "topologies/peers/hypercube.h"
#include "topologies/peers/rdt.h"
#include "topologies/topology_error.h"
#include "topologies/torus_network.h"

namespace trenza::config {

namespace {

using topologies::Network;
using topologies::Twist;

constexpr std::uint64_t kMostMagnitude = 1'000'000;
const std::string kDimensionLetters = "xyzwvu";

struct Parameter {
  std::string name;
  KeyKind kind = KeyKind::integer;
  bool required = true;
};

/// The parameters of a SPEC by name.
using Values = std::map<std::string, Typed>;

struct Kind {
  std::string name;
  std::vector<Parameter> parameters;  ///< the first one is that of the short form
  std::function<Network(const Values&)> build;
};

int integer_of(const Values& values, const std::string& name) {
  return static_cast<int>(std::get<std::uint64_t>(values.at(name)));
}

std::vector<Twist> twists_of(const Values& values) {
  std::vector<Twist> twists;
  if (values.count("twist") == 0) return twists;
  for (const auto& [name, amount] : std::get<std::map<std::string, int>>(values.at("twist"))) {
    const auto of = name.size() == 2 ? kDimensionLetters.find(name[0]) : std::string::npos;
    const auto over = name.size() == 2 ? kDimensionLetters.find(name[1]) : std::string::npos;
    if (of == std::string::npos || over == std::string::npos) {
      throw topologies::TopologyError(fmt::format(
          "twist `{}` does not name two dimensions; expected such as yx: 3, the wraparound of y adds 3 to x", name));
    }
    twists.push_back({static_cast<int>(of), static_cast<int>(over), amount});
  }
  return twists;
}

std::string torus_name(const std::string& kind, const std::vector<int>& sizes, const std::vector<Twist>& twists) {
  std::string text;
  for (const int size : sizes) text += fmt::format("{}{}", text.empty() ? "" : "x", size);
  for (const Twist& twist : twists)
    text += fmt::format(", {}{}={}", kDimensionLetters[static_cast<std::size_t>(twist.of)],
                        kDimensionLetters[static_cast<std::size_t>(twist.over)], twist.amount);
  return fmt::format("{}({})", kind, text);
}

Kind torus(const std::string& name, bool twisted) {
  std::vector<Parameter> parameters{{"size", KeyKind::integer_list}};
  if (twisted) parameters.push_back({"twist", KeyKind::twists, false});
  return {name, parameters, [name](const Values& values) {
            const auto& sizes = std::get<std::vector<int>>(values.at("size"));
            const std::vector<Twist> twists = twists_of(values);
            return topologies::torus_network(torus_name(name, sizes, twists), sizes, twists);
          }};
}

/// 2a x a x ..., the wraparounds of the dimensions in `twisted` add a to x.
Kind preset(const std::string& name, std::size_t dimensions, const std::vector<int>& twisted) {
  return {name, {{"a"}}, [name, dimensions, twisted](const Values& values) {
            const int a = integer_of(values, "a");
            std::vector<int> sizes(dimensions, a);
            sizes[0] = 2 * a;
            std::vector<Twist> twists;
            for (const int dimension : twisted) twists.push_back({dimension, 0, a});
            return topologies::torus_network(fmt::format("{}({})", name, a), sizes, twists);
          }};
}

Network mesh(const Values& values) {
  const auto& sizes = std::get<std::vector<int>>(values.at("size"));
  return topologies::torus_network(torus_name("mesh", sizes, {}), sizes, {}, std::vector<bool>(sizes.size(), false));
}

/// {n, d, b}, the symmetric one, or {size, b} with `m` bypass dimensions.
Network ibt(const Values& values) {
  topologies::IbtSpec spec;
  if (values.count("b") > 0) spec.lengths = std::get<std::vector<int>>(values.at("b"));
  const bool symmetric = values.count("n") > 0 && values.count("d") > 0;
  if (symmetric == (values.count("size") > 0) || values.count("n") != values.count("d"))
    throw topologies::TopologyError("ibt needs either `n` and `d`, such as {n: 60, d: 3, b: [6, 24]}, or `size`");
  if (symmetric) {
    constexpr int kMostDimensions = 6;
    const int dimensions = integer_of(values, "d");
    if (dimensions > kMostDimensions)
      throw topologies::TopologyError(
          fmt::format("ibt: {} dimensions; expected at most {}", dimensions, kMostDimensions));
    spec.sizes.assign(static_cast<std::size_t>(dimensions), integer_of(values, "n"));
  } else {
    spec.sizes = std::get<std::vector<int>>(values.at("size"));
  }
  if (values.count("m") > 0) spec.interlaced_dimensions = integer_of(values, "m");
  if (values.count("all") > 0 && std::get<bool>(values.at("all"))) spec.placement = topologies::BypassPlacement::all;
  return topologies::ibt_network(spec);
}

Kind one_integer(const std::string& name, const std::string& parameter, Network (*build)(int)) {
  return {
      name, {{parameter}}, [parameter, build](const Values& values) { return build(integer_of(values, parameter)); }};
}

std::vector<Kind> bypass_and_peers() {
  const Kind de_bruijn{"de_bruijn", {{"k"}, {"n"}}, [](const Values& values) {
                         return topologies::de_bruijn(integer_of(values, "k"), integer_of(values, "n"));
                       }};
  const Kind bypass{"ibt",
                    {{"n", KeyKind::integer, false},
                     {"d", KeyKind::integer, false},
                     {"b", KeyKind::integer_list, false},
                     {"size", KeyKind::integer_list, false},
                     {"m", KeyKind::integer, false},
                     {"all", KeyKind::boolean, false}},
                    ibt};
  return {{"mesh", {{"size", KeyKind::integer_list}}, mesh},
          bypass,
          one_integer("hypercube", "n", topologies::hypercube),
          de_bruijn,
          one_integer("barrel_shifter", "n", topologies::barrel_shifter),
          one_integer("rdt", "size", [](int size) { return topologies::rdt(size); })};
}

const std::vector<Kind>& all_kinds() {
  static const std::vector<Kind> kinds = [] {
    std::vector<Kind> all{torus("torus", false),    torus("twisted_torus", true), preset("rt", 2, {}),
                          preset("rtt", 2, {1}),    preset("pt", 3, {}),          preset("ptt", 3, {1}),
                          preset("pdtt", 3, {1, 2})};
    for (Kind& kind : bypass_and_peers()) all.push_back(std::move(kind));
    return all;
  }();
  return kinds;
}

const Kind& find_kind(const NetworkSpec& spec) {
  std::vector<std::string> names;
  for (const Kind& kind : all_kinds()) {
    if (kind.name == spec.kind) return kind;
    names.push_back(kind.name);
  }
  throw ConfigError(spec.place, fmt::format("`{}` is no kind of network; expected one of {}{}", spec.kind,
                                            listed(names), suggestion(spec.kind, names)));
}

Key key_of(const Parameter& parameter) {
  Key key;
  key.path = parameter.name;
  key.kind = parameter.kind;
  key.minimum = 1;
  key.maximum = kMostMagnitude;
  return key;
}

std::vector<std::string> names_of(const Kind& kind) {
  std::vector<std::string> names;
  for (const Parameter& parameter : kind.parameters) names.push_back(parameter.name);
  return names;
}

/// One integer where a list is expected: a list of one.
Value as_list(const Parameter& parameter, const Value& value) {
  if (parameter.kind != KeyKind::integer_list || !value.is_scalar()) return value;
  Value list;
  list.kind = Value::Kind::list;
  list.place = value.place;
  list.items.push_back(value);
  return list;
}

Values values_of(const Kind& kind, const NetworkSpec& spec) {
  Values values;
  if (!spec.parameters.is_map()) {
    values[kind.parameters[0].name] =
        typed_value(key_of(kind.parameters[0]), as_list(kind.parameters[0], spec.parameters));
    return values;
  }
  for (const Entry& entry : spec.parameters.entries) {
    const std::vector<std::string> names = names_of(kind);
    if (std::find(names.begin(), names.end(), entry.key) == names.end()) {
      throw ConfigError(entry.place, fmt::format("is no parameter of {}; expected {}{}", kind.name, listed(names),
                                                 suggestion(entry.key, names)));
    }
  }
  for (const Parameter& parameter : kind.parameters) {
    const Entry* const entry = spec.parameters.entry(parameter.name);
    if (entry != nullptr) {
      values[parameter.name] = typed_value(key_of(parameter), as_list(parameter, entry->value));
    } else if (parameter.required) {
      throw ConfigError(spec.place, fmt::format("{} needs `{}`; expected {}", kind.name, parameter.name,
                                                expectation(key_of(parameter))));
    }
  }
  return values;
}

}  // namespace

Network network_of(const NetworkSpec& spec) {
  const Kind& kind = find_kind(spec);
  const Values values = values_of(kind, spec);
  try {
    return kind.build(values);
  } catch (const topologies::TopologyError& error) {
    throw ConfigError(spec.place, error.what());
  }
}

}  // namespace trenza::config
