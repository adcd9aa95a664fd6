// What takes more memory than there is, is refused with the key to change; running out of it is the user's to mend.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include "tests/cli_program.h"
#include "tests/support/sanitizers.h"

namespace trenza::test {
namespace {

TRENZA_FILE_NOT_SANITIZED("it limits the memory");

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// A machine that has so much memory, in KiB.
const char* const kSmallMachine = "ulimit -d 1500000 &&";

ProgramResult run_small(const std::string& yaml, const std::string& trace = "") {
  const TemporaryFolder folder;
  folder.write("a.yaml", yaml);
  if (!trace.empty()) folder.write("a.goal", trace);
  ProgramResult result = run_program(folder.path(), {"run", "a.yaml", "--json", "out.json"}, kSmallMachine);
  EXPECT_EQ(folder.names().count("out.json"), 0U);
  return result;
}

void expect_refused_with(const ProgramResult& result, const std::string& begin, const std::string& part) {
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, AllOf(StartsWith(begin), HasSubstr(part)));
}

TEST(CliMemory, ANetworkIsRefusedBeforeItIsBuilt) {
  expect_refused_with(run_small("topology: {rtt: 2800}\ntraffic: {pattern: uniform, load: 0.3}\n"),
                      "a.yaml:1:17: topology.rtt: 15680000 routers of 16 inputs would take ",
                      "expected a smaller network");
  expect_refused_with(run_small("topology: {hypercube: 22}\ntraffic: {pattern: uniform, load: 0.3}\n"),
                      "a.yaml:1:23: topology.hypercube: 4194304 routers of 70 inputs", "expected a smaller network");
}

TEST(CliMemory, RoutersOfFlitsAreRefusedAtTheKeyThatDecides) {
  const std::string uniform = "traffic: {pattern: uniform, load: 0.3}\n";
  const std::string worms = "router: {switching: wormhole, ";
  expect_refused_with(run_small("topology: {rtt: 2800}\n" + worms + "virtual_channels: {count: 4}}\n" + uniform),
                      "a.yaml:1:17: topology.rtt: 15680000 routers of 20 inputs would take ",
                      "expected a smaller network");
  expect_refused_with(run_small("topology: {torus: [64, 64]}\n" + worms + "buffer_flits: 16383}\n" + uniform),
                      "a.yaml:2:45: router.buffer_flits: buffers of 16383 flits in 4096 routers would take ",
                      "expected fewer `buffer_flits`, fewer virtual channels, or a smaller network");
  const std::string large = "topology: {torus: [3, 3, 3, 3, 3, 3]}\n" + worms +
                            "arbiter: matrix, message_classes: 2, virtual_channels: {count: 16}}\n" + uniform;
  expect_refused_with(
      run_small(large),
      "a.yaml:2:40: router.arbiter: 729 routers of 416 inputs, with the arbiters `matrix`, would take ",
      "expected another arbiter, such as `round_robin`, or fewer virtual channels, or a smaller network");
  expect_refused_with(
      run_small("topology: {torus: [64, 64]}\n" + worms + "buffer_flits: 16383}\nrun: {view: pin}\n" + uniform),
      "a.yaml:2:45: router.buffer_flits: buffers of 16383 flits in 4096 routers of the pin view would take ",
      "or `run.view: tlm`");
}

TEST(CliMemory, PacketsAtTheStartAreRefused) {
  expect_refused_with(
      run_small("topology: {rtt: 4}\ntraffic: {pattern: uniform, arrival: at_start, packets: 1000000000}\n"),
      "a.yaml:2:57: traffic.packets: 32000000000 packets at the start would take ", "expected fewer `packets`");
}

TEST(CliMemory, LongPacketsInThePinViewAreRefused) {
  expect_refused_with(run_small("topology: {rtt: 16}\nrouter: {max_packet_flits: 16383}\n"
                                "traffic: {pattern: uniform, load: 0.3}\nrun: {view: pin}\n"),
                      "a.yaml:2:28: router.max_packet_flits: buffers of 65532 flits in 512 routers of the pin view",
                      "expected shorter packets, fewer `buffer_packets`, or `run.view: tlm`");
}

TEST(CliMemory, AMessageThatIsTooLongIsRefused) {
  const std::string trace =
      "num_ranks 2\nrank 0 {\nl: send 1099511627776b to 1 tag 0\n}\nrank 1 {\nl: recv 1099511627776b from 0 tag 0\n}\n";
  expect_refused_with(run_small("topology: {torus: [2]}\ntraffic: {trace: a.goal}\n", trace),
                      "a.goal:1:11: the message of",
                      "1099511627776 bytes from rank 0 to rank 1 is cut into 4363141381 packets");
}

/// Packets pile up without end: nothing tells that beforehand.
TEST(CliMemory, RunningOutOfMemoryIsStatus2) {
  const TemporaryFolder folder;
  folder.write(
      "a.yaml",
      "topology: {rtt: 4}\ntraffic: {pattern: uniform, packet_flits: 1, load: 64}\nrun: {cycles: 1000000000}\n");
  const ProgramResult result = run_program(folder.path(), {"run", "a.yaml"}, "ulimit -d 60000 &&");
  EXPECT_EQ(result.status, 2) << result.errors;
  EXPECT_THAT(result.errors, HasSubstr("out of memory; expected a smaller network"));
}

std::string compressed(const std::string& text, int times) {
  std::string block(ZSTD_compressBound(text.size()), '\0');
  block.resize(ZSTD_compress(block.data(), block.size(), text.data(), text.size(), 3));
  std::string all;
  for (int i = 0; i < times; ++i) all += block;
  return all;
}

TEST(CliMemory, ATraceThatExpandsWithoutEndIsReadAsAStream) {
  const std::string yaml = "topology: {torus: [2]}\ntraffic: {trace: a.goal}\n";
  // 272 MiB of comments, which are read sooner than lines: the least that is refused is more than 256.
  std::string comments;
  while (comments.size() < std::size_t{8} << 20) comments += "//" + std::string(8189, 'x') + "\n";
  expect_refused_with(run_small(yaml, compressed(comments, 34)), "a.goal:", "the zstd file expands to more than ");
  expect_refused_with(run_small(yaml, compressed(std::string(8 << 20, 'x'), 200)),
                      "a.goal:1:1: line 1 is longer than 1 MiB", "");
}

}  // namespace
}  // namespace trenza::test
