#include "testbench/history/packet_places.h"

#include <fmt/core.h>

#include <algorithm>

#include "microarch/draws.h"
#include "microarch/hash.h"
#include "microarch/injection.h"
#include "microarch/parameters.h"

namespace trenza::testbench {

PacketPlaces::PacketPlaces(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
    : topology_(topology),
      graph_(topology.graph()),
      parameters_(parameters),
      vcs_(parameters.vcs()),
      inputs_(parameters.inputs(graph_.ports())),
      outputs_(graph_.ports() + parameters.ejectors) {
  const auto nodes = static_cast<std::size_t>(graph_.nodes());
  by_input_.resize(nodes * static_cast<std::size_t>(inputs_));
  by_output_.resize(nodes * static_cast<std::size_t>(outputs_));
  stored_.resize(by_input_.size());
}

std::size_t PacketPlaces::input_place(NodeId router, int input) const {
  return static_cast<std::size_t>(router) * static_cast<std::size_t>(inputs_) + static_cast<std::size_t>(input);
}

std::size_t PacketPlaces::output_place(NodeId router, int output) const {
  return static_cast<std::size_t>(router) * static_cast<std::size_t>(outputs_) + static_cast<std::size_t>(output);
}

int PacketPlaces::offered(const PacketFacts& packet) {
  packets_[packet.name].packet = packet;
  const int input = injector_of(packet);
  push(input_place(packet.name.source, input), packet.name, packet.created);
  return input;
}

int PacketPlaces::injector_of(const PacketFacts& packet) const {
  const NodeId node = packet.name.source;
  const int first = graph_.ports() * vcs_ + packet.message_class * parameters_.injectors;
  if (parameters_.injectors == 1) return first;
  const topologies::RoutingRelation& relation = topology_.routing();
  const std::uint64_t draw =
      microarch::hash(parameters_.seed, microarch::DrawPurpose::record, node, packet.name.number);
  const topologies::RouteChoice choice = relation.choices(node, relation.initial(node, packet.destination, draw));
  return first + microarch::choose_injector(parameters_.injection, parameters_.injectors, packet.name.number,
                                            choice.adaptive_ports(),
                                            [&](int j) { return in_input(node, first + j, packet.created).size(); });
}

void PacketPlaces::push(std::size_t input, const PacketName& packet, Cycle since) {
  std::deque<Stored>& stored = stored_[input];
  while (!stored.empty() && stored.front().left && *stored.front().left < since) stored.pop_front();
  stored.push_back({packet, since, std::nullopt});
}

void PacketPlaces::granted(const microarch::Hop& hop) {
  const PacketName packet{hop.source, hop.number};
  Journey& journey = packets_.at(packet);
  journey.hops.push_back(hop);
  const Cycle until = hop.cycle + static_cast<Cycle>(journey.packet.flits);
  const std::size_t input = input_place(hop.router, hop.input);
  by_input_[input] = {packet, hop.cycle, until};
  by_output_[output_place(hop.router, hop.output)] = {packet, hop.cycle, until};
  const auto stored = std::find_if(stored_[input].begin(), stored_[input].end(),
                                   [&](const Stored& one) { return one.packet == packet; });
  if (stored == stored_[input].end()) {
    throw microarch::InvariantViolation(
        fmt::format("cycle {}: packet {} is granted from input {} of r_{}, where it is not", hop.cycle,
                    to_string(packet), hop.input, topology_.node_name(hop.router)));
  }
  stored->left = until;
  if (hop.output >= graph_.ports()) return;
  const auto [router, next_input] = downstream(hop.router, hop.output, hop.vc);
  push(input_place(router, next_input), packet, hop.cycle + 1);
}

std::optional<CrossingPacket> PacketPlaces::Crossing::at(Cycle cycle) const {
  return granted < cycle && cycle < until ? std::optional(CrossingPacket{packet, until}) : std::nullopt;
}

std::optional<PacketName> PacketPlaces::Crossing::granted_in(Cycle cycle) const {
  return until > 0 && granted == cycle ? std::optional(packet) : std::nullopt;
}

std::optional<CrossingPacket> PacketPlaces::crossing_output(NodeId router, int output, Cycle cycle) const {
  return by_output_[output_place(router, output)].at(cycle);
}

std::optional<CrossingPacket> PacketPlaces::crossing_input(NodeId router, int input, Cycle cycle) const {
  return by_input_[input_place(router, input)].at(cycle);
}

std::optional<PacketName> PacketPlaces::granted_output(NodeId router, int output, Cycle cycle) const {
  return by_output_[output_place(router, output)].granted_in(cycle);
}

std::optional<PacketName> PacketPlaces::granted_input(NodeId router, int input, Cycle cycle) const {
  return by_input_[input_place(router, input)].granted_in(cycle);
}

std::vector<PacketName> PacketPlaces::in_input(NodeId router, int input, Cycle cycle) const {
  std::vector<PacketName> names;
  for (const Stored& stored : stored_[input_place(router, input)]) {
    if (stored.counts(cycle)) names.push_back(stored.packet);
  }
  return names;
}

std::optional<PacketName> PacketPlaces::first_in_input(NodeId router, int input, Cycle cycle) const {
  for (const Stored& stored : stored_[input_place(router, input)]) {
    if (stored.counts(cycle)) return stored.packet;
  }
  return std::nullopt;
}

std::pair<NodeId, int> PacketPlaces::downstream(NodeId router, int output, int vc) const {
  const topologies::Channel& channel = graph_.out(router, output);
  return {channel.to, channel.in_port * vcs_ + vc};
}

}  // namespace trenza::testbench
