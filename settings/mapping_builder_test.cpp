#include "settings/mapping_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "settings/configuration.h"

namespace trenza::settings {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const char* const kTop =
    "topology: {kind: rtt, a: 4}\n"
    "traffic: {pattern: local_global, alpha: 1, load: 0.3}\n";

RunConfiguration run_with(const std::string& mapping, const std::string& file = "test.yaml") {
  return read_configuration(kTop + mapping + "\n", file).runs[0];
}

std::string refusal(const std::string& mapping, const std::string& file = "test.yaml") {
  try {
    run_with(mapping, file);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

class MappingFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "trenza_mapping_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& text) const { std::ofstream(folder_ / "map.txt") << text; }
  std::string config_file() const { return (folder_ / "test.yaml").string(); }
  /// All 32 processes, in reverse.
  static std::string reverse() {
    std::string text;
    for (int process = 0; process < 32; ++process)
      text += std::to_string(process) + " " + std::to_string(31 - process) + "\n";
    return text;
  }

  std::filesystem::path folder_;
};

TEST(Mapping, IdentityLeavesTheExperimentAlone) {
  const RunConfiguration run = run_with("mapping: id");
  EXPECT_TRUE(run.experiment.mapping.empty());
  EXPECT_TRUE(run.experiment.process_grid.empty());
  EXPECT_EQ(run.resolved->at("mapping"), "id");
}

TEST(Mapping, ExpressionsFillNodesAndGrid) {
  const RunConfiguration run = run_with("mapping: f_d . f_v(2)");
  EXPECT_EQ(run.experiment.process_grid, (std::vector<int>{8, 8}));
  ASSERT_EQ(run.experiment.mapping.size(), 64U);
  // Process (3, 5): f_v(2) leads to (3, 2), f_d to (5, 2), node 5 + 8 * 2.
  EXPECT_EQ(run.experiment.mapping[3 + 8 * 5], 21);
  EXPECT_EQ(run.resolved->at("mapping"), "f_d . f_v(2)");
}

TEST(Mapping, ExpressionsNameDimensions) {
  const auto run = [](const std::string& mapping) {
    return read_configuration("topology: {pdtt: 2}\ntraffic: {pattern: uniform, load: 0.3}\nmapping: " + mapping + "\n",
                              "test.yaml")
        .runs[0];
  };
  const RunConfiguration shifted = run("f_d(yx) . f_d(zx)");
  EXPECT_EQ(shifted.experiment.process_grid, (std::vector<int>{4, 2, 2}));
  EXPECT_EQ(shifted.experiment.mapping[3 + 4 * (1 + 2 * 1)], 1 + 4 * (1 + 2 * 1));  // x: 3 + 1 + 1 modulo 4
  EXPECT_EQ(run("f_u(3, z)").experiment.process_grid, (std::vector<int>{4, 2, 6}));
  try {
    run("f_d(yx) . f_d");
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(),
                StartsWith("test.yaml:3:20: mapping: f_d is for nodes of two dimensions unless it names"));
  }
}

TEST(Mapping, ARunsMappingReplacesThatOfTheFile) {
  const Configuration configuration = read_configuration(
      "runs:\n  - {name: a, mapping: f_t(2)}\n  - {name: b}\nmapping: {file: absent.txt}\n" + std::string(kTop),
      "test.yaml", {{"--set", "mapping", "f_v(2)"}});
  EXPECT_EQ(configuration.runs[0].resolved->at("mapping"), "f_v(2)");
  EXPECT_EQ(configuration.runs[1].resolved->at("mapping"), "f_v(2)");
}

TEST(Mapping, FaultsOfExpressionsHaveTheirOwnColumn) {
  EXPECT_THAT(refusal("mapping: f_d . f_w(2)"), StartsWith("test.yaml:3:16: mapping: there is no function \"f_w\""));
  EXPECT_THAT(refusal("mapping: 'f_d . f_v'"), StartsWith("test.yaml:3:20: mapping: f_v needs its concentration"));
  EXPECT_THAT(refusal("mapping: f_v(0)"), StartsWith("test.yaml:3:14: mapping: the concentration"));
}

TEST(Mapping, FaultsOfOptionsNameTheColumnOfTheValue) {
  try {
    read_configuration(kTop, "test.yaml", {{"--set", "mapping", "f_d . f_w(2)"}});
    FAIL() << "not refused";
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), StartsWith("--set mapping: column 7: there is no function \"f_w\""));
  }
}

TEST(Mapping, WrongForms) {
  EXPECT_THAT(refusal("mapping: [0, 1]"), StartsWith("test.yaml:3:10: mapping: is a list; expected"));
  EXPECT_THAT(refusal("mapping:"), StartsWith("test.yaml:3:1: mapping: has no value"));
  EXPECT_THAT(refusal("mapping: {fil: map.txt}"), StartsWith("test.yaml:3:11: mapping.fil: unknown key"));
  EXPECT_THAT(refusal("mapping: {grid: [8, 4]}"), StartsWith("test.yaml:3:10: mapping: `file` is missing"));
  EXPECT_THAT(refusal("mapping: {file: absent.txt}"), HasSubstr("mapping: there is no file absent.txt"));
}

TEST_F(MappingFile, IsRelativeToTheConfiguration) {
  write(reverse());
  for (const char* const form : {"mapping: map.txt", "mapping: {file: map.txt}"}) {
    const RunConfiguration run = run_with(form, config_file());
    ASSERT_EQ(run.experiment.mapping.size(), 32U);
    EXPECT_EQ(run.experiment.mapping[1], 30);
  }
}

TEST_F(MappingFile, HasAGridOfItsOwn) {
  write(reverse());
  EXPECT_EQ(run_with("mapping: {file: map.txt, grid: [4, 8]}", config_file()).experiment.process_grid,
            (std::vector<int>{4, 8}));
  EXPECT_THAT(refusal("mapping: {file: map.txt, grid: [4, 4]}", config_file()), HasSubstr("test.yaml:3:10: mapping: "));
}

TEST_F(MappingFile, FaultsNameItsLine) {
  write("0 1\n1 99\n");
  EXPECT_THAT(refusal("mapping: map.txt", config_file()), StartsWith((folder_ / "map.txt").string() + ":2:3: node 99"));
}

}  // namespace
}  // namespace trenza::settings
