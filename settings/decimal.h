// Decimal numbers without binary floating point: what is written is what is meant, on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace trenza::settings {

/// The unit of Decimal: parts per 10^9.
inline constexpr std::uint64_t kBillion = 1'000'000'000;

/// Outcome of reading a decimal number.
enum class DecimalStatus {
  good,
  not_a_number,       ///< not the text of a number
  not_finite,         ///< .nan, nan, inf, .inf
  too_many_decimals,  ///< more than 9 decimals that are not 0
  too_large,          ///< magnitude above what 64 bits hold in parts per 10^9
};

/// A number in parts per 10^9.
struct Decimal {
  DecimalStatus status = DecimalStatus::not_a_number;
  bool negative = false;
  std::uint64_t billionths = 0;  ///< magnitude
};

/// Reads [+-]digits[.digits][e[+-]digits] exactly.
Decimal parse_decimal(const std::string& text);

/// The shortest text of billionths / 10^9: "0.4", "12", "0.000000001".
std::string decimal_text(std::uint64_t billionths);

/// Outcome of reading an integer.
enum class IntegerStatus {
  good,
  not_a_number,
  fraction,   ///< a number, but not written as an integer ("1.5", "1e3")
  too_large,  ///< magnitude above 64 bits
};

struct Integer {
  IntegerStatus status = IntegerStatus::not_a_number;
  bool negative = false;
  std::uint64_t magnitude = 0;
};

/// Reads [+-]digits.
Integer parse_integer(const std::string& text);

}  // namespace trenza::settings
