// Faults that are planted in the flit-level machine, in its routes and in its engine: each is refused, or diagnosed by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "microarch/deadlock_proof.h"
#include "tests/support/worm_machine.h"
#include "tlm/cycle/worm_engine_parts.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::FabricParameters;
using testing::HasSubstr;
using testing::IsEmpty;

struct LostCredit {
  static constexpr bool kPlanted = true;
  static int credits(Cycle now) { return now == 100 ? 0 : 1; }
  static bool shares(Cycle /*now*/) { return false; }
  static bool releases_with_head(Cycle /*now*/) { return false; }
  /// Flits of room that packets do not leave in a ring which they enter.
  static int missing_bubble(Cycle /*now*/) { return 0; }
};
struct DoubledCredit : LostCredit {
  static int credits(Cycle now) { return now == 100 ? 2 : 1; }
};
struct ReleasedByTheHead : LostCredit {
  static int credits(Cycle /*now*/) { return 1; }
  static bool releases_with_head(Cycle now) { return now >= 100; }
};
struct SharedVc : LostCredit {
  static int credits(Cycle /*now*/) { return 1; }
  static bool shares(Cycle now) { return now >= 100; }
};

/// A torus of 4 x 4 under load, with a fault from cycle 100 on; what is said of it.
template <class Faults>
std::string diagnosis() {
  topologies::WormRouting routing;
  routing.vcs = 2;
  const auto topology = topologies::with_worm_routing(torus_network({4, 4}, {}).build(), routing);
  FabricParameters parameters;
  parameters.switching = "wormhole";
  parameters.link_delay = 0;
  parameters.wormhole.virtual_channels = 2;
  parameters.wormhole.buffer_flits = 3;
  tlm::WormEngineOf<microarch::RequestMask, Faults> engine(*topology, parameters);
  std::vector<tlm::WormEjection> ejected;
  std::uint64_t number = 0;
  try {
    while (engine.now() < 2000) {
      if (engine.now() < 400) {
        for (topologies::NodeId node = 0; node < 16; ++node) {
          if (microarch::hash(engine.now(), node) % 8 != 0) continue;
          tlm::PacketRecord record;
          record.source = node;
          record.destination = static_cast<topologies::NodeId>((node + 5) % 16);
          record.number = number++;
          record.created = engine.now();
          engine.inject(record, 6);
        }
      }
      ejected.clear();
      engine.advance(engine.now() + 1, ejected);
    }
  } catch (const microarch::InvariantViolation& violation) {
    return violation.what();
  }
  std::string faults;
  for (const std::string& fault : engine.audit()) faults += fault + "\n";
  return faults;
}

struct Sound : LostCredit {
  static int credits(Cycle /*now*/) { return 1; }
};

TEST(WormFaults, ASoundEngineIsSilent) { EXPECT_THAT(diagnosis<Sound>(), IsEmpty()); }
TEST(WormFaults, ALostCreditIsFoundByTheAudit) {
  EXPECT_THAT(diagnosis<LostCredit>(),
              HasSubstr("2 credits, 0 flits stored and 0 flits and credits under way, but 3 in all"));
}
TEST(WormFaults, ADoubledCreditIsFoundWhenItComes) {
  EXPECT_THAT(diagnosis<DoubledCredit>(), HasSubstr("a credit came twice"));
}
TEST(WormFaults, AnOutputVcReleasedByTheHeadMixesWorms) {
  EXPECT_THAT(diagnosis<ReleasedByTheHead>(), HasSubstr("worms mix"));
}
TEST(WormFaults, AnOutputVcForTwoWormsMixesThem) { EXPECT_THAT(diagnosis<SharedVc>(), HasSubstr("worms mix")); }

struct NoBubble : Sound {
  static int missing_bubble(Cycle /*now*/) { return 1; }
};

/// Packets of four flits that go half around a ring of six with flit bubbles, each node as many as its source can send; how
/// many of them arrive.
template <class Faults>
std::size_t arrived_in_a_ring(int packets_each) {
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
  tlm::WormEngineOf<microarch::RequestMask, Faults> engine(*topology, parameters);
  for (int k = 0; k < packets_each; ++k) {
    for (topologies::NodeId node = 0; node < 6; ++node) {
      tlm::PacketRecord record;
      record.source = node;
      record.destination = static_cast<topologies::NodeId>((node + 2) % 6);
      record.number = static_cast<std::uint64_t>(k);
      engine.inject(record, 4);
    }
  }
  std::vector<tlm::WormEjection> ejected;
  std::size_t arrived = 0;
  while (engine.now() < 20'000) {
    ejected.clear();
    engine.advance(engine.now() + 1, ejected);
    arrived += ejected.size();
  }
  EXPECT_THAT(engine.audit(), IsEmpty());
  return arrived;
}

TEST(WormFaults, ARingWithoutABubbleStandsStill) {
  EXPECT_EQ(arrived_in_a_ring<Sound>(200), 1200U);
  EXPECT_LT(arrived_in_a_ring<NoBubble>(200), 1200U);
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
