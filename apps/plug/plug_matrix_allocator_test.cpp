// Matrix allocators from outside, and allocators that are compared with Trenza's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "cosim/plug/slot_contract.h"
#include "tests/cli_program.h"
#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

/// kBusyRouters with other keys of the router.
std::string busy(const std::string& router) {
  return std::regex_replace(std::string(kBusyRouters), std::regex("arbiter: round_robin"), router);
}

std::string module_path(const std::string& file) { return std::string(TRENZA_SOURCE_DIR) + "/rtl_models/" + file; }

/// Builds block.so for the slot from sources and a map, for the configuration `router`.
void plug_block(const TemporaryFolder& folder, const std::string& router, const std::string& slot,
                const std::vector<std::string>& sources, const std::string& map) {
  folder.write("noc.yaml", busy(router));
  folder.write("map.yaml", map);
  std::vector<std::string> command{"plug"};
  command.insert(command.end(), sources.begin(), sources.end());
  command.insert(command.end(), {"--as", slot, "--ports", "map.yaml", "--for", "noc.yaml", "-o", "block.so"});
  const ProgramResult built = run_program(folder.path(), command);
  ASSERT_EQ(built.status, 0) << built.errors;
}

const char* const kWavefront =
    "slot: matrix_allocator\n"
    "top: trenza_wavefront\n"
    "parameters: {NETWORK_ROWS: \"{network_rows}\", INJECTORS: \"{injectors}\", OUTPUTS: \"{outputs}\", GUARDED: 1}\n"
    "clock: clk\n"
    "reset: reset\n"
    "ports: {request: cells, grant: matched, guarded: guarded, turn: turn}\n"
    "tie: {made: 0}\n"
    "maximal: on\n"
    "shadow: exact\n";

TEST(PlugMatrixAllocator, AWavefrontIsThatOfTrenza) {
  const TemporaryFolder folder;
  plug_block(folder, "crossbar: {inputs_per_port: 2}, allocator: wavefront", "matrix_allocator",
             {module_path("matrix_allocator/wavefront.sv")}, kWavefront);
  EXPECT_EQ(noc_results(folder, "rtl.matrix_allocator=block.so")["digest"],
            noc_results(folder, "run.view=pin")["digest"]);
  // In one router, the other ones are Trenza's.
  EXPECT_EQ(noc_results(folder, "rtl.matrix_allocator={module: block.so, routers: [r_0_0]}")["digest"],
            noc_results(folder, "run.view=pin")["digest"]);

  folder.write("noc.yaml", busy("crossbar: {inputs_per_port: 2}, allocator: wavefront, transit_guard: 1"));
  EXPECT_EQ(noc_results(folder, "rtl.matrix_allocator=block.so")["digest"],
            noc_results(folder, "run.view=pin")["digest"]);

  folder.write("noc.yaml", busy("crossbar: {inputs_per_port: 2}, allocator: {wavefront: {priority: rotate}}"));
  const ProgramResult other = run_noc(folder, "rtl.matrix_allocator=block.so");
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.errors, HasSubstr("not the matching of Trenza's allocator: row "));

  folder.write("noc.yaml", busy("crossbar: {inputs_per_port: 2}"));
  const ProgramResult none = run_noc(folder, "rtl.matrix_allocator=block.so");
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.errors, HasSubstr("with the allocator input_first there is no matrix of requests; expected another "
                                     "`router.allocator`, or a switch_allocator"));
}

/// With draws of so many rounds.
void expect_the_draws_of_pim(const std::string& rounds) {
  const TemporaryFolder folder;
  plug_block(
      folder, "allocator: {pim: {iterations: " + rounds + "}}", "matrix_allocator",
      {module_path("matrix_allocator/match_rounds.sv"), module_path("matrix_allocator/transpose.sv"),
       module_path("arbiter/random_arbiter.sv"), module_path("arbiter/modulo.sv"),
       module_path("arbiter/from_pointer.sv")},
      "top: trenza_match_rounds\n"
      "parameters: {NETWORK_ROWS: \"{network_rows}\", INJECTORS: \"{injectors}\", OUTPUTS: \"{outputs}\", ROUNDS: " +
          rounds +
          ", DRAWN: 1}\n"
          "ports: {request: cells, grant: matched, draw: output_draw, row_draw: row_draw}\n"
          "tie: {grant_pointer: 0, accept_pointer: 0, guarded: 0}\n"
          "shadow: exact\n");
  EXPECT_EQ(noc_results(folder, "rtl.matrix_allocator=block.so")["digest"],
            noc_results(folder, "run.view=pin")["digest"]);
  const std::string other = rounds == "1" ? "2" : "1";
  folder.write("noc.yaml", busy("allocator: {pim: {iterations: " + other + "}}"));
  const ProgramResult refused = run_noc(folder, "rtl.matrix_allocator=block.so");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors, HasSubstr("draw"));
}

TEST(PlugMatrixAllocator, ItsDrawIsThatOfTheRound) { expect_the_draws_of_pim("1"); }
TEST(PlugMatrixAllocatorSlow, ItsDrawsAreThoseOfTheRounds) { expect_the_draws_of_pim("2"); }
TEST(PlugMatrixAllocator, OneThatIsNoneOfTrenza) {
  const TemporaryFolder folder;
  const cosim::SlotContract& contract = *cosim::find_slot("matrix_allocator");
  folder.write("block.sv", contract.module_template);
  for (const char* const crossbar : {"per_vc", "per_port"}) {
    plug_block(folder, std::string("allocator: islip, crossbar: ") + crossbar, "matrix_allocator", {"block.sv"},
               contract.map_template);
    const Json mine = noc_results(folder, "rtl.matrix_allocator=block.so");
    EXPECT_NE(mine["digest"], noc_results(folder, "run.view=pin")["digest"]);
    EXPECT_GT(mine["packets"].get<int>(), 100);
  }
  const ProgramResult guarded = run_program(
      folder.path(),
      {"run", "noc.yaml", "-q", "--set", "rtl.matrix_allocator=block.so", "--set", "router.transit_guard=2"});
  EXPECT_EQ(guarded.status, 2);
  EXPECT_THAT(guarded.errors,
              HasSubstr("block.so decides when injectors go first; expected no `router.transit_guard`"));
}

// A row asks for one output, so who is greedy from row 0 on grants each output to the lowest row: a fixed arbiter.
TEST(PlugSwitchAllocator, AGreedyOneIsTheFixedArbiterOfTrenza) {
  const TemporaryFolder folder;
  plug_block(folder, "arbiter: fixed", "switch_allocator", {plug_source("still_allocator.sv")},
             "parameters: {SIDE: \"{square}\"}\n"
             "ports: {request: req, grant: gnt}\n"
             "tie: {deaf: 0}\n"
             "shape: square\n"
             "shadow: exact\n");
  EXPECT_EQ(noc_results(folder, "rtl.switch_allocator=block.so")["digest"],
            noc_results(folder, "run.view=pin")["digest"]);
  folder.write("noc.yaml", busy("arbiter: round_robin"));
  const ProgramResult other = run_noc(folder, "rtl.switch_allocator=block.so");
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.errors, HasSubstr("not the matching of Trenza's allocator: row "));
}

TEST(PlugVcAllocator, IsComparedWithNone) {
  const TemporaryFolder folder;
  const cosim::SlotContract& contract = *cosim::find_slot("vc_allocator");
  folder.write("block.sv", contract.module_template);
  plug_block(folder, "arbiter: random", "vc_allocator", {"block.sv"},
             std::string(contract.map_template) + "shadow: exact\n");
  const ProgramResult refused = run_noc(folder, "rtl.vc_allocator=block.so");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors, HasSubstr("block.so has `shadow: exact`, and no allocator of this program matches output "
                                        "VCs; expected `shadow: properties`, or a matrix_allocator"));
}

}  // namespace
}  // namespace trenza::test
