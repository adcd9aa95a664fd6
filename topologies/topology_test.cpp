#include "topologies/topology.h"

#include <gtest/gtest.h>

#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::make;
using test_support::make_torus;

// Averages over the other N - 1 nodes; bounds in phits/cycle/node, every shortest path weighing the same, traffic to
// self excluded.
struct Reference {
  std::string kind;
  int a;
  int diameter;
  double mean;
  double bound;
};

TEST(MetricsTest, ReferenceValues) {
  const std::vector<Reference> values{
      {"rt", 4, 6, 3.096774194, 0.968750000},   {"rt", 8, 12, 6.047244094, 0.496093750},
      {"rtt", 4, 4, 2.709677419, 1.476190476},  {"rtt", 8, 8, 5.354330709, 0.747058824},
      {"pt", 4, 8, 4.031496063, 0.992187500},   {"pt", 8, 16, 8.007820137, 0.499511719},
      {"ptt", 4, 6, 3.653543307, 1.511904762},  {"ptt", 8, 12, 7.319648094, 0.752205882},
      {"pdtt", 4, 6, 3.464566929, 1.731818182}, {"pdtt", 8, 12, 6.975562072, 0.860145740},
  };
  for (const Reference& value : values) {
    const auto network = make(value.kind, value.a);
    SCOPED_TRACE(network->name());
    EXPECT_EQ(diameter(*network), value.diameter);
    EXPECT_NEAR(mean_distance(*network), value.mean, 1e-9);
    EXPECT_NEAR(uniform_even_split(*network), value.bound, 1e-9);
  }
}

TEST(MetricsTest, ReferenceTori) {
  EXPECT_NEAR(uniform_even_split(*make_torus({8, 8})), 0.984375, 1e-9);
  EXPECT_NEAR(uniform_even_split(*make_torus({8, 8, 8})), 0.998046875, 1e-9);
  EXPECT_NEAR(mean_distance(*make_torus({4, 4})), 2.133333333, 1e-9);
  EXPECT_NEAR(mean_distance(*make_torus({4, 4, 4})), 3.047619048, 1e-9);
  // t_ZX = 4, t_ZY = 2 on 8x4x4
  const auto mixed = make_torus({8, 4, 4}, {{2, 0, 4}, {2, 1, 2}});
  EXPECT_EQ(diameter(*mixed), 5);
  EXPECT_NEAR(mean_distance(*mixed), 3.543307087, 1e-9);
}

TEST(MetricsTest, FormulasOfThePaper) {
  for (int a = 2; a <= 16; ++a) {
    const double n = 2.0 * a * a;
    const auto rt = make("rt", a);
    const auto rtt = make("rtt", a);
    EXPECT_EQ(diameter(*rt), a + a / 2);
    EXPECT_EQ(diameter(*rtt), a);
    // Sum over all nodes: 3a/4 each (even a), less 1/(4a) (odd a); RTT (4a^2 - 1) / 6a. Excluding self divides by N
    // - 1.
    const double rt_mean = a % 2 == 0 ? 0.75 * a : 0.75 * a - 0.25 / a;
    EXPECT_NEAR(mean_distance(*rt), rt_mean * n / (n - 1), 1e-9);
    EXPECT_NEAR(mean_distance(*rtt), (4.0 * a * a - 1) / (6.0 * a) * n / (n - 1), 1e-9);
    // RTT is edge-symmetric: all four channels of a node carry the same, mean distance / 4.
    EXPECT_NEAR(uniform_even_split(*rtt), 4 / mean_distance(*rtt), 1e-9);
  }
}

// Both bounds agree on the named tori; elsewhere records and paths weigh the routes of a destination differently
// (largest mean hops of a dimension in a 48 x 12 torus, over paths and over records; each of its two directions carries
// half).
TEST(MetricsTest, BoundOfTheRoutesThatAreDrawn) {
  for (const char* kind : {"rt", "rtt", "pt", "ptt", "pdtt"}) {
    const auto network = make(kind, 4);
    EXPECT_NEAR(uniform_route_bound(*network), uniform_even_split(*network), 1e-9) << kind;
  }
  const auto t16 = make_torus({48, 12}, {{1, 0, 16}});
  EXPECT_NEAR(uniform_even_split(*t16), 2 / 6.454984147, 1e-8);
  EXPECT_NEAR(uniform_route_bound(*t16), 2 / 6.504347826, 1e-8);
  const auto t24 = make_torus({48, 12}, {{1, 0, 24}});
  EXPECT_NEAR(uniform_even_split(*t24), 2 / 6.398736741, 1e-8);
  EXPECT_NEAR(uniform_route_bound(*t24), 2 / 6.511304348, 1e-8);
}

TEST(MetricsTest, SmallestNetwork) {
  const auto pair = make_torus({2});
  EXPECT_EQ(diameter(*pair), 1);
  EXPECT_DOUBLE_EQ(mean_distance(*pair), 1);
  EXPECT_DOUBLE_EQ(uniform_even_split(*pair), 2) << "two parallel channels share the load";
}

TEST(MetricsTest, SymmetryGivesWhatAllSourcesGive) {
  std::mt19937 random(5);
  for (int i = 0; i < 20; ++i) {
    const auto parameters = test_support::random_torus(random);
    SCOPED_TRACE(parameters.text);
    const auto torus = make_torus(parameters.sizes, parameters.twists);
    const test_support::WrappedRelation without(torus->routing());
    const test_support::ReroutedTopology all(*torus, without);
    EXPECT_DOUBLE_EQ(mean_distance(all), mean_distance(*torus));
    EXPECT_EQ(diameter(all), diameter(*torus));
  }
}

/// RTT(4) with the ports of every second node renamed: the same network, but steps do not commute.
class RenamedPorts : public test_support::ReroutedTopology {
 public:
  explicit RenamedPorts(const Topology& base)
      : ReroutedTopology(base, base.routing()), graph_(base.graph().nodes(), base.graph().ports()) {
    for (ChannelId c = 0; c < base.graph().channels(); ++c) {
      Channel channel = base.graph().channel(c);
      if (channel.from % 3 == 1) channel.out_port ^= 1;
      graph_.connect(channel);
    }
  }
  const Graph& graph() const override { return graph_; }

 private:
  Graph graph_;
};

TEST(MetricsTest, BoundWithoutSymmetryVisitsAllSources) {
  const auto rtt = make("rtt", 4);
  EXPECT_NEAR(uniform_even_split(RenamedPorts(*rtt)), 1.476190476, 1e-9);
}

}  // namespace
}  // namespace trenza::topologies
