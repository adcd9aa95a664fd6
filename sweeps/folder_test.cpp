#include "sweeps/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sweeps/document.h"
#include "tests/cli_program.h"

namespace trenza::sweeps {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
using Access = Folder::Access;

const std::string kOne = "0123456789abcdef";
const std::string kTwo = "fedcba9876543210";

std::string document(const std::string& point) { return Json{{"point", point}, {"a", 1}, {"b", {1, 2}}}.dump(2); }

class FolderTest : public testing::Test {
 protected:
  std::string path() const { return (folder_.path() / "out").string(); }
  std::string fault(Access access) const {
    try {
      const Folder folder(path(), access);
    } catch (const FolderError& error) {
      return error.what();
    }
    return "";
  }
  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((fs::path(path()) / name).parent_path());
    folder_.write("out/" + name, text);
  }

  test::TemporaryFolder folder_;
};

TEST(Document, IsSealedAndJson) {
  const std::string text = sealed(document(kOne));
  EXPECT_EQ(Json::parse(text)["b"][1], 2);
  EXPECT_EQ(seal_fault(text, point_start(kOne)), "");
  EXPECT_EQ(seal_fault(text, point_start(kTwo)), "is of something else");
  EXPECT_EQ(seal_fault("", point_start(kOne)), "is empty");
}

TEST(Document, EveryCutAndEveryChangeIsFound) {
  const std::string text = sealed(document(kOne));
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_NE(seal_fault(text.substr(0, size), point_start(kOne)), "") << size;
  for (std::size_t place = 0; place < text.size(); ++place) {
    std::string changed = text;
    changed[place] = static_cast<char>(changed[place] ^ 1);
    EXPECT_NE(seal_fault(changed, point_start(kOne)), "") << place;
  }
  EXPECT_NE(seal_fault(text + " ", point_start(kOne)), "");
}

TEST_F(FolderTest, KeepsDocumentsFailuresAndTheIndex) {
  {
    const Folder folder(path(), Access::sweep);
    EXPECT_FALSE(folder.document_state(kOne).exists);
    folder.write_document(kOne, document(kOne));
    folder.write_failure(kTwo, "ended by signal 9");
    Index index;
    index.name = "exp";
    index.contract = 7;
    index.keys = {"traffic.load"};
    index.points = {{kOne, R"({"traffic.load":0.1})", "", false}, {kTwo, R"({"traffic.load":0.2})", "died", true}};
    index.searches = {{"{}", "traffic.load", "0.1", "null"}};
    folder.write_index(index);
    folder.log(R"({"wall_seconds":1})");
  }
  const Folder folder(path(), Access::read);
  EXPECT_TRUE(folder.document_state(kOne).good());
  EXPECT_EQ(Json::parse(folder.document(kOne))["a"], 1);
  EXPECT_EQ(folder.failure(kTwo), "ended by signal 9");
  EXPECT_EQ(folder.failure(kOne), "");
  const Index index = folder.index();
  EXPECT_EQ(index.name, "exp");
  EXPECT_EQ(index.contract, 7);
  EXPECT_THAT(index.keys, ElementsAre("traffic.load"));
  ASSERT_EQ(index.points.size(), 2U);
  EXPECT_EQ(index.points[1].at, R"({"traffic.load":0.2})");
  EXPECT_EQ(index.points[1].failure, "died");
  EXPECT_TRUE(index.points[1].left_out);
  ASSERT_EQ(index.searches.size(), 1U);
  EXPECT_EQ(index.searches[0].at_most, "null");
  EXPECT_EQ(index_text(parse_index(index_text(index))), index_text(index));
  EXPECT_TRUE(folder.strange_files().empty());
  folder.remove_failure(kTwo);
  folder.tidy();
  EXPECT_FALSE(fs::exists(path() + "/failures"));
}

TEST_F(FolderTest, WhatIsDamagedOrForeignIsNamedAndNotTrusted) {
  const Folder folder(path(), Access::sweep);
  folder.write_document(kOne, document(kOne));
  folder.write_index({});
  put("points/" + kTwo + ".json", test::read_file(folder.document_file(kOne)));
  put("points/notes.txt", "mine");
  put("todo", "mine");
  EXPECT_EQ(folder.document_state(kTwo).fault, "is of something else");
  EXPECT_THROW(folder.document(kTwo), FolderError);
  EXPECT_THAT(folder.strange_files(), ElementsAre("todo is not of a sweep", "points/" + kTwo + ".json is of something else",
                                                  "points/notes.txt is not of a sweep"));
  put("index.json", "{}");
  EXPECT_THROW(folder.index(), FolderError);
  fs::remove(folder.document_file(kOne));
  fs::create_directory(folder.document_file(kOne));
  EXPECT_EQ(folder.document_state(kOne).fault, "is no regular file");
}

TEST_F(FolderTest, OtherFoldersAreRefused) {
  EXPECT_THAT(fault(Access::read), HasSubstr("out is no folder; expected one that `trenza sweep` made"));
  put("thesis.tex", "mine");
  EXPECT_THAT(fault(Access::sweep), HasSubstr("out holds `thesis.tex` and no sweep; expected a new folder"));
  EXPECT_FALSE(fs::exists(path() + "/points"));
  fs::remove_all(path());
  folder_.write("out", "a file");
  EXPECT_THAT(fault(Access::sweep), HasSubstr("out cannot be made"));
}

TEST_F(FolderTest, DraftsOfProcessesThatWereEndedGo) {
  put("points/" + kOne + ".json.123.tmp", "half");
  put("index.json.77-1.tmp", "half");
  const Folder folder(path(), Access::sweep);
  EXPECT_TRUE(fs::is_empty(path() + "/points"));
  EXPECT_FALSE(fs::exists(path() + "/index.json.77-1.tmp"));
}

TEST_F(FolderTest, OneSweepAtATime) {
  int ends[2] = {};
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const Folder folder(path(), Access::sweep);
    EXPECT_EQ(write(ends[1], "x", 1), 1);
    pause();
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(read(ends[0], &byte, 1), 1);
  EXPECT_THAT(fault(Access::sweep), HasSubstr("another `trenza sweep` (process " + std::to_string(child) + ")"));
  EXPECT_EQ(fault(Access::join), "");
  EXPECT_EQ(fault(Access::read), "");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(fault(Access::sweep), "");
}

TEST_F(FolderTest, AFullDiskLeavesWholeFiles) {
  const Folder folder(path(), Access::sweep);
  folder.write_document(kOne, document(kOne));
  const std::string before = folder.document(kOne);
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before_it = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before_it), 0);
  const rlimit limit{100, before_it.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const std::string large = Json{{"point", kOne}, {"text", std::string(5000, 'x')}}.dump(2);
  EXPECT_THROW(folder.write_document(kOne, large), FolderError);
  setrlimit(RLIMIT_FSIZE, &before_it);
  EXPECT_EQ(folder.document(kOne), before);
  EXPECT_TRUE(folder.strange_files().empty());
}

}  // namespace
}  // namespace trenza::sweeps
