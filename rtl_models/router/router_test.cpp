// One router alone; the test plays its neighbours. All cases run on the SystemC blocks and on the twin of the whole
// router.
#include "rtl_models/router/router.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/flow_control/flow_control.h"
#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/router/router_twin.h"
#include "rtl_models/twin/twin_test_support.h"
#include "topologies/topology_test_support.h"

namespace trenza::rtl_models {
namespace {

class RouterCases : public test_bench::OnBoth {};
RUN_ON_BOTH(RouterCases);

class RouterShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(RouterShapes);

using microarch::make_flit;
using microarch::with_next_hop;
using test_bench::Bench;
using test_bench::Shown;
using test_bench::shown;
using topologies::NodeId;

constexpr NodeId kCentre = 12;  // (2, 2) of 5 x 5
constexpr NodeId kWest = 11, kEast = 13, kSouth = 7;
constexpr std::size_t kXp = 0, kYp = 2;

struct RouterLog : TerminalObserver {
  std::vector<std::pair<PacketId, Cycle>> heads;
  std::vector<std::tuple<PacketId, int, Cycle>> tails;  // packet, hops, cycle
  void entered(PacketId packet, Cycle cycle) override { heads.emplace_back(packet, cycle); }
  void ejected(NodeId /*node*/, int /*ejector*/, PacketId packet, int /*flits*/, int hops, Cycle cycle) override {
    tails.emplace_back(packet, hops, cycle);
  }
};

/// Of records, of which the twin makes its routes itself.
constexpr int kRecordDimensions = 2;

std::unique_ptr<RouterPorts> make_router(const topologies::Topology& topology,
                                         const microarch::FabricParameters& parameters, TerminalObserver& observer) {
  const RouterPlace place{topology, parameters, kCentre};
  if (test_bench::on_twin()) return std::make_unique<RouterTwin>("router", place, observer, kRecordDimensions);
  return BlockFactory().router("router", place, observer, BlockFactory());
}

struct RouterBench : Bench {
  std::unique_ptr<topologies::Topology> topology = topologies::test_support::make_torus({5, 5});
  RouterLog log;
  std::vector<std::unique_ptr<FlitSignals>> in;
  std::vector<std::unique_ptr<FlitSignals>> out;
  test_bench::Signals<std::uint32_t> credit_out = test_bench::Signals<std::uint32_t>(4);
  test_bench::Signals<std::uint32_t> credit_in = test_bench::Signals<std::uint32_t>(4);
  std::unique_ptr<RouterPorts> made;
  RouterPorts& router;

  explicit RouterBench(const microarch::FabricParameters& parameters)
      : made(make_router(*topology, parameters, log)), router(*made) {
    clock(router);
    router.cycle.bind(cycle);
    for (std::size_t p = 0; p < 4; ++p) {
      in.push_back(std::make_unique<FlitSignals>("in_" + std::to_string(p)));
      out.push_back(std::make_unique<FlitSignals>("out_" + std::to_string(p)));
      router.in[p]->bind(*in[p]);
      router.out[p]->bind(*out[p]);
    }
    test_bench::bind_all(router.credit_out, credit_out);
    test_bench::bind_all(router.credit_in, credit_in);
    pulse_reset();
  }

  /// Null if the router is the twin.
  const Router* of_blocks() const { return dynamic_cast<const Router*>(&router); }
  /// Header of a packet from a neighbour, after its hop by `port` to this node.
  HeaderWord header_from(NodeId source, NodeId destination, std::size_t port) const {
    const auto& routing = topology->routing();
    return routing.advance(source, routing.initial(source, destination, 0), static_cast<topologies::PortId>(port),
                           false);
  }
  /// Flit `position` of a packet on the link by `port`; none outside the packet.
  void arrive(std::size_t port, std::uint32_t vc, PacketId packet, int flits, int position, HeaderWord header) {
    if (position < 0 || position >= flits) return;
    const FlitWord flit = make_flit(packet, flits, position);
    test_bench::drive(*in[port], vc, position == 0 ? with_next_hop(flit) : flit, header);
  }
  void nothing_arrives() {
    for (auto& wires : in) test_bench::release(*wires);
  }
  /// Packet that crosses to output `port`, as a digit; '.' if none.
  std::string crossing(std::size_t port) const {
    return out[port]->valid.read() ? std::to_string(microarch::packet_of(out[port]->flit.read())) : ".";
  }
};

TEST(Router, NamesOfItsChannels) {
  const auto topology = topologies::test_support::make("rtt", 4);  // 8 x 4, the wrap of y adds 4 to x
  const auto& graph = topology->graph();
  const NodeId node = topology->node_at({3, 2});
  EXPECT_EQ(input_name(*topology, graph.in(node, 0)), "xp_from_2_2");
  EXPECT_EQ(output_name(*topology, graph.out(node, 0)), "xp_to_4_2");
  EXPECT_EQ(output_name(*topology, graph.out(node, 3)), "ym_to_3_1");
  EXPECT_EQ(output_name(*topology, graph.out(topology->node_at({7, 1}), 0)), "xp_to_0_1_wrap");
  EXPECT_EQ(input_name(*topology, graph.in(topology->node_at({0, 1}), 0)), "xp_from_7_1_wrap");
  EXPECT_EQ(output_name(*topology, graph.out(topology->node_at({1, 3}), 2)), "yp_to_5_0_twist");
  EXPECT_EQ(input_name(*topology, graph.in(topology->node_at({5, 0}), 2)), "yp_from_1_3_twist");
  EXPECT_EQ(output_name(*topology, graph.out(topology->node_at({5, 0}), 3)), "ym_to_1_3_twist");
}

/// Of most cases, so that one twin serves them: that of the quick tests of tests/rtl_digest_test.cpp.
microarch::FabricParameters small_router_parameters() {
  microarch::FabricParameters parameters;
  parameters.adaptive_vcs = 1;
  parameters.arbiter = microarch::ArbiterPolicy("round_robin");
  parameters.max_packet_flits = 4;
  parameters.buffer_packets = 2;
  parameters.crossbar = microarch::CrossbarKind("per_port");
  return parameters;
}

microarch::FabricParameters larger_router_parameters() {
  microarch::FabricParameters parameters = small_router_parameters();
  parameters.adaptive_vcs = 2;
  parameters.arbiter = {};
  return parameters;
}

void check_latency(microarch::FabricParameters parameters, int router_delay) {
  parameters.router_delay = router_delay;
  RouterBench bench(parameters);
  const HeaderWord through = bench.header_from(kWest, kEast, kXp);
  const HeaderWord here = bench.header_from(kSouth, kCentre, kYp);
  for (int t = 0; t < router_delay + 6; ++t) {
    bench.nothing_arrives();
    bench.arrive(kXp, 1, 5, 3, t, through);
    bench.arrive(kYp, 1, 6, 2, t, here);
    bench.settle();
    const int position = t - router_delay;
    Shown expected;
    if (position >= 0 && position < 3) {
      const FlitWord flit = make_flit(5, 3, position);
      const HeaderWord header = bench.topology->routing().advance(kCentre, through, 0, false);
      expected = {true, 1, position == 0 ? with_next_hop(with_next_hop(flit)) : flit, position == 0 ? header : 0};
    }
    EXPECT_EQ(shown(*bench.out[kXp]), expected) << t;
    EXPECT_EQ(bench.credit_out[kXp].read(), position >= 0 && position < 3 ? 0b010U : 0U) << t;
    EXPECT_EQ(bench.credit_out[kYp].read(), position >= 0 && position < 2 ? 0b010U : 0U) << t;
    bench.step();
  }
  const std::vector<std::tuple<PacketId, int, Cycle>> ejected{{6, 1, static_cast<Cycle>(router_delay + 1)}};
  EXPECT_EQ(bench.log.tails, ejected);
  EXPECT_TRUE(bench.log.heads.empty()) << "nothing was injected here";
}

TEST_P(RouterCases, AHeadLeavesAfterRouterDelay1) { check_latency(small_router_parameters(), 1); }
TEST_P(RouterShapes, AHeadLeavesAfterRouterDelay1) { check_latency(larger_router_parameters(), 1); }
TEST_P(RouterShapes, AHeadLeavesAfterRouterDelay2) { check_latency(larger_router_parameters(), 2); }
TEST_P(RouterShapes, AHeadLeavesAfterRouterDelay6) { check_latency(larger_router_parameters(), 6); }

TEST_P(RouterCases, AnOfferLeavesInItsCycle) {
  RouterBench bench(small_router_parameters());
  bench.step(4);
  const HeaderWord header = bench.topology->routing().initial(kCentre, kEast, 0);
  bench.router.terminal().offer(3, 1, header, 0, bench.now());
  bench.settle();
  EXPECT_EQ(shown(*bench.out[kXp]), (Shown{true, 1, with_next_hop(make_flit(3, 1, 0)),
                                           bench.topology->routing().advance(kCentre, header, 0, false)}));
  bench.step();
  EXPECT_EQ(bench.log.heads, (std::vector<std::pair<PacketId, Cycle>>{{3, 4}}));
}

TEST_P(RouterCases, TimingOfABlockedPacket) {
  RouterBench bench(small_router_parameters());
  std::string trace;
  for (int t = 0; t <= 8; ++t) {
    bench.nothing_arrives();
    bench.arrive(kXp, 1, 1, 4, t - 1, bench.header_from(kWest, kEast, kXp));   // a: its head is in the buffer in 2
    bench.arrive(kYp, 1, 2, 2, t - 2, bench.header_from(kSouth, kEast, kYp));  // b: in 3
    bench.settle();
    trace += bench.crossing(kXp);
    bench.step();
  }
  EXPECT_EQ(trace, "..111122.");
}

/// What leaves by x+ and the slots there in the bubble refusal of the contract: packet 2 (c) is offered in cycle
/// `offered`, packet 3 (d) comes in the ring.
std::pair<std::string, std::string> bubble_traces(bool bubble, int offered) {
  microarch::FabricParameters parameters;
  parameters.adaptive_vcs = 0;
  parameters.max_packet_flits = 4;
  parameters.buffer_packets = 2;
  parameters.bubble = bubble;
  RouterBench bench(parameters);
  const HeaderWord inject = bench.topology->routing().initial(kCentre, kEast, 0);
  bench.router.terminal().offer(1, 4, inject, 0, bench.now());  // the packet that is held up downstream
  bench.step(10);
  std::string crossing;
  std::string slots;
  for (int t = 0; t <= 9; ++t) {
    if (t == offered) bench.router.terminal().offer(2, 4, inject, 1, bench.now());
    bench.nothing_arrives();
    bench.arrive(kXp, 0, 3, 4, t - 1, bench.header_from(kWest, kEast, kXp));
    bench.credit_in[kXp].write(t == 3 || t == 7 ? 1U : 0U);
    bench.settle();
    crossing += bench.crossing(kXp);
    slots += std::to_string(bench.router.credits[0].read());
    bench.step();
  }
  return {crossing, slots};
}

TEST_P(RouterShapes, TimingOfABubbleRefusal) {
  const auto traces = bubble_traces(true, 0);
  EXPECT_EQ(traces.first, "..3333..22");
  EXPECT_EQ(traces.second, "1110111121");
}

TEST_P(RouterShapes, WithoutTheRuleTheSamePacketTakesTheLastSlot) {
  const auto traces = bubble_traces(false, 3);
  EXPECT_EQ(traces.first, "..33332222");
  EXPECT_EQ(traces.second, "1110111011");
}

TEST_P(RouterShapes, OneSlotIsForTheRingOfTheOutput) {
  microarch::FabricParameters parameters;
  parameters.buffer_packets = 1;
  RouterBench bench(parameters);
  const auto& graph = bench.topology->graph();
  for (int port = 0; port < 4; ++port) {
    if (const Router* const of_blocks = bench.of_blocks()) {
      EXPECT_EQ(of_blocks->bubble(port, 0).ring(), bench.topology->ring_of(graph.id(kCentre, port), 0));
    }
    EXPECT_EQ(bench.router.admitted[static_cast<std::size_t>(port)].read(),
              std::uint64_t{1} << (port * parameters.vcs()))
        << "the escape VC of the input port with the number of the output";
  }
}

TEST_P(RouterShapes, ARingOfOneClassIsNotThatOfTheOther) {
  microarch::FabricParameters parameters;
  parameters.buffer_packets = 1;  // a packet that continues can be admitted, no other
  parameters.message_classes = 2;
  parameters.adaptive_vcs = 1;
  RouterBench bench(parameters);
  const int vcs = parameters.vcs();
  for (int port = 0; port < 4; ++port) {
    for (const int vc : {0, 2}) {
      if (const Router* const of_blocks = bench.of_blocks()) {
        EXPECT_EQ(of_blocks->bubble(port, vc).ring(), of_blocks->bubble(port, 0).ring());
      }
      EXPECT_EQ(bench.router.admitted[static_cast<std::size_t>(bench.router.escape_place(port, vc))].read(),
                std::uint64_t{1} << (port * vcs + vc))
          << "the same escape VC of the input port with the number of the output";
    }
  }
  EXPECT_EQ(bench.router.first_vc(4 * vcs - 1), 2);
  EXPECT_EQ(bench.router.first_vc(4 * vcs), 0) << "an injector of requests";
  EXPECT_EQ(bench.router.first_vc(4 * vcs + parameters.injectors), 2) << "an injector of responses";
}

void check_sleep(const microarch::FabricParameters& parameters, const std::function<std::uint32_t(int)>& returned) {
  RouterBench bench(parameters);
  const auto drive = [&](int k) {
    bench.nothing_arrives();
    bench.arrive(kXp, 1, 1, 4, k, bench.header_from(kWest, kEast, kXp));
    bench.arrive(kYp, 1, 2, 2, k - 1, bench.header_from(kSouth, kEast, kYp));
    bench.credit_in[kXp].write(returned(k));
  };
  const auto sample = [&] {
    std::vector<std::uint64_t> values{bench.credit_out[0].read(), bench.credit_out[2].read()};
    for (const auto& wires : bench.out) values.push_back(wires->valid.read() ? wires->flit.read() : 0);
    for (const auto& signal : bench.router.credits) values.push_back(signal.read());
    return values;
  };
  const auto awake = bench.record(18, drive, sample);
  bench.step(50);
  EXPECT_EQ(bench.record(18, drive, sample), awake);
}

TEST_P(RouterCases, SleepIsInvisible) {
  check_sleep(small_router_parameters(), [](int k) { return k >= 10 && k < 16 ? 0b10U : 0U; });
}
TEST_P(RouterShapes, SleepIsInvisible) {
  check_sleep(larger_router_parameters(), [](int k) {
    return k >= 10 && k < 14 ? 0b010U : k >= 14 && k < 16 ? 0b100U : 0U;
  });
}

/// A packet of the random traffic.
struct Sent {
  int flits;
  NodeId destination;
  std::size_t port;  // of arrival
};

void check_random_traffic(const microarch::FabricParameters& parameters) {
  RouterBench bench(parameters);
  const auto& graph = bench.topology->graph();
  const auto vcs = static_cast<std::size_t>(parameters.vcs());
  std::mt19937 random(8);
  std::map<PacketId, Sent> inside;
  PacketId packets = 0;
  struct Sender {
    PacketId packet = 0;
    int flits = 0;
    int position = 0;
    std::uint32_t vc = 0;
    HeaderWord header = 0;
    std::vector<int> credits{2, 8, 8};  // by VC
  };
  std::vector<Sender> senders(4);
  std::vector<std::deque<std::uint32_t>> flits_here(4 * vcs);  // receivers' buffers: one entry a flit, 1 for a tail
  std::vector<PacketId> crossing(4, ~0U);
  std::vector<int> next_position(4);
  std::uint64_t left = 0;
  for (int t = 0; t < 5000; ++t) {
    bench.nothing_arrives();
    for (std::size_t p = 0; p < 4; ++p) {
      Sender& sender = senders[p];
      const NodeId source = graph.in(kCentre, static_cast<topologies::PortId>(p)).from;
      if (sender.position == sender.flits && t < 4500 && random() % 3 != 0) {
        const auto vc = static_cast<std::uint32_t>(random() % vcs);
        const int flits = 1 + static_cast<int>(random() % 4);
        const int charge = microarch::FlowControl::credits_of_packet(vc == 0, flits);
        const auto destination = static_cast<NodeId>(random() % 25);
        if (destination == source || sender.credits[vc] < charge) continue;
        const HeaderWord header = bench.topology->routing().initial(source, destination, random());
        if (((bench.topology->routing().choices(source, header).adaptive_ports() >> p) & 1U) == 0) continue;
        sender.credits[vc] -= charge;
        sender = {packets,
                  flits,
                  0,
                  vc,
                  bench.topology->routing().advance(kCentre, header, static_cast<topologies::PortId>(p), false),
                  sender.credits};
        inside[packets++] = {flits, destination, p};
      }
      if (sender.position < sender.flits)
        bench.arrive(p, sender.vc, sender.packet, sender.flits, sender.position++, sender.header);
    }
    // Receivers empty their buffers at random.
    for (std::size_t p = 0; p < 4; ++p) {
      std::uint32_t credit = 0;
      for (std::size_t vc = 0; vc < vcs; ++vc) {
        auto& buffer = flits_here[p * vcs + vc];
        if (buffer.empty() || random() % 3 == 0) continue;
        if (vc != 0 || buffer.front() == 1) credit |= 1U << vc;
        buffer.pop_front();
      }
      bench.credit_in[p].write(credit);
    }
    bench.settle();
    for (std::size_t p = 0; p < 4; ++p) {
      for (std::size_t vc = 0; vc < vcs; ++vc)
        senders[p].credits[vc] += static_cast<int>((bench.credit_out[p].read() >> vc) & 1U);
      if (!bench.out[p]->valid.read()) {
        ASSERT_EQ(next_position[p], 0) << "a gap in a packet, cycle " << t;
        continue;
      }
      const FlitWord flit = bench.out[p]->flit.read();
      ASSERT_EQ(microarch::position_of(flit), next_position[p]) << t;
      const PacketId packet = microarch::packet_of(flit);
      if (microarch::is_head(flit)) {
        crossing[p] = packet;
        ASSERT_EQ(microarch::hops_of(flit), 2);
        ASSERT_EQ(inside.count(packet), 1U);
        const NodeId destination = inside[packet].destination;
        ASSERT_EQ(topologies::destination_of(bench.out[p]->header.read()), destination);
        const NodeId next = graph.out(kCentre, static_cast<topologies::PortId>(p)).to;
        ASSERT_EQ(bench.topology->routing().distance(next, destination),
                  bench.topology->routing().distance(kCentre, destination) - 1);
      }
      ASSERT_EQ(packet, crossing[p]);
      next_position[p] = microarch::is_tail(flit) ? 0 : next_position[p] + 1;
      auto& buffer = flits_here[p * vcs + bench.out[p]->vc.read()];
      buffer.push_back(microarch::is_tail(flit) ? 1U : 0U);
      ASSERT_LE(buffer.size(), 8U) << "credits guarantee room";
      if (microarch::is_tail(flit)) left += inside.erase(packet);
    }
    bench.step();
  }
  for (const auto& tail : bench.log.tails) {
    ASSERT_EQ(inside[std::get<0>(tail)].destination, kCentre);
    left += inside.erase(std::get<0>(tail));
  }
  EXPECT_TRUE(inside.empty());
  for (std::size_t k = 0; k < 4 * vcs; ++k) EXPECT_EQ(bench.router.credits[k].read(), k % vcs == 0 ? 2U : 8U) << k;
  EXPECT_EQ(left, packets);
  EXPECT_GT(packets, 2000U);
}

TEST_P(RouterCases, RandomTrafficLeavesWholeAndByAProductivePort) { check_random_traffic(small_router_parameters()); }
TEST_P(RouterShapes, RandomTrafficLeavesWholeAndByAProductivePort) { check_random_traffic(larger_router_parameters()); }

}  // namespace
}  // namespace trenza::rtl_models
