#include "waves/wave_selection.h"

#include <gtest/gtest.h>

#include "waves/cycle_window.h"
#include "waves/wave_error.h"

namespace trenza::waves {
namespace {

class Selection : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* const path : {"noc.r_3_1.in_xp_from_2_1.vc0.state", "noc.r_3_1.out_xp_to_4_1.flit",
                                   "noc.r_3_2.in_xp_from_2_2.vc0.state", "noc.r_3_2.in_xp_from_2_2.vc1.state",
                                   "noc.r_3_2.in_yn_from_3_3.vc1.state", "noc.r_13_2.out_xp_to_0_2_twist.flit"}) {
      rtl_models::Probe probe;
      probe.path = path;
      probes_.push_back(probe);
    }
  }
  std::vector<std::size_t> select(const std::string& globs) const { return select_probes(probes_, globs); }
  std::string error(const std::string& globs) const {
    try {
      select_probes(probes_, globs);
    } catch (const WaveError& problem) {
      return problem.what();
    }
    return "";
  }
  std::vector<rtl_models::Probe> probes_;
};

using Indices = std::vector<std::size_t>;

TEST_F(Selection, EmptyMeansEverything) {
  EXPECT_EQ(select("").size(), 6U);
  EXPECT_EQ(select("  ").size(), 6U);
}

TEST_F(Selection, AGlobWithoutADotMatchesAnyComponentAndAllBelow) {
  EXPECT_EQ(select("r_3_2"), (Indices{2, 3, 4}));
  EXPECT_EQ(select("r_3_*"), (Indices{0, 1, 2, 3, 4}));
  EXPECT_EQ(select("vc1"), (Indices{3, 4}));
  EXPECT_EQ(select("noc").size(), 6U);
  EXPECT_EQ(select("*twist*"), (Indices{5}));
  EXPECT_EQ(select("flit"), (Indices{1, 5}));
}

TEST_F(Selection, AGlobWithDotsMatchesConsecutiveComponents) {
  EXPECT_EQ(select("noc.r_3_2.in_*"), (Indices{2, 3, 4}));
  EXPECT_EQ(select("r_3_2.in_x*.vc1"), (Indices{3}));
  EXPECT_EQ(select("r_3_?.*.vc0"), (Indices{0, 2}));
  EXPECT_EQ(select("*.*.*.*.*").size(), 4U);
}

TEST_F(Selection, StarsDoNotCrossDotsAndWholeComponentsMustMatch) {
  EXPECT_NE(error("noc.*.vc1"), "");
  EXPECT_NE(error("r_3"), "");
  EXPECT_NE(error("R_3_2"), "");
}

TEST_F(Selection, ListsAreUnionsWithoutRepetition) { EXPECT_EQ(select("r_3_1, vc0 ,r_3_1"), (Indices{0, 1, 2})); }

TEST_F(Selection, EveryGlobMustSelectSomethingAndTheMessageHelps) {
  EXPECT_EQ(error("r_3_1,r_9_2").find("no signal matches 'r_9_2'; nearest: r_3_2"), 0U) << error("r_3_1,r_9_2");
  EXPECT_NE(error("r_3_2.in_xn_from_4_2").find("below 'r_3_2': in_xp_from_2_2"), std::string::npos)
      << error("r_3_2.in_xn_from_4_2");
  EXPECT_NE(error("flit.x").find("nothing lies below 'flit'"), std::string::npos) << error("flit.x");
}

TEST_F(Selection, EmptyPartsAreErrors) {
  for (const char* const globs : {",", "r_3_1,", "r_3_1,,vc0", ".", "noc.", ".noc", "noc..vc0"})
    EXPECT_NE(error(globs), "") << globs;
}

TEST_F(Selection, NoProbesAtAll) {
  probes_.clear();
  EXPECT_TRUE(select("").empty());
  EXPECT_EQ(error("r_0_0"), "no signal matches 'r_0_0'");
}

TEST(ComponentMatches, StarsAndQuestionMarks) {
  EXPECT_TRUE(component_matches("*", ""));
  EXPECT_TRUE(component_matches("a*b*c", "axxbyyc"));
  EXPECT_TRUE(component_matches("a*bc", "abcbc"));
  EXPECT_TRUE(component_matches("??", "ab"));
  EXPECT_FALSE(component_matches("?", ""));
  EXPECT_FALSE(component_matches("a*b", "abc"));
  EXPECT_FALSE(component_matches("", "a"));
}

TEST(Window, IsHalfOpen) {
  const CycleWindow window = parse_window("5:8");
  EXPECT_FALSE(window.contains(4));
  EXPECT_TRUE(window.contains(5));
  EXPECT_TRUE(window.contains(7));
  EXPECT_FALSE(window.contains(8));
}

TEST(Window, EitherSideMayBeLeftOut) {
  EXPECT_EQ(parse_window(":8").begin, 0U);
  EXPECT_EQ(parse_window(":8").end, 8U);
  EXPECT_EQ(parse_window("8:").begin, 8U);
  EXPECT_TRUE(parse_window("8:").contains(1000000000000U));
}

TEST(Window, RefusesAnythingElse) {
  for (const char* const text : {"", ":", "5", "5-8", "8:5", "5:5", ":0", "a:5", "5:b", "-1:5", "5:8:9", " 5:8", "5: 8",
                                 "+5:8", "5:99999999999999999999"}) {
    EXPECT_THROW(parse_window(text), WaveError) << text;
  }
}

}  // namespace
}  // namespace trenza::waves
