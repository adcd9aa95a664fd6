#include "topologies/ibt/ibt_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trenza::topologies {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> sentences(const IbtSpec& spec) {
  std::vector<std::string> all;
  for (const SchemeFault& fault : scheme_faults(spec)) all.push_back(fault.sentence);
  return all;
}

TEST(IbtSpec, NamesSayWhatItIs) {
  EXPECT_EQ(ibt_name(symmetric_ibt(3, 102, {12, 24})), "ibt(102^3; <12,24>)");
  IbtSpec spec;
  spec.sizes = {8, 8, 5};
  spec.interlaced_dimensions = 2;
  spec.lengths = {4};
  spec.wrap = {true, false, true};
  EXPECT_EQ(ibt_name(spec), "ibt(8x8x5; L=2; <4>; open=y)");
  spec.placement = BypassPlacement::all;
  EXPECT_EQ(ibt_name(spec), "express(8x8x5; L=2; <4>; open=y)");
}

TEST(IbtSpec, QualifiedSchemesHaveNoFaults) {
  EXPECT_THAT(sentences(symmetric_ibt(3, 102, {12, 24})), IsEmpty());
  EXPECT_THAT(sentences(symmetric_ibt(3, 36, {6, 12})), IsEmpty());  // d k = b_1
  EXPECT_THAT(sentences(symmetric_ibt(2, 16, {8})), IsEmpty());      // b_k = n / 2
  EXPECT_THAT(sentences(symmetric_ibt(3, 5, {})), IsEmpty());        // a torus
}

TEST(IbtSpec, EachBrokenConditionIsNamed) {
  EXPECT_THAT(sentences(symmetric_ibt(3, 36, {8})), ElementsAre(HasSubstr("condition 1")));
  EXPECT_THAT(sentences(symmetric_ibt(3, 36, {9, 18})), ElementsAre(HasSubstr("condition 1")));
  EXPECT_THAT(sentences(symmetric_ibt(3, 60, {12, 18})), ElementsAre(HasSubstr("condition 2")));
  EXPECT_THAT(sentences(symmetric_ibt(2, 18, {4, 8})), ElementsAre(HasSubstr("condition 3"), HasSubstr("dimension y")));
  EXPECT_THAT(sentences(symmetric_ibt(2, 17, {4})), ElementsAre(HasSubstr("property 2"), HasSubstr("size 17")));
  EXPECT_THAT(sentences(symmetric_ibt(3, 36, {21})),
              ElementsAre(HasSubstr("property 3 (b_k <= n/2)"), HasSubstr("above 18"), HasSubstr("dimension z")));
  EXPECT_THAT(sentences(symmetric_ibt(3, 36, {3, 6})),
              ElementsAre(HasSubstr("condition 1"), HasSubstr("property 3 (m k <= b_1)")));
  EXPECT_THAT(sentences(symmetric_ibt(3, 36, {12, 12})), ElementsAre(HasSubstr("must increase")));
  EXPECT_THAT(sentences(symmetric_ibt(3, 36, {0})), ElementsAre(HasSubstr("positive")));
}

TEST(IbtSpec, GeneralSizesAskOnlyWhatTheyMust) {
  IbtSpec spec;
  spec.sizes = {8, 12, 5};
  spec.interlaced_dimensions = 2;
  spec.lengths = {4};
  EXPECT_THAT(sentences(spec), IsEmpty());  // z has no bypass links
  spec.sizes = {8, 13, 5};
  EXPECT_THAT(sentences(spec), ElementsAre(HasSubstr("size 13 of dimension y")));
  spec.wrap = {true, false, true};
  EXPECT_THAT(sentences(spec), IsEmpty());  // y does not wrap
  spec.lengths = {12};
  EXPECT_THAT(sentences(spec), ElementsAre(HasSubstr("above 4")));  // but x does
}

TEST(IbtSpec, ExpressLinksNeedNoInterlacing) {
  IbtSpec spec;
  spec.sizes = {16, 9};
  spec.lengths = {3, 4};
  spec.placement = BypassPlacement::all;
  EXPECT_THAT(sentences(spec), IsEmpty());
  spec.lengths = {1, 3};
  EXPECT_THAT(sentences(spec), ElementsAre(HasSubstr("2 <= b_1")));
  spec.lengths = {5};
  EXPECT_THAT(sentences(spec), ElementsAre(HasSubstr("above 4, dimension y")));
}

TEST(IbtSpec, ImpossibleSizes) {
  EXPECT_THAT(sentences(symmetric_ibt(0, 8, {})), ElementsAre(HasSubstr("0 dimensions")));
  EXPECT_THAT(sentences(symmetric_ibt(7, 8, {})), ElementsAre(HasSubstr("7 dimensions")));
  EXPECT_THAT(sentences(symmetric_ibt(2, 1, {})), ElementsAre(HasSubstr("size 1")));
  EXPECT_THAT(sentences(symmetric_ibt(6, 1000, {})), ElementsAre(HasSubstr("more than 16777215")));
  IbtSpec spec = symmetric_ibt(2, 8, {});
  spec.wrap = {true};
  EXPECT_THAT(sentences(spec), ElementsAre(HasSubstr("closed or open")));
  spec = symmetric_ibt(2, 8, {});
  spec.interlaced_dimensions = 3;
  EXPECT_THAT(sentences(spec), ElementsAre(HasSubstr("L = 3")));
}

TEST(IbtSpec, TheErrorNamesNetworkAndFaults) {
  try {
    check_ibt(symmetric_ibt(3, 36, {8, 12}));
    FAIL();
  } catch (const TopologyError& error) {
    EXPECT_THAT(error.what(), HasSubstr("ibt(36^3; <8,12>)"));
    EXPECT_THAT(error.what(), HasSubstr("condition 1"));
    EXPECT_THAT(error.what(), HasSubstr("condition 2"));
  }
}

}  // namespace

}  // namespace trenza::topologies
