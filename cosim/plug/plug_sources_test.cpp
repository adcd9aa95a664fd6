// File lists, as simulators read them.
#include "cosim/plug/plug_sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "cosim/plug/plug_error.h"
#include "tests/cli_program.h"

namespace trenza::cosim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A folder with files to name.
class Lists : public testing::Test {
 protected:
  Lists() {
    std::filesystem::create_directories(folder_.path() / "sub");
    for (const char* const name : {"a.sv", "b.sv", "lib.v", "sub/c.sv", "a file.sv"}) folder_.write(name, "");
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  PlugSources read(const std::string& text, bool from_its_folder = true) const {
    folder_.write("list.f", text);
    PlugSources sources;
    read_file_list(path("list.f"), from_its_folder, sources);
    return sources;
  }
  std::string error_of(const std::string& text) const {
    try {
      read(text);
    } catch (const PlugError& error) {
      return error.what();
    }
    return "";
  }

  test::TemporaryFolder folder_;
};

TEST_F(Lists, FilesFoldersAndMacros) {
  const PlugSources sources = read(
      "// files\na.sv b.sv # both\n/* two\nlines */ +incdir+inc+more\n-I sub -y cells -Ithere\n"
      "+define+A=1+B -D C -DD=2\n-v lib.v +libext+.vh+.svh\n-sv -Wno-fatal --timescale 1ns/1ps\n--top-module mine\n"
      "\"a file.sv\"\n");
  EXPECT_THAT(sources.files, ElementsAre(path("a.sv"), path("b.sv"), path("a file.sv")));
  EXPECT_THAT(sources.include_folders,
              ElementsAre(path("inc"), path("more"), path("sub"), path("cells"), path("there")));
  EXPECT_THAT(sources.defines, ElementsAre("A=1", "B", "C", "D=2"));
  EXPECT_THAT(sources.library_files, ElementsAre(path("lib.v")));
  EXPECT_THAT(sources.extensions, ElementsAre(".vh", ".svh"));
  EXPECT_EQ(sources.top, "mine");
}

TEST_F(Lists, AByteOrderMarkIsPassedOver) {
  EXPECT_THAT(read("\xEF\xBB\xBF"
                   "a.sv\n")
                  .files,
              ElementsAre(path("a.sv")));
}

TEST_F(Lists, NameOtherListsAndTheEnvironment) {
  folder_.write("sub/more.f", "c.sv\n");
  ASSERT_EQ(setenv("TRENZA_TEST_FOLDER", folder_.path().c_str(), 1), 0);
  const PlugSources sources = read("${TRENZA_TEST_FOLDER}/a.sv $(TRENZA_TEST_FOLDER)/b.sv\n-F sub/more.f\n");
  EXPECT_THAT(sources.files, ElementsAre(path("a.sv"), path("b.sv"), path("sub/c.sv")));
}

TEST_F(Lists, PathsOfPlainListsAreFromThePresentFolder) {
  const std::string absolute = path("a.sv");
  EXPECT_THAT(read(absolute + "\n+incdir+inc\n", false).include_folders, ElementsAre("inc"));
}

TEST_F(Lists, ErrorsNameTheLine) {
  EXPECT_EQ(error_of("a.sv\nnone.sv\n"), path("list.f") + ":2: " + path("none.sv") + ": no such file");
  EXPECT_THAT(error_of("\n\n-unheard\n"),
              HasSubstr("list.f:3: the option -unheard is not understood; expected a file"));
  EXPECT_THAT(error_of("a.sv\n-v\n"), HasSubstr("list.f:2: nothing follows -v"));
  EXPECT_THAT(error_of("$TRENZA_NOT_SET/a.sv\n"), HasSubstr("list.f:1: $TRENZA_NOT_SET is not in the environment"));
  EXPECT_THAT(error_of("a.sv /* b\n"), HasSubstr("list.f:1: the comment has no end"));
  EXPECT_THAT(error_of("-F list.f\n"), HasSubstr("file lists that name each other without end"));
  EXPECT_THAT(error_of("-f none.f\n"), HasSubstr("none.f: no such file list"));
}

TEST_F(Lists, BothToolsAreToldTheSame) {
  const PlugSources sources = read("a.sv +incdir+inc +libext+.vh -DX -v lib.v\n");
  EXPECT_THAT(verilator_arguments(sources),
              ElementsAre("-I" + path("inc"), "+libext+.vh", "-DX", "-v", path("lib.v"), path("a.sv")));
  EXPECT_THAT(icarus_arguments(sources), ElementsAre("-Y", ".v", "-Y", ".sv", "-Y", ".vh", "-I", path("inc"), "-y",
                                                     path("inc"), "-DX", path("a.sv"), path("lib.v")));
}

}  // namespace
}  // namespace trenza::cosim
