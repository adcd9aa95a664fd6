#include "topologies/kind_parameters.h"

#include <utility>

#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

Parameter parameter(std::string name, ParameterType type, std::string summary) {
  Parameter result;
  result.name = std::move(name);
  result.type = type;
  result.summary = std::move(summary);
  return result;
}

template <typename Type>
const Type& value_of(const TopologySpec& spec, const std::string& name) {
  const auto found = spec.values.find(name);
  if (found == spec.values.end()) throw TopologyError(spec.kind + " needs the parameter " + name);
  const Type* const value = std::get_if<Type>(&found->second);
  if (value == nullptr) throw TopologyError(spec.kind + ": the parameter " + name + " is of another type");
  return *value;
}

}  // namespace

int TopologySpec::integer(const std::string& name) const { return value_of<int>(*this, name); }
const std::vector<int>& TopologySpec::integers(const std::string& name) const {
  return value_of<std::vector<int>>(*this, name);
}
const std::string& TopologySpec::text(const std::string& name) const { return value_of<std::string>(*this, name); }
const std::map<std::string, int>& TopologySpec::twists(const std::string& name) const {
  return value_of<std::map<std::string, int>>(*this, name);
}
const std::vector<bool>& TopologySpec::booleans(const std::string& name) const {
  return value_of<std::vector<bool>>(*this, name);
}

Parameter integer_parameter(std::string name, std::string summary, int minimum, int maximum) {
  Parameter result = parameter(std::move(name), ParameterType::integer, std::move(summary));
  result.minimum = minimum;
  result.maximum = maximum;
  return result;
}

Parameter integers_parameter(std::string name, std::string summary, int minimum) {
  Parameter result = parameter(std::move(name), ParameterType::integer_list, std::move(summary));
  result.minimum = minimum;
  return result;
}

Parameter text_parameter(std::string name, std::string summary) {
  return parameter(std::move(name), ParameterType::text, std::move(summary));
}

Parameter file_parameter(std::string name, std::string summary) {
  return parameter(std::move(name), ParameterType::file, std::move(summary));
}

Parameter choice_parameter(std::string name, std::string summary, std::vector<std::string> choices) {
  Parameter result = parameter(std::move(name), ParameterType::choice, std::move(summary));
  result.required = false;
  result.fallback = choices.front();
  result.choices = std::move(choices);
  return result;
}

Parameter twists_parameter(std::string name, std::string summary) {
  return parameter(std::move(name), ParameterType::twists, std::move(summary));
}

Parameter booleans_parameter(std::string name, std::string summary) {
  return parameter(std::move(name), ParameterType::boolean_list, std::move(summary));
}

Parameter optional(Parameter parameter, ParameterValue fallback, std::string fallback_words) {
  parameter.required = false;
  parameter.fallback = std::move(fallback);
  parameter.fallback_words = std::move(fallback_words);
  return parameter;
}

std::string type_words(ParameterType type) {
  switch (type) {
    case ParameterType::integer:
      return "an integer";
    case ParameterType::integer_list:
      return "a list of integers";
    case ParameterType::text:
    case ParameterType::choice:
      return "a word";
    case ParameterType::twists:
      return "a map such as {yx: 3}";
    case ParameterType::boolean_list:
      return "a list of on and off";
    case ParameterType::file:
      return "the name of a file";
  }
  return "";
}

bool is_of_type(const ParameterValue& value, ParameterType type) {
  switch (type) {
    case ParameterType::integer:
      return std::holds_alternative<int>(value);
    case ParameterType::integer_list:
      return std::holds_alternative<std::vector<int>>(value);
    case ParameterType::text:
    case ParameterType::choice:
    case ParameterType::file:
      return std::holds_alternative<std::string>(value);
    case ParameterType::twists:
      return std::holds_alternative<std::map<std::string, int>>(value);
    case ParameterType::boolean_list:
      return std::holds_alternative<std::vector<bool>>(value);
  }
  return false;
}

}  // namespace trenza::topologies
