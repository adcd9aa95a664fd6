// The proof against the truth: on random small networks the proof holds exactly where no deadlock can be come to.
//
// The proof is sufficient for every relation. It is also necessary, so that verdicts can be compared both ways, for the
// relations drawn here:
//  - Escapes depend on node and destination alone. So a packet that makes a turn from one channel to the next can be
//    offered right before the first, and a cycle of channels that are in no ring can be filled with packets that wait
//    for each other: fill every buffer of the cycle by offers at its own node.
//  - Packets do not leave their escape route, so adaptive buffers cannot drain such a cycle. (Where packets may go
//    back to adaptive buffers, a cycle of escapes is a deadlock only if those can be filled too.)
//  - A ring passes a node once and has three nodes at least. Destinations on it are reached along it; for any other
//    all its nodes but one, the exit, lead along it. Then a ring r on a cycle of waiting is filled from the channel
//    where the cycle comes in up to the exit where it goes out with packets for one destination, entering at the
//    first of these channels, which must find two free slots, and moving on: at the end one packet in the first
//    channel refuses what wants to come in, though the ring has a free slot. Networks in which the cycle may come in
//    right at an exit are drawn again: there the packets that fill the ring would leave before they have gone round.
//  - With the bubble off such a ring is always filled: for each of its channels there is a destination two hops on.
#include "topologies/explorer/state_explorer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <random>

#include "topologies/assembled_topology.h"
#include "topologies/proof.h"
#include "topologies/rings.h"
#include "topologies/tables/distance_table.h"
#include "topologies/tables/table_routing.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {
namespace {

constexpr PortId kPorts = 4;
constexpr PortId kRingPort = 0;
constexpr std::int64_t kMostConfigurations = 150'000;

/// Output port by destination and node.
using EscapePorts = std::vector<std::vector<PortId>>;

class GivenEscapes final : public EscapeRule {
 public:
  explicit GivenEscapes(EscapePorts ports) : ports_(std::move(ports)) {}
  EscapeHop next(NodeId at, NodeId destination, EscapeState /*state*/) const override {
    return {ports_[static_cast<std::size_t>(destination)][static_cast<std::size_t>(at)], 0, 0};
  }

 private:
  EscapePorts ports_;
};

/// A random network: its channels, the nodes of its ring in their order (none without a ring), its escapes.
struct Draw {
  Graph graph{0, 0};
  std::vector<NodeId> ring;
  EscapePorts escapes;
};

class Drawer {
 public:
  explicit Drawer(unsigned seed) : random_(seed) {}

  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

  Draw draw(bool with_ring, bool with_way_back) {
    for (;;) {
      Draw result;
      const NodeId nodes = with_way_back ? 5 : 3 + below(3);
      result.graph = Graph(nodes, kPorts);
      if (with_ring) add_ring(result, with_way_back ? 3 : nodes);
      if (with_way_back) add_way_back(result);
      const int extra = with_ring ? 1 + below(4) : nodes + below(4);
      for (int i = 0; i < extra; ++i) add_channel(result.graph);
      if (connected(result.graph) && add_escapes(result) && !comes_in_at_an_exit(result)) return result;
    }
  }

 private:
  static PortId free_port(const Graph& graph, NodeId node, bool in) {
    PortId port = kRingPort + 1;
    while (port < kPorts && (in ? graph.has_in(node, port) : graph.has_out(node, port))) ++port;
    return port;
  }

  void add_ring(Draw& draw, NodeId nodes) {
    for (NodeId node = 0; node < nodes; ++node) draw.ring.push_back(node);
    std::shuffle(draw.ring.begin(), draw.ring.end(), random_);
    draw.ring.resize(static_cast<std::size_t>(3 + below(nodes - 2)));
    for (std::size_t i = 0; i < draw.ring.size(); ++i)
      draw.graph.connect(
          {draw.ring[i], kRingPort, draw.ring[(i + 1) % draw.ring.size()], kRingPort, ChannelKind::wrap});
  }

  /// From a node of the ring by the two that are not on it to another of the ring: a cycle of waiting may go this way.
  void add_way_back(Draw& draw) {
    for (const auto& [from, to] : {std::pair<NodeId, NodeId>{draw.ring[0], 3}, {3, 4}, {4, draw.ring[1]}}) {
      draw.graph.connect(
          {from, free_port(draw.graph, from, false), to, free_port(draw.graph, to, true), ChannelKind::mesh});
    }
  }

  void add_channel(Graph& graph) {
    const NodeId from = below(graph.nodes());
    const NodeId to = below(graph.nodes());
    const PortId out = free_port(graph, from, false);
    const PortId in = free_port(graph, to, true);
    if (from != to && out < kPorts && in < kPorts) graph.connect({from, out, to, in, ChannelKind::mesh});
  }

  static bool connected(const Graph& graph) {
    try {
      DistanceTable::by_pair(graph);
      return true;
    } catch (const TopologyError&) {
      return false;
    }
  }

  /// Random trees that lead to each destination; false if one cannot be grown.
  bool add_escapes(Draw& draw) {
    const auto nodes = static_cast<std::size_t>(draw.graph.nodes());
    draw.escapes.assign(nodes, std::vector<PortId>(nodes, -1));
    for (NodeId destination = 0; destination < draw.graph.nodes(); ++destination) {
      if (!grow(draw, destination)) return false;
    }
    return true;
  }

  bool grow(Draw& draw, NodeId destination) {
    std::vector<PortId>& ports = draw.escapes[static_cast<std::size_t>(destination)];
    std::vector<bool> leads(ports.size(), false);
    leads[static_cast<std::size_t>(destination)] = true;
    const auto is_on_ring = [&](NodeId node) {
      return std::find(draw.ring.begin(), draw.ring.end(), node) != draw.ring.end();
    };
    const auto lead_along_ring = [&] {
      for (const NodeId node : draw.ring) {
        if (!leads[static_cast<std::size_t>(node)]) ports[static_cast<std::size_t>(node)] = kRingPort;
        leads[static_cast<std::size_t>(node)] = true;
      }
    };
    if (is_on_ring(destination)) lead_along_ring();
    for (;;) {
      std::vector<ChannelId> possible;
      for (ChannelId id = 0; id < draw.graph.channels(); ++id) {
        if (!draw.graph.has(id)) continue;
        const Channel& channel = draw.graph.channel(id);
        if (!leads[static_cast<std::size_t>(channel.from)] && leads[static_cast<std::size_t>(channel.to)])
          possible.push_back(id);
      }
      if (possible.empty()) return std::find(leads.begin(), leads.end(), false) == leads.end();
      const Channel& channel =
          draw.graph.channel(possible[static_cast<std::size_t>(below(static_cast<int>(possible.size())))]);
      ports[static_cast<std::size_t>(channel.from)] = channel.out_port;
      leads[static_cast<std::size_t>(channel.from)] = true;
      if (is_on_ring(channel.from)) lead_along_ring();
    }
  }

  /// Whether an escape route turns into the ring at a node where one for another destination leaves it.
  static bool comes_in_at_an_exit(const Draw& draw) {
    for (const NodeId node : draw.ring) {
      const auto at = static_cast<std::size_t>(node);
      bool exit = false;
      bool entry = false;
      for (const std::vector<PortId>& ports : draw.escapes) {
        exit = exit || ports[at] > kRingPort;
        for (ChannelId id = 0; id < draw.graph.channels(); ++id) {
          if (!draw.graph.has(id)) continue;
          const Channel& channel = draw.graph.channel(id);
          if (channel.to != node || channel.out_port == kRingPort) continue;
          entry =
              entry || (ports[static_cast<std::size_t>(channel.from)] == channel.out_port && ports[at] == kRingPort);
        }
      }
      if (exit && entry) return true;
    }
    return false;
  }

  std::mt19937 random_;
};

std::unique_ptr<Topology> build(const Draw& draw, bool ring_is_known) {
  TopologyParts parts;
  parts.name = "random";
  parts.graph = draw.graph;
  parts.sizes = {draw.graph.nodes()};
  for (PortId port = 0; port < kPorts; ++port) parts.port_names.push_back("p" + std::to_string(port));
  parts.port_dimensions.assign(kPorts, -1);
  parts.bypasses.assign(kPorts, false);
  if (ring_is_known && !draw.ring.empty()) parts.rings = find_rings(parts.graph, {{kRingPort, 0, "p0", -1}});
  parts.routing = make_table_routing(DistanceTable::by_pair(parts.graph), std::make_unique<GivenEscapes>(draw.escapes));
  return assemble(std::move(parts));
}

/// The kinds of network that are drawn in turn.
struct NetworkKind {
  std::string name;
  bool ring;           ///< the network has one
  bool ring_is_known;  ///< and the routers know it
  ExplorerRules rules;
  bool way_back = false;  ///< see Drawer::add_way_back
};

const std::vector<NetworkKind>& network_kinds() {
  static const std::vector<NetworkKind> all{
      {"no ring", false, false, {1, 1, false}},
      {"no ring, two slots", false, false, {2, 1, false}},
      {"no ring, adaptive", false, false, {1, 1, true}},
      {"ring and bubble", true, true, {2, 2, false}},
      {"ring, bubble, adaptive", true, true, {2, 2, true}},
      {"ring, bubble off", true, true, {2, 1, false}},
      {"ring without bubble", true, false, {1, 1, false}},
      {"ring, bubble, way back", true, true, {2, 2, false}, true},
  };
  return all;
}

struct Verdicts {
  int safe = 0;
  int deadlock = 0;
};

/// Compares the verdicts of `count` networks.
void compare(int count, unsigned seed) {
  Drawer drawer(seed);
  std::map<std::string, Verdicts> verdicts;
  Verdicts sum;
  std::int64_t configurations = 0;
  for (int done = 0; done < count;) {
    const NetworkKind& each = network_kinds()[static_cast<std::size_t>(done) % network_kinds().size()];
    const auto network = build(drawer.draw(each.ring, each.way_back), each.ring_is_known);
    const auto explored = explore(*network, each.rules, kMostConfigurations);
    if (!explored) continue;  // too large to explore: draw another
    ++done;
    configurations += explored->configurations;
    const Proof proof = prove_deadlock_free(*network, {each.rules.depth, each.rules.slots_to_enter, 1});
    std::string evidence;
    for (const Obligation& obligation : proof.obligations)
      evidence += obligation.name + ": " + obligation.evidence + "\n";
    EXPECT_TRUE(proof.obligations[0].holds && proof.obligations[3].holds) << evidence;
    ASSERT_EQ(proof.holds(), explored->deadlock.empty()) << "network " << done << " (" << each.name << ")\n"
                                                         << evidence << "deadlock: " << explored->deadlock;
    ++(proof.holds() ? verdicts[each.name].safe : verdicts[each.name].deadlock);
    ++(proof.holds() ? sum.safe : sum.deadlock);
  }
  for (const auto& [name, both] : verdicts)
    std::cout << name << ": " << both.safe << " safe, " << both.deadlock << " with deadlock\n";
  std::cout << count << " networks, " << configurations << " configurations: " << sum.safe << " safe, " << sum.deadlock
            << " with deadlock; the proof agrees on all\n";
  EXPECT_GE(4 * sum.safe, count);
  EXPECT_GE(4 * sum.deadlock, count);
}

TEST(StateExplorerTest, ProofAgreesOn48Networks) { compare(48, 1); }

TEST(StateExplorerTest, SlowProofAgreesOn1000Networks) { compare(1000, 2); }

}  // namespace
}  // namespace trenza::topologies
