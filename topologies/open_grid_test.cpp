// Meshes, mixtures of mesh and torus, and dimensions of size 2 with one link.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "topologies/proof.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::graph_distances;
using test_support::length;
using test_support::records;
using test_support::steps_of;

/// Every vector of hop counts that leads from source to target in as many hops as the distance, taken in dimension
/// order; in ascending order.
std::vector<Record> all_minimal_records(const Topology& grid, NodeId source, NodeId target, int distance) {
  std::vector<Record> found;
  Record record(grid.sizes().size(), 0);
  const auto leads = [&](const Record& hops) {
    NodeId at = source;
    for (const PortId port : steps_of(hops)) {
      if (!grid.graph().has_out(at, port)) return false;
      at = grid.graph().out(at, port).to;
    }
    return at == target;
  };
  const std::function<void(std::size_t, int)> fill = [&](std::size_t k, int left) {
    if (k == record.size()) {
      if (left == 0 && leads(record)) found.push_back(record);
      return;
    }
    for (int hops = -left; hops <= left; ++hops) {
      record[k] = hops;
      fill(k + 1, left - std::abs(hops));
    }
  };
  fill(0, distance);
  std::sort(found.begin(), found.end());
  return found;
}

void expect_right_records(const Topology& grid) {
  for (NodeId source = 0; source < grid.graph().nodes(); ++source) {
    const std::vector<int> distances = graph_distances(grid.graph(), source);
    for (NodeId target = 0; target < grid.graph().nodes(); ++target) {
      const int distance = distances[static_cast<std::size_t>(target)];
      ASSERT_EQ(grid.routing().distance(source, target), distance);
      if (source == target) continue;
      ASSERT_EQ(records(grid, source, target), all_minimal_records(grid, source, target, distance))
          << grid.node_name(source) << " to " << grid.node_name(target);
    }
  }
}

std::unique_ptr<Topology> grid(const TorusShape& shape) { return make_twisted_torus("grid", shape); }

TEST(OpenGridTest, RecordsAreAllMinimalOnes) {
  for (const TorusShape& shape : std::vector<TorusShape>{
           {{5, 3}, {}, {false, false}, 2},
           {{4, 3}, {}, {true, false}, 2},
           {{4, 4}, {}, {false, true}, 2},
           {{4, 3, 4}, {{2, 0, 2}}, {true, false, true}, 2},
           {{2, 2, 2}, {}, {}, 1},
           {{2, 2, 2}, {}, {}, 2},
           {{2, 4, 2}, {{1, 0, 1}}, {true, true, false}, 1},
           {{4, 2}, {{1, 0, 2}}, {}, 1},
           {{2, 2}, {}, {false, true}, 1},
           {{7}, {}, {false}, 2},
       }) {
    const auto network = grid(shape);
    SCOPED_TRACE(network->graph().nodes());
    expect_right_records(*network);
    const Proof proof = prove_deadlock_free(*network, {});
    for (const Obligation& each : proof.obligations) EXPECT_TRUE(each.holds) << each.evidence;
  }
}

TEST(OpenGridTest, ChannelsStopAtTheEnds) {
  const auto mesh = grid({{4, 3}, {}, {false, false}, 2});
  EXPECT_EQ(mesh->graph().connected(), 2 * (3 * 3 + 4 * 2));
  EXPECT_FALSE(mesh->graph().has_out(mesh->node_at({3, 1}), 0));
  EXPECT_FALSE(mesh->graph().has_in(mesh->node_at({0, 1}), 0));
  EXPECT_TRUE(mesh->graph().has_out(mesh->node_at({3, 1}), 1));
  EXPECT_TRUE(mesh->rings().empty());
  EXPECT_EQ(mesh->ring_of(0, 0), -1);
}

TEST(OpenGridTest, RingsAreThoseOfClosedDimensionsWithTwoLinks) {
  const auto count = [](const TorusShape& shape) { return grid(shape)->rings().size(); };
  EXPECT_EQ(count({{4, 3}, {}, {true, false}, 2}), 6U);
  EXPECT_EQ(count({{4, 3}, {}, {false, true}, 2}), 8U);
  EXPECT_EQ(count({{2, 4}, {}, {}, 2}), 12U);
  EXPECT_EQ(count({{2, 4}, {}, {}, 1}), 4U);
  EXPECT_EQ(grid({{2, 2}, {}, {}, 1})->graph().connected(), 8);
  EXPECT_EQ(grid({{2, 2}, {}, {}, 2})->graph().connected(), 16);
}

TEST(OpenGridTest, BoundsSurviveAbsentPorts) {
  // The cut in the middle of an open line of n nodes carries n^2 / 4 of the n (n - 1) pairs each way.
  EXPECT_NEAR(uniform_even_split(*grid({{8}, {}, {false}, 2})), 7.0 / 16, 1e-12);
  // A hypercube: (N / 2) / (N - 1) packets per node and dimension.
  EXPECT_NEAR(uniform_even_split(*grid({{2, 2, 2}, {}, {}, 1})), 7.0 / 4, 1e-12);
  EXPECT_NEAR(uniform_route_bound(*grid({{2, 2, 2}, {}, {}, 1})), 7.0 / 4, 1e-12);
  EXPECT_EQ(uniform_route_bound(*grid({{8}, {}, {false}, 2})), 0);
  EXPECT_EQ(diameter(*grid({{5, 3}, {}, {false, false}, 2})), 6);
}

TEST(OpenGridTest, ProofNeedsNoBubbleWithoutRings) {
  const auto mesh = grid({{4, 3}, {}, {false, false}, 2});
  const Proof proof = prove_deadlock_free(*mesh, {1, 1, 1});
  EXPECT_TRUE(proof.holds());
  EXPECT_EQ(proof.obligations[1].evidence, "no rings: no escape channel needs a bubble");
  const auto half = grid({{4, 3}, {}, {false, true}, 2});
  EXPECT_FALSE(prove_deadlock_free(*half, {1, 1, 1}).holds());
  EXPECT_TRUE(prove_deadlock_free(*half, {2, 2, 1}).holds());
}

TEST(OpenGridTest, RefusesWhatCannotBe) {
  const auto refusal = [](const TorusShape& shape) {
    try {
      grid(shape);
    } catch (const TopologyError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal({{4, 4}, {}, {true}, 2}), "");
  EXPECT_NE(refusal({{4, 4}, {{1, 0, 2}}, {true, false}, 2}), "");
  EXPECT_NE(refusal({{4, 4}, {{1, 0, 2}}, {false, true}, 2}), "");
  EXPECT_NE(refusal({{4, 4}, {}, {}, 3}), "");
  EXPECT_NE(refusal({{513, 2, 2, 2}, {}, {false, true, true, true}, 2}), "");
  EXPECT_EQ(refusal({{512, 2, 2, 2}, {}, {false, true, true, true}, 2}), "");
}

}  // namespace
}  // namespace trenza::topologies
