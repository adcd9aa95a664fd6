// Random traffic between strict participants, and the same traffic through the bare fabric.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "tlm/terminals/strict_initiator_test_support.h"
#include "tlm/terminals/strict_memory_test_support.h"

namespace trenza::tlm {
namespace {

struct Crowd {
  std::vector<NodeId> memories;
  std::vector<NodeId> non_blocking;
  std::vector<NodeId> blocking;
  int transactions = 0;  ///< of each
  unsigned slow = 20;
  unsigned memory_slow = 20;
  unsigned longest = 64;
  unsigned outstanding = 8;
};

/// A network with strict participants at its nodes.
struct TrafficMachine {
  TrafficMachine(const char* name, int a, const NetworkParameters& parameters, const Crowd& crowd)
      : topology(make_rtt(a, parameters.fabric)), network(name, *topology, parameters, memories_at(crowd.memories)) {
    const std::string prefix = std::string(name) + "_";
    for (const NodeId node : crowd.memories) {
      memories.push_back(std::make_unique<StrictMemory>((prefix + "memory_" + std::to_string(node)).c_str(),
                                                        100U + static_cast<unsigned>(node), crowd.memory_slow, faults));
      network.initiator_socket[static_cast<std::size_t>(node)].bind(memories.back()->socket);
    }
    const auto attach = [&](NodeId node, const char* kind, auto& participants) {
      using Participant = typename std::decay_t<decltype(participants)>::value_type::element_type;
      const Workload workload{crowd.memories,
                              node,
                              crowd.transactions,
                              crowd.outstanding,
                              crowd.longest,
                              crowd.slow,
                              7U + static_cast<unsigned>(node)};
      participants.push_back(
          std::make_unique<Participant>((prefix + kind + std::to_string(node)).c_str(), workload, faults));
      participants.back()->socket.bind(network.target_socket[static_cast<std::size_t>(node)]);
    };
    for (const NodeId node : crowd.non_blocking) attach(node, "at_", initiators);
    for (const NodeId node : crowd.blocking) attach(node, "lt_", threads);
  }

  template <class Participants, class Count>
  static int sum_of(const Participants& participants, const Count& count) {
    return std::accumulate(participants.begin(), participants.end(), 0,
                           [&](int sum, const auto& one) { return sum + ((*one).*count)(); });
  }
  int responses() const {
    return sum_of(initiators, &StrictInitiator::responses) + sum_of(threads, &BlockingInitiator::responses);
  }
  int delayed_end_requests() const { return sum_of(initiators, &StrictInitiator::delayed_end_requests); }
  void run(int transactions) const {
    sc_core::sc_start();
    expect_all_done(transactions);
  }
  void expect_all_done(int transactions) const {
    EXPECT_EQ(faults, Faults{});
    EXPECT_EQ(responses(), transactions);
    EXPECT_EQ(sum_of(memories, &StrictMemory::accesses), transactions);
    EXPECT_EQ(network.in_flight(), 0U);
    EXPECT_EQ(network.fabric().audit(), std::vector<std::string>{});
    for (const auto& initiator : initiators) EXPECT_EQ(initiator->payloads_in_use(), 0);
    const NetworkStatistics& statistics = network.statistics();
    const auto all = static_cast<std::uint64_t>(transactions);
    EXPECT_EQ(statistics.requests().messages + statistics.requests().local, all);
    EXPECT_EQ(statistics.responses().messages + statistics.responses().local, all);
    const microarch::Counters counters = network.fabric().counters();
    EXPECT_EQ(counters.packets_offered, counters.packets_delivered);
    EXPECT_EQ(counters.packets_delivered, statistics.requests().packets + statistics.responses().packets);
  }

  Faults faults;
  std::shared_ptr<const topologies::Topology> topology;
  NetworkModule network;
  std::vector<std::unique_ptr<StrictMemory>> memories;
  std::vector<std::unique_ptr<StrictInitiator>> initiators;
  std::vector<std::unique_ptr<BlockingInitiator>> threads;
};

TEST(NetworkTraffic, StrictParticipantsOfBothKindsFindNoFault) {
  NetworkParameters parameters = network_parameters();
  parameters.injection_queue = 2;
  const Crowd crowd{{0, 2, 5, 7}, {0, 1, 3, 6}, {2, 4, 5, 7}, 2000};
  TrafficMachine machine("network", 2, parameters, crowd);
  machine.run(8 * crowd.transactions);
  EXPECT_GT(machine.delayed_end_requests(), 100);
  EXPECT_GT(machine.network.statistics().responses().delayed, 100U);
  EXPECT_GT(machine.network.statistics().requests().local, 100U);
}

TEST(NetworkTraffic, LongMessagesThroughShortQueues) {
  NetworkParameters parameters = network_parameters();
  parameters.injection_queue = 1;
  parameters.fabric.max_packet_flits = 4;
  parameters.fabric.buffer_packets = 2;
  parameters.fabric.adaptive_vcs = 1;
  Crowd crowd{{1, 6}, {0, 2, 3, 4, 5, 7}, {}, 1000};
  crowd.slow = 2;
  crowd.longest = 200;
  TrafficMachine machine("network", 2, parameters, crowd);
  machine.run(6 * crowd.transactions);
  EXPECT_GT(machine.delayed_end_requests(), 2000);
}

TEST(NetworkTraffic, StrictParticipantsFindNoFaultInANetworkOfFlits) {
  NetworkParameters parameters = worm_parameters();
  parameters.injection_queue = 2;
  parameters.fabric.max_packet_flits = 4;
  parameters.fabric.wormhole.virtual_channels = 2;
  parameters.fabric.wormhole.buffer_flits = 2;
  const Crowd crowd{{0, 2, 5, 7}, {0, 1, 3, 6}, {2, 4, 5, 7}, 1000};
  TrafficMachine machine("network", 2, parameters, crowd);
  machine.run(8 * crowd.transactions);
  EXPECT_GT(machine.delayed_end_requests(), 100);
  EXPECT_GT(machine.network.statistics().responses().delayed, 100U);
}

TEST(NetworkTraffic, LazyMemoriesBlockNobody) {
  const std::vector<NodeId> all{0, 1, 2, 3, 4, 5, 6, 7};
  Crowd crowd{all, all, {}, 500};
  crowd.memory_slow = 2000;
  crowd.outstanding = 32;
  TrafficMachine machine("network", 2, network_parameters(), crowd);
  machine.run(8 * crowd.transactions);
}

/// Everything that was seen, by the cycle in which it was offered and in the order of the contract.
std::vector<SeenMessage> messages_of(const TrafficMachine& machine) {
  std::vector<SeenMessage> messages;
  for (const auto& initiator : machine.initiators) {
    for (const SeenMessage& seen : initiator->seen()) {
      if (seen.times.packets > 0) messages.push_back(seen);
    }
  }
  // An injector is first in, first out: where two are of one cycle, the order of entry is that of the offers.
  const auto key = [](const SeenMessage& m) {
    return std::make_tuple(m.times.created, m.source, m.times.message_class, m.times.entered);
  };
  std::sort(messages.begin(), messages.end(),
            [&](const SeenMessage& a, const SeenMessage& b) { return key(a) < key(b); });
  return messages;
}

/// Random traffic, and then its packets on the bare fabric. Messages must be of one packet each.
void expect_cycles_of_the_bare_fabric(const NetworkParameters& parameters) {
  Crowd crowd;
  for (NodeId node = 0; node < 32; ++node) (node % 3 == 0 ? crowd.memories : crowd.non_blocking).push_back(node);
  crowd.transactions = 300;
  crowd.slow = 40;
  TrafficMachine machine("network", 4, parameters, crowd);
  machine.run(static_cast<int>(crowd.non_blocking.size()) * crowd.transactions);

  const std::vector<SeenMessage> messages = messages_of(machine);
  ASSERT_EQ(messages.size(), 2 * crowd.non_blocking.size() * static_cast<std::size_t>(crowd.transactions));
  const auto fabric = make_tlm_fabric(*machine.topology, parameters.fabric);
  std::size_t next = 0;
  std::size_t delivered = 0;
  std::size_t different = 0;
  while (delivered < messages.size()) {
    for (; next < messages.size() && messages[next].times.created == fabric->now(); ++next) {
      const SeenMessage& m = messages[next];
      fabric->offer(m.source, m.destination, static_cast<int>(m.times.flits), next, m.times.message_class);
    }
    const Cycle limit = next < messages.size() ? messages[next].times.created : fabric->now() + 1000;
    ASSERT_FALSE(next == messages.size() && fabric->idle());
    fabric->advance(limit);
    for (const microarch::Delivery& delivery : fabric->delivered()) {
      const MessageTimes& times = messages[delivery.tag].times;
      ++delivered;
      if (delivery.entered != times.entered || delivery.ejected != times.received || delivery.hops != times.hops) {
        ++different;
      }
    }
  }
  EXPECT_EQ(different, 0U) << "of " << messages.size();
}

TEST(NetworkTraffic, EveryMessageTakesTheCyclesOfTheBareFabric) {
  NetworkParameters parameters = network_parameters();
  parameters.fabric.router_delay = 3;
  parameters.fabric.credit_delay = 2;
  parameters.fabric.buffer_packets = 2;
  parameters.fabric.max_packet_flits = 20;
  expect_cycles_of_the_bare_fabric(parameters);
}

TEST(NetworkTraffic, EveryMessageOfFlitsTakesTheCyclesOfTheBareFabric) {
  NetworkParameters parameters = worm_parameters();
  parameters.fabric.wormhole.virtual_channels = 2;
  parameters.fabric.wormhole.buffer_flits = 3;
  parameters.fabric.wormhole.injection = "one_at_a_time";  // heads enter in the order of the offers
  parameters.fabric.pipeline = "speculative";
  parameters.fabric.max_packet_flits = 20;
  expect_cycles_of_the_bare_fabric(parameters);
}

TEST(NetworkTraffic, NetworksOfOneSimulationDoNotDisturbEachOther) {
  const Crowd crowd{{0, 3}, {1, 2, 4, 5, 6, 7}, {}, 300};
  NetworkParameters slow = network_parameters();
  slow.cycle_time = ns(7);
  TrafficMachine one("one", 2, network_parameters(), crowd);
  TrafficMachine two("two", 2, slow, crowd);
  sc_core::sc_start();
  one.expect_all_done(6 * crowd.transactions);
  two.expect_all_done(6 * crowd.transactions);
}

/// Bursts to memories that answer at once.
struct Script : ManualMachine {
  static constexpr unsigned kNodes = 8;
  Script(const std::string& name, const NetworkParameters& parameters)
      : ManualMachine(parameters, kNodes, {0, 1, 2, 3, 4, 5, 6, 7}, name + "_") {}
  void send(unsigned node, unsigned draw) {
    payloads.push_back(
        &pool.make(draw % 2 == 0 ? kRead : kWrite, draw / 2 % kNodes * kMemoryBytes, 1 + draw / 16 % 64));
    ASSERT_EQ(initiators[node].send(*payloads.back(), ::tlm::BEGIN_REQ), ::tlm::TLM_UPDATED);
  }
  std::vector<Cycle> received() const {
    std::vector<Cycle> cycles;
    for (const Payload* const payload : payloads) {
      cycles.push_back(times_of(*payload).request().received);
      cycles.push_back(times_of(*payload).response().received);
    }
    return cycles;
  }

  std::vector<Payload*> payloads;
};

TEST(NetworkTraffic, TheOrderOfCallsAtOneTimeChangesNothing) {
  NetworkParameters parameters = network_parameters();
  parameters.injection_queue = 10000;
  parameters.fabric.max_packet_flits = 20;
  Script up("up", parameters);
  Script down("down", parameters);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  Dice dice(3);
  std::vector<unsigned> draws(Script::kNodes);
  for (int burst = 0; burst < 200; ++burst) {
    for (unsigned& draw : draws) draw = dice.below(1U << 20);
    for (unsigned node = 0; node < Script::kNodes; ++node) up.send(node, draws[node]);
    for (unsigned node = Script::kNodes; node-- > 0;) down.send(node, draws[node]);
    sc_core::sc_start(ns(1 + dice.below(60)));
  }
  sc_core::sc_start(ns(100000));
  // Payloads of a burst are in opposite order.
  std::vector<Cycle> expected = up.received();
  std::vector<Cycle> mirrored;
  const std::vector<Cycle> seen = down.received();
  constexpr std::size_t kBurst = 2 * Script::kNodes;
  for (std::size_t begin = 0; begin < seen.size(); begin += kBurst) {
    for (std::size_t k = kBurst; k > 0; k -= 2) {
      mirrored.push_back(seen[begin + k - 2]);
      mirrored.push_back(seen[begin + k - 1]);
    }
  }
  EXPECT_EQ(expected, mirrored);
  EXPECT_EQ(up.network.in_flight(), 0U);
  EXPECT_EQ(up.network.statistics().requests().latency, down.network.statistics().requests().latency);
}

TEST(NetworkTraffic, RequestAndResponseOfOneNodeAndCycleHaveOneOrder) {
  Script request_first("request_first", network_parameters());
  Script response_first("response_first", network_parameters());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (Script* const script : {&request_first, &response_first}) script->targets[3].answer = ::tlm::TLM_ACCEPTED;
  constexpr unsigned kReadOf3 = 2 * 3;
  for (unsigned round = 0; round < 64; ++round) {
    for (Script* const script : {&request_first, &response_first}) script->send(round % 3, kReadOf3);
    sc_core::sc_start(ns(1000));
    // The numbers of the packets decide their routes. Whether the two calls come one way or the other must not matter.
    const unsigned write_of_another = 2 * (4 + round % 4) + 1;
    request_first.send(3, write_of_another);
    request_first.targets[3].send(*request_first.targets[3].requests.back(), ::tlm::BEGIN_RESP);
    response_first.targets[3].send(*response_first.targets[3].requests.back(), ::tlm::BEGIN_RESP);
    response_first.send(3, write_of_another);
    sc_core::sc_start(ns(1000));
  }
  EXPECT_EQ(request_first.network.in_flight(), 0U);
  EXPECT_EQ(request_first.network.fabric().counters().channel_flits,
            response_first.network.fabric().counters().channel_flits);
}

/// Two networks, one behind the other: node 7 of the first is bound to node 0 of the second.
TEST(NetworkTraffic, NetworksCanBeChained) {
  const auto topology = make_rtt(2);
  NetworkParameters slow = network_parameters();
  slow.cycle_time = ns(7);
  slow.injection_queue = 1;
  // Node 4 of the second network answers for all; the first one sends everything to its node 7.
  NetworkModule first("first", *topology, network_parameters(), AddressMap({{4 * kMemoryBytes, kMemoryBytes, 7}}));
  NetworkModule second("second", *topology, slow, AddressMap({{0, kMemoryBytes, 4}}));
  first.initiator_socket[7].bind(second.target_socket[0]);
  Faults faults;
  StrictMemory memory("memory", 3, 20, faults);
  second.initiator_socket[4].bind(memory.socket);
  StrictInitiator initiator_a("a", {{4}, 1, 1000, 6, 64, 20, 5}, faults);
  StrictInitiator initiator_b("b", {{4}, 2, 1000, 6, 64, 20, 6}, faults);
  BlockingInitiator initiator_c("c", {{4}, 3, 1000, 6, 64, 20, 7}, faults);
  initiator_a.socket.bind(first.target_socket[1]);
  initiator_b.socket.bind(first.target_socket[2]);
  initiator_c.socket.bind(first.target_socket[3]);
  sc_core::sc_start();
  EXPECT_EQ(faults, Faults{});
  EXPECT_EQ(initiator_a.responses() + initiator_b.responses() + initiator_c.responses(), 3000);
  EXPECT_EQ(memory.accesses(), 3000);
  EXPECT_EQ(second.statistics().requests().messages, 3000U);
  EXPECT_EQ(first.in_flight() + second.in_flight(), 0U);
  EXPECT_EQ(initiator_a.payloads_in_use(), 0);
}

TEST(NetworkTraffic, AnIdleNetworkDoesNotWake) {
  const Crowd crowd{{0}, {1}, {}, 1};
  TrafficMachine machine("network", 2, network_parameters(), crowd);
  sc_core::sc_start();
  EXPECT_EQ(machine.responses(), 1);
  EXPECT_LT(now_ns(), 2000) << "sc_start() returns when nothing is scheduled any more";
  EXPECT_FALSE(sc_core::sc_pending_activity());
}

}  // namespace
}  // namespace trenza::tlm
