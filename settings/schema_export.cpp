#include "settings/schema_export.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "settings/decimal.h"
#include "settings/paper_section.h"
#include "settings/resolved_json.h"
#include "settings/schema.h"
#include "settings/schema_dotted.h"
#include "settings/schema_rules.h"
#include "settings/schema_types.h"
#include "settings/sweep_words.h"
#include "topologies/registry.h"

namespace trenza::settings {

namespace {

using Json = nlohmann::ordered_json;

std::string description(const Key& key) {
  std::string text = key.summary;
  if (!key.unit.empty()) text += fmt::format(" ({})", key.unit);
  if (const std::string words = purpose(key); !words.empty()) text += "; " + words;
  if (key.fallback.empty() && !key.fallback_words.empty()) text += fmt::format("; default: {}", key.fallback_words);
  return text;
}

/// Default as JSON; null if there is none that is a value.
Json default_value(const Key& key) {
  if (key.fallback.empty()) return nullptr;
  if (key.kind == KeyKind::boolean || key.kind == KeyKind::choice || key.kind == KeyKind::policy ||
      key.kind == KeyKind::mapping || key.kind == KeyKind::auto_or_cycles)
    return key.fallback;
  return json_number(parse_decimal(key.fallback).billionths);
}

/// A key with its forms in all machines. The default is that of the first.
Json key_schema(const std::string& path) {
  Json forms = Json::array();
  std::string text;
  for (const Key& key : keys()) {
    if (key.path != path) continue;
    Json form = type_schema(key);
    if (std::find(forms.begin(), forms.end(), form) == forms.end()) forms.push_back(std::move(form));
    text += (text.empty() ? "" : "; or ") + description(key);
  }
  Json schema = forms.size() == 1 ? forms[0] : Json{{"anyOf", forms}};
  schema["description"] = text;
  const Json fallback = default_value(*find_key(path));
  if (!fallback.is_null()) schema["default"] = fallback;
  return schema;
}

Json section_schema(const std::string& section) {
  Json properties = Json::object();
  for (const std::string& name : names_in(section)) {
    std::string path = section;
    if (!path.empty()) path += '.';
    path += name;
    properties[name] = find_key(path) == nullptr ? section_schema(path) : key_schema(path);
  }
  Json schema = {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  const Json rules = exclusion_rules(section);
  if (!rules.empty()) schema["allOf"] = rules;
  return schema;
}

/// n, d, b and m of the iBT paper (topology_forms.h).
void add_ibt_names(Json& properties) {
  constexpr int kMostDimensions = 6;
  properties["n"] = {{"type", "integer"}, {"description", "with `d`: as `size` of d times n; kind `ibt`"}};
  properties["d"] = {
      {"type", "integer"}, {"minimum", 1}, {"maximum", kMostDimensions}, {"description", "dimensions; kind `ibt`"}};
  properties["b"] = properties["bypass"];
  properties["m"] = properties["bypass_dimensions"];
}

/// The forms `NAME: {PARAMETERS}`, `NAME: VALUE` of the main parameter, and the bare name, beside the one with `kind`.
void add_short_forms(Json& topology) {
  Json& properties = topology["properties"];
  const Json parameters = properties;
  std::string names;
  for (const auto& kind : topologies::topology_kinds()) {
    names += (names.empty() ? "" : "|") + kind.name;
    Json of_kind = {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
    for (const auto& parameter : kind.parameters) of_kind["properties"][parameter.name] = parameters[parameter.name];
    if (kind.name == "ibt") add_ibt_names(of_kind["properties"]);
    properties[kind.name] = {{"description", kind.summary},
                             {"anyOf", Json::array({of_kind, parameters[kind.main], {{"type", "null"}}})}};
  }
  const Json any_n = properties["n"];
  add_ibt_names(properties);
  properties["n"] = any_n;
  topology["type"] = {"object", "string"};
  topology["pattern"] = "^(" + names + ")$";
}

/// A cell of a Markdown table.
std::string cell(std::string text) {
  for (auto bar = text.find('|'); bar != std::string::npos; bar = text.find('|', bar + 2)) text.insert(bar, "\\");
  return text;
}

std::string default_words(const Key& key) {
  if (!key.fallback.empty()) return "`" + key.fallback + "`";
  if (!key.fallback_words.empty()) return key.fallback_words;
  return key.optional ? "" : "required";
}

}  // namespace

Json json_schema() {
  Json experiment = section_schema("");
  add_short_forms(experiment["properties"]["topology"]);
  Json top = experiment;
  Json run = experiment;
  run["required"] = {"name"};
  top["properties"]["runs"] = {
      {"type", "array"},
      {"minItems", 1},
      {"description", "named experiments that are compared with the first; their keys are laid over those of the file"},
      {"items", {{"$ref", "#/$defs/run"}}}};
  top["properties"]["sweep"] = sweep_schema();
  top["properties"][kPaperSection] = paper_schema();
  const Json has_runs = {{"required", {"runs"}}};
  const Json has_sweep = {{"required", {"sweep"}}};
  const Json has_paper = {{"required", {kPaperSection}}};    // computed, or a sweep
  const Json no_name = {{"properties", {{"name", false}}}};  // each run has its own
  const Json no_runs = {{"properties", {{"runs", false}}}};
  for (const Json& rule :
       Json::array({{{"if", has_runs}, {"then", no_name}},
                    {{"if", has_sweep}, {"then", no_runs}},
                    {{"if", {{"anyOf", Json::array({has_runs, has_sweep, has_paper})}}}, {"else", required_keys()}}})) {
    top["allOf"].push_back(rule);
  }
  add_dotted_keys(top);
  add_dotted_keys(run);
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Trenza experiment"}};
  schema.update(top);
  schema["$defs"] = {{"run", std::move(run)}, {"axis", axis_schema()}};
  return schema;
}

std::string markdown_table() {
  std::string table = "| key | accepts | default | meaning |\n|---|---|---|---|\n";
  for (const Key& key : keys()) {
    const std::string unit = key.unit.empty() ? "" : fmt::format(" ({})", key.unit);
    const std::string words = purpose(key);
    const std::string only = words.empty() ? "" : "; " + words;
    table += fmt::format("| `{}` | {}{} | {} | {}{} |\n", key.path, cell(expectation(key)), unit,
                         cell(default_words(key)), cell(key.summary), cell(only));
  }
  return table + sweep_rows() + paper_rows();
}

}  // namespace trenza::settings
