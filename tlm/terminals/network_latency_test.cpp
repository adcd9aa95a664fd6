// Times that are computed by hand from docs/microarchitecture.md, section 11. RTT(2) is 4 x 2; node 1 is one hop from
// node 0, node 2 two hops. Cycles of 10 ns, R = 2, L = 3, 4 bytes in a flit, addresses of 4 bytes.
#include <gtest/gtest.h>

#include "tlm/terminals/terminals_test_support.h"

namespace trenza::tlm {
namespace {

NetworkParameters slow_routers() {
  NetworkParameters parameters = network_parameters();
  parameters.fabric.router_delay = 2;
  parameters.fabric.link_delay = 3;
  return parameters;
}

/// One initiator at node 0; targets at nodes 0, 1 and 2.
struct LatencyMachine : RunningMachine {
  explicit LatencyMachine(const NetworkParameters& parameters = slow_routers())
      : RunningMachine(parameters, 1, {0, 1, 2}) {}
  /// Sends a request and runs until all is done.
  void run(Payload& payload) {
    initiator.send(payload, ::tlm::BEGIN_REQ);
    sc_core::sc_start(ns(1000));
  }
  /// A payload for byte 64 of the memory of a node.
  Payload& make(::tlm::tlm_command command, std::uint64_t node, unsigned bytes) {
    return pool.make(command, node * kMemoryBytes + 64, bytes);
  }
};

TEST(NetworkLatency, WriteOverOneHop) {
  LatencyMachine machine;
  Payload& payload = machine.make(kWrite, 1, 16);
  EXPECT_EQ(machine.initiator.send(payload, ::tlm::BEGIN_REQ), ::tlm::TLM_UPDATED);
  EXPECT_EQ(machine.initiator.returned_phase, ::tlm::END_REQ);
  sc_core::sc_start(ns(1000));
  // Header, address, 4 of data: 6 flits. 1 * (2 + 3) + 5 + 1 = 11: ejected in cycle 11, which ends at 120 ns.
  EXPECT_EQ(machine.targets[1].begin_request.at(&payload), 120);
  EXPECT_EQ(machine.targets[1].addresses.at(0), 64U) << "the base of the range is subtracted";
  // The response is a header: 5 + 0 + 1 = 6: created in cycle 12, ejected in cycle 18, which ends at 190 ns.
  EXPECT_EQ(machine.initiator.begin_response.at(&payload), 190);
  EXPECT_EQ(payload.get_address(), kMemoryBytes + 64) << "the address is given back";
  EXPECT_FALSE(payload.is_dmi_allowed());

  const MessageTimes& request = times_of(payload).request();
  EXPECT_EQ(request.message_class, 0);
  EXPECT_EQ(request.packets, 1);
  EXPECT_EQ(request.flits, 6U);
  EXPECT_EQ(request.hops, 1);
  EXPECT_EQ(request.created, 0U);
  EXPECT_EQ(request.entered, 1U) << "created + R - 1";
  EXPECT_EQ(request.received, 11U);
  const MessageTimes& response = times_of(payload).response();
  EXPECT_EQ(response.message_class, 1);
  EXPECT_EQ(response.flits, 1U);
  EXPECT_EQ(response.created, 12U);
  EXPECT_EQ(response.latency(), 6U);
  EXPECT_EQ(response.network_latency(), 5U);

  payload.release();
  EXPECT_EQ(machine.pool.in_use(), 0) << "the network has let go";
  EXPECT_EQ(machine.network.in_flight(), 0U);
  EXPECT_TRUE(machine.network.fabric().audit().empty());
}

TEST(NetworkLatency, ReadOverTwoHops) {
  LatencyMachine machine;
  Payload& payload = machine.make(kRead, 2, 10);
  machine.run(payload);
  // 2 flits: 2 * 5 + 1 + 1 = 12: end of cycle 12.
  EXPECT_EQ(machine.targets[2].begin_request.at(&payload), 130);
  // 1 + 3 flits: 2 * 5 + 3 + 1 = 14: cycle 13 + 14 = 27 ends at 280 ns.
  EXPECT_EQ(machine.initiator.begin_response.at(&payload), 280);
}

TEST(NetworkLatency, TimesWithinACycleAreRoundedUpToTheNextOne) {
  LatencyMachine machine;
  Payload& payload = machine.make(kWrite, 1, 16);
  machine.targets[1].answer = ::tlm::TLM_UPDATED;
  machine.targets[1].answer_phase = ::tlm::BEGIN_RESP;
  machine.targets[1].answer_delay = ns(25);
  sc_core::sc_start(ns(13));
  EXPECT_EQ(machine.initiator.send(payload, ::tlm::BEGIN_REQ, ns(4)), ::tlm::TLM_ACCEPTED);
  sc_core::sc_start(ns(1000));
  EXPECT_EQ(machine.initiator.end_request.at(&payload), 17) << "when BEGIN_REQ takes place";
  EXPECT_EQ(machine.targets[1].begin_request.at(&payload), 140) << "created in cycle 2";
  // BEGIN_RESP at 165: cycle 17 + 6 = 23 ends at 240 ns.
  EXPECT_EQ(machine.targets[1].end_response.at(&payload), 165);
  EXPECT_EQ(machine.initiator.begin_response.at(&payload), 240);
}

TEST(NetworkLatency, EarlyCompletionWithDelay) {
  LatencyMachine machine;
  Payload& payload = machine.make(kWrite, 1, 16);
  machine.targets[1].answer_delay = ns(20);
  machine.run(payload);
  EXPECT_EQ(machine.initiator.begin_response.at(&payload), 210);
  EXPECT_TRUE(machine.targets[1].end_response.empty()) << "TLM_COMPLETED was the end";
}

TEST(NetworkLatency, LongMessagesTravelInPackets) {
  NetworkParameters parameters = slow_routers();
  parameters.fabric.max_packet_flits = 4;  // 12 bytes in a packet
  LatencyMachine machine(parameters);
  Payload& payload = machine.make(kWrite, 1, 25);  // 29 bytes: 4 + 4 + 3 flits
  EXPECT_EQ(machine.initiator.send(payload, ::tlm::BEGIN_REQ), ::tlm::TLM_UPDATED);
  sc_core::sc_start(ns(1000));
  const MessageTimes& request = times_of(payload).request();
  EXPECT_EQ(request.packets, 3);
  EXPECT_EQ(request.flits, 11U);
  EXPECT_EQ(request.entered, 1U);
  // Alone: the packets follow each other without a gap, 1 * 5 + (11 - 1) + 1 = 16.
  EXPECT_EQ(request.received, 16U);
  EXPECT_EQ(machine.targets[1].begin_request.at(&payload), 170) << "once, when all are there";
  EXPECT_EQ(machine.targets[1].requests.size(), 1U);
}

TEST(NetworkLatency, LocalAccessesTakeTheLocalDelayAndNoFabric) {
  NetworkParameters parameters = slow_routers();
  parameters.local_delay = 3;
  LatencyMachine machine(parameters);
  Payload& payload = machine.make(kWrite, 0, 16);
  sc_core::sc_start(ns(5));
  EXPECT_EQ(machine.initiator.send(payload, ::tlm::BEGIN_REQ), ::tlm::TLM_UPDATED);
  sc_core::sc_start(ns(1000));
  EXPECT_EQ(machine.targets[0].begin_request.at(&payload), 40) << "cycles 1, 2 and 3";
  EXPECT_EQ(machine.initiator.begin_response.at(&payload), 70);
  EXPECT_EQ(machine.network.fabric().counters().packets_offered, 0U);
  EXPECT_EQ(machine.network.statistics().requests().local, 1U);
  EXPECT_EQ(machine.network.statistics().responses().local, 1U);
  EXPECT_EQ(machine.network.statistics().requests().messages, 0U);
  EXPECT_EQ(times_of(payload).request().packets, 0);
  EXPECT_EQ(times_of(payload).request().received, 3U);
}

TEST(NetworkLatency, TheExtensionMayNameTheDestination) {
  LatencyMachine machine;
  Payload& payload = machine.pool.make(kRead, 0xdeadbeef, 4);
  times_of(payload).destination = 1;
  machine.run(payload);
  EXPECT_EQ(machine.targets[1].addresses.at(0), 0xdeadbeefU) << "as it was";
  EXPECT_EQ(machine.initiator.begin_response.size(), 1U);
}

TEST(NetworkLatency, APayloadWithoutExtensionTravelsAsWell) {
  LatencyMachine machine;
  Payload& payload = machine.make(kWrite, 1, 16);
  payload.clear_extension<NetworkExtension>();
  machine.run(payload);
  EXPECT_EQ(machine.initiator.begin_response.at(&payload), 190);
}

/// docs/microarchitecture-flit.md, section 7: I = 2, D = 1, G = 2, H = 1 + 3, Z = 2.
TEST(NetworkLatency, WriteOverOneHopOfFlits) {
  NetworkParameters parameters = worm_parameters();
  parameters.fabric.link_delay = 3;
  parameters.fabric.pipeline = microarch::PipelinePolicy("two_step").with(2);
  parameters.fabric.wormhole.routing_delay = 1;
  parameters.fabric.wormhole.injection_delay = 2;
  parameters.fabric.wormhole.ejection_delay = 2;
  LatencyMachine machine(parameters);
  Payload& payload = machine.make(kWrite, 1, 16);
  machine.run(payload);
  // 6 flits: 2 + 1 * (1 + 2 + 4) + (1 + 2 + 2) + 5 = 19: ejected in cycle 19, which ends at 200 ns.
  EXPECT_EQ(machine.targets[1].begin_request.at(&payload), 200);
  // 1 flit, created in cycle 20: 20 + 2 + 7 + 5 = 34.
  EXPECT_EQ(machine.initiator.begin_response.at(&payload), 350);
  EXPECT_EQ(times_of(payload).request().hops, 1);
  EXPECT_EQ(times_of(payload).request().entered, 0U) << "the head leaves its source at once";
  EXPECT_EQ(machine.network.in_flight(), 0U);
  EXPECT_TRUE(machine.network.fabric().idle());
  EXPECT_TRUE(machine.network.fabric().audit().empty());
}

TEST(NetworkLatency, StatisticsAddUp) {
  LatencyMachine machine;
  machine.run(machine.make(kWrite, 1, 16));
  machine.run(machine.make(kRead, 2, 10));
  const NetworkStatistics& statistics = machine.network.statistics();
  EXPECT_EQ(statistics.requests().messages, 2U);
  EXPECT_EQ(statistics.requests().flits, 8U);
  EXPECT_EQ(statistics.requests().hops, 3U);
  EXPECT_EQ(statistics.requests().latency, 11U + 12U);
  EXPECT_EQ(statistics.requests().mean_latency(), 11.5);
  EXPECT_EQ(statistics.requests().network_latency, 10U + 11U);
  EXPECT_EQ(statistics.responses().latency, 6U + 14U);
  EXPECT_EQ(statistics.requests().delayed, 0U);
}

}  // namespace
}  // namespace trenza::tlm
