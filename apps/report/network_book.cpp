#include "apps/report/network_book.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "apps/plot/network_drawing.h"
#include "settings/configuration.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

/// "rtt(a=8)": what can be said of a network that cannot be built.
std::string plain_name(const Json& topology) {
  std::string name;
  for (const auto& [key, value] : topology.items()) {
    if (key != "kind") name += fmt::format("{}{}={}", name.empty() ? "" : ", ", key, value.dump());
  }
  return fmt::format("{}({})", topology.value("kind", "network"), name);
}

void name_channels(ReportNetwork& network) {
  const topologies::Topology& topology = *network.topology;
  const topologies::Graph& graph = topology.graph();
  for (topologies::ChannelId id = 0; id < graph.channels(); ++id) {
    if (!graph.has(id)) continue;
    const topologies::Channel& channel = graph.channel(id);
    const std::string from = "r_" + topology.node_name(channel.from);
    network.outputs[from + " " + topologies::output_name(topology, channel)] = id;
    network.inputs["r_" + topology.node_name(channel.to) + " in_" + topologies::input_name(topology, channel)] = id;
    network.series[from + "." + topology.port_name(channel.out_port)] = id;
  }
}

/// Builds the network in the smallest experiment. A network of a file may be gone.
ReportNetwork build(const Json& section, topologies::NodeId nodes) {
  ReportNetwork network;
  network.name = plain_name(section);
  if (nodes > kMostDrawnNodes) {
    network.fault = fmt::format("{} nodes; a drawing can have {}", nodes, kMostDrawnNodes);
    return network;
  }
  const Json experiment = {
      {"topology", section}, {"traffic", {{"pattern", "uniform"}, {"load", 0.1}}}, {"run", {{"cycles", 1}}}};
  try {
    network.topology = settings::read_configuration(experiment.dump(), "the document").runs.front().topology;
    network.name = network.topology->name();
    name_channels(network);
  } catch (const topologies::UserError& error) {
    network.topology = nullptr;
    network.fault = error.what();
  }
  return network;
}

}  // namespace

std::size_t NetworkBook::number_of(const Json& topology, topologies::NodeId nodes) {
  const auto [found, is_new] = numbers_.emplace(topology.dump(), networks_.size());
  if (is_new) networks_.push_back(build(topology, nodes));
  return found->second;
}

}  // namespace trenza::apps
