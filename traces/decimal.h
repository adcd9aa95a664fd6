// Decimal numbers as integers of a small unit: exact, and the same on every machine.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace trenza::traces {

/// A value too large for its limit.
inline constexpr std::uint64_t kTooLarge = std::numeric_limits<std::uint64_t>::max();

/// The result of scaled_decimal().
struct ScaledDecimal {
  bool is_number = false;
  std::uint64_t value = 0;  ///< kTooLarge if it is above the limit
};

/// Reads DIGITS[.DIGITS][e[+-]DIGITS], all of `text`, and multiplies it by 10^digits; halves are rounded up. 19
/// significant digits count. Precondition: 0 <= digits <= 18, limit < kTooLarge.
ScaledDecimal scaled_decimal(std::string_view text, int digits, std::uint64_t limit);

}  // namespace trenza::traces
