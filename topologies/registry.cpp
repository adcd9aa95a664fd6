#include "topologies/registry.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "topologies/kinds.h"
#include "topologies/nearest_name.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string unknown_kind(const std::string& name) {
  std::vector<std::pair<int, std::string>> by_distance;
  for (const TopologyKind& kind : topology_kinds())
    by_distance.emplace_back(edit_distance(lower_case(name), kind.name), kind.name);
  std::stable_sort(by_distance.begin(), by_distance.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string near;
  std::string all;
  for (const auto& [distance, kind] : by_distance) {
    if (distance <= 2 && distance < static_cast<int>(kind.size())) near += (near.empty() ? "" : " or ") + kind;
  }
  for (const TopologyKind& kind : topology_kinds()) all += (all.empty() ? "" : ", ") + kind.name;
  return "unknown kind of network \"" + name + "\"" + (near.empty() ? "" : "; did you mean " + near + "?") +
         " (there are " + all + ")";
}

const TopologyKind& kind_of(const TopologySpec& spec) {
  const TopologyKind* const kind = find_topology_kind(spec.kind);
  if (kind == nullptr) throw TopologyError(unknown_kind(spec.kind));
  return *kind;
}

std::string foreign_parameter(const TopologyKind& kind, const std::string& name) {
  std::string text = kind.name + " has no parameter " + name;
  if (name == "twist") return text + "; twists are free in the kind twisted_torus";
  std::string all;
  for (const Parameter& parameter : kind.parameters) all += (all.empty() ? "" : ", ") + parameter.name;
  return text + " (it has " + all + ")";
}

void check_range(const TopologyKind& kind, const Parameter& parameter, int value) {
  if (value >= parameter.minimum && value <= parameter.maximum) return;
  const bool low = value < parameter.minimum;
  throw TopologyError(kind.name + ": " + parameter.name + " is " + std::to_string(value) + "; it must be at " +
                          (low ? "least " : "most ") + std::to_string(low ? parameter.minimum : parameter.maximum),
                      parameter.name);
}

void check_value(const TopologyKind& kind, const Parameter& parameter, const ParameterValue& value) {
  if (!is_of_type(value, parameter.type))
    throw TopologyError(kind.name + ": " + parameter.name + " must be " + type_words(parameter.type), parameter.name);
  if (const int* const integer = std::get_if<int>(&value)) check_range(kind, parameter, *integer);
  if (const auto* const list = std::get_if<std::vector<int>>(&value)) {
    for (const int each : *list) check_range(kind, parameter, each);
    if (parameter.required && list->empty())
      throw TopologyError(kind.name + " needs " + parameter.name + ", for example " + parameter.name + ": [8, 4]",
                          parameter.name);
  }
  if (parameter.type != ParameterType::choice) return;
  const auto& text = std::get<std::string>(value);
  if (std::find(parameter.choices.begin(), parameter.choices.end(), text) != parameter.choices.end()) return;
  std::string all;
  for (const std::string& each : parameter.choices) all += (all.empty() ? "" : ", ") + each;
  throw TopologyError(kind.name + ": " + parameter.name + " is \"" + text + "\"; it must be one of " + all,
                      parameter.name);
}

}  // namespace

const std::vector<TopologyKind>& topology_kinds() {
  // clang-format off
  static const std::vector<TopologyKind> kKinds = {
      torus_kind(),
      twisted_torus_kind(),
      mesh_kind(),
      unidirectional_torus_kind(),
      hypercube_kind(),
      rt_kind(),
      rtt_kind(),
      pt_kind(),
      ptt_kind(),
      pdtt_kind(),
      bcc_kind(),
      tpu_kind(),
      bluegene_l_kind(),
      bluegene_q_kind(),
      gordon_kind(),
      tofu_kind(),
      ibt_kind(),
      custom_kind(),
      de_bruijn_kind(),
      barrel_shifter_kind(),
      rdt_kind(),
  };
  // clang-format on
  return kKinds;
}

const TopologyKind* find_topology_kind(const std::string& name) {
  for (const TopologyKind& kind : topology_kinds()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

TopologySpec completed(const TopologySpec& spec) {
  const TopologyKind& kind = kind_of(spec);
  for (const auto& [name, value] : spec.values) {
    const Parameter* const parameter = kind.parameter(name);
    if (parameter == nullptr) throw TopologyError(foreign_parameter(kind, name), name);
    check_value(kind, *parameter, value);
  }
  TopologySpec full = spec;
  for (const Parameter& parameter : kind.parameters) {
    if (full.has(parameter.name)) continue;
    if (parameter.required)
      throw TopologyError(kind.name + " needs the parameter " + parameter.name + ", " + type_words(parameter.type),
                          parameter.name);
    full.values[parameter.name] = parameter.fallback;
  }
  return full;
}

std::unique_ptr<Topology> make_topology(const TopologySpec& spec) { return kind_of(spec).make(completed(spec)); }

Network make_network(const TopologySpec& spec) { return kind_of(spec).network(completed(spec)); }

}  // namespace trenza::topologies
