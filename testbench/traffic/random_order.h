// A random order of 0 .. n-1 that needs no memory.
#pragma once

#include <cstdint>

#include "testbench/traffic/draws.h"

namespace trenza::testbench {

/// A permutation of 0 .. n-1 drawn by a key: a Feistel network of twelve rounds over the next power of four, walked
/// until the value is below n (Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002). Precondition: n > 0.
class RandomOrder {
 public:
  explicit RandomOrder(std::uint64_t n) : n_(n) {
    while (half_bits_ < 31 && (std::uint64_t{1} << (2 * half_bits_)) < n) ++half_bits_;
  }

  /// Which value stands at `place` in the order of this key. Precondition: place < n.
  std::uint64_t at(std::uint64_t key, std::uint64_t place) const {
    do {
      place = round_trip(key, place);
    } while (place >= n_);
    return place;
  }

 private:
  static constexpr std::uint64_t kRounds = 12;

  std::uint64_t round_trip(std::uint64_t key, std::uint64_t value) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = value >> half_bits_;
    std::uint64_t right = value & mask;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const std::uint64_t next = left ^ (microarch::hash(key, round, right) & mask);
      left = right;
      right = next;
    }
    return left << half_bits_ | right;
  }

  std::uint64_t n_;
  unsigned half_bits_ = 1;
};

}  // namespace trenza::testbench
