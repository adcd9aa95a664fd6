// `trenza emit-rtl`: a fabric of SystemVerilog that stands alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/cli_program.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;

const char* const kSmallestRouters =
    "topology: {kind: rtt, a: 2}\n"
    "router: {max_packet_flits: 4, buffer_packets: 2, injectors: 1, ejectors: 1, virtual_channels: {adaptive: 1}}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.5}\n";

const char* const kRing =
    "topology: {torus: [4]}\n"
    "router: {max_packet_flits: 2, buffer_packets: 2, injectors: 1, ejectors: 1, virtual_channels: {adaptive: 1}}\n"
    "traffic: {pattern: uniform, packet_flits: 2, load: 0.5}\n";

std::string pin_digest(const TemporaryFolder& folder, const std::string& file) {
  const ProgramResult result = run_program(folder.path(), {"run", file, "--view", "pin", "--json", "-", "-q"});
  EXPECT_EQ(result.status, 0) << result.errors;
  return result.status == 0 ? nlohmann::json::parse(result.output)["digest"].get<std::string>() : "";
}

/// Emits a.yaml of `folder` and runs it in Icarus. Returns what the test bench says.
std::string simulate(const TemporaryFolder& folder) {
  const ProgramResult emitted = run_program(folder.path(), {"emit-rtl", "a.yaml", "-o", "rtl"});
  EXPECT_EQ(emitted.status, 0) << emitted.errors;
  const std::filesystem::path rtl = folder.path() / "rtl";
  const std::string command =
      "cd " + shell_word(rtl.string()) +
      " && iverilog -g2012 -s trenza_bench -o bench -c files.f >log 2>&1 && vvp -n bench >out 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << read_file(rtl / "log");
  return read_file(rtl / "out");
}

void expect_same_in_icarus(const std::string& configuration) {
  if (std::system("command -v iverilog >/dev/null 2>&1") != 0) GTEST_SKIP() << "Icarus Verilog is not installed";
  const TemporaryFolder folder;
  folder.write("a.yaml", configuration);
  const std::string said = simulate(folder);
  EXPECT_THAT(said, HasSubstr("digest " + pin_digest(folder, "a.yaml") + "\nas expected\n"));
  EXPECT_THAT(said, HasSubstr("cycle "));
  EXPECT_THAT(said, testing::Not(HasSubstr("MISDELIVERED")));
}

TEST(CliEmitRtl, NamesThePackageOfASimulatorThatIsMissing) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kSmallestRouters) + "run: {cycles: 40}\n");
  const ProgramResult emitted = run_program(folder.path(), {"emit-rtl", "a.yaml", "-o", "rtl"}, "PATH=/nowhere");
  EXPECT_EQ(emitted.status, 0);
  EXPECT_EQ(emitted.errors,
            "trenza: to simulate it: `iverilog` is not on the path; it is in the Debian package iverilog (apt-get "
            "install iverilog)\n");
}

TEST(CliEmitRtl, TheDigestInIcarusIsThatOfThePinView) {
  expect_same_in_icarus(std::string(kRing) + "run: {cycles: 40}\n");
}

TEST(CliEmitRtlSlow, TwistedTorusInIcarus) {
  expect_same_in_icarus(std::string(kSmallestRouters) + "run: {cycles: 40}\n");
}

TEST(CliEmitRtlSlow, OutputsThatChooseFirstInIcarus) {
  expect_same_in_icarus(
      "topology: {kind: torus, size: [4]}\n"
      "router: {allocator: output_first, arbiter: random, max_packet_flits: 2, buffer_packets: 2, injectors: 2, "
      "ejectors: 2, virtual_channels: {adaptive: 1}}\n"
      "traffic: {pattern: uniform, packet_flits: 2, load: 2}\n"
      "run: {cycles: 60}\n");
}

TEST(CliEmitRtl, ATestBenchThatExpectsAnotherDigestSaysSo) {
  if (std::system("command -v iverilog >/dev/null 2>&1") != 0) GTEST_SKIP() << "Icarus Verilog is not installed";
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kRing) + "run: {cycles: 12}\n");
  ASSERT_EQ(run_program(folder.path(), {"emit-rtl", "a.yaml", "-o", "rtl"}).status, 0);
  const std::filesystem::path rtl = folder.path() / "rtl";
  const std::string command =
      "cd " + shell_word(rtl.string()) +
      " && sed -i 's/DIGEST = /DIGEST = 1 + /' bench.sv && iverilog -g2012 -s trenza_bench -o bench -c files.f "
      ">log 2>&1 && ! vvp -n bench >out 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << read_file(rtl / "log");
  EXPECT_THAT(read_file(rtl / "out"), HasSubstr("DIFFERENT: expected"));
}

TEST(CliEmitRtlSlow, DelaysPoliciesAndShortestInjection) {
  expect_same_in_icarus(
      "topology: {kind: torus, size: [4, 2]}\n"
      "router: {max_packet_flits: 3, buffer_packets: 2, injectors: 2, ejectors: 2, router_delay: 2, credit_delay: 3, "
      "arbiter: age, selection: random, crossbar: per_port, injection: shortest, virtual_channels: {adaptive: 1}}\n"
      "link: {delay: 2}\n"
      "traffic: {pattern: uniform, packet_flits: [{flits: 1, weight: 1}, {flits: 3, weight: 2}], load: 0.5}\n"
      "run: {cycles: 150}\n");
}

TEST(CliEmitRtl, AFabricWithARoutingTableIsNotEmitted) {
  const TemporaryFolder folder;
  folder.write(
      "a.yaml",
      "topology: {kind: ibt, size: [8, 8], bypass: [2]}\ntraffic: {pattern: uniform, load: 0.1}\nrun: {cycles: 9}\n");
  const ProgramResult emitted = run_program(folder.path(), {"emit-rtl", "a.yaml", "-o", "rtl"});
  EXPECT_EQ(emitted.status, 2);
  EXPECT_THAT(emitted.errors, HasSubstr("a.yaml: ibt"));
  EXPECT_THAT(emitted.errors, HasSubstr("does not route by records; expected a network whose packets carry records"));
  EXPECT_EQ(folder.names(), std::set<std::string>({"a.yaml"}));
}

// The digest of the pin view is that of `trenza run` without it (CliWorms).
std::string flits_on(const std::string& torus) {
  return "topology: {torus: " + torus +
         "}\n"
         "router: {switching: wormhole, virtual_channels: {count: 2}, buffer_flits: 3, max_packet_flits: 4}\n"
         "traffic: {pattern: uniform, packet_flits: [{flits: 1, weight: 1}, {flits: 4, weight: 2}], load: 0.8}\n"
         "run: {cycles: 40}\n";
}
TEST(CliEmitRtl, FlitsInIcarus) { expect_same_in_icarus(flits_on("[4]")); }
TEST(CliEmitRtlSlow, FlitsInTwoDimensionsInIcarus) { expect_same_in_icarus(flits_on("[4, 2]")); }

// Side by side the first packets of a queue begin in the same cycle; the queues of two classes are apart.
TEST(CliEmitRtlSlow, FlitsOfTwoClassesWithLinksAndDelaysInIcarus) {
  expect_same_in_icarus(
      "topology: {torus: [4]}\n"
      "router: {switching: wormhole, routing: duato, message_classes: 2, virtual_channels: {count: 3}, "
      "buffer_flits: 4, max_packet_flits: 3, pipeline: speculative, routing_delay: 1, credit_delay: 2, "
      "injection_delay: 2, injection_credit_delay: 2, ejection_delay: 3, ejectors: 2, crossbar: per_port, "
      "vc_allocation: {requests: all}}\n"
      "link: {delay: 1}\n"
      "traffic: {pattern: uniform, packet_flits: 3, reply_flits: 2, load: 0.5, self: on}\n"
      "run: {cycles: 60}\n");
}

TEST(CliEmitRtlSlow, FlitsByNegativeHopsInIcarus) {
  expect_same_in_icarus(
      "topology: {torus: [4]}\n"
      "router: {switching: wormhole, routing: duato_nbc, virtual_channels: {count: 3}, buffer_flits: 3, "
      "max_packet_flits: 4}\n"
      "traffic: {pattern: uniform, packet_flits: [{flits: 1, weight: 1}, {flits: 4, weight: 2}], load: 0.9}\n"
      "run: {cycles: 40}\n");
}

TEST(CliEmitRtl, FlitBubblesInIcarus) {
  expect_same_in_icarus(
      "topology: {torus: [4]}\n"
      "router: {switching: wormhole, escape: flit_bubble, virtual_channels: {count: 1}, buffer_flits: 4, "
      "max_packet_flits: 3}\n"
      "traffic: {pattern: uniform, packet_flits: [{flits: 1, weight: 1}, {flits: 3, weight: 2}], load: 2}\n"
      "run: {cycles: 60}\n");
}

TEST(CliEmitRtl, FlitsWithRoutesByTableAreNotEmitted) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "topology: {torus: [4, 2]}\n"
               "router: {switching: wormhole, routing: up_down}\n"
               "traffic: {pattern: uniform, load: 0.1}\nrun: {cycles: 9}\n");
  const ProgramResult emitted = run_program(folder.path(), {"emit-rtl", "a.yaml", "-o", "rtl"});
  EXPECT_EQ(emitted.status, 2);
  EXPECT_THAT(emitted.errors, HasSubstr("a.yaml: the routes of torus(4x2) do not follow from records; expected another "
                                        "`router.routing` than `up_down`, and a network whose packets carry records"));
  EXPECT_EQ(folder.names(), std::set<std::string>({"a.yaml"}));
}

TEST(CliEmitRtl, AVcAllocatorWithoutHardwareIsNamed) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "topology: {torus: [4, 2]}\n"
               "router: {switching: wormhole, vc_allocation: {allocator: maximum}}\n"
               "traffic: {pattern: uniform, load: 0.1}\nrun: {cycles: 9}\n");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"emit-rtl", "a.yaml", "-o", "rtl"}, {"area", "a.yaml"}}) {
    const ProgramResult result = run_program(folder.path(), command);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.errors, HasSubstr("the allocator `maximum` has no SystemVerilog; expected another "
                                         "`router.vc_allocation.allocator`"));
  }
  EXPECT_EQ(folder.names(), std::set<std::string>({"a.yaml"}));
}

TEST(CliEmitRtl, AFileWithSeveralExperimentsIsRefused) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kSmallestRouters) + "run: {cycles: 9}\nruns: [{name: a}, {name: b}]\n");
  const ProgramResult emitted = run_program(folder.path(), {"emit-rtl", "a.yaml", "-o", "rtl"});
  EXPECT_EQ(emitted.status, 2);
  EXPECT_THAT(emitted.errors, HasSubstr("expected a file with one"));
}

}  // namespace
}  // namespace trenza::test
