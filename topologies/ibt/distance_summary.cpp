#include "topologies/ibt/distance_summary.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trenza::topologies {

namespace {

struct Moments {
  double mean = 0;
  double deviation = 0;
};

Moments moments(const std::vector<std::int64_t>& counts, std::size_t first) {
  std::int64_t number = 0;
  std::int64_t sum = 0;
  for (std::size_t d = first; d < counts.size(); ++d) {
    number += counts[d];
    sum += counts[d] * static_cast<std::int64_t>(d);
  }
  if (number == 0) return {};
  const double mean = static_cast<double>(sum) / static_cast<double>(number);
  double squares = 0;
  for (std::size_t d = first; d < counts.size(); ++d) {
    const double off = static_cast<double>(d) - mean;
    squares += static_cast<double>(counts[d]) * off * off;
  }
  return {mean, std::sqrt(squares / static_cast<double>(number))};
}

}  // namespace

CountSummary summarize_distances(const std::vector<std::int64_t>& counts) {
  CountSummary summary;
  for (std::size_t d = 1; d < counts.size(); ++d) {
    if (counts[d] != 0) summary.diameter = static_cast<int>(d);
    summary.distance_sum += counts[d] * static_cast<std::int64_t>(d);
  }
  const Moments excl = moments(counts, 1);
  const Moments incl = moments(counts, 0);
  summary.mean_excl = excl.mean;
  summary.mean_incl = incl.mean;
  summary.deviation_excl = excl.deviation;
  summary.deviation_incl = incl.deviation;
  return summary;
}

void add_counts(std::vector<std::int64_t>& total, const std::vector<std::int64_t>& counts, std::int64_t weight) {
  total.resize(std::max(total.size(), counts.size()), 0);
  for (std::size_t d = 0; d < counts.size(); ++d) total[d] += weight * counts[d];
}

}  // namespace trenza::topologies
