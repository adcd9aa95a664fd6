// The crossbar alone: who is selected crosses, headers lose a hop on the way to a link.
#include "rtl_models/crossbar/crossbar.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "rtl_models/common/test_bench.h"
#include "rtl_models/crossbar/crossbar_twin.h"
#include "rtl_models/twin/twin_test_support.h"
#include "topologies/topology_test_support.h"

namespace trenza::rtl_models {
namespace {

class CrossbarCases : public test_bench::OnBoth {};
RUN_ON_BOTH(CrossbarCases);

using microarch::make_flit;
using test_bench::Bench;
using test_bench::Shown;
using test_bench::shown;

constexpr int kCrossbarPorts = 4;
constexpr int kCrossbarEjectors = 2;
constexpr int kCrossbarInputs = 6;

constexpr int kCrossbarDimensions = 2;

/// `dimensions` of records: the twin takes hops off them itself, the block asks the relation.
std::unique_ptr<Crossbar> make_crossbar(const topologies::RoutingRelation& relation, topologies::NodeId node,
                                        int inputs, int ports, int ejectors, std::uint32_t escape_mask,
                                        int dimensions) {
  if (test_bench::on_twin()) {
    return std::make_unique<CrossbarTwin>("crossbar", relation, node, inputs, ports, ejectors, escape_mask, dimensions);
  }
  return std::make_unique<Crossbar>("crossbar", relation, node, inputs, ports, ejectors, escape_mask);
}

struct CrossbarBench : Bench {
  std::unique_ptr<topologies::Topology> topology = topologies::test_support::make("rtt", 4);
  test_bench::Signals<std::uint32_t> select = test_bench::Signals<std::uint32_t>(kCrossbarPorts + kCrossbarEjectors);
  test_bench::Signals<std::uint64_t> flit = test_bench::Signals<std::uint64_t>(kCrossbarInputs);
  test_bench::Signals<std::uint64_t> header = test_bench::Signals<std::uint64_t>(kCrossbarInputs);
  std::vector<std::unique_ptr<FlitSignals>> links;
  test_bench::Signals<bool> eject_valid = test_bench::Signals<bool>(kCrossbarEjectors);
  test_bench::Signals<std::uint64_t> eject_flit = test_bench::Signals<std::uint64_t>(kCrossbarEjectors);
  std::unique_ptr<Crossbar> made;
  Crossbar& crossbar;

  CrossbarBench()
      : made(make_crossbar(topology->routing(), 0, kCrossbarInputs, kCrossbarPorts, kCrossbarEjectors, 0b1,
                           kCrossbarDimensions)),
        crossbar(*made) {
    test_bench::bind_all(crossbar.select, select);
    test_bench::bind_all(crossbar.flit, flit);
    test_bench::bind_all(crossbar.header, header);
    for (std::size_t p = 0; p < kCrossbarPorts; ++p) {
      links.push_back(std::make_unique<FlitSignals>("link_" + std::to_string(p)));
      crossbar.out[p]->bind(*links[p]);
    }
    test_bench::bind_all(crossbar.eject_valid, eject_valid);
    test_bench::bind_all(crossbar.eject_flit, eject_flit);
    settle();
  }

  void select_for(std::size_t output, int input, int vc) { select[output].write(make_select(input, vc)); }
  void select_none(std::size_t output) { select[output].write(0); }
  Shown link(std::size_t port) const { return shown(*links[port]); }
};

TEST_P(CrossbarCases, AHeadGoesOnWithOneHopMoreAndItsHeaderAdvanced) {
  CrossbarBench bench;
  const auto& routing = bench.topology->routing();
  const HeaderWord header = routing.initial(0, 9, 0);
  FlitWord head = make_flit(3, 4, 0);
  for (int hop = 0; hop < 3; ++hop) {
    bench.flit[2].write(head);
    bench.header[2].write(header);
    for (int port = 0; port < kCrossbarPorts; ++port) {
      bench.select_for(static_cast<std::size_t>(port), 2, 1);
      bench.settle();
      EXPECT_EQ(bench.link(static_cast<std::size_t>(port)),
                (Shown{true, 1, microarch::with_next_hop(head), routing.advance(0, header, port, false)}));
      bench.select_none(static_cast<std::size_t>(port));
      bench.settle();
      EXPECT_EQ(bench.link(static_cast<std::size_t>(port)), Shown{});
    }
    head = microarch::with_next_hop(head);
  }
}

/// Like table routing: it looks up where a packet goes, and so needs it to go somewhere.
class PickyRelation : public topologies::test_support::WrappedRelation {
 public:
  using WrappedRelation::WrappedRelation;
  HeaderWord advance(topologies::NodeId at, HeaderWord header, topologies::PortId port, bool escape) const override {
    EXPECT_NE(topologies::destination_of(header), at);
    escapes.push_back(escape);
    return WrappedRelation::advance(at, header, port, escape);
  }
  int escape_vcs() const override { return 2; }
  mutable std::vector<bool> escapes;
};

/// Two classes of two escape VCs and an adaptive one.
constexpr std::uint32_t kEscapeMask = 0b011011;

struct PickyBench : Bench {
  std::unique_ptr<topologies::Topology> topology = topologies::test_support::make("rtt", 4);
  PickyRelation relation{topology->routing()};
  sc_core::sc_signal<std::uint32_t> select{"select"};
  sc_core::sc_signal<std::uint32_t> eject_select{"eject_select"};
  sc_core::sc_signal<std::uint64_t> flit{"flit"};
  sc_core::sc_signal<std::uint64_t> header{"header"};
  FlitSignals link{"link"};
  sc_core::sc_signal<bool> eject_valid{"eject_valid"};
  sc_core::sc_signal<std::uint64_t> eject_flit{"eject_flit"};
  std::unique_ptr<Crossbar> made = make_crossbar(relation, 5, 1, 1, 1, kEscapeMask, 0);
  Crossbar& crossbar = *made;

  PickyBench() {
    crossbar.select[0].bind(select);
    crossbar.flit[0].bind(flit);
    crossbar.header[0].bind(header);
    crossbar.out[0]->bind(link);
    crossbar.select[1].bind(eject_select);
    crossbar.eject_valid[0].bind(eject_valid);
    crossbar.eject_flit[0].bind(eject_flit);
    settle();
  }
};

TEST_P(CrossbarCases, AHeaderAtItsDestinationIsNotAdvanced) {
  PickyBench bench;
  bench.select.write(make_select(0, 1));
  bench.flit.write(make_flit(1, 2, 1));
  bench.settle();
  // The tail has crossed, its successor is at its destination, and the allocator has not been heard yet.
  bench.flit.write(make_flit(2, 2, 0));
  bench.header.write(bench.topology->routing().initial(0, 5, 0));
  bench.settle();
  EXPECT_TRUE(bench.relation.escapes.empty());
}

TEST_P(CrossbarCases, TheRelationLearnsWhichHopsAreEscapes) {
  PickyBench bench;
  bench.header.write(bench.topology->routing().initial(5, 9, 0));
  for (int vc = 0; vc < 6; ++vc) {
    bench.relation.escapes.clear();
    bench.flit.write(make_flit(static_cast<PacketId>(vc), 2, 0));
    bench.select.write(make_select(0, vc));
    bench.settle();
    ASSERT_FALSE(bench.relation.escapes.empty());
    EXPECT_EQ(bench.relation.escapes.back(), vc % 3 < 2) << vc;
  }
}

TEST_P(CrossbarCases, OtherFlitsPassUnchanged) {
  CrossbarBench bench;
  for (int position = 1; position < 4; ++position) {
    bench.flit[0].write(make_flit(9, 4, position));
    bench.select_for(3, 0, 2);
    bench.settle();
    EXPECT_EQ(bench.link(3), (Shown{true, 2, make_flit(9, 4, position), 0}));
  }
}

TEST_P(CrossbarCases, EjectionMakesNoHop) {
  CrossbarBench bench;
  const FlitWord head = microarch::with_next_hop(make_flit(8, 2, 0));
  bench.flit[5].write(head);
  bench.header[5].write(bench.topology->routing().initial(0, 1, 0));
  bench.select_for(kCrossbarPorts + 1, 5, 0);
  bench.settle();
  EXPECT_FALSE(bench.eject_valid[0].read());
  EXPECT_TRUE(bench.eject_valid[1].read());
  EXPECT_EQ(bench.eject_flit[1].read(), head);
  bench.flit[5].write(make_flit(8, 2, 1));
  bench.settle();
  EXPECT_EQ(bench.eject_flit[1].read(), make_flit(8, 2, 1));
  bench.select_none(kCrossbarPorts + 1);
  bench.settle();
  EXPECT_FALSE(bench.eject_valid[1].read());
}

TEST_P(CrossbarCases, RandomSelections) {
  CrossbarBench bench;
  const auto& routing = bench.topology->routing();
  std::mt19937 random(4);
  PacketId packet = 0;
  for (int t = 0; t < 3000; ++t) {
    if (t % 100 == 0) bench.step(50);  // nothing changes for a while
    std::vector<FlitWord> flits;
    std::vector<HeaderWord> headers;
    for (std::size_t i = 0; i < kCrossbarInputs; ++i) {
      flits.push_back(make_flit(packet++, 3, static_cast<int>(random() % 3)));
      headers.push_back(routing.initial(0, 1 + static_cast<int>(random() % 31), random()));
      bench.flit[i].write(flits[i]);
      bench.header[i].write(headers[i]);
    }
    // Each input goes to one output at most.
    std::vector<int> input_of(kCrossbarPorts + kCrossbarEjectors, -1);
    std::vector<std::uint32_t> vc_of(kCrossbarPorts + kCrossbarEjectors);
    for (int i = 0; i < kCrossbarInputs; ++i) {
      const std::size_t output = random() % (kCrossbarPorts + kCrossbarEjectors + 3);
      if (output < input_of.size()) input_of[output] = i;
    }
    for (std::size_t o = 0; o < input_of.size(); ++o) {
      vc_of[o] = random() % 3;
      if (input_of[o] >= 0) bench.select_for(o, input_of[o], static_cast<int>(vc_of[o]));
      if (input_of[o] < 0) bench.select_none(o);
    }
    bench.settle();
    for (std::size_t o = 0; o < input_of.size(); ++o) {
      const bool selected = input_of[o] >= 0;
      const std::size_t input = selected ? static_cast<std::size_t>(input_of[o]) : 0;
      if (o >= kCrossbarPorts) {
        ASSERT_EQ(bench.eject_valid[o - kCrossbarPorts].read(), selected);
        if (selected) {
          ASSERT_EQ(bench.eject_flit[o - kCrossbarPorts].read(), flits[input]);
        }
        continue;
      }
      Shown expected;
      if (selected && microarch::is_head(flits[input])) {
        expected = {true, vc_of[o], microarch::with_next_hop(flits[input]),
                    routing.advance(0, headers[input], static_cast<int>(o), false)};
      } else if (selected) {
        expected = {true, vc_of[o], flits[input], 0};
      }
      ASSERT_EQ(bench.link(o), expected) << "cycle " << t << ", output " << o;
    }
    bench.step();
  }
}

}  // namespace
}  // namespace trenza::rtl_models
