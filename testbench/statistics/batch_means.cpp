#include "testbench/statistics/batch_means.h"

#include <algorithm>
#include <cmath>

#include "testbench/statistics/student.h"

namespace trenza::testbench {

namespace {

constexpr double kTenPercent = 1.2816;  // quantile of the normal distribution
constexpr double kMostCorrelation = 0.8;

struct Moments {
  double squares = 0;      ///< of the differences from the mean
  double correlation = 0;  ///< of neighbours
};

Moments moments_of(const std::vector<double>& values) {
  double mean = 0;
  for (const double value : values) mean += value;
  mean /= static_cast<double>(values.size());
  Moments moments;
  double products = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double difference = values[k] - mean;
    moments.squares += difference * difference;
    if (k > 0) products += difference * (values[k - 1] - mean);
  }
  if (moments.squares > 0) moments.correlation = products / moments.squares;
  return moments;
}

/// Without the first one if their number is odd.
void join_pairs(std::vector<double>& values) {
  const std::size_t first = values.size() % 2;
  const std::size_t pairs = values.size() / 2;
  for (std::size_t k = 0; k < pairs; ++k) values[k] = values[first + 2 * k] + values[first + 2 * k + 1];
  values.resize(pairs);
}

Batch total_of(const std::vector<Batch>& batches, std::size_t begin, std::size_t end) {
  Batch total;
  for (std::size_t k = begin; k < end; ++k) {
    total.sum += batches[k].sum;
    total.weight += batches[k].weight;
  }
  return total;
}

Batch total_of(const std::vector<Batch>& batches) { return total_of(batches, 0, batches.size()); }

double mean_of(const Batch& total) { return static_cast<double>(total.sum) / static_cast<double>(total.weight); }

/// What a batch adds to the error of the mean of `total`.
double contribution(const Batch& batch, const Batch& total) {
  const double expected = mean_of(total) * static_cast<double>(batch.weight);
  return (static_cast<double>(batch.sum) - expected) / static_cast<double>(total.weight);
}

std::optional<MeanInterval> interval(double mean, const std::optional<Spread>& spread) {
  if (!spread) return std::nullopt;
  return MeanInterval{mean, *spread};
}

std::optional<MeanInterval> mean_of_all(const std::vector<Batch>& batches) {
  const Batch total = total_of(batches);
  if (total.weight == 0) return std::nullopt;
  std::vector<double> contributions;
  contributions.reserve(batches.size());
  for (const Batch& batch : batches) contributions.push_back(contribution(batch, total));
  return interval(mean_of(total), spread_of_sum(std::move(contributions)));
}

}  // namespace

std::optional<Spread> spread_of_sum(std::vector<double> contributions, std::size_t estimated) {
  const std::size_t finest = contributions.size();
  if (finest < kLeastBatches) return std::nullopt;
  double per_batch = 1;  // batches at first in one now
  Spread spread;
  Moments moments;
  for (;;) {
    moments = moments_of(contributions);
    spread.batches = contributions.size();
    spread.independent = moments.correlation <= kTenPercent / std::sqrt(static_cast<double>(spread.batches));
    if (spread.independent || spread.batches / 2 < kLeastBatches) break;
    join_pairs(contributions);
    per_batch *= 2;
  }
  const auto count = static_cast<double>(spread.batches);
  const auto freedom = spread.batches - 1 - estimated;
  double variance = moments.squares / static_cast<double>(freedom) * (static_cast<double>(finest) / per_batch);
  const double correlation = std::min(moments.correlation + 1 / count, kMostCorrelation);
  if (moments.squares > 0 && correlation > 0) variance *= (1 + correlation) / (1 - correlation);
  spread.half_width = student_t95(freedom) * std::sqrt(variance);
  return spread;
}

std::optional<MeanInterval> mean_interval(const std::vector<Batch>& batches, const std::vector<Batch>& before) {
  auto result = mean_of_all(batches);
  if (!result || before.empty()) return result;
  std::vector<Batch> all = before;
  all.insert(all.end(), batches.begin(), batches.end());
  Spread spread = mean_of_all(all)->spread;
  spread.half_width *=
      std::sqrt(static_cast<double>(total_of(all).weight) / static_cast<double>(total_of(batches).weight));
  if (spread.half_width > result->spread.half_width) result->spread = spread;
  return result;
}

std::optional<MeanInterval> drift_interval(const std::vector<Batch>& batches) {
  const std::size_t half = batches.size() / 2;
  const Batch first = total_of(batches, 0, half);
  const Batch second = total_of(batches, half, batches.size());
  if (first.weight == 0 || second.weight == 0) return std::nullopt;
  std::vector<double> contributions;
  contributions.reserve(batches.size());
  for (std::size_t k = 0; k < batches.size(); ++k)
    contributions.push_back(k < half ? -contribution(batches[k], first) : contribution(batches[k], second));
  return interval(mean_of(second) - mean_of(first), spread_of_sum(std::move(contributions), 1));
}

std::optional<MeanInterval> difference_interval(const std::vector<Batch>& base, const std::vector<Batch>& other) {
  const Batch of_base = total_of(base);
  const Batch of_other = total_of(other);
  if (base.size() != other.size() || of_base.weight == 0 || of_other.weight == 0) return std::nullopt;
  std::vector<double> contributions;
  contributions.reserve(base.size());
  for (std::size_t k = 0; k < base.size(); ++k)
    contributions.push_back(contribution(other[k], of_other) - contribution(base[k], of_base));
  return interval(mean_of(of_other) - mean_of(of_base), spread_of_sum(std::move(contributions)));
}

std::optional<MeanInterval> paired_difference(const std::vector<double>& base, const std::vector<double>& other) {
  const std::size_t pairs = base.size();
  if (pairs < 2 || other.size() != pairs) return std::nullopt;
  std::vector<double> differences;
  double sum = 0;
  for (std::size_t k = 0; k < pairs; ++k) {
    differences.push_back(other[k] - base[k]);
    sum += differences.back();
  }
  const auto count = static_cast<double>(pairs);
  const double error = std::sqrt(moments_of(differences).squares / (count * (count - 1)));
  return MeanInterval{sum / count, {student_t95(pairs - 1) * error, pairs, true}};
}

}  // namespace trenza::testbench
