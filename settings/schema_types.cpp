#include "settings/schema_types.h"

#include <nlohmann/json.hpp>

#include "settings/resolved_json.h"
#include "testbench/measure_request.h"

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

}  // namespace

nlohmann::ordered_json type_schema(const Key& key) {
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

}  // namespace trenza::settings
