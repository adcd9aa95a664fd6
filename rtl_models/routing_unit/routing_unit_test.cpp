// The routing unit alone, against the routing relation.
#include "rtl_models/routing_unit/routing_unit.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "rtl_models/common/test_bench.h"
#include "rtl_models/routing_unit/routing_unit_twin.h"
#include "rtl_models/twin/twin_test_support.h"
#include "topologies/topology_test_support.h"

namespace trenza::rtl_models {
namespace {

class RoutingUnitCases : public test_bench::OnBoth {};
RUN_ON_BOTH(RoutingUnitCases);
class RoutingUnitShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(RoutingUnitShapes);

using test_bench::Bench;
namespace networks = topologies::test_support;

/// The routing units of all nodes of a network, on the same wires.
struct RoutingBench : Bench {
  std::unique_ptr<topologies::Topology> topology;
  sc_core::sc_signal<bool> valid{"valid"};
  sc_core::sc_signal<std::uint32_t> vc{"vc"};
  sc_core::sc_signal<std::uint64_t> header{"header"};
  test_bench::Signals<std::uint64_t> routes;
  std::vector<std::unique_ptr<RoutingUnit>> units;

  explicit RoutingBench(std::unique_ptr<topologies::Topology> network)
      : topology(std::move(network)), routes(static_cast<std::size_t>(topology->graph().nodes())) {
    for (std::size_t node = 0; node < routes.size(); ++node) {
      const std::string name = "unit_" + std::to_string(node);
      const auto id = static_cast<topologies::NodeId>(node);
      if (test_bench::on_twin()) {
        units.push_back(std::make_unique<RoutingUnitTwin>(name.c_str(), topology->routing(), id, 0, 1,
                                                          topology->graph().ports() / 2));
      } else {
        units.push_back(std::make_unique<RoutingUnit>(name.c_str(), topology->routing(), id, 0, 1));
      }
      units[node]->valid.bind(valid);
      units[node]->vc.bind(vc);
      units[node]->header.bind(header);
      units[node]->route.bind(routes[node]);
    }
    settle();
  }

  void arrive(HeaderWord word) {
    valid.write(true);
    header.write(word);
    settle();
  }
};

void check_all_headers(std::unique_ptr<topologies::Topology> network) {
  RoutingBench bench(std::move(network));
  const auto& routing = bench.topology->routing();
  const topologies::NodeId nodes = bench.topology->graph().nodes();
  for (topologies::NodeId destination = 1; destination < nodes; ++destination) {
    for (std::uint64_t draw = 0; draw < routing.routes(0, destination); ++draw) {
      HeaderWord header = routing.initial(0, destination, draw);
      for (topologies::NodeId at = 0; at != destination;) {
        bench.arrive(header);
        const topologies::RouteChoice expected = routing.choices(at, header);
        const topologies::RouteChoice route = unpack_route(bench.routes[static_cast<std::size_t>(at)].read());
        ASSERT_EQ(route.adaptive_ports(), expected.adaptive_ports());
        ASSERT_EQ(route.escape_port(), expected.escape_port());
        ASSERT_FALSE(route.arrived);
        ASSERT_EQ((route.adaptive_ports() >> route.escape_port()) & 1U, 1U) << "the escape port is productive";
        header = routing.advance(at, header, route.escape_port(), true);
        at = bench.topology->graph().out(at, route.escape_port()).to;
      }
      bench.arrive(header);
      const topologies::RouteChoice route = unpack_route(bench.routes[static_cast<std::size_t>(destination)].read());
      ASSERT_TRUE(route.arrived) << "the escape path ends at the destination";
      ASSERT_EQ(route.adaptive_ports(), 0U);
      ASSERT_EQ(route.escape_port(), -1);
    }
  }
}

TEST_P(RoutingUnitCases, GivesTheChoicesOfTheRelationOnATwistedTorus) { check_all_headers(networks::make("rtt", 4)); }

TEST_P(RoutingUnitShapes, GivesTheChoicesOfTheRelationInThreeDimensions) {
  check_all_headers(networks::make("pdtt", 2));
}

TEST_P(RoutingUnitCases, IsCombinationalAndHoldsItsResult) {
  RoutingBench bench(networks::make("rt", 4));
  const auto& routing = bench.topology->routing();
  const HeaderWord first = routing.initial(0, 1, 0);
  bench.arrive(first);
  EXPECT_EQ(bench.routes[0].read(), pack_route(routing.choices(0, first))) << "without an edge";
  bench.valid.write(false);
  bench.header.write(routing.initial(0, 9, 0));
  bench.step(50);
  EXPECT_EQ(bench.routes[0].read(), pack_route(routing.choices(0, first))) << "without valid the header means nothing";
  const HeaderWord second = routing.initial(0, 12, 0);
  bench.arrive(second);
  EXPECT_EQ(bench.routes[0].read(), pack_route(routing.choices(0, second))) << "after 50 cycles without a flit";
}

}  // namespace
}  // namespace trenza::rtl_models
