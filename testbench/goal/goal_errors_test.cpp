// Broken traces: each is refused with the place and a reason that helps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/goal/expand_collectives.h"
#include "testbench/goal/goal_parser.h"
#include "testbench/goal/matching.h"
#include "testbench/goal/order_check.h"
#include "testbench/input_error.h"
#include "tests/support/goal_text.h"
#include "tests/support/temporary_file.h"

namespace trenza::testbench {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(const std::string& text, std::size_t memory = ArrayStore::kDefaultMemory) {
  try {
    const GoalTrace trace = expand_collectives(test::parse_goal(text, 1 << 16, memory));
    check_order(trace, match_messages(trace), link_dependencies(trace));
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string file_refusal(const std::string& path) {
  try {
    read_goal(path);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

struct Broken {
  const char* name;
  const char* text;
  const char* place;    ///< "LINE:COLUMN"
  const char* message;  ///< a part of it
};

// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

class BrokenTrace : public testing::TestWithParam<Broken> {};

TEST_P(BrokenTrace, IsRefused) {
  const std::string what = refusal(GetParam().text);
  EXPECT_THAT(what, StartsWith(std::string("t.goal:") + GetParam().place + ": "));
  EXPECT_THAT(what, HasSubstr(GetParam().message));
}

TEST_P(BrokenTrace, IsRefusedInTheSameWordsWhenItLiesInFiles) {
  EXPECT_EQ(refusal(GetParam().text, 0), refusal(GetParam().text));
}

const std::vector<Broken> kBroken{
    {"Empty", "", "1:1", "the trace is empty: expected \"num_ranks\""},
    {"OnlyComments", "// nothing\n\n", "2:1", "the trace is empty"},
    {"NoHeader", "rank 0 {\n}\n", "1:1", "expected \"num_ranks\""},
    {"HeaderWithoutNumber", "num_ranks\n", "1:10",
     "expected the number of ranks (a number) before the end of the line"},
    {"HeaderNotANumber", "num_ranks two\n", "1:11", "expected the number of ranks (a number) before \"two\""},
    {"NoRanks", "num_ranks 0\n", "1:11", "at least 1 rank"},
    {"TooManyRanks", "num_ranks 99999999\n", "1:11", "too large; at most 16777215"},
    {"HeaderGarbage", "num_ranks 1 2\n", "1:13", "expected \"rank 0 {\" before \"2\""},
    {"RankOutOfRange", "num_ranks 1\nrank 1 {\n}\n", "2:6", "there is no rank 1: num_ranks is 1 (line 1)"},
    {"RankTwice", "num_ranks 2\nrank 0 {\n}\nrank 0 {\n}\n", "4:6", "rank 0 is given twice"},
    {"RankOutOfOrder", "num_ranks 2\nrank 1 {\n}\n", "2:6", "expected rank 0 before rank 1"},
    {"RankMissing", "num_ranks 2\nrank 0 {\n}\n", "3:1", "rank 1 is missing: num_ranks is 2"},
    {"RankWithoutBrace", "num_ranks 1\nrank 0\ncalc 1\n}\n", "2:7", "expected \"{\" before the end of the line"},
    {"RankNotClosedAtEnd", "num_ranks 1\nrank 0 {\ncalc 1\n", "3:1", "rank 0 is not closed: expected \"}\""},
    {"RankNotClosedBeforeNext", "num_ranks 2\nrank 0 {\ncalc 1\nrank 1 {\n}\n", "4:1", "rank 0 is not closed"},
    {"BraceTwice", "num_ranks 1\nrank 0 {\n}\n}\n", "4:1", "closes no rank"},
    {"OperationOutsideRank", "num_ranks 1\ncalc 1\n", "2:1", "expected \"rank 0 {\" before \"calc\""},
    {"TrailingGarbage", "num_ranks 1\nrank 0 {\n}\nxyz\n", "4:1", "unexpected text after the last rank (0)"},
    {"TextAfterBrace", "num_ranks 1\nrank 0 {\n} x\n", "3:3", "unexpected text after the last rank (0)"},
    {"BraceAfterOperation", "num_ranks 1\nrank 0 { calc 1 }\n", "2:17", "unexpected \"}\"; after an operation"},
    {"UnknownUnit", "num_ranks 1\nrank 0 {\ncalc 5min\n}\n", "3:7",
     "unknown unit \"min\" of a time; expected ns, us, ms or s"},
    {"TooMuchInItsUnit", "num_ranks 1\nrank 0 {\ncalc 4503600 s\n}\n", "3:6",
     "the time of calc 4503600 s is too large; at most 4503599627370496 ns is possible"},
    {"UnknownKeyword", "num_ranks 1\nrank 0 {\nl1: snd 8b to 0\n}\n", "3:5",
     "unknown keyword \"snd\"; did you mean \"send\"?"},
    {"UnknownKeywordFarAway", "num_ranks 1\nrank 0 {\nputget 8b\n}\n", "3:1",
     "unknown keyword \"putget\"; expected \"send\", \"recv\", \"calc\" or a collective"},
    {"UnknownDependency", "num_ranks 1\nrank 0 {\nl1: calc 1\nl1 require l1\n}\n", "4:4",
     "unknown keyword \"require\"; did you mean \"requires\"?"},
    {"LabelUndefined", "num_ranks 1\nrank 0 {\nl1: calc 1\nl1 requires l9\n}\n", "4:13",
     "the label \"l9\" is not defined above in rank 0"},
    {"LabelOfAnotherRank", "num_ranks 2\nrank 0 {\nl1: calc 1\n}\nrank 1 {\nl2: calc 1\nl2 requires l1\n}\n", "7:13",
     "\"l1\" is not defined above in rank 1"},
    {"FirstLabelUndefined", "num_ranks 1\nrank 0 {\nl1: calc 1\nl0 requires l1\n}\n", "4:1",
     "the label \"l0\" is not defined"},
    {"LabelTwice", "num_ranks 1\nrank 0 {\nl1: calc 1\nl1: calc 2\n}\n", "4:1",
     "the label \"l1\" is defined already in rank 0 (line 3)"},
    {"LabelIsNumber", "num_ranks 1\nrank 0 {\n1: calc 1\n}\n", "3:1", "a label begins with a letter"},
    {"LabelWithoutOperation", "num_ranks 1\nrank 0 {\nl1:\n}\n", "3:4",
     "expected \"send\", \"recv\", \"calc\" or a collective before the end of the line"},
    {"DependencyWithoutLabel", "num_ranks 1\nrank 0 {\nl1: calc 1\nl1 requires\n}\n", "4:12",
     "expected a label before the end of the line"},
    {"DependencyGarbage", "num_ranks 1\nrank 0 {\nl1: calc 1\nl1 requires l1 l1\n}\n", "4:16",
     "unexpected \"l1\" after the dependency"},
    {"StrangeCharacter", "num_ranks 1\nrank 0 {\n?\n}\n", "3:1",
     "expected an operation, a dependency or \"}\" before \"?\""},
    {"CalcWithoutTime", "num_ranks 1\nrank 0 {\ncalc\n}\n", "3:5", "expected the time of calc in ns"},
    {"CalcTooLong", "num_ranks 1\nrank 0 {\ncalc 9999999999999999\n}\n", "3:6", "is too large"},
    {"CalcNegative", "num_ranks 1\nrank 0 {\ncalc -5\n}\n", "3:6",
     "expected the time of calc in ns (a number) before \"-\""},
    {"SendWithoutB", "num_ranks 1\nrank 0 {\nsend 8 to 0\n}\n", "3:8", "expected \"b\" before \"to\""},
    {"SendWithoutTo", "num_ranks 1\nrank 0 {\nsend 8b 0\n}\n", "3:9", "expected \"to\" before \"0\""},
    {"SendFrom", "num_ranks 1\nrank 0 {\nsend 8b from 0\n}\n", "3:9", "expected \"to\" before \"from\""},
    {"NumberOverflow", "num_ranks 1\nrank 0 {\nsend 99999999999999999999999b to 0\n}\n", "3:6", "is too large"},
    {"MessageTooLarge", "num_ranks 1\nrank 0 {\nsend 2000000000000b to 0\n}\n", "3:6", "at most 1099511627776"},
    {"PeerOutOfRange", "num_ranks 2\nrank 0 {\nsend 8b to 2\n}\nrank 1 {\n}\n", "3:12",
     "there is no rank 2: num_ranks is 2 (line 1)"},
    {"CpuTooLarge", "num_ranks 1\nrank 0 {\ncalc 1 cpu 256\n}\n", "3:12", "the cpu 256 is too large; at most 255"},
    {"QualifiersOutOfOrder", "num_ranks 1\nrank 0 {\nsend 8b to 0 cpu 1 tag 2\n}\n", "3:20",
     "\"tag\", \"cpu\" and \"nic\", in this order"},
    {"CalcWithNic", "num_ranks 1\nrank 0 {\ncalc 1 nic 0\n}\n", "3:8",
     "unexpected \"nic\"; after an operation may follow \"cpu\""},
    {"CommentAfterOperation", "num_ranks 1\nrank 0 {\ncalc 1 // x\n}\n", "3:8", "unexpected \"/\""},
    {"CommentNotClosed", "num_ranks 1\nrank 0 {\n  /* x\n}\n", "3:3", "this comment is not closed"},
    {"TagTooLarge", "num_ranks 1\nrank 0 {\nsend 8b to 0 tag 9223372036854775808\n}\n", "3:18",
     "too large; at most 9223372036854775807"},
    {"AnySourceWithoutMessage", "num_ranks 1\nrank 0 {\nrecv 8b from -1\n}\n", "3:1",
     "rank 0 (recv 8b from any rank tag 0, line 3) is one of 1 receives of rank 0 with tag 0, to which 0 messages are "
     "sent"},
    {"AnyTagWithoutMessage", "num_ranks 1\nrank 0 {\nrecv 8b from 0 tag -1\n}\n", "3:1",
     "rank 0 (recv 8b from 0 with any tag, line 3) is one of 1 receives of rank 0 with any tag"},
    {"AnySourceWithTooManyMessages",
     "num_ranks 2\nrank 0 {\nrecv 8b from -1 tag 1\n}\nrank 1 {\nsend 8b to 0 tag 1\nsend 8b to 0 tag 1\n}\n", "3:1",
     "to which 2 messages are sent"},
    {"NamedReceiveBesideAnySource",
     "num_ranks 2\nrank 0 {\nrecv 8b from -1\nrecv 8b from 1\nsend 8b to 0\nsend 8b to 0\n}\nrank 1 {\n}\n", "4:1",
     "rank 0 has more receives from rank 1 with tag 0 than rank 1 sends messages to it"},
    {"SourceMinusTwo", "num_ranks 1\nrank 0 {\nrecv 8b from -2\n}\n", "3:14", "expected a rank (a number)"},
    {"SendToAny", "num_ranks 1\nrank 0 {\nsend 8b to -1\n}\n", "3:12", "expected a rank (a number)"},
    {"SendTagNegative", "num_ranks 1\nrank 0 {\nsend 8b to 0 tag -1\n}\n", "3:18", "expected the tag (a number)"},
    {"OneSided", "num_ranks 1\nrank 0 {\nl1: put 8b to 0\n}\n", "3:5",
     "\"put\" belongs to a dialect of GOAL with one-sided operations, which is not replayed"},
    {"OneSidedAppend", "num_ranks 1\nrank 0 {\nappend 8b from 0\n}\n", "3:1", "\"append\" belongs to a dialect"},
    {"CollectiveMisspelt", "num_ranks 1\nrank 0 {\nl1: allredce 8b comm 0\n}\n", "3:5",
     "unknown keyword \"allredce\"; did you mean \"allreduce\"?"},
    {"CollectiveWithoutSize", "num_ranks 1\nrank 0 {\nallreduce comm 0\n}\n", "3:11",
     "expected the size of the collective in bytes (a number) before \"comm\""},
    {"CollectiveWithoutUnit", "num_ranks 1\nrank 0 {\nallreduce 8 comm 0\n}\n", "3:13",
     "expected \"b\" before \"comm\""},
    {"CollectiveTooLarge", "num_ranks 1\nrank 0 {\nallreduce 2000000000000b comm 0\n}\n", "3:11",
     "at most 1099511627776"},
    {"CollectiveWithoutCommunicator", "num_ranks 1\nrank 0 {\nbarrier\n}\n", "3:8",
     "expected \"comm\" before the end of the line"},
    {"CollectiveWithoutRoot", "num_ranks 1\nrank 0 {\nbcast 8b comm 0\n}\n", "3:10",
     "expected \"root\" before \"comm\""},
    {"RootThatIsNoMember", "num_ranks 2\ncomm 1 { 1 }\nrank 0 {\n}\nrank 1 {\nbcast 8b root 1 comm 1\n}\n", "6:15",
     "there is no member 1 to be the root: communicator 1 has 1 members"},
    {"CollectiveWithTag", "num_ranks 1\nrank 0 {\nbarrier comm 0 tag 1\n}\n", "3:16",
     "unexpected \"tag\"; after an operation may follow \"cpu\""},
    {"CommunicatorUnknown", "num_ranks 1\nrank 0 {\nbarrier comm 3\n}\n", "3:14", "there is no communicator 3"},
    {"CommunicatorOfOthers", "num_ranks 2\ncomm 1 { 1 }\nrank 0 {\nbarrier comm 1\n}\nrank 1 {\n}\n", "4:14",
     "rank 0 is not in communicator 1"},
    {"CommunicatorZero", "num_ranks 1\ncomm 0 { 0 }\nrank 0 {\n}\n", "2:6", "communicator 0 is that of all ranks"},
    {"CommunicatorTwice", "num_ranks 1\ncomm 1 { 0 }\ncomm 1 { 0 }\nrank 0 {\n}\n", "3:6",
     "communicator 1 is given twice (line 2)"},
    {"CommunicatorEmpty", "num_ranks 1\ncomm 1 { }\nrank 0 {\n}\n", "2:6", "communicator 1 has no ranks"},
    {"CommunicatorRankTwice", "num_ranks 2\ncomm 1 { 1 1 }\nrank 0 {\n}\nrank 1 {\n}\n", "2:12",
     "rank 1 is in this communicator twice"},
    {"CommunicatorRankOutside", "num_ranks 2\ncomm 1 { 2 }\nrank 0 {\n}\nrank 1 {\n}\n", "2:10", "there is no rank 2"},
    {"CommunicatorNotClosed", "num_ranks 2\ncomm 1 { 1\nrank 0 {\n}\nrank 1 {\n}\n", "2:11",
     "expected a rank, or \"}\", (a number) before the end of the line"},
    {"CommunicatorInRank", "num_ranks 1\nrank 0 {\ncomm 1 { 0 }\n}\n", "3:1",
     "communicators are given before the first rank"},
    {"CommunicatorBetweenRanks", "num_ranks 2\nrank 0 {\n}\ncomm 1 { 0 }\nrank 1 {\n}\n", "4:1",
     "expected \"rank 1 {\" before \"comm\""},
    {"SizesTooFew", "num_ranks 2\nrank 0 {\nalltoallv comm 0 { 1 }\n}\nrank 1 {\n}\n", "3:22",
     "expected 2 sizes, one for each member, and there are 1"},
    {"SizesTooMany", "num_ranks 2\nrank 0 {\nalltoallv comm 0 { 1 2 3 }\n}\nrank 1 {\n}\n", "3:24",
     "expected \"}\" after 2 sizes, one for each member"},
    {"CollectivesDiffer", "num_ranks 2\nrank 0 {\na: barrier comm 0\n}\nrank 1 {\nscan 8b comm 0\n}\n", "6:1",
     "rank 0 a (barrier of communicator 0, line 3) and rank 1 (scan of communicator 0, line 6) are both collective 1 "
     "of "
     "communicator 0, but are different operations"},
    {"CollectiveSizesDiffer", "num_ranks 2\nrank 0 {\nscan 8b comm 0\n}\nrank 1 {\nscan 9b comm 0\n}\n", "6:1",
     "but differ in size"},
    {"CollectiveCountsDiffer",
     "num_ranks 2\nrank 0 {\nreduce_scatter comm 0 { 1 2 }\n}\nrank 1 {\nreduce_scatter comm 0 { 2 1 }\n}\n", "6:1",
     "but differ in size"},
    {"CollectiveRootsDiffer", "num_ranks 2\nrank 0 {\nbcast 8b root 0 comm 0\n}\nrank 1 {\nbcast 8b root 1 comm 0\n}\n",
     "6:1", "but differ in the root"},
    {"CollectiveMissing", "num_ranks 2\nrank 0 {\nbarrier comm 0\nbarrier comm 0\n}\nrank 1 {\nbarrier comm 0\n}\n",
     "4:1", "rank 0 (barrier of communicator 0, line 4) is collective 2 of communicator 0, but rank 1 has only 1"},
    {"CollectivesInACircle",
     "num_ranks 2\ncomm 1 { 0 1 }\nrank 0 {\na: barrier comm 0\nb: barrier comm 1\nb requires a\n}\n"
     "rank 1 {\na: barrier comm 1\nb: barrier comm 0\nb requires a\n}\n",
     "4:4", "rank 0 a (recv 0b from 1 of a collective of communicator 0, line 4) waits for"},
    {"SendUnmatched",
     "num_ranks 2\nrank 0 {\nsend 8b to 1 tag 3\nsend 8b to 1 tag 3\n}\nrank 1 {\nrecv 8b from 0 tag 3\n}\n", "4:1",
     "rank 0 (send 8b to 1 tag 3, line 4) has no matching receive: rank 0 sends 2 messages to rank 1 with tag 3, which "
     "receives 1"},
    {"ReceiveUnmatched", "num_ranks 2\nrank 0 {\n}\nrank 1 {\nx: recv 8b from 0 tag 3\n}\n", "5:4",
     "rank 1 x (recv 8b from 0 tag 3, line 5) has no matching send: rank 0 sends 0 messages to rank 1 with tag 3, "
     "which receives 1"},
    {"NoRoom", "num_ranks 2\nrank 0 {\nsend 9b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n", "6:1",
     "takes the message of rank 0 (send 9b to 1 tag 0, line 3): the message is larger than the receive"},
    {"SelfDependency", "num_ranks 1\nrank 0 {\nl1: calc 1\nl1 requires l1\n}\n", "3:5",
     "dependency cycle: rank 0 l1 (calc 1, line 3) waits for rank 0 l1 (calc 1, line 3)"},
    {"DependencyCycle",
     "num_ranks 1\nrank 0 {\nl1: calc 1\nl2: calc 2\nl3: calc 3\nl2 requires l1\nl3 irequires l2\nl1 requires l3\n}\n",
     "3:5",
     "dependency cycle: rank 0 l1 (calc 1, line 3) waits for rank 0 l3 (calc 3, line 5) waits for rank 0 l2 (calc 2, "
     "line 4) waits for rank 0 l1"},
    {"CycleAcrossRanks",
     "num_ranks 2\nrank 0 {\na: recv 8b from 1\nb: send 8b to 1\nb requires a\n}\nrank 1 {\na: recv 8b from 0\nb: send "
     "8b to 0\nb requires a\n}\n",
     "3:4",
     "dependency cycle: rank 0 a (recv 8b from 1 tag 0, line 3) waits for rank 1 b (send 8b to 0 tag 0, line 9) waits "
     "for rank 1 a"},
};

INSTANTIATE_TEST_SUITE_P(Traces, BrokenTrace, testing::ValuesIn(kBroken),
                         [](const auto& broken) { return std::string(broken.param.name); });

std::string compressed(const std::string& text) {
  std::string result(ZSTD_compressBound(text.size()), '\0');
  result.resize(ZSTD_compress(result.data(), result.size(), text.data(), text.size(), 3));
  return result;
}

std::string long_trace() {
  std::string text = "num_ranks 1\nrank 0 {\n";
  for (int k = 0; k < 200'000; ++k) text += "calc " + std::to_string(k * 7919 % 100'003) + "\n";
  return text + "}\n";
}

TEST(TraceFile, PlainAndCompressedAreTheSame) {
  const std::string text = long_trace();
  const test::TemporaryFile plain("plain.goal", text);
  const test::TemporaryFile packed("packed.goal.zst", compressed(text));
  const test::TemporaryFile two_frames("two.goal.zst",
                                       compressed(text.substr(0, 1000)) + compressed(text.substr(1000)));
  for (const std::string& path : {plain.path(), packed.path(), two_frames.path()}) {
    const GoalTrace trace = read_goal(path);
    ASSERT_EQ(trace.operations.size(), 200'000U) << path;
    EXPECT_EQ(trace.operations[12345].amount, 12345U * 7919 % 100'003);
  }
}

TEST(TraceFile, Missing) {
  EXPECT_EQ(file_refusal("/no/such/file.goal"), "/no/such/file.goal:1:1: there is no such file");
}

TEST(TraceFile, Directory) {
  const std::string path = std::filesystem::temp_directory_path().string();
  EXPECT_EQ(file_refusal(path), path + ":1:1: it is a directory, not a trace");
}

TEST(TraceFile, Empty) {
  const test::TemporaryFile file("empty.goal", "");
  EXPECT_EQ(file_refusal(file.path()), file.path() + ":1:1: the trace is empty: expected \"num_ranks\"");
}

TEST(TraceFile, CutOffZstd) {
  const std::string whole = compressed(long_trace());
  const test::TemporaryFile file("cut.goal.zst", whole.substr(0, whole.size() - 100));
  EXPECT_THAT(file_refusal(file.path()), HasSubstr(": the zstd file is cut off"));
}

TEST(TraceFile, CorruptedZstd) {
  std::string whole = compressed(long_trace());
  for (std::size_t k = 50; k < 90; ++k) whole[k] = static_cast<char>(whole[k] ^ 0x5a);
  const test::TemporaryFile file("corrupted.goal.zst", whole);
  EXPECT_THAT(file_refusal(file.path()), HasSubstr("zst"));
  EXPECT_THAT(file_refusal(file.path()), StartsWith(file.path() + ":"));
}

TEST(TraceFile, NamedZstButIsNot) {
  const test::TemporaryFile file("text.goal.zst", "num_ranks 1\n");
  EXPECT_THAT(file_refusal(file.path()), HasSubstr("does not begin as zstd"));
}

TEST(TraceFile, GzipIsNamed) {
  const test::TemporaryFile file("packed.goal", std::string("\x1f\x8b\x08\x00", 4));
  EXPECT_THAT(file_refusal(file.path()), HasSubstr("gzip is not read"));
}

}  // namespace
}  // namespace trenza::testbench
