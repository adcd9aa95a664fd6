// The variables of the flit-level machine for waves: their paths, and what they show of a known worm.
#include "rtl_models/wormhole/fabric/worm_probe_list.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/pin_fabric.h"
#include "rtl_models/wormhole/fabric/worm_pin_fabric.h"
#include "rtl_models/wormhole/worm_test_support.h"

namespace trenza::rtl_models {
namespace {

using microarch::Cycle;
using microarch::FabricParameters;
using test_bench::worm_mesh;
using test_bench::worm_parameters;
using Values = std::vector<std::string>;

std::string text_of(const Probe& probe) {
  if (probe.kind == ProbeKind::text) {
    std::string text = "left from the rendering before";
    probe.render(text);
    return text;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, probe.word.address, probe.word.bytes);  // little endian
  const std::uint64_t value = (word >> probe.shift) & ((std::uint64_t{1} << probe.bits) - 1);
  return probe.kind == ProbeKind::enumeration ? probe.names.at(value) : std::to_string(value);
}

/// docs/microarchitecture-flit.md, section 10: routing_delay 1, two_step; a worm of four flits from node 0 to node 2.
TEST(WormProbes, ShowAWormOfFourFlits) {
  test_bench::strict_reports();
  FabricParameters parameters = worm_parameters(2, 4);
  parameters.pipeline = "two_step";
  parameters.wormhole.routing_delay = 1;
  const auto topology = worm_mesh({3}, 2);
  const auto fabric = make_pin_fabric(*topology, parameters);
  std::map<std::string, Values> history{{"noc.r_1.in_xp_from_0.vc0.state", {}},
                                        {"noc.r_1.in_xp_from_0.vc1.state", {}},
                                        {"noc.r_0.out_xp_to_1.flit", {}},
                                        {"noc.r_0.injector0.state", {}},
                                        {"noc.r_2.ejector0.valid", {}}};
  std::map<std::string, const Probe*> probes;
  for (const Probe& probe : fabric->probes()) {
    EXPECT_TRUE(probes.emplace(probe.path, &probe).second) << probe.path << " is there twice";
    EXPECT_EQ(probe.path.compare(0, 6, "noc.r_"), 0) << probe.path;
  }
  fabric->observe([&](Cycle /*cycle*/) {
    for (auto& [path, values] : history) values.push_back(text_of(*probes.at(path)));
  });
  fabric->offer(0, 2, 4, 0);
  fabric->advance(13);
  while (fabric->now() < 13) fabric->advance(13);
  for (auto& [path, values] : history) ASSERT_GE(values.size(), 12U) << path;
  const auto values = [&](const std::string& path) {
    return Values(history.at(path).begin(), history.at(path).begin() + 12);
  };
  EXPECT_EQ(values("noc.r_0.injector0.state"), (Values{"R", "V", "A", "A", "A", "A", "I", "I", "I", "I", "I", "I"}));
  const Values used = values("noc.r_1.in_xp_from_0.vc0.state");
  const Values other = values("noc.r_1.in_xp_from_0.vc1.state");
  const Values idle(12, "I");
  const Values active{"I", "I", "I", "R", "V", "A", "A", "A", "A", "I", "I", "I"};
  EXPECT_TRUE((used == active && other == idle) || (used == idle && other == active));
  const Values link = values("noc.r_0.out_xp_to_1.flit");
  EXPECT_EQ(link[1], "");
  EXPECT_EQ(link[2].substr(0, 17), "H p0 f0/4 0>2 vc" + link[2].substr(16, 1));
  EXPECT_EQ(link[5].substr(0, 10), "T p0 f3/4 ");
  EXPECT_EQ(link[6], "");
  EXPECT_EQ(values("noc.r_2.ejector0.valid"), (Values{"0", "0", "0", "0", "0", "0", "0", "0", "1", "1", "1", "1"}));
}

// A group that is said not to have changed has not: all probes of all routers, in every cycle of bursts and pauses.
void expect_quiet_worm_groups_to_be_quiet(const FabricParameters& parameters) {
  test_bench::strict_reports();
  const auto topology = worm_mesh({4, 2}, parameters.class_vcs());
  const auto fabric = make_pin_fabric(*topology, parameters);
  const std::vector<Probe>& probes = fabric->probes();
  std::vector<std::string> old(probes.size());
  std::size_t quiet = 0;
  fabric->observe([&](Cycle cycle) {
    const std::vector<std::uint8_t>& changed = fabric->changed_groups();
    for (std::size_t i = 0; i < probes.size(); ++i) {
      std::string value = text_of(probes[i]);
      if (changed.at(static_cast<std::size_t>(probes[i].group)) == 0) {
        ++quiet;
        EXPECT_EQ(value, old[i]) << probes[i].path << " in cycle " << cycle;
      }
      old[i] = std::move(value);
    }
  });
  for (Cycle t = 0; t < 1'500; ++t) {
    for (int node = 0; node < 8; ++node) {
      const std::uint64_t draw = microarch::hash(5, node, t);
      if (t % 300 >= 60 || draw % 8 != 0) continue;
      fabric->offer(node, (node + static_cast<int>((draw >> 8) % 8)) % 8, 1 + static_cast<int>((draw >> 16) % 8), 0,
                    static_cast<int>((draw >> 24) % static_cast<std::uint64_t>(parameters.message_classes)));
    }
    fabric->advance(t + 1);
  }
  EXPECT_GT(quiet, probes.size() * 20) << "routers do sleep";
}

TEST(WormProbes, QuietGroupsAreQuiet) { expect_quiet_worm_groups_to_be_quiet(worm_parameters(2, 3)); }

TEST(WormProbes, QuietGroupsAreQuietWithLongDelays) {
  FabricParameters parameters = worm_parameters(2, 5);
  parameters.message_classes = 2;
  parameters.link_delay = 2;
  parameters.credit_delay = 4;
  parameters.ejectors = 2;
  parameters.pipeline = "speculative";
  parameters.crossbar = "per_port";
  parameters.arbiter = "round_robin";
  parameters.wormhole.routing_delay = 2;
  parameters.wormhole.injection_delay = 3;
  parameters.wormhole.injection_credit_delay = 2;
  parameters.wormhole.ejection_delay = 4;
  expect_quiet_worm_groups_to_be_quiet(parameters);
}

TEST(WormProbes, QuietGroupsAreQuietWithAtomicReallocation) {
  FabricParameters parameters = worm_parameters(3, 1);
  parameters.pipeline = "two_step";
  parameters.wormhole.reallocation = "atomic";
  parameters.wormhole.injection = "one_at_a_time";
  expect_quiet_worm_groups_to_be_quiet(parameters);
}

/// Something with a port of its own, in one router.
class Extra : public ProbeSource {
 public:
  void list_probes(const std::string& scope, std::vector<Probe>& probes) override {
    Probe probe;
    probe.path = scope + ".port";
    probe.word = {&port, sizeof port};
    probes.push_back(probe);
  }
  bool port = true;
};

class WithExtra : public WormBlockFactory {
 public:
  explicit WithExtra(Extra& extra) : extra_(extra) {}
  std::unique_ptr<WormRouterPorts> router(const char* name, const WormPlace& place, TerminalObserver& observer,
                                          const WormBlockFactory& blocks) const override {
    auto router = WormBlockFactory::router(name, place, observer, blocks);
    if (place.node == 1) router->probe_sources().add("plug_router", extra_);
    return router;
  }

 private:
  Extra& extra_;
};

TEST(WormProbes, RoutersCanHaveFurtherOnes) {
  test_bench::strict_reports();
  Extra extra;
  const auto topology = worm_mesh({3}, 2);
  const auto fabric = make_worm_pin_fabric(*topology, worm_parameters(2, 4), WithExtra(extra));
  std::vector<std::string> found;
  for (const Probe& probe : fabric->probes()) {
    if (probe.path.find("plug") != std::string::npos) found.push_back(probe.path);
  }
  EXPECT_EQ(found, std::vector<std::string>{"noc.r_1.plug_router.port"});
}

// In each cycle the waves say of every input VC what is counted.
TEST(WormProbes, ShowWhyInputsStandStill) {
  test_bench::strict_reports();
  FabricParameters parameters = worm_parameters(2, 2);
  parameters.credit_delay = 3;
  const auto topology = worm_mesh({4, 2}, 2);
  const auto fabric = make_pin_fabric(*topology, parameters);
  fabric->count_stalls(microarch::StallDetail::totals);
  std::vector<const Probe*> stalls;
  for (const Probe& probe : fabric->probes()) {
    if (probe.path.substr(probe.path.rfind('.')) == ".stall") stalls.push_back(&probe);
  }
  std::map<std::string, std::uint64_t> cycles;
  fabric->observe([&](Cycle /*cycle*/) {
    for (const Probe* const probe : stalls) ++cycles[text_of(*probe)];
  });
  for (Cycle t = 0; t < 300; ++t) {
    for (int node = 0; node < 8; ++node) {
      if (microarch::hash(5, node, t) % 12 == 0) fabric->offer(node, (node + 3) % 8, 5, 0);
    }
    fabric->advance(t + 1);
  }
  const microarch::StallTable table = fabric->stalls();
  std::size_t seen = 0;
  for (std::size_t k = 1; k < microarch::kStallReasons.size();
       ++k) {  // empty ones are not told where there is no channel
    const std::uint64_t counted = table.input_totals()[k];
    EXPECT_EQ(cycles[std::string(microarch::kStallReasons[k])], counted) << microarch::kStallReasons[k];
    seen += static_cast<std::size_t>(counted > 0);
  }
  EXPECT_GE(seen, 5U);
}

}  // namespace
}  // namespace trenza::rtl_models
