// `trenza explain` from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli_program.h"
#include "tests/places.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const char* const kUniformTorus =
    "topology: {kind: torus, size: [4, 4]}\n"
    "router: {max_packet_flits: 4, buffer_packets: 2, virtual_channels: {adaptive: 1}}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.6}\n"
    "run: {cycles: 300}\n";

/// Explains in both views, which must print the same.
std::string explained(const TemporaryFolder& folder, std::vector<std::string> arguments, int status = 0) {
  arguments.insert(arguments.begin(), "explain");
  const ProgramResult tlm = run_program(folder.path(), arguments);
  arguments.insert(arguments.end(), {"--set", "run.view=pin"});
  const ProgramResult pin = run_program(folder.path(), arguments);
  EXPECT_EQ(tlm.status, status) << tlm.errors;
  EXPECT_EQ(pin.status, status) << pin.errors;
  EXPECT_EQ(tlm.output, pin.output);
  EXPECT_EQ(tlm.errors, pin.errors);
  return tlm.output;
}

TEST(CliExplain, TheSlowestComeFirst) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformTorus);
  const std::string all = explained(folder, {"a.yaml", "--slowest", "5"});
  int before = 1 << 30;
  int packets = 0;
  for (std::size_t at = all.find("\nlatency "); at != std::string::npos; at = all.find("\nlatency ", at + 1)) {
    const int latency = std::stoi(all.substr(at + 9));
    EXPECT_LE(latency, before);
    before = latency;
    ++packets;
  }
  EXPECT_EQ(packets, 5);
  const std::string name = all.substr(7, all.find(": ") - 7);
  const std::string one = explained(folder, {"a.yaml", "--packet", name});
  EXPECT_THAT(all, StartsWith(one + "\n"));
}

TEST(CliExplain, TheLatencyIsThatOfTheRun) {
  const char* const kAtStart = "traffic={pattern: uniform, packet_flits: 4, arrival: at_start, packets: 9}";
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformTorus);
  const ProgramResult run = run_program(folder.path(), {"run", "a.yaml", "--json", "-", "--set", kAtStart});
  const std::string slowest =
      run_program(folder.path(), {"explain", "a.yaml", "--slowest", "1", "--set", kAtStart}).output;
  const auto latency = slowest.substr(slowest.find("\nlatency ") + 9);
  EXPECT_THAT(run.output, HasSubstr("\"max\": " + latency.substr(0, latency.find(' '))));
}

TEST(CliExplain, RoutersAtPinLevelInsideTheTlmView) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformTorus);
  const std::string text = explained(folder, {"a.yaml", "--slowest", "20"});
  const ProgramResult zoomed =
      run_program(folder.path(), {"explain", "a.yaml", "--slowest", "20", "--set", "detail={pin: [r_1_1, r_2_1]}"});
  EXPECT_EQ(zoomed.status, 0) << zoomed.errors;
  EXPECT_EQ(zoomed.output, text);
}

TEST(CliExplain, SeveralRuns) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "runs:\n"
               "  - {name: rt, topology: {kind: rt, a: 2}}\n"
               "  - {name: rtt, topology: {kind: rtt, a: 2}}\n"
               "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
               "run: {cycles: 200}\n");
  const std::string text = explained(folder, {"a.yaml", "--packet", "2:1"});
  EXPECT_THAT(text, StartsWith("run rt\n\npacket 2:1: "));
  EXPECT_THAT(text, HasSubstr("\n\nrun rtt\n\npacket 2:1: "));
}

TEST(CliExplain, ATrace) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "topology: {kind: torus, size: [4, 2]}\n"
               "router: {max_packet_flits: 64, injectors: 2, ejectors: 2}\n"
               "traffic: {trace: " TRENZA_SOURCE_DIR
               "/configs/traces/mg.S.8.goal.zst}\n"
               "run: {cycles: 6000}\n");
  EXPECT_THAT(explained(folder, {"a.yaml", "--slowest", "2"}), HasSubstr("\n\npacket "));
}

TEST(CliExplain, APacketThatIsStillInside) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformTorus);
  const std::string whole = explained(folder, {"a.yaml", "--packet", "5:30"});
  const auto ejected = whole.find("in cycle ", whole.find("\nejected at ")) + 9;
  const std::string cycle = whole.substr(ejected, whole.find('\n', ejected) - ejected);
  const std::string text = explained(folder, {"a.yaml", "--packet", "5:30", "--cycles", cycle});
  EXPECT_THAT(text,
              HasSubstr("still inside at the end of the run, before cycle " + cycle + ": its flits cross to ejector"));
  EXPECT_THAT(text, HasSubstr("\nso far "));
}

TEST(CliExplain, ADeadlock) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "topology: {kind: torus, size: [8]}\n"
               "router: {virtual_channels: {adaptive: 0}, buffer_packets: 2, max_packet_flits: 4, bubble: off, "
               "injectors: 4, ejectors: 4}\n"
               "link: {delay: 4}\n"
               "traffic: {pattern: tornado, packet_flits: 4, arrival: at_start, packets: 20}\n"
               "run: {cycles: 20000, watchdog: 200}\n");
  const ProgramResult run = run_program(folder.path(), {"run", "a.yaml", "--unsafe"});
  ASSERT_EQ(run.status, 1);
  const auto at = run.errors.find("holds packet ");
  ASSERT_NE(at, std::string::npos) << run.errors;
  const std::string stuck = run.errors.substr(at + 13, run.errors.find(' ', at + 13) - at - 13);
  const std::string text = explained(folder, {"a.yaml", "--unsafe", "--packet", stuck}, 1);
  EXPECT_THAT(text,
              HasSubstr("deadlock: " + stuck + " is one of the packets that wait for each other in a cycle:\nr_"));
  const std::string last = explained(folder, {"a.yaml", "--unsafe", "--packet", "0:19"}, 1);
  EXPECT_THAT(last, HasSubstr("deadlock: 0:19 is not one of them, but waits for packets that wait for each other in a "
                              "cycle:\nr_"));
  EXPECT_EQ(run_program(folder.path(), {"explain", "a.yaml", "--packet", "0:19"}).status, 1) << "the proof fails";
}

TEST(CliExplain, WrongOptions) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformTorus);
  const auto expect_refused = [&](const std::vector<std::string>& options, const std::string& message) {
    std::vector<std::string> arguments{"explain", "a.yaml"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramResult result = run_program(folder.path(), arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(result.errors, message + "\n");
  };
  expect_refused({}, "explain: expected --packet NODE:NUMBER or --slowest K");
  expect_refused({"--packet", "5:7", "--slowest", "2"}, "--packet: excludes --slowest; expected one of the two");
  for (const char* wrong : {"5", "5:", ":7", "5:7:1", "-5:7", "5:-7", "five:7", "r_1_1:7", "99999999999999999999:1"}) {
    expect_refused({"--packet", wrong}, std::string("--packet: `") + wrong +
                                            "` is no packet; expected a node and a number of its packets, such as 5:7");
  }
  expect_refused({"--packet", "16:0"}, "--packet: node 16 is not there; expected one from 0 to 15 of run a");
  expect_refused({"--slowest", "0"}, "trenza: --slowest: Value 0 not in range 1 to 10000; see trenza --help");
  expect_refused(
      {"--packet", "5:1000"},
      "--packet: 5:1000 is never created: in the 300 cycles of run a node 5 creates 38 packets, 5:0 to 5:37");
  expect_refused({"--packet", "5:0", "--set", "traffic.load=0.0001"},
                 "--packet: 5:0 is never created: in the 300 cycles of run a node 5 creates no packets");
  expect_refused({"--slowest", "1", "--set", "traffic.load=0.0001"},
                 "--slowest: run a delivers no packet in its 300 cycles");
}

}  // namespace
}  // namespace trenza::test
