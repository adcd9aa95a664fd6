#include "topologies/ibt/scheme_metrics.h"

#include <mutex>
#include <utility>

#include "topologies/ibt/ibt_network.h"
#include "topologies/ibt/row_search.h"
#include "topologies/metrics/parallel.h"

namespace trenza::topologies {

namespace {

SchemeMetrics prepare(const IbtSpec& spec) {
  SchemeMetrics metrics;
  metrics.spec = spec;
  metrics.classes = distance_classes(spec);
  metrics.found.resize(metrics.classes.size());
  metrics.nodes = 1;
  for (const int size : spec.sizes) metrics.nodes *= size;
  return metrics;
}

}  // namespace

std::vector<SchemeMetrics> measure_all(const std::vector<IbtSpec>& specs, int threads, const TaskProgress& progress) {
  std::vector<SchemeMetrics> all;
  std::vector<std::pair<std::size_t, std::size_t>> tasks;  // (network, class)
  for (const auto& spec : specs) {
    all.push_back(prepare(spec));
    for (std::size_t c = 0; c < all.back().classes.size(); ++c) tasks.emplace_back(all.size() - 1, c);
  }
  std::mutex telling;
  std::size_t done = 0;
  for_each_block(static_cast<int>(tasks.size()), threads, [&](int block, int) {
    const auto [network, source] = tasks[static_cast<std::size_t>(block)];
    SchemeMetrics& metrics = all[network];
    const NodeId node = metrics.classes[source].node;
    metrics.found[source] = {node, RowSearch(metrics.spec).count_by_distance(node)};
    const std::lock_guard<std::mutex> lock(telling);
    ++done;
    if (progress) progress(done, tasks.size());
  });
  for (auto& metrics : all) metrics.distances = summarize_distances(metrics.nodes, metrics.classes, metrics.found);
  return all;
}

SchemeMetrics measure_ibt(const IbtSpec& spec, int threads) { return std::move(measure_all({spec}, threads).front()); }

SchemeMetrics measure_scheme(int dimensions, int size, const BypassScheme& scheme, int threads) {
  return measure_ibt(symmetric_ibt(dimensions, size, scheme), threads);
}

}  // namespace trenza::topologies
