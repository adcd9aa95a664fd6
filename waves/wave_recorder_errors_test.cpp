// Recordings that are refused, and failures while recording.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include "waves/fabric_double.h"
#include "waves/wave_file.h"
#include "waves/wave_reader.h"
#include "waves/wave_recorder.h"

namespace trenza::waves {
namespace {

std::string error_of(FabricDouble& fabric, const WaveOptions& options) {
  try {
    record(fabric, options);
  } catch (const WaveError& error) {
    return error.what();
  }
  return "";
}

TEST(WaveRecorder, RefusesUnknownEndings) {
  RouterDouble router;
  WaveOptions options;
  for (const char* const name : {"run.txt", "run", ".vcd", "", "run.VCD"}) {
    options.file = name;
    EXPECT_NE(error_of(router, options).find("must end in .fst or .vcd"), std::string::npos) << name;
    EXPECT_FALSE(std::filesystem::is_regular_file(name));
  }
}

TEST(WaveRecorder, SaysWhatToDoWithoutFst) {
  if (fst_supported()) GTEST_SKIP() << "built with FST";
  RouterDouble router;
  WaveOptions options;
  options.file = "run.fst";
  const std::string message = error_of(router, options);
  EXPECT_NE(message.find("verilator"), std::string::npos);
  EXPECT_NE(message.find(".vcd works"), std::string::npos);
}

TEST(WaveRecorder, RefusesAnEmptyWindowAndAnEmptySelectionAndLeavesNoFile) {
  const TemporaryFolder folder;
  RouterDouble router;
  WaveOptions options;
  options.file = folder.file("run.vcd");
  options.window_begin = 7;
  options.window_end = 7;
  EXPECT_EQ(error_of(router, options), "wave window 7:7 holds no cycle");
  options.window_end = 8;
  options.scope_glob = "r_9_9";
  EXPECT_NE(error_of(router, options).find("r_3_2"), std::string::npos);
  router.offered.clear();
  options.scope_glob.clear();
  EXPECT_NE(error_of(router, options).find("no signals"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(options.file));
}

TEST(WaveRecorder, AFullDiskStopsTheRecordingButNotTheSimulation) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder.file("run.vcd"));
  WaveOptions options;
  options.file = folder.file("run.vcd");
  {
    RouterDouble router;
    EXPECT_NE(error_of(router, options).find("No space left"), std::string::npos);
  }
  EXPECT_TRUE(std::filesystem::is_symlink(options.file));
  if (!fst_supported()) return;
  std::filesystem::create_symlink("/dev/full", folder.file("run.fst"));
  options.file = folder.file("run.fst");
  RouterDouble router;
  const auto recorder = record(router, options);
  router.tick(1);
  EXPECT_THROW(recorder->close(), WaveError);
  EXPECT_NE(recorder->error().find("No space left"), std::string::npos) << recorder->error();
  EXPECT_TRUE(std::filesystem::is_symlink(options.file));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

class FullDisk : public testing::Test {
 protected:
  /// Records until the file is larger than this process may make it; the message of close().
  std::string fill_the_disk(const std::string& file) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{kMost, RLIM_INFINITY};
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    std::uint64_t word = 0;
    FabricDouble fabric;
    fabric.offered = {number_probe("noc.a", &word, 8, 64)};
    WaveOptions options;
    options.file = file;
    options.window_begin = 5;
    const auto recorder = record(fabric, options);
    std::mt19937_64 random(1);
    for (int cycle = 0; cycle < 40'000; ++cycle) {
      word = random();
      fabric.tick(static_cast<microarch::Cycle>(cycle));
    }
    std::string message;
    try {
      recorder->close();
    } catch (const WaveError& error) {
      message = error.what();
    }
    const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);
    return message;
  }

  static constexpr rlim_t kMost = 300'000;
  const TemporaryFolder folder_;
};

TEST_F(FullDisk, LeavesAVcdFileThatIsWholeUpToTheCycleOfTheMessage) {
  const std::string file = folder_.file("run.vcd");
  const std::string message = fill_the_disk(file);
  const std::string begin = "wave file " + file + " cannot be written: File too large; cycles 5 to ";
  ASSERT_EQ(message.rfind(begin, 0), 0U) << message;
  EXPECT_NE(message.find(" can be read"), std::string::npos) << message;
  const std::uint64_t last = std::stoull(message.substr(begin.size()));
  EXPECT_GT(last, 1000U);
  const WaveContents wave = read_wave(file);
  EXPECT_GE(wave.end, (last + 1) * 1000);
  EXPECT_LT(wave.end, (last + 2) * 1000);
  EXPECT_EQ(wave.trace("noc.cycle").at(last * 1000), std::to_string(last));
  std::mt19937_64 random(1);
  random.discard(last);
  EXPECT_EQ(wave.trace("noc.a").at(last * 1000), std::to_string(random()));
}

TEST_F(FullDisk, LeavesTheOldFileWhereNothingOfANewFstFileCouldBeRead) {
  if (!fst_supported()) GTEST_SKIP() << "built without FST";
  const std::string file = folder_.file("run.fst");
  std::ofstream(file) << "old";
  EXPECT_EQ(fill_the_disk(file), "wave file " + file +
                                     " cannot be written: File too large; nothing of it could be read, so it was "
                                     "removed");
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_EQ(text.str(), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(std::filesystem::path(file).parent_path()), {}), 1);
}

TEST(WaveRecorder, DiscardLeavesTheOldFile) {
  const TemporaryFolder folder;
  for (const char* const name : {"run.vcd", "run.fst"}) {
    if (!fst_supported() && std::string(name) == "run.fst") continue;
    WaveOptions options;
    options.file = folder.file(name);
    std::ofstream(options.file) << "old";
    RouterDouble router;
    const auto recorder = record(router, options);
    router.tick(1);
    recorder->discard();
    recorder->close();
    std::ostringstream text;
    text << std::ifstream(options.file).rdbuf();
    EXPECT_EQ(text.str(), "old");
  }
}

TEST(WaveRecorder, AProblemWhileRecordingIsReportedByClose) {
  const TemporaryFolder folder;
  std::uint8_t word = 0;
  FabricDouble fabric;
  fabric.offered.push_back(text_probe("noc.r_0_0.t", {{&word, 1}}, [&](std::string& text) {
    if (word == 2) throw std::runtime_error("cannot render");
    text = "fine";
  }));
  WaveOptions options;
  options.file = folder.file("run.vcd");
  auto recorder = record(fabric, options);
  for (word = 0; word < 5; ++word) fabric.tick(word);
  EXPECT_FALSE(recorder->is_open());
  EXPECT_EQ(recorder->error(), "cannot render");
  EXPECT_EQ(recorder->cycles_recorded(), 2U);
  EXPECT_THROW(recorder->close(), WaveError);
  recorder->close();
  EXPECT_EQ(read_wave(options.file).trace("noc.r_0_0.t").at(0), "fine");
}

TEST(WaveRecorder, RefusesProbesThatCannotBeRecorded) {
  const TemporaryFolder folder;
  const std::uint32_t word = 0;
  WaveOptions options;
  options.file = folder.file("run.vcd");
  const auto refused = [&](rtl_models::Probe probe) {
    FabricDouble fabric;
    fabric.offered.push_back(std::move(probe));
    EXPECT_THROW(record(fabric, options), std::logic_error);
  };
  refused(number_probe("noc.a b", &word, 4, 1));
  refused(number_probe("noc..a", &word, 4, 1));
  refused(number_probe("noc.a", nullptr, 4, 1));
  refused(number_probe("noc.a", &word, 3, 1));
  refused(number_probe("noc.a", &word, 4, 0));
  refused(number_probe("noc.a", &word, 4, 30, 3));
  refused(enumeration_probe("noc.a", &word, 4, 2, 0, {}));
  refused(text_probe("noc.a", {}, nullptr));

  FabricDouble twice;
  twice.offered = {number_probe("noc.a", &word, 4, 1), number_probe("noc.a", &word, 4, 1)};
  EXPECT_THROW(record(twice, options), std::logic_error);
}

TEST(WaveRecorder, LeavesOutClockAndCycleThatTheFabricHasOrThatDoNotFit) {
  const TemporaryFolder folder;
  std::uint32_t word = 7;
  FabricDouble fabric;
  fabric.offered = {number_probe("noc.cycle", &word, 4, 32), number_probe("noc.clk", &word, 4, 1)};
  WaveOptions options;
  options.file = folder.file("run.vcd");
  auto recorder = record(fabric, options);
  EXPECT_EQ(recorder->variables(), 2U);
  fabric.tick(1);
  recorder->close();
  EXPECT_EQ(read_wave(options.file).trace("noc.cycle").at(1000), "7");

  fabric.offered = {number_probe("noc.a", &word, 4, 32)};
  fabric.period = 1;
  EXPECT_EQ(record(fabric, options)->variables(), 2U);
}

TEST(WaveRecorder, ATimeBeyond64BitsEndsTheRecordingWithAMessage) {
  const TemporaryFolder folder;
  std::uint32_t word = 0;
  FabricDouble fabric;
  fabric.offered = {number_probe("noc.a.word", &word, 4, 32)};
  WaveOptions wanted;
  wanted.file = folder.file("late.vcd");
  wanted.period_picoseconds = std::uint64_t{1} << 40U;
  auto recorder = record(fabric, wanted);
  fabric.tick(0);
  fabric.tick(std::uint64_t{1} << 24U);
  EXPECT_FALSE(recorder->is_open());
  EXPECT_NE(recorder->error().find("does not fit into 64 bits of picoseconds"), std::string::npos);
}

}  // namespace
}  // namespace trenza::waves
