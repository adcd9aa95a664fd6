// Wrong input ends with status 2, one message and nothing on the disk. The table of all messages is docs/errors.md;
// TRENZA_UPDATE_DOCS=1 in the environment of this test writes it anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "tests/cli_broken_configurations.h"
#include "tests/cli_broken_sweeps.h"
#include "tests/cli_broken_traces.h"
#include "tests/cli_broken_values.h"
#include "tests/cli_broken_worms.h"
#include "tests/cli_program.h"
#include "tests/places.h"

namespace trenza::test {
namespace {

/// Runs the program on a broken input, in a folder that holds nothing else, and asks for all outputs.
ProgramResult refuse(const BrokenInput& input, bool is_trace) {
  const TemporaryFolder folder;
  folder.write("case.yaml", is_trace ? kTraceExperiment : input.text);
  if (is_trace) folder.write("case.goal", input.text);
  const auto before = folder.names();
  std::vector<std::string> arguments{input.command, input.file, "--json", "out.json"};
  if (is_trace) arguments.insert(arguments.end(), {"--waves", "out.vcd"});
  arguments.insert(arguments.end(), input.arguments.begin(), input.arguments.end());
  ProgramResult result = run_program(folder.path(), arguments);
  EXPECT_EQ(folder.names(), before) << "files are left over";
  return result;
}

/// Runs the program on a broken input, judges the answer, and returns the message.
std::string judged_message(const BrokenInput& input, bool is_trace) {
  SCOPED_TRACE(input.kind);
  ProgramResult result = refuse(input, is_trace);
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, testing::StartsWith(input.message));
  EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
  EXPECT_EQ(result.output, "");
  EXPECT_LE(result.errors.size(), 500U) << result.errors;
  result.errors.erase(result.errors.find_last_not_of('\n') + 1);
  return result.errors;
}

void expect_kinds_differ(const std::vector<BrokenInput>& inputs) {
  std::set<std::string> kinds;
  for (const BrokenInput& input : inputs) EXPECT_TRUE(kinds.insert(input.kind).second) << input.kind;
}

/// A cell of a Markdown table.
std::string cell(std::string text) {
  for (auto bar = text.find('|'); bar != std::string::npos; bar = text.find('|', bar + 2)) text.insert(bar, "\\");
  return text;
}

/// The table of inputs, all of which must be refused.
std::string judged_table(const std::vector<BrokenInput>& inputs, bool is_trace) {
  expect_kinds_differ(inputs);
  std::string rows = "| what is wrong | message |\n|---|---|\n";
  for (const BrokenInput& input : inputs)
    rows += "| " + input.kind + " | " + cell(judged_message(input, is_trace)) + " |\n";
  return rows;
}

/// All configurations that must be refused.
std::vector<BrokenInput> all_broken_configurations() {
  std::vector<BrokenInput> all = broken_configurations();
  for (BrokenInput& input : broken_values()) all.push_back(std::move(input));
  for (BrokenInput& input : broken_worms()) all.push_back(std::move(input));
  for (BrokenInput& input : broken_sweeps()) all.push_back(std::move(input));
  return all;
}

/// Its tables are made by running the program on every line, which is judged on the way.
std::string judged_page() {
  return "# What Trenza refuses\n"
         "\n"
         "Wrong input ends with exit status 2 and one message on standard error; nothing is written. A message begins "
         "with the\n"
         "place: file, line and column, or the option of the command line. Then come the key, what is wrong and what "
         "would be\n"
         "right. This page is made by the test `tests/cli_errors_test.cpp`, which runs the program on every line\n"
         "(`TRENZA_UPDATE_DOCS=1` writes it anew). `scripts/acceptance bad-input` tries 10,000 more, made by mutations "
         "and from a\n"
         "grammar.\n"
         "\n## Configurations\n\n" +
         judged_table(all_broken_configurations(), false) + "\n## Traces\n\nThe network has 8 nodes.\n\n" +
         judged_table(broken_traces(), true);
}

TEST(CliErrors, InputsAreRefusedAsThePageSays) {
  ASSERT_GE(broken_traces().size(), 15U);
  ASSERT_GE(all_broken_configurations().size() + broken_traces().size(), 300U);
  const std::filesystem::path file = std::filesystem::path(TRENZA_SOURCE_DIR) / "docs" / "errors.md";
  const std::string page = judged_page();
  if (std::getenv("TRENZA_UPDATE_DOCS") != nullptr) std::ofstream(file, std::ios::binary) << page;
  EXPECT_EQ(read_file(file), page) << "run this test with TRENZA_UPDATE_DOCS=1";
}

TEST(CliErrors, CheckRefusesWhatRunRefuses) {
  const TemporaryFolder folder;
  folder.write("case.yaml", kTraceExperiment);
  folder.write("case.goal", "num_ranks 2\n");
  const ProgramResult run = run_program(folder.path(), {"run", "case.yaml"});
  const ProgramResult check = run_program(folder.path(), {"check", "case.yaml"});
  EXPECT_EQ(check.status, 2);
  EXPECT_EQ(check.errors, run.errors);
}

}  // namespace
}  // namespace trenza::test
