// The output unit alone, in SystemC and in SystemVerilog.
#include "rtl_models/wormhole/output_unit/output_unit.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "rtl_models/common/test_bench.h"
#include "rtl_models/twin/twin_test_support.h"
#include "rtl_models/wormhole/output_unit/output_unit_twin.h"

namespace trenza::rtl_models {
namespace {

class OutputUnitCases : public test_bench::OnBoth {};
RUN_ON_BOTH(OutputUnitCases);

constexpr int kOutputVcs = 32;

struct OutputUnitBench : test_bench::Bench {
  sc_core::sc_signal<std::uint32_t> allocated{"allocated"};
  sc_core::sc_signal<std::uint32_t> released{"released"};
  sc_core::sc_signal<std::uint32_t> held{"held"};
  std::unique_ptr<OutputUnit> made;
  OutputUnit& unit;

  OutputUnitBench() : made(make()), unit(*made) {
    clock(unit);
    unit.allocated.bind(allocated);
    unit.released.bind(released);
    unit.held.bind(held);
    pulse_reset();
  }
  static std::unique_ptr<OutputUnit> make() {
    if (test_bench::on_twin()) return std::make_unique<OutputUnitTwin>("unit", kOutputVcs);
    return std::make_unique<OutputUnit>("unit");
  }
  std::uint32_t after(std::uint32_t taken, std::uint32_t freed) {
    allocated.write(taken);
    released.write(freed);
    step();
    allocated.write(0);
    released.write(0);
    return held.read();
  }
};

TEST_P(OutputUnitCases, HoldsFromTheCycleAfterTheAllocationToThatOfTheRelease) {
  OutputUnitBench bench;
  bench.allocated.write(0b101);
  bench.settle();
  EXPECT_EQ(bench.held.read(), 0U) << "registered";
  EXPECT_EQ(bench.after(0b101, 0), 0b101U);
  EXPECT_EQ(bench.after(0, 0), 0b101U);
  EXPECT_EQ(bench.after(0b010, 0b001), 0b110U);
  bench.step(5);
  EXPECT_EQ(bench.after(0, 0b110), 0U);
}

TEST_P(OutputUnitCases, AVcMayBeTakenAndLeftInOneCycle) {
  OutputUnitBench bench;
  EXPECT_EQ(bench.after(0b1, 0b1), 0U);
  EXPECT_EQ(bench.after(0b1, 0), 0b1U);
}

TEST_P(OutputUnitCases, ResetFreesAll) {
  OutputUnitBench bench;
  bench.after(0xffffffff, 0);
  bench.pulse_reset(1);
  EXPECT_EQ(bench.held.read(), 0U);
}

TEST_P(OutputUnitCases, TakingWhatIsHeldIsAViolation) {
  OutputUnitBench bench;
  bench.after(0b1, 0);
  bench.allocated.write(0b1);
  EXPECT_NE(bench.violation().find("held"), std::string::npos);
}

TEST_P(OutputUnitCases, LeavingWhatIsFreeIsAViolation) {
  OutputUnitBench bench;
  bench.released.write(0b10);
  EXPECT_NE(bench.violation().find("released"), std::string::npos);
}

}  // namespace
}  // namespace trenza::rtl_models
