#include "settings/schema_export.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "settings/decimal.h"
#include "settings/paper_section.h"
#include "settings/resolved_json.h"
#include "settings/schema.h"
#include "settings/schema_rules.h"
#include "settings/sweep_words.h"
#include "topologies/registry.h"

namespace trenza::settings {

namespace {

using Json = nlohmann::ordered_json;

Json integer_schema(const Key& key) {
  return {{"type", "integer"}, {"minimum", key.minimum}, {"maximum", key.maximum}};
}

Json lengths_schema(const Key& key) {
  Json item = {{"type", "object"},
               {"properties", {{"flits", integer_schema(key)}, {"weight", {{"type", "integer"}, {"minimum", 1}}}}},
               {"required", {"flits", "weight"}},
               {"additionalProperties", false}};
  return {{"oneOf", Json::array({integer_schema(key), {{"type", "array"}, {"minItems", 1}, {"items", item}}})}};
}

Json mapping_schema(const Key& key) {
  const Json text = {{"type", "string"}, {"minLength", 1}};
  const Json file = {
      {"type", "object"},
      {"properties", {{"file", text}, {"grid", {{"type", "array"}, {"minItems", 1}, {"items", integer_schema(key)}}}}},
      {"required", {"file"}},
      {"additionalProperties", false}};
  return {{"oneOf", Json::array({text, file})}};
}

/// YAML 1.1 reads `on` as true, YAML 1.2 as a text, and editors read YAML 1.2.
Json boolean_schema() { return {{"enum", {true, false, "on", "off", "yes", "no"}}}; }

Json names_schema() {
  const Json text = {{"type", "string"}, {"minLength", 1}};
  return {{"oneOf", Json::array({text, {{"type", "array"}, {"minItems", 1}, {"items", text}}})}};
}

Json blocks_schema() {
  const Json text = {{"type", "string"}, {"minLength", 1}};
  const Json module = {
      {"type", "object"},
      {"properties", {{"module", {{"type", "string"}, {"pattern", "\\.so$"}}}, {"routers", names_schema()}}},
      {"required", {"module"}},
      {"additionalProperties", false}};
  const Json one = {{"oneOf", Json::array({text, module})}};
  return {{"oneOf", Json::array({text, module, {{"type", "array"}, {"minItems", 1}, {"items", one}}})}};
}

/// The names, and `{NAME: {PARAMETER: VALUE}}`, or `{NAME: VALUE}`, for each policy that has a parameter.
Json policy_schema(const Key& key) {
  Json forms = Json::array({Json{{"enum", key.choices}}});
  for (const microarch::PolicyInfo& policy : key.policies) {
    const microarch::PolicyParameter& parameter = policy.parameter;
    if (parameter.name.empty()) continue;
    Json value = {{"type", "integer"}, {"minimum", parameter.least}, {"maximum", parameter.most}};
    if (parameter.is_word()) {
      value = {{"enum", Json::array()}};
      for (int k = 0; k <= parameter.most; ++k) value["enum"].push_back(parameter.text(k));
    }
    const Json named = {
        {"type", "object"}, {"properties", {{std::string(parameter.name), value}}}, {"additionalProperties", false}};
    const Json inner = parameter.bare ? value : named;
    forms.push_back({{"type", "object"},
                     {"properties", {{std::string(policy.name), inner}}},
                     {"required", {policy.name}},
                     {"additionalProperties", false}});
  }
  return forms.size() == 1 ? forms[0] : Json{{"oneOf", forms}};
}

/// The names, and {maximum_throughput: {within}}.
Json measure_schema(const Key& key) {
  const Json within = {
      {"type", "number"}, {"minimum", json_number(key.minimum)}, {"maximum", json_number(key.maximum)}};
  const Json accepted = {
      {"type", "number"}, {"minimum", json_number(testbench::MeasureRequest{}.accepted_ppb)}, {"maximum", 1}};
  const Json setting = {{"type", "object"},
                        {"properties", {{"within", within}, {"accepted", accepted}}},
                        {"additionalProperties", false}};
  const Json map = {{"type", "object"},
                    {"properties", {{key.choices.at(0), setting}}},
                    {"required", {key.choices[0]}},
                    {"additionalProperties", false}};
  return {{"oneOf", Json::array({Json{{"enum", key.choices}}, map})}};
}

Json texts_schema(const Key& key) {
  const Json any = {{"type", "string"}, {"minLength", 1}};
  return {{"type", "array"}, {"minItems", 1}, {"items", key.choices.empty() ? any : Json{{"enum", key.choices}}}};
}

Json type_schema(const Key& key) {
  switch (key.kind) {
    case KeyKind::integer:
      return integer_schema(key);
    case KeyKind::decimal:
      return {{"type", "number"}, {"minimum", json_number(key.minimum)}, {"maximum", json_number(key.maximum)}};
    case KeyKind::choice:
      return {{"enum", key.choices}};
    case KeyKind::policy:
      return policy_schema(key);
    case KeyKind::boolean:
      return boolean_schema();
    case KeyKind::text:
      return {{"type", {"string", "number"}}, {"minLength", 1}};  // `ranks: 12124343` is a text
    case KeyKind::auto_or_cycles:
      return {{"oneOf", Json::array({Json{{"const", "auto"}}, integer_schema(key)})}};
    case KeyKind::integer_list:
      return {{"type", "array"}, {"minItems", 1}, {"items", integer_schema(key)}};
    case KeyKind::booleans:
      return {{"type", "array"}, {"minItems", 1}, {"items", boolean_schema()}};
    case KeyKind::texts:
      return texts_schema(key);
    case KeyKind::twists:
      return {{"type", "object"},
              {"patternProperties", {{"^[xyzwvu]{2}$", {{"type", "integer"}}}}},
              {"additionalProperties", false}};
    case KeyKind::mapping:
      return mapping_schema(key);
    case KeyKind::lengths:
      return lengths_schema(key);
    case KeyKind::names:
      return names_schema();
    case KeyKind::measure:
      return measure_schema(key);
    case KeyKind::blocks:
      return blocks_schema();
  }
  return Json::object();
}

std::string description(const Key& key) {
  std::string text = key.summary;
  if (!key.unit.empty()) text += fmt::format(" ({})", key.unit);
  if (!key.condition.words.empty()) text += fmt::format("; for {} only", key.condition.words);
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

Json section_schema(const std::string& section) {
  Json properties = Json::object();
  for (const std::string& name : names_in(section)) {
    std::string path = section;
    if (!path.empty()) path += '.';
    path += name;
    const Key* const key = find_key(path);
    if (key == nullptr) {
      properties[name] = section_schema(path);
      continue;
    }
    Json schema = type_schema(*key);
    schema["description"] = description(*key);
    const Json fallback = default_value(*key);
    if (!fallback.is_null()) schema["default"] = fallback;
    properties[name] = std::move(schema);
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
  top["allOf"] =
      Json::array({{{"if", has_runs}, {"then", no_name}},
                   {{"if", has_sweep}, {"then", no_runs}},
                   {{"if", {{"anyOf", Json::array({has_runs, has_sweep, has_paper})}}}, {"else", required_keys()}}});
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Trenza experiment"}};
  schema.update(top);
  schema["$defs"] = {{"run", std::move(run)}, {"axis", axis_schema()}};
  return schema;
}

std::string markdown_table() {
  std::string table = "| key | accepts | default | meaning |\n|---|---|---|---|\n";
  for (const Key& key : keys()) {
    const std::string unit = key.unit.empty() ? "" : fmt::format(" ({})", key.unit);
    const std::string only = key.condition.words.empty() ? "" : fmt::format("; for {} only", key.condition.words);
    table += fmt::format("| `{}` | {}{} | {} | {}{} |\n", key.path, cell(expectation(key)), unit,
                         cell(default_words(key)), cell(key.summary), cell(only));
  }
  return table + sweep_rows() + paper_rows();
}

}  // namespace trenza::settings
