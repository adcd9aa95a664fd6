#include "traces/decimal.h"

#include <algorithm>

#include "testbench/goal/characters.h"

namespace trenza::traces {

namespace {

constexpr std::uint64_t kMantissaLimit = 1'000'000'000'000'000'000;  // 19 digits fit below ten times this
constexpr int kMostShift = 19;

/// mantissa * 10^shift, rounded; kTooLarge above the limit.
std::uint64_t shifted(std::uint64_t mantissa, std::int64_t shift, std::uint64_t limit) {
  if (mantissa == 0) return 0;
  for (; shift > 0; --shift) {
    if (mantissa > limit / 10) return kTooLarge;
    mantissa *= 10;
  }
  if (shift < -kMostShift) return 0;
  if (shift < 0) {
    std::uint64_t divisor = 1;
    for (; shift < 0; ++shift) divisor *= 10;
    const std::uint64_t rest = mantissa % divisor;
    mantissa = mantissa / divisor + (rest >= divisor - rest ? 1 : 0);
  }
  return mantissa > limit ? kTooLarge : mantissa;
}

}  // namespace

ScaledDecimal scaled_decimal(std::string_view text, int digits, std::uint64_t limit) {
  std::uint64_t mantissa = 0;
  std::int64_t shift = digits;
  std::size_t at = 0;
  std::size_t seen = 0;
  bool in_fraction = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !in_fraction) {
      in_fraction = true;
      continue;
    }
    if (!testbench::is_digit(text[at])) break;
    ++seen;
    if (mantissa < kMantissaLimit) {
      mantissa = 10 * mantissa + static_cast<std::uint64_t>(text[at] - '0');
      shift -= in_fraction ? 1 : 0;
    } else {
      shift += in_fraction ? 0 : 1;
    }
  }
  if (seen == 0) return {};
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return {};
    ++at;
    const bool negative = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (at == text.size()) return {};
    constexpr std::int64_t kMostExponent = 1'000'000'000;
    std::int64_t exponent = 0;
    for (; at < text.size(); ++at) {
      if (!testbench::is_digit(text[at])) return {};
      exponent = std::min<std::int64_t>(10 * exponent + (text[at] - '0'), kMostExponent);
    }
    shift += negative ? -exponent : exponent;
  }
  return {true, shifted(mantissa, shift, limit)};
}

}  // namespace trenza::traces
