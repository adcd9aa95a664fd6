// The network interface alone, against a queue for each injector.
#include "rtl_models/network_interface/network_interface.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/network_interface/network_interface_twin.h"
#include "rtl_models/twin/twin_test_support.h"
#include "topologies/topology_test_support.h"

namespace trenza::rtl_models {
namespace {

class NetworkInterfaceCases : public test_bench::OnBoth {};
RUN_ON_BOTH(NetworkInterfaceCases);
class NetworkInterfaceShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(NetworkInterfaceShapes);

using microarch::InjectionPolicy;
using microarch::make_flit;
using test_bench::Bench;
using topologies::NodeId;

constexpr int kTerminalEjectors = 2;
constexpr NodeId kTerminalNode = 6;

struct TerminalLog : TerminalObserver {
  std::vector<std::pair<PacketId, Cycle>> heads;
  std::vector<std::tuple<int, PacketId, int, int, Cycle>> tails;  // ejector, packet, flits, hops, cycle

  void entered(PacketId packet, Cycle cycle) override { heads.emplace_back(packet, cycle); }
  void ejected(NodeId node, int ejector, PacketId packet, int flits, int hops, Cycle cycle) override {
    EXPECT_EQ(node, kTerminalNode);
    tails.emplace_back(ejector, packet, flits, hops, cycle);
  }
};

std::unique_ptr<NetworkInterface> make_interface(const microarch::FabricParameters& parameters,
                                                 const topologies::RoutingRelation& relation, TerminalLog& log) {
  constexpr int kDimensions = 2;
  if (test_bench::on_twin()) {
    return std::make_unique<NetworkInterfaceTwin>("terminal", parameters, relation, kTerminalNode, log, kDimensions);
  }
  return std::make_unique<NetworkInterface>("terminal", parameters, relation, kTerminalNode, log);
}

struct InterfaceBench : Bench {
  std::unique_ptr<topologies::Topology> topology = topologies::test_support::make("rt", 4);
  TerminalLog log;
  std::size_t injectors;
  test_bench::Signals<std::uint64_t> flit;
  test_bench::Signals<std::uint64_t> header;
  test_bench::Signals<std::uint64_t> request;
  test_bench::Signals<std::uint64_t> route;
  sc_core::sc_signal<std::uint32_t> pop{"pop"};
  test_bench::Signals<bool> eject_valid = test_bench::Signals<bool>(kTerminalEjectors);
  test_bench::Signals<std::uint64_t> eject_flit = test_bench::Signals<std::uint64_t>(kTerminalEjectors);
  std::unique_ptr<NetworkInterface> made;
  NetworkInterface& terminal;

  static microarch::FabricParameters parameters_of(int injectors, InjectionPolicy policy, int router_delay,
                                                   int classes) {
    microarch::FabricParameters parameters;
    parameters.injectors = injectors;
    parameters.ejectors = kTerminalEjectors;
    parameters.injection = policy;
    parameters.router_delay = router_delay;
    parameters.message_classes = classes;
    return parameters;
  }

  explicit InterfaceBench(int wanted = 1, InjectionPolicy policy = InjectionPolicy("round_robin"), int router_delay = 1,
                          int classes = 1)
      : injectors(static_cast<std::size_t>(wanted * classes)),
        flit(injectors),
        header(injectors),
        request(injectors),
        route(injectors),
        made(make_interface(parameters_of(wanted, policy, router_delay, classes), topology->routing(), log)),
        terminal(*made) {
    clock(terminal);
    terminal.cycle.bind(cycle);
    test_bench::bind_all(terminal.flit, flit);
    test_bench::bind_all(terminal.header, header);
    test_bench::bind_all(terminal.request, request);
    test_bench::bind_all(terminal.route, route);
    terminal.pop.bind(pop);
    test_bench::bind_all(terminal.eject_valid, eject_valid);
    test_bench::bind_all(terminal.eject_flit, eject_flit);
    pulse_reset();
  }

  HeaderWord header_to(NodeId destination) const { return topology->routing().initial(kTerminalNode, destination, 0); }
  void offer(PacketId packet, int flits, std::uint64_t number = 0, NodeId destination = 7, int message_class = 0) {
    terminal.account().offer(packet, flits, header_to(destination), number, now(), message_class);
  }
  void cycle_with_pop(std::uint32_t popped) {
    pop.write(popped);
    step();
    pop.write(0);
  }
  void eject(std::size_t ejector, FlitWord word) {
    eject_valid[ejector].write(true);
    eject_flit[ejector].write(word);
  }
  void eject_nothing() {
    for (auto& signal : eject_valid) signal.write(false);
  }
};

TEST_P(NetworkInterfaceCases, AnOfferIsAtTheFrontInItsCycle) {
  InterfaceBench bench;
  bench.step(3);
  bench.offer(5, 3);
  bench.settle();
  const HeaderWord header = bench.header_to(7);
  EXPECT_EQ(bench.flit[0].read(), make_flit(5, 3, 0));
  EXPECT_EQ(bench.header[0].read(), header);
  EXPECT_EQ(bench.route[0].read(), pack_route(bench.topology->routing().choices(kTerminalNode, header)));
  EXPECT_EQ(bench.request[0].read(), make_request(make_flit(5, 3, 0)));
  EXPECT_EQ(bench.terminal.account().queued(0), 1);
}

void check_injection_delay(int router_delay) {
  InterfaceBench bench(1, InjectionPolicy("round_robin"), router_delay);
  bench.step(7);
  bench.offer(5, 1);
  for (int t = 0; t < router_delay + 4; ++t) {
    bench.settle();
    EXPECT_EQ(bench.request[0].read() != 0, t >= router_delay - 1) << "cycle " << t << " after the offer";
    EXPECT_EQ(bench.flit[0].read(), make_flit(5, 1, 0));
    bench.step();
  }
}

TEST_P(NetworkInterfaceCases, RequestIsUpAfterRouterDelay1) { check_injection_delay(1); }
TEST_P(NetworkInterfaceCases, RequestIsUpAfterRouterDelay2) { check_injection_delay(2); }
TEST_P(NetworkInterfaceCases, RequestIsUpAfterRouterDelay5) { check_injection_delay(5); }

TEST_P(NetworkInterfaceCases, FlitsCrossOneAfterTheOther) {
  InterfaceBench bench(1, InjectionPolicy("round_robin"), 3);
  bench.offer(5, 3);
  bench.offer(6, 1);
  bench.step(4);
  for (int f = 0; f < 3; ++f) {
    bench.settle();
    EXPECT_EQ(bench.flit[0].read(), make_flit(5, 3, f));
    EXPECT_EQ(bench.request[0].read() != 0, f == 0);
    EXPECT_EQ(bench.terminal.account().queued(0), 2) << "a packet counts until its tail has left";
    bench.cycle_with_pop(1);
  }
  bench.settle();
  EXPECT_EQ(bench.terminal.account().queued(0), 1);
  EXPECT_EQ(bench.request[0].read(), make_request(make_flit(6, 1, 0)))
      << "its router delay passed behind the first packet";
  bench.cycle_with_pop(1);
  EXPECT_EQ(bench.request[0].read(), 0U);
  EXPECT_EQ(bench.terminal.account().queued(0), 0);
  const std::vector<std::pair<PacketId, Cycle>> expected{{5, 4}, {6, 7}};
  EXPECT_EQ(bench.log.heads, expected);
}

TEST_P(NetworkInterfaceShapes, InjectorsByDirection) {
  InterfaceBench bench(4, InjectionPolicy("direction"));
  // Node 6 is (6, 0) of 8 x 4; node 15 is (7, 1): x+ and y+ in turn.
  for (PacketId packet = 0; packet < 4; ++packet) bench.offer(packet, 1, packet, 15);
  bench.offer(4, 1, 4, 5);  // x-
  EXPECT_EQ(bench.terminal.account().queued(0), 2);
  EXPECT_EQ(bench.terminal.account().queued(1), 1);
  EXPECT_EQ(bench.terminal.account().queued(2), 2);
  EXPECT_EQ(bench.terminal.account().queued(3), 0);
}

TEST_P(NetworkInterfaceCases, ShortestCountsATailThatCrossesInTheCycleOfTheOffer) {
  InterfaceBench bench(2, InjectionPolicy("shortest"));
  bench.offer(1, 1);  // injector 0
  bench.offer(2, 1);  // injector 1
  bench.pop.write(0b01);
  bench.offer(3, 1);  // a tie, as the tail of packet 1 still crosses
  EXPECT_EQ(bench.terminal.account().queued(0), 2);
  bench.step();
  bench.pop.write(0);
  bench.offer(4, 1);
  EXPECT_EQ(bench.terminal.account().queued(0), 2);
  EXPECT_EQ(bench.terminal.account().queued(1), 1);
}

TEST_P(NetworkInterfaceCases, ReportsEjections) {
  InterfaceBench bench;
  FlitWord head = make_flit(9, 2, 0);
  for (int hop = 0; hop < 3; ++hop) head = microarch::with_next_hop(head);
  bench.step(2);
  bench.eject(1, head);
  bench.step();
  bench.eject(1, make_flit(9, 2, 1));
  bench.eject(0, make_flit(10, 1, 0));
  EXPECT_TRUE(bench.log.tails.empty());
  bench.step();
  bench.eject_nothing();
  bench.step(5);
  const std::vector<std::tuple<int, PacketId, int, int, Cycle>> expected{{0, 10, 1, 0, 3}, {1, 9, 2, 3, 3}};
  EXPECT_EQ(bench.log.tails, expected);
}

TEST_P(NetworkInterfaceCases, ResetEmptiesTheQueues) {
  InterfaceBench bench(2);
  for (PacketId packet = 0; packet < 6; ++packet) bench.offer(packet, 2, packet);
  bench.eject(0, make_flit(50, 3, 0));
  bench.cycle_with_pop(0b11);
  bench.eject_nothing();
  bench.pulse_reset(1);
  bench.settle();
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_EQ(bench.request[j].read(), 0U);
    EXPECT_EQ(bench.terminal.account().queued(static_cast<int>(j)), 0);
    EXPECT_EQ(bench.terminal.account().queue_view(static_cast<int>(j)), 0U);
  }
  bench.offer(20, 1);
  bench.settle();
  EXPECT_EQ(bench.flit[0].read(), make_flit(20, 1, 0));
  bench.eject(0, make_flit(51, 1, 0));  // the packet that was on its way out is forgotten
  bench.step();
  EXPECT_EQ(bench.log.tails.size(), 1U);
}

TEST_P(NetworkInterfaceCases, SleepIsInvisible) {
  InterfaceBench bench(2, InjectionPolicy("round_robin"), 3);
  const auto drive = [&](int k) {
    if (k == 0) bench.offer(1, 2, 0);
    if (k == 1) bench.offer(2, 1, 0);
    if (k == 4) bench.offer(3, 1, 1);
    bench.pop.write((k == 3 || k == 4 || k == 5 ? 0b01U : 0U) | (k == 8 ? 0b10U : 0U));
    bench.eject_nothing();
    if (k == 2) bench.eject(0, make_flit(9, 1, 0));
  };
  const auto sample = [&] {
    std::vector<std::uint64_t> values{bench.log.tails.size() % 2, bench.log.heads.size() % 3};
    for (std::size_t j = 0; j < 2; ++j) {
      values.push_back(bench.request[j].read());
      values.push_back(bench.terminal.account().queue_view(static_cast<int>(j)));
      if (bench.terminal.account().queued(static_cast<int>(j)) > 0) values.push_back(bench.flit[j].read());
    }
    return values;
  };
  bench.log.tails.resize(2);
  const auto awake = bench.record(12, drive, sample);
  bench.step(50);
  bench.log.tails.resize(2);
  EXPECT_EQ(bench.record(12, drive, sample), awake);
  EXPECT_EQ(bench.log.heads.size(), 6U);
}

void check_random_injection(InjectionPolicy policy, int router_delay) {
  constexpr std::size_t kInjectors = 3;
  InterfaceBench bench(static_cast<int>(kInjectors), policy, router_delay);
  struct Queued {
    PacketId packet;
    int flits;
    HeaderWord header;
    Cycle eligible;
  };
  std::vector<std::deque<Queued>> queues(kInjectors);
  std::vector<int> position(kInjectors);
  std::mt19937 random(static_cast<unsigned>(policy.place()) * 10 + static_cast<unsigned>(router_delay));
  PacketId packets = 0;
  std::vector<std::pair<PacketId, Cycle>> heads;
  for (Cycle t = 0; t < 5000; ++t) {
    const bool busy = t / 100 % 4 < 2;
    for (unsigned k = random() % 3; busy && k > 0 && random() % 3 == 0; --k) {
      const NodeId destination = static_cast<NodeId>((kTerminalNode + 1 + random() % 31) % 32);
      const HeaderWord header = bench.header_to(destination);
      const std::uint64_t number = random() % 1000;
      const std::uint32_t productive = bench.topology->routing().choices(kTerminalNode, header).adaptive_ports();
      const int chosen = microarch::choose_injector(
          policy, static_cast<int>(kInjectors), number, productive,
          [&](int j) { return static_cast<int>(queues[static_cast<std::size_t>(j)].size()); });
      queues[static_cast<std::size_t>(chosen)].push_back(
          {packets, 1 + static_cast<int>(random() % 4), header, t + static_cast<Cycle>(router_delay) - 1});
      bench.offer(packets, queues[static_cast<std::size_t>(chosen)].back().flits, number, destination);
      ++packets;
    }
    std::uint32_t pop = 0;
    for (std::size_t j = 0; j < kInjectors; ++j) {
      if (queues[j].empty()) continue;
      if (position[j] > 0 || (queues[j].front().eligible <= t && random() % 3 == 0)) pop |= 1U << j;
    }
    bench.pop.write(pop);
    bench.settle();
    for (std::size_t j = 0; j < kInjectors; ++j) {
      ASSERT_EQ(bench.terminal.account().queued(static_cast<int>(j)), static_cast<int>(queues[j].size()))
          << "cycle " << t;
      ASSERT_EQ(bench.terminal.account().queue_view(static_cast<int>(j)), queues[j].size()) << "cycle " << t;
      RequestWord expected = 0;
      if (!queues[j].empty()) {
        const Queued& front = queues[j].front();
        const FlitWord word = make_flit(front.packet, front.flits, position[j]);
        if (position[j] == 0 && front.eligible <= t) expected = make_request(word);
        ASSERT_EQ(bench.flit[j].read(), word) << "cycle " << t << ", injector " << j;
        ASSERT_EQ(bench.header[j].read(), front.header);
        ASSERT_EQ(bench.route[j].read(), pack_route(bench.topology->routing().choices(kTerminalNode, front.header)));
      }
      ASSERT_EQ(bench.request[j].read(), expected) << "cycle " << t << ", injector " << j;
    }
    bench.step();
    for (std::size_t j = 0; j < kInjectors; ++j) {
      if (((pop >> j) & 1U) == 0) continue;
      if (position[j] == 0) heads.emplace_back(queues[j].front().packet, t);
      if (++position[j] < queues[j].front().flits) continue;
      queues[j].pop_front();
      position[j] = 0;
    }
    ASSERT_EQ(bench.log.heads, heads) << "cycle " << t;
  }
  EXPECT_GT(heads.size(), 500U);
}

TEST_P(NetworkInterfaceCases, RandomOffersByDirection) { check_random_injection(InjectionPolicy("direction"), 1); }
TEST_P(NetworkInterfaceCases, RandomOffersInTurn) { check_random_injection(InjectionPolicy("round_robin"), 4); }
TEST_P(NetworkInterfaceCases, RandomOffersToTheShortest) { check_random_injection(InjectionPolicy("shortest"), 2); }

void check_injectors_of_classes(InjectionPolicy policy) {
  constexpr int kOfClass = 3;
  InterfaceBench bench(kOfClass, policy, 1, 2);
  std::vector<int> queued(2 * kOfClass);
  std::mt19937 random(static_cast<unsigned>(policy.place()));
  for (PacketId packet = 0; packet < 60; ++packet) {
    const int message_class = random() % 3 == 0 ? 1 : 0;
    const NodeId destination = static_cast<NodeId>((kTerminalNode + 1 + random() % 31) % 32);
    const std::uint32_t productive =
        bench.topology->routing().choices(kTerminalNode, bench.header_to(destination)).adaptive_ports();
    const int chosen = microarch::choose_injector(policy, kOfClass, packet, productive, [&](int j) {
      return queued[static_cast<std::size_t>(message_class * kOfClass + j)];
    });
    ++queued[static_cast<std::size_t>(message_class * kOfClass + chosen)];
    bench.offer(packet, 1, packet, destination, message_class);
    for (std::size_t j = 0; j < queued.size(); ++j)
      ASSERT_EQ(bench.terminal.account().queued(static_cast<int>(j)), queued[j]) << packet;
  }
  // The fronts of all six are there at once; each leaves by its own bit.
  bench.step();
  bench.cycle_with_pop(0b101000);
  const std::vector<int> left{0, 0, 0, 1, 0, 1};
  for (std::size_t j = 0; j < queued.size(); ++j)
    EXPECT_EQ(bench.terminal.account().queued(static_cast<int>(j)), queued[j] - left[j]) << j;
}

TEST_P(NetworkInterfaceShapes, EachClassHasItsInjectorsByDirection) {
  check_injectors_of_classes(InjectionPolicy("direction"));
}
TEST_P(NetworkInterfaceShapes, EachClassHasItsInjectorsInTurn) {
  check_injectors_of_classes(InjectionPolicy("round_robin"));
}
TEST_P(NetworkInterfaceShapes, EachClassHasItsShortestInjector) {
  check_injectors_of_classes(InjectionPolicy("shortest"));
}

/// The report when these flits leave by ejection port 1, one in each cycle.
std::string ejection_report(const std::vector<FlitWord>& flits) {
  InterfaceBench bench;
  bench.step(10);
  for (std::size_t i = 0; i + 1 < flits.size(); ++i) {
    bench.eject(1, flits[i]);
    bench.step();
  }
  bench.eject(1, flits.back());
  return bench.violation();
}

TEST_P(NetworkInterfaceCases, ABodyFlitWithoutAHeadIsAViolation) {
  const std::string report = ejection_report({make_flit(3, 4, 1)});
  EXPECT_NE(report.find("terminal: ejection port 1 gets flit 1 of packet 3"), std::string::npos) << report;
}

TEST_P(NetworkInterfaceCases, AHeadInsideAPacketIsAViolation) {
  EXPECT_NE(ejection_report({make_flit(3, 4, 0), make_flit(4, 4, 0)}).find("flit 0 of packet 4 instead of flit 1"),
            std::string::npos);
}

TEST_P(NetworkInterfaceCases, AFlitOfAnotherPacketIsAViolation) {
  EXPECT_NE(ejection_report({make_flit(3, 4, 0), make_flit(4, 4, 1)}).find("instead of flit 1 of packet 3"),
            std::string::npos);
}

TEST_P(NetworkInterfaceCases, ASkippedFlitIsAViolation) {
  EXPECT_NE(ejection_report({make_flit(3, 4, 0), make_flit(3, 4, 2)}).find("flit 2 of packet 3"), std::string::npos);
}

}  // namespace
}  // namespace trenza::rtl_models
