// Combinational loops: accepted if Icarus Verilog, or else Verilator without optimisations, agrees with the verilated
// block.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;

constexpr int kLoopRequesters = 14;

/// A map for blocks with the ports of loops.sv.
std::string map_with(const std::string& parameters) {
  return "slot: arbiter\nparameters: {" + parameters +
         "}\nclock: clk\nreset: reset\nports: {request: req, grant: gnt, commit: update}\n";
}

ProgramResult plug_loops(const TemporaryFolder& folder, const std::string& wrong, const std::string& wrapper = "") {
  folder.write("map.yaml", map_with("N: 5, WRONG: " + wrong));
  return run_program(folder.path(), {"plug", plug_source("loops.sv"), "--ports", "map.yaml", "-o", "l.so"}, wrapper);
}

/// The beginning of a command line that hides a tool from the command after it.
std::string without(const TemporaryFolder& folder, const std::string& tool) {
  const std::string tools = (folder.path() / "bin").string();
  const std::string links = "mkdir " + shell_word(tools) + " && ln -s /usr/bin/* " + shell_word(tools) + "/ && rm -f " +
                            shell_word(tools + "/" + tool);
  EXPECT_EQ(std::system(links.c_str()), 0);
  return "env PATH=" + shell_word(tools);
}

/// A round-robin arbiter whose carry is one vector: its last bit drives its first. `more`: further lines of the module.
std::string carry_ring(const std::string& more = "") {
  return "module carry_ring #(parameter N = 14) (input wire clk, reset, update, input wire [N-1:0] req,\n"
         "    output wire [N-1:0] gnt);\n"
         "  reg [N-1:0] base;\n"
         "  wire [N:0] carry;\n"
         "  assign carry[0] = carry[N];\n"
         "  genvar i;\n"
         "  generate for (i = 0; i < N; i = i + 1) begin : g_cell\n"
         "    wire here = base[i] | carry[i];\n"
         "    assign gnt[i] = req[i] & here;\n"
         "    assign carry[i+1] = here & ~req[i];\n"
         "  end endgenerate\n"
         "  always @(posedge clk)\n"
         "    if (reset) base <= 1;\n"
         "    else if (update && gnt != 0) base <= {gnt[N-2:0], gnt[N-1]};\n" +
         more + "endmodule\n";
}

std::string carry_map() { return map_with("N: " + std::to_string(kLoopRequesters)); }

ProgramResult plug_ring(const TemporaryFolder& folder, const std::string& source,
                        const std::vector<std::string>& more = {}, const std::string& wrapper = "") {
  folder.write("map.yaml", carry_map());
  folder.write("carry_ring.sv", source);
  std::vector<std::string> arguments{"plug", "carry_ring.sv", "--ports", "map.yaml", "-o", "l.so"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program(folder.path(), arguments, wrapper);
}

/// Builds a plug of the ring, with a time limit for Icarus.
cosim::PlugReport build_ring(const TemporaryFolder& folder, const std::string& source, int seconds) {
  folder.write("carry_ring.sv", source);
  cosim::PlugRequest request;
  request.sources.files = {(folder.path() / "carry_ring.sv").string()};
  request.map_text = carry_map();
  request.map = apps::read_port_map(request.map_text, "map.yaml", "arbiter");
  request.map.top = "carry_ring";
  request.output = folder.path() / "l.so";
  request.icarus_seconds = seconds;
  return cosim::build_plug(request);
}

TEST(PlugLoops, AreAcceptedWhereIcarusAgrees) {
  const TemporaryFolder folder;
  const ProgramResult result = plug_loops(folder, "0");
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("Icarus Verilog"));
  EXPECT_THAT(result.output, HasSubstr(" agrees over 2000 random cycles\n"));
}

TEST(PlugLoops, OfACarryInOneVectorAreRight) {
  const TemporaryFolder folder;
  const ProgramResult result = plug_ring(folder, carry_ring());
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("agrees over 2000 random cycles\n"));
}

TEST(PlugLoops, AreJudgedByVerilatorWhereIcarusIsMissing) {
  const TemporaryFolder folder;
  const ProgramResult result = plug_loops(folder, "0", without(folder, "iverilog"));
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output,
              HasSubstr("Verilator at -O0 agrees over 2000 random cycles; `iverilog` is not on the path; it is in the "
                        "Debian package iverilog"));
}

TEST(PlugLoops, AreRefusedWhereIcarusDisagrees) {
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

TEST(PlugLoops, AreJudgedByVerilatorWhereIcarusDoesNotReadThem) {
  const TemporaryFolder folder;
  const ProgramResult result =
      plug_ring(folder, carry_ring("  wire low = req inside {[1:3]};\n  wire unused = low & clk;\n"));
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("Verilator at -O0 agrees over 2000 random cycles; Icarus Verilog does not read "
                                       "it: "));
  EXPECT_THAT(result.output, HasSubstr("sorry: \"inside\" expressions not supported yet."));
}

TEST(PlugLoops, AreJudgedByVerilatorWhereIcarusDoesNotSettle) {
  const TemporaryFolder folder;
  const cosim::PlugReport report = build_ring(
      folder, carry_ring("`ifdef __ICARUS__\n  reg o = 0;\n  always @(o) o <= ~o;\n  initial #1 o = 1;\n`endif\n"), 1);
  EXPECT_EQ(report.file.judge.name, "Verilator at -O0");
  EXPECT_EQ(report.remark, "Icarus Verilog does not settle in cycle 0 (after 1 s)");
}

/// A slow simulation is not stuck: the cycles that it reaches in time are compared.
TEST(PlugLoops, IcarusJudgesTheCyclesThatItHasTimeFor) {
  const TemporaryFolder folder;
  const cosim::PlugReport report =
      build_ring(folder,
                 carry_ring("  reg [31:0] lazy;\n  integer k;\n"
                            "  always @(posedge clk) for (k = 0; k < 5000; k = k + 1) lazy = lazy + k;\n"),
                 1);
  EXPECT_THAT(report.remark, testing::Not(HasSubstr("does not settle")));
  if (report.file.judge.name == "Verilator at -O0") {  // on a very busy machine
    EXPECT_THAT(report.remark, HasSubstr("Icarus Verilog gets no further than cycle "));
  } else {
    EXPECT_THAT(report.file.judge.name, HasSubstr("Icarus Verilog "));
    EXPECT_GE(report.file.judge.cycles, 100);
    EXPECT_LT(report.file.judge.cycles, 2000);
  }
}

TEST(PlugLoops, ModulesInIncludeFoldersAreFoundByBothTools) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "cells");
  folder.write("cells/ring_cell.sv",
               "module ring_cell(input wire b, r, c, output wire g, n);\n"
               "  assign g = r & (b | c);\n  assign n = (b | c) & ~r;\nendmodule\n");
  const std::string source =
      "module carry_ring #(parameter N = 14) (input wire clk, reset, update, input wire [N-1:0] req,\n"
      "    output wire [N-1:0] gnt);\n"
      "  reg [N-1:0] base;\n  wire [N:0] carry;\n  assign carry[0] = carry[N];\n"
      "  ring_cell cells [N-1:0] (.b(base), .r(req), .c(carry[N-1:0]), .g(gnt), .n(carry[N:1]));\n"
      "  always @(posedge clk)\n    if (reset) base <= 1;\n"
      "    else if (update && gnt != 0) base <= {gnt[N-2:0], gnt[N-1]};\nendmodule\n";
  const ProgramResult result = plug_ring(folder, source, {"-I", "cells"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("Icarus Verilog"));
  EXPECT_THAT(result.output, HasSubstr("agrees over 2000 random cycles\n"));
}

/// A block that ends every simulation early: no tool can tell.
TEST(PlugLoops, AreTrustedOnlyOnDemandWhereNoToolCanTell) {
  const TemporaryFolder folder;
  const std::string source = carry_ring("  always @(posedge clk) if (!reset && req[0] && req[1]) $finish;\n");
  const ProgramResult refused = plug_ring(folder, source);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors, HasSubstr("the verilated block fails in cycle "));
  EXPECT_THAT(refused.errors, HasSubstr("the model called $finish; refused (--trust-loops takes it as it is)"));
  EXPECT_LT(refused.errors.size(), 500U);
  const ProgramResult trusted = plug_ring(folder, source, {"--trust-loops"});
  EXPECT_EQ(trusted.status, 0) << trusted.errors;
  EXPECT_THAT(trusted.output, HasSubstr("not compared, trusted (--trust-loops)"));
  const cosim::PlugFile file = cosim::open_plug("l.so", folder.path() / "l.so");
  EXPECT_EQ(file.judge.name, "nobody (--trust-loops)");
  EXPECT_EQ(file.judge.cycles, 0);
}

TEST(PlugLoops, WhereADifferenceIsSeenTrustDoesNotHelp) {
  const TemporaryFolder folder;
  folder.write("map.yaml", map_with("N: 5, WRONG: 1"));
  const ProgramResult result = run_program(
      folder.path(), {"plug", plug_source("loops.sv"), "--ports", "map.yaml", "-o", "l.so", "--trust-loops"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("disagrees in cycle "));
}

TEST(PlugLoops, TheDocumentSaysWhoJudged) {
  const TemporaryFolder folder;
  folder.write("noc.yaml", std::string(kBusyRouters) + "rtl: {arbiter: l.so}\n");
  folder.write("map.yaml", map_with("N: \"{requesters}\""));
  folder.write("carry_ring.sv", carry_ring());
  const ProgramResult plugged =
      run_program(folder.path(), {"plug", "carry_ring.sv", "--ports", "map.yaml", "--for", "noc.yaml", "-o", "l.so"});
  ASSERT_EQ(plugged.status, 0) << plugged.errors;
  const ProgramResult run = run_program(folder.path(), {"run", "noc.yaml", "--json", "-", "--cycles", "100"});
  ASSERT_EQ(run.status, 0) << run.errors;
  const auto loops = nlohmann::json::parse(run.output)["meta"]["plugs"][0]["loops"];
  EXPECT_THAT(loops["judge"].get<std::string>(), HasSubstr("Icarus Verilog "));
  EXPECT_EQ(loops["cycles"], 2000);
}

TEST(PlugTools, AMissingToolIsNamedWithItsPackage) {
  const TemporaryFolder folder;
  const ProgramResult no_verilator = plug_ring(folder, carry_ring(), {}, without(folder, "verilator"));
  EXPECT_EQ(no_verilator.status, 2);
  EXPECT_EQ(no_verilator.errors,
            "trenza: plug carry_ring: `verilator` is not on the path; it is in the Debian package verilator (apt-get "
            "install verilator)\n");
  const ProgramResult no_compiler = plug_ring(folder, carry_ring("  // new\n"), {}, "env CXX=no-such-compiler");
  EXPECT_EQ(no_compiler.status, 2);
  EXPECT_THAT(no_compiler.errors,
              HasSubstr("`no-such-compiler`, the C++ compiler that $CXX names, is not on the path"));
}

TEST(PlugTools, AnErrorOfVerilatorIsShownInItsOwnWords) {
  const TemporaryFolder folder;
  const ProgramResult result = plug_ring(folder, "module carry_ring;\n  wire = 1;\nendmodule\n");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("carry_ring.sv:2:8: syntax error"));
  EXPECT_LT(result.errors.size(), 500U);
}

}  // namespace
}  // namespace trenza::test
