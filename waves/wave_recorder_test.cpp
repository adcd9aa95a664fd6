#include "waves/wave_recorder.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "waves/fabric_double.h"
#include "waves/wave_file.h"
#include "waves/wave_reader.h"

namespace trenza::waves {
namespace {

class EveryFormat : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "fst" && !fst_supported()) GTEST_SKIP() << "built without FST";
  }
  WaveOptions options(const std::string& name = "run") const {
    WaveOptions result;
    result.file = folder_.file(name + "." + GetParam());
    return result;
  }
  TemporaryFolder folder_;
};

const std::string kPort = "noc.r_3_2.in_xp_from_2_2";

TEST_P(EveryFormat, LooksOnlyAtGroupsThatCanHaveChanged) {
  std::uint32_t quiet = 1;
  std::uint32_t busy = 1;
  FabricDouble fabric;
  fabric.offered = {number_probe("noc.a.quiet", &quiet, 4, 32), number_probe("noc.b.busy", &busy, 4, 32)};
  fabric.offered[0].group = 0;
  fabric.offered[1].group = 1;
  fabric.changed = {0, 1};
  const WaveOptions wanted = options("groups");
  auto recorder = record(fabric, wanted);
  fabric.tick(0);  // everything is new
  quiet = busy = 2;
  fabric.tick(1);
  fabric.changed = {1, 0};
  quiet = busy = 3;
  fabric.tick(2);
  recorder->close();
  const WaveContents contents = read_wave(wanted.file);
  EXPECT_EQ(contents.trace("noc.a.quiet").at(0), "1");
  EXPECT_EQ(contents.trace("noc.a.quiet").at(1'000), "1");
  EXPECT_EQ(contents.trace("noc.a.quiet").at(2'000), "3");
  EXPECT_EQ(contents.trace("noc.b.busy").at(1'000), "2");
  EXPECT_EQ(contents.trace("noc.b.busy").at(2'000), "2");
}

TEST_P(EveryFormat, ACycleTakesTheTimeThatIsAskedFor) {
  std::uint32_t count = 0;
  FabricDouble fabric;
  fabric.offered = {number_probe("noc.a.count", &count, 4, 32)};
  WaveOptions wanted = options("period");
  wanted.period_picoseconds = 32'000;
  auto recorder = record(fabric, wanted);
  for (microarch::Cycle cycle = 0; cycle < 3; ++cycle) {
    count = static_cast<std::uint32_t>(cycle);
    fabric.tick(cycle);
  }
  recorder->close();
  const WaveContents contents = read_wave(wanted.file);
  EXPECT_EQ(contents.end, 96'000U);
  EXPECT_EQ(contents.trace("noc.a.count").at(63'999), "1");
  EXPECT_EQ(contents.trace("noc.a.count").at(64'000), "2");
  EXPECT_EQ(contents.trace("noc.clk").at(47'999), "1");
  EXPECT_EQ(contents.trace("noc.clk").at(48'000), "0");
}

TEST_P(EveryFormat, KeepsTheLastCyclesAndWritesThemWhenAsked) {
  std::uint32_t often = 0;
  std::uint32_t once = 7;
  FabricDouble fabric;
  fabric.offered = {number_probe("noc.a.often", &often, 4, 32), number_probe("noc.b.once", &once, 4, 32)};
  WaveOptions wanted = options("last");
  wanted.last = 3;
  const auto run = [&] {
    for (microarch::Cycle cycle = 0; cycle < 10; ++cycle) {
      often = static_cast<std::uint32_t>(cycle);
      fabric.tick(cycle);
    }
  };
  auto unasked = record(fabric, wanted);
  run();
  unasked.reset();
  EXPECT_FALSE(std::ifstream(wanted.file).is_open());
  auto recorder = record(fabric, wanted);
  run();
  recorder->close();
  const WaveContents contents = read_wave(wanted.file);
  EXPECT_EQ(contents.begin, 7'000U);
  EXPECT_EQ(contents.end, 10'000U);
  EXPECT_EQ(contents.trace("noc.b.once").at(7'000), "7");
  for (std::uint64_t cycle = 7; cycle < 10; ++cycle)
    EXPECT_EQ(contents.trace("noc.a.often").at(cycle * 1'000), std::to_string(cycle));
  EXPECT_EQ(contents.trace("noc.cycle").at(7'000), "7");
  EXPECT_EQ(contents.trace("noc.clk").at(8'500), "0");
}

TEST_P(EveryFormat, ReadsBackWhatTheWordsWere) {
  RouterDouble router;
  const WaveOptions wanted = options();
  auto recorder = record(router, wanted);
  struct Step {
    unsigned state, occupancy, valid;
    std::uint64_t wide;
    bool flag;
    std::uint16_t packet;
  };
  const std::vector<Step> steps = {{0, 0, 0, 0, false, 0},
                                   {1, 3, 1, ~std::uint64_t{0}, true, 17},
                                   {1, 3, 1, ~std::uint64_t{0}, true, 17},
                                   {3, 31, 0, 0x8000000000000001, false, 0},
                                   {2, 16, 1, 1, true, 1234}};
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const Step& step = steps[t];
    router.packed = step.state | step.occupancy << 2 | step.valid << 31;
    router.wide = step.wide;
    router.flag = step.flag;
    router.packet = step.packet;
    router.tick(t);
  }
  EXPECT_EQ(recorder->cycles_recorded(), steps.size());
  EXPECT_EQ(recorder->variables(), 8U);
  recorder->close();
  EXPECT_FALSE(recorder->is_open());
  recorder->close();

  const WaveContents contents = read_wave(wanted.file);
  EXPECT_EQ(contents.traces.size(), 8U);
  EXPECT_EQ(contents.begin, 0U);
  EXPECT_EQ(contents.end, steps.size() * 1000);
  EXPECT_EQ(contents.trace(kPort + ".vc1.occ").bits, 5U);
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const Step& step = steps[t];
    for (const std::uint64_t time : {t * 1000, t * 1000 + 999}) {
      EXPECT_EQ(contents.trace(kPort + ".vc1.state").at(time), RouterDouble::states()[step.state]) << time;
      EXPECT_EQ(contents.trace(kPort + ".vc1.occ").at(time), std::to_string(step.occupancy)) << time;
      EXPECT_EQ(contents.trace(kPort + ".valid").at(time), std::to_string(step.valid)) << time;
      EXPECT_EQ(contents.trace("noc.r_3_2.out_xp_to_4_2.mask").at(time), std::to_string(step.wide)) << time;
      EXPECT_EQ(contents.trace("noc.r_3_2.out_xp_to_4_2.flag").at(time), step.flag ? "1" : "0") << time;
      EXPECT_EQ(contents.trace(kPort + ".flit").at(time),
                step.packet == 0 ? "" : "H p" + std::to_string(step.packet) + " f0/5 2,1>7,3 vc1 hop3")
          << time;
      EXPECT_EQ(contents.trace("noc.cycle").at(time), std::to_string(t));
    }
    EXPECT_EQ(contents.trace("noc.clk").at(t * 1000 + 499), "1");
    EXPECT_EQ(contents.trace("noc.clk").at(t * 1000 + 500), "0");
  }
}

/// A block of its own: a counter that it brings into its words when it is asked, wide ports and two clocks.
class BlockDouble : public rtl_models::ProbeSource {
 public:
  void list_probes(const std::string& scope, std::vector<rtl_models::Probe>& probes) override {
    const auto add = [&](const char* name, rtl_models::ProbeKind kind, unsigned bits, std::size_t first,
                         std::size_t words) {
      rtl_models::Probe probe;
      probe.path = scope + "." + name;
      probe.kind = kind;
      probe.bits = bits;
      for (std::size_t k = 0; k < words; ++k) probe.watches.push_back({&shown_[first + k], sizeof(shown_[0])});
      if (kind == rtl_models::ProbeKind::number) probe.word = probe.watches.front();
      probe.source = this;
      probes.push_back(probe);
    };
    add("clk", rtl_models::ProbeKind::clock, 1, 0, 0);
    add("clk_n", rtl_models::ProbeKind::fallen_clock, 1, 0, 0);
    add("count", rtl_models::ProbeKind::number, 33, 0, 1);
    add("data", rtl_models::ProbeKind::wide, 65, 1, 2);
    add("more", rtl_models::ProbeKind::wide, 160, 3, 3);
  }
  void show_probes() override {
    ++asked;
    shown_ = ports;
  }

  std::array<std::uint64_t, 6> ports{};
  int asked = 0;

 private:
  std::array<std::uint64_t, 6> shown_{};
};

TEST_P(EveryFormat, BlocksShowPortsOfAnyWidthAndTheirClocks) {
  FabricDouble fabric;
  BlockDouble block;
  BlockDouble other;
  block.list_probes("noc.r_0_0.plug_router", fabric.offered);
  other.list_probes("noc.r_1_0.plug_router", fabric.offered);
  for (const microarch::Cycle last : {0U, 4U}) {
    WaveOptions wanted = options("ports" + std::to_string(last));
    wanted.scope_glob = "r_0_0";
    wanted.window_begin = 1;
    wanted.last = last;
    block.asked = 0;
    auto recorder = record(fabric, wanted);
    for (microarch::Cycle cycle = 0; cycle < 4; ++cycle) {
      // What changes in a cycle counts only when it is asked for.
      block.ports = {cycle << 30, 3, cycle % 2, cycle == 3 ? 0U : 0xfU, 0, cycle == 2 ? 0x80000000U : 0U};
      fabric.tick(cycle);
    }
    recorder->close();
    EXPECT_EQ(block.asked, 3) << "of the window";
    EXPECT_EQ(other.asked, 0) << "it is not recorded";
    const WaveContents contents = read_wave(wanted.file);
    const auto values = [&](const std::string& port) {
      std::vector<std::string> list;
      for (const std::uint64_t cycle : {1U, 2U, 3U})
        list.push_back(contents.trace("noc.r_0_0.plug_router." + port).at(cycle * 1'000));
      return list;
    };
    using Values = std::vector<std::string>;
    EXPECT_EQ(contents.traces.size(), 7U);
    EXPECT_EQ(values("count"), (Values{"1073741824", "2147483648", "3221225472"}));
    EXPECT_EQ(contents.trace("noc.r_0_0.plug_router.data").bits, 65U);
    EXPECT_EQ(values("data"), (Values{"0x10000000000000003", "0x3", "0x10000000000000003"}));
    EXPECT_EQ(contents.trace("noc.r_0_0.plug_router.data").changes.size(), 3U);
    EXPECT_EQ(values("more"), (Values{"0xf", "0x800000000000000000000000000000000000000f", "0x0"}));
    for (const std::uint64_t cycle : {1U, 2U, 3U}) {
      for (const std::uint64_t half : {0U, 1U}) {
        const std::uint64_t time = cycle * 1'000 + half * 500;
        EXPECT_EQ(contents.trace("noc.r_0_0.plug_router.clk").at(time), half == 0 ? "1" : "0");
        EXPECT_EQ(contents.trace("noc.r_0_0.plug_router.clk_n").at(time), half == 0 ? "0" : "1");
      }
    }
  }
}

TEST_P(EveryFormat, WithoutAClockThereIsNoneOfABlockEither) {
  FabricDouble fabric;
  BlockDouble block;
  block.list_probes("noc.r_0_0.plug_router", fabric.offered);
  WaveOptions wanted = options("no-clock");
  wanted.clock = false;
  auto recorder = record(fabric, wanted);
  fabric.tick(0);
  recorder->close();
  const WaveContents contents = read_wave(wanted.file);
  EXPECT_EQ(contents.traces.size(), 4U);
  EXPECT_EQ(contents.traces.count("noc.r_0_0.plug_router.clk"), 0U);
}

TEST_P(EveryFormat, WritesOnlyChanges) {
  RouterDouble router;
  const WaveOptions wanted = options();
  auto recorder = record(router, wanted);
  for (std::uint64_t t = 0; t < 10; ++t) {
    if (t == 6) router.packed = 1U << 2;
    router.tick(t);
  }
  recorder->close();
  const WaveContents contents = read_wave(wanted.file);
  const std::vector<std::pair<std::uint64_t, std::string>> occupancy = {{0, "0"}, {6000, "1"}};
  EXPECT_EQ(contents.trace(kPort + ".vc1.occ").changes, occupancy);
  EXPECT_EQ(contents.trace(kPort + ".vc1.state").changes.size(), 1U);
}

TEST_P(EveryFormat, RecordsOnlyTheWindow) {
  RouterDouble router;
  WaveOptions wanted = options();
  wanted.window_begin = 5;
  wanted.window_end = 8;
  auto recorder = record(router, wanted);
  for (std::uint64_t t = 0; t < 20; ++t) {
    router.wide = t;
    router.tick(t);
  }
  EXPECT_EQ(recorder->cycles_recorded(), 3U);
  recorder->close();
  const WaveContents contents = read_wave(wanted.file);
  const std::vector<std::pair<std::uint64_t, std::string>> wide = {{5000, "5"}, {6000, "6"}, {7000, "7"}};
  EXPECT_EQ(contents.trace("noc.r_3_2.out_xp_to_4_2.mask").changes, wide);
  EXPECT_EQ(contents.begin, 5000U);
  EXPECT_EQ(contents.end, 8000U);
}

TEST_P(EveryFormat, TimeAdvancesOverCyclesThatWereJumped) {
  RouterDouble router;
  const WaveOptions wanted = options();
  auto recorder = record(router, wanted);
  router.tick(3);
  router.wide = 9;
  router.tick(1000000);
  EXPECT_EQ(recorder->cycles_recorded(), 2U);
  recorder->close();
  const WaveContents contents = read_wave(wanted.file);
  EXPECT_EQ(contents.trace("noc.cycle").at(999999999), "3");
  EXPECT_EQ(contents.trace("noc.cycle").at(1000000000), "1000000");
  EXPECT_EQ(contents.trace("noc.r_3_2.out_xp_to_4_2.mask").at(999999999), "0");
  EXPECT_EQ(contents.trace("noc.r_3_2.out_xp_to_4_2.mask").at(1000000000), "9");
}

TEST_P(EveryFormat, RecordsOnlyTheSelection) {
  RouterDouble router;
  WaveOptions wanted = options();
  wanted.scope_glob = "in_xp*.vc?.state, flag";
  wanted.clock = false;
  auto recorder = record(router, wanted);
  router.tick(0);
  EXPECT_EQ(recorder->variables(), 3U);
  recorder->close();
  const WaveContents contents = read_wave(wanted.file);
  ASSERT_EQ(contents.traces.size(), 3U);
  EXPECT_EQ(contents.traces.count("noc.cycle"), 1U);
  EXPECT_EQ(contents.traces.count(kPort + ".vc1.state"), 1U);
  EXPECT_EQ(contents.traces.count("noc.r_3_2.out_xp_to_4_2.flag"), 1U);
}

TEST_P(EveryFormat, RendersATextOnlyWhenAWatchedWordHasChanged) {
  RouterDouble router;
  auto recorder = record(router, options());
  router.tick(0);
  EXPECT_EQ(router.renderings, 1);
  router.packed = 77;
  router.wide = 5;
  router.tick(1);
  EXPECT_EQ(router.renderings, 1);
  router.packet = 4;
  router.flag = true;
  router.tick(2);
  EXPECT_EQ(router.renderings, 2);
}

TEST_P(EveryFormat, IsCompleteWhenAnExceptionUnwindsTheRecorder) {
  const WaveOptions wanted = options();
  try {
    RouterDouble router;
    auto recorder = record(router, wanted);
    router.wide = 42;
    router.tick(0);
    throw std::runtime_error("stop");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(read_wave(wanted.file).trace("noc.r_3_2.out_xp_to_4_2.mask").at(0), "42");
}

TEST_P(EveryFormat, IsCompleteWhenTheProcessExitsOrTerminates) {
  const std::string file = folder_.file("exit." + GetParam());
  const auto run = [&](bool exits) {
    // Still open when the process ends; static, so that a leak checker sees that nothing is lost.
    static RouterDouble* const router = new RouterDouble;
    WaveOptions wanted;
    wanted.file = file;
    static WaveRecorder* const recorder = record(*router, wanted).release();
    router->wide = exits ? 1 : 2;
    router->tick(0);
    if (exits && recorder->is_open()) std::exit(3);
    std::terminate();
  };
  EXPECT_EXIT(run(true), testing::ExitedWithCode(3), "");
  EXPECT_EQ(read_wave(file).trace("noc.r_3_2.out_xp_to_4_2.mask").at(0), "1");
  EXPECT_EXIT(run(false), testing::KilledBySignal(SIGABRT), "");
  EXPECT_EQ(read_wave(file).trace("noc.r_3_2.out_xp_to_4_2.mask").at(0), "2");
}

TEST_P(EveryFormat, AWindowThatIsNeverReachedGivesAReadableFile) {
  RouterDouble router;
  WaveOptions wanted = options();
  wanted.window_begin = 100;
  auto recorder = record(router, wanted);
  router.tick(0);
  EXPECT_EQ(recorder->cycles_recorded(), 0U);
  recorder->close();
  EXPECT_EQ(read_wave(wanted.file).traces.size(), 8U);
}

TEST_P(EveryFormat, OutlivesTheFabricAndTheFabricOutlivesIt) {
  const WaveOptions wanted = options();
  auto router = std::make_unique<RouterDouble>();
  auto recorder = record(*router, wanted);
  router->tick(0);
  router.reset();
  recorder->close();

  RouterDouble other;
  recorder = record(other, wanted);
  recorder.reset();
  other.tick(1);
  EXPECT_EQ(read_wave(wanted.file).trace("noc.cycle").changes.size(), 0U);
}

TEST_P(EveryFormat, EqualRunsGiveEqualFiles) {
  std::vector<std::string> bytes;
  for (const char* const name : {"first", "second"}) {
    RouterDouble router;
    const WaveOptions wanted = options(name);
    auto recorder = record(router, wanted);
    for (std::uint64_t t = 0; t < 50; ++t) {
      router.packet = static_cast<std::uint16_t>(t / 3);
      router.tick(t);
    }
    recorder->close();
    std::ifstream stream(wanted.file, std::ios::binary);
    bytes.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  EXPECT_FALSE(bytes[0].empty());
  EXPECT_EQ(bytes[0], bytes[1]);
}

TEST_P(EveryFormat, AFileThatCannotBeOpenedIsAnErrorBeforeTheFirstCycle) {
  RouterDouble router;
  WaveOptions wanted = options();
  wanted.file = folder_.file("absent/run." + GetParam());
  try {
    record(router, wanted);
    FAIL();
  } catch (const WaveError& error) {
    EXPECT_NE(std::string(error.what()).find("wave file there is no folder "), std::string::npos) << error.what();
  }
  std::filesystem::create_directory(folder_.file("folder." + GetParam()));
  wanted.file = folder_.file("folder." + GetParam());
  EXPECT_THROW(record(router, wanted), WaveError);
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat, testing::Values("vcd", "fst"),
                         [](const auto& parameter) { return parameter.param; });

}  // namespace
}  // namespace trenza::waves
