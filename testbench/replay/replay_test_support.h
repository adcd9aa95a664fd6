// Programs of traces, and their times without a network.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbench/replay/engine.h"
#include "tests/support/goal_text.h"

namespace trenza::testbench::test_support {

inline ReplayProgram program_of(const std::string& text, const TraceTraffic& traffic = {}) {
  return build_program(test::parse_goal(text), traffic);
}

/// End of the last operation, in nanoseconds, if messages arrive at once.
inline double ideal_ns(const ReplayProgram& program, Picoseconds send_overhead = 0, Picoseconds receive_overhead = 0) {
  ReplayEngine engine(program, std::vector<bool>(program.messages.size(), true), send_overhead, receive_overhead);
  engine.run_until(kMaxPicoseconds);
  EXPECT_TRUE(engine.is_done());
  return static_cast<double>(engine.end_time()) / 1000;
}

}  // namespace trenza::testbench::test_support
