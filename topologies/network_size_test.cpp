#include "topologies/network_size.h"

#include <gtest/gtest.h>

#include <limits>

#include "topologies/registry.h"

namespace trenza::topologies {
namespace {

TEST(NetworkSize, IsThatOfTheNetworkThatIsBuilt) {
  const std::vector<int> grid{8, 8};
  const std::vector<TopologySpec> specs = {
      {"torus", {{"size", std::vector<int>{4, 3, 2}}}},
      {"mesh", {{"size", std::vector<int>{5, 4}}}},
      {"twisted_torus", {{"size", grid}, {"twist", std::map<std::string, int>{{"yx", 4}}}}},
      {"rt", {{"a", 3}}},
      {"rtt", {{"a", 4}}},
      {"pt", {{"a", 2}}},
      {"ptt", {{"a", 3}}},
      {"pdtt", {{"a", 2}}},
      {"bcc", {{"a", 2}}},
      {"tpu", {{"slice", std::string("2x2x4_twisted")}}},
      {"bluegene_l", {{"partition", std::string("8x8x16")}}},
      {"bluegene_q", {{"block", std::string("4x4x8x4x2")}}},
      {"gordon", {{"switches", std::string("4x4x4")}}},
      {"tofu", {{"units", std::vector<int>{4, 3, 2}}}},
      {"hypercube", {{"n", 8}}},
      {"barrel_shifter", {{"n", 5}}},
      {"de_bruijn", {{"k", 3}, {"n", 4}}},
      {"ibt", {{"size", grid}, {"bypass", std::vector<int>{4}}}},
      {"ibt", {{"size", grid}, {"bypass", std::vector<int>{2, 4}}, {"placement", std::string("all")}}}};
  for (const TopologySpec& spec : specs) {
    const auto size = network_size(spec);
    ASSERT_TRUE(size.has_value()) << spec.kind;
    const Network network = make_network(spec);
    EXPECT_EQ(size->nodes, static_cast<std::uint64_t>(network.nodes)) << spec.kind;
    EXPECT_GE(size->ports, static_cast<std::uint64_t>(network.ports)) << spec.kind;
    EXPECT_LE(size->ports, static_cast<std::uint64_t>(network.ports) * 2) << spec.kind;
  }
}

TEST(NetworkSize, DoesNotOverflow) {
  const auto size = network_size({"torus", {{"size", std::vector<int>(6, 1'000'000)}}});
  EXPECT_EQ(size->nodes, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(network_size({"de_bruijn", {{"k", 1'000'000}, {"n", 1'000'000}}})->nodes,
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(network_size({"custom", {{"file", std::string("a.net")}}}).has_value());
}

}  // namespace
}  // namespace trenza::topologies
