#include "python/wiring.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "dpi/call_error.h"
#include "graphs/metrics/breadth_first.h"
#include "graphs/metrics/network_record.h"
#include "python/experiments.h"
#include "settings/network_spec.h"

namespace trenza::python {

Wiring::Wiring(const std::string& spec, bool lines) {
  try {
    const settings::NetworkSpec read = settings::read_network_spec(spec);
    network_ = settings::network_of(read);
    class_of_ = settings::source_classes_of(read);
  } catch (const settings::ConfigError& error) {
    if (lines) throw;
    throw without_lines(error);
  }
}

std::vector<std::int32_t> Wiring::distances(topologies::NodeId source) const {
  if (source < 0 || source >= network_.nodes)
    throw dpi::CallError(fmt::format("there is no node {}; expected 0 to {}", source, network_.nodes - 1));
  graphs::BreadthFirst search(network_);
  search.run(source);
  return search.distances();
}

std::string Wiring::metrics(int threads, int samples, std::uint64_t seed, bool worst_case) const {
  graphs::MetricOptions options;
  options.threads = threads;
  options.samples = samples;
  options.seed = seed;
  options.worst_case = worst_case;
  options.class_of = class_of_;
  return graphs::network_record(network_, graphs::measure(network_, options), worst_case).dump();
}

ChannelTable channel_table(const topologies::Topology& topology) {
  ChannelTable table;
  const topologies::Graph& graph = topology.graph();
  for (topologies::ChannelId id = 0; id < graph.channels(); ++id) {
    if (!graph.has(id)) continue;
    const topologies::Channel& channel = graph.channel(id);
    table.names.push_back("r_" + topology.node_name(channel.from) + "." + topology.port_name(channel.out_port));
    table.ids.push_back(id);
    table.sources.push_back(channel.from);
    table.destinations.push_back(channel.to);
  }
  return table;
}

}  // namespace trenza::python
