// The flit-level machine alone: unloaded latency by the formula, snapshots, idle networks.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "microarch/archive.h"
#include "microarch/parameters.h"
#include "tests/support/worm_machine.h"
#include "tlm/cycle_fabric.h"
#include "topologies/twisted_torus.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::FabricParameters;
using topologies::NodeId;

std::shared_ptr<const topologies::Topology> routed(const std::vector<int>& sizes,
                                                   const std::vector<topologies::Twist>& twists, int vcs,
                                                   topologies::WormRoute route) {
  topologies::WormRouting routing;
  routing.route = route;
  routing.vcs = vcs;
  return topologies::with_worm_routing(torus_network(sizes, twists).build(), routing);
}

FabricParameters flit_parameters(int vcs, int depth) {
  FabricParameters parameters;
  parameters.switching = "wormhole";
  parameters.link_delay = 0;
  parameters.wormhole.virtual_channels = vcs;
  parameters.wormhole.buffer_flits = depth;
  return parameters;
}

/// Latency of a packet that is alone, docs/microarchitecture-flit.md, section 7.
Cycle formula(const FabricParameters& p, int hops, int flits) {
  const int step = p.pipeline.is<microarch::TwoStepPipeline>() ? p.pipeline.parameter() : 0;
  const int hop = p.wormhole.routing_delay + step + 1 + p.link_delay;
  const int last = p.wormhole.routing_delay + step + p.wormhole.ejection_delay;
  return static_cast<Cycle>(p.wormhole.injection_delay + hops * hop + last + flits - 1);
}

/// Sends a packet for every pair, each when the one before is gone, and compares.
void check_all_pairs(const std::shared_ptr<const topologies::Topology>& topology, const FabricParameters& parameters,
                     int flits) {
  const auto fabric = tlm::make_cycle_fabric(*topology, parameters);
  const NodeId nodes = topology->graph().nodes();
  for (NodeId source = 0; source < nodes; ++source) {
    for (NodeId destination = 0; destination < nodes; ++destination) {
      fabric->offer(source, destination, flits, 0, 0);
      while (fabric->delivered().empty()) fabric->advance(fabric->now() + 1000);
      const microarch::Delivery packet = fabric->delivered()[0];
      const int hops = source == destination ? 0 : topology->routing().distance(source, destination);
      ASSERT_EQ(packet.hops, hops);
      ASSERT_EQ(packet.ejected - packet.created, formula(parameters, hops, flits))
          << source << " to " << destination << " " << parameters.pipeline.text();
      fabric->advance(fabric->now() + 1000);
      ASSERT_TRUE(fabric->idle());
    }
  }
}

TEST(WormLatency, FormulaForEveryPairAndPipeline) {
  const auto rtt = routed({8, 4}, {{1, 0, 4}}, 4, topologies::WormRoute::dimension_order);
  const auto adaptive = routed({8, 4}, {{1, 0, 4}}, 4, topologies::WormRoute::duato);
  for (const char* pipeline : {"joint", "two_step", "speculative"}) {
    for (const int routing_delay : {0, 2}) {
      FabricParameters p = flit_parameters(4, 8);
      p.pipeline = pipeline;
      p.wormhole.routing_delay = routing_delay;
      p.wormhole.injection_delay = routing_delay;
      p.wormhole.ejection_delay = 1 + routing_delay;
      p.link_delay = routing_delay;
      check_all_pairs(rtt, p, 5);
      check_all_pairs(adaptive, p, 1);
    }
  }
  FabricParameters deep = flit_parameters(4, 2);
  deep.pipeline = microarch::PipelinePolicy("two_step").with(3);
  check_all_pairs(rtt, deep, 3);
}

// A buffer of one flit under a round trip of two cycles: every second cycle is idle.
TEST(WormLatency, ShortBuffersHalveAWorm) {
  const auto topology = routed({8}, {}, 2, topologies::WormRoute::dimension_order);
  const auto fabric = tlm::make_cycle_fabric(*topology, flit_parameters(2, 1));
  fabric->offer(0, 3, 6, 0, 0);
  fabric->advance(1000);
  ASSERT_EQ(fabric->delivered().size(), 1U);
  EXPECT_EQ(fabric->delivered()[0].ejected, 3U + 1U + 2U * 5U);
}

// A run that is saved and restored in the middle goes on as if nothing had happened.
TEST(WormSnapshot, ContinuesAlike) {
  int compared = 0;
  for (std::uint64_t seed = 500; seed < 512; ++seed) {
    const WormMachine machine = random_worm_machine(seed);
    const auto topology = machine.topology();
    const FabricParameters& parameters = machine.machine.parameters;
    const RandomTraffic traffic(machine.machine, *topology);
    auto fabric = tlm::make_cycle_fabric(*topology, parameters);
    const auto run = [&](microarch::Fabric& view, Cycle first, Cycle end) {
      std::uint64_t digest = 0;
      for (Cycle t = first; t < end; ++t) {
        worm_offers(machine, traffic, t, [&](const Offer& packet) {
          view.offer(packet.source, packet.destination, packet.flits, 0, packet.message_class);
        });
        view.advance(t + 1);
        for (const microarch::Delivery& d : view.delivered())
          digest += microarch::hash(d.source, d.destination, d.number, d.flits, d.created, d.entered, d.ejected);
      }
      return digest;
    };
    run(*fabric, 0, 150);
    microarch::MemorySink bytes;
    microarch::ArchiveWriter writer(bytes);
    fabric->save(writer);
    microarch::MemoryStream stream(bytes.bytes());
    microarch::ArchiveReader reader(stream);
    const auto restored = tlm::restore_cycle_fabric(*topology, parameters, reader);
    const std::uint64_t digest = run(*fabric, 150, 400);
    EXPECT_EQ(run(*restored, 150, 400), digest) << machine.text();
    compared += digest != 0 ? 1 : 0;
  }
  EXPECT_GT(compared, 6);
}

// Nothing is simulated while nothing is inside.
TEST(WormIdle, EmptyNetworksCostNothing) {
  const auto topology = routed({8, 8}, {}, 4, topologies::WormRoute::dimension_order);
  const auto fabric = tlm::make_cycle_fabric(*topology, flit_parameters(4, 8));
  EXPECT_EQ(fabric->next_activity(), tlm::TlmFabric::kNever);
  fabric->advance(1'000'000'000'000);
  EXPECT_TRUE(fabric->idle());
  fabric->offer(0, 63, 4, 0, 0);
  EXPECT_FALSE(fabric->idle());
  fabric->advance(2'000'000'000'000);
  ASSERT_EQ(fabric->delivered().size(), 1U);
  EXPECT_EQ(fabric->delivered()[0].ejected - fabric->delivered()[0].created, 2U + 1U + 3U);
}

}  // namespace
}  // namespace trenza::test
