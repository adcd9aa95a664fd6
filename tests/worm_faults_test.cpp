// Faults that are planted in the flit-level machine, in its routes and in its engine: each is refused, or diagnosed by
// name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "microarch/deadlock_proof.h"
#include "microarch/parameters.h"
#include "tests/support/worm_machine.h"
#include "tlm/cycle/worm_engine_of.h"

namespace trenza::tlm {

/// Plants faults in an engine between two cycles.
class WormEngineSurgery {
 public:
  explicit WormEngineSurgery(WormEngine& engine)
      : engine_(dynamic_cast<WormEngineOf<microarch::RequestMask>&>(engine)) {}

  /// Each credit that is due in the next cycle comes `times` times.
  void repeat_credits(std::size_t times) {
    std::vector<VcEvent> due;
    engine_.credits_.take(engine_.now(), [&](const VcEvent& credit) { due.insert(due.end(), times, credit); });
    for (const VcEvent& credit : due) engine_.credits_.add_due(engine_.now(), credit);
  }
  /// Packets whose heads have crossed lose their output VCs.
  void release_with_heads() {
    for_each_held([this](std::uint32_t router, auto& sets, WormOutput& output, microarch::RequestMask at) {
      if (microarch::has_bit(sets.fresh, output.holder)) return;
      output.holder = kNoInput;
      sets.free |= at;
      sets.hopeless = 0;
      engine_.active_.add(router);
    });
  }
  /// Output VCs with a holder can be allocated to others.
  void share_output_vcs() {
    for_each_held([](std::uint32_t /*router*/, auto& sets, const WormOutput& /*output*/, microarch::RequestMask at) {
      sets.free |= at;
    });
  }
  /// Packets that enter a ring leave no bubble in it.
  void forget_bubbles() { engine_.availability_.clear(); }

 private:
  template <class Visit>
  void for_each_held(const Visit& visit) {
    for (std::uint32_t router = 0; router < engine_.memory_.routers(); ++router) {
      for (int vc = 0; vc < engine_.shape().output_vcs(); ++vc) {
        WormOutput& output = engine_.memory_.outputs(router)[vc];
        if (output.holder == kNoInput) continue;
        visit(router, engine_.memory_.sets(router), output, microarch::bit_of<microarch::RequestMask>(vc));
      }
    }
  }

  WormEngineOf<microarch::RequestMask>& engine_;
};

}  // namespace trenza::tlm

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::FabricParameters;
using testing::HasSubstr;
using testing::IsEmpty;
using tlm::WormEngineSurgery;

/// A torus of 4 x 4 under load, with a fault that `plant` plants before a cycle; what is said of it.
std::string diagnosis(const std::function<void(WormEngineSurgery&, Cycle)>& plant) {
  topologies::WormRouting routing;
  routing.vcs = 2;
  const auto topology = topologies::with_worm_routing(torus_network({4, 4}, {}).build(), routing);
  FabricParameters parameters;
  parameters.switching = "wormhole";
  parameters.link_delay = 0;
  parameters.wormhole.virtual_channels = 2;
  parameters.wormhole.buffer_flits = 3;
  const auto engine = tlm::make_worm_engine(*topology, parameters);
  WormEngineSurgery surgery(*engine);
  std::vector<tlm::WormEjection> ejected;
  std::uint64_t number = 0;
  try {
    while (engine->now() < 2000) {
      if (engine->now() < 400) {
        for (topologies::NodeId node = 0; node < 16; ++node) {
          if (microarch::hash(engine->now(), node) % 8 != 0) continue;
          tlm::PacketRecord record;
          record.source = node;
          record.destination = static_cast<topologies::NodeId>((node + 5) % 16);
          record.number = number++;
          record.created = engine->now();
          engine->inject(record, 6);
        }
      }
      plant(surgery, engine->now());
      ejected.clear();
      engine->advance(engine->now() + 1, ejected);
    }
  } catch (const microarch::InvariantViolation& violation) {
    return violation.what();
  }
  std::string faults;
  for (const std::string& fault : engine->audit()) faults += fault + "\n";
  return faults;
}

TEST(WormFaults, ASoundEngineIsSilent) {
  EXPECT_THAT(diagnosis([](WormEngineSurgery& /*surgery*/, Cycle /*now*/) {}), IsEmpty());
}
TEST(WormFaults, ALostCreditIsFoundByTheAudit) {
  const auto plant = [](WormEngineSurgery& surgery, Cycle now) {
    if (now == 100) surgery.repeat_credits(0);
  };
  EXPECT_THAT(diagnosis(plant), HasSubstr("2 credits, 0 flits stored and 0 flits and credits under way, but 3 in all"));
}
TEST(WormFaults, ADoubledCreditIsFoundWhenItComes) {
  const auto plant = [](WormEngineSurgery& surgery, Cycle now) {
    if (now == 100) surgery.repeat_credits(2);
  };
  EXPECT_THAT(diagnosis(plant), HasSubstr("a credit came twice"));
}
TEST(WormFaults, AnOutputVcReleasedByTheHeadMixesWorms) {
  const auto plant = [](WormEngineSurgery& surgery, Cycle now) {
    if (now >= 100) surgery.release_with_heads();
  };
  EXPECT_THAT(diagnosis(plant), HasSubstr("worms mix"));
}
TEST(WormFaults, AnOutputVcForTwoWormsMixesThem) {
  const auto plant = [](WormEngineSurgery& surgery, Cycle now) {
    if (now >= 100) surgery.share_output_vcs();
  };
  EXPECT_THAT(diagnosis(plant), HasSubstr("worms mix"));
}

/// Packets of four flits that go a third around a ring of six, each node as many as its source can send, with flit
/// bubbles or without; how many of them arrive.
std::size_t arrived_in_a_ring(int packets_each, bool bubbles) {
  topologies::WormRouting routing;
  routing.vcs = 1;
  routing.flit_bubble = true;
  const auto topology = topologies::with_worm_routing(torus_network({6}, {}).build(), routing);
  FabricParameters parameters;
  parameters.switching = "wormhole";
  parameters.link_delay = 0;
  parameters.max_packet_flits = 4;
  parameters.wormhole.virtual_channels = 1;
  parameters.wormhole.buffer_flits = 8;
  parameters.wormhole.flit_bubble = true;
  const auto engine = tlm::make_worm_engine(*topology, parameters);
  if (!bubbles) WormEngineSurgery(*engine).forget_bubbles();
  for (int k = 0; k < packets_each; ++k) {
    for (topologies::NodeId node = 0; node < 6; ++node) {
      tlm::PacketRecord record;
      record.source = node;
      record.destination = static_cast<topologies::NodeId>((node + 2) % 6);
      record.number = static_cast<std::uint64_t>(k);
      engine->inject(record, 4);
    }
  }
  std::vector<tlm::WormEjection> ejected;
  std::size_t arrived = 0;
  while (engine->now() < 20'000) {
    ejected.clear();
    engine->advance(engine->now() + 1, ejected);
    arrived += ejected.size();
  }
  EXPECT_THAT(engine->audit(), IsEmpty());
  return arrived;
}

TEST(WormFaults, ARingWithoutABubbleStandsStill) {
  EXPECT_EQ(arrived_in_a_ring(200, true), 1200U);
  EXPECT_LT(arrived_in_a_ring(200, false), 1200U);
}

/// The proof of a machine as text: empty if it holds.
std::string proof_faults(const std::vector<int>& sizes, const std::vector<topologies::Twist>& twists,
                         const topologies::WormRouting& routing, bool atomic) {
  FabricParameters parameters;
  parameters.switching = "wormhole";
  parameters.wormhole.virtual_channels = routing.vcs;
  if (atomic) parameters.wormhole.reallocation = "atomic";
  const auto topology = topologies::with_worm_routing(torus_network(sizes, twists).build(), routing);
  std::string text;
  for (const topologies::Obligation& obligation : microarch::prove_deadlock_free(*topology, parameters).obligations) {
    if (!obligation.holds) text += obligation.name + ": " + obligation.evidence + "\n";
  }
  return text;
}

TEST(WormFaults, RoutesThatCanDeadlockAreRefused) {
  topologies::WormRouting one;
  one.vcs = 1;
  EXPECT_THAT(proof_faults({8, 8}, {}, one, false), HasSubstr("order: "));
  topologies::WormRouting returns;
  returns.route = topologies::WormRoute::duato;
  returns.sticky_escape = false;
  EXPECT_THAT(proof_faults({8, 8}, {}, returns, true), IsEmpty());
  EXPECT_THAT(proof_faults({8, 8}, {}, returns, false), HasSubstr("one packet in a queue: "));
  EXPECT_THAT(proof_faults({8, 4}, {{1, 0, 4}}, returns, true), HasSubstr("order: "));
  returns.sticky_escape = true;
  EXPECT_THAT(proof_faults({8, 4}, {{1, 0, 4}}, returns, true), IsEmpty());
  EXPECT_THAT(proof_faults({8, 4}, {{1, 0, 4}}, returns, false), HasSubstr("one packet in a queue: "));
}

}  // namespace
}  // namespace trenza::test
