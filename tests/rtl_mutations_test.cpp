// Wrong twins (tests/rtl_mutations.txt): shadow mode stops the run of each, and names block and cycle. The right ones pass the
// same runs.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <ostream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "cosim/rtl_selection.h"
#include "tests/cli_program.h"
#include "tests/places.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;

/// What the twins are made for. Few virtual channels and overload everywhere, so that escape channels are used.
struct Shape {
  std::string name;
  bool records;  // packets carry records: the twins make routes and take hops off headers
  std::string network;
  std::string router;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {"plane", true, "{kind: rtt, a: 2}", ""},
      {"two_escape_channels", false, "{kind: ibt, size: [8], bypass: [2], escape: three_classes}", ""},
      {"space_and_two_classes", true, "{kind: ptt, a: 2}", "message_classes: 2, injectors: 2, ejectors: 2, "},
  };
  return all;
}

std::string configuration(const Shape& shape) {
  return fmt::format(
      "name: a\n"
      "topology: {}\n"
      "router: {{{}max_packet_flits: 4, buffer_packets: 2, credit_delay: 2, virtual_channels: {{adaptive: 1}}}}\n"
      "traffic: {{pattern: uniform, packet_flits: 4, load: 3}}\n"
      "run: {{cycles: 300}}\n",
      shape.network, shape.router);
}

struct Mutation {
  bool quick = false;
  std::string name;
  std::string block;     // in `rtl`
  std::string names;     // in the message; * stands for anything
  std::string file;      // below rtl_models
  std::string from, to;  // `\|` stands for `|`
  std::string settings;  // for --set, separated by blanks; those of the topology at the first shape alone
  bool needs_records = false;
};

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line.compare(at, 2, "\\|") == 0) {
      fields.back() += line[++at];
    } else if (line[at] == '|') {
      fields.emplace_back();
    } else {
      fields.back() += line[at];
    }
  }
  for (std::string& field : fields) {
    field.erase(0, field.find_first_not_of(' '));
    field.erase(field.find_last_not_of(' ') + 1);
  }
  return fields;
}

std::vector<Mutation> mutations() {
  const std::string quick = "quick:";
  std::ifstream file(std::string(TRENZA_SOURCE_DIR) + "/tests/rtl_mutations.txt");
  std::vector<Mutation> all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> f = fields_of(line);
    f.resize(7);
    const bool is_quick = f[0].rfind(quick, 0) == 0;
    all.push_back({is_quick, is_quick ? f[0].substr(quick.size()) : f[0], f[1], f[2], f[3], f[4], f[5], f[6],
                   f[1] == "routing_unit" || f[3] == "crossbar/header_hop.sv"});
  }
  return all;
}

/// The changed source in a folder of its own; an error as text.
std::string mutate(const Mutation& mutation, const std::filesystem::path& folder) {
  const std::filesystem::path file = std::filesystem::path(TRENZA_SOURCE_DIR) / "rtl_models" / mutation.file;
  std::string text = read_file(file);
  const std::size_t at = text.find(mutation.from);
  if (at == std::string::npos) return fmt::format("{} has no `{}`", mutation.file, mutation.from);
  if (text.find(mutation.from, at + 1) != std::string::npos)
    return fmt::format("{} has `{}` twice", mutation.file, mutation.from);
  text.replace(at, mutation.from.size(), mutation.to);
  std::ofstream(folder / file.filename()) << text;
  return "";
}

ProgramResult run_mutated(const TemporaryFolder& folder, const Shape& shape, const Mutation& mutation,
                          const std::string& sources) {
  folder.write("a.yaml", configuration(shape));
  std::vector<std::string> arguments = {
      "run", "a.yaml", "--quiet", "--set", fmt::format("rtl.{}=all", mutation.block), "--set", "rtl.shadow=on"};
  std::istringstream settings(mutation.settings);
  for (std::string setting; settings >> setting;) {
    if (setting.rfind("topology.", 0) == 0 && shape.name != shapes().front().name) continue;
    arguments.insert(arguments.end(), {"--set", setting});
  }
  return run_program(folder.path(), arguments, fmt::format("TRENZA_RTL_SOURCES={}", shell_word(sources)));
}

/// "out_*" as a regular expression.
std::string expression(const std::string& names) { return std::regex_replace(names, std::regex("\\*"), "[a-z0-9_]*"); }

void expect_caught(const Shape& shape, const Mutation& mutation) {
  const TemporaryFolder folder;
  const TemporaryFolder sources;
  ASSERT_EQ(mutate(mutation, sources.path()), "");
  const ProgramResult result = run_mutated(folder, shape, mutation, sources.path().string());
  EXPECT_EQ(result.status, 1) << mutation.name << "\n" << result.output;
  const bool in_router =
      mutation.names.rfind("link", 0) != 0 && mutation.names.rfind("credits", 0) != 0 && mutation.block != "router";
  const std::regex message(
      fmt::format("trenza: run a: internal fault: shadow mode: cycle [0-9]+: {}{} differs from its model at "
                  "[a-z_\\[\\]0-9]+( \\([^\\n]*\\))?\\n  model:   [^\\n]*\\n  block:   ",
                  in_router ? "r_[0-9_]+\\." : "", expression(mutation.names)));
  EXPECT_TRUE(std::regex_search(result.errors, message)) << mutation.name << "\n" << result.errors;
  EXPECT_THAT(result.errors, HasSubstr("\n  inputs:"));
  EXPECT_THAT(result.errors, HasSubstr("\n  packet"));
  EXPECT_THAT(result.errors, HasSubstr("\n  waves: shadow-a."));
}

void expect_right_passes(const Shape& shape, const Mutation& mutation) {
  const TemporaryFolder folder;
  const ProgramResult result = run_mutated(folder, shape, mutation, "");
  EXPECT_EQ(result.status, 0) << mutation.name << "\n" << result.errors;
}

TEST(RtlMutations, SomeAreCaughtAtEveryShape) {
  for (const Shape& shape : shapes()) {
    for (const Mutation& mutation : mutations()) {
      if (mutation.quick) expect_caught(shape, mutation);
    }
  }
}

TEST(RtlMutations, TheTableCoversEveryBlock) {
  const std::vector<Mutation> all = mutations();
  EXPECT_GE(all.size(), 20U);
  for (int k = 0; k < cosim::kRtlBlocks; ++k) {
    const std::string& block = cosim::rtl_block_names()[static_cast<std::size_t>(k)];
    const auto of_block = [block](const Mutation& mutation) { return mutation.block == block; };
    EXPECT_GE(std::count_if(all.begin(), all.end(), of_block), 2) << block;
  }
}

struct Case {
  Shape shape;
  Mutation mutation;
};

// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const Case& one, std::ostream* stream) { *stream << one.shape.name << ' ' << one.mutation.name; }

/// Every mutation at every shape whose twin contains what it changes.
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Shape& shape : shapes()) {
    for (const Mutation& mutation : mutations()) {
      if (shape.records || !mutation.needs_records) all.push_back({shape, mutation});
    }
  }
  return all;
}

class RtlMutationsSlow : public testing::TestWithParam<Case> {};

TEST_P(RtlMutationsSlow, IsCaught) { expect_caught(GetParam().shape, GetParam().mutation); }

TEST_P(RtlMutationsSlow, TheRightTwinPasses) { expect_right_passes(GetParam().shape, GetParam().mutation); }

INSTANTIATE_TEST_SUITE_P(Table, RtlMutationsSlow, testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.shape.name + "_of_" + test.param.mutation.name; });

}  // namespace
}  // namespace trenza::test
