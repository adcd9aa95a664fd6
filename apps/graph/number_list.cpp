#include "apps/graph/number_list.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "apps/exit_status.h"

namespace trenza::apps {

namespace {

constexpr double kMostNumbers = 100'000;

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char letter : text) {
    if (letter == separator) {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

/// The limits and the form of a list, for messages.
struct NumberForm {
  const std::string& option;
  double minimum = 0;
  double maximum = 0;
  bool whole = false;
};

[[noreturn]] void fail(const NumberForm& form, const std::string& wrong) {
  throw UsageError(fmt::format("{}: {}; expected {} from {} to {}, or several as {}", form.option, wrong,
                               form.whole ? "an integer" : "a number", form.minimum, form.maximum,
                               form.whole ? "12,16 or 12:48" : "0,0.5,1 or 0:1:0.1"));
}

double number_of(const NumberForm& form, const std::string& word) {
  std::istringstream stream(word);
  stream.imbue(std::locale::classic());
  double number = 0;
  stream >> number;
  const bool good = !stream.fail() && stream.peek() == std::char_traits<char>::eof();
  if (!good || (form.whole && number != std::floor(number)))
    fail(form, fmt::format("`{}` is {}", word, form.whole ? "no integer" : "no number"));
  return number;
}

double value_of(const NumberForm& form, const std::string& word) {
  const double number = number_of(form, word);
  if (number < form.minimum || number > form.maximum) fail(form, fmt::format("{} is out of range", word));
  return number;
}

std::vector<double> range_of(const NumberForm& form, const std::vector<std::string>& words) {
  constexpr double kRounding = 1e-9;  // of a step
  if (words.size() > 3 || (words.size() == 2 && !form.whole)) fail(form, "a range has three parts, from:to:step");
  const double begin = value_of(form, words[0]);
  const double end = value_of(form, words[1]);
  const double step = words.size() == 3 ? number_of(form, words[2]) : 1;
  if (step <= 0 || end < begin) fail(form, "the range is empty");
  const double count = std::floor((end - begin) / step + kRounding) + 1;
  if (count > kMostNumbers) fail(form, fmt::format("{:.0f} numbers are too many", count));
  std::vector<double> numbers;
  for (double i = 0; i < count; ++i) numbers.push_back(std::min(end, begin + i * step));
  return numbers;
}

std::vector<double> list_of(const NumberForm& form, const std::string& text) {
  const auto range = parts_of(text, ':');
  if (range.size() > 1) return range_of(form, range);
  std::vector<double> numbers;
  for (const std::string& word : parts_of(text, ',')) numbers.push_back(value_of(form, word));
  if (static_cast<double>(numbers.size()) > kMostNumbers) fail(form, "too many numbers");
  return numbers;
}

}  // namespace

std::vector<double> parse_numbers(const std::string& option, const std::string& text, double minimum, double maximum) {
  return list_of({option, minimum, maximum, false}, text);
}

std::vector<int> parse_integers(const std::string& option, const std::string& text, int minimum, int maximum) {
  std::vector<int> integers;
  for (const double number : list_of({option, static_cast<double>(minimum), static_cast<double>(maximum), true}, text))
    integers.push_back(static_cast<int>(number));
  return integers;
}

}  // namespace trenza::apps
