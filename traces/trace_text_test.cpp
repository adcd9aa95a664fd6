// What all readers of traces share.
#include "traces/trace_text.h"

#include <gtest/gtest.h>

#include "tests/support/trace_formats.h"

namespace trenza::traces {
namespace {

TEST(TraceText, AByteOrderMarkIsPassedOver) {
  const std::string mark = "\xEF\xBB\xBF";
  const test::TraceFiles files{{"t", mark + "0 compute 5\n"}};
  const TraceFormat* const found = recognise_format("t", test::opener(files));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->name, "simgrid");
  EXPECT_EQ(test::goal_text(test::read_trace("simgrid", mark + "0 compute 5\n")),
            "num_ranks 1\nrank 0 {\nl1: calc 5\n}\n");
  EXPECT_EQ(test::fault([&] { test::read_trace("simgrid", mark + "0 fly\n"); }), "t:1:3: unknown action \"fly\"");
}

}  // namespace
}  // namespace trenza::traces
