// Pictures and tables of the documentation that a command makes are what it makes.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "tests/cli_program.h"
#include "tests/docs_workplace.h"
#include "tests/places.h"
#include "tests/support/markdown.h"
#include "tests/support/sanitizers.h"

namespace trenza::test {
namespace {

TRENZA_FILE_NOT_SANITIZED("it reads pages and runs their commands");

std::string page(const std::string& name) {
  return read_file(std::filesystem::path(TRENZA_SOURCE_DIR) / "docs" / name);
}

TEST(DocsFigures, DrawingsOfNetworks) {
  const Workplace workplace;
  workplace.run({{1, "trenza topology 'rtt: {a: 4}' --quiet --plot rtt4.svg"}});
  EXPECT_EQ(read_file(workplace.path() / "rtt4.svg"), page("figures/rtt4.svg")) << "run scripts/figures";
}

TEST(DocsFigures, DrawingsOfRuns) {
  const Workplace workplace;
  workplace.run({{1, "trenza run configs/figures/crowding.yaml --quiet --plot crowding.svg"}});
  for (const std::string name : {"crowding-rt.svg", "crowding-rtt.svg"}) {
    EXPECT_TRUE(read_file(workplace.path() / name) == page("figures/" + name)) << name << ": run scripts/figures";
  }
}

TEST(DocsFiguresSlow, ScriptMakesFiguresAndClaims) {
  const Workplace workplace;
  workplace.run({{1, "scripts/figures made"}});
  std::set<std::string> made;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(workplace.path() / "made")) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().lexically_relative(workplace.path() / "made").string();
    made.insert(name);
    EXPECT_TRUE(read_file(entry.path()) == page(name)) << name << " is out of date: run scripts/figures";
  }
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(TRENZA_SOURCE_DIR) / "docs/figures")) {
    const std::string name = "figures/" + entry.path().filename().string();
    EXPECT_TRUE(entry.path().extension() != ".svg" || made.count(name) == 1) << name << " is made by no command";
  }
  EXPECT_EQ(made.count("claims.md"), 1U);
}

TEST(DocsFigures, TableOfAllocators) {
  const Workplace workplace;
  std::string printed = workplace.run(
      {{1, "python3 scripts/allocator_table.py build/bin/trenza . --print-runs rt per_port oldest_first 2>/dev/null"}});
  ASSERT_FALSE(printed.empty());
  printed.pop_back();  // the line ends with what Yosys found
  EXPECT_NE(page("allocators.md").find(printed), std::string::npos) << "run scripts/table allocator\n" << printed;
}

/// The table of docs/area.md after the line `begin`.
std::string area_table_after(const std::string& begin) {
  const std::string text = page("area.md");
  const auto from = text.find(begin) + begin.size();
  return text.substr(from, text.find("<!-- end -->", from) - from);
}

TEST(DocsFiguresSlow, TableOfAreas) {
  const Workplace workplace;
  const std::string printed = workplace.run(
      {{1, "python3 scripts/area_table.py build/bin/trenza . --print 3 round_robin random matrix 2>/dev/null"}});
  EXPECT_EQ(area_table_after("<!-- made by `scripts/table area` -->\n"), printed)
      << "run scripts/table area 3 round_robin random matrix";
}

TEST(DocsFiguresSlow, TableOfAreasOfBothMachines) {
  const Workplace workplace;
  const std::string printed =
      workplace.run({{1, "python3 scripts/worm_area_table.py build/bin/trenza . --print 2>/dev/null"}});
  EXPECT_EQ(area_table_after("<!-- made by `scripts/table worm-area` -->\n"), printed) << "run scripts/table worm-area";
}

}  // namespace
}  // namespace trenza::test
