// Faults of the kind that public blocks have had: each is named with its place and cycle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;

/// Builds a block of tests/plug for a configuration, with `FAULT: 0` of its map replaced, and runs it in the place
/// `key`. Returns the messages of the run.
std::string errors_of_run(const std::string& name, const std::string& key, const std::string& configuration,
                          const std::string& fault = "0") {
  const TemporaryFolder folder;
  folder.write("noc.yaml", configuration);
  std::string map = settings::read_text_file(plug_source(name + ".yaml"));
  const auto at = map.find("FAULT: 0");
  if (at != std::string::npos) map.replace(at, 8, "FAULT: " + fault);
  folder.write("map.yaml", map);
  const ProgramResult plugged = run_program(
      folder.path(), {"plug", plug_source(name + ".sv"), "--ports", "map.yaml", "--for", "noc.yaml", "-o", "b.so"});
  EXPECT_EQ(plugged.status, 0) << plugged.errors;
  return run_noc(folder, "rtl." + key + "=b.so").errors;
}

/// 12 requesters at each output: no power of two.
const char* const kTwelve =
    "topology: {kind: rtt, a: 2}\nrouter: {arbiter: round_robin, virtual_channels: {adaptive: 1}}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.6}\nrun: {cycles: 300}\n";

TEST(PlugPublicFaults, APointerThatMovesWronglyIsNoRoundRobin) {
  EXPECT_EQ(errors_of_run("pointer_arbiter", "arbiter", kTwelve), "");
  for (const std::string fault : {"2", "3"}) {
    EXPECT_THAT(errors_of_run("pointer_arbiter", "arbiter", kTwelve, fault),
                HasSubstr("not the decision of the policy round_robin: expected "))
        << fault;
  }
}

TEST(PlugPublicFaults, ALevelThatIsTooNarrowIsSeenWhenTheFifoIsFull) {
  EXPECT_THAT(errors_of_run("level_fifo", "buffer",
                            "topology: {kind: rt, a: 2}\n"
                            "router: {buffer_packets: 2, virtual_channels: {adaptive: 0}}\n"
                            "traffic: {pattern: hot_spot, hot_spots: [0], hot_share: 0.9, packet_flits: 4, load: 2}\n"
                            "run: {cycles: 300}\n"),
              HasSubstr(": counts 0 flits, not 8; 8 of 8 flits inside"));
}

TEST(PlugPublicFaults, ALoopThatLocksStandsStill) {
  EXPECT_THAT(errors_of_run("locked_arbiter", "arbiter",
                            "topology: {kind: rtt, a: 2}\ntraffic: {pattern: uniform, packet_flits: 4, load: 0.6}\n"
                            "run: {cycles: 1200}\n"),
              HasSubstr("slot arbiter, b.so (locked_arbiter): injector0 was refused 1000 times since cycle "));
}

}  // namespace
}  // namespace trenza::test
