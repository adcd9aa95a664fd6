// Combinational loops: refused unless Icarus Verilog agrees with the verilated block.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;

ProgramResult plug_loops(const TemporaryFolder& folder, const std::string& wrong, const std::string& wrapper = "") {
  folder.write("map.yaml", "slot: arbiter\nparameters: {N: 5, WRONG: " + wrong +
                               "}\nclock: clk\nreset: reset\n"
                               "ports: {request: req, grant: gnt, commit: update}\n");
  return run_program(folder.path(), {"plug", plug_source("loops.sv"), "--ports", "map.yaml", "-o", "l.so"}, wrapper);
}

TEST(PlugLoops, AreAcceptedWhereIcarusAgrees) {
  const TemporaryFolder folder;
  const ProgramResult result = plug_loops(folder, "0");
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("Icarus Verilog agrees over 2000 random cycles"));
}

TEST(PlugLoops, AreRefusedWhereIcarusIsMissing) {
  const TemporaryFolder folder;
  const std::string tools = (folder.path() / "bin").string();
  const std::string links = "mkdir " + shell_word(tools) + " && for tool in /usr/bin/*; do ln -s $tool " +
                            shell_word(tools) + "/; done && rm -f " + shell_word(tools + "/iverilog");
  ASSERT_EQ(std::system(links.c_str()), 0);
  const ProgramResult result = plug_loops(folder, "0", "env PATH=" + shell_word(tools));
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("Icarus Verilog, which would tell, is not installed; refused"));
}

TEST(PlugLoops, AreRefusedWhereItDoesNot) {
  const TemporaryFolder folder;
  const ProgramResult result = plug_loops(folder, "1");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors,
              HasSubstr("loops: Verilator sees combinational loops in it (UNOPTFLAT), where its results can "
                        "be wrong, and Icarus Verilog disagrees in cycle "));
  EXPECT_THAT(result.errors, HasSubstr(": gnt is 00000 verilated and "));
  EXPECT_THAT(result.errors, HasSubstr("req 11111"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "l.so"));
}

}  // namespace
}  // namespace trenza::test
