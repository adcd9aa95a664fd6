#include "settings/decimal.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <limits>

namespace trenza::settings {

namespace {

constexpr int kDecimals = 9;

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// A number in its parts: sign, digits and the place of the point counted from the front of the digits.
struct Parts {
  bool valid = false;
  bool negative = false;
  bool integer = true;  ///< neither point nor exponent
  std::string digits;
  int point = 0;
};

bool read_exponent(const std::string& text, std::size_t& at, int& exponent) {
  bool negative = false;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) negative = text[at++] == '-';
  if (at == text.size()) return false;
  constexpr int kLargest = 10'000;
  for (; at < text.size(); ++at) {
    if (!is_digit(text[at])) return false;
    exponent = std::min(kLargest, exponent * 10 + (text[at] - '0'));
  }
  if (negative) exponent = -exponent;
  return true;
}

Parts split(const std::string& text) {
  Parts parts;
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) parts.negative = text[at++] == '-';
  for (; at < text.size() && is_digit(text[at]); ++at) parts.digits += text[at];
  parts.point = static_cast<int>(parts.digits.size());
  if (at < text.size() && text[at] == '.') {
    parts.integer = false;
    for (++at; at < text.size() && is_digit(text[at]); ++at) parts.digits += text[at];
  }
  if (parts.digits.empty()) return parts;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    parts.integer = false;
    int exponent = 0;
    if (!read_exponent(text, ++at, exponent)) return parts;
    parts.point += exponent;
  }
  parts.valid = at == text.size();
  return parts;
}

bool is_not_finite(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.erase(0, 1);
  if (!text.empty() && text[0] == '.') text.erase(0, 1);
  return text == "nan" || text == "inf" || text == "infinity";
}

/// Appends digits to a 64-bit number; false when it no longer fits.
bool append(std::uint64_t& number, char digit) {
  const auto value = static_cast<std::uint64_t>(digit - '0');
  if (number > (std::numeric_limits<std::uint64_t>::max() - value) / 10) return false;
  number = number * 10 + value;
  return true;
}

}  // namespace

Decimal parse_decimal(const std::string& text) {
  Decimal result;
  if (is_not_finite(text)) {
    result.status = DecimalStatus::not_finite;
    return result;
  }
  Parts parts = split(text);
  if (!parts.valid) return result;
  result.negative = parts.negative;
  const auto first = parts.digits.find_first_not_of('0');
  if (first == std::string::npos) {
    result.status = DecimalStatus::good;
    result.negative = false;
    return result;
  }
  parts.digits.erase(parts.digits.find_last_not_of('0') + 1);
  const int needed = static_cast<int>(parts.digits.size()) - parts.point;  // decimals that are not 0 at the end
  if (needed > kDecimals) {
    result.status = DecimalStatus::too_many_decimals;
    return result;
  }
  parts.digits.append(static_cast<std::size_t>(kDecimals - needed), '0');
  for (const char digit : parts.digits) {
    if (!append(result.billionths, digit)) {
      result.status = DecimalStatus::too_large;
      return result;
    }
  }
  result.status = DecimalStatus::good;
  return result;
}

std::string decimal_text(std::uint64_t billionths) {
  std::string text = fmt::format("{}.{:09}", billionths / kBillion, billionths % kBillion);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

Integer parse_integer(const std::string& text) {
  Integer result;
  const Parts parts = split(text);
  if (!parts.valid) return result;
  if (!parts.integer) {
    result.status = IntegerStatus::fraction;
    return result;
  }
  result.negative = parts.negative;
  for (const char digit : parts.digits) {
    if (!append(result.magnitude, digit)) {
      result.status = IntegerStatus::too_large;
      return result;
    }
  }
  if (result.magnitude == 0) result.negative = false;
  result.status = IntegerStatus::good;
  return result;
}

}  // namespace trenza::settings
