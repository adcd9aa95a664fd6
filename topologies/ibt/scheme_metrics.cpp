#include "topologies/ibt/scheme_metrics.h"

#include <cstddef>
#include <utility>

#include "topologies/ibt/ibt_network.h"
#include "topologies/ibt/row_search.h"

namespace trenza::topologies {

namespace {

SchemeMetrics prepare(const IbtSpec& spec) {
  SchemeMetrics metrics;
  metrics.spec = spec;
  for (const auto& source : distance_classes(spec)) metrics.classes.push_back({source, {}});
  metrics.nodes = 1;
  for (const int size : spec.sizes) metrics.nodes *= size;
  return metrics;
}

void finish(SchemeMetrics& metrics) {
  metrics.connected = true;
  for (const auto& one : metrics.classes) {
    add_counts(metrics.counts, one.counts, one.source.count);
    std::int64_t reached = 0;
    for (const auto count : one.counts) reached += count;
    metrics.connected = metrics.connected && reached == metrics.nodes;
  }
  metrics.distances = summarize_distances(metrics.counts);
}

}  // namespace

std::vector<SchemeMetrics> measure_all(const std::vector<IbtSpec>& specs, int threads, const TaskProgress& progress) {
  std::vector<SchemeMetrics> all;
  std::vector<std::pair<std::size_t, std::size_t>> tasks;  // (network, class)
  for (const auto& spec : specs) {
    all.push_back(prepare(spec));
    for (std::size_t c = 0; c < all.back().classes.size(); ++c) tasks.emplace_back(all.size() - 1, c);
  }
  const auto search = [&](std::size_t task) {
    ClassDistances& one = all[tasks[task].first].classes[tasks[task].second];
    one.counts = RowSearch(all[tasks[task].first].spec).count_by_distance(one.source.node);
  };
  run_tasks(tasks.size(), threads, search, progress);
  for (auto& metrics : all) finish(metrics);
  return all;
}

SchemeMetrics measure_ibt(const IbtSpec& spec, int threads) { return std::move(measure_all({spec}, threads).front()); }

SchemeMetrics measure_scheme(int dimensions, int size, const BypassScheme& scheme, int threads) {
  return measure_ibt(symmetric_ibt(dimensions, size, scheme), threads);
}

}  // namespace trenza::topologies
