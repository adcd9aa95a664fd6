// Judges YAML texts by a JSON schema, as an editor does that reads YAML 1.2.
#pragma once

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>

namespace trenza::settings {

using SchemaJson = nlohmann::ordered_json;

inline bool matches(const std::string& text, const std::string& pattern) {
  static std::map<std::string, std::regex> compiled;
  return std::regex_search(text, compiled.try_emplace(pattern, pattern).first->second);
}

/// A plain scalar by the core schema of YAML 1.2: `on` and `yes` are texts.
inline SchemaJson core_scalar(const std::string& text) {
  if (text.empty() || text == "null" || text == "~") return nullptr;
  if (text == "true" || text == "false") return text == "true";
  if (matches(text, "^[-+]?[0-9]+$")) {
    if (text[0] == '-') return std::stoll(text);
    return std::stoull(text);
  }
  if (matches(text, R"(^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$)")) return std::stod(text);
  return text;
}

inline SchemaJson as_json(const YAML::Node& node) {
  if (node.IsMap()) {
    SchemaJson map = SchemaJson::object();
    for (const auto& entry : node) map[entry.first.as<std::string>()] = as_json(entry.second);
    return map;
  }
  if (node.IsSequence()) {
    SchemaJson list = SchemaJson::array();
    for (const auto& item : node) list.push_back(as_json(item));
    return list;
  }
  if (!node.IsScalar()) return nullptr;
  return node.Tag() == "!" ? SchemaJson(node.Scalar()) : core_scalar(node.Scalar());
}

/// The part of JSON schema that the schema of configurations uses; throws std::logic_error for any other keyword.
class SchemaCheck {
 public:
  explicit SchemaCheck(SchemaJson schema) : root_(std::move(schema)) {}

  bool accepts(const std::string& yaml) const { return holds(root_, as_json(YAML::Load(yaml))); }

 private:
  static bool is_of(const SchemaJson& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    throw std::logic_error("type " + type);
  }

  bool holds(const SchemaJson& schema, const SchemaJson& value) const {
    if (schema.is_boolean()) return schema.get<bool>();
    for (const auto& [keyword, wanted] : schema.items()) {
      if (!keyword_holds(keyword, wanted, schema, value)) return false;
    }
    return true;
  }

  bool any_holds(const SchemaJson& schemas, const SchemaJson& value) const {
    return std::any_of(schemas.begin(), schemas.end(), [&](const SchemaJson& each) { return holds(each, value); });
  }

  bool keyword_holds(const std::string& keyword, const SchemaJson& wanted, const SchemaJson& schema,
                     const SchemaJson& value) const {
    static const std::set<std::string> notes = {"$schema", "$defs", "title", "description", "default", "then", "else"};
    if (notes.count(keyword) > 0) return true;
    if (keyword == "type") {
      if (wanted.is_string()) return is_of(value, wanted.get<std::string>());
      return std::any_of(wanted.begin(), wanted.end(),
                         [&](const SchemaJson& type) { return is_of(value, type.get<std::string>()); });
    }
    if (keyword == "enum") return std::find(wanted.begin(), wanted.end(), value) != wanted.end();
    if (keyword == "const") return value == wanted;
    if (keyword == "minimum") return !value.is_number() || !(value < wanted);
    if (keyword == "maximum") return !value.is_number() || !(wanted < value);
    if (keyword == "minLength")
      return !value.is_string() || value.get<std::string>().size() >= wanted.get<std::size_t>();
    if (keyword == "pattern") return !value.is_string() || matches(value.get<std::string>(), wanted.get<std::string>());
    if (keyword == "minItems") return !value.is_array() || value.size() >= wanted.get<std::size_t>();
    if (keyword == "maxProperties") return !value.is_object() || value.size() <= wanted.get<std::size_t>();
    if (keyword == "items") {
      return !value.is_array() ||
             std::all_of(value.begin(), value.end(), [&](const SchemaJson& item) { return holds(wanted, item); });
    }
    if (keyword == "required") {
      return !value.is_object() || std::all_of(wanted.begin(), wanted.end(), [&](const SchemaJson& name) {
        return value.contains(name.get<std::string>());
      });
    }
    if (keyword == "properties" || keyword == "patternProperties") return properties_hold(keyword, wanted, value);
    if (keyword == "additionalProperties") return wanted != false || all_are_known(schema, value);
    if (keyword == "allOf") {
      return std::all_of(wanted.begin(), wanted.end(), [&](const SchemaJson& each) { return holds(each, value); });
    }
    if (keyword == "anyOf") return any_holds(wanted, value);
    if (keyword == "oneOf") {
      return std::count_if(wanted.begin(), wanted.end(), [&](const SchemaJson& each) { return holds(each, value); }) ==
             1;
    }
    if (keyword == "not") return !holds(wanted, value);
    if (keyword == "if") {
      const char* const branch = holds(wanted, value) ? "then" : "else";
      return !schema.contains(branch) || holds(schema[branch], value);
    }
    if (keyword == "$ref") return holds(root_[SchemaJson::json_pointer(wanted.get<std::string>().substr(1))], value);
    throw std::logic_error("keyword " + keyword);
  }

  bool properties_hold(const std::string& keyword, const SchemaJson& wanted, const SchemaJson& value) const {
    if (!value.is_object()) return true;
    for (const auto& [name, schema] : wanted.items()) {
      for (const auto& [key, each] : value.items()) {
        const bool meant = keyword == "properties" ? key == name : matches(key, name);
        if (meant && !holds(schema, each)) return false;
      }
    }
    return true;
  }

  static bool all_are_known(const SchemaJson& schema, const SchemaJson& value) {
    if (!value.is_object()) return true;
    for (const auto& [key, each] : value.items()) {
      bool known = schema.contains("properties") && schema["properties"].contains(key);
      if (schema.contains("patternProperties")) {
        for (const auto& [pattern, unused] : schema["patternProperties"].items())
          known = known || matches(key, pattern);
      }
      if (!known) return false;
    }
    return true;
  }

  SchemaJson root_;
};

}  // namespace trenza::settings
