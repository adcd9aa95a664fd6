// The size of a receive is that of its message.
#include "traces/message_sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/trace_formats.h"

namespace trenza::traces {
namespace {

using test::fault;
using test::goal_of_ranks;
using test::goal_text;
using test::read_trace;

TEST(MessageSizes, AReceiveMayHaveMoreRoomThanItsMessageInEveryFormat) {
  const std::string taken = goal_of_ranks("l1: send 64b to 1 tag 7\n", "l1: recv 64b from 0 tag 7\n");
  EXPECT_EQ(goal_text(read_trace("fsin", "s 0 1 7 64\nr 0 1 7 4096\n")), taken);
  EXPECT_EQ(goal_text(read_trace("simgrid", "0 send 1 7 64\n1 recv 0 7 4096\n")), taken);
  EXPECT_EQ(goal_text(read_trace("dimemas",
                                 "#DIMEMAS:\"x\":1,0:2(1,1),1,0\nd:1:1:2:0:1\n2:0:0:1:0:64:7:1:0\n"
                                 "3:1:0:0:0:4096:7:1:0\n")),
            taken);
  EXPECT_EQ(goal_text(read_trace("liballprof", test::TraceFiles{{"r0", "MPI_Send:3:0:64:13,1,1:1:7:0,0,2:4\n"},
                                                                {"r1", "MPI_Recv:3:0:4096:13,1,1:0:7:0,1,2:0:4\n"}})),
            taken);
  const std::string room = goal_of_ranks("l1: send 64b to 1 tag 7\n", "l1: recv 4096b from 0 tag 7\n");
  EXPECT_EQ(goal_text(test::goal_program(room)), taken);
}

TEST(MessageSizes, InTheOrderOfSendsAndReceives) {
  EXPECT_EQ(goal_text(read_trace("simgrid",
                                 "0 send 1 7 1\n0 send 1 7 2\n0 send 1 8 3\n"
                                 "1 recv 0 8 9\n1 recv 0 7 9\n1 recv 0 7 9\n1 recv 0 7 9\n")),
            goal_of_ranks("l1: send 1b to 1 tag 7\nl2: send 2b to 1 tag 7\nl2 requires l1\nl3: send 3b to 1 tag 8\n"
                          "l3 requires l2\n",
                          "l1: recv 3b from 0 tag 8\nl2: recv 1b from 0 tag 7\nl2 requires l1\n"
                          "l3: recv 2b from 0 tag 7\nl3 requires l2\nl4: recv 9b from 0 tag 7\nl4 requires l3\n"));
}

TEST(MessageSizes, WhatAWildcardMayTakeKeepsItsRoom) {
  EXPECT_EQ(goal_text(read_trace("simgrid", "0 send 1 7 1\n0 send 1 7 2\n1 recv -555 7 9\n1 recv 0 7 8\n")),
            goal_of_ranks("l1: send 1b to 1 tag 7\nl2: send 2b to 1 tag 7\nl2 requires l1\n",
                          "l1: recv 9b from -1 tag 7\nl2: recv 8b from 0 tag 7\nl2 requires l1\n"));
}

TEST(MessageSizes, ALargerMessageIsRefused) {
  EXPECT_EQ(fault([] { read_trace("simgrid", "0 send 1 7 10\n1 recv 0 7 9\n"); }),
            "t:2:3: this receive has room for 9 bytes, but its message has 10 (t:1:3)");
}

}  // namespace
}  // namespace trenza::traces
