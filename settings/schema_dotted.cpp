#include "settings/schema_dotted.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace trenza::settings {

namespace {

using Json = nlohmann::ordered_json;

/// Each form of a value that is a map of named keys.
template <typename Action>
void for_each_map(Json& schema, const Action& action) {
  if (!schema.is_object()) return;
  if (schema.contains("properties")) action(schema);
  for (const char* const word : {"anyOf", "oneOf"}) {
    if (!schema.contains(word)) continue;
    for (Json& form : schema[word]) for_each_map(form, action);
  }
}

/// The keys of one form of the value of `name`, for the map around it.
void add_from_below(const std::string& name, Json& below, Json& dotted, Json& patterns) {
  for (const auto& [key, form] : below["properties"].items()) dotted[fmt::format("{}.{}", name, key)] = form;
  if (!below.contains("patternProperties")) return;
  for (const auto& [pattern, form] : below["patternProperties"].items())
    patterns[fmt::format("^{}\\.{}", name, pattern.substr(1))] = form;
}

}  // namespace

Json without_dots(Json rules) {
  const Json none = {{"patternProperties", {{"\\.", false}}}};
  return {{"if", none}, {"then", std::move(rules)}};
}

void add_dotted_keys(Json& schema) {
  for_each_map(schema, [](Json& map) {
    Json dotted = Json::object();
    Json patterns = Json::object();
    for (auto& [name, value] : map["properties"].items()) {
      add_dotted_keys(value);
      const std::string& outer = name;
      for_each_map(value, [&](Json& below) { add_from_below(outer, below, dotted, patterns); });
    }
    for (auto& [key, form] : dotted.items()) {
      if (!map["properties"].contains(key)) map["properties"][key] = std::move(form);
    }
    if (!patterns.empty()) map["patternProperties"].update(patterns);
    if (map.contains("allOf")) map["allOf"] = Json::array({without_dots({{"allOf", map["allOf"]}})});
  });
}

}  // namespace trenza::settings
