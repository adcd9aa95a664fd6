// The parameters that a user can give for each kind of network.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace trenza::topologies {

enum class ParameterType {
  integer,
  integer_list,
  text,
  choice,  ///< one of `choices`
  twists,  ///< "yx" -> amount
  boolean_list,
  file,  ///< path of a file
};

/// An int, a list of integers, a text (also choices and files), twists, or a list of booleans.
using ParameterValue = std::variant<int, std::vector<int>, std::string, std::map<std::string, int>, std::vector<bool>>;

/// A parameter of a kind.
struct Parameter {
  std::string name;  ///< as in YAML
  ParameterType type = ParameterType::integer;
  std::string summary;  ///< one line for people
  bool required = true;
  ParameterValue fallback;     ///< what it is if it is not given; of the right type if it is not required
  std::string fallback_words;  ///< the fallback for people; empty for integers and choices, which speak for themselves
  int minimum = 1;             ///< integers, also of lists; twists are within +- maximum
  int maximum = 1'000'000;
  std::vector<std::string> choices;
};

/// A network by the name of its kind, with the values of its parameters as plain data.
struct TopologySpec {
  std::string kind;
  std::map<std::string, ParameterValue> values;

  bool has(const std::string& name) const { return values.count(name) > 0; }
  /// The value. Throws TopologyError if it is missing or of another type.
  int integer(const std::string& name) const;
  const std::vector<int>& integers(const std::string& name) const;
  const std::string& text(const std::string& name) const;
  const std::map<std::string, int>& twists(const std::string& name) const;
  const std::vector<bool>& booleans(const std::string& name) const;
};

Parameter integer_parameter(std::string name, std::string summary, int minimum = 1, int maximum = 1'000'000);
Parameter integers_parameter(std::string name, std::string summary, int minimum = 1);
Parameter text_parameter(std::string name, std::string summary);
Parameter file_parameter(std::string name, std::string summary);
/// Not required: the first choice is the default.
Parameter choice_parameter(std::string name, std::string summary, std::vector<std::string> choices);
Parameter twists_parameter(std::string name, std::string summary);
Parameter booleans_parameter(std::string name, std::string summary);
/// The parameter as one that may be left out.
Parameter optional(Parameter parameter, ParameterValue fallback, std::string fallback_words = "");

/// "an integer", "a list of integers", ...
std::string type_words(ParameterType type);
/// Whether a value is of a type.
bool is_of_type(const ParameterValue& value, ParameterType type);

}  // namespace trenza::topologies
