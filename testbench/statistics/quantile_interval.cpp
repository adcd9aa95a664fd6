#include "testbench/statistics/quantile_interval.h"

#include <cmath>

namespace trenza::testbench {

std::optional<QuantileInterval> quantile_interval(const std::vector<const Histogram*>& batches, const Histogram& all,
                                                  unsigned percent, const std::vector<const Histogram*>& before) {
  if (all.count() == 0) return std::nullopt;
  QuantileInterval result;
  result.value = all.percentile(percent);
  const auto shares_of = [&](const std::vector<const Histogram*>& histograms) {
    std::vector<Batch> shares;
    shares.reserve(histograms.size());
    for (const Histogram* const batch : histograms)
      shares.push_back({batch->count_up_to(result.value), batch->count()});
    return shares;
  };
  const auto share = mean_interval(shares_of(batches), shares_of(before));
  if (!share) return std::nullopt;
  result.spread = share->spread;
  const auto count = static_cast<double>(all.count());
  const double middle = count * static_cast<double>(percent) / 100;
  const double width = count * share->spread.half_width;
  const double low = std::ceil(middle - width);
  const double high = std::ceil(middle + width);
  if (low < 1 || high > count) return std::nullopt;
  result.low = all.value_at(static_cast<std::uint64_t>(low));
  result.high = all.value_at(static_cast<std::uint64_t>(high));
  return result;
}

}  // namespace trenza::testbench
