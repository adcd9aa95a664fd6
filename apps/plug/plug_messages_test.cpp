// What `trenza plug` says of a block or map that is wrong: the place that a user can mend, not the tool's words alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/cli_program.h"

namespace trenza::test {
namespace {

using testing::StartsWith;

const char* const kBlock =
    "module mine #(parameter int N = 4) (input logic clk, input logic [N-1:0] req, output logic [N-1:0] gnt);\n"
    "  assign gnt = req & (~req + 1);\n"
    "endmodule\n";
const char* const kMap = "slot: arbiter\nparameters: {N: \"{requesters}\"}\nports: {request: req, grant: gnt}\n";

std::string refused(const std::string& block, const std::string& map, const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  folder.write("mine.sv", block);
  folder.write("map.yaml", map);
  std::vector<std::string> arguments = {"plug",     "mine.sv",      "--ports", "map.yaml",
                                        "--number", "requesters=5", "-o",      "mine.so"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ProgramResult result = run_program(folder.path(), arguments);
  EXPECT_EQ(result.status, 2);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "mine.so"));
  return result.errors;
}

TEST(PlugMessages, AMissingModuleIsNamedWhereItIsAskedFor) {
  EXPECT_EQ(refused(kBlock, std::string(kMap) + "top: absent\n"),
            "map.yaml:4:6: top: no file has a module `absent`; expected the name of the block\n");
  EXPECT_EQ(refused(kBlock, kMap, {"--top", "absent"}),
            "--top: no file has a module `absent`; expected the name of the block\n");
}

TEST(PlugMessages, AMissingClockAndParameterAreNamedWithTheirLine) {
  EXPECT_EQ(refused(kBlock, std::string(kMap) + "clock: ck\n"),
            "map.yaml:4:8: clock: the block has no port `ck`; did you mean `clk`?\n");
  EXPECT_EQ(
      refused("module mine(input logic [4:0] req, output logic [4:0] gnt);\n  assign gnt = req;\nendmodule\n", kMap),
      "map.yaml:2:17: parameters.N: module `mine` has no parameter of this name; expected one of its parameters\n");
}

TEST(PlugMessages, ErrorsInTheSourceHaveItsLine) {
  const std::string head = "module mine #(parameter int N = 4) (input logic [N-1:0] req, output logic [N-1:0] gnt);\n";
  EXPECT_THAT(refused(head + "  assign gnt = ;\nendmodule\n", kMap), StartsWith("mine.sv:2:16: syntax error"));
  EXPECT_THAT(refused(head + "  helper h(.*);\nendmodule\n", kMap), StartsWith("mine.sv:2:3: "));
  EXPECT_THAT(refused(head + "`include \"gone.svh\"\nendmodule\n", kMap),
              StartsWith("mine.sv:2:10: Cannot find include file"));
}

}  // namespace
}  // namespace trenza::test
