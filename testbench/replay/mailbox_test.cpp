// Receives from any source and with any tag, with times found by hand; no network.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbench/replay/engine.h"
#include "testbench/replay/replay_test_support.h"

namespace trenza::testbench {
namespace {

using test_support::program_of;

/// A program whose messages arrive when the test says so. Messages are numbered by rank and operation.
struct Replay {
  explicit Replay(const std::string& text)
      : program(program_of(text)), engine(program, std::vector<bool>(program.messages.size(), false), 0, 0) {
    engine.run_until(0);
  }
  /// All at the same time.
  void arrive(std::initializer_list<std::uint32_t> messages, Picoseconds time) {
    engine.run_until(time);
    for (const std::uint32_t message : messages) engine.arrive(message, time);
  }
  /// Runs to the end of everything that needs no further message.
  Picoseconds end() {
    engine.run_until(kMaxPicoseconds - 1);
    return engine.is_done() ? engine.end_time() : kMaxPicoseconds;
  }

  ReplayProgram program;
  ReplayEngine engine;
};

/// Ranks 1 and 2 send a message each to rank 0, which computes for 100 ns after its first receive and for 1 ns after
/// its second.
std::string two_senders(const std::string& first, const std::string& second) {
  return "num_ranks 3\nrank 0 {\na: recv 8b " + first + "\nb: recv 8b " + second +
         "\nc: calc 100 cpu 1\nc requires a\nd: calc 1 cpu 2\nd requires b\n}\n"
         "rank 1 {\nsend 8b to 0 tag 1\n}\nrank 2 {\nsend 8b to 0 tag 2\n}\n";
}

TEST(Mailboxes, TheFirstToArriveIsTakenByTheFirstReceive) {
  for (const bool is_first : {true, false}) {
    Replay replay(two_senders("from -1 tag -1", "from -1 tag -1"));
    replay.arrive({is_first ? 0U : 1U}, 50'000);
    replay.arrive({is_first ? 1U : 0U}, 300'000);
    EXPECT_EQ(replay.end(), 301'000U);
  }
}

TEST(Mailboxes, AReceiveTakesOnlyWhatFits) {
  // Receive a is of rank 2, or of tag 2; the message of rank 1 goes to b although a was posted before.
  for (const char* first : {"from 2 tag -1", "from -1 tag 2", "from 2 tag 2"}) {
    Replay replay(two_senders(first, "from -1 tag -1"));
    replay.arrive({0}, 10'000);
    replay.arrive({1}, 500'000);
    EXPECT_EQ(replay.end(), 600'000U) << first;
  }
}

TEST(Mailboxes, MessagesThatWaitAreTakenInTheOrderInWhichTheyCame) {
  // The receives are posted at 200 ns, one after the other; both messages are there, that of rank 2 first.
  const std::string text =
      "num_ranks 3\nrank 0 {\nw: calc 200\na: recv 8b from -1\na requires w\nb: recv 8b from -1\nb requires a\n"
      "c: calc 7 cpu 1\nc requires a\nd: calc 70 cpu 2\nd requires b\n}\n"
      "rank 1 {\nsend 8b to 0\n}\nrank 2 {\nsend 8b to 0\n}\n";
  Replay replay(text);
  replay.arrive({1}, 10'000);
  replay.arrive({0}, 20'000);
  EXPECT_EQ(replay.end(), 270'000U);
}

TEST(Mailboxes, MessagesOfOneRankDoNotOvertake) {
  // The second message of rank 1 has tag 2 and comes first, but is not there before the other one is.
  const std::string text =
      "num_ranks 2\nrank 0 {\na: recv 8b from -1 tag -1\nb: recv 8b from 1 tag -1\nc: calc 100\nc requires a\n}\n"
      "rank 1 {\ns: send 8b to 0 tag 1\nt: send 8b to 0 tag 2\nt requires s\n}\n";
  Replay replay(text);
  replay.arrive({1}, 10'000);
  replay.engine.run_until(250'000);
  EXPECT_EQ(replay.engine.finished(), 2U) << "the two sends";
  replay.arrive({0}, 300'000);
  EXPECT_EQ(replay.end(), 400'000U);
}

TEST(Mailboxes, OnlyTheTagOfTheReceiveIsMixed) {
  // Tag 5 is matched beforehand: its receives take their own messages although the second comes first.
  const std::string text =
      "num_ranks 2\nrank 0 {\nx: recv 8b from -1 tag 4\na: recv 8b from 1 tag 5\nb: recv 8b from 1 tag 5\n"
      "c: calc 100\nc requires b\n}\n"
      "rank 1 {\nsend 8b to 0 tag 5\nsend 8b to 0 tag 5\nsend 8b to 0 tag 4\n}\n";
  const ReplayProgram program = program_of(text);
  EXPECT_EQ(program.mailboxes, 1U);
  EXPECT_EQ(program.mailbox_messages.size(), 1U);
  Replay replay(text);
  replay.arrive({1}, 10'000);
  replay.arrive({2}, 20'000);
  replay.arrive({0}, 50'000);
  EXPECT_EQ(replay.end(), 110'000U);
}

TEST(Mailboxes, AnyTagMixesAllTagsOfTheRank) {
  const std::string text =
      "num_ranks 2\nrank 0 {\nrecv 8b from -1 tag 4\nrecv 8b from 1 tag 5\nrecv 8b from 1 tag -1\n}\n"
      "rank 1 {\nsend 8b to 0 tag 5\nsend 8b to 0 tag 5\nsend 8b to 0 tag 4\nrecv 8b from 1\nsend 8b to 1\n}\n";
  const ReplayProgram program = program_of(text);
  EXPECT_EQ(program.mailboxes, 1U);
  EXPECT_EQ(program.mailbox_messages.size(), 3U);
  EXPECT_EQ(program.mailbox_receives.size(), 3U);
  EXPECT_EQ(program.mailbox_routes, 1U);
}

TEST(Mailboxes, SizesMayDifferWhereTheSourceIsOpen) {
  Replay replay("num_ranks 2\nrank 0 {\nrecv 100b from -1\n}\nrank 1 {\nsend 8b to 0\n}\n");
  replay.arrive({0}, 10);
  EXPECT_EQ(replay.end(), 10U);
}

TEST(Mailboxes, AReceiveThatTakesTheMessageOfAnotherLeavesItWaiting) {
  // a takes what c waits for; rank 2 sends when rank 0 has answered, which it does not.
  const std::string text =
      "num_ranks 3\nrank 0 {\na: recv 8b from -1\nc: recv 8b from 1\nc requires a\ne: send 8b to 2\ne requires c\n}\n"
      "rank 1 {\nsend 8b to 0\n}\nrank 2 {\na: recv 8b from 0\nb: send 8b to 0\nb requires a\n}\n";
  Replay replay(text);
  replay.arrive({1}, 10);
  EXPECT_EQ(replay.end(), kMaxPicoseconds);
  EXPECT_EQ(replay.engine.unfinished_ranks(), (std::vector<std::uint32_t>{0, 2}));
}

}  // namespace
}  // namespace trenza::testbench
