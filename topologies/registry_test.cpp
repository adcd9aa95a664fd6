#include "topologies/registry.h"

#include <gtest/gtest.h>

#include <set>

#include "topologies/topology_error.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::contains;

TopologySpec spec(const std::string& kind, const std::map<std::string, int>& integers = {},
                  const std::vector<int>& size = {}, const std::map<std::string, int>& twist = {}) {
  TopologySpec wanted{kind, {}};
  for (const auto& [name, value] : integers) wanted.values[name] = value;
  if (!size.empty()) wanted.values["size"] = size;
  if (!twist.empty()) wanted.values["twist"] = twist;
  return wanted;
}

std::string spec_refusal(const TopologySpec& wanted) {
  try {
    make_topology(wanted);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return {};
}

TEST(RegistryTest, ListsTheKindsOnce) {
  std::set<std::string> names;
  for (const TopologyKind& kind : topology_kinds()) {
    EXPECT_TRUE(names.insert(kind.name).second);
    EXPECT_FALSE(kind.summary.empty());
    EXPECT_EQ(find_topology_kind(kind.name), &kind);
  }
  EXPECT_EQ(names, (std::set<std::string>{"torus",      "twisted_torus",
                                          "mesh",       "unidirectional_torus",
                                          "hypercube",  "rt",
                                          "rtt",        "pt",
                                          "ptt",        "pdtt",
                                          "bcc",        "tpu",
                                          "bluegene_l", "bluegene_q",
                                          "gordon",     "tofu",
                                          "ibt",        "custom",
                                          "de_bruijn",  "barrel_shifter",
                                          "rdt"}));
  EXPECT_EQ(find_topology_kind("ring"), nullptr);
}

TEST(RegistryTest, BuildsEveryKindWithItsNameAndSizes) {
  const auto check = [](const TopologySpec& wanted, const std::string& name, const std::vector<int>& sizes) {
    const auto network = make_topology(wanted);
    EXPECT_EQ(network->name(), name);
    EXPECT_EQ(network->sizes(), sizes);
  };
  check(spec("torus", {}, {8, 4, 2}), "torus(8x4x2)", {8, 4, 2});
  check(spec("twisted_torus", {}, {12, 5}, {{"yx", 3}}), "twisted_torus(12x5, yx=3)", {12, 5});
  check(spec("twisted_torus", {}, {6, 4, 4}, {{"zx", -2}, {"yx", 3}}), "twisted_torus(6x4x4, yx=3, zx=-2)", {6, 4, 4});
  check(spec("twisted_torus", {}, {6, 4}), "twisted_torus(6x4)", {6, 4});
  check(spec("rt", {{"a", 3}}), "rt(3)", {6, 3});
  check(spec("rtt", {{"a", 8}}), "rtt(8)", {16, 8});
  check(spec("pt", {{"a", 2}}), "pt(2)", {4, 2, 2});
  check(spec("ptt", {{"a", 4}}), "ptt(4)", {8, 4, 4});
  check(spec("pdtt", {{"a", 4}}), "pdtt(4)", {8, 4, 4});
}

TEST(RegistryTest, PresetsAreTwistedTori) {
  const auto same = [](const TopologySpec& one, const TopologySpec& other) {
    const auto a = make_topology(one);
    const auto b = make_topology(other);
    for (ChannelId c = 0; c < a->graph().channels(); ++c) {
      ASSERT_EQ(a->graph().channel(c).to, b->graph().channel(c).to) << a->name();
    }
    for (NodeId s = 0; s < a->graph().nodes(); ++s) {
      for (NodeId t = 0; t < a->graph().nodes(); ++t) {
        if (s == t) continue;
        ASSERT_EQ(a->routing().initial(s, t, 12345), b->routing().initial(s, t, 12345)) << a->name();
      }
    }
  };
  same(spec("rt", {{"a", 4}}), spec("torus", {}, {8, 4}));
  same(spec("rtt", {{"a", 4}}), spec("twisted_torus", {}, {8, 4}, {{"yx", 4}}));
  same(spec("pt", {{"a", 3}}), spec("torus", {}, {6, 3, 3}));
  same(spec("ptt", {{"a", 3}}), spec("twisted_torus", {}, {6, 3, 3}, {{"yx", 3}}));
  same(spec("pdtt", {{"a", 3}}), spec("twisted_torus", {}, {6, 3, 3}, {{"yx", 3}, {"zx", -3}}));
}

TEST(RegistryTest, UnknownKindNamesItsNeighbours) {
  EXPECT_TRUE(contains(spec_refusal(spec("rttt")), "unknown kind of network \"rttt\"; did you mean rtt or"));
  EXPECT_TRUE(contains(spec_refusal(spec("twistedtorus")), "did you mean twisted_torus?"));
  EXPECT_TRUE(contains(spec_refusal(spec("RTT")), "unknown kind of network \"RTT\"; did you mean rtt or"));
  const std::string far = spec_refusal(spec("dragonfly"));
  EXPECT_FALSE(contains(far, "did you mean")) << far;
  EXPECT_TRUE(contains(far, "(there are torus, twisted_torus, mesh, ")) << far;
  EXPECT_TRUE(contains(spec_refusal(spec("")), "unknown kind of network \"\""));
}

TEST(RegistryTest, RefusesMissingAndForeignParameters) {
  EXPECT_EQ(spec_refusal(spec("rtt")), "rtt needs the parameter a, an integer");
  EXPECT_EQ(spec_refusal(spec("rtt", {{"a", 4}, {"b", 1}})), "rtt has no parameter b (it has a)");
  EXPECT_TRUE(contains(spec_refusal(spec("rtt", {{"a", 4}}, {8, 4})), "rtt has no parameter size"));
  EXPECT_TRUE(contains(spec_refusal(spec("rtt", {{"a", 4}}, {}, {{"yx", 2}})), "rtt has no parameter twist"));
  EXPECT_TRUE(
      contains(spec_refusal(spec("torus", {}, {8, 4}, {{"yx", 2}})), "twists are free in the kind twisted_torus"));
  EXPECT_TRUE(contains(spec_refusal(spec("torus")), "torus needs the parameter size"));
  EXPECT_EQ(spec_refusal(spec("torus", {{"a", 4}}, {8, 4})),
            "torus has no parameter a (it has size, wrap, size_two_links)");
  EXPECT_THROW(find_topology_kind("rt")->make(spec("rt")), TopologyError);
  EXPECT_THROW(find_topology_kind("torus")->make(spec("torus")), TopologyError);
}

TEST(RegistryTest, RefusesValuesOutOfRange) {
  EXPECT_EQ(spec_refusal(spec("rtt", {{"a", 1}})), "rtt: a is 1; it must be at least 2");
  EXPECT_EQ(spec_refusal(spec("pt", {{"a", -7}})), "pt: a is -7; it must be at least 2");
  EXPECT_TRUE(contains(spec_refusal(spec("rt", {{"a", 2147483647}})), "at most"));
  EXPECT_TRUE(contains(spec_refusal(spec("rt", {{"a", 5000}})), "more than 16777215 nodes"));
}

TEST(RegistryTest, RefusesTwistsThatNameNoDimensions) {
  EXPECT_TRUE(contains(spec_refusal(spec("twisted_torus", {}, {8, 4}, {{"y", 2}})), "does not name two dimensions"));
  EXPECT_TRUE(contains(spec_refusal(spec("twisted_torus", {}, {8, 4}, {{"yxx", 2}})), "does not name two dimensions"));
  EXPECT_TRUE(contains(spec_refusal(spec("twisted_torus", {}, {8, 4}, {{"ab", 2}})), "does not name two dimensions"));
  EXPECT_TRUE(contains(spec_refusal(spec("twisted_torus", {}, {8, 4}, {{"zx", 2}})), "names dimension z"));
  EXPECT_TRUE(contains(spec_refusal(spec("twisted_torus", {}, {8, 4}, {{"yy", 2}})), "over itself"));
}

}  // namespace
}  // namespace trenza::topologies
