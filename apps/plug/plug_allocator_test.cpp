// Allocators from outside, and the templates that `--describe` prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <regex>

#include "cosim/plug/slot_allocator.h"
#include "cosim/plug/slot_contract.h"
#include "tests/cli_program.h"
#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using cosim::AllocatorSlot;
using cosim::Matrix;
using testing::HasSubstr;

/// Builds the templates of a slot as a user would, from what --describe prints.
void plug_templates(const TemporaryFolder& folder, const std::string& slot) {
  const cosim::SlotContract& contract = *cosim::find_slot(slot);
  const ProgramResult page = run_program(folder.path(), {"plug", "--describe", slot});
  EXPECT_EQ(page.status, 0);
  EXPECT_THAT(page.output, HasSubstr(contract.module_template));
  EXPECT_THAT(page.output, HasSubstr(contract.map_template));
  folder.write("noc.yaml", kBusyRouters);
  folder.write("block.sv", contract.module_template);
  folder.write("map.yaml", contract.map_template);
  const ProgramResult built = run_program(
      folder.path(), {"plug", "block.sv", "--as", slot, "--ports", "map.yaml", "--for", "noc.yaml", "-o", "block.so"});
  ASSERT_EQ(built.status, 0) << built.errors;
}

TEST(PlugTemplates, TheArbiterIsTheRoundRobinOfTrenza) {
  const TemporaryFolder folder;
  plug_templates(folder, "arbiter");
  EXPECT_EQ(noc_results(folder, "rtl.arbiter=block.so")["digest"], noc_results(folder, "run.view=pin")["digest"]);
}

TEST(PlugTemplates, TheArbiterOfAPortCommitsOnlyWhatItsOutputGrants) {
  const TemporaryFolder folder;
  plug_templates(folder, "port_arbiter");
  folder.write("noc.yaml", busy_per_port_routers());
  EXPECT_EQ(noc_results(folder, "rtl.port_arbiter=block.so")["digest"], noc_results(folder, "run.view=pin")["digest"]);
}

TEST(PlugTemplates, TheAllocatorAllocatesTheSwitch) {
  const TemporaryFolder folder;
  plug_templates(folder, "switch_allocator");
  const Json mine = noc_results(folder, "rtl.switch_allocator=block.so");
  EXPECT_NE(mine["digest"], noc_results(folder, "run.view=pin")["digest"]);
  EXPECT_GT(mine["packets"].get<int>(), 100);
}

TEST(PlugTemplates, TheAllocatorAllocatesVirtualChannels) {
  const TemporaryFolder folder;
  plug_templates(folder, "vc_allocator");
  const Json mine = noc_results(folder, "rtl.vc_allocator=block.so");
  EXPECT_NE(mine["digest"], noc_results(folder, "run.view=pin")["digest"]);
  EXPECT_GT(mine["packets"].get<int>(), 100);
}

TEST(PlugAllocator, TheSlotOfTheMapTellsTheNumbersToo) {
  const TemporaryFolder folder;
  folder.write("noc.yaml", kBusyRouters);
  const cosim::SlotContract& contract = *cosim::find_slot("allocator");
  folder.write("block.sv", contract.module_template);
  folder.write("map.yaml",
               std::regex_replace(contract.map_template, std::regex("slot: allocator"), "slot: vc_allocator"));
  const std::vector<std::string> command{"plug",  "block.sv", "--ports", "map.yaml",
                                         "--for", "noc.yaml", "-o",      "block.so"};
  const ProgramResult built = run_program(folder.path(), command);
  ASSERT_EQ(built.status, 0) << built.errors;
  EXPECT_THAT(built.output, HasSubstr("  for columns 16\n  for rows 16\n"));
  EXPECT_GT(noc_results(folder, "rtl.vc_allocator=block.so")["packets"].get<int>(), 100);
  std::vector<std::string> other = command;
  other.insert(other.end(), {"--as", "switch_allocator"});
  const ProgramResult refused = run_program(folder.path(), other);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors, HasSubstr("map.yaml:1:7: slot: `vc_allocator` is not the slot of --as switch_allocator; "
                                        "expected `switch_allocator`"));
}

TEST(PlugAllocator, ASquareOneOverThePortsWithItsVectorsReversed) {
  const TemporaryFolder folder;
  folder.write("noc.yaml", std::string(kBusyRouters));
  const ProgramResult built =
      run_program(folder.path(), {"plug", plug_source("square_allocator.sv"), "--ports",
                                  plug_source("square_allocator.yaml"), "--for", "noc.yaml", "-o", "square.so"});
  ASSERT_EQ(built.status, 0) << built.errors;
  const ProgramResult wrong =
      run_program(folder.path(), {"run", "noc.yaml", "-q", "--set", "rtl.switch_allocator=square.so"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.errors, HasSubstr("square.so has `rows: ports`; expected it as switch_allocator, with "));
  folder.write("noc.yaml", busy_per_port_routers());
  const Json mine = noc_results(folder, "rtl.switch_allocator=square.so");
  EXPECT_GT(mine["packets"].get<int>(), 100);
  EXPECT_NE(mine["digest"], noc_results(folder, "run.view=pin")["digest"]);
}

/// The message when the block of tests/plug/faulty_allocator.sv breaks its contract on these requests; empty if it
/// keeps it.
std::string broken_by_allocator(std::uint64_t fault, const std::map<std::string, std::string>& settings,
                                const std::vector<Matrix>& requests) {
  const PluggedBlock block("allocator", "faulty_allocator", {});
  AllocatorSlot slot(block.plug(settings, fault), "noc.r_0_0.vc_allocator", 3, 2);
  slot.reset();
  try {
    for (std::size_t t = 0; t < requests.size(); ++t) {
      slot.compute(requests[t], {});
      slot.finish(t, true);
    }
  } catch (const microarch::InvariantViolation& violation) {
    return violation.what();
  }
  return "";
}

TEST(PlugAllocator, BrokenPromisesAreCaught) {
  const std::vector<Matrix> requests{{0, 0, 0}, {0b11, 0b01, 0b10}};
  EXPECT_EQ(broken_by_allocator(0, {{"maximal", "on"}}, requests), "");
  EXPECT_THAT(
      broken_by_allocator(1, {}, requests),
      HasSubstr("broken contract: noc.r_0_0.vc_allocator (block.so, faulty_allocator): cycle 1: row 0 is given two "
                "columns; rows that asked, with the columns asked for and given: 0: 11 -> 11;"));
  EXPECT_THAT(broken_by_allocator(2, {}, requests),
              HasSubstr("cycle 0: row 2 is given column 1, for which it did not ask"));
  EXPECT_THAT(broken_by_allocator(3, {}, requests), HasSubstr("cycle 1: column 0 is given twice"));
  EXPECT_EQ(broken_by_allocator(4, {}, requests), "");
  EXPECT_THAT(broken_by_allocator(4, {{"maximal", "on"}}, requests),
              HasSubstr("cycle 1: the matching is not maximal: row 0 asks for column 0, and both are free"));
}

}  // namespace
}  // namespace trenza::test
