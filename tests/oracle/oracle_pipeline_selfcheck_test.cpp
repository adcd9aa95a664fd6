// The pipelines of section 17 in the oracle, by hand: the page's formulas and its example, reservations, and masks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_checks.h"
#include "tests/support/sanitizers.h"

namespace oracle::selfcheck {
namespace {

TRENZA_FILE_NOT_SANITIZED("it runs no code of the product");

using oracle::detail::Requests;
using oracle::detail::SwitchAllocation;
using oracle::detail::VcAllocation;
using oracle::detail::word;

Config two_step(Config c, int depth = 1) {
  c.pipeline = Pipeline::two_step;
  c.depth = depth;
  return c;
}

Config speculative(Config c, Mask mask = Mask::grants) {
  c.pipeline = Pipeline::speculative;
  c.mask = mask;
  return c;
}

std::vector<Policy> some_policies() {
  return {{Allocator::input_first},  {Allocator::output_first}, {Allocator::islip, 2},    {Allocator::pim},
          {Allocator::wavefront, 1}, {Allocator::maximum},      {Allocator::oldest_first}};
}

// A machine, and the cycles of the reservation and of the grant of each packet at each router.
class Watched {
 public:
  struct Seen {
    std::uint64_t reserved = 0, granted = 0;
  };

  explicit Watched(const Config& c) : s(c) {}

  void step(int cycles = 1) {
    for (int i = 0; i < cycles; ++i) {
      const std::uint64_t t = s.now();
      s.step();
      for (const auto& r : s.reserved()) packets_[{r.router, r.source, r.number}].reserved = t;
      for (const auto& g : s.granted()) packets_[{g.router, g.source, g.number}].granted = t;
    }
  }

  Seen at(int router, int source, std::uint64_t number) const { return packets_.at({router, source, number}); }

  Simulator s;

 private:
  std::map<std::tuple<int, int, std::uint64_t>, Seen> packets_;
};

void expect_latencies_of_pipelines(const Config& network, int apart) {
  for (const Policy& policy : some_policies())
    for (Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port})
      for (int router_delay : {1, 4})
        for (int link_delay : {1, 3})
          for (int l : {1, 6})
            for (int depth : {0, 1, 2, 15}) {  // 0: speculative
              Config c = with_policy(network, policy);
              c.crossbar = crossbar;
              c.router_delay = router_delay;
              c.link_delay = link_delay;
              c.adaptive = l % 3;
              c.transit_guard = l % 2;
              Simulator s(depth == 0 ? speculative(c, l == 1 ? Mask::grants : Mask::requests) : two_step(c, depth));
              for (int t = 1; t < s.nodes(); t += apart) {
                s.offer(0, t, l);
                const auto all = drain(s);
                ASSERT_EQ(all.size(), 1u);
                const Delivery& d = all[0];
                EXPECT_EQ(d.ejected - d.created,
                          word(d.hops * (router_delay + link_delay + depth) + (l - 1) + (router_delay - 1) + depth));
                EXPECT_EQ(d.entered - d.created, word(router_delay - 1 + depth));
              }
            }
}
TEST(OraclePipeline, ZeroLoadLatency) { expect_latencies_of_pipelines(rtt2(), 3); }
TEST(OraclePipelineSlow, ZeroLoadLatencyToMoreNodes) { expect_latencies_of_pipelines(rtt4(), 6); }

TEST(OraclePipeline, Ranges) {
  for (int depth : {-1, 0, 16}) EXPECT_THROW(Simulator{two_step(rtt4(), depth)}, std::invalid_argument);
  for (int depth : {1, 15}) EXPECT_NO_THROW(Simulator{two_step(rtt4(), depth)});
}

// Node 1 of an 8 x 8 torus: e comes from node 0 and goes on by x+, f comes behind it and turns to y+, g comes from
// below and is ejected. A packet of node 1 holds e up, so that it crosses from cycle T = 6 on (speculative: 5); T is
// cycle 4 of the page.
TEST(OraclePipeline, TheExample) {
  for (Pipeline pipeline : {Pipeline::two_step, Pipeline::speculative}) {
    Config c = torus({8, 8});
    c.pipeline = pipeline;
    c.adaptive = 1;
    c.max_packet_flits = 4;
    c.selection = Selection::dimension_order;
    const std::uint64_t wait = pipeline == Pipeline::two_step ? 1 : 0, crosses = 5 + wait;
    Watched w(c);
    w.s.offer(0, 2, 4);      // e
    w.s.offer(0, 1 + 8, 4);  // f
    w.step();
    w.s.offer(1, 2, 4);
    w.step(2);
    w.s.offer(1 + 56, 1, 4);  // g
    w.step(20);
    const Watched::Seen e = w.at(1, 0, 0), f = w.at(1, 0, 1), g = w.at(1, 1 + 56, 0);
    EXPECT_EQ(e.granted, crosses);
    EXPECT_EQ(e.reserved, 2 + wait);  // while the output is taken
    EXPECT_EQ(f.reserved, crosses + 1);
    EXPECT_EQ(f.granted, crosses + 4);
    EXPECT_EQ(g.reserved, crosses);
    EXPECT_EQ(g.granted, crosses + wait);
  }
}

// Two packets of one injector: the second one reserves when the first one is granted before, and follows without a gap
// unless the depth is longer than the first.
TEST(OraclePipeline, FirstStepBehindAPacket) {
  for (int depth : {1, 2, 3, 6}) {
    Watched w(two_step(torus({8}), depth));
    w.s.offer(0, 2, 4);
    w.s.offer(0, 2, 4);
    w.step(30);
    EXPECT_EQ(w.at(0, 0, 0).reserved, 0u);
    EXPECT_EQ(w.at(0, 0, 0).granted, word(depth));
    EXPECT_EQ(w.at(0, 0, 1).reserved, word(depth + 1));
    EXPECT_EQ(w.at(0, 0, 1).granted, word(std::max(depth + 4, depth + 1 + depth)));
  }
  Watched w(speculative(torus({8})));
  w.s.offer(0, 2, 4);
  w.s.offer(0, 2, 4);
  w.step(30);
  EXPECT_EQ(w.at(0, 0, 0).granted, 0u);
  EXPECT_EQ(w.at(0, 0, 1).reserved, 1u);
  EXPECT_EQ(w.at(0, 0, 1).granted, 4u);
}

// The reservation takes the credits, and the grant takes none.
TEST(OraclePipeline, ReservationsTakeCredits) {
  Config c = torus({8});
  c.adaptive = 1;
  c.buffer_packets = 1;  // 4 credits, and an escape VC that nobody can enter
  c.max_packet_flits = 4;
  c.injectors = 3;
  c.injection = Injection::round_robin;
  c.arbiter = Arbiter::fixed;
  Watched w(two_step(c, 5));
  w.s.offer(0, 1, 1);  // reserves in 0, then 3 credits are left
  w.s.offer(0, 1, 2);  // reserves in 1, then 1 is left
  w.s.offer(0, 1, 2);  // has to wait until a flit crosses out of node 1
  w.step(30);
  EXPECT_EQ(w.at(0, 0, 0).reserved, 0u);
  EXPECT_EQ(w.at(0, 0, 0).granted, 5u);
  EXPECT_EQ(w.at(0, 0, 1).reserved, 1u);
  EXPECT_EQ(w.at(0, 0, 1).granted, 6u);
  // The first packet arrives at node 1 in 7, reserves, and crosses out in 12: two credits in 13.
  EXPECT_EQ(w.at(0, 0, 2).reserved, 13u);
  EXPECT_EQ(w.at(0, 0, 2).granted, 18u);
  drain(w.s);
}

// Two packets reserve the same output VC one after the other; the order in it is that of the grants.
TEST(OraclePipeline, GrantsGiveTheOrder) {
  Config c = torus({8});
  c.adaptive = 1;
  c.max_packet_flits = 4;
  c.injectors = 2;
  c.injection = Injection::round_robin;
  c.arbiter = Arbiter::fixed;
  Watched w(two_step(c));
  w.s.offer(0, 1, 4);  // injector 0
  w.step();
  w.s.offer(0, 3, 2);  // injector 1: reserves in 1, as x+ is taken
  w.step();
  w.s.offer(0, 3, 2);  // injector 0, behind the first: reserves in 2, and goes first, because of `fixed`
  w.step(30);
  EXPECT_EQ(w.at(0, 0, 1).reserved, 1u);
  EXPECT_EQ(w.at(0, 0, 1).granted, 7u);
  EXPECT_EQ(w.at(0, 0, 2).reserved, 2u);
  EXPECT_EQ(w.at(0, 0, 2).granted, 5u);
  EXPECT_LT(w.at(1, 0, 2).granted, w.at(1, 0, 1).granted);
}

// The bubble counts slots when they are reserved: of three slots two can be reserved by packets that enter.
TEST(OraclePipeline, ReservedSlots) {
  Config c = torus({8});
  c.adaptive = 0;
  c.buffer_packets = 3;
  c.max_packet_flits = 4;
  c.injectors = 3;
  c.injection = Injection::round_robin;
  Simulator s(two_step(c, 4));
  for (int k = 0; k < 3; ++k) s.offer(0, 3, 4);
  for (std::size_t reserved : {1u, 1u, 0u, 0u, 0u}) {
    s.step();
    EXPECT_EQ(s.reserved().size(), reserved);
    EXPECT_EQ(s.bids().size(), reserved == 1 ? 4 - s.now() : 0);
  }
  drain(s);
}

TEST(OraclePipeline, PlacesOfVcDraws) {
  // Two ports of three VCs and an injector: inputs 0 to 6.
  using Place = std::tuple<int, int, std::size_t>;
  std::vector<Place> places;
  Config c = two_step({});
  const VcAllocation vcs(c, 2, 3, 0);
  const Requests bids = {{0, 1, 2, {}}, {2, 0, 1, {}}, {3, 1, 2, {}}, {5, 1, 1, {}}, {6, 1, 2, {}}};
  const Requests given = vcs.allocate(bids, [&](int purpose, int index, std::size_t n) {
    places.emplace_back(purpose, index, n);
    return n - 1;
  });
  EXPECT_EQ(places, (std::vector<Place>{{6, 1, 1}, {6, 4, 1}, {6, 5, 3}}));
  std::vector<int> inputs;
  for (const auto& g : given) inputs.push_back(g.input);
  EXPECT_EQ(inputs, (std::vector<int>{2, 5, 6}));  // injectors do not stand back
}

// The arbiter of an output VC remembers what it gives, with allocators that have no arbiters, too.
TEST(OraclePipeline, TurnsOfAnOutputVc) {
  Config c = two_step(with_policy({}, {Allocator::islip}));
  c.arbiter = Arbiter::round_robin;
  VcAllocation vcs(c, 2, 2, 0);
  const Requests bids = {{0, 1, 1, {}}, {3, 1, 1, {}}, {4, 1, 1, {}}};
  for (int expected : {0, 3, 4, 0}) {
    const Requests given = vcs.allocate(bids, no_draw);
    ASSERT_EQ(given.size(), 1u);
    EXPECT_EQ(given[0].input, expected);
    vcs.update(given);
  }
  EXPECT_EQ(vcs.arbiter(1, 1).pointer(), 1);
  EXPECT_EQ(vcs.arbiter(1, 0).pointer(), 0);
}

// Two ports of two VCs, an injector (input 4), two ejection ports (outputs 2 and 3).
SwitchAllocation crossbar_of(Mask mask, Allocator allocator, Crossbar crossbar = Crossbar::per_vc) {
  Config c;
  c.allocator = allocator;
  c.arbiter = Arbiter::round_robin;
  c.crossbar = crossbar;
  c.ejectors = 2;
  return SwitchAllocation(speculative(c, mask), 2, 2, 0);
}

TEST(OraclePipeline, Masks) {
  for (Mask mask : {Mask::grants, Mask::requests}) {
    const bool by_grant = mask == Mask::grants;
    // Input 0 is certain and asks for both ejection ports; it gets the first.
    const Requests certain = {{0, 2, 0, {}}, {0, 3, 0, {}}};
    const SwitchAllocation a = crossbar_of(mask, Allocator::output_first);
    const auto left = [&](const Requests& requests) {
      return pairs(a.allocate({certain, requests}, no_draw, 0).speculative);
    };
    EXPECT_EQ(pairs(a.allocate({certain, {}}, no_draw, 0).certain), (Pairs{{2, 0}}));
    EXPECT_EQ(left({{2, 2, 0, {}}}), Pairs{});
    EXPECT_EQ(left({{2, 3, 0, {}}}), by_grant ? (Pairs{{3, 2}}) : Pairs{});
    EXPECT_EQ(left({{2, 0, 0, {}}}), (Pairs{{0, 2}}));
    EXPECT_EQ(left({{1, 0, 0, {}}}), (Pairs{{0, 1}}));
    // A drop does not open the output to another pair.
    EXPECT_EQ(left({{2, 2, 0, {}}, {4, 2, 0, {}}, {4, 1, 0, {}}}), (Pairs{{1, 4}}));

    // With one row for a port: input 1 shares it with input 0.
    const SwitchAllocation b = crossbar_of(mask, Allocator::input_first, Crossbar::per_port);
    EXPECT_EQ(pairs(b.allocate({{{0, 2, 0, {}}}, {{1, 0, 0, {}}, {2, 1, 0, {}}}}, no_draw, 0).speculative),
              (Pairs{{1, 2}}));
    // Inputs 0 and 2 ask for output 1 and the latter is in vain: that row is free, and its request was there.
    const Requests rivals = {{0, 1, 0, {}}, {2, 1, 0, {}}};
    EXPECT_EQ(pairs(b.allocate({rivals, {{3, 0, 0, {}}}}, no_draw, 0).speculative),
              by_grant ? (Pairs{{0, 3}}) : Pairs{});
  }
}

// Each allocation has a state of its own, and what is not granted leaves no trace in it.
TEST(OraclePipeline, StatesAreApart) {
  SwitchAllocation a = crossbar_of(Mask::grants, Allocator::input_first);
  const Requests one = {{1, 0, 0, {}}}, other = {{2, 0, 0, {}}};
  SwitchAllocation::Pairs granted = a.allocate({one, other}, no_draw, 0);
  EXPECT_EQ(pairs(granted.certain), (Pairs{{0, 1}}));
  EXPECT_TRUE(granted.speculative.empty());
  a.update(granted);
  EXPECT_EQ(a.of_certain().output_arbiter(0).pointer(), 2);
  EXPECT_EQ(a.of_speculative().output_arbiter(0).pointer(), 0);
  granted = a.allocate({{}, other}, no_draw, 0);
  EXPECT_EQ(pairs(granted.speculative), (Pairs{{0, 2}}));
  a.update({granted.certain, {}});  // wasted
  EXPECT_EQ(a.of_speculative().output_arbiter(0).pointer(), 0);
  a.update(granted);
  EXPECT_EQ(a.of_certain().output_arbiter(0).pointer(), 2);
  EXPECT_EQ(a.of_speculative().output_arbiter(0).pointer(), 3);
}

// Two injectors bid for the same VC in cycle 0. By age packet 0 gets it, and the crossbar chooses it, too; in cycle 1
// packet 1 bids again, and reserves while x+ is taken.
TEST(OraclePipeline, SpeculativeByHand) {
  Config c = torus({8});
  c.adaptive = 1;
  c.max_packet_flits = 4;
  c.injectors = 2;
  c.injection = Injection::round_robin;
  c.arbiter = Arbiter::age;
  Watched w(speculative(c));
  w.s.offer(0, 2, 4);
  w.s.offer(0, 2, 4);
  w.step();
  EXPECT_EQ(w.s.bids().size(), 2u);
  EXPECT_EQ(w.s.asked().size(), 2u);
  ASSERT_EQ(w.s.granted().size(), 1u);
  EXPECT_TRUE(w.s.granted()[0].speculative);
  w.step();
  EXPECT_EQ(w.s.bids().size(), 1u);
  EXPECT_EQ(w.s.asked().size(), 0u);  // x+ is taken
  w.step(3);
  ASSERT_GE(w.s.granted().size(), 1u);
  EXPECT_FALSE(w.s.granted()[0].speculative);
  EXPECT_EQ(w.at(0, 0, 0).granted, 0u);
  EXPECT_EQ(w.at(0, 0, 1).reserved, 1u);
  EXPECT_EQ(w.at(0, 0, 1).granted, 4u);
}

// The winner of the VC may lose the crossbar, and the winner of the crossbar the VC: then the output is idle.
TEST(OraclePipeline, Wasted) {
  Config c = torus({8});
  c.adaptive = 1;
  c.injectors = 2;
  c.injection = Injection::round_robin;
  int wasted = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    c.seed = seed;
    Simulator s(speculative(c));
    s.offer(0, 2, 4);
    s.offer(0, 2, 4);
    s.step();
    const bool is_wasted = s.granted().empty();
    EXPECT_EQ(s.wasted_pairs(), is_wasted ? 1u : 0u);
    EXPECT_EQ(s.reserved().size(), 1u);
    wasted += is_wasted;
    const std::uint64_t number = s.reserved()[0].number;
    if (is_wasted) {
      s.step();
      ASSERT_EQ(s.granted().size(), 1u);  // with certainty now
      EXPECT_EQ(s.granted()[0].number, number);
      EXPECT_FALSE(s.granted()[0].speculative);
    }
    drain(s);
  }
  EXPECT_GT(wasted, 5);
  EXPECT_LT(wasted, 35);
}

void expect_that_pipelines_differ(const std::vector<Policy>& policies, const Config& network, std::uint64_t cycles) {
  for (const Policy& policy : policies)
    for (Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port}) {
      Config c = with_policy(network, policy);
      c.crossbar = crossbar;
      c.max_packet_flits = 4;
      c.ejectors = 2;
      std::set<std::uint64_t> digests = {run_and_check(c, cycles, 60)};
      for (int depth : {1, 2, 7}) digests.insert(run_and_check(two_step(c, depth), cycles, 60));
      for (Mask mask : {Mask::grants, Mask::requests}) digests.insert(run_and_check(speculative(c, mask), cycles, 60));
      // With a row for each input, `input_first` grants every output that is asked for: both masks are the same.
      const bool same = policy.allocator == Allocator::input_first && crossbar == Crossbar::per_vc;
      EXPECT_EQ(digests.size(), same ? 5u : 6u);
      const std::uint64_t digest = run_and_check(speculative(c), cycles, 60);
      c.depth = 9;  // of two_step only
      EXPECT_EQ(run_and_check(speculative(c), cycles, 60), digest);
      EXPECT_EQ(digests.count(run_and_check(c, cycles, 60)), 1u);
    }
}
TEST(OraclePipeline, MachinesDiffer) {
  expect_that_pipelines_differ({{Allocator::input_first}, {Allocator::output_first}, {Allocator::maximum}},
                               torus({6, 3}), 60);
}
TEST(OraclePipelineSlow, MachinesDiffer) { expect_that_pipelines_differ(some_policies(), rtt4(), 100); }

}  // namespace
}  // namespace oracle::selfcheck
