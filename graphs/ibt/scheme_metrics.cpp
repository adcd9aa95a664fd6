#include "graphs/ibt/scheme_metrics.h"

#include <mutex>
#include <utility>

#include "graphs/ibt/row_search.h"
#include "graphs/metrics/parallel.h"
#include "topologies/ibt/ibt_network.h"

namespace trenza::graphs {

namespace {

SchemeMetrics prepare(const topologies::IbtSpec& spec) {
  SchemeMetrics metrics;
  metrics.spec = spec;
  metrics.classes = topologies::distance_classes(spec);
  metrics.found.resize(metrics.classes.size());
  metrics.nodes = 1;
  for (const int size : spec.sizes) metrics.nodes *= size;
  return metrics;
}

}  // namespace

std::vector<SchemeMetrics> measure_all(const std::vector<topologies::IbtSpec>& specs, int threads,
                                       const TaskProgress& progress) {
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
    const topologies::NodeId node = metrics.classes[source].node;
    metrics.found[source] = {node, RowSearch(metrics.spec).count_by_distance(node)};
    const std::lock_guard<std::mutex> lock(telling);
    ++done;
    if (progress) progress(done, tasks.size());
  });
  for (auto& metrics : all) metrics.distances = summarize_distances(metrics.nodes, metrics.classes, metrics.found);
  return all;
}

SchemeMetrics measure_ibt(const topologies::IbtSpec& spec, int threads) {
  return std::move(measure_all({spec}, threads).front());
}

SchemeMetrics measure_scheme(int dimensions, int size, const topologies::BypassScheme& scheme, int threads) {
  return measure_ibt(topologies::symmetric_ibt(dimensions, size, scheme), threads);
}

}  // namespace trenza::graphs
