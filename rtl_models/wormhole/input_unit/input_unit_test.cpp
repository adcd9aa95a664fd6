// The input unit alone, in SystemC and in SystemVerilog: cycles counted by hand.
#include "rtl_models/wormhole/input_unit/input_unit.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "microarch/fabric.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/twin/twin_test_support.h"
#include "rtl_models/wormhole/input_unit/input_unit_twin.h"

namespace trenza::rtl_models {
namespace {

class InputUnitCases : public test_bench::OnBoth {};
RUN_ON_BOTH(InputUnitCases);
class InputUnitShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(InputUnitShapes);

using microarch::make_flit;
using test_bench::Bench;

constexpr int kUnitVcs = 2;
constexpr int kUnitDepth = 3;

struct InputUnitBench : Bench {
  FlitSignals in{"in"};
  sc_core::sc_signal<std::uint64_t> in_ports{"in_ports"};
  sc_core::sc_signal<std::uint64_t> in_vcs{"in_vcs"};
  sc_core::sc_signal<std::uint32_t> pop{"pop"};
  sc_core::sc_signal<std::uint32_t> credit{"credit"};
  test_bench::Signals<std::uint32_t> granted = test_bench::Signals<std::uint32_t>(kUnitVcs);
  test_bench::Signals<std::uint32_t> hold = test_bench::Signals<std::uint32_t>(kUnitVcs);
  test_bench::Signals<std::uint64_t> flit = test_bench::Signals<std::uint64_t>(kUnitVcs);
  test_bench::Signals<std::uint64_t> header = test_bench::Signals<std::uint64_t>(kUnitVcs);
  test_bench::Signals<std::uint64_t> request = test_bench::Signals<std::uint64_t>(kUnitVcs);
  test_bench::Signals<std::uint64_t> ports = test_bench::Signals<std::uint64_t>(kUnitVcs);
  test_bench::Signals<std::uint64_t> vcs = test_bench::Signals<std::uint64_t>(kUnitVcs);
  std::unique_ptr<InputUnit> made;
  InputUnit& unit;

  explicit InputUnitBench(InputUnitAccount::Delays delays, bool falls_through = false)
      : made(test_bench::make_block<InputUnit, InputUnitTwin>("unit", kUnitVcs, kUnitDepth, delays, falls_through)),
        unit(*made) {
    clock(unit);
    unit.in.bind(in);
    unit.in_route_ports.bind(in_ports);
    unit.in_route_vcs.bind(in_vcs);
    unit.pop.bind(pop);
    unit.credit.bind(credit);
    test_bench::bind_all(unit.granted, granted);
    test_bench::bind_all(unit.hold, hold);
    test_bench::bind_all(unit.flit, flit);
    test_bench::bind_all(unit.header, header);
    test_bench::bind_all(unit.request, request);
    test_bench::bind_all(unit.route_ports, ports);
    test_bench::bind_all(unit.route_vcs, vcs);
    pulse_reset();
  }

  void arrive(std::uint32_t vc, FlitWord word, HeaderWord head = 0) {
    test_bench::drive(in, vc, word, head);
    in_ports.write(head + 100);
    in_vcs.write(head + 200);
  }
  /// Ends a cycle, and withdraws what was driven in it.
  void next() {
    step();
    test_bench::release(in);
    pop.write(0);
    for (auto& signal : granted) signal.write(0);
    settle();
  }
  bool waits(std::size_t vc) const { return request[vc].read() != 0; }
  bool may_cross(std::size_t vc) const { return hold[vc].read() != 0; }
};

TEST_P(InputUnitCases, AHeadIsShownInTheCycleAfterTheLink) {
  InputUnitBench bench({0, 0});
  const FlitWord head = make_flit(7, 4, 0);
  bench.arrive(1, head, 5);
  bench.settle();
  EXPECT_FALSE(bench.waits(1)) << "registered";
  bench.next();
  EXPECT_EQ(bench.flit[1].read(), head);
  EXPECT_EQ(bench.header[1].read(), 5U);
  EXPECT_EQ(bench.ports[1].read(), 105U);
  EXPECT_EQ(bench.vcs[1].read(), 205U);
  EXPECT_EQ(bench.request[1].read(), make_request(head));
  EXPECT_FALSE(bench.waits(0));
  EXPECT_FALSE(bench.may_cross(1));
}

TEST_P(InputUnitCases, FallsThroughInTheCycleOfTheLink) {
  InputUnitBench bench({0, 0}, true);
  bench.arrive(0, make_flit(7, 2, 0));
  bench.settle();
  ASSERT_TRUE(bench.waits(0)) << "combinational";
  EXPECT_EQ(bench.unit.account().view(0).occupancy, 1U);
  // Allocated and gone in the same cycle.
  bench.granted[0].write(make_lane(3, false));
  bench.pop.write(0b01);
  bench.settle();
  EXPECT_EQ(bench.credit.read(), 0b01U);
  bench.next();
  EXPECT_FALSE(bench.waits(0));
  EXPECT_FALSE(bench.may_cross(0)) << "its second flit is not there";
  bench.arrive(0, make_flit(7, 2, 1));
  bench.settle();
  EXPECT_EQ(bench.hold[0].read(), make_lane(3, false));
  bench.pop.write(0b01);
  bench.next();
  EXPECT_FALSE(bench.may_cross(0));
  EXPECT_EQ(bench.unit.account().occupancy(0), 0);
  EXPECT_EQ(bench.unit.account().lane(0), 0U) << "the tail is gone";
}

void check_routing_delay(int delay) {
  InputUnitBench bench({delay, 0});
  bench.arrive(0, make_flit(1, 1, 0));
  bench.next();
  for (int t = 0; t <= delay + 2; ++t) {
    EXPECT_EQ(bench.waits(0), t >= delay) << t << " cycles after the arrival";
    EXPECT_EQ(bench.unit.account().view(0).state, t < delay ? VcState::routing : VcState::waiting);
    bench.next();
  }
}
TEST_P(InputUnitCases, RoutingDelay0) { check_routing_delay(0); }
TEST_P(InputUnitCases, RoutingDelay1) { check_routing_delay(1); }
TEST_P(InputUnitShapes, RoutingDelay15) { check_routing_delay(15); }

void check_step(int step) {
  InputUnitBench bench({0, step});
  bench.arrive(0, make_flit(1, 1, 0));
  bench.next();
  bench.granted[0].write(make_lane(2, true));
  bench.settle();
  EXPECT_FALSE(bench.may_cross(0)) << "registered";
  bench.next();  // t: cycles after the allocation
  for (int t = 1; t <= step + 2; ++t) {
    EXPECT_EQ(bench.may_cross(0), t >= step) << t;
    bench.next();
  }
  EXPECT_EQ(bench.hold[0].read(), make_lane(2, true));
}
TEST_P(InputUnitShapes, FromAllocationToTheSwitchOneCycle) { check_step(1); }
TEST_P(InputUnitShapes, FromAllocationToTheSwitchFourCycles) { check_step(4); }

TEST_P(InputUnitCases, AHeadBehindATailStartsInTheCycleAfterTheTailHasCrossed) {
  InputUnitBench bench({1, 0});
  bench.arrive(0, make_flit(1, 1, 0));
  bench.next();
  bench.arrive(0, make_flit(2, 1, 0));
  bench.next();
  ASSERT_EQ(request_packet(bench.request[0].read()), 1U);
  bench.granted[0].write(make_lane(0, false));
  bench.pop.write(0b01);
  bench.next();
  EXPECT_EQ(bench.unit.account().view(0).state, VcState::routing);
  EXPECT_EQ(bench.unit.account().standing(0), InputUnitAccount::Standing::nothing);
  bench.next();
  EXPECT_EQ(request_packet(bench.request[0].read()), 2U);
  EXPECT_EQ(bench.unit.account().standing(0), InputUnitAccount::Standing::nothing) << "not before this cycle";
  bench.next();
  EXPECT_EQ(bench.unit.account().standing(0), InputUnitAccount::Standing::waiting);
}

TEST_P(InputUnitCases, CreditsAreTheFlitsThatCross) {
  InputUnitBench bench({0, 0});
  for (const std::uint32_t vc : {0U, 1U}) {
    bench.arrive(vc, make_flit(vc, 1, 0));
    bench.next();
    bench.granted[vc].write(make_lane(0, false));
    bench.next();
  }
  bench.pop.write(0b11);
  bench.settle();
  EXPECT_EQ(bench.credit.read(), 0b11U) << "several VCs of a port in one cycle";
}

TEST_P(InputUnitCases, OverflowIsAViolation) {
  InputUnitBench bench({0, 0});
  for (int k = 0; k < kUnitDepth; ++k) {
    bench.arrive(0, make_flit(1, 9, k));
    bench.next();
  }
  bench.arrive(0, make_flit(1, 9, kUnitDepth));
  EXPECT_NE(bench.violation().find("unit.vc0: overflow"), std::string::npos);
}

TEST_P(InputUnitCases, FlitsOutOfOrderAreAViolation) {
  InputUnitBench bench({0, 0});
  bench.arrive(0, make_flit(1, 4, 0));
  bench.next();
  bench.arrive(0, make_flit(1, 4, 2));
  EXPECT_NE(bench.violation().find("out of order"), std::string::npos);
}

TEST_P(InputUnitCases, CrossingWithoutAnOutputVcIsAViolation) {
  InputUnitBench bench({0, 0});
  bench.arrive(0, make_flit(1, 4, 0));
  bench.next();
  bench.pop.write(0b01);
  EXPECT_NE(bench.violation().find("without an output VC"), std::string::npos);
}

TEST_P(InputUnitCases, ResetEmpties) {
  InputUnitBench bench({0, 0});
  bench.arrive(0, make_flit(1, 4, 0));
  bench.next();
  bench.pulse_reset(1);
  bench.settle();
  EXPECT_FALSE(bench.waits(0));
  bench.arrive(0, make_flit(2, 4, 0));  // a head, though a body flit was due before the reset
  bench.next();
  EXPECT_TRUE(bench.waits(0));
}

TEST_P(InputUnitCases, ResetEmptiesWhereFlitsFallThrough) {
  InputUnitBench bench({0, 0}, true);
  bench.arrive(0, make_flit(1, 4, 0));
  bench.next();
  ASSERT_TRUE(bench.waits(0));
  bench.pulse_reset(1);
  bench.settle();
  EXPECT_FALSE(bench.waits(0));
}

}  // namespace
}  // namespace trenza::rtl_models
