#include "topologies/router_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "topologies/topology_error.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string name_refusal(const Topology& topology, const std::string& text) {
  try {
    named_routers(topology, text);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return "";
}

TEST(RouterNames, OneRouter) {
  const auto rt = test_support::make("rt", 4);  // 8 x 4
  EXPECT_THAT(named_routers(*rt, "r_3_2"), ElementsAre(3 + 8 * 2));
}

TEST(RouterNames, RingsOfEitherDirection) {
  const auto rt = test_support::make("rt", 2);  // 4 x 2
  EXPECT_THAT(named_routers(*rt, "ring:xp1"), ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(named_routers(*rt, "ring:xm1"), ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(named_routers(*rt, "ring:x1"), ElementsAre(4, 5, 6, 7));
}

TEST(RouterNames, ATwistedRingVisitsTwoColumns) {
  const auto rtt = test_support::make("rtt", 2);  // 4 x 2, twist 2
  EXPECT_THAT(named_routers(*rtt, "ring:y0"), ElementsAre(0, 2, 4, 6));
}

TEST(RouterNames, NamesThatAreNone) {
  const auto rt = test_support::make("rt", 4);
  EXPECT_THAT(name_refusal(*rt, "r_8_0"),
              HasSubstr("`r_8_0` is no router of rt(4); expected a router such as `r_7_3`"));
  EXPECT_THAT(name_refusal(*rt, "r_8_0"), HasSubstr("did you mean `r_"));
  EXPECT_THAT(name_refusal(*rt, "all"), HasSubstr("`all` is no router of rt(4)"));
  EXPECT_THAT(name_refusal(*rt, "ring:yp8"), HasSubstr("`ring:yp8` is no ring of rt(4)"));
  EXPECT_THAT(name_refusal(*rt, "ring:yp8"), HasSubstr("did you mean `yp"));
  EXPECT_THAT(name_refusal(*rt, "ring:"), HasSubstr("`ring:` is no ring"));
  EXPECT_THAT(name_refusal(*rt, ""), HasSubstr("`` is no router"));
}

}  // namespace
}  // namespace trenza::topologies
