#include "settings/form.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "settings/decimal.h"

namespace trenza::settings {

namespace {

std::string what_is(const Value& value) {
  return value.kind == Value::Kind::null ? "has no value" : "is " + value.description();
}

int integer_of(const Value& value, int least, int most) {
  const Integer integer = parse_integer(value.is_scalar() && !value.quoted ? value.text : "");
  const bool fits = integer.status == IntegerStatus::good && integer.magnitude <= std::numeric_limits<int>::max();
  const int number = fits ? (integer.negative ? -1 : 1) * static_cast<int>(integer.magnitude) : 0;
  if (!fits || number < least || number > most)
    throw ConfigError(value.place, what_is(value) + fmt::format("; expected an integer from {} to {}", least, most));
  return number;
}

std::string choice_of(const Value& value, const std::vector<std::string>& choices) {
  std::string text = value.is_scalar() ? value.text : "";
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return text;
  throw ConfigError(value.place,
                    what_is(value) + "; expected one of " + listed(choices, "or") + suggestion(text, choices));
}

}  // namespace

std::string text_of(const Value& value) {
  if (!value.is_scalar() || value.text.empty()) throw ConfigError(value.place, what_is(value) + "; expected a text");
  return value.text;
}

double number_of(const Value& value) {
  const Decimal decimal = parse_decimal(value.is_scalar() && !value.quoted ? value.text : "");
  if (decimal.status != DecimalStatus::good) throw ConfigError(value.place, what_is(value) + "; expected a number");
  const double number = static_cast<double>(decimal.billionths) / static_cast<double>(kBillion);
  return decimal.negative ? -number : number;
}

Form::Form(const Value& value, const std::string& example) : value_(value) {
  if (value.is_map() || value.kind == Value::Kind::null) return;
  throw ConfigError(value.place, what_is(value) + "; expected a map such as " + example);
}

Place Form::place(const std::string& word) const {
  const Entry* const entry = value_.entry(word);
  return entry == nullptr ? value_.place : entry->value.place;
}

bool Form::has(const std::string& word) { return value(word) != nullptr; }

const Value* Form::value(const std::string& word) {
  asked_.push_back(word);
  const Entry* const entry = value_.entry(word);
  return entry == nullptr ? nullptr : &entry->value;
}

const Value& Form::needed(const std::string& word, const std::string& expected) {
  if (const Value* const found = value(word)) return *found;
  Place place = value_.place;
  place.path += (place.path.empty() ? "" : ".") + word;
  throw ConfigError(place, "missing; expected " + expected);
}

std::string Form::text(const std::string& word) { return text_of(needed(word, "a text")); }

std::string Form::text(const std::string& word, const std::string& otherwise) {
  const Value* const found = value(word);
  return found == nullptr ? otherwise : text_of(*found);
}

std::string Form::choice(const std::string& word, const std::vector<std::string>& choices) {
  return choice_of(needed(word, "one of " + listed(choices, "or")), choices);
}

std::string Form::choice(const std::string& word, const std::vector<std::string>& choices,
                         const std::string& otherwise) {
  const Value* const found = value(word);
  return found == nullptr ? otherwise : choice_of(*found, choices);
}

int Form::integer(const std::string& word, int least, int most) {
  return integer_of(needed(word, fmt::format("an integer from {} to {}", least, most)), least, most);
}

int Form::integer(const std::string& word, int least, int most, int otherwise) {
  const Value* const found = value(word);
  return found == nullptr ? otherwise : integer_of(*found, least, most);
}

double Form::number(const std::string& word) { return number_of(needed(word, "a number")); }

std::optional<double> Form::number_if_given(const std::string& word) {
  const Value* const found = value(word);
  return found == nullptr ? std::nullopt : std::optional(number_of(*found));
}

bool Form::boolean(const std::string& word, bool otherwise) {
  const Value* const found = value(word);
  if (found == nullptr) return otherwise;
  const std::string text = found->is_scalar() && !found->quoted ? found->text : "";
  if (text == "on" || text == "true" || text == "yes") return true;
  if (text == "off" || text == "false" || text == "no") return false;
  throw ConfigError(found->place, what_is(*found) + "; expected on or off");
}

std::vector<std::string> Form::texts(const std::string& word) {
  const Value& list = needed(word, "a list of texts");
  if (!list.is_list()) return {text_of(list)};
  if (list.items.empty()) throw ConfigError(list.place, "is an empty list; expected one text at least");
  std::vector<std::string> all;
  for (const Value& item : list.items) all.push_back(text_of(item));
  return all;
}

std::vector<int> Form::integers(const std::string& word, int least, int most) {
  const Value& list = needed(word, fmt::format("a list of integers from {} to {}", least, most));
  if (!list.is_list()) return {integer_of(list, least, most)};
  if (list.items.empty()) throw ConfigError(list.place, "is an empty list; expected one integer at least");
  std::vector<int> all;
  for (const Value& item : list.items) all.push_back(integer_of(item, least, most));
  return all;
}

std::vector<double> Form::numbers(const std::string& word) {
  const Value& list = needed(word, "a list of numbers");
  if (!list.is_list()) return {number_of(list)};
  if (list.items.empty()) throw ConfigError(list.place, "is an empty list; expected one number at least");
  std::vector<double> all;
  for (const Value& item : list.items) all.push_back(number_of(item));
  return all;
}

void Form::finish() const {
  std::vector<std::string> words;
  for (const std::string& word : asked_) {
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  for (const Entry& entry : value_.entries) {
    if (std::find(words.begin(), words.end(), entry.key) != words.end()) continue;
    throw ConfigError(entry.place, "unknown key; expected " + (words.empty() ? "none" : listed(words, "or")) +
                                       suggestion(entry.key, words));
  }
}

}  // namespace trenza::settings
