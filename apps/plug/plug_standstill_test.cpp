// Blocks from outside that stand still: the run ends as blocked, with router, slot, block, input and cycle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "microarch/parameters.h"
#include "tests/support/experiments.h"
#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr int kMatrixSide = 16;  // inputs of the router; also its output VCs and ejection ports

microarch::FabricParameters per_port_router() {
  microarch::FabricParameters parameters = bubble_router(kPlugFlits);
  parameters.crossbar = microarch::CrossbarKind("per_port");
  return parameters;
}

/// Runs a twisted torus of 8 routers in which only r_1_0 has the plug.
std::string run_in_one(const microarch::FabricParameters& parameters, const std::string& key,
                       const std::shared_ptr<const cosim::Plug>& plug, double load = 0.3) {
  return run_with(*network("rtt", 2), parameters, uniform(load, kPlugFlits, 3000), key, plug, {1});
}

TEST(PlugStandstill, AnArbiterThatNeverGrantsBlocksTheRun) {
  const TemporaryFolder folder;
  folder.write("noc.yaml",
               "topology: {kind: rtt, a: 2}\n"
               "router: {max_packet_flits: 4, buffer_packets: 2}\n"
               "traffic: {pattern: uniform, packet_flits: 4, load: 0.5}\n"
               "rtl: {arbiter: {module: still.so, routers: r_1_0}}\n"
               "run: {cycles: 20000}\n");
  const ProgramResult built =
      run_program(folder.path(), {"plug", plug_source("still_arbiter.sv"), "--ports", plug_source("still_arbiter.yaml"),
                                  "--number", "requesters=16", "-o", "still.so", "-q"});
  ASSERT_EQ(built.status, 0) << built.errors;
  const ProgramResult result = run_program(folder.path(), {"run", "noc.yaml", "--json", "-", "-q"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors,
              AllOf(StartsWith("trenza: run noc: blocked in cycle 1"),
                    HasSubstr(": r_1_0, slot arbiter, still.so (still_arbiter): "),
                    HasSubstr(" was refused 1000 times since cycle "), HasSubstr("(progress_within: 1000)")));
  EXPECT_LT(result.errors.size(), 500U);
  const auto document = nlohmann::ordered_json::parse(result.output);
  EXPECT_EQ(document["outcome"], "blocked");
  EXPECT_THAT(document["report"].get<std::string>(), StartsWith("blocked in cycle 1"));
  EXPECT_LT(document["cycles"].get<int>(), 1500);
  EXPECT_EQ(document["steady"], false);
}

TEST(PlugStandstill, ARefusedRequesterIsFoundWhateverTrafficTheOthersHave) {
  const PluggedBlock block("arbiter", "still_arbiter", {{"requesters", kMatrixSide}});
  for (int input = 0; input < kMatrixSide; ++input) {
    if (input < 12 && input % 3 == 0) continue;  // escape VCs are empty at this load
    const std::string said = run_in_one(bubble_router(kPlugFlits), "arbiter", block.plug({}, input + 1U), 0.6);
    const std::string name = input < 12 ? ".vc" + std::to_string(input % 3) : "injector" + std::to_string(input - 12);
    EXPECT_THAT(said, AllOf(StartsWith("blocked in cycle "), HasSubstr(": r_1_0, slot arbiter, block.so"),
                            HasSubstr(name + " was refused 1000 times")))
        << input;
  }
  const std::string soon =
      run_in_one(bubble_router(kPlugFlits), "arbiter", block.plug({{"progress_within", "40"}}, 127));
  EXPECT_THAT(soon, HasSubstr("was refused 40 times since cycle "));
}

TEST(PlugStandstill, AnUnfairArbiterThatAlwaysGrantsSomebodyIsNotBlocked) {
  const PluggedBlock block("arbiter", "still_arbiter", {{"requesters", kMatrixSide}});
  const std::string said = run_with(*network("rtt", 2), bubble_router(kPlugFlits), uniform(4, kPlugFlits, 3000),
                                    "arbiter", block.plug({{"progress_within", "1"}}, 0));
  EXPECT_GT(packets_of(said), 1000) << said;
}

TEST(PlugStandstill, AnArbiterOfAPort) {
  const PluggedBlock block("arbiter", "still_arbiter", {{"requesters", 3}});
  EXPECT_THAT(
      run_in_one(per_port_router(), "port_arbiter", block.plug({}, 2)),
      AllOf(StartsWith("blocked in cycle "), HasSubstr(": r_1_0, slot port_arbiter, block.so (still_arbiter): in_"),
            HasSubstr(".vc1 was refused 1000 times")));
}

TEST(PlugStandstill, Allocators) {
  const PluggedBlock block("allocator", "still_allocator", {{"square", kMatrixSide}});
  for (const char* const key : {"switch_allocator", "vc_allocator"}) {
    for (const auto& [row, name] : std::map<int, std::string>{{4, ": in_xm_from_2_0.vc1 "}, {13, ": injector1 "}}) {
      EXPECT_THAT(run_in_one(bubble_router(kPlugFlits), key, block.plug({}, row + 1U)),
                  AllOf(StartsWith("blocked in cycle "), HasSubstr(std::string(": r_1_0, slot ") + key + ", block.so"),
                        HasSubstr(name + "was refused 1000 times")))
          << key;
    }
    EXPECT_GT(packets_of(run_in_one(bubble_router(kPlugFlits), key, block.plug({}, 0))), 500) << key;
  }
}

TEST(PlugStandstill, Routers) {
  microarch::FabricParameters parameters = bubble_router(kPlugFlits);
  parameters.adaptive_vcs = 1;
  const PluggedBlock block("router", "noc_node", {{"depth", parameters.buffer_flits()}});
  EXPECT_THAT(run_in_one(parameters, "router", block.plug({{"contiguous", "off"}}, 6), 0.15),
              AllOf(StartsWith("blocked in cycle "), HasSubstr(": r_1_0, slot router, block.so (noc_node): packet "),
                    HasSubstr("input 4 (traffic in xp) vc "),
                    HasSubstr("0 of its flits have left, and none since cycle"), HasSubstr("(progress_within: 1000)")))
      << "swallowed, while others pass";
}

/// All nodes send to the node three steps away in y+. The wraparound of y is twisted by half the width. Without the
/// bubble rule the rings of y fill up.
TEST(PlugStandstill, RoutersOutOfCreditsInTwistedRings) {
  constexpr int kWidth = 4;
  constexpr int kHeight = 8;
  microarch::FabricParameters parameters = bubble_router(kPlugFlits);
  parameters.adaptive_vcs = 0;
  parameters.buffer_packets = 2;
  testbench::Experiment experiment = uniform(4, kPlugFlits, 3000);
  experiment.synthetic->pattern = "permutation";
  for (int node = 0; node < kWidth * kHeight; ++node) {
    const int y = node / kWidth + 3;
    const int x = node % kWidth + (y >= kHeight ? kWidth / 2 : 0);
    experiment.synthetic->destinations.push_back(y % kHeight * kWidth + x % kWidth);
  }
  const PluggedBlock block("router", {{"depth", parameters.buffer_flits()}});
  EXPECT_THAT(run_with(*network({kWidth, kHeight}, {{"yx", 2}}), parameters, experiment, "router", block.plug()),
              AllOf(StartsWith("blocked in cycle 10"), HasSubstr(": r_0_0, slot router, block.so (my_router): packet "),
                    HasSubstr("(traffic in yp) vc 0"), HasSubstr("and none since cycle ")));
}

}  // namespace
}  // namespace trenza::test
