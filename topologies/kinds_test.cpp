// The kinds beyond plain tori: what they build, that they can run, and what they refuse.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "tests/places.h"
#include "topologies/proof.h"
#include "topologies/registry.h"
#include "topologies/topology_error.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::contains;

using Values = std::map<std::string, ParameterValue>;

std::string kind_refusal(const TopologySpec& wanted) {
  try {
    make_topology(wanted);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return {};
}

std::string petersen_file() { return std::string(TRENZA_SOURCE_DIR) + "/configs/networks/petersen.net"; }

/// A small one of every kind.
std::vector<TopologySpec> samples() {
  return {
      {"torus", {{"size", std::vector<int>{4, 3}}, {"wrap", std::vector<bool>{true, false}}}},
      {"torus", {{"size", std::vector<int>{2, 4}}, {"size_two_links", 1}}},
      {"twisted_torus",
       {{"size", std::vector<int>{4, 4}}, {"twist", std::map<std::string, int>{{"yx", 1}, {"xy", 3}}}}},
      {"twisted_torus",
       {{"size", std::vector<int>{6, 3, 2}},
        {"twist", std::map<std::string, int>{{"yx", 2}}},
        {"wrap", std::vector<bool>{true, true, false}}}},
      {"mesh", {{"size", std::vector<int>{4, 3, 2}}}},
      {"unidirectional_torus", {{"size", std::vector<int>{4, 3, 2}}}},
      {"hypercube", {{"n", 4}}},
      {"hypercube", {{"n", 8}}},
      {"rt", {{"a", 3}}},
      {"rtt", {{"a", 3}}},
      {"pt", {{"a", 2}}},
      {"ptt", {{"a", 2}}},
      {"pdtt", {{"a", 2}}},
      {"bcc", {{"a", 2}}},
      {"tpu", {{"slice", std::string("2x2x4_twisted")}}},
      {"bluegene_l", {{"partition", std::string("8x8x8")}}},
      {"bluegene_q", {}},
      {"gordon", {}},
      {"tofu", {{"units", std::vector<int>{2, 3, 2}}}},
      {"tofu", {{"units", std::vector<int>{3, 2, 3}}, {"wrap", std::vector<bool>{true, false, true}}}},
      {"ibt", {{"size", std::vector<int>{8, 8}}, {"bypass", std::vector<int>{4}}}},
      {"ibt",
       {{"size", std::vector<int>{8, 8}}, {"bypass", std::vector<int>{4}}, {"escape", std::string("three_classes")}}},
      {"ibt",
       {{"size", std::vector<int>{8, 6}},
        {"bypass", std::vector<int>{3}},
        {"placement", std::string("all")},
        {"wrap", std::vector<bool>{false, false}}}},
      {"custom", {{"file", petersen_file()}}},
      {"de_bruijn", {{"k", 2}, {"n", 5}}},
      {"barrel_shifter", {{"n", 5}}},
  };
}

TEST(KindsTest, EveryKindRunsAndIsProved) {
  std::map<std::string, int> seen;
  for (const TopologySpec& spec : samples()) {
    const auto network = make_topology(spec);
    SCOPED_TRACE(network->name());
    const Proof proof = prove_deadlock_free(*network, {});
    for (const Obligation& each : proof.obligations) EXPECT_TRUE(each.holds) << each.name << ": " << each.evidence;
    ++seen[spec.kind];
  }
  // The smallest rdt has 16,384 nodes: too slow for a test.
  for (const TopologyKind& kind : topology_kinds())
    EXPECT_EQ(seen.count(kind.name), kind.name == "rdt" ? 0U : 1U) << kind.name;
}

TEST(KindsTest, TheWiringAloneIsThatOfTheNetwork) {
  for (const TopologySpec& spec : samples()) {
    const auto network = make_topology(spec);
    const Network wiring = make_network(spec);
    SCOPED_TRACE(network->name());
    EXPECT_EQ(network->name(), wiring.name);
    ASSERT_EQ(network->graph().nodes(), wiring.nodes);
    std::multiset<std::pair<NodeId, NodeId>> one;
    std::multiset<std::pair<NodeId, NodeId>> other;
    for (NodeId node = 0; node < wiring.nodes; ++node) {
      for (PortId port = 0; port < wiring.ports; ++port) {
        if (wiring.neighbour(node, port) >= 0) one.insert({node, wiring.neighbour(node, port)});
      }
      for (PortId port = 0; port < network->graph().ports(); ++port) {
        if (network->graph().has_out(node, port)) other.insert({node, network->graph().out(node, port).to});
      }
    }
    EXPECT_EQ(one, other);
  }
}

TEST(KindsTest, MainParametersAndKeysOfOneNameAgree) {
  std::map<std::string, Parameter> known;
  for (const TopologyKind& kind : topology_kinds()) {
    ASSERT_NE(kind.parameter(kind.main), nullptr) << kind.name;
    for (const Parameter& parameter : kind.parameters) {
      EXPECT_FALSE(parameter.summary.empty());
      EXPECT_TRUE(parameter.required || is_of_type(parameter.fallback, parameter.type)) << parameter.name;
      const auto [entry, is_new] = known.emplace(parameter.name, parameter);
      EXPECT_EQ(entry->second.type, parameter.type) << parameter.name;
      EXPECT_EQ(entry->second.required, parameter.required) << parameter.name;
      EXPECT_EQ(entry->second.choices, parameter.choices) << parameter.name;
      EXPECT_EQ(entry->second.fallback, parameter.fallback) << parameter.name;
    }
  }
}

std::unique_ptr<Topology> tpu(const std::string& slice) { return make_topology({"tpu", {{"slice", slice}}}); }

/// Whether the network `two` is `one` with its dimensions in another order: dimension k of `one` is order[k] of `two`.
bool same_with_dimensions(const Topology& one, const Topology& two, const std::vector<int>& order) {
  if (one.graph().nodes() != two.graph().nodes()) return false;
  const auto image = [&](NodeId node) {
    const std::vector<int> x = one.coordinates(node);
    std::vector<int> y(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) y[static_cast<std::size_t>(order[k])] = x[k];
    return two.node_at(y);
  };
  for (NodeId node = 0; node < one.graph().nodes(); ++node) {
    for (PortId port = 0; port < one.graph().ports(); ++port) {
      const PortId other = 2 * order[static_cast<std::size_t>(port / 2)] + port % 2;
      if (image(one.graph().out(node, port).to) != two.graph().out(image(node), other).to) return false;
    }
  }
  return true;
}

TEST(KindsTest, TwistedSlicesAreTheNetworksOfThePapers) {
  EXPECT_TRUE(same_with_dimensions(*test_support::make("rtt", 4), *tpu("8x4_twisted"), {0, 1}));
  EXPECT_TRUE(same_with_dimensions(*test_support::make("rtt", 4), *tpu("4x8_twisted"), {1, 0}));
  EXPECT_TRUE(same_with_dimensions(*test_support::make("pdtt", 4), *tpu("4x4x8_twisted"), {2, 0, 1}));
  EXPECT_TRUE(same_with_dimensions(*test_support::make("pdtt", 4), *tpu("4x8x4_twisted"), {1, 0, 2}));
  EXPECT_TRUE(same_with_dimensions(*test_support::make("bcc", 4), *tpu("4x8x8_twisted"), {1, 2, 0}));
  EXPECT_TRUE(same_with_dimensions(*test_support::make("bcc", 8), *tpu("8x16x16_twisted"), {1, 2, 0}));
  EXPECT_FALSE(same_with_dimensions(*test_support::make("pdtt", 4), *tpu("4x4x8"), {2, 0, 1}));
  EXPECT_EQ(tpu("4x4x8_twisted")->name(), "tpu(4x4x8_twisted)");
  EXPECT_EQ(tpu("4x4x8")->sizes(), (std::vector<int>{4, 4, 8}));
}

TEST(KindsTest, MachinesRefuseWhatTheyWereNot) {
  const auto slice = [](const std::string& text) { return kind_refusal({"tpu", {{"slice", text}}}); };
  EXPECT_TRUE(contains(slice("4x4x4_twisted"), "cannot be twisted: its sizes must be k and 2k"));
  EXPECT_TRUE(contains(slice("4x4x16_twisted"), "cannot be twisted"));
  EXPECT_TRUE(contains(slice("4x8x16_twisted"), "cannot be twisted"));
  EXPECT_TRUE(contains(slice("4"), "2 or 3 dimensions"));
  EXPECT_TRUE(contains(slice("4x4x8_twist"), "no list of sizes"));
  EXPECT_TRUE(contains(slice("4xx8"), "no list of sizes"));
  EXPECT_TRUE(contains(slice(""), "no list of sizes"));
  EXPECT_TRUE(contains(slice("1x8"), "at least 2"));
  const auto partition = [](const std::string& text) { return kind_refusal({"bluegene_l", {{"partition", text}}}); };
  EXPECT_TRUE(contains(partition("8x8"), "3 dimensions"));
  EXPECT_TRUE(contains(partition("8x8x12"), "multiple of 8"));
  EXPECT_TRUE(contains(partition("0x8x8"), "multiple of 8"));
  EXPECT_EQ(make_network({"bluegene_l", {}}).nodes, 65536);
}

/// Ports with a channel at a node.
int degree(const Network& network, NodeId node) {
  int count = 0;
  for (PortId port = 0; port < network.ports; ++port) count += network.neighbour(node, port) >= 0 ? 1 : 0;
  return count;
}

/// The largest distance from node 0, and the sum of all.
std::pair<int, std::int64_t> from_node_0(const Network& network) {
  std::vector<int> hops(static_cast<std::size_t>(network.nodes), -1);
  std::vector<NodeId> order{0};
  hops[0] = 0;
  std::int64_t sum = 0;
  for (std::size_t next = 0; next < order.size(); ++next) {
    sum += hops[static_cast<std::size_t>(order[next])];
    for (PortId port = 0; port < network.ports; ++port) {
      const NodeId to = network.neighbour(order[next], port);
      if (to < 0 || hops[static_cast<std::size_t>(to)] >= 0) continue;
      hops[static_cast<std::size_t>(to)] = hops[static_cast<std::size_t>(order[next])] + 1;
      order.push_back(to);
    }
  }
  EXPECT_EQ(order.size(), static_cast<std::size_t>(network.nodes));
  return {hops[static_cast<std::size_t>(order.back())], sum};
}

/// The mean hops from a node of a ring to all, itself included.
double ring_mean(int size) { return size % 2 == 0 ? size / 4.0 : (size * size - 1) / (4.0 * size); }

TEST(KindsTest, BlueGeneQIsATorusOfFiveDimensions) {
  const Network midplane = make_network({"bluegene_q", {}});
  EXPECT_EQ(midplane.name, "bluegene_q(4x4x4x4x2)");
  EXPECT_EQ(midplane.nodes, 512);
  EXPECT_EQ(from_node_0(midplane), std::pair(4 * 2 + 1, static_cast<std::int64_t>(512 * 4.5)));
  for (const NodeId node : {0, 77, 511}) EXPECT_EQ(degree(midplane, node), 10);
  const Network sequoia = make_network({"bluegene_q", {{"block", std::string("16x12x16x16x2")}}});
  EXPECT_EQ(sequoia.nodes, 96 * 1024);  // 96 racks of 1024 nodes
  EXPECT_EQ(from_node_0(sequoia).first, 8 + 6 + 8 + 8 + 1);
  EXPECT_EQ(make_network({"bluegene_q", {{"block", std::string("8x12x16x16x2")}}}).nodes, 48 * 1024);  // Mira
  const auto block = [](const std::string& text) { return kind_refusal({"bluegene_q", {{"block", text}}}); };
  EXPECT_TRUE(contains(block("4x4x4x4"), "5 dimensions"));
  EXPECT_TRUE(contains(block("4x4x4x4x4"), "a last one of 2"));
  EXPECT_TRUE(contains(block("4x4x6x4x2"), "multiples of 4"));
  EXPECT_TRUE(contains(block("4x4x0x4x2"), "multiples of 4"));
  EXPECT_TRUE(contains(block("midplane"), "no list of sizes"));
}

TEST(KindsTest, GordonIsATorusOfSwitches) {
  const Network gordon = make_network({"gordon", {}});
  EXPECT_EQ(gordon.name, "gordon(4x4x4)");
  EXPECT_EQ(gordon.nodes, 64);  // of 16 compute nodes each: 1024
  EXPECT_EQ(from_node_0(gordon), std::pair(6, std::int64_t{64 * 3}));
  EXPECT_EQ(degree(gordon, 21), 6);
  EXPECT_TRUE(contains(kind_refusal({"gordon", {{"switches", std::string("8x8")}}}), "3 sizes of at least 2"));
  EXPECT_TRUE(contains(kind_refusal({"gordon", {{"switches", std::string("4x4x1")}}}), "3 sizes of at least 2"));
}

TEST(KindsTest, TofuIsATorusOfUnits) {
  const Network k = make_network({"tofu", {}});
  EXPECT_EQ(k.name, "tofu(24x18x17)");
  EXPECT_EQ(k.nodes, 88'128);
  EXPECT_EQ(k.sizes, (std::vector<int>{24, 18, 17, 2, 3, 2}));
  for (const NodeId node : {0, 40'000, 88'127}) EXPECT_EQ(degree(k, node), 10);  // 6 + 1 + 2 + 1
  const auto [diameter, sum] = from_node_0(k);
  EXPECT_EQ(diameter, 12 + 9 + 8 + 1 + 1 + 1);
  const double mean = ring_mean(24) + ring_mean(18) + ring_mean(17) + 0.5 + ring_mean(3) + 0.5;
  EXPECT_NEAR(static_cast<double>(sum) / k.nodes, mean, 1e-9);
  EXPECT_EQ(k.sources.size(), 1U) << "node-symmetric, so that its metrics are exact";
  // Two units in a ring have two links between each two nodes, the lines of units still one.
  const Network small = make_network({"tofu", {{"units", std::vector<int>{2, 3, 2}}}});
  for (const NodeId node : {0, 100, 143}) EXPECT_EQ(degree(small, node), 10);
  EXPECT_EQ(from_node_0(small).first, 1 + 1 + 1 + 3);
  const std::vector<bool> open_y{true, false, true};
  const Network part = make_network({"tofu", {{"units", std::vector<int>{3, 4, 3}}, {"wrap", open_y}}});
  EXPECT_EQ(part.name, "tofu(3x4x3, open=y)");
  EXPECT_EQ(degree(part, 0), 9);
  EXPECT_EQ(from_node_0(part).first, 1 + 3 + 1 + 3);
  EXPECT_TRUE(contains(kind_refusal({"tofu", {{"units", std::vector<int>{4, 4}}}}), "units has 2 sizes; expected 3"));
  EXPECT_TRUE(contains(kind_refusal({"tofu", {{"units", std::vector<int>{4, 1, 4}}}}), "at least 2"));
  EXPECT_TRUE(contains(kind_refusal({"tofu", {{"wrap", std::vector<bool>{true}}}}), "wrap has 1 values; expected 3"));
}

TEST(KindsTest, NetworksThatCanOnlyBeMeasured) {
  const TopologySpec directed{"de_bruijn", {{"k", 2}, {"n", 4}, {"links", std::string("directed")}}};
  EXPECT_EQ(make_network(directed).nodes, 16);
  EXPECT_TRUE(contains(kind_refusal(directed), "but none back"));
  EXPECT_TRUE(contains(kind_refusal({"rdt", {}}), "too large to be routed by table"));
  EXPECT_EQ(make_network({"rdt", {{"side", 128}}}).nodes, 128 * 128);
  EXPECT_TRUE(contains(kind_refusal({"barrel_shifter", {{"n", 17}}}), "at most 32"));
}

TEST(KindsTest, RefusesWrongTypesChoicesAndRanges) {
  EXPECT_EQ(kind_refusal({"rtt", {{"a", std::string("x")}}}), "rtt: a must be an integer");
  EXPECT_TRUE(contains(
      kind_refusal(
          {"ibt",
           {{"size", std::vector<int>{8, 8}}, {"bypass", std::vector<int>{4}}, {"escape", std::string("none")}}}),
      "it must be one of torus_order, three_classes"));
  EXPECT_TRUE(contains(kind_refusal({"torus", {{"size", std::vector<int>{8, 1}}}}), "must be at least 2"));
  EXPECT_TRUE(contains(kind_refusal({"torus", {{"size", std::vector<int>{8, 4}}, {"wrap", std::vector<bool>{true}}}}),
                       "1 entries"));
  EXPECT_TRUE(
      contains(kind_refusal({"ibt", {{"size", std::vector<int>{9, 9}}, {"bypass", std::vector<int>{4}}}}), "9"));
}

TEST(KindsTest, ConflictingTwistsRunByTable) {
  const TopologySpec spec{
      "twisted_torus", {{"size", std::vector<int>{8, 4}}, {"twist", std::map<std::string, int>{{"yx", 2}, {"xy", 1}}}}};
  const auto network = make_topology(spec);
  EXPECT_TRUE(network->routing().escape_traits().detours);
  EXPECT_FALSE(network->routing().translation_invariant());
  EXPECT_TRUE(contains(find_topology_kind("twisted_torus")->summary, "records"));
}

}  // namespace
}  // namespace trenza::topologies
