// The options that Verilator gets, and a check that blocks with false combinational loops are computed correctly with
// them.
#include "rtl_models/twin/verilation.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;
using testing::Not;

constexpr int kRequesters = 14;

/// A round-robin arbiter whose carry goes around a ring of cells: one vector whose last bit drives its first. No bit
/// depends on itself as long as `base` has a bit set, but Verilator sees a loop. The text of a cell replaces the %.
const char* const kCarryRing = R"(
module carry_ring #(parameter N = 2) (
    input  wire clk, reset, update,
    input  wire [N-1:0] request,
    output wire [N-1:0] grant
);
  reg [N-1:0] base;
  wire [N:0] carry;
  assign carry[0] = carry[N];
  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : g_cell
%
    end
  endgenerate
  always @(posedge clk)
    if (reset) base <= 1;
    else if (update && grant != 0) base <= {grant[N-2:0], grant[N-1]};
endmodule
)";

/// These cells are computed wrongly with -fno-dfg -fno-gate -O3.
const char* const kNamedCells =
    "wire here = base[i] | carry[i];"
    "assign grant[i] = request[i] & here;"
    "assign carry[i+1] = here & ~request[i];";
/// These cells are computed wrongly with -O3 -fno-dfg -fno-gate, and with -O0, unless every evaluation of the model
/// evaluates the loop.
const char* const kPlainCells =
    "assign grant[i] = request[i] & (base[i] | carry[i]);"
    "assign carry[i+1] = (base[i] | carry[i]) & ~request[i];";

/// A folder of the cache with the block in it.
class Folder {
 public:
  explicit Folder(const std::string& cell) : workshop_(cache()) {
    write_text(path() / "carry_ring.sv", std::regex_replace(std::string(kCarryRing), std::regex("%"), cell));
  }
  const fs::path& path() const { return workshop_.path(); }

 private:
  static fs::path cache() {
    fs::create_directories(rtl_cache());
    return rtl_cache();
  }
  Workshop workshop_;
};

Verilation carry_ring() { return {"carry_ring", {{"N", std::to_string(kRequesters)}}, {"carry_ring.sv"}, true}; }

/// Verilates with flags that verilate() does not use, and in any order: an -O3 turns on again what was turned off
/// before it.
void verilate_unsafely(const fs::path& folder, const std::string& flags) {
  run_tool(folder, fmt::format("verilator --cc -Wno-fatal {} --no-timing --x-assign fast --x-initial fast --top-module "
                               "carry_ring -GN={} --prefix Vmodel --Mdir . carry_ring.sv",
                               flags, kRequesters));
}

/// Changes the generated code so that model_code() finds no loops and adds nothing to an evaluation.
void leave_loops_alone(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".cpp") continue;
    write_text(entry.path(), std::regex_replace(read_text(entry.path()), std::regex("\\[hybrid\\]"), "[loop]"));
  }
}

/// The number of wrong grants for 2,000 random requests. Each grant must go to the next requester in turn.
int wrong_grants(const Folder& folder) {
  constexpr int kGrants = 2000;
  RtlObject model(link_model(folder.path(), compile_model(folder.path())));
  const auto set = [&](const char* name, std::uint64_t value) { model.port(name).set_word(value); };
  const auto tick = [&] {
    for (const std::uint64_t clock : {1, 0}) {
      set("clk", clock);
      model.eval();
    }
  };
  set("reset", 1);
  model.eval();
  tick();
  set("reset", 0);
  set("update", 1);
  std::mt19937 random(1);
  int wrong = 0;
  for (int cycle = 0, base = 0; cycle < kGrants; ++cycle) {
    const std::uint64_t request = 1 + random() % ((1U << kRequesters) - 1);
    set("request", request);
    model.eval();
    int winner = base;
    while ((request >> winner & 1U) == 0) winner = (winner + 1) % kRequesters;
    wrong += model.port("grant").word() == std::uint64_t{1} << winner ? 0 : 1;
    base = (winner + 1) % kRequesters;
    tick();
  }
  return wrong;
}

int wrong_grants(const std::string& cell, bool optimised) {
  const Folder folder(cell);
  Verilation design = carry_ring();
  design.optimised = optimised;
  EXPECT_EQ(verilate(folder.path(), design).loops, ModelLoops::settled);
  return wrong_grants(folder);
}

int wrong_grants_as_before(const std::string& cell, const std::string& flags) {
  const Folder folder(cell);
  verilate_unsafely(folder.path(), flags);
  leave_loops_alone(folder.path());
  return wrong_grants(folder);
}

TEST(Verilation, BlocksWithFalseLoopsAreRight) {
  EXPECT_EQ(wrong_grants(kNamedCells, true), 0);
  EXPECT_EQ(wrong_grants(kPlainCells, true), 0);
}

TEST(Verilation, TheyAreRightWithoutOptimisationsTooSlow) {
  EXPECT_EQ(wrong_grants(kNamedCells, false), 0);
  EXPECT_EQ(wrong_grants(kPlainCells, false), 0);
}

/// Shows that these blocks detect a wrong order of the flags, and a loop that is not evaluated.
TEST(Verilation, TheyAreWrongInVerilatorAsItIsSlow) {
  const Folder folder(kPlainCells);
  if (run_tool(folder.path(), "verilator --version").rfind("Verilator 5.006 ", 0) != 0) return;
  const int order = wrong_grants_as_before(kNamedCells, "-fno-dfg -fno-gate -O3");
  const int loop = wrong_grants_as_before(kPlainCells, "-O3 -fno-dfg -fno-gate");
  RecordProperty("wrong_by_order", order);
  RecordProperty("wrong_by_loop", loop);
  EXPECT_GT(order, 1000);
  EXPECT_GT(loop, 1000);
}

/// The words of the command line with which Verilator says that it ran, and its statistics of passes.
struct Used {
  std::vector<std::string> words;
  std::string passes;
};

Used flags_used(const std::vector<std::string>& more) {
  const Folder folder(kNamedCells);
  Verilation design = carry_ring();
  design.arguments.insert(design.arguments.end(), more.begin(), more.end());
  design.arguments.emplace_back("--stats");
  verilate(folder.path(), design);
  const std::string files = read_text(folder.path() / "Vmodel__verFiles.dat");
  static const std::regex command("\nC \"([^\"]*)\"");
  std::smatch found;
  EXPECT_TRUE(std::regex_search(files, found, command)) << files;
  const std::string line = found[1];
  static const std::regex word("\\S+");
  Used used;
  for (auto at = std::sregex_iterator(line.begin(), line.end(), word); at != std::sregex_iterator(); ++at)
    used.words.push_back(at->str());
  used.passes = read_text(folder.path() / "Vmodel__stats.txt");
  return used;
}

int last(const std::vector<std::string>& words, const std::string& pattern) {
  int at = -1;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::regex_match(words[i], std::regex(pattern))) at = static_cast<int>(i);
  }
  return at;
}

TEST(Verilation, VerilatorSaysThatUnsafeOptimisationsAreOffWhateverElseIsAsked) {
  for (const std::vector<std::string>& more :
       std::vector<std::vector<std::string>>{{}, {"-O3"}, {"-fdfg", "-fgate", "-fconst-bit-op-tree"}}) {
    const Used used = flags_used(more);
    EXPECT_GT(last(used.words, "-O3"), 0);
    for (const std::string name : {"dfg", "gate", "const-bit-op-tree"}) {
      EXPECT_GT(last(used.words, "-fno-" + name), last(used.words, "-O.*"));
      EXPECT_GT(last(used.words, "-fno-" + name), last(used.words, "-f" + name));
    }
    EXPECT_THAT(used.passes, HasSubstr("Optimizations, "));
    EXPECT_THAT(used.passes, Not(HasSubstr("Optimizations, DFG")));
    EXPECT_THAT(used.passes, Not(HasSubstr("Optimizations, Gate")));
  }
}

TEST(Verilation, AMissingToolIsNamedWithItsPackage) {
  EXPECT_TRUE(has_tool("sh"));
  EXPECT_TRUE(has_tool("/bin/sh -c"));
  EXPECT_FALSE(has_tool("no-such-tool"));
  EXPECT_EQ(absence_of("vvp"),
            "`vvp` is not on the path; it is in the Debian package iverilog (apt-get install iverilog)");
  EXPECT_THROW(need_tool("no-such-tool"), RtlError);
}

}  // namespace
}  // namespace trenza::rtl_models
