#include "graphs/ibt/scheme_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "graphs/ibt/diameter_formula.h"

namespace trenza::graphs {

namespace {

bool contains(const std::vector<topologies::BypassScheme>& schemes, const topologies::BypassScheme& scheme) {
  return std::find(schemes.begin(), schemes.end(), scheme) != schemes.end();
}

std::int64_t distance_sum(const SchemeResult& result) {
  const auto& histogram = result.metrics.distances.histogram;
  std::int64_t sum = 0;
  for (std::size_t d = 0; d < histogram.size(); ++d) sum += histogram[d] * static_cast<std::int64_t>(d);
  return sum;
}

/// Sums compare where means would round: all schemes have the same number of nodes.
bool is_nearer(const SchemeResult& a, const SchemeResult& b) { return distance_sum(a) < distance_sum(b); }

void find_best(SchemeSearch& search) {
  const auto& results = search.results;
  const auto diameter = [&](std::size_t i) { return results[i].metrics.distances.diameter; };
  for (std::size_t i = 1; i < results.size(); ++i) {
    const std::size_t best = search.best_by_diameter;
    const bool nearer = is_nearer(results[i], results[best]);
    if (diameter(i) < diameter(best) || (diameter(i) == diameter(best) && nearer)) search.best_by_diameter = i;
    if (is_nearer(results[i], results[search.best_by_mean])) search.best_by_mean = i;
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (diameter(i) == diameter(search.best_by_diameter)) search.least_diameter.push_back(i);
  }
}

}  // namespace

SchemeSearch search_schemes(int dimensions, int size, const SchemeSearchOptions& options) {
  const auto schemes = topologies::qualified_schemes(dimensions, size, options.rule);
  if (schemes.empty()) {
    throw topologies::TopologyError(
        fmt::format("no bypass scheme of {}^{} is qualified; n must be a multiple of d = {} and at least {}", size,
                    dimensions, dimensions, 2 * dimensions));
  }
  const auto conditions = topologies::qualified_schemes(dimensions, size, topologies::SchemeRule::conditions);
  const auto algorithm = topologies::qualified_schemes(dimensions, size, topologies::SchemeRule::algorithm);
  std::vector<topologies::IbtSpec> specs;
  for (const auto& scheme : schemes) specs.push_back(topologies::symmetric_ibt(dimensions, size, scheme));
  auto metrics = measure_all(specs, options.threads, options.progress);

  SchemeSearch search;
  for (std::size_t i = 0; i < schemes.size(); ++i) {
    search.results.push_back({schemes[i], contains(conditions, schemes[i]), contains(algorithm, schemes[i]),
                              std::move(metrics[i]), diameter_formula(dimensions, size, schemes[i])});
  }
  find_best(search);
  return search;
}

}  // namespace trenza::graphs
