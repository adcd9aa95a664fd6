#include "settings/network_spec.h"

#include <fmt/core.h>

#include "settings/dotted_keys.h"
#include "settings/yaml_reader.h"

namespace trenza::settings {

namespace {

const char* const kForm = "expected KIND: {PARAMETERS}, such as 'rtt: {a: 7}'";

/// {kind: rtt, a: 7} as KIND: {a: 7}.
NetworkSpec from_configuration_form(Value tree) {
  const Entry* const kind = tree.entry("kind");
  if (!kind->value.is_scalar() || kind->value.text.empty())
    throw ConfigError(kind->value.place, fmt::format("is {}; expected the name of a kind", kind->value.description()));
  NetworkSpec spec{kind->value.text, kind->value.place, {}};
  tree.erase("kind");
  spec.parameters = std::move(tree);
  return spec;
}

}  // namespace

NetworkSpec read_network_spec(const std::string& text, const std::string& source) {
  Value tree = read_yaml(text, source);
  nest_dotted_keys(tree);
  if (tree.kind == Value::Kind::null) throw ConfigError(tree.place, fmt::format("is empty; {}", kForm));
  if (tree.is_scalar()) {  // a kind without parameters, or a forgotten blank
    if (tree.text.find_first_of("{}:,()") != std::string::npos)
      throw ConfigError(tree.place, fmt::format("`{}` is one word; {}", tree.text, kForm));
    NetworkSpec spec{tree.text, tree.place, {}};
    spec.parameters.kind = Value::Kind::map;
    spec.parameters.place = tree.place;
    return spec;
  }
  if (!tree.is_map()) throw ConfigError(tree.place, fmt::format("is {}; {}", tree.description(), kForm));
  if (tree.entry("kind") != nullptr) return from_configuration_form(std::move(tree));
  if (tree.entries.size() != 1) {
    const Place place = tree.entries.size() > 1 ? tree.entries[1].place : tree.place;
    throw ConfigError(place, fmt::format("{} kinds of network; {}", tree.entries.size(), kForm));
  }
  Entry entry = std::move(tree.entries[0]);
  if (entry.key.find_first_of("{}:,()") != std::string::npos)
    throw ConfigError(entry.place, fmt::format("`{}` is one word; {}", entry.key, kForm));
  entry.place.path.clear();
  if (entry.value.kind == Value::Kind::null) entry.value.kind = Value::Kind::map;
  return {entry.key, entry.place, std::move(entry.value)};
}

topologies::Network network_of(const std::string& text, const std::string& source) {
  return network_of(read_network_spec(text, source));
}

}  // namespace trenza::settings
