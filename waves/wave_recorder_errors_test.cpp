// Recordings that are refused, and failures while recording.
#include <gtest/gtest.h>

#include "waves/fabric_double.h"
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
  if (!fst_supported()) return;
  // A device is refused rather than replaced.
  std::filesystem::create_symlink("/dev/full", folder.file("run.fst"));
  options.file = folder.file("run.fst");
  RouterDouble router;
  EXPECT_NE(error_of(router, options).find("not a regular file"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists("/dev/full"));
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
