#include "testbench/input_error.h"

#include <gtest/gtest.h>

namespace trenza::testbench {
namespace {

TEST(InputError, OfAPartIsItsMessage) {
  const InputError error(ExperimentPart::hot_spots, "too hot");
  EXPECT_STREQ(error.what(), "too hot");
  EXPECT_EQ(error.part(), ExperimentPart::hot_spots);
  EXPECT_FALSE(error.position());
}

TEST(InputError, OfAFileBeginsWithThePlace) {
  const InputError error(FilePosition{"a.goal", 3, 7}, "no rank");
  EXPECT_STREQ(error.what(), "a.goal:3:7: no rank");
  ASSERT_TRUE(error.position());
  EXPECT_EQ(error.position()->line, 3U);
  EXPECT_EQ(error.position()->column, 7U);
  EXPECT_STREQ(InputError(FilePosition{"a.goal", 0, 0}, "cut off").what(), "a.goal: cut off");
}

}  // namespace
}  // namespace trenza::testbench
