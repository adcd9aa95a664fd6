// The credit counter alone, against integers.
#include "rtl_models/credit_counter/credit_counter.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/credit_counter/credit_counter_twin.h"
#include "rtl_models/twin/twin_test_support.h"

namespace trenza::rtl_models {
namespace {

class CreditCounterCases : public test_bench::OnBoth {};
RUN_ON_BOTH(CreditCounterCases);
class CreditCounterShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(CreditCounterShapes);

using test_bench::Bench;

struct CounterBench : Bench {
  sc_core::sc_signal<std::uint32_t> charge{"charge"};
  sc_core::sc_signal<std::uint32_t> credit{"credit"};
  test_bench::Signals<std::uint32_t> credits;
  std::unique_ptr<CreditCounter> made;
  CreditCounter& counter;

  explicit CounterBench(const std::vector<int>& initial)
      : credits(initial.size()),
        made(test_bench::make_block<CreditCounter, CreditCounterTwin>("counter_under_test", initial)),
        counter(*made) {
    clock(counter);
    counter.charge.bind(charge);
    counter.credit.bind(credit);
    test_bench::bind_all(counter.credits, credits);
    pulse_reset();
  }

  /// One cycle in which `vc` is charged `taken` credits (none if 0) and the VCs of `returned` get one each.
  void cycle_with(int vc, int taken, std::uint32_t returned) {
    charge.write(taken == 0 ? 0 : make_charge(vc, taken));
    credit.write(returned);
    step();
    charge.write(0);
    credit.write(0);
  }

  std::vector<int> counts() const {
    std::vector<int> values;
    for (const auto& signal : credits) values.push_back(static_cast<int>(signal.read()));
    return values;
  }
};

using Counts = std::vector<int>;

TEST_P(CreditCounterShapes, ResetFills) {
  CounterBench bench({2, 8, 12});
  EXPECT_EQ(bench.counts(), (Counts{2, 8, 12}));
  bench.cycle_with(1, 5, 0);
  bench.cycle_with(0, 1, 0);
  EXPECT_EQ(bench.counts(), (Counts{1, 3, 12}));
  bench.pulse_reset(1);
  EXPECT_EQ(bench.counts(), (Counts{2, 8, 12}));
}

TEST_P(CreditCounterCases, ChargeAndCreditShowInTheNextCycle) {
  CounterBench bench({2, 8, 8});
  bench.charge.write(make_charge(2, 3));
  bench.settle();
  EXPECT_EQ(bench.counts(), (Counts{2, 8, 8})) << "registered";
  bench.step();
  bench.charge.write(0);
  EXPECT_EQ(bench.counts(), (Counts{2, 8, 5}));
  bench.credit.write(0b100);
  bench.settle();
  EXPECT_EQ(bench.counts(), (Counts{2, 8, 5})) << "registered";
  bench.step();
  EXPECT_EQ(bench.counts(), (Counts{2, 8, 6}));
  bench.step();  // the wire stays up: one more credit
  EXPECT_EQ(bench.counts(), (Counts{2, 8, 7}));
}

TEST_P(CreditCounterCases, CreditsOfSeveralVcsComeInOneCycle) {
  CounterBench bench({2, 8, 8});
  bench.cycle_with(0, 1, 0);
  bench.cycle_with(1, 2, 0);
  bench.cycle_with(2, 4, 0);
  EXPECT_EQ(bench.counts(), (Counts{1, 6, 4}));
  bench.cycle_with(0, 0, 0b111);
  EXPECT_EQ(bench.counts(), (Counts{2, 7, 5}));
}

TEST_P(CreditCounterCases, ChargeAndCreditOfOneCycleBothApply) {
  CounterBench bench({2, 8, 8});
  bench.cycle_with(1, 4, 0);
  bench.cycle_with(1, 3, 0b010);
  EXPECT_EQ(bench.counts(), (Counts{2, 2, 8}));
  bench.cycle_with(2, 1, 0b010);
  EXPECT_EQ(bench.counts(), (Counts{2, 3, 7}));
}

TEST_P(CreditCounterShapes, TimingOfACreditThatArrivesWithARequest) {
  // Cycles 3 to 6 of the diagram: 3 credits, a flit crosses out downstream in 4 and another in 5, the grant of 4 flits
  // is in 5.
  CounterBench bench({1, 4});
  bench.cycle_with(1, 1, 0);
  EXPECT_EQ(bench.counts()[1], 3);  // cycle 3
  bench.cycle_with(0, 0, 0);
  EXPECT_EQ(bench.counts()[1], 3);  // cycle 4
  bench.cycle_with(0, 0, 0b10);
  EXPECT_EQ(bench.counts()[1], 4);  // cycle 5: enough
  bench.cycle_with(1, 4, 0b10);
  EXPECT_EQ(bench.counts()[1], 1);  // cycle 6: 4 - 4 + 1
}

TEST_P(CreditCounterShapes, TheLargestChargeFitsTheWord) {
  CounterBench bench({255, 255 * microarch::kMaxPacketFlits});
  bench.cycle_with(1, microarch::kMaxPacketFlits, 0);
  EXPECT_EQ(bench.counts(), (Counts{255, 254 * microarch::kMaxPacketFlits}));
}

TEST_P(CreditCounterCases, RandomChargesAndCredits) {
  const Counts initial{3, 12, 12, 5};
  CounterBench bench(initial);
  Counts expected = initial;
  std::mt19937 random(3);
  int burst = 0;
  bool active = false;
  for (int t = 0; t < 5000; ++t) {
    if (burst-- == 0) {  // gaps let the counter sleep
      active = !active;
      burst = static_cast<int>(random() % 30);
    }
    std::uint32_t returned = 0;
    int vc = 0;
    int taken = 0;
    if (active) {
      for (std::size_t v = 0; v < expected.size(); ++v) {
        if (random() % 2 == 0 && expected[v] < initial[v]) returned |= 1U << v;
      }
      vc = static_cast<int>(random() % expected.size());
      taken = static_cast<int>(random() % 5);
      if (taken > expected[static_cast<std::size_t>(vc)]) taken = 0;
    }
    for (std::size_t v = 0; v < expected.size(); ++v) expected[v] += static_cast<int>((returned >> v) & 1U);
    expected[static_cast<std::size_t>(vc)] -= taken;
    bench.cycle_with(vc, taken, returned);
    ASSERT_EQ(bench.counts(), expected) << "cycle " << t;
  }
}

TEST_P(CreditCounterCases, SleepIsInvisible) {
  CounterBench bench({2, 8});
  const auto drive = [&](int k) {
    bench.charge.write(k == 0 ? make_charge(1, 3) : 0);
    bench.credit.write(k == 2 || k == 3 || k == 6 ? 0b10 : 0);
  };
  const auto sample = [&] { return bench.counts(); };
  const auto awake = bench.record(8, drive, sample);
  bench.step(50);
  EXPECT_EQ(bench.record(8, drive, sample), awake);
}

TEST_P(CreditCounterCases, UnderflowIsAViolation) {
  CounterBench bench({2, 8});
  bench.cycle_with(1, 6, 0);
  bench.charge.write(make_charge(1, 3));
  const std::string report = bench.violation();
  EXPECT_NE(report.find("counter_under_test.vc1: -1 credits of 8"), std::string::npos) << report;
}

TEST_P(CreditCounterShapes, UnderflowOfASlotIsAViolation) {
  CounterBench bench({1, 8});
  bench.cycle_with(0, 1, 0);
  bench.charge.write(make_charge(0, 1));
  EXPECT_NE(bench.violation().find("vc0"), std::string::npos);
}

TEST_P(CreditCounterCases, ACreditTooManyIsAViolation) {
  CounterBench bench({2, 8});
  bench.credit.write(0b10);
  const std::string report = bench.violation();
  EXPECT_NE(report.find("vc1: 9 credits of 8"), std::string::npos) << report;
}

TEST_P(CreditCounterCases, AFullCounterMayBeChargedAndCreditedAtOnce) {
  CounterBench bench({2, 8});
  bench.cycle_with(1, 1, 0b10);
  EXPECT_EQ(bench.counts(), (Counts{2, 8}));
  bench.cycle_with(1, 8, 0);
  bench.cycle_with(1, 1, 0b10);
  EXPECT_EQ(bench.counts(), (Counts{2, 0})) << "an empty one too";
}

}  // namespace
}  // namespace trenza::rtl_models
