#include "rtl_models/area/router_area.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace trenza::rtl_models {
namespace {

using testing::HasSubstr;

/// A router as small as can be: two ports, one VC.
RtlModule small_router_module() {
  return RtlModule{"router", {}}
      .with("PORTS", 2)
      .with("CLASSES", 1)
      .with("ESCAPE_VCS", 1)
      .with("CLASS_VCS", 1)
      .with("INJECTORS", 1)
      .with("EJECTORS", 1)
      .with("MAX_FLITS", 2)
      .with("BUFFER_PACKETS", 2)
      .with("ROUTER_DELAY", 1)
      .with("PIPELINE", "joint")
      .with("ALLOCATOR", "input_first")
      .with("ALLOCATOR_PARAMETER", 0)
      .with("ARBITER", "round_robin")
      .with("SELECTION", "dimension_order")
      .with("PORT_ROWS", 3)
      .with("BUBBLE", 1)
      .with("ESCAPE_LAST_RESORT", 0)
      .with("DIMENSIONS", 1);
}

/// Two ports and the local one, two VCs of two flits each.
RtlModule small_worm_router() {
  return RtlModule{"worm_router", {}}
      .with("PORTS", 2)
      .with("CLASSES", 1)
      .with("CLASS_VCS", 2)
      .with("EJECTORS", 1)
      .with("DEPTH", 2)
      .with("ROUTING_DELAY", 0)
      .with("STEP_DELAY", 0)
      .with("INJECTION_DELAY", 2)
      .with("INJECTION_CREDIT_DELAY", 2)
      .with("EJECTION_DELAY", 1)
      .with("INJECTION", "side_by_side")
      .with("REALLOCATION", "tail")
      .with("REQUESTS", "all")
      .with("VC_ALLOCATOR", "input_first")
      .with("VC_PARAMETER", 0)
      .with("ALLOCATOR", "input_first")
      .with("PARAMETER", 0)
      .with("ARBITER", "round_robin")
      .with("PORT_ROWS", 2)
      .with("PIPELINE", "joint")
      .with("MASK", "grants")
      .with("BY_RECORD", 1)
      .with("DIMENSIONS", 1)
      .with("ROUTING", "dimension_order")
      .with("DATELINE", "memoryless")
      .with("RINGS", 1)
      .with("STICKY_ESCAPE", 1);
}

const char* const kReport = R"(SECTION memory
attribute \submod "memory"
cell $mem_v2 \one
  parameter \ABITS 2
  parameter signed \SIZE 64
  parameter \WIDTH 10
end
cell $mem_v2 \two
  parameter \SIZE 4
  parameter \WIDTH 3
end
SECTION cells
7. Printing statistics.
=== trenza_area ===
   Number of cells:                  3
     trenza_area_crossbar            1
     trenza_area_input_buffer        1
=== trenza_area_crossbar ===
   Number of wires:                100
   Number of cells:                 12
     $_ANDNOT_                       5
     $_XOR_                          7
=== trenza_area_input_buffer ===
   Number of cells:                 30
     $_AND_                         10
     $_DFF_P_                        4
     $_SDFFE_PP0P_                  16
=== design hierarchy ===
     $_AND_                       1000
SECTION levels
Longest topological path in trenza_area_crossbar (length=4):
    0: \a
Longest topological path in trenza_area_input_buffer (length=2):
SECTION path
Longest topological path in trenza_area (length=6):
SECTION end
)";

TEST(RouterArea, ReadsAReport) {
  const RouterArea area = read_area_report(kReport);
  ASSERT_EQ(area.blocks.size(), 2U);
  const BlockArea& buffer = area.blocks[0];
  EXPECT_EQ(buffer.block, "input_buffer");
  EXPECT_EQ(buffer.cells, 10);
  EXPECT_EQ(buffer.flip_flops, 20);
  EXPECT_EQ(buffer.memory_bits, 64 * 10 + 4 * 3);
  EXPECT_EQ(buffer.levels, 2);
  EXPECT_EQ(area.blocks[1].block, "crossbar");
  EXPECT_EQ(area.blocks[1].cells, 12);
  EXPECT_EQ(area.blocks[1].levels, 4);
  EXPECT_EQ(area.router.cells, 22);
  EXPECT_EQ(area.router.flip_flops, 20);
  EXPECT_EQ(area.router.memory_bits, 652);
  EXPECT_EQ(area.router.levels, 6);
  EXPECT_EQ(area.router.square, 0);
}

TEST(RouterArea, ReadsTheAreaOfALibrary) {
  std::string report = kReport;
  report.insert(report.find("SECTION path"),
                "SECTION area\n   Chip area for module '\\trenza_area_crossbar': 12.500000\n"
                "   Chip area for module '\\trenza_area_input_buffer': 3.25\n");
  const RouterArea area = read_area_report(report);
  EXPECT_EQ(area.blocks[0].square, 3.25);
  EXPECT_EQ(area.router.square, 15.75);
}

TEST(RouterArea, MemoriesOfFlitLevelRoutersAreThoseOfTheirInputUnits) {
  std::string report = kReport;
  for (std::size_t at = report.find("input_buffer"); at != std::string::npos; at = report.find("input_buffer"))
    report.replace(at, std::string("input_buffer").size(), "input_unit");
  const RouterArea area = read_area_report(report);
  ASSERT_EQ(area.blocks.size(), 2U);
  EXPECT_EQ(area.blocks[0].block, "input_unit");
  EXPECT_EQ(area.blocks[0].memory_bits, 652);
  EXPECT_EQ(area.router.memory_bits, 652);
}

TEST(RouterArea, AReportThatEndsEarlyIsAnError) {
  const std::string report = kReport;
  EXPECT_THROW(read_area_report(report.substr(0, report.find("SECTION path"))), RtlError);
  EXPECT_THROW(read_area_report(""), RtlError);
}

TEST(RouterArea, TheWrapperLeavesTheObserversOpen) {
  const std::string text = area_wrapper(small_router_module());
  EXPECT_THAT(text, HasSubstr(".pick(), "));
  EXPECT_THAT(text, HasSubstr("input logic [PORTS*64-1:0] in_flit"));
  EXPECT_THAT(text, HasSubstr("input logic [ROUNDS*(PORTS+EJECTORS)*16-1:0] output_draw_phase"));
}

TEST(RouterArea, ALibraryThatIsNotThereIsAnError) {
  AreaRequest request;
  request.router = small_router_module();
  request.target = AreaTarget::liberty;
  request.liberty = "no_such.lib";
  try {
    router_area(request);
    FAIL();
  } catch (const RtlError& error) {
    EXPECT_STREQ(error.what(), "no_such.lib cannot be read");
  }
}

const BlockArea& block(const RouterArea& area, const std::string& name) {
  for (const BlockArea& each : area.blocks) {
    if (each.block == name) return each;
  }
  throw std::out_of_range(name);
}

TEST(RouterArea, SynthesisesASmallRouter) {
  if (std::system("command -v yosys >/dev/null 2>&1") != 0) GTEST_SKIP() << "Yosys is not installed";
  AreaRequest request;
  request.router = small_router_module();
  const RouterArea area = router_area(request);
  // Two buffers of 4 flits, each with its header and its route.
  EXPECT_GE(block(area, "input_buffer").memory_bits, 2 * 4 * 2 * 64);
  EXPECT_LE(block(area, "input_buffer").memory_bits, 2 * 4 * 3 * 64);
  // A counter of 0 to 4 credits of each output VC.
  EXPECT_GE(block(area, "credit_counter").flip_flops, 2 * 2);
  EXPECT_LE(block(area, "credit_counter").flip_flops, 2 * 3);
  EXPECT_EQ(block(area, "crossbar").flip_flops, 0);
  EXPECT_GT(block(area, "crossbar").cells, 64);
  EXPECT_GT(area.router.levels, block(area, "crossbar").levels);
  // Round robin and selection by dimension order need no draws.
  EXPECT_THROW(block(area, "draw"), std::out_of_range);
}

TEST(RouterAreaSlow, SynthesisesASmallFlitLevelRouter) {
  if (std::system("command -v yosys >/dev/null 2>&1") != 0) GTEST_SKIP() << "Yosys is not installed";
  AreaRequest request;
  request.router = small_worm_router();
  const RouterArea area = router_area(request);
  // Three ports with two VCs of two flits, each with its header and at most the two words of its route.
  EXPECT_GE(block(area, "input_unit").memory_bits, 3 * 2 * 2 * 2 * 64);
  EXPECT_LE(block(area, "input_unit").memory_bits, 3 * 2 * 2 * 4 * 64);
  // A counter of 0 to 2 credits of each output VC of a network port; a bit for each output VC.
  EXPECT_EQ(block(area, "credit_counter").flip_flops, 2 * 2 * 2);
  EXPECT_EQ(block(area, "output_unit").flip_flops, 3 * 2);
  EXPECT_EQ(block(area, "route_computation").flip_flops, 0);
  EXPECT_EQ(block(area, "crossbar").flip_flops, 0);
  EXPECT_GT(block(area, "crossbar").cells, 64);
  // Registers of the second cycle of the injection.
  EXPECT_GT(block(area, "link").flip_flops, 64);
  EXPECT_EQ(block(area, "credit_link").flip_flops, 2);
  for (const char* const name : {"worm_network_interface", "worm_vc_allocator", "worm_switch_allocator"})
    EXPECT_GT(block(area, name).flip_flops, 0) << name;
  EXPECT_GT(area.router.levels, block(area, "worm_vc_allocator").levels);
  for (const char* const name : {"draw", "input_buffer", "network_interface", "vc_allocator", "switch_allocator"})
    EXPECT_THROW(block(area, name), std::out_of_range) << name;
}

const char* const kLibrary = R"(library(small) {
  cell(BUF) { area : 1; pin(A) { direction : input; } pin(Y) { direction : output; function : "A"; } }
  cell(INV) { area : 1; pin(A) { direction : input; } pin(Y) { direction : output; function : "A'"; } }
  cell(NAND) { area : 2; pin(A) { direction : input; } pin(B) { direction : input; }
    pin(Y) { direction : output; function : "(A B)'"; } }
  cell(STORE) { area : 6; ff(IQ, IQN) { clocked_on : C; next_state : D; }
    pin(C) { direction : input; clock : true; } pin(D) { direction : input; }
    pin(Q) { direction : output; function : "IQ"; } }
}
)";

TEST(RouterAreaSlow, MapsToLutsAndToALibrary) {
  if (std::system("command -v yosys >/dev/null 2>&1") != 0) GTEST_SKIP() << "Yosys is not installed";
  AreaRequest request;
  request.router = small_router_module();
  const RouterArea gates = router_area(request);
  request.target = AreaTarget::ice40;
  const RouterArea luts = router_area(request);
  EXPECT_LT(luts.router.cells, gates.router.cells);
  EXPECT_LT(luts.router.levels, gates.router.levels);
  EXPECT_EQ(luts.router.flip_flops, gates.router.flip_flops);
  request.target = AreaTarget::liberty;
  request.liberty = std::filesystem::path(testing::TempDir()) / "small.lib";
  std::ofstream(request.liberty) << kLibrary;
  const RouterArea cells = router_area(request);
  EXPECT_EQ(cells.router.flip_flops, gates.router.flip_flops);
  EXPECT_GE(cells.router.square, static_cast<double>(cells.router.cells + 6 * cells.router.flip_flops));
  EXPECT_LE(cells.router.square, static_cast<double>(2 * cells.router.cells + 6 * cells.router.flip_flops));
}

TEST(RouterAreaSlow, ALibraryThatLacksCellsIsNamed) {
  if (std::system("command -v yosys >/dev/null 2>&1") != 0) GTEST_SKIP() << "Yosys is not installed";
  AreaRequest request;
  request.router = small_router_module();
  request.target = AreaTarget::liberty;
  request.liberty = std::filesystem::path(testing::TempDir()) / "lacking.lib";
  std::ofstream(request.liberty) << "library(lacking) {\n}\n";
  try {
    router_area(request);
    FAIL();
  } catch (const LibraryError& error) {
    EXPECT_THAT(error.what(),
                testing::StartsWith(request.liberty.string() + ": Yosys cannot map the router to its cells: "));
    EXPECT_THAT(error.what(), testing::Not(HasSubstr("library.lib")));
  }
}

TEST(RouterArea, SaysWhyYosysGaveUpSlow) {
  if (std::system("command -v yosys >/dev/null 2>&1") != 0) GTEST_SKIP() << "Yosys is not installed";
  AreaRequest request;
  request.router = small_router_module();
  request.router.with("NO_SUCH_PARAMETER", 1);
  try {
    router_area(request);
    FAIL();
  } catch (const RtlError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("Yosys failed: "));
    EXPECT_THAT(error.what(), HasSubstr("NO_SUCH_PARAMETER"));
    EXPECT_THAT(error.what(), testing::Not(HasSubstr("\n")));
  }
}

}  // namespace
}  // namespace trenza::rtl_models
