// Bubble control alone, and with a credit counter through the bubble refusal of the contract.
#include "rtl_models/bubble_control/bubble_control.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "rtl_models/bubble_control/bubble_control_twin.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/twin/twin_test_support.h"

namespace trenza::rtl_models {
namespace {

class BubbleControlCases : public test_bench::OnBoth {};
RUN_ON_BOTH(BubbleControlCases);
class BubbleControlShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(BubbleControlShapes);

using test_bench::Bench;

constexpr std::uint64_t kContinuing = 0b000100;
constexpr std::uint64_t kAll = 0b111111;

struct BubbleBench : Bench {
  sc_core::sc_signal<std::uint32_t> slots{"slots"};
  sc_core::sc_signal<std::uint64_t> admitted_on{"admitted_on"};
  sc_core::sc_signal<std::uint64_t> admitted_off{"admitted_off"};
  std::unique_ptr<BubbleControl> made_on;
  std::unique_ptr<BubbleControl> made_off;
  BubbleControl& on;
  BubbleControl& off;

  explicit BubbleBench(std::uint64_t continuing = kContinuing, std::uint64_t all = kAll)
      : made_on(test_bench::make_block<BubbleControl, BubbleControlTwin>("on", 3, continuing, all, true)),
        made_off(test_bench::make_block<BubbleControl, BubbleControlTwin>("off", 4, continuing, all, false)),
        on(*made_on),
        off(*made_off) {
    on.slots.bind(slots);
    on.admitted.bind(admitted_on);
    off.slots.bind(slots);
    off.admitted.bind(admitted_off);
    settle();
  }

  void offer_slots(std::uint32_t free) {
    slots.write(free);
    settle();  // no edge: combinational
  }
};

TEST_P(BubbleControlCases, AdmitsByTheSlots) {
  BubbleBench bench;
  for (const std::uint32_t free : {0U, 1U, 2U, 3U, 1U, 255U, 2U, 0U, 2U, 1U, 0U}) {
    bench.offer_slots(free);
    EXPECT_EQ(bench.admitted_on.read(), free >= 2 ? kAll : free == 1 ? kContinuing : 0) << free;
    EXPECT_EQ(bench.admitted_off.read(), free >= 1 ? kAll : 0) << free;
  }
}

TEST_P(BubbleControlCases, KnowsItsRing) {
  BubbleBench bench;
  EXPECT_EQ(bench.on.ring(), 3);
  EXPECT_EQ(bench.off.ring(), 4);
}

TEST_P(BubbleControlShapes, ServesTheWidestRouter) {
  const std::uint64_t all = ~std::uint64_t{0};
  const std::uint64_t continuing = std::uint64_t{1} << 63;
  BubbleBench bench(continuing, all);
  bench.offer_slots(1);
  EXPECT_EQ(bench.admitted_on.read(), continuing);
  bench.offer_slots(2);
  EXPECT_EQ(bench.admitted_on.read(), all);
}

TEST_P(BubbleControlCases, DrivesItsOutputWithoutAClock) {
  BubbleBench bench;
  EXPECT_EQ(bench.admitted_on.read(), 0U) << "no slots, nobody is admitted";
  bench.step(50);
  bench.offer_slots(2);
  EXPECT_EQ(bench.admitted_on.read(), kAll) << "after 50 cycles without a change";
}

/// The counter of an escape VC of 2 slots in front of the bubble control of its output.
struct RefusalBench : Bench {
  static constexpr std::uint64_t kEnters = 0b100000;     // packet c, from an injector
  static constexpr std::uint64_t kContinues = 0b000100;  // packet d, in the ring

  sc_core::sc_signal<std::uint32_t> charge{"charge"};
  sc_core::sc_signal<std::uint32_t> credit{"credit"};
  sc_core::sc_signal<std::uint32_t> slots{"slots"};
  sc_core::sc_signal<std::uint64_t> admitted{"admitted"};
  CreditCounter counter{"credits", {2}};
  std::unique_ptr<BubbleControl> made;
  BubbleControl& bubble;

  explicit RefusalBench(bool rule)
      : made(test_bench::make_block<BubbleControl, BubbleControlTwin>("bubble", 0, kContinues, kEnters | kContinues,
                                                                      rule)),
        bubble(*made) {
    clock(counter);
    counter.charge.bind(charge);
    counter.credit.bind(credit);
    counter.credits[0].bind(slots);
    bubble.slots.bind(slots);
    bubble.admitted.bind(admitted);
    pulse_reset();
    charge.write(make_charge(0, 1));  // the packet that is held up downstream
    step();
    charge.write(0);
  }

  bool admits(std::uint64_t input) const { return (admitted.read() & input) != 0; }
};

TEST_P(BubbleControlCases, TimingOfABubbleRefusal) {
  RefusalBench bench(true);
  std::string slots;
  std::string entering;
  std::string continuing;
  for (int t = 0; t <= 8; ++t) {
    bench.settle();
    slots += std::to_string(bench.slots.read());
    entering += bench.admits(RefusalBench::kEnters) ? 'y' : 'n';
    continuing += bench.admits(RefusalBench::kContinues) ? 'y' : 'n';
    bench.charge.write(t == 2 ? make_charge(0, 1) : 0);  // d is granted
    bench.credit.write(t == 3 || t == 7 ? 1U : 0U);      // tails cross out downstream
    bench.step();
  }
  EXPECT_EQ(slots, "111011112");
  EXPECT_EQ(entering, "nnnnnnnny");
  EXPECT_EQ(continuing, "yyynyyyyy");
}

TEST_P(BubbleControlCases, TimingWithoutTheRule) {
  RefusalBench bench(false);
  std::string entering;
  for (int t = 0; t <= 4; ++t) {
    bench.settle();
    entering += bench.admits(RefusalBench::kEnters) ? 'y' : 'n';
    bench.charge.write(t == 2 ? make_charge(0, 1) : 0);
    bench.credit.write(t == 3 ? 1U : 0U);
    bench.step();
  }
  EXPECT_EQ(entering, "yyyny");
}

}  // namespace
}  // namespace trenza::rtl_models
