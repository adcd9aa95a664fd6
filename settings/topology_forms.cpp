#include "settings/topology_forms.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "settings/config_error.h"
#include "settings/schema.h"
#include "settings/typed_value.h"
#include "topologies/registry.h"

namespace trenza::settings {

namespace {

const char* const kKind = "kind";

/// The entry under another name.
Entry renamed(Entry entry, const std::string& name) {
  entry.key = name;
  return entry;
}

/// The size of every dimension: as many times n as d says.
Entry repeated_size(const Entry& size, const Value& dimensions) {
  constexpr std::uint64_t kMostDimensions = 6;
  Key count;
  count.minimum = 1;
  count.maximum = kMostDimensions;
  const auto times = std::get<std::uint64_t>(typed_value(count, dimensions));
  Entry sizes = renamed(size, "size");
  sizes.value.kind = Value::Kind::list;
  sizes.value.items.assign(times, size.value);
  return sizes;
}

/// `kind: NAME`, where the name was written.
Entry kind_entry(const std::string& name, const Place& place) {
  Entry entry;
  entry.key = kKind;
  entry.place = place;
  entry.value.kind = Value::Kind::scalar;
  entry.value.text = name;
  entry.value.place = place;
  return entry;
}

/// A map of the kind and what stood behind it: the parameters, the value of the main parameter, or nothing.
Value with_kind(const std::string& name, const Place& place, Value behind) {
  Value result;
  result.kind = Value::Kind::map;
  result.place = place;
  result.entries.push_back(kind_entry(name, place));
  if (behind.is_map()) {
    for (Entry& entry : behind.entries) result.entries.push_back(std::move(entry));
  } else if (behind.kind != Value::Kind::null) {
    const Place where = behind.place;
    result.entries.push_back({topologies::find_topology_kind(name)->main, where, std::move(behind)});
  }
  return result;
}

bool is_kind(const std::string& name) { return topologies::find_topology_kind(name) != nullptr; }

/// Throws if a key of `topology` does not exist but resembles the name of a kind.
void check_misspelt_kind(const Entry& entry) {
  const auto keys = names_in("topology");
  if (std::find(keys.begin(), keys.end(), entry.key) != keys.end() || !suggestion(entry.key, keys).empty()) return;
  std::vector<std::string> kinds;
  for (const auto& kind : topologies::topology_kinds()) kinds.push_back(kind.name);
  const std::string meant = suggestion(entry.key, kinds);
  if (!meant.empty()) throw ConfigError(entry.place, "is no kind of network" + meant);
}

}  // namespace

Value with_ibt_names(const Value& parameters) {
  if (!parameters.is_map()) return parameters;
  Value result = parameters;
  result.entries.clear();
  for (const Entry& entry : parameters.entries) {
    if (entry.key == "b") {
      result.entries.push_back(renamed(entry, "bypass"));
    } else if (entry.key == "m") {
      result.entries.push_back(renamed(entry, "bypass_dimensions"));
    } else if (entry.key != "n" && entry.key != "d") {
      result.entries.push_back(entry);
    }
  }
  const Entry* const size = parameters.entry("n");
  const Entry* const dimensions = parameters.entry("d");
  if (size == nullptr && dimensions == nullptr) return result;
  const Entry& given = size != nullptr ? *size : *dimensions;
  if (size == nullptr || dimensions == nullptr)
    throw ConfigError(given.place, "stands alone; expected both `n` and `d`, such as {n: 60, d: 3, b: [6, 24]}");
  if (parameters.entry("size") != nullptr)
    throw ConfigError(given.place, "stands next to `size`; expected either `size`, or `n` and `d`");
  result.entries.insert(result.entries.begin(), repeated_size(*size, dimensions->value));
  return result;
}

void to_keys(Value& topology) {
  if (topology.is_scalar() && !topology.quoted && is_kind(topology.text)) {
    topology = with_kind(topology.text, topology.place, Value());
  } else if (topology.is_map() && topology.entries.size() == 1) {
    if (is_kind(topology.entries[0].key)) {
      Entry entry = std::move(topology.entries[0]);
      topology = with_kind(entry.key, entry.place, std::move(entry.value));
    } else {
      check_misspelt_kind(topology.entries[0]);
    }
  }
  const Entry* const kind = topology.entry(kKind);
  if (kind != nullptr && kind->value.text == "ibt") topology = with_ibt_names(topology);
}

}  // namespace trenza::settings
