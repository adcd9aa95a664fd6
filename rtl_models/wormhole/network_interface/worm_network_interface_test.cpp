// The network interface of a flit-level router alone, in SystemC and in SystemVerilog: what the source sends in which
// cycle, and when packets are ejected.
#include "rtl_models/wormhole/network_interface/worm_network_interface.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/twin/twin_test_support.h"
#include "rtl_models/wormhole/network_interface/worm_network_interface_twin.h"
#include "rtl_models/wormhole/worm_test_support.h"

namespace trenza::rtl_models {
namespace {

class WormNetworkInterfaceCases : public test_bench::OnBoth {};
RUN_ON_BOTH(WormNetworkInterfaceCases);
class WormNetworkInterfaceShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(WormNetworkInterfaceShapes);

using microarch::FabricParameters;
using microarch::make_flit;

struct WormTerminalLog : TerminalObserver {
  std::vector<std::string> lines;
  void entered(PacketId packet, Cycle cycle) override {
    lines.push_back(fmt::format("{} enters in {}", packet, cycle));
  }
  void ejected(topologies::NodeId node, int ejector, PacketId packet, int flits, int hops, Cycle cycle) override {
    lines.push_back(
        fmt::format("{} of {} flits, {} hops leaves {} by {} in {}", packet, flits, hops, node, ejector, cycle));
  }
};
using Lines = std::vector<std::string>;

struct WormInterfaceBench : test_bench::Bench {
  WormTerminalLog log;
  FlitSignals out{"out"};
  sc_core::sc_signal<std::uint32_t> credit{"credit"};
  test_bench::Signals<bool> eject_valid = test_bench::Signals<bool>(1);
  test_bench::Signals<std::uint64_t> eject_flit = test_bench::Signals<std::uint64_t>(1);
  std::unique_ptr<WormNetworkInterface> made;
  WormNetworkInterface& interface;

  explicit WormInterfaceBench(const FabricParameters& parameters)
      : made(test_bench::make_block<WormNetworkInterface, WormNetworkInterfaceTwin>("interface", parameters, 5, log)),
        interface(*made) {
    clock(interface);
    interface.cycle.bind(cycle);
    interface.out.bind(out);
    interface.credit.bind(credit);
    test_bench::bind_all(interface.eject_valid, eject_valid);
    test_bench::bind_all(interface.eject_flit, eject_flit);
    pulse_reset();
    settle();
  }
  void offer(PacketId packet, int flits, int message_class = 0) {
    interface.offer(message_class, {packet, flits, 1000 + packet});
  }
  /// What is sent in `cycles` cycles: packet, position and VC; credits[k] come back in cycle k.
  std::string sent(int cycles, const std::vector<std::uint32_t>& credits = {}) {
    std::string text;
    for (int k = 0; k < cycles; ++k) {
      credit.write(static_cast<std::size_t>(k) < credits.size() ? credits[static_cast<std::size_t>(k)] : 0);
      settle();
      if (out.valid.read()) {
        const FlitWord flit = out.flit.read();
        text += fmt::format("{}.{}@{} ", microarch::packet_of(flit), microarch::position_of(flit), out.vc.read());
        if (microarch::is_head(flit)) {
          EXPECT_EQ(out.header.read(), 1000 + microarch::packet_of(flit));
        }
      } else {
        text += "- ";
      }
      step();
    }
    return text;
  }
};

FabricParameters parameters(int vcs, int depth, const char* injection) {
  FabricParameters p = test_bench::worm_parameters(vcs, depth);
  p.wormhole.injection = injection;
  return p;
}

TEST_P(WormNetworkInterfaceCases, SideBySideSendsAFlitOfEachInTurn) {
  WormInterfaceBench bench(parameters(2, 8, "side_by_side"));
  bench.offer(1, 3);
  bench.offer(2, 2);
  bench.offer(3, 1);
  // 3 takes the VC that 2 has left.
  EXPECT_EQ(bench.sent(7), "1.0@0 2.0@1 1.1@0 2.1@1 1.2@0 3.0@1 - ");
  EXPECT_EQ(bench.log.lines, (Lines{"1 enters in 0", "2 enters in 1", "3 enters in 5"}));
}

TEST_P(WormNetworkInterfaceCases, OneAtATimeSendsPacketAfterPacket) {
  WormInterfaceBench bench(parameters(2, 8, "one_at_a_time"));
  bench.offer(1, 3);
  bench.offer(2, 2);
  bench.offer(3, 1);
  EXPECT_EQ(bench.sent(7), "1.0@0 1.1@0 1.2@0 2.0@1 2.1@1 3.0@0 - ");
}

TEST_P(WormNetworkInterfaceShapes, AFlitNeedsACreditWhichCountsInTheNextCycle) {
  WormInterfaceBench bench(parameters(1, 2, "side_by_side"));
  bench.offer(1, 4);
  EXPECT_EQ(bench.sent(8, {0, 0, 0, 1, 1, 0, 0, 0}), "1.0@0 1.1@0 - - 1.2@0 1.3@0 - - ");
}

TEST_P(WormNetworkInterfaceShapes, AtomicTakesAVcWithAllItsCredits) {
  FabricParameters p = parameters(1, 2, "side_by_side");
  p.wormhole.reallocation = "atomic";
  WormInterfaceBench bench(p);
  bench.offer(1, 2);
  bench.offer(2, 1);
  EXPECT_EQ(bench.sent(7, {0, 1, 0, 1, 0, 0, 0}), "1.0@0 1.1@0 - - 2.0@0 - - ");
}

TEST_P(WormNetworkInterfaceShapes, ClassesTakeTurnsOneAtATime) {
  FabricParameters p = parameters(1, 8, "one_at_a_time");
  p.message_classes = 2;
  WormInterfaceBench bench(p);
  bench.offer(1, 2, 0);
  bench.offer(2, 1, 0);
  bench.offer(3, 1, 1);
  EXPECT_EQ(bench.sent(5), "1.0@0 1.1@0 3.0@1 2.0@0 - ");
}

TEST_P(WormNetworkInterfaceShapes, ClassesSideBySideTakeTheirOwnVcs) {
  FabricParameters p = parameters(2, 8, "side_by_side");
  p.message_classes = 2;
  WormInterfaceBench bench(p);
  for (const PacketId packet : {1U, 2U, 3U}) bench.offer(packet, 2, 1);
  bench.offer(4, 1, 0);
  // 3 waits for a VC of its class.
  EXPECT_EQ(bench.sent(8), "4.0@0 1.0@2 2.0@3 1.1@2 2.1@3 3.0@2 3.1@2 - ");
}

TEST_P(WormNetworkInterfaceCases, APacketThatIsOfferedLaterIsSentInItsCycle) {
  WormInterfaceBench bench(parameters(2, 8, "side_by_side"));
  EXPECT_EQ(bench.sent(3), "- - - ");
  bench.offer(9, 1);
  EXPECT_EQ(bench.sent(2), "9.0@0 - ");
  EXPECT_EQ(bench.log.lines, Lines{"9 enters in 3"});
}

TEST_P(WormNetworkInterfaceShapes, InterleavedPacketsAreEjectedWithTheirTails) {
  FabricParameters p = parameters(2, 8, "side_by_side");
  p.wormhole.ejection_delay = 3;
  WormInterfaceBench bench(p);
  FlitWord first_head = make_flit(4, 2, 0);
  for (int hop = 0; hop < 6; ++hop) first_head = microarch::with_next_hop(first_head);
  for (const FlitWord flit :
       {first_head, make_flit(5, 3, 0), make_flit(5, 3, 1), make_flit(4, 2, 1), make_flit(5, 3, 2)}) {
    bench.eject_valid[0].write(true);
    bench.eject_flit[0].write(flit);
    bench.step();
  }
  bench.eject_valid[0].write(false);
  bench.step(6);
  // The tails crossed in 3 and in 4.
  EXPECT_EQ(bench.log.lines,
            (Lines{"4 of 2 flits, 6 hops leaves 5 by 0 in 6", "5 of 3 flits, 0 hops leaves 5 by 0 in 7"}));
}

TEST_P(WormNetworkInterfaceCases, AFlitThatIsMissingIsAViolation) {
  WormInterfaceBench bench(parameters(2, 8, "side_by_side"));
  bench.eject_valid[0].write(true);
  bench.eject_flit[0].write(make_flit(4, 3, 0));
  bench.step();
  bench.eject_flit[0].write(make_flit(4, 3, 2));
  bench.step();
  EXPECT_NE(bench.violation().find("flit 2 of packet 4"), std::string::npos);
}

TEST_P(WormNetworkInterfaceCases, ACreditTooManyIsAViolation) {
  WormInterfaceBench bench(parameters(2, 8, "side_by_side"));
  bench.credit.write(0b10);
  EXPECT_NE(bench.violation().find("9 credits of 8"), std::string::npos);
}

}  // namespace
}  // namespace trenza::rtl_models
