// Calls that break the base protocol, networks that cannot be built, addresses without a target; b_transport, debug and
// DMI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tlm/terminals/terminals_test_support.h"

namespace trenza::tlm {
namespace {

using ::testing::HasSubstr;

template <class Body>
std::string report_of(const Body& body) {
  try {
    body();
  } catch (const sc_core::sc_report& report) {
    return std::string(report.get_msg_type()) + ": " + report.get_msg();
  }
  return "";
}

/// One initiator at node 0; targets at nodes 1 and 2.
struct ProtocolMachine : RunningMachine {
  ProtocolMachine() : RunningMachine(network_parameters(), 1, {1, 2}) {}
  Payload& write() { return pool.make(kWrite, kMemoryBytes, 16); }

  ManualTarget& target = targets[0];
};

// ---- broken rules

TEST(NetworkProtocol, ASecondRequestBeforeEndRequestIsAnError) {
  ProtocolMachine machine;
  machine.initiator.send(machine.write(), ::tlm::BEGIN_REQ, ns(5));
  const std::string report = report_of([&] { machine.initiator.send(machine.write(), ::tlm::BEGIN_REQ); });
  EXPECT_EQ(report,
            "/Trenza/tlm/protocol: initiator of node 0, phase BEGIN_REQ: the request before has not seen END_REQ");
}

TEST(NetworkProtocol, EndResponseWithoutResponseIsAnError) {
  ProtocolMachine machine;
  Payload& payload = machine.write();
  machine.initiator.send(payload, ::tlm::BEGIN_REQ);
  EXPECT_THAT(report_of([&] { machine.initiator.send(payload, ::tlm::END_RESP); }), HasSubstr("no response"));
}

TEST(NetworkProtocol, PayloadsOfNonBlockingCallsNeedAMemoryManager) {
  ProtocolMachine machine;
  Payload payload;
  payload.set_address(kMemoryBytes);
  EXPECT_THAT(report_of([&] { machine.initiator.send(payload, ::tlm::BEGIN_REQ); }), HasSubstr("memory manager"));
}

TEST(NetworkProtocol, PhasesOfTheOtherSideAreErrors) {
  ProtocolMachine machine;
  Payload& payload = machine.write();
  EXPECT_THAT(report_of([&] { machine.initiator.send(payload, ::tlm::BEGIN_RESP); }), HasSubstr("from an initiator"));
  EXPECT_THAT(report_of([&] { machine.target.send(payload, ::tlm::END_RESP); }), HasSubstr("from a target"));
}

TEST(NetworkProtocol, ResponsesToNothingAndSecondResponsesAreErrors) {
  ProtocolMachine machine;
  machine.target.answer = ::tlm::TLM_ACCEPTED;
  Payload& payload = machine.write();
  EXPECT_THAT(report_of([&] { machine.target.send(payload, ::tlm::BEGIN_RESP); }), HasSubstr("no request"));
  EXPECT_THAT(report_of([&] { machine.target.send(payload, ::tlm::END_REQ); }), HasSubstr("no request"));
  machine.initiator.send(payload, ::tlm::BEGIN_REQ);
  sc_core::sc_start(ns(500));
  machine.target.send(payload, ::tlm::BEGIN_RESP, ns(5));
  EXPECT_THAT(report_of([&] { machine.target.send(payload, ::tlm::BEGIN_RESP); }), HasSubstr("has not seen END_RESP"));
  sc_core::sc_start(ns(500));
  EXPECT_THAT(report_of([&] { machine.target.send(payload, ::tlm::BEGIN_RESP); }), HasSubstr("no request"));
  EXPECT_EQ(machine.initiator.begin_response.size(), 1U);
}

// ---- addresses without a target

TEST(NetworkProtocol, AddressesOutsideTheMapAreAnsweredAtOnceWithoutTraffic) {
  ProtocolMachine machine;
  const auto expect_error = [&](Payload& payload) {
    EXPECT_EQ(machine.initiator.send(payload, ::tlm::BEGIN_REQ, ns(3)), ::tlm::TLM_COMPLETED);
    EXPECT_EQ(machine.initiator.returned_delay, ns(3));
    EXPECT_EQ(payload.get_response_status(), ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(payload.get_ref_count(), 1);
  };
  expect_error(machine.pool.make(kRead, 0, 4));
  expect_error(machine.pool.make(kRead, 3 * kMemoryBytes - 2, 4));
  Payload& nowhere = machine.pool.make(kRead, kMemoryBytes, 4);
  times_of(nowhere).destination = 8;
  expect_error(nowhere);
  Payload& unbound = machine.pool.make(kRead, kMemoryBytes, 4);
  times_of(unbound).destination = 5;
  expect_error(unbound);
  EXPECT_EQ(machine.network.statistics().address_errors, 4U);
  sc_core::sc_start(ns(500));
  EXPECT_EQ(machine.network.fabric().counters().packets_offered, 0U);
  // A stream of words to one address covers that word alone.
  Payload& stream = machine.pool.make(kWrite, 3 * kMemoryBytes - 4, 16);
  stream.set_streaming_width(4);
  EXPECT_EQ(machine.initiator.send(stream, ::tlm::BEGIN_REQ), ::tlm::TLM_UPDATED);
}

// ---- b_transport, debug, DMI

TEST(NetworkProtocol, BlockingCallsLastAsLongAsTheMessages) {
  ProtocolMachine machine;
  double end = 0;
  sc_core::sc_spawn([&] {
    Payload payload;  // without memory manager
    std::vector<unsigned char> data(16);
    set_up(payload, kWrite, kMemoryBytes + 8, data);
    sc_time delay = ns(17);
    machine.initiator.socket->b_transport(payload, delay);
    end = now_ns();
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    EXPECT_TRUE(payload.is_response_ok());
    EXPECT_EQ(payload.get_address(), kMemoryBytes + 8);
    EXPECT_FALSE(payload.has_mm());

    payload.set_address(0);
    delay = ns(4);
    machine.initiator.socket->b_transport(payload, delay);
    EXPECT_EQ(payload.get_response_status(), ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(delay, ns(4));
    EXPECT_EQ(now_ns(), end);
  });
  sc_core::sc_start(ns(500));
  // R = L = 1: 6 flits over one hop take 2 + 5: created in cycle 2, ejected in 9. Back: created in 10, ejected in 12.
  EXPECT_EQ(machine.target.begin_request.begin()->second, 100);
  EXPECT_EQ(end, 130);
}

TEST(NetworkProtocol, BlockingCallsWaitUntilNobodyHoldsThePayload) {
  ProtocolMachine machine;
  double end = 0;
  machine.target.answer = ::tlm::TLM_ACCEPTED;
  sc_core::sc_spawn([&] {
    Payload payload;
    payload.set_address(kMemoryBytes);
    sc_time delay;
    machine.initiator.socket->b_transport(payload, delay);
    end = now_ns();
  });
  sc_core::sc_start(ns(200));
  Payload& payload = *machine.target.requests.at(0);
  payload.acquire();
  machine.target.send(payload, ::tlm::BEGIN_RESP);
  sc_core::sc_start(ns(300));
  EXPECT_EQ(end, 0);
  payload.release();
  sc_core::sc_start(ns(1));
  EXPECT_EQ(end, 500);
}

TEST(NetworkProtocol, DebugTransportTakesNoTime) {
  ProtocolMachine machine;
  Payload& payload = machine.pool.make(kRead, 2 * kMemoryBytes + 0x123, 4);
  EXPECT_EQ(machine.initiator.socket->transport_dbg(payload), 4U);
  EXPECT_EQ(payload.get_data_ptr()[3], 0x5a);
  EXPECT_EQ(machine.targets[1].debug_address, 0x123U);
  EXPECT_EQ(payload.get_address(), 2 * kMemoryBytes + 0x123);
  payload.set_address(12);
  EXPECT_EQ(machine.initiator.socket->transport_dbg(payload), 0U);
  EXPECT_EQ(machine.network.fabric().counters().packets_offered, 0U);
}

TEST(NetworkProtocol, DirectMemoryIsRefused) {
  ProtocolMachine machine;
  Payload& payload = machine.write();
  ::tlm::tlm_dmi dmi;
  EXPECT_FALSE(machine.initiator.socket->get_direct_mem_ptr(payload, dmi));
}

// ---- networks that cannot be built

std::string refusal(const NetworkParameters& parameters, const AddressMap& map = {}) {
  const auto topology = make_rtt(2);
  return report_of([&] { const NetworkModule network("network", *topology, parameters, map); });
}

TEST(NetworkConfiguration, WhatCannotWorkIsRefused) {
  const auto expect = [](const char* words, auto change) {
    NetworkParameters parameters = network_parameters();
    change(parameters);
    EXPECT_THAT(refusal(parameters), HasSubstr(words));
  };
  expect("/Trenza/tlm/configuration: network: message_classes is 1, but requests and responses need 2",
         [](NetworkParameters& p) { p.fabric.message_classes = 1; });
  expect("max_packet_flits is 1", [](NetworkParameters& p) { p.fabric.max_packet_flits = 1; });
  expect("escape_vcs is 2", [](NetworkParameters& p) { p.fabric.escape_vcs = 2; });
  expect("buffers of 2 packets", [](NetworkParameters& p) { p.fabric.buffer_packets = 1; });
  expect("need the bubble rule", [](NetworkParameters& p) { p.fabric.bubble = false; });
  expect("router_delay is 0, but it must be in 1..255", [](NetworkParameters& p) { p.fabric.router_delay = 0; });
  expect("cycle_time is 0", [](NetworkParameters& p) { p.cycle_time = sc_core::SC_ZERO_TIME; });
  expect("phit_bytes is 0", [](NetworkParameters& p) { p.phit_bytes = 0; });
  expect("address_bytes is -1", [](NetworkParameters& p) { p.address_bytes = -1; });
  expect("injection_queue is 0", [](NetworkParameters& p) { p.injection_queue = 0; });
  expect("local_delay is 0", [](NetworkParameters& p) { p.local_delay = 0; });
}

TEST(NetworkConfiguration, FlitsNeedRoutesOfFlitsThatCannotDeadlock) {
  const auto refused = [](const NetworkParameters& parameters, const topologies::Topology& topology) {
    return report_of([&] { const NetworkModule network("network", topology, parameters); });
  };
  const NetworkParameters parameters = worm_parameters();
  EXPECT_THAT(refused(parameters, *make_rtt(2)), HasSubstr("has routes of whole packets"));
  NetworkParameters other = parameters;
  other.fabric.wormhole.virtual_channels = 3;
  EXPECT_THAT(refused(other, *make_rtt(2, parameters.fabric)),
              HasSubstr("wormhole.virtual_channels is 3, but the routes of rtt(2) are for 4"));
  other.fabric.wormhole.virtual_channels = 1;
  EXPECT_THAT(refused(other, *make_rtt(2, other.fabric)),
              HasSubstr("rtt(2) can deadlock: order: virtual channels wait for each other"));
  other.fabric.wormhole.virtual_channels = 0;
  EXPECT_THAT(refused(other, *make_rtt(2, parameters.fabric)), HasSubstr("wormhole.virtual_channels is 0"));
  other.fabric = parameters.fabric;
  other.fabric.message_classes = 1;
  EXPECT_THAT(refused(other, *make_rtt(2, parameters.fabric)), HasSubstr("message_classes is 1, but requests"));
  EXPECT_EQ(refused(parameters, *make_rtt(2, parameters.fabric)), "") << "bubbles and packets of buffers do not matter";
}

TEST(NetworkConfiguration, RangesNeedNodesAndTargets) {
  EXPECT_THAT(refusal(network_parameters(), memories_at({8})), HasSubstr("of node 8, but nodes are 0 to 7"));
  const auto topology = make_rtt(2);
  const NetworkModule network("lonely", *topology, network_parameters(), memories_at({3}));
  EXPECT_THAT(report_of([] { sc_core::sc_start(ns(1)); }), HasSubstr("of node 3, but no target is bound"));
}

}  // namespace
}  // namespace trenza::tlm
