#include "testbench/traffic/geometric.h"

#include "microarch/hash.h"
#include "testbench/integers.h"

namespace trenza::testbench {

namespace {

constexpr int kMaxDigits = 60;
constexpr std::uint64_t kLowBits = (std::uint64_t{1} << 56) - 1;

constexpr std::size_t kBytes = 8;                         // of a word
constexpr std::uint64_t kHighs = 0x8080'8080'8080'8080;   // the highest bit of every byte
constexpr std::uint64_t kGather = 0x0102'0408'1020'4080;  // brings bit 0 of byte k to bit 56 + k

/// Bit k of the result: the highest bit of byte k.
std::uint64_t gathered(std::uint64_t highs) { return ((highs & kHighs) >> 7) * kGather >> 56; }

/// Bit k: byte k of `a` is less than that of `b`.
std::uint64_t less(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t low_at_least = (a | kHighs) - (b & ~kHighs);  // no byte borrows from the next
  return gathered((~a & b) | (~(a ^ b) & ~low_at_least));
}

/// Bit k: byte k of both is the same.
std::uint64_t equal(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t different = a ^ b;
  return gathered(~(((different & ~kHighs) + ~kHighs) | different));
}

}  // namespace

Geometric::Geometric(std::uint64_t p_fixed) {
  constexpr Uint128 kOne = Uint128{1} << 64;
  Uint128 power = kOne - p_fixed;  // q^(2^k) in units of 2^-64, below 2^64
  for (int digit = 0; digit < kMaxDigits && power != 0; ++digit) {
    thresholds_.push_back(static_cast<std::uint64_t>((power << 64) / (kOne + power)));
    power = (power * power) >> 64;
  }
  tops_.assign((thresholds_.size() + kBytes - 1) / kBytes, 0);
  for (std::size_t digit = 0; digit < thresholds_.size(); ++digit)
    tops_[digit / kBytes] |= thresholds_[digit] >> 56 << (8 * (digit % kBytes));
}

std::uint64_t Geometric::operator()(std::uint64_t draw) const {
  // Eight digits share a draw: each compares 8 bits first and asks for 56 more only when these do not decide.
  std::uint64_t value = 0;
  for (std::size_t word = 0; word < tops_.size(); ++word) {
    const std::size_t first = word * kBytes;
    const std::uint64_t bytes = microarch::hash_step(draw, first);
    std::uint64_t ones = less(bytes, tops_[word]);
    for (std::uint64_t open = equal(bytes, tops_[word]); open != 0; open &= open - 1) {
      const std::size_t digit = first + static_cast<std::size_t>(__builtin_ctzll(open));
      if (digit >= thresholds_.size()) break;
      if (microarch::hash_step(draw, 0x100 + digit) >> 8 < (thresholds_[digit] & kLowBits))
        ones |= std::uint64_t{1} << (digit - first);
    }
    value |= ones << first;
  }
  return value;
}

}  // namespace trenza::testbench
