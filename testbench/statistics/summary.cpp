#include "testbench/statistics/summary.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace trenza::testbench {

namespace {

/// a / b, 0 if b is 0. Both operands are integers, so the quotient is the same number on every machine.
double ratio(Uint128 a, Uint128 b) { return b == 0 ? 0.0 : static_cast<double>(a) / static_cast<double>(b); }

FlowResults flow_results(const FlowTotals& totals, std::uint64_t cycles, bool with_latency) {
  FlowResults flow;
  flow.packets = totals.packets;
  flow.flits = totals.flits;
  flow.accepted_load = ratio(totals.flits, cycles);
  if (!with_latency || totals.packets == 0) return flow;
  flow.latency_mean = ratio(totals.latency, totals.packets);
  flow.network_latency_mean = ratio(totals.network_latency, totals.packets);
  return flow;
}

/// (sum x)^2 / (n sum x^2): 1 if all are served alike, 1/n if only one is (Jain, Chiu, Hawe, DEC TR-301, 1984).
std::optional<double> jain_index(const std::vector<FlowResults>& sources) {
  Uint128 sum = 0;
  Uint128 squares = 0;
  for (const FlowResults& source : sources) {
    sum += source.flits;
    squares += static_cast<Uint128>(source.flits) * source.flits;
  }
  if (sum == 0) return std::nullopt;
  return ratio(sum * sum, squares * sources.size());
}

}  // namespace

void summarise_loads(const Collector& collector, const Window& window, const microarch::Counters& counters,
                     const topologies::Topology& topology, Results& results) {
  const topologies::Graph& graph = topology.graph();
  const auto nodes = static_cast<std::uint64_t>(graph.nodes());
  const std::uint64_t cycles = window.cycles();
  const Uint128 node_cycles = static_cast<Uint128>(nodes) * cycles;
  results.nodes = nodes;
  results.warmup_cycles = window.begin;
  results.offered_load = ratio(window.offered_flits, node_cycles);
  results.accepted_load = ratio(window.delivered_flits, node_cycles);
  results.hops_mean = ratio(window.delivered_hops, window.delivered_packets);
  results.hops_offered_mean = ratio(window.offered_hops, window.offered_packets);
  results.escape_share = ratio(window.escape_grants, window.network_grants);

  bool is_first = true;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    if (!collector.is_source(node)) continue;
    const std::uint64_t flits = window.source_flits[static_cast<std::size_t>(node)];
    least = is_first ? flits : std::min(least, flits);
    most = std::max(most, flits);
    is_first = false;
  }
  results.accepted_load_min_source = ratio(least, cycles);
  results.accepted_load_max_source = ratio(most, cycles);

  results.packets = collector.delivered_packets();
  results.flits = collector.delivered_flits();
  results.flit_hops = counters.flit_hops;
  results.digest = collector.digest();

  if (window.channel_flits.empty()) return;
  const auto flits_of = [&](topologies::ChannelId id) { return window.channel_flits[static_cast<std::size_t>(id)]; };
  const Uint128 sum = std::accumulate(window.channel_flits.begin(), window.channel_flits.end(), Uint128{0});
  topologies::ChannelId busiest = 0;
  while (!graph.has(busiest)) ++busiest;
  for (topologies::ChannelId id = busiest + 1; id < graph.channels(); ++id) {
    if (graph.has(id) && flits_of(id) > flits_of(busiest)) busiest = id;
  }
  const topologies::Channel& channel = graph.channel(busiest);
  results.link_use_mean = ratio(sum, static_cast<Uint128>(cycles) * static_cast<unsigned>(graph.connected()));
  results.link_use_max = ratio(flits_of(busiest), cycles);
  results.channel_use.reserve(window.channel_flits.size());
  for (const std::uint64_t flits : window.channel_flits) results.channel_use.push_back(ratio(flits, cycles));
  results.link_use_max_name = "r_" + topology.node_name(channel.from) + "." + topology.port_name(channel.out_port);
}

std::vector<ClassResults> summarise_classes(const Collector& collector, const Window& window, int message_classes,
                                            bool with_latency) {
  std::vector<ClassResults> classes(message_classes > 1 ? static_cast<std::size_t>(message_classes) : 0);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    classes[c].packets = collector.delivered_packets_of(c);
    const ClassTotals& totals = window.classes[c];
    if (!with_latency || totals.packets == 0) continue;
    classes[c].latency_mean = ratio(totals.latency, totals.packets);
    classes[c].network_latency_mean = ratio(totals.network_latency, totals.packets);
  }
  return classes;
}

void summarise_flows(const Collector& collector, const Window& window, const topologies::Topology& topology,
                     const RecordRequest& records, bool with_latency, Results& results) {
  const auto name = [&](topologies::NodeId node) { return "r_" + topology.node_name(node); };
  if (records.flows) {
    auto& flows = results.flows.emplace();
    for (const auto& [ends, totals] : window.flows) {
      flows.push_back(flow_results(totals, window.cycles(), with_latency));
      flows.back().source = name(ends.first);
      flows.back().destination = name(ends.second);
    }
  }
  if (!records.sources) return;
  auto& sources = results.sources.emplace();
  std::map<topologies::NodeId, FlowTotals> sums;
  for (const auto& [ends, totals] : window.flows) {
    FlowTotals& sum = sums[ends.first];
    sum.packets += totals.packets;
    sum.flits += totals.flits;
    sum.latency += totals.latency;
    sum.network_latency += totals.network_latency;
  }
  for (topologies::NodeId node = 0; node < topology.graph().nodes(); ++node) {
    if (!collector.is_source(node)) continue;
    sources.sources.push_back(flow_results(sums[node], window.cycles(), with_latency));
    sources.sources.back().source = name(node);
  }
  sources.jain_index = jain_index(sources.sources);
}

std::optional<LatencySummary> summarise_latency(const Histogram& latency) {
  if (latency.count() == 0) return std::nullopt;
  return LatencySummary{latency.mean(), latency.percentile(50), latency.percentile(95), latency.percentile(99),
                        latency.max()};
}

}  // namespace trenza::testbench
