#include "topologies/registry.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "topologies/edit_distance.h"
#include "topologies/kinds.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string unknown_kind(const std::string& name) {
  std::vector<std::pair<std::size_t, std::string>> by_distance;
  for (const TopologyKind& kind : topology_kinds())
    by_distance.emplace_back(edit_distance(lower_case(name), kind.name), kind.name);
  std::stable_sort(by_distance.begin(), by_distance.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string near;
  std::string all;
  for (const auto& [distance, kind] : by_distance) {
    if (distance <= 2 && distance < kind.size()) near += (near.empty() ? "" : " or ") + kind;
  }
  for (const TopologyKind& kind : topology_kinds()) all += (all.empty() ? "" : ", ") + kind.name;
  return "unknown kind of network \"" + name + "\"" + (near.empty() ? "" : "; did you mean " + near + "?") +
         " (there are " + all + ")";
}

void check_parameters(const TopologyKind& kind, const TopologySpec& spec) {
  for (const std::string& key : kind.integers) {
    if (spec.integers.count(key) == 0) throw TopologyError(kind.name + " needs the parameter " + key);
  }
  for (const auto& [key, value] : spec.integers) {
    if (std::find(kind.integers.begin(), kind.integers.end(), key) == kind.integers.end()) {
      throw TopologyError(kind.name + " has no parameter " + key);
    }
  }
  if (kind.has_size && spec.size.empty()) throw TopologyError(kind.name + " needs size, for example size: [8, 4]");
  if (!kind.has_size && !spec.size.empty())
    throw TopologyError(kind.name + " has no parameter size: its size follows from its other parameters");
  if (!kind.has_twist && !spec.twist.empty()) {
    throw TopologyError(kind.name + " has no parameter twist; twists are free in the kind twisted_torus");
  }
}

}  // namespace

const std::vector<TopologyKind>& topology_kinds() {
  // clang-format off
  static const std::vector<TopologyKind> kKinds = {
      torus_kind(),
      twisted_torus_kind(),
      rt_kind(),
      rtt_kind(),
      pt_kind(),
      ptt_kind(),
      pdtt_kind(),
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

std::unique_ptr<Topology> make_topology(const TopologySpec& spec) {
  const TopologyKind* kind = find_topology_kind(spec.kind);
  if (kind == nullptr) throw TopologyError(unknown_kind(spec.kind));
  check_parameters(*kind, spec);
  return kind->make(spec);
}

}  // namespace trenza::topologies
