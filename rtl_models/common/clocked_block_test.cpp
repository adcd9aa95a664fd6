// The base of the clocked blocks: reset, edges, sleep.
#include "rtl_models/common/clocked_block.h"

#include <gtest/gtest.h>

#include "rtl_models/common/held_output.h"
#include "rtl_models/common/test_bench.h"

namespace trenza::rtl_models {
namespace {

using test_bench::Bench;

/// Counts the edges in which its input is up; sleeps while it is down.
class SleepingCounter : public ClockedBlock {
 public:
  sc_core::sc_in<bool> up{"up"};
  sc_core::sc_out<std::uint32_t> count{"count"};
  int edges = 0;
  int clears = 0;

  explicit SleepingCounter(const sc_core::sc_module_name& name) : ClockedBlock(name) {}

 private:
  bool edge() override {
    ++edges;
    if (!up.read()) return false;
    ++counted_;
    count.write(counted_);
    return true;
  }
  void clear() override {
    ++clears;
    counted_ = 0;
    count.write(0);
  }
  void end_of_elaboration() override {
    ClockedBlock::end_of_elaboration();
    wake_on(up.value_changed_event());
  }
  std::uint32_t counted_ = 0;
};

struct SleeperBench : Bench {
  sc_core::sc_signal<bool> up{"up"};
  sc_core::sc_signal<std::uint32_t> count{"count"};
  SleepingCounter block{"block"};

  SleeperBench() {
    clock(block);
    block.up.bind(up);
    block.count.bind(count);
    pulse_reset();
  }
};

TEST(ClockedBlock, SleepsUntilItsInputChanges) {
  SleeperBench bench;
  EXPECT_EQ(bench.block.clears, 2);
  bench.step(50);
  EXPECT_EQ(bench.block.edges, 1) << "one edge to find that there is nothing to do";
  bench.up.write(true);
  bench.step(3);
  EXPECT_EQ(bench.count.read(), 3U) << "the edge of the cycle in which the input rose counts";
  bench.up.write(false);
  bench.step(50);
  EXPECT_EQ(bench.count.read(), 3U);
  EXPECT_EQ(bench.block.edges, 5);
}

TEST(ClockedBlock, AnInputThatFallsBackBeforeTheEdgeIsNotSeen) {
  SleeperBench bench;
  bench.step(5);
  bench.up.write(true);
  bench.settle();
  bench.up.write(false);
  bench.step(5);
  EXPECT_EQ(bench.count.read(), 0U);
}

TEST(ClockedBlock, ResetReachesASleeper) {
  SleeperBench bench;
  bench.up.write(true);
  bench.step(4);
  bench.up.write(false);
  bench.step(50);
  bench.pulse_reset(1);
  EXPECT_EQ(bench.count.read(), 0U);
  EXPECT_EQ(bench.block.clears, 3);
  bench.up.write(true);
  bench.step(2);
  EXPECT_EQ(bench.count.read(), 2U);
}

TEST(ClockedBlock, NothingIsCountedInReset) {
  SleeperBench bench;
  bench.up.write(true);
  bench.step(2);
  bench.pulse_reset(3);
  EXPECT_EQ(bench.count.read(), 0U);
  bench.step();
  EXPECT_EQ(bench.count.read(), 1U);
}

/// Writes the same value to a held and to a plain output in every cycle.
class Writer : public sc_core::sc_module {
 public:
  sc_core::sc_out<std::uint32_t> plain{"plain"};
  sc_core::sc_out<std::uint32_t> held{"held"};
  sc_core::sc_in<std::uint32_t> value{"value"};

  explicit Writer(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_HAS_PROCESS(Writer);
    SC_METHOD(copy);
    sensitive << value;
  }

 private:
  void copy() {
    plain.write(value.read());
    held_.write(held, value.read());
  }
  HeldOutput<std::uint32_t> held_;
};

TEST(HeldOutput, ShowsWhatAPlainWriteShows) {
  Bench bench;
  sc_core::sc_signal<std::uint32_t> value{"value"};
  sc_core::sc_signal<std::uint32_t> plain{"plain"};
  sc_core::sc_signal<std::uint32_t> held{"held"};
  Writer writer("writer");
  writer.value.bind(value);
  writer.plain.bind(plain);
  writer.held.bind(held);
  for (const std::uint32_t next : {0U, 5U, 5U, 0U, 7U, 0U}) {
    value.write(next);
    bench.settle();
    EXPECT_EQ(held.read(), next);
    EXPECT_EQ(plain.read(), next);
  }
}

}  // namespace
}  // namespace trenza::rtl_models
