// A map of the configuration outside the keys of experiments, read word by word.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "settings/config_error.h"
#include "settings/value.h"

namespace trenza::settings {

/// Reads the words of a map. Every function throws ConfigError, at the place of the value or, where it is missing, of
/// the map, for values of another type or range. finish() refuses words that nobody asked for.
class Form {
 public:
  /// Throws ConfigError if `value` is no map; nothing at all counts as an empty one. `example`: what is expected, such
  /// as "{rows: 12}". `value` must outlive the form.
  Form(const Value& value, const std::string& example);

  const Place& place() const { return value_.place; }
  /// The place of a word, or of the map if it is not given.
  Place place(const std::string& word) const;
  bool has(const std::string& word);

  /// The value of a word as it stands; nullptr if it is not given.
  const Value* value(const std::string& word);
  /// As value(); throws if it is not given.
  const Value& needed(const std::string& word, const std::string& expected);

  std::string text(const std::string& word);
  std::string text(const std::string& word, const std::string& otherwise);
  std::string choice(const std::string& word, const std::vector<std::string>& choices);
  std::string choice(const std::string& word, const std::vector<std::string>& choices, const std::string& otherwise);
  int integer(const std::string& word, int least, int most);
  int integer(const std::string& word, int least, int most, int otherwise);
  double number(const std::string& word);
  std::optional<double> number_if_given(const std::string& word);
  bool boolean(const std::string& word, bool otherwise);
  /// A list, or one value in the place of a list of one.
  std::vector<std::string> texts(const std::string& word);
  std::vector<int> integers(const std::string& word, int least, int most);
  std::vector<double> numbers(const std::string& word);

  /// Throws ConfigError for a word that no function was asked for, with the nearest of those that were.
  void finish() const;

 private:
  const Value& value_;
  std::vector<std::string> asked_;
};

/// The text of a scalar that is not empty. Throws ConfigError.
std::string text_of(const Value& value);
/// A finite number, also a negative one. Throws ConfigError.
double number_of(const Value& value);

}  // namespace trenza::settings
