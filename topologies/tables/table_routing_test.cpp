// Networks that are routed by table: distances, ports, escapes and proofs, against searches on the graph alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "topologies/proof.h"
#include "topologies/relation_walk.h"
#include "topologies/tables/distance_table.h"
#include "topologies/tables/table_topology.h"
#include "topologies/tables/three_classes.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::graph_distances;

IbtSpec interlaced(std::vector<int> sizes, std::vector<int> lengths, int m = 0) {
  IbtSpec spec;
  spec.sizes = std::move(sizes);
  spec.lengths = std::move(lengths);
  spec.interlaced_dimensions = m;
  return spec;
}

IbtSpec express_network(std::vector<int> sizes, std::vector<int> lengths, std::vector<bool> wrap = {}) {
  IbtSpec spec = interlaced(std::move(sizes), std::move(lengths));
  spec.placement = BypassPlacement::all;
  spec.wrap = std::move(wrap);
  return spec;
}

void expect_proved(const Topology& network) {
  const Proof proof = prove_deadlock_free(network, {});
  for (const Obligation& each : proof.obligations) EXPECT_TRUE(each.holds) << network.name() << ": " << each.evidence;
}

void expect_minimal_ports(const Topology& network) {
  const Graph& graph = network.graph();
  std::vector<std::vector<int>> distances;
  for (NodeId node = 0; node < graph.nodes(); ++node) distances.push_back(graph_distances(graph, node));
  const auto distance = [&](NodeId from, NodeId to) {
    return distances[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
  };
  for (NodeId from = 0; from < graph.nodes(); ++from) {
    for (NodeId to = 0; to < graph.nodes(); ++to) {
      ASSERT_EQ(network.routing().distance(from, to), distance(from, to));
      const RouteChoice choice = network.routing().choices(from, network.routing().initial(from, to, 7));
      ASSERT_EQ(choice.arrived, from == to);
      for (PortId port = 0; port < graph.ports(); ++port) {
        const bool nearer =
            graph.has_out(from, port) && distance(graph.out(from, port).to, to) == distance(from, to) - 1;
        ASSERT_EQ((choice.adaptive_ports() >> port & 1U) != 0, nearer && from != to);
      }
    }
  }
}

/// Hops of the escape route.
int escape_hops(const Topology& network, NodeId from, NodeId to) {
  HeaderWord header = network.routing().initial(from, to, 0);
  int hops = 0;
  for (NodeId at = from; at != to && hops <= network.graph().nodes(); ++hops) {
    const RouteChoice choice = network.routing().choices(at, header);
    if (hops > 0) {
      EXPECT_EQ(choice.adaptive_ports(), 0U);
    }
    header = network.routing().advance(at, header, choice.escape_port(), true);
    at = network.graph().out(at, choice.escape_port()).to;
  }
  return hops;
}

TEST(TableRoutingTest, ConflictingTwistsEscapeInTheMesh) {
  for (const TorusShape& shape : std::vector<TorusShape>{{{4, 4}, {{1, 0, 1}, {0, 1, 3}}, {}, 2},
                                                         {{5, 4}, {{1, 0, 2}, {0, 1, 1}}, {}, 2},
                                                         {{3, 4, 4}, {{1, 0, 1}, {2, 1, 2}}, {}, 2}}) {
    const auto network = make_mesh_ordered_torus("conflict", shape);
    expect_minimal_ports(*network);
    expect_proved(*network);
    EXPECT_TRUE(network->rings().empty());
    EXPECT_TRUE(network->routing().escape_traits().detours);
    for (NodeId from = 0; from < network->graph().nodes(); ++from) {
      for (NodeId to = 0; to < network->graph().nodes(); ++to) {
        const std::vector<int> a = network->coordinates(from);
        const std::vector<int> b = network->coordinates(to);
        int apart = 0;
        for (std::size_t k = 0; k < a.size(); ++k) apart += std::abs(a[k] - b[k]);
        ASSERT_EQ(escape_hops(*network, from, to), apart);
      }
    }
  }
}

TEST(TableRoutingTest, InterlacedBypassTori) {
  for (const IbtSpec& spec :
       {interlaced({8, 8}, {2}), interlaced({8, 8}, {4}), interlaced({6, 6, 6}, {3}), interlaced({8, 4, 3}, {4}, 1),
        interlaced({16, 16}, {4, 8}), interlaced({8, 4, 6}, {2}, 2)}) {
    for (const IbtEscape escape : {IbtEscape::torus_order, IbtEscape::three_classes}) {
      const auto network = make_ibt(spec, escape);
      SCOPED_TRACE(network->name());
      expect_minimal_ports(*network);
      expect_proved(*network);
      EXPECT_EQ(network->routing().escape_vcs(), escape == IbtEscape::three_classes ? 2 : 1);
      const PortId bypass = network->graph().ports() - 2;
      EXPECT_EQ(network->port_name(bypass), "bp");
      EXPECT_TRUE(network->port_bypasses(bypass));
      EXPECT_FALSE(network->port_bypasses(0));
      EXPECT_EQ(network->ring_of(network->graph().id(0, bypass), 0) >= 0, escape == IbtEscape::three_classes);
      EXPECT_GE(network->ring_of(network->graph().id(0, 0), 0), 0);
    }
  }
}

TEST(TableRoutingTest, AllBypassLinksOnTorusAndMesh) {
  for (const IbtSpec& spec :
       {express_network({8, 8}, {3}), express_network({6, 4}, {2}), express_network({8, 8}, {4}, {false, false}),
        express_network({8, 4}, {2}, {true, false}), express_network({9}, {3}, {false})}) {
    const auto network = make_ibt(spec);
    SCOPED_TRACE(network->name());
    expect_minimal_ports(*network);
    expect_proved(*network);
    EXPECT_THROW(make_ibt(spec, IbtEscape::three_classes), TopologyError);
  }
  EXPECT_TRUE(make_ibt(express_network({8, 8}, {4}, {false, false}))->rings().empty());
}

TEST(TableRoutingTest, PlansAreTheBestOfAllPlans) {
  // Every plan within wide bounds, by its effect on the coordinate alone.
  for (const IbtSpec& spec : {interlaced({8, 8}, {2}), interlaced({16, 16}, {4, 8}), interlaced({12, 12, 12}, {6}),
                              interlaced({24, 24, 24}, {6, 12})}) {
    const int m = spec.bypass_dimensions();
    const int size = spec.sizes[0];
    for (int residue = 0; residue < spec.period(); ++residue) {
      for (int delta = 1; delta < size; ++delta) {
        int fewest = std::min(delta, size - delta);
        for (int before = 1 - spec.period(); before < spec.period(); ++before) {
          const int there = ((residue + before) % spec.period() + spec.period()) % spec.period();
          if (there % m != 0) continue;  // dimension x
          const int length = spec.lengths[static_cast<std::size_t>(there / m)];
          for (int bypass = -size; bypass <= size; ++bypass) {
            const int rest = ((delta - before - bypass * length) % size + size) % size;
            fewest = std::min(fewest, std::abs(before) + std::abs(bypass) + std::min(rest, size - rest));
          }
        }
        const BypassPlan plan = best_plan(spec, residue, 0, delta);
        ASSERT_EQ(plan.hops(), fewest);
        const int length = plan.length == 0 ? 0 : spec.lengths[static_cast<std::size_t>(plan.length - 1)];
        ASSERT_EQ(((plan.before + plan.bypass * length + plan.after - delta) % size + size) % size, 0);
        ASSERT_EQ(plan.length == 0, plan.bypass == 0);
      }
    }
  }
}

TEST(TableRoutingTest, ThreeClassesFollowTheirPlans) {
  const IbtSpec spec = interlaced({16, 16}, {4, 8});
  const auto network = make_ibt(spec, IbtEscape::three_classes);
  for (NodeId from = 0; from < network->graph().nodes(); ++from) {
    for (NodeId to = 0; to < network->graph().nodes(); ++to) {
      const std::vector<int> a = network->coordinates(from);
      const std::vector<int> b = network->coordinates(to);
      int expected = 0;
      int sum = a[0] + a[1];
      for (int k = 0; k < 2; ++k) {
        const auto axis = static_cast<std::size_t>(k);
        if (a[axis] == b[axis]) continue;
        expected += best_plan(spec, sum % 4, k, (b[axis] - a[axis] + 16) % 16).hops();
        sum += b[axis] - a[axis];
        sum = (sum % 4 + 4) % 4;
      }
      ASSERT_EQ(escape_hops(*network, from, to), expected);
    }
  }
}

TEST(TableRoutingTest, ThreeClassesAreShorterThanTorusOrder) {
  const IbtSpec spec = interlaced({16, 16}, {4, 8});
  const auto with = make_ibt(spec, IbtEscape::three_classes);
  const auto without = make_ibt(spec, IbtEscape::torus_order);
  int sum_with = 0;
  int sum_without = 0;
  for (NodeId to = 1; to < with->graph().nodes(); ++to) {
    sum_with += escape_hops(*with, 0, to);
    sum_without += escape_hops(*without, 0, to);
    ASSERT_LE(escape_hops(*with, 0, to), escape_hops(*without, 0, to));
  }
  EXPECT_LT(4 * sum_with, 3 * sum_without);
}

Network random_graph(std::mt19937& random, NodeId nodes, PortId ports) {
  Network network;
  network.name = "random";
  network.nodes = nodes;
  network.ports = ports;
  network.next.assign(static_cast<std::size_t>(nodes * ports), -1);
  for (PortId port = 0; port < ports; ++port) {
    network.port_names.push_back("p" + std::to_string(port));
    network.port_classes.emplace_back("link");
    network.dimensions.push_back(-1);
  }
  std::vector<PortId> used(static_cast<std::size_t>(nodes), 0);
  const auto join = [&](NodeId a, NodeId b) {
    PortId& p = used[static_cast<std::size_t>(a)];
    PortId& q = used[static_cast<std::size_t>(b)];
    if (a == b || p == ports || q == ports) return;
    network.next[static_cast<std::size_t>(a * ports + p++)] = b;
    network.next[static_cast<std::size_t>(b * ports + q++)] = a;
  };
  for (NodeId node = 1; node < nodes; ++node) join(node - 1, node);
  for (int i = 0; i < 3 * nodes; ++i) {
    join(static_cast<NodeId>(random() % static_cast<unsigned>(nodes)),
         static_cast<NodeId>(random() % static_cast<unsigned>(nodes)));
  }
  network.sources = every_source(nodes);
  return network;
}

TEST(TableRoutingTest, UpDownOnRandomNetworks) {
  std::mt19937 random(5);
  for (int i = 0; i < 30; ++i) {
    const auto network = make_up_down_network(
        random_graph(random, 2 + static_cast<NodeId>(random() % 40), 3 + static_cast<PortId>(random() % 8)));
    expect_minimal_ports(*network);
    expect_proved(*network);
    EXPECT_EQ(network->sizes(), std::vector<int>{network->graph().nodes()});
    // Ports pair up: what leaves by p of u for q of v comes back by q of v for p of u.
    for (ChannelId id = 0; id < network->graph().channels(); ++id) {
      if (!network->graph().has(id)) continue;
      const Channel& channel = network->graph().channel(id);
      const Channel& back = network->graph().out(channel.to, channel.in_port);
      ASSERT_EQ(back.to, channel.from);
      ASSERT_EQ(back.in_port, channel.out_port);
    }
    // Never up after down, in the order by (distance from node 0, number); down at once where that leads there.
    const std::vector<int> depth = graph_distances(network->graph(), 0);
    const auto later = [&](NodeId a, NodeId b) {
      return std::make_pair(depth[static_cast<std::size_t>(a)], a) <
             std::make_pair(depth[static_cast<std::size_t>(b)], b);
    };
    for (NodeId from = 0; from < network->graph().nodes(); ++from) {
      for (NodeId to = 0; to < network->graph().nodes(); ++to) {
        HeaderWord header = network->routing().initial(from, to, 0);
        bool down = false;
        for (NodeId at = from; at != to;) {
          const PortId port = network->routing().choices(at, header).escape_port();
          const NodeId next = network->graph().out(at, port).to;
          ASSERT_FALSE(down && !later(at, next));
          down = later(at, next);
          header = network->routing().advance(at, header, port, true);
          at = next;
        }
      }
    }
  }
}

TEST(TableRoutingTest, ClassesSayWhatPairsSay) {
  for (const IbtSpec& spec : {interlaced({6, 6, 6}, {3}), interlaced({8, 8}, {4}), express_network({6, 4}, {2})}) {
    const auto network = make_ibt(spec);
    const DistanceTable pairs = DistanceTable::by_pair(network->graph());
    const int period = spec.period();
    const DistanceTable classes =
        DistanceTable::by_class(network->graph(), {spec.sizes, period == 1 ? 0 : spec.bypass_dimensions(), period});
    EXPECT_LT(classes.bytes(), pairs.bytes());
    for (NodeId from = 0; from < network->graph().nodes(); ++from) {
      for (NodeId to = 0; to < network->graph().nodes(); ++to) {
        ASSERT_EQ(classes.distance(from, to), pairs.distance(from, to));
        ASSERT_EQ(classes.productive(from, to), pairs.productive(from, to));
      }
    }
    // Translations that are none of the network's are not believed.
    if (period == 1) continue;
    EXPECT_THROW(DistanceTable::by_class(network->graph(), {spec.sizes, 0, 1}), std::logic_error);
  }
}

TEST(TableRoutingTest, RefusesWhatIsTooLarge) {
  const auto refusal = [](const auto& build) {
    try {
      build();
    } catch (const TopologyError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string large = refusal([] { make_mesh_ordered_torus("t", {{256, 256}, {{1, 0, 1}, {0, 1, 1}}, {}, 2}); });
  EXPECT_NE(large.find("too large to be routed by table"), std::string::npos) << large;
  const std::string ports = refusal([] { make_ibt(express_network({16, 16, 16}, {2, 3, 4, 5, 6, 7})); });
  EXPECT_NE(ports.find("at most 32"), std::string::npos) << ports;
}

TEST(TableRoutingTest, ProofOf4096NodesIsFast) {
  const auto network = make_ibt(interlaced({64, 64}, {4, 16}), IbtEscape::three_classes);
  const auto start = std::chrono::steady_clock::now();
  expect_proved(*network);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  RecordProperty("milliseconds", static_cast<int>(1000 * seconds));
  EXPECT_LT(seconds, 60);
}

/// A walk of one destination of each class finds the same as a walk of all destinations.
void expect_symmetry_finds_all(const Topology& network, std::size_t classes) {
  SCOPED_TRACE(network.name());
  const test_support::WrappedRelation unaware(network.routing());
  const RelationWalk few = walk_relation(network);
  const RelationWalk all = walk_relation(test_support::ReroutedTopology(network, unaware));
  EXPECT_EQ(few.destinations.size(), classes);
  EXPECT_TRUE(all.destinations.empty());
  EXPECT_EQ(few.lost + few.no_escape + all.lost + all.no_escape, "");
  EXPECT_EQ(few.turns, all.turns);
  EXPECT_EQ(few.states * network.graph().nodes(), all.states * static_cast<std::int64_t>(classes));
}

TEST(TableRoutingTest, ClassesOfNodesStandForAll) {
  for (const IbtEscape escape : {IbtEscape::torus_order, IbtEscape::three_classes}) {
    expect_symmetry_finds_all(*make_ibt(interlaced({8, 8}, {2}), escape), 2);
    expect_symmetry_finds_all(*make_ibt(interlaced({8, 8}, {4}), escape), 2);
    expect_symmetry_finds_all(*make_ibt(interlaced({16}, {2, 4}, 1), escape), 2);
    expect_symmetry_finds_all(*make_ibt(interlaced({6, 6, 6}, {3}), escape), 3);
    expect_symmetry_finds_all(*make_ibt(interlaced({6, 4}, {2}, 1), escape), 1);
  }
}

// Escapes in mesh order tell nodes apart that translations carry to each other.
TEST(TableRoutingTest, NoClassesWhereTheEscapeRuleSeesTheGrid) {
  EXPECT_TRUE(walk_relation(*make_mesh_ordered_torus("conflict", {{4, 4}, {{1, 0, 1}, {0, 1, -1}}, {}, 2}))
                  .destinations.empty());
}

}  // namespace
}  // namespace trenza::topologies
