// Confidence intervals of percentiles.
#pragma once

#include <optional>
#include <vector>

#include "testbench/statistics/batch_means.h"
#include "testbench/statistics/histogram.h"

namespace trenza::testbench {

/// A percentile and its 95 % interval, all of them values that occurred.
struct QuantileInterval {
  std::uint64_t value = 0;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  Spread spread;  ///< of the share of the packets that are not above the value
};

/// The share of all values that are not above the percentile has an interval by batch means, and its ends are turned
/// back into values: the share has an expected value, whatever the distribution. Batches are the values of stretches of
/// a run, one after the other; `before` are those left out, as in mean_interval(). None for fewer than kLeastBatches
/// batches, for no values, or where an end of the interval lies beyond all values, of which there are too few then.
std::optional<QuantileInterval> quantile_interval(const std::vector<const Histogram*>& batches, const Histogram& all,
                                                  unsigned percent, const std::vector<const Histogram*>& before = {});

}  // namespace trenza::testbench
