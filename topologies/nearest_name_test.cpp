#include "topologies/nearest_name.h"

#include <gtest/gtest.h>

namespace trenza::topologies {
namespace {

TEST(Nearest, EditDistance) {
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("send", "send"), 0);
}

TEST(Nearest, SuggestsOnlyWhatIsNear) {
  EXPECT_EQ(nearest_name("snd", {"send", "recv", "calc"}), "send");
  EXPECT_EQ(nearest_name("receive", {"send", "recv", "calc"}), "");
  EXPECT_EQ(nearest_name("xy", {"send", "recv"}), "");
}

}  // namespace
}  // namespace trenza::topologies
