// The gallery (docs/gallery.md): each picture is made by the command beside it, from stored points, and the points are
// those of the experiment beside it. TRENZA_UPDATE_DOCS=1 in the environment of this test writes the pictures anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "sweeps/contract.h"
#include "tests/cli_program.h"
#include "tests/docs_workplace.h"
#include "tests/places.h"
#include "tests/support/markdown.h"

namespace trenza::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::SizeIs;

const fs::path kDocs = fs::path(TRENZA_SOURCE_DIR) / "docs";
const fs::path kPoints = kDocs / "gallery/points";

std::vector<std::string> all_found_in(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
    found.push_back((*match)[1].str());
  return found;
}

/// A figure of the gallery.
struct Exhibit {
  std::string title;
  std::vector<std::string> pictures;     ///< "gallery/stalls.svg"
  std::vector<std::string> experiments;  ///< "../configs/gallery/stalls.yaml"
  std::vector<DocumentedCommand> commands;
};

std::vector<Exhibit> exhibits() {
  const std::string page = read_file(kDocs / "gallery.md");
  const std::regex heading(R"((^|\n)## ([0-9]+\. [^\n]*)\n)");
  std::vector<Exhibit> all;
  for (std::sregex_iterator match(page.begin(), page.end(), heading), end; match != end; ++match) {
    const auto begin = static_cast<std::size_t>(match->position() + match->length());
    const std::string text = page.substr(begin, page.find("\n## ", begin) - begin);
    Exhibit one{(*match)[2],
                all_found_in(text, R"(!\[[^\]]+\]\(([^)]+)\))"),
                all_found_in(text, R"(\]\((\.\./configs/[^)]+\.yaml)\))"),
                {}};
    for (const CodeBlock& block : code_blocks(text)) {
      if (block.language != "sh" || !block.argument.empty()) continue;
      for (const DocumentedCommand& command : commands_of(block)) one.commands.push_back(command);
    }
    all.push_back(std::move(one));
  }
  return all;
}

/// The files of a name that commands made: what is linked into the folder is not theirs.
std::vector<fs::path> made_files(const fs::path& folder, const fs::path& name) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_symlink() && entry.is_regular_file() && entry.path().filename() == name)
      files.push_back(entry.path());
  }
  return files;
}

TEST(DocsGallery, ShowsElevenFiguresEachWithItsExperiment) {
  const std::vector<Exhibit> all = exhibits();
  EXPECT_GE(all.size(), 11U);
  std::set<std::string> shown;
  for (std::size_t k = 0; k < all.size(); ++k) {
    SCOPED_TRACE(all[k].title);
    EXPECT_THAT(all[k].title, HasSubstr(std::to_string(k + 1) + ". "));
    ASSERT_THAT(all[k].pictures, SizeIs(1));
    EXPECT_TRUE(shown.insert(all[k].pictures.front()).second);
    EXPECT_THAT(all[k].experiments, SizeIs(1));
  }
  for (const auto& entry : fs::directory_iterator(kDocs / "gallery")) {
    const std::string name = "gallery/" + entry.path().filename().string();
    EXPECT_TRUE(entry.is_directory() || shown.count(name) == 1) << name << " is on no page";
  }
}

TEST(DocsGallery, PicturesAreMadeByTheCommandsBesideThem) {
  for (const Exhibit& one : exhibits()) {
    SCOPED_TRACE(one.title);
    // They read what is stored; nothing runs or computes.
    for (const DocumentedCommand& command : one.commands)
      EXPECT_THAT(command.text, MatchesRegex("(cp -r tests/reproduced |trenza plot |trenza reproduce .*--stored).*"));
    const Workplace workplace;
    workplace.run(one.commands);
    for (const std::string& picture : one.pictures) {
      const auto made = made_files(workplace.path(), fs::path(picture).filename());
      ASSERT_THAT(made, SizeIs(1)) << picture << " is made by no command beside it";
      const std::string svg = read_file(made.front());
      if (std::getenv("TRENZA_UPDATE_DOCS") != nullptr) std::ofstream(kDocs / picture, std::ios::binary) << svg;
      EXPECT_THAT(svg, HasSubstr("<svg"));
      EXPECT_TRUE(svg == read_file(kDocs / picture)) << picture << ": run this test with TRENZA_UPDATE_DOCS=1";
    }
  }
}

// A picture that draws a bound beside some of its curves alone would hide what the others are worth.
TEST(DocsGallery, EveryPointOfUniformTrafficHasItsBound) {
  int points = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kPoints)) {
    if (entry.path().parent_path().filename() != "points" || entry.path().extension() != ".json") continue;
    const auto document = nlohmann::ordered_json::parse(read_file(entry.path()));
    if (document["config"]["traffic"].value("pattern", "") != "uniform") continue;
    ++points;
    EXPECT_TRUE(document["uniform_bound"].is_number()) << entry.path();
    EXPECT_EQ(document["bound_exceeded"], false) << entry.path();
  }
  EXPECT_GE(points, 200);
}

// A point that is taken away comes back as it was when the experiment runs again, and no other point is missing then.
TEST(DocsGallery, PointsAreThoseOfTheExperiments) {
  std::set<std::string> swept;
  for (const auto& entry : fs::directory_iterator(kPoints)) swept.insert(entry.path().filename().string());
  std::set<std::string> shown;
  for (const Exhibit& one : exhibits()) {
    const fs::path experiment = kDocs / one.experiments.front();
    ASSERT_TRUE(fs::exists(experiment)) << experiment;
    const std::string name = experiment.stem().string();
    if (swept.count(name) == 0) continue;  // a paper's
    shown.insert(name);
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    const fs::path copy = folder.path() / "out";
    fs::copy(kPoints / name, copy, fs::copy_options::recursive);
    const auto index = nlohmann::ordered_json::parse(read_file(copy / "index.json"));
    if (index["contract"] != sweeps::kContractVersion) continue;  // all of them would run again
    const fs::path file = copy / "points" / (index["points"][0]["point"].get<std::string>() + ".json");
    const std::string document = read_file(file);
    ASSERT_TRUE(fs::remove(file));
    const ProgramResult again =
        run_program(folder.path(), {"sweep", fs::absolute(experiment).string(), "-o", "out", "--jobs", "1"});
    EXPECT_EQ(again.status, 0) << again.errors;
    EXPECT_THAT(again.output, HasSubstr(" points: 1 run, "));
    EXPECT_EQ(read_file(file), document);
    EXPECT_EQ(read_file(copy / "index.json"), read_file(kPoints / name / "index.json"));
  }
  EXPECT_EQ(shown, swept) << "points that no figure shows";
}

TEST(DocsGallery, FirstScreenOfTheReadmeShowsTwo) {
  constexpr std::size_t kScreen = 40;  // lines
  std::string screen;
  const std::vector<std::string> lines = lines_of(read_file(fs::path(TRENZA_SOURCE_DIR) / "README.md"));
  for (std::size_t k = 0; k < std::min(kScreen, lines.size()); ++k) screen += lines[k] + "\n";
  std::set<std::string> shown;
  for (const Exhibit& one : exhibits()) shown.insert(one.pictures.begin(), one.pictures.end());
  std::size_t count = 0;
  for (const std::string& picture : all_found_in(screen, R"(docs/(gallery/[a-z0-9-]+\.svg))"))
    count += shown.count(picture);
  EXPECT_EQ(count, 2U);
}

}  // namespace
}  // namespace trenza::test
