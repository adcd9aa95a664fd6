// Confidence intervals from batches of a run: what is measured in one stretch of time depends on what was measured
// shortly before, but hardly on what was measured long before (batch means: Schmeiser, Operations Research 30(3), 1982;
// Fishman, Discrete-Event Simulation, 2001, chapter 6).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/integers.h"

namespace trenza::testbench {

/// One batch: a sum, and what it is divided by: latencies and packets, flits and cycles. Batches are stretches of a run
/// one after the other, of the same length.
struct Batch {
  Uint128 sum = 0;
  std::uint64_t weight = 0;
};

/// How far the sum of the contributions of all batches may be from its expected value.
struct Spread {
  double half_width = 0;    ///< of the interval that holds the expected value with a probability of 95 %
  std::size_t batches = 0;  ///< that it was computed from
  bool independent = true;  ///< they passed the test of correlation
};

/// Least number of batches that an interval is computed from.
constexpr std::size_t kLeastBatches = 8;

/// The batches are joined in pairs until the correlation r of neighbours passes a test at 10 % (r <= 1.2816 / sqrt(k)
/// for k batches), or until there would be fewer than kLeastBatches. The variance is multiplied by (1 + r') / (1 - r')
/// for r' = r + 1/k > 0, the correlation without its bias, at most 0.8: that of a series of which each value is r'
/// times the one before and something new. Student's distribution with k - 1 - `estimated` degrees of freedom. None for
/// fewer than kLeastBatches contributions.
std::optional<Spread> spread_of_sum(std::vector<double> contributions, std::size_t estimated = 0);

/// A mean and its 95 % interval.
struct MeanInterval {
  double mean = 0;
  Spread spread;
  double low() const { return mean - spread.half_width; }
  double high() const { return mean + spread.half_width; }
  /// The interval holds this value.
  bool holds(double value) const { return low() <= value && value <= high(); }
};

/// Sum of all batches / weight of all batches. None for fewer than kLeastBatches batches, or no weight. `before`:
/// batches that are left out of the mean because of their values (a warm-up that was detected). Where these and the
/// others together spread more than the others alone, that spread counts, over as much weight as the others have.
std::optional<MeanInterval> mean_interval(const std::vector<Batch>& batches, const std::vector<Batch>& before = {});

/// Mean of the second half of the batches minus that of the first. None for fewer than kLeastBatches, or no weight in a
/// half.
std::optional<MeanInterval> drift_interval(const std::vector<Batch>& batches);

/// Mean of `other` minus mean of `base`. Batch k of both is of the same stretch of time: where both runs had the same
/// random numbers (the same packets were created), what is common to them cancels. None for fewer than kLeastBatches,
/// for different numbers of batches, or no weight.
std::optional<MeanInterval> difference_interval(const std::vector<Batch>& base, const std::vector<Batch>& other);

/// Mean of `other` minus mean of `base`, of which value k of both is of the same seed. Values of different seeds do not
/// depend on each other, so two pairs are enough. None for fewer, or for different numbers of values.
std::optional<MeanInterval> paired_difference(const std::vector<double>& base, const std::vector<double>& other);

}  // namespace trenza::testbench
