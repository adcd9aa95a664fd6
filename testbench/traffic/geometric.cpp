#include "testbench/traffic/geometric.h"

#include "microarch/hash.h"
#include "testbench/integers.h"

namespace trenza::testbench {

namespace {

constexpr int kMaxDigits = 60;
constexpr std::uint64_t kLowBits = (std::uint64_t{1} << 56) - 1;

}  // namespace

Geometric::Geometric(std::uint64_t p_fixed) {
  constexpr Uint128 kOne = Uint128{1} << 64;
  Uint128 power = kOne - p_fixed;  // q^(2^k) in units of 2^-64, below 2^64
  for (int digit = 0; digit < kMaxDigits && power != 0; ++digit) {
    thresholds_.push_back(static_cast<std::uint64_t>((power << 64) / (kOne + power)));
    power = (power * power) >> 64;
  }
}

std::uint64_t Geometric::operator()(std::uint64_t draw) const {
  // Eight digits share a draw: each compares 8 bits first and asks for 56 more only when these do not decide.
  std::uint64_t value = 0;
  std::uint64_t bytes = 0;
  for (std::size_t digit = 0; digit < thresholds_.size(); ++digit) {
    if (digit % 8 == 0) bytes = microarch::hash_step(draw, digit);
    const std::uint64_t byte = (bytes >> (8 * (digit % 8))) & 0xff;
    const std::uint64_t top = thresholds_[digit] >> 56;
    bool one = byte < top;
    if (byte == top) one = (microarch::hash_step(draw, 0x100 + digit) >> 8) < (thresholds_[digit] & kLowBits);
    if (one) value |= std::uint64_t{1} << digit;
  }
  return value;
}

}  // namespace trenza::testbench
