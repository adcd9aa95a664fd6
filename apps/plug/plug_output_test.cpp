// A block of a user can print and can end the simulation; some commands have no place for such blocks and refuse them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;

/// An arbiter in which the lowest requester wins. It prints to the standard output in every possible way, and ends the
/// simulation STOP cycles after reset (0: never).
const char* const kNoisy =
    "module noisy #(parameter N = 4, parameter STOP = 0) (input wire clk, reset, input wire [N-1:0] req,\n"
    "    input wire update, output wire [N-1:0] gnt);\n"
    "  reg [9:0] count;\n"
    "  assign gnt = req & (~req + 1'b1);\n"
    "  always @(posedge clk) begin\n"
    "    count <= reset ? 0 : count + 1;\n"
    "    if (!reset && update) begin\n"
    "      $write(\"granted \"); $display(\"%b\", gnt);\n"
    "      $fwrite(1, \"by channel\\n\"); $fwrite(32'h80000001, \"by descriptor\\n\");\n"
    "    end\n"
    "    if (STOP != 0 && !reset && count == STOP) $finish;\n"
    "  end\n"
    "endmodule\n";

ProgramResult run_noisy(const TemporaryFolder& folder, const std::string& stop) {
  folder.write("noisy.sv", kNoisy);
  folder.write("map.yaml", "slot: arbiter\nparameters: {N: \"{requesters}\", STOP: " + stop +
                               "}\nclock: clk\nreset: reset\nports: {request: req, grant: gnt, commit: update}\n");
  folder.write("noc.yaml", std::string(kBusyRouters) + "rtl: {arbiter: noisy.so}\n");
  const ProgramResult plugged =
      run_program(folder.path(), {"plug", "noisy.sv", "--ports", "map.yaml", "--for", "noc.yaml", "-o", "noisy.so"});
  EXPECT_EQ(plugged.status, 0) << plugged.errors;
  EXPECT_THAT(plugged.output, testing::Not(HasSubstr("granted")));
  return run_program(folder.path(), {"run", "noc.yaml", "--json", "-", "--cycles", "100"});
}

TEST(PlugOutput, OfABlockGoesToStandardErrorWithItsName) {
  const TemporaryFolder folder;
  const ProgramResult result = run_noisy(folder, "0");
  EXPECT_EQ(result.status, 0);
  EXPECT_GT(nlohmann::json::parse(result.output)["packets"].get<int>(), 0);
  EXPECT_THAT(result.errors, HasSubstr("noisy.so (noisy): granted 0"));
  EXPECT_THAT(result.errors, HasSubstr("\nnoisy.so (noisy): by channel\nnoisy.so (noisy): by descriptor\n"));
}

TEST(PlugOutput, FinishEndsTheRunWithTheNameOfTheBlock) {
  const TemporaryFolder folder;
  const ProgramResult result = run_noisy(folder, "20");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.errors, HasSubstr("broken contract: noisy.so (noisy): "));
  EXPECT_THAT(result.errors, HasSubstr("noisy.sv:11: the model called $finish\n"));
}

TEST(PlugOutput, CommandsForTheBlocksOfThisProgramRefuseThoseOfAUserByName) {
  const TemporaryFolder folder;
  folder.write("noc.yaml", std::string(kBusyRouters) + "rtl: {arbiter: mine.so}\n");
  const ProgramResult emitted = run_program(folder.path(), {"emit-rtl", "noc.yaml", "-o", "out"});
  EXPECT_EQ(emitted.status, 2);
  EXPECT_EQ(emitted.errors,
            "noc.yaml:5:16: rtl.arbiter: mine.so is a block of your own, and emit-rtl writes the blocks of this "
            "program; expected no such block\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
  const ProgramResult verified = run_program(folder.path(), {"verify", "noc.yaml", "--json", "out.json"});
  EXPECT_EQ(verified.status, 2);
  EXPECT_EQ(verified.errors,
            "noc.yaml:5:16: rtl.arbiter: mine.so is a block of your own, and verify compares two views of the same "
            "blocks, of which the tlm view does not have yours; expected no such block\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.json"));
  const ProgramResult measured = run_program(folder.path(), {"area", "noc.yaml"});
  EXPECT_EQ(measured.status, 2);
  EXPECT_EQ(measured.errors,
            "noc.yaml:5:16: rtl.arbiter: mine.so is a block of your own, and area synthesises the blocks of this "
            "program; expected no such block\n");
}

}  // namespace
}  // namespace trenza::test
