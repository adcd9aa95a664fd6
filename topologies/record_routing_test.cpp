#include "topologies/record_routing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "topologies/topology_error.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::length;
using test_support::make;
using test_support::make_torus;
using test_support::records;

TEST(RecordFormatTest, FieldsAreFortyBitsOverTheDimensions) {
  const std::vector<int> bits{16, 16, 13, 10, 8, 6};
  for (int dimensions = 1; dimensions <= 6; ++dimensions) {
    const RecordFormat format(dimensions);
    EXPECT_EQ(format.bits(), bits[static_cast<std::size_t>(dimensions - 1)]);
    EXPECT_EQ(format.shift(0), 24);
    EXPECT_LE(format.shift(dimensions - 1) + format.bits(), 64);
    Record record;
    for (int k = 0; k < dimensions; ++k) record.push_back(k % 2 == 0 ? format.limit() : -format.limit());
    EXPECT_EQ(format.unpack(format.pack(record)), record);
    EXPECT_EQ(destination_of(format.pack(record)), 0);
  }
}

TEST(RecordFormatTest, DimensionOneIsLowest) { EXPECT_EQ(RecordFormat(2).pack({3, -1}), HeaderWord{0xffff0003} << 24); }

/// All vectors of the given length, by recursion over the dimensions.
void vectors_of_length(int dimensions, int left, Record& head, std::vector<Record>& all) {
  if (static_cast<int>(head.size()) == dimensions) {
    if (left == 0) all.push_back(head);
    return;
  }
  for (int r = -left; r <= left; ++r) {
    head.push_back(r);
    vectors_of_length(dimensions, left - (r < 0 ? -r : r), head, all);
    head.pop_back();
  }
}

TEST(RecordRoutingTest, RandomToriHaveExactlyTheMinimalRecords) {
  std::mt19937 random(2024);
  for (int i = 0; i < 60; ++i) {
    const auto parameters = test_support::random_torus(random);
    SCOPED_TRACE(parameters.text);
    const auto torus = make_torus(parameters.sizes, parameters.twists);
    const Graph& graph = torus->graph();
    const std::vector<int> distance = test_support::graph_distances(graph, 0);
    const int farthest = *std::max_element(distance.begin(), distance.end());
    // Every vector up to the diameter, walked on the graph: those as long as the distance are the minimal records.
    std::vector<std::vector<Record>> expected(static_cast<std::size_t>(graph.nodes()));
    for (int hops = 0; hops <= farthest; ++hops) {
      Record head;
      std::vector<Record> all;
      vectors_of_length(static_cast<int>(parameters.sizes.size()), hops, head, all);
      for (const Record& record : all) {
        const auto end = static_cast<std::size_t>(test_support::walk(graph, 0, test_support::steps_of(record)));
        if (distance[end] == hops) expected[end].push_back(record);
      }
    }
    for (NodeId t = 1; t < graph.nodes(); ++t) {
      auto& all = expected[static_cast<std::size_t>(t)];
      std::sort(all.begin(), all.end());
      ASSERT_EQ(records(*torus, 0, t), all) << "to " << torus->node_name(t);
    }
  }
}

/// Every record between every two nodes is as long as the search says and leads there, in any order of its steps.
void expect_minimal_records(const test_support::RandomTorus& parameters, std::mt19937& random) {
  SCOPED_TRACE(parameters.text);
  const auto torus = make_torus(parameters.sizes, parameters.twists);
  const Graph& graph = torus->graph();
  for (NodeId s = 0; s < graph.nodes(); ++s) {
    const std::vector<int> distance = test_support::graph_distances(graph, s);
    for (NodeId t = 0; t < graph.nodes(); ++t) {
      ASSERT_EQ(torus->routing().distance(s, t), distance[static_cast<std::size_t>(t)]);
      if (s == t) continue;
      for (const Record& record : records(*torus, s, t)) {
        ASSERT_EQ(length(record), distance[static_cast<std::size_t>(t)]);
        std::vector<PortId> steps = test_support::steps_of(record);
        std::shuffle(steps.begin(), steps.end(), random);
        ASSERT_EQ(test_support::walk(graph, s, steps), t) << torus->node_name(s) << " to " << torus->node_name(t);
      }
    }
  }
}

TEST(RecordRoutingTest, RandomToriHaveMinimalRecordsBetweenAllPairs) {
  std::mt19937 random(99);
  for (int i = 0; i < 12; ++i) expect_minimal_records(test_support::random_torus(random), random);
}

TEST(RecordRoutingSlow, LargeRandomToriHaveMinimalRecordsBetweenAllPairs) {
  constexpr int kTori = 300;
  std::mt19937 random(300);
  std::array<int, test_support::kRandomDimensions + 1> with_dimensions{};
  for (int i = 0; i < kTori; ++i) {
    test_support::RandomTorus torus = test_support::random_torus(random, 64 * 48, 64);
    if (i == 0) torus = {{64, 48}, {{1, 0, 21}}, "64x48 t21=21"};
    ++with_dimensions.at(torus.sizes.size());
    expect_minimal_records(torus, random);
    if (HasFatalFailure()) return;
  }
  std::printf("  %d tori: %d with 1 dimension, %d with 2, %d with 3, %d with 4\n", kTori, with_dimensions[1],
              with_dimensions[2], with_dimensions[3], with_dimensions[4]);
  for (std::size_t dimensions = 2; dimensions < with_dimensions.size(); ++dimensions)
    EXPECT_GE(with_dimensions.at(dimensions), 50);
}

TEST(RecordRoutingTest, RoutesThatWrapSeveralTimesAreFound) {
  struct Case {
    int dx, dy, twist;
    int wraps;  ///< times that some destination's every shortest route wraps y
  };
  for (const Case& c : std::vector<Case>{{48, 12, 20, 2}, {64, 4, 8, 4}, {96, 12, 36, 2}}) {
    const auto torus = make_torus({c.dx, c.dy}, {{1, 0, c.twist}});
    const std::vector<int> distance = test_support::graph_distances(torus->graph(), 0);
    int most = 0;
    for (NodeId node = 1; node < torus->graph().nodes(); ++node) {
      ASSERT_EQ(torus->routing().distance(0, node), distance[static_cast<std::size_t>(node)]);
      int fewest = c.dx;
      for (const Record& record : records(*torus, 0, node)) {
        ASSERT_EQ(test_support::walk(torus->graph(), 0, test_support::steps_of(record)), node);
        fewest = std::min(fewest, std::abs(record[1] - node / c.dx) / c.dy);
      }
      most = std::max(most, fewest);
    }
    EXPECT_EQ(most, c.wraps);
  }
}

TEST(RecordRoutingTest, DrawNumbersTheRecordsInAscendingOrder) {
  const auto rtt = make("rtt", 4);
  const NodeId s = rtt->node_at({6, 3});
  const NodeId t = rtt->node_at({2, 3});
  EXPECT_EQ(rtt->routing().routes(s, t), 4U);
  const std::vector<Record> expected{{-4, 0}, {0, -4}, {0, 4}, {4, 0}};
  const RecordFormat format(2);
  for (const std::uint64_t draw : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{10}, ~std::uint64_t{0}}) {
    const HeaderWord header = rtt->routing().initial(s, t, draw);
    EXPECT_EQ(format.unpack(header), expected[draw % 4]);
    EXPECT_EQ(destination_of(header), t);
  }
}

TEST(RecordRoutingTest, OffersProductivePortsAndTheLowestDimensionAsEscape) {
  const auto torus = make_torus({8, 8, 8});
  const RoutingRelation& routing = torus->routing();
  HeaderWord header = routing.initial(torus->node_at({1, 1, 1}), torus->node_at({0, 1, 3}), 0);
  RouteChoice choice = routing.choices(torus->node_at({1, 1, 1}), header);
  EXPECT_EQ(choice.adaptive_ports(), (1U << 1) | (1U << 4));
  EXPECT_EQ(choice.escape_port(), 1);
  EXPECT_FALSE(choice.arrived);
  header = routing.advance(0, header, 4, false);
  EXPECT_EQ(RecordFormat(3).unpack(header), (Record{-1, 0, 1}));
  header = routing.advance(0, header, 1, false);
  choice = routing.choices(torus->node_at({0, 1, 2}), header);
  EXPECT_EQ(choice.adaptive_ports(), 1U << 4);
  EXPECT_EQ(choice.escape_port(), 4);
  header = routing.advance(0, header, 4, false);
  choice = routing.choices(torus->node_at({0, 1, 3}), header);
  EXPECT_TRUE(choice.arrived);
  EXPECT_EQ(choice.escape_port(), -1);
  EXPECT_EQ(choice.adaptive_ports(), 0U);
  EXPECT_EQ(destination_of(header), torus->node_at({0, 1, 3}));
}

TEST(RecordRoutingTest, LongestRecordsTravelUnharmed) {
  const auto torus = make_torus({3, 3, 3, 3, 3, 63});
  const NodeId t = torus->node_at({1, 2, 1, 2, 1, 31});
  HeaderWord header = torus->routing().initial(0, t, 0);
  EXPECT_EQ(RecordFormat(6).unpack(header), (Record{1, -1, 1, -1, 1, 31}));
  NodeId at = 0;
  int hops = 0;
  for (RouteChoice choice = torus->routing().choices(at, header); !choice.arrived;
       choice = torus->routing().choices(at, header)) {
    // The highest productive port first: fields change out of order.
    PortId port = torus->graph().ports() - 1;
    while ((choice.adaptive_ports() >> port & 1U) == 0) --port;
    header = torus->routing().advance(0, header, port, false);
    at = torus->graph().out(at, port).to;
    ++hops;
  }
  EXPECT_EQ(at, t);
  EXPECT_EQ(hops, 36);
}

}  // namespace
}  // namespace trenza::topologies
