// Bounded queues and held phases, step by step. RTT(2), cycles of 10 ns, R = 2, L = 3; writes of 16 bytes are 6 flits.
#include <gtest/gtest.h>

#include "tlm/terminals/terminals_test_support.h"

namespace trenza::tlm {
namespace {

NetworkParameters one_packet_queues() {
  NetworkParameters parameters = network_parameters();
  parameters.fabric.router_delay = 2;
  parameters.fabric.link_delay = 3;
  parameters.injection_queue = 1;
  return parameters;
}

/// Runs until a time in ns.
void run_until(double time) { sc_core::sc_start(ns(time) - sc_core::sc_time_stamp()); }

/// Initiators and targets at nodes 0, 1 and 2.
struct BackPressureMachine : RunningMachine {
  BackPressureMachine() : RunningMachine(one_packet_queues(), 3, {0, 1, 2}) {}
  Payload& write(std::uint64_t node) { return pool.make(kWrite, node * kMemoryBytes, 16); }
  Payload& read(std::uint64_t node) { return pool.make(kRead, node * kMemoryBytes, 20); }
  /// Requests of node 0 to node 1, one each 200 ns.
  std::vector<Payload*> send(int count, ::tlm::tlm_command command) {
    std::vector<Payload*> requests;
    for (int k = 0; k < count; ++k) {
      requests.push_back(command == kWrite ? &write(1) : &read(1));
      initiator.send(*requests.back(), ::tlm::BEGIN_REQ);
      run_until(200 * (k + 1));
    }
    return requests;
  }
};

TEST(NetworkBackPressure, EndRequestWaitsForRoomInTheInjectionQueue) {
  BackPressureMachine machine;
  ManualInitiator& initiator = machine.initiator;
  Payload& a = machine.write(1);
  Payload& b = machine.write(1);
  Payload& c = machine.write(1);
  EXPECT_EQ(initiator.send(a, ::tlm::BEGIN_REQ), ::tlm::TLM_UPDATED);
  EXPECT_EQ(initiator.send(b, ::tlm::BEGIN_REQ), ::tlm::TLM_ACCEPTED) << "a is in the queue";
  run_until(25);
  // a is granted in cycle 1, which ends at 20 ns; b is created in cycle 2.
  EXPECT_EQ(initiator.end_request.at(&b), 20);
  EXPECT_EQ(initiator.send(c, ::tlm::BEGIN_REQ, ns(5)), ::tlm::TLM_ACCEPTED);
  run_until(1000);
  // b waits for the injector: a crosses in cycles 1..6, so b is granted in 7, which ends at 80 ns.
  EXPECT_EQ(times_of(b).request().created, 2U);
  EXPECT_EQ(times_of(b).request().entered, 7U);
  EXPECT_EQ(initiator.end_request.at(&c), 80);
  EXPECT_EQ(times_of(c).request().created, 8U);
  EXPECT_EQ(machine.network.statistics().requests().delayed, 2U);
  EXPECT_EQ(initiator.begin_response.size(), 3U);
}

TEST(NetworkBackPressure, QueuesOfAnotherNodeAndClassAreTheirOwn) {
  BackPressureMachine machine;
  EXPECT_EQ(machine.initiator.send(machine.write(1), ::tlm::BEGIN_REQ), ::tlm::TLM_UPDATED);
  EXPECT_EQ(machine.initiators[1].send(machine.write(2), ::tlm::BEGIN_REQ), ::tlm::TLM_UPDATED);
  EXPECT_EQ(machine.initiator.send(machine.write(0), ::tlm::BEGIN_REQ), ::tlm::TLM_UPDATED) << "local";
}

TEST(NetworkBackPressure, AMessageLongerThanTheQueueIsTakenPacketByPacket) {
  BackPressureMachine machine;
  Payload& payload = machine.pool.make(kWrite, kMemoryBytes, 150);  // 154 bytes: 16, 16 and 10 flits
  EXPECT_EQ(machine.initiator.send(payload, ::tlm::BEGIN_REQ), ::tlm::TLM_ACCEPTED);
  run_until(2000);
  // Granted in cycle 1, 17 and 33. The last packet is taken when the second has left, at the end of cycle 17.
  EXPECT_EQ(machine.initiator.end_request.at(&payload), 180);
  EXPECT_EQ(times_of(payload).request().packets, 3);
  EXPECT_EQ(times_of(payload).request().received, 33U + 5 + 9);
  EXPECT_EQ(machine.initiator.begin_response.size(), 1U);
}

TEST(NetworkBackPressure, RequestsWaitAtATargetThatHoldsThemBackWhileResponsesFlow) {
  BackPressureMachine machine;
  ManualTarget& slow = machine.targets[1];
  slow.answer = ::tlm::TLM_ACCEPTED;
  const std::vector<Payload*> requests = machine.send(5, kWrite);
  EXPECT_EQ(slow.requests.size(), 1U) << "END_REQ has not come";
  EXPECT_EQ(machine.network.statistics().requests().messages, 5U) << "all have been ejected";
  // A response to node 1 takes its time, no more.
  Payload& other = machine.write(2);
  machine.initiators[1].send(other, ::tlm::BEGIN_REQ);
  run_until(2000);
  EXPECT_EQ(times_of(other).response().latency(), 6U);
  EXPECT_EQ(machine.initiators[1].begin_response.size(), 1U);

  slow.send(*requests[0], ::tlm::END_REQ);
  run_until(2010);
  ASSERT_EQ(slow.requests.size(), 2U);
  EXPECT_EQ(slow.requests[1], requests[1]) << "in the order of arrival";
  EXPECT_EQ(slow.begin_request.at(requests[1]), 2000);
  // BEGIN_RESP implies END_REQ.
  slow.send(*requests[1], ::tlm::BEGIN_RESP);
  run_until(2020);
  EXPECT_EQ(slow.begin_request.at(requests[2]), 2010);
  // END_REQ with a delay.
  slow.send(*requests[2], ::tlm::END_REQ, ns(33));
  run_until(2100);
  EXPECT_EQ(slow.begin_request.at(requests[3]), 2053);
}

TEST(NetworkBackPressure, EndResponseWaitsForRoomInTheInjectionQueueOfResponses) {
  BackPressureMachine machine;
  ManualTarget& target = machine.targets[1];
  target.answer = ::tlm::TLM_UPDATED;
  const std::vector<Payload*> requests = machine.send(3, kRead);
  ASSERT_EQ(target.requests.size(), 3U);
  run_until(1000);
  EXPECT_EQ(target.send(*requests[0], ::tlm::BEGIN_RESP), ::tlm::TLM_UPDATED);
  EXPECT_EQ(target.returned_phase, ::tlm::END_RESP);
  EXPECT_EQ(target.send(*requests[1], ::tlm::BEGIN_RESP), ::tlm::TLM_ACCEPTED);
  run_until(1500);
  // The first is granted in cycle 101.
  EXPECT_EQ(target.end_response.at(requests[1]), 1020);
  EXPECT_EQ(target.end_response.count(requests[0]), 0U) << "it was told at once";
  EXPECT_EQ(machine.network.statistics().responses().delayed, 1U);
  EXPECT_EQ(machine.initiator.begin_response.size(), 2U);
}

TEST(NetworkBackPressure, ATargetThatCompletesEarlyGetsNoRequestUntilItsResponseIsTaken) {
  BackPressureMachine machine;
  ManualTarget& target = machine.targets[1];
  target.answer = ::tlm::TLM_ACCEPTED;
  const std::vector<Payload*> requests = machine.send(4, kRead);
  run_until(1000);
  target.answer = ::tlm::TLM_COMPLETED;
  target.send(*requests[0], ::tlm::BEGIN_RESP);  // fills the queue of responses until 1020
  run_until(2000);
  EXPECT_EQ(target.begin_request.at(requests[1]), 1000) << "completes, but its response is not taken";
  EXPECT_EQ(target.begin_request.at(requests[2]), 1020);
  // The response before crosses in cycles 101..106, so this one is granted in 107.
  EXPECT_EQ(target.begin_request.at(requests[3]), 1080);
  EXPECT_TRUE(target.end_response.empty());
  EXPECT_EQ(machine.initiator.begin_response.size(), 4U);
}

TEST(NetworkBackPressure, ResponsesWaitForTheEndOfTheOneBefore) {
  BackPressureMachine machine;
  ManualInitiator& initiator = machine.initiator;
  initiator.answer = ::tlm::TLM_ACCEPTED;
  const std::vector<Payload*> requests = machine.send(3, kWrite);
  run_until(1000);
  EXPECT_EQ(initiator.begin_response.size(), 1U);
  EXPECT_EQ(machine.network.statistics().responses().messages, 3U) << "ejection does not wait";
  EXPECT_EQ(initiator.send(*requests[0], ::tlm::END_RESP), ::tlm::TLM_COMPLETED);
  run_until(1100);
  EXPECT_EQ(initiator.begin_response.at(requests[1]), 1000);
  initiator.answer = ::tlm::TLM_UPDATED;
  initiator.answer_delay = ns(7);
  initiator.send(*requests[1], ::tlm::END_RESP, ns(15));
  run_until(1200);
  EXPECT_EQ(initiator.begin_response.at(requests[2]), 1115);
  EXPECT_EQ(machine.network.in_flight(), 0U);
}

}  // namespace
}  // namespace trenza::tlm
