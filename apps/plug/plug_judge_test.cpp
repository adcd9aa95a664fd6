// Each block is judged before it is accepted: by another simulator, and from two starts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// An arbiter that takes the lowest or the highest requester by the parity of registers. FORM 0 and 1 write the same
/// function: the two negations cancel each other.
const char* const kTie =
    "module tie #(parameter int N = 16, parameter int FORM = 0) (input logic clk, rst, input logic [N-1:0] req,\n"
    "    output logic [N-1:0] gnt);\n"
    "  logic [2:0] a, b, c;\n"
    "  logic high;\n"
    "  always_ff @(posedge clk)\n"
    "    if (rst) begin a <= 3'd0; b <= 3'd0; c <= 3'd0; end\n"
    "    else begin a <= a + 3'd1; b <= b + 3'd3; c <= c + 3'd2 + {2'b0, a[2]}; end\n"
    "  if (FORM == 0) assign high = ((~a[0]) ^ (b[1] & b[2])) ^ (~c[1]);\n"
    "  else           assign high = (a[0] ^ (b[1] & b[2])) ^ c[1];\n"
    "  logic [N-1:0] low_one, high_one;\n"
    "  always_comb begin\n"
    "    low_one = req & (~req + 1'b1);\n"
    "    high_one = '0;\n"
    "    for (int k = 0; k < N; k++) if (req[k]) begin high_one = '0; high_one[k] = 1'b1; end\n"
    "    gnt = high ? high_one : low_one;\n"
    "  end\n"
    "endmodule\n";

TEST(PlugJudge, TwoFormsOfOneFunctionGiveOneDigest) {
  const TemporaryFolder folder;
  folder.write("tie.sv", kTie);
  folder.write("noc.yaml",
               "topology: {kind: rtt, a: 2}\ntraffic: {pattern: uniform, packet_flits: 4, load: 0.6}\n"
               "run: {cycles: 300}\n");
  std::vector<std::string> digests;
  for (const std::string form : {"0", "1"}) {
    folder.write("map.yaml", "slot: arbiter\ntop: tie\nparameters: {N: \"{requesters}\", FORM: " + form +
                                 "}\nclock: clk\nreset: {port: rst}\nports: {request: req, grant: gnt}\n");
    const ProgramResult plugged = run_program(
        folder.path(), {"plug", "tie.sv", "--ports", "map.yaml", "--for", "noc.yaml", "-o", "f" + form + ".so"});
    ASSERT_EQ(plugged.status, 0) << plugged.errors;
    EXPECT_THAT(plugged.output,
                AllOf(HasSubstr("verilated model: Icarus Verilog"), HasSubstr(" agrees over 300 random cycles\n")));
    const ProgramResult run = run_program(
        folder.path(), {"run", "noc.yaml", "--set", "rtl.arbiter=f" + form + ".so", "--json", "-", "--quiet"});
    ASSERT_EQ(run.status, 0) << run.errors;
    const auto document = nlohmann::json::parse(run.output);
    digests.push_back(document["digest"].dump());
    EXPECT_EQ(document["meta"]["plugs"][0]["compared"]["cycles"], 300);
  }
  EXPECT_EQ(digests[0], digests[1]);
}

/// What the simulators see of it differs.
TEST(PlugJudge, ABlockWithoutLoopsIsRefusedWhereIcarusDisagrees) {
  const TemporaryFolder folder;
  folder.write("two.sv",
               "module two (input logic clk, input logic [3:0] req, output logic [3:0] gnt);\n"
               "`ifdef __ICARUS__\n  assign gnt = req[3] ? 4'd8 : req & -req;\n`else\n"
               "  assign gnt = req & -req;\n`endif\nendmodule\n");
  folder.write("map.yaml", "slot: arbiter\ntop: two\nclock: clk\nports: {request: req, grant: gnt}\n");
  const ProgramResult result = run_program(folder.path(), {"plug", "two.sv", "--ports", "map.yaml", "-o", "t.so"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("two: Icarus Verilog disagrees in cycle "),
                                   HasSubstr(" verilated and 1000 there, req 1"), HasSubstr("; refused")));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "t.so"));
}

/// A FIFO as the template of the slot, in which `reset_lines` reset.
std::string fifo(const std::string& reset_lines) {
  return "module fifo (input logic clk, rst, push, pop, input logic [31:0] din, output logic [31:0] dout,\n"
         "    output logic full, empty);\n"
         "  logic [31:0] words[4];\n"
         "  logic [1:0] first, last;\n"
         "  logic [2:0] count;\n"
         "  assign full = count == 4;\n  assign empty = count == 0;\n  assign dout = words[first];\n"
         "  always_ff @(posedge clk) begin\n"
         "    if (push) words[last] <= din;\n"
         "    if (push) last <= last + 1;\n    if (pop) first <= first + 1;\n"
         "    count <= count + 3'(push) - 3'(pop);\n" +
         reset_lines + "  end\nendmodule\n";
}

ProgramResult plug_fifo(const TemporaryFolder& folder, const std::string& source) {
  folder.write("fifo.sv", source);
  folder.write("map.yaml",
               "slot: buffer\ntop: fifo\nclock: clk\nreset: {port: rst}\n"
               "ports: {push: push, data_in: din, pop: pop, data_out: dout, ready: {port: full, active: low}, "
               "valid: {port: empty, active: low}}\n");
  return run_program(folder.path(), {"plug", "fifo.sv", "--ports", "map.yaml", "--number", "depth=4", "-o", "f.so"});
}

TEST(PlugStart, AMemoryNeedsNoReset) {
  const TemporaryFolder folder;
  const ProgramResult result = plug_fifo(folder, fifo("    if (rst) {first, last, count} <= '0;\n"));
  EXPECT_EQ(result.status, 0) << result.errors;
}

TEST(PlugStart, AStateThatNothingResetsIsRefused) {
  const TemporaryFolder folder;
  const ProgramResult none = plug_fifo(folder, fifo(""));
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.errors, AllOf(HasSubstr("map.yaml:4:"),
                                 HasSubstr("fifo depends on values that its registers start with: in cycle ")));
  // The pointers start apart, so that the first flit is not found.
  const ProgramResult part = plug_fifo(folder, fifo("    if (rst) {first, count} <= '0;\n"));
  EXPECT_EQ(part.status, 2);
  EXPECT_THAT(part.errors, AllOf(HasSubstr("it shows data_out "), HasSubstr("`rst` was active for 1 cycle; ")));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "f.so"));
}

TEST(PlugStart, AnInitialValueIsAsGoodAsAReset) {
  const TemporaryFolder folder;
  const ProgramResult result =
      plug_fifo(folder, fifo("  end\n  initial begin\n    first = 0;\n    last = 0;\n    count = 0;\n"));
  EXPECT_EQ(result.status, 0) << result.errors;
}

}  // namespace
}  // namespace trenza::test
