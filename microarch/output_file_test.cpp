#include "microarch/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

namespace trenza::microarch {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() {
    std::string name = (fs::temp_directory_path() / "trenza_output_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~OutputFileTest() override { fs::remove_all(folder_); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  static std::string read(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
  }
  static void put(const std::string& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }
  std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_)) all.insert(entry.path().filename().string());
    return all;
  }

  fs::path folder_;
};

TEST_F(OutputFileTest, AppearsWholeOrNotAtAll) {
  put(at("a"), "old");
  {
    OutputFile file(at("a"));
    file.write("new", 3);
    EXPECT_EQ(read(at("a")), "old");
  }
  EXPECT_EQ(read(at("a")), "old");
  EXPECT_EQ(names(), std::set<std::string>{"a"});
  write_file(at("a"), "new");
  EXPECT_EQ(read(at("a")), "new");
  EXPECT_EQ(names(), std::set<std::string>{"a"});
}

TEST_F(OutputFileTest, LinksStayAndTheirTargetsAreReplaced) {
  fs::create_directory(at("deep"));
  put(at("deep/target"), "old");
  fs::create_symlink("deep/target", at("near"));
  fs::create_symlink(at("near"), at("far"));
  fs::create_symlink("deep/absent", at("dangling"));
  write_file(at("far"), "new");
  write_file(at("dangling"), "made");
  EXPECT_EQ(read(at("deep/target")), "new");
  EXPECT_EQ(read(at("deep/absent")), "made");
  for (const char* link : {"near", "far", "dangling"}) EXPECT_TRUE(fs::is_symlink(at(link))) << link;
  EXPECT_EQ(names(), (std::set<std::string>{"deep", "near", "far", "dangling"}));
}

TEST_F(OutputFileTest, KeepsPermissions) {
  put(at("a"), "old");
  chmod(at("a").c_str(), 0640);
  write_file(at("a"), "new");
  struct stat status = {};
  stat(at("a").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST_F(OutputFileTest, DevicesAreWrittenTo) {
  struct stat before = {};
  struct stat after = {};
  stat("/dev/null", &before);
  write_file("/dev/null", "text");
  OutputFile random("/dev/null", OutputFile::Access::random);
  random.write("text", 4);
  random.commit();
  stat("/dev/null", &after);
  EXPECT_TRUE(S_ISCHR(after.st_mode));
  EXPECT_EQ(before.st_ino, after.st_ino);
  fs::create_symlink("/dev/full", at("full"));
  try {
    write_file(at("full"), "text");
    FAIL();
  } catch (const OutputError& error) {
    EXPECT_STREQ(error.what(), (at("full") + " cannot be written: No space left on device").c_str());
  }
  EXPECT_TRUE(fs::is_symlink(at("full")));
}

TEST_F(OutputFileTest, FifosAreWrittenTo) {
  ASSERT_EQ(mkfifo(at("fifo").c_str(), 0600), 0);
  for (const OutputFile::Access access : {OutputFile::Access::stream, OutputFile::Access::random}) {
    std::string got;
    std::thread reader([&] { got = read(at("fifo")); });
    OutputFile file(at("fifo"), access);
    EXPECT_EQ(file.is_stream(), access == OutputFile::Access::stream);
    file.write("text", 4);
    if (!file.is_stream()) file.write_at(0, "T", 1);
    file.commit();
    reader.join();
    EXPECT_EQ(got, file.is_stream() ? "text" : "Text");
  }
  EXPECT_TRUE(fs::is_fifo(at("fifo")));
  EXPECT_EQ(names(), std::set<std::string>{"fifo"});
}

TEST_F(OutputFileTest, OpenDescriptorsGoOn) {
  const int descriptor = open(at("log").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(write(descriptor, "before ", 7), 7);
  const std::string name = "/dev/fd/" + std::to_string(descriptor);
  EXPECT_EQ(output_place(name).descriptor, descriptor);
  write_file(name, "text");
  ASSERT_EQ(write(descriptor, " after", 6), 6);
  close(descriptor);
  EXPECT_EQ(read(at("log")), "before text after");
  EXPECT_EQ(names(), std::set<std::string>{"log"});
}

TEST_F(OutputFileTest, SaysWhatCannotBeWritten) {
  put(at("file"), "");
  fs::create_symlink("loop", at("loop"));
  EXPECT_EQ(writing_fault(""), "the name of the file is empty; expected a name");
  EXPECT_THAT(writing_fault(folder_.string()), testing::EndsWith("is a directory; expected a file"));
  EXPECT_THAT(writing_fault(at("absent/x")), testing::StartsWith("there is no folder "));
  EXPECT_THAT(writing_fault(at("file/x")), testing::StartsWith("there is no folder "));
  EXPECT_THAT(writing_fault(at("loop")), testing::EndsWith("Too many levels of symbolic links"));
  EXPECT_THAT(writing_fault(at(std::string(300, 'x'))), testing::EndsWith("File name too long"));
  EXPECT_EQ(writing_fault(at(std::string(255, 'x'))), "");
  write_file(at(std::string(255, 'x')), "text");
}

TEST_F(OutputFileTest, KnowsOneFileByAllItsNames) {
  put(at("a"), "");
  put(at("b"), "");
  fs::create_symlink("a", at("soft"));
  fs::create_hard_link(at("a"), at("hard"));
  fs::create_symlink("absent", at("dangling"));
  EXPECT_TRUE(same_file(at("a"), at("soft")));
  EXPECT_TRUE(same_file(at("soft"), at("hard")));
  EXPECT_FALSE(same_file(at("a"), at("b")));
  EXPECT_TRUE(same_file(at("dangling"), (folder_ / "." / "absent").string()));
  EXPECT_FALSE(same_file(at("absent"), at("absent2")));
  EXPECT_FALSE(same_file("/dev/null", "/dev/null"));
}

TEST_F(OutputFileTest, AFullDiskLeavesTheOldFile) {
  put(at("a"), "old");
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{1000, 1000};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  EXPECT_THROW(write_file(at("a"), std::string(5000, 'x')), OutputError);
  EXPECT_EQ(read(at("a")), "old");
  EXPECT_EQ(names(), std::set<std::string>{"a"});
}

TEST_F(OutputFileTest, DraftsCanBeRemovedAtOnce) {
  put(at("a"), "old");
  OutputFile file(at("a"));
  EXPECT_EQ(names().size(), 2U);
  remove_drafts();
  EXPECT_EQ(names(), std::set<std::string>{"a"});
}

}  // namespace
}  // namespace trenza::microarch
