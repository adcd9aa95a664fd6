// Geometric random numbers in integer arithmetic.
#pragma once

#include <cstdint>
#include <vector>

namespace trenza::testbench {

/// The number of failures before the first success of trials that succeed with probability p = p_fixed / 2^64.
///
/// With q = 1 - p the binary digits of such a number are independent of each other, and digit k is 1 with probability
/// q^(2^k) / (1 + q^(2^k)): the generating function of the distribution, p / (1 - q z), is the product of (1 + q^(2^k)
/// z^(2^k)) / (1 + q^(2^k)) over all k. So one number costs a few comparisons with thresholds that are computed once,
/// whatever its size. Thresholds have 64 bits; their error is that of a p wrong by less than 2^-62.
class Geometric {
 public:
  /// Precondition: p_fixed > 0.
  explicit Geometric(std::uint64_t p_fixed);

  /// The number that belongs to 64 uniform random bits.
  std::uint64_t operator()(std::uint64_t draw) const;

 private:
  std::vector<std::uint64_t> thresholds_;  ///< of digit k, in units of 2^-64
  std::vector<std::uint64_t> tops_;        ///< byte k % 8 of word k / 8: the highest byte of threshold k
};

}  // namespace trenza::testbench
