// From a SPEC to the kinds of topologies/registry.h.
#include <fmt/core.h>

#include <algorithm>

#include "settings/network_spec.h"
#include "settings/schema.h"
#include "settings/topology_forms.h"
#include "settings/typed_value.h"
#include "topologies/ibt/ibt_network.h"
#include "topologies/registry.h"
#include "topologies/topology_error.h"

namespace trenza::settings {

namespace {

using topologies::Parameter;
using topologies::ParameterType;
using topologies::ParameterValue;
using topologies::TopologyKind;
using topologies::TopologySpec;

const char* const kBypassKind = "ibt";

const TopologyKind& find_kind(const NetworkSpec& spec) {
  std::vector<std::string> names;
  for (const TopologyKind& kind : topologies::topology_kinds()) {
    if (kind.name == spec.kind) return kind;
    names.push_back(kind.name);
  }
  throw ConfigError(spec.place, fmt::format("`{}` is no kind of network; expected one of {}{}", spec.kind,
                                            listed(names), suggestion(spec.kind, names)));
}

/// One value where a list is expected: a list of one.
Value as_list(const Key& key, const Value& value) {
  const bool list = key.kind == KeyKind::integer_list || key.kind == KeyKind::booleans;
  if (!list || !value.is_scalar()) return value;
  Value result;
  result.kind = Value::Kind::list;
  result.place = value.place;
  result.items.push_back(value);
  return result;
}

ParameterValue value_of(const Parameter& parameter, const Value& value) {
  Key key =
      *find_key("topology." + parameter.name);  // of all kinds that have it; ranges and choices are those of this one
  if (parameter.type == ParameterType::integer) {
    key.minimum = static_cast<std::uint64_t>(parameter.minimum);
    key.maximum = static_cast<std::uint64_t>(parameter.maximum);
  }
  if (parameter.type == ParameterType::choice) key.choices = parameter.choices;
  const Typed typed = typed_value(key, as_list(key, value));
  switch (parameter.type) {
    case ParameterType::integer:
      return static_cast<int>(std::get<std::uint64_t>(typed));
    case ParameterType::integer_list:
      return std::get<std::vector<int>>(typed);
    case ParameterType::twists:
      return std::get<std::map<std::string, int>>(typed);
    case ParameterType::boolean_list:
      return std::get<std::vector<bool>>(typed);
    case ParameterType::text:
    case ParameterType::choice:
    case ParameterType::file:
      return std::get<std::string>(typed);
  }
  return 0;
}

void check_names(const TopologyKind& kind, const Value& parameters) {
  std::vector<std::string> names;
  for (const Parameter& parameter : kind.parameters) names.push_back(parameter.name);
  for (const Entry& entry : parameters.entries) {
    if (kind.parameter(entry.key) != nullptr) continue;
    throw ConfigError(entry.place, fmt::format("is no parameter of {}; expected {}{}", kind.name, listed(names),
                                               suggestion(entry.key, names)));
  }
}

TopologySpec topology_spec(const NetworkSpec& spec) {
  const TopologyKind& kind = find_kind(spec);
  const Value parameters = spec.kind == kBypassKind ? with_ibt_names(spec.parameters) : spec.parameters;
  TopologySpec result;
  result.kind = kind.name;
  if (!parameters.is_map()) {
    result.values[kind.main] = value_of(*kind.parameter(kind.main), parameters);
    return result;
  }
  check_names(kind, parameters);
  for (const Entry& entry : parameters.entries)
    result.values[entry.key] = value_of(*kind.parameter(entry.key), entry.value);
  return result;
}

}  // namespace

topologies::Network network_of(const NetworkSpec& spec) {
  const TopologySpec topology = topology_spec(spec);
  try {
    return topologies::make_network(topology);
  } catch (const topologies::TopologyError& error) {
    throw ConfigError(spec.place, error.what());
  }
}

std::vector<int> source_classes_of(const NetworkSpec& spec) {
  if (spec.kind != kBypassKind) return {};
  const TopologySpec topology = topologies::completed(topology_spec(spec));
  topologies::IbtSpec ibt;
  ibt.sizes = topology.integers("size");
  ibt.lengths = topology.integers("bypass");
  ibt.interlaced_dimensions = topology.integer("bypass_dimensions");
  ibt.wrap = topology.booleans("wrap");
  if (topology.text("placement") == "all") ibt.placement = topologies::BypassPlacement::all;
  return topologies::source_class_of(ibt);
}

}  // namespace trenza::settings
