// The code that the engine has for certain shapes of routers and for the default policies decides like its general
// code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "tests/support/experiments.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::Delivery;
using microarch::FabricParameters;

/// Foreign routers, of which there are none. They are awake, so that the fabric goes on cycle by cycle, which it does
/// by its general code.
class NoRouters : public tlm::ForeignRouters {
 public:
  void offered(microarch::PacketId /*packet*/, const Delivery& /*delivery*/,
               topologies::HeaderWord /*header*/) override {}
  void passes(Cycle /*cycle*/, const tlm::Passage& /*passage*/) override {}
  bool awake() const override { return true; }
  const tlm::ForeignDecisions& decide(Cycle /*cycle*/) override { return none_; }
  void delivered(microarch::PacketId /*packet*/, const Delivery& /*delivery*/) override {}

 private:
  tlm::ForeignDecisions none_;
};

struct Policies {
  std::string name;
  std::function<void(FabricParameters&)> set;

  friend std::ostream& operator<<(std::ostream& out, const Policies& policies) { return out << policies.name; }
};

std::vector<std::string> deliveries(const topologies::Topology& topology, const FabricParameters& parameters,
                                    bool general) {
  constexpr Cycle kCycles = 600;
  NoRouters none;
  const auto fabric = tlm::make_exact_fabric(topology, parameters);
  if (general) fabric->yield_routers({}, none);
  std::vector<std::string> log;
  const auto nodes = static_cast<std::uint64_t>(topology.graph().nodes());
  while (fabric->now() < kCycles) {
    for (std::uint64_t node = 0; node < nodes; ++node) {
      const std::uint64_t draw = microarch::hash(std::uint64_t{7}, fabric->now(), node);
      const std::uint64_t destination = (node + 1 + draw % (nodes - 1)) % nodes;
      if ((draw >> 32 & 7U) != 0) continue;
      fabric->offer(static_cast<topologies::NodeId>(node), static_cast<topologies::NodeId>(destination),
                    1 + static_cast<int>(draw >> 40 & 7U), 0);
    }
    fabric->advance(fabric->now() + 1);
    for (const Delivery& packet : fabric->delivered()) {
      log.push_back(std::to_string(packet.ejected) + ": " + std::to_string(packet.source) + "." +
                    std::to_string(packet.number) + " since " + std::to_string(packet.entered));
    }
  }
  return log;
}

class TlmShapes : public testing::TestWithParam<Policies> {};

TEST_P(TlmShapes, DecideAlike) {
  for (const std::vector<int>& sizes : {std::vector<int>{8, 4}, std::vector<int>{4, 4, 2}}) {
    const auto topology = network(sizes);
    for (const int terminals : {1, 2 * static_cast<int>(sizes.size())}) {
      FabricParameters parameters = bubble_router(8);
      parameters.injectors = parameters.ejectors = terminals;
      GetParam().set(parameters);
      const std::vector<std::string> own = deliveries(*topology, parameters, false);
      EXPECT_GT(own.size(), 500U);
      EXPECT_THAT(own, testing::ElementsAreArray(deliveries(*topology, parameters, true)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, TlmShapes,
    testing::Values(Policies{"defaults", [](FabricParameters&) {}},
                    Policies{"round_robin", [](FabricParameters& p) { p.arbiter = "round_robin"; }},
                    Policies{"random_selection", [](FabricParameters& p) { p.selection = "random"; }},
                    Policies{"output_first", [](FabricParameters& p) { p.allocator = "output_first"; }},
                    Policies{"per_port", [](FabricParameters& p) { p.crossbar = "per_port"; }},
                    Policies{"no_bubble_rule_and_slow_credits",
                             [](FabricParameters& p) {
                               p.bubble = false;
                               p.credit_delay = 3;
                             }}),
    [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace trenza::test
