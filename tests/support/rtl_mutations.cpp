#include "tests/support/rtl_mutations.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/cli_program.h"
#include "tests/places.h"

namespace trenza::test {

using testing::HasSubstr;

namespace {

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

ProgramResult run_mutated(const TemporaryFolder& folder, const MutationShape& shape, const Mutation& mutation,
                          const std::string& sources) {
  folder.write("a.yaml", shape.configuration);
  std::vector<std::string> arguments = {
      "run", "a.yaml", "--quiet", "--set", fmt::format("rtl.{}=all", mutation.block), "--set", "rtl.shadow=on"};
  std::istringstream settings(mutation.settings);
  for (std::string setting; settings >> setting;) {
    if (setting.rfind("topology.", 0) == 0 && !shape.first) continue;
    arguments.insert(arguments.end(), {"--set", setting});
  }
  return run_program(folder.path(), arguments, fmt::format("TRENZA_RTL_SOURCES={}", shell_word(sources)));
}

/// "out_*" as a regular expression.
std::string expression(const std::string& names) { return std::regex_replace(names, std::regex("\\*"), "[a-z0-9_]*"); }

}  // namespace

std::vector<Mutation> mutations_of(const std::string& table) {
  const std::string quick = "quick:";
  std::ifstream file(std::string(TRENZA_SOURCE_DIR) + "/tests/" + table);
  std::vector<Mutation> all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> f = fields_of(line);
    f.resize(7);
    const bool is_quick = f[0].rfind(quick, 0) == 0;
    all.push_back({is_quick, is_quick ? f[0].substr(quick.size()) : f[0], f[1], f[2], f[3], f[4], f[5], f[6],
                   f[1] == "routing_unit" || f[1] == "route_computation" ||
                       f[3].rfind("wormhole/route_computation/", 0) == 0 || f[3] == "crossbar/header_hop.sv"});
  }
  return all;
}

void expect_caught(const MutationShape& shape, const Mutation& mutation) {
  const TemporaryFolder folder;
  const TemporaryFolder sources;
  ASSERT_EQ(mutate(mutation, sources.path()), "");
  const ProgramResult result = run_mutated(folder, shape, mutation, sources.path().string());
  EXPECT_EQ(result.status, 1) << mutation.name << "\n" << result.output;
  const bool in_router = mutation.block != "link" && mutation.block != "router";
  const std::regex message(
      fmt::format("trenza: run a: internal fault: shadow mode: cycle [0-9]+: {}{} differs from its model at "
                  "[a-z_\\[\\]0-9]+( \\([^\\n]*\\))?\\n  model:   [^\\n]*\\n  block:   ",
                  in_router ? "r_[0-9_]+\\." : "", expression(mutation.names)));
  EXPECT_TRUE(std::regex_search(result.errors, message)) << mutation.name << "\n" << result.errors;
  EXPECT_THAT(result.errors, HasSubstr("\n  inputs:"));
  EXPECT_THAT(result.errors, HasSubstr("\n  packet"));
  EXPECT_THAT(result.errors, HasSubstr("\n  waves: shadow-a."));
}

void expect_right_passes(const MutationShape& shape, const Mutation& mutation) {
  const TemporaryFolder folder;
  const ProgramResult result = run_mutated(folder, shape, mutation, "");
  EXPECT_EQ(result.status, 0) << mutation.name << "\n" << result.errors;
}

namespace {

bool contains(const MutationShape& shape, const std::vector<MutationShape>& shapes, const Mutation& mutation) {
  const auto is_for = [&mutation](const MutationShape& each) {
    return each.source != nullptr && each.source == mutation.file;
  };
  if (shape.source != nullptr || std::any_of(shapes.begin(), shapes.end(), is_for)) return is_for(shape);
  return shape.records || !mutation.needs_records;
}

}  // namespace

const MutationShape& first_shape(const std::vector<MutationShape>& shapes, const Mutation& mutation) {
  return *std::find_if(shapes.begin(), shapes.end(),
                       [&](const MutationShape& shape) { return contains(shape, shapes, mutation); });
}

std::vector<MutationCase> mutation_cases(const std::vector<MutationShape>& shapes,
                                         const std::vector<Mutation>& mutations) {
  std::vector<MutationCase> all;
  for (const MutationShape& shape : shapes) {
    for (const Mutation& mutation : mutations) {
      if (contains(shape, shapes, mutation)) all.push_back({shape, mutation});
    }
  }
  return all;
}

}  // namespace trenza::test
