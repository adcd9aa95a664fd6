// Files for other programs: VCD text, fst2vcd, save files; and files that the readers refuse.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "waves/fabric_double.h"
#include "waves/gtkw_writer.h"
#include "waves/vcd_writer.h"
#include "waves/wave_error.h"
#include "waves/wave_file.h"
#include "waves/wave_reader.h"
#include "waves/wave_recorder.h"

namespace trenza::waves {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

class WaveFiles : public testing::Test {
 protected:
  void SetUp() override {
    fabric_.offered = {enumeration_probe("noc.r_0_1.in_xp_from_1_1.vc0.state", &word_, 2, 2, 0, {"I", "R", "V", "A"}),
                       number_probe("noc.r_0_1.in_xp_from_1_1.vc0.occ", &word_, 2, 5, 2),
                       text_probe("noc.r_0_1.out_xp_to_3_1_twist.flit", {{&word_, 2}},
                                  [this](std::string& text) { text = word_ == 0 ? "" : "H p7 f0/5 2,1>7,3 vc1 hop3"; }),
                       number_probe("noc.r_0_1.out_xp_to_3_1_twist.valid", &word_, 2, 1, 15),
                       number_probe("noc.r_0_2.violation", &word_, 2, 1, 14)};
  }
  void record_to(const std::string& file) {
    WaveOptions options;
    options.file = file;
    auto recorder = record(fabric_, options);
    word_ = 0;
    fabric_.tick(0);
    word_ = 0x8000 | 9 << 2 | 3;
    fabric_.tick(1);
    recorder->close();
  }
  TemporaryFolder folder_;
  FabricDouble fabric_;
  std::uint16_t word_ = 0;
};

TEST_F(WaveFiles, VcdIsWhatGtkWaveAndSurferAccept) {
  record_to(folder_.file("run.vcd"));
  EXPECT_EQ(
      text_of(folder_.file("run.vcd")),
      "$version Trenza $end\n$timescale 1ps $end\n$scope module noc $end\n$var wire 1 ! clk $end\n$var wire 64 \" "
      "cycle [63:0] $end\n"
      "$scope module r_0_1 $end\n$scope module in_xp_from_1_1 $end\n$scope module vc0 $end\n$var string 1 # state "
      "$end\n$var wire 5 $ occ [4:0] $end\n"
      "$upscope $end\n$upscope $end\n$scope module out_xp_to_3_1_twist $end\n$var string 1 % flit $end\n$var wire 1 & "
      "valid $end\n$upscope $end\n"
      "$upscope $end\n$scope module r_0_2 $end\n$var wire 1 ' violation $end\n$upscope $end\n$upscope "
      "$end\n$enddefinitions $end\n"
      "#0\n1!\nb0 \"\nsI #\nb0 $\n0&\n0'\ns %\n#500\n0!\n"
      "#1000\n1!\nb1 \"\nsA #\nb1001 $\n1&\nsH\\040p7\\040f0/5\\0402,1>7,3\\040vc1\\040hop3 %\n#1500\n0!\n#2000\n");
}

TEST_F(WaveFiles, AValueWithoutANameShowsTheNumber) {
  fabric_.offered = {enumeration_probe("noc.r_0_0.state", &word_, 2, 4, 0, {"I", "R"}),
                     enumeration_probe("noc.r_0_0.output", &word_, 2, 4, 0, {"xp", "", "xn", "", "", "", "", ""}),
                     enumeration_probe("noc.r_0_0.unnamed", &word_, 2, 4, 0, {"", ""})};
  record_to(folder_.file("run.vcd"));
  std::vector<std::string> files = {folder_.file("run.vcd")};
  if (fst_supported()) {
    record_to(folder_.file("run.fst"));
    files.push_back(folder_.file("run.fst"));
  }
  for (const std::string& file : files) {
    const WaveContents contents = read_wave(file);
    EXPECT_EQ(contents.trace("noc.r_0_0.state").at(0), "I");
    EXPECT_EQ(contents.trace("noc.r_0_0.output").at(0), "xp");
    EXPECT_EQ(contents.trace("noc.r_0_0.unnamed").at(0), "0");
    for (const auto* const name : {"state", "output", "unnamed"}) {
      EXPECT_EQ(contents.trace(std::string("noc.r_0_0.") + name).at(1000), "7") << name;
    }
  }
}

TEST_F(WaveFiles, ManyVariablesHaveDistinctCodes) {
  std::vector<std::uint32_t> words(20000);
  fabric_.offered.clear();
  for (std::size_t i = 0; i < words.size(); ++i)
    fabric_.offered.push_back(number_probe("noc.w" + std::to_string(i), &words[i], 4, 32));
  WaveOptions options;
  options.file = folder_.file("run.vcd");
  auto recorder = record(fabric_, options);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i * 3);
  fabric_.tick(0);
  recorder->close();
  const WaveContents contents = read_wave(options.file);
  for (std::size_t i = 0; i < words.size(); ++i)
    ASSERT_EQ(contents.trace("noc.w" + std::to_string(i)).at(0), std::to_string(i * 3));
}

TEST_F(WaveFiles, EnumerationsAreNativeInFst) {
  if (!fst_supported()) GTEST_SKIP() << "built without FST";
  record_to(folder_.file("run.fst"));
  const WaveContents contents = read_wave(folder_.file("run.fst"));
  const WaveTrace& state = contents.trace("noc.r_0_1.in_xp_from_1_1.vc0.state");
  EXPECT_EQ(state.kind, VariableKind::enumeration);
  EXPECT_EQ(state.bits, 2U);
  EXPECT_EQ(state.at(0), "I");
  EXPECT_EQ(state.at(1000), "A");
}

TEST_F(WaveFiles, Fst2vcdReadsFst) {
  if (!fst_supported()) GTEST_SKIP() << "built without FST";
  if (std::system("command -v fst2vcd > /dev/null 2>&1") != 0) GTEST_SKIP() << "fst2vcd is not installed";
  record_to(folder_.file("run.fst"));
  ASSERT_EQ(
      std::system(
          ("fst2vcd " + folder_.file("run.fst") + " -o " + folder_.file("converted.vcd") + " > /dev/null").c_str()),
      0);
  const WaveContents contents = read_wave(folder_.file("converted.vcd"));
  record_to(folder_.file("run.vcd"));
  const WaveContents own = read_wave(folder_.file("run.vcd"));
  ASSERT_EQ(contents.traces.size(), own.traces.size());
  for (const auto& [path, trace] : own.traces) {
    const std::vector<std::string> names = {"I", "R", "V", "A"};
    for (const std::uint64_t time : {0, 500, 1000, 1500}) {
      std::string value = contents.trace(path).at(time);
      // fst2vcd writes the values of an enumeration.
      if (path == "noc.r_0_1.in_xp_from_1_1.vc0.state") value = names.at(std::stoul(value));
      EXPECT_EQ(value, trace.at(time)) << path << " at " << time;
    }
  }
}

TEST_F(WaveFiles, SaveFileShowsTheSelectionInGroupsWithoutAbsolutePaths) {
  SaveFileOptions options;
  options.wave_file = folder_.file("waves/run.fst");
  options.scope_glob = "r_0_1";
  options.marker = 100;
  write_save_file(folder_.file("ring.gtkw"), fabric_.offered, options);
  const std::string text = text_of(folder_.file("ring.gtkw"));
  EXPECT_TRUE(has_line(text, "[dumpfile] \"waves/run.fst\"")) << text;
  EXPECT_TRUE(has_line(text, "[timestart] 90000"));
  std::string view = "*-4.058894 100000";
  for (int i = 0; i < 26; ++i) view += " -1";
  EXPECT_TRUE(has_line(text, view)) << text;
  EXPECT_EQ(text.find("\"/"), std::string::npos);
  const std::size_t begin = text.find("@28\n");
  ASSERT_NE(begin, std::string::npos);
  EXPECT_EQ(text.substr(begin),
            "@28\nnoc.clk\n@24\nnoc.cycle[63:0]\n"
            "@800200\n-r_0_1\n@800200\n-in_xp_from_1_1\n"
            "@100000028\n+{vc0.state} noc.r_0_1.in_xp_from_1_1.vc0.state[1:0]\n@24\n+{vc0.occ} "
            "noc.r_0_1.in_xp_from_1_1.vc0.occ[4:0]\n"
            "@1000200\n-in_xp_from_1_1\n@800200\n-out_xp_to_3_1_twist\n"
            "@820\nnoc.r_0_1.out_xp_to_3_1_twist.flit\n@28\nnoc.r_0_1.out_xp_to_3_1_twist.valid\n"
            "@1000200\n-out_xp_to_3_1_twist\n@1000200\n-r_0_1\n");
}

TEST_F(WaveFiles, SaveFileForVcdShowsEnumerationsAsText) {
  SaveFileOptions options;
  options.wave_file = folder_.file("run.vcd");
  options.clock = false;
  write_save_file(folder_.file("sub.gtkw"), fabric_.offered, options);
  const std::string text = text_of(folder_.file("sub.gtkw"));
  EXPECT_TRUE(has_line(text, "[dumpfile] \"run.vcd\"")) << text;
  EXPECT_NE(text.find("@820\n+{vc0.state} noc.r_0_1.in_xp_from_1_1.vc0.state\n"), std::string::npos) << text;
  EXPECT_NE(text.find("@1000200\n-r_0_1\n@800200\n-r_0_2\n@28\nnoc.r_0_2.violation\n@1000200\n-r_0_2\n"),
            std::string::npos)
      << text;
}

TEST_F(WaveFiles, SaveFileShowsWideNumbersInHexadecimal) {
  const std::uint64_t words[2] = {};
  rtl_models::Probe wide;
  wide.path = "noc.r_0_0.plug_router.data";
  wide.kind = rtl_models::ProbeKind::wide;
  wide.bits = 96;
  wide.watches = {{&words[0], 8}, {&words[1], 8}};
  rtl_models::Probe clock;
  clock.path = "noc.r_0_0.plug_router.clk";
  clock.kind = rtl_models::ProbeKind::clock;
  SaveFileOptions options;
  options.wave_file = folder_.file("run.vcd");
  write_save_file(folder_.file("wide.gtkw"), {wide, clock}, options);
  EXPECT_NE(text_of(folder_.file("wide.gtkw"))
                .find("@22\nnoc.r_0_0.plug_router.data[95:0]\n@28\nnoc.r_0_0.plug_router.clk\n"),
            std::string::npos);
  options.clock = false;
  write_save_file(folder_.file("none.gtkw"), {wide, clock}, options);
  EXPECT_EQ(text_of(folder_.file("none.gtkw")).find("clk"), std::string::npos);
}

TEST_F(WaveFiles, SaveFileErrors) {
  SaveFileOptions options;
  options.wave_file = folder_.file("run.vcd");
  EXPECT_THROW(write_save_file(folder_.file("absent/x.gtkw"), fabric_.offered, options), WaveError);
  options.scope_glob = "r_7_7";
  EXPECT_THROW(write_save_file(folder_.file("x.gtkw"), fabric_.offered, options), WaveError);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("x.gtkw")));
}

TEST_F(WaveFiles, ReadersRefuseWhatTheyCannotRead) {
  EXPECT_THROW(read_wave(folder_.file("absent.vcd")), WaveError);
  EXPECT_THROW(read_wave(folder_.file("absent.fst")), WaveError);
  EXPECT_THROW(read_wave(folder_.file("run.txt")), WaveError);
  const auto refused = [&](const std::string& text) {
    std::ofstream(folder_.file("bad.vcd")) << text;
    EXPECT_THROW(read_wave(folder_.file("bad.vcd")), WaveError) << text;
  };
  refused("");
  refused("$scope module noc");
  refused("$timescale 1ns $end $enddefinitions $end\n");
  refused("$enddefinitions $end\n#0\n1!\n");
  refused("$var wire 1 ! a $end $enddefinitions $end\n#0\nb1");
  refused("$var wire 1 ! a $end $enddefinitions $end\n#0\nq!\n");
  record_to(folder_.file("run.vcd"));
  EXPECT_THROW(read_wave(folder_.file("run.vcd")).trace("noc.absent"), WaveError);
  if (!fst_supported()) return;
  std::ofstream(folder_.file("bad.fst")) << "not a wave file";
  EXPECT_THROW(read_wave(folder_.file("bad.fst")), WaveError);
}

TEST(AppendEscaped, LeavesNothingThatVcdCannotHold) {
  std::string text;
  append_escaped(text, "a b\t\"?\\\xc3");
  EXPECT_EQ(text, "a\\040b\\011\\\"\\?\\\\\\303");
}

}  // namespace
}  // namespace trenza::waves
