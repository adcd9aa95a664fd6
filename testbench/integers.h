// Integer helpers: 128-bit products, so that every machine computes the same numbers.
#pragma once

#include <cstdint>

namespace trenza::testbench {

/// 128-bit unsigned integer (an extension of GCC and Clang).
__extension__ typedef unsigned __int128 Uint128;  // NOLINT(modernize-use-using): __extension__ needs a typedef

/// ceil(a / b) for b > 0.
constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

/// A number of events per cycle, for example packets: `whole + fraction / 2^64`.
struct Rate {
  std::uint64_t whole = 0;
  std::uint64_t fraction = 0;

  bool is_zero() const { return whole == 0 && fraction == 0; }
};

/// numerator / denominator rounded down to a multiple of 2^-64. Preconditions: 0 < denominator < 2^127, the whole part
/// below 2^64.
constexpr Rate make_rate(Uint128 numerator, Uint128 denominator) {
  Rate rate;
  rate.whole = static_cast<std::uint64_t>(numerator / denominator);
  Uint128 rest = numerator % denominator;
  for (int bit = 0; bit < 64; ++bit) {
    rest <<= 1;
    rate.fraction <<= 1;
    if (rest >= denominator) {
      rest -= denominator;
      rate.fraction |= 1;
    }
  }
  return rate;
}

}  // namespace trenza::testbench
