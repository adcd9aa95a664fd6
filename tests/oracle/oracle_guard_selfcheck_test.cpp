// The guard of the oracle: how often network inputs go before injectors, in one allocator and in whole machines.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_checks.h"
#include "tests/support/sanitizers.h"

namespace oracle::selfcheck {
namespace {

TRENZA_FILE_NOT_SANITIZED("it runs no code of the product");

using oracle::detail::Age;
using oracle::detail::Allocation;
using oracle::detail::at;
using oracle::detail::Draw;
using oracle::detail::Request;
using oracle::detail::Requests;
using oracle::detail::those;
using oracle::detail::word;

Config guarded_router(const Policy& policy, int guard, int injectors = 1, int ejectors = 1) {
  Config c = router_of(policy, Crossbar::per_vc, injectors, ejectors);
  c.arbiter = Arbiter::round_robin;
  c.transit_guard = guard;
  return c;
}

std::size_t first_of_all(int, int, std::size_t) { return 0; }

TEST(OracleGuard, OneOfSoMany) {
  for (const Policy& policy : all_policies())
    for (int guard : {0, 1, 2, 5, 255}) {
      // Two ports of one VC, an injector (input 2). All ask for output 0 in every cycle.
      Allocation a(guarded_router(policy, guard), 2, 1);
      const Requests requests = {{0, 0, 0, Age(1, 0, 0)}, {1, 0, 0, Age(1, 1, 0)}, {2, 0, 0, Age(1, 2, 0)}};
      for (int t = 0; t < 600; ++t) {
        EXPECT_EQ(a.guard().count(0), guard == 0 ? 0 : t % (guard + 1));
        const Requests granted = cycle_of(a, requests, first_of_all, word(t));
        ASSERT_EQ(granted.size(), 1u);
        EXPECT_EQ(granted[0].input == 2, guard > 0 && t % (guard + 1) == guard) << policy.name;
      }
    }
}

TEST(OracleGuard, WhatCounts) {
  for (const Policy& policy : all_policies()) {
    Allocation a(guarded_router(policy, 2, 2), 2, 1);  // injectors are inputs 2 and 3
    const auto cycle = [&](const Requests& requests, const Pairs& granted, int count) {
      EXPECT_EQ(pairs(cycle_of(a, requests, first_of_all)), granted) << policy.name;
      EXPECT_EQ(a.guard().count(0), count) << policy.name;
      EXPECT_EQ(a.guard().count(1), 0);
    };
    const Request transit{0, 0, 0, Age(1, 0, 0)}, injected{2, 0, 0, Age(1, 2, 0)}, other{3, 1, 0, Age(1, 3, 0)};
    cycle({transit}, {{0, 0}}, 0);  // no injector asks
    cycle({transit, injected}, {{0, 0}}, 1);
    cycle({transit, other}, {{0, 0}, {1, 3}}, 1);  // nor here, for this output
    cycle({}, {}, 1);
    cycle({transit, injected}, {{0, 0}}, 2);
    cycle({transit}, {{0, 0}}, 2);
    cycle({transit, other}, {{0, 0}, {1, 3}}, 2);
    cycle({transit, injected, other}, {{0, 2}, {1, 3}}, 0);
    cycle({transit, injected}, {{0, 0}}, 1);
    cycle({injected}, {{0, 2}}, 0);  // not guarded, and granted to an injector all the same
  }
}

// An injector that asks for two guarded outputs gets one of them; the other is open to network inputs, and stays
// guarded. Its row takes nothing more.
TEST(OracleGuard, GuardedInVain) {
  for (const Policy& policy : all_policies()) {
    if (policy.allocator == Allocator::input_first) continue;
    Allocation a(guarded_router(policy, 1), 2, 1);
    const Requests requests = {{0, 0, 0, Age(1, 0, 0)},
                               {1, 1, 0, Age(1, 1, 0)},
                               {2, 0, 0, Age(1, 2, 0)},
                               {2, 1, 0, Age(1, 2, 0)},
                               {2, 2, 0, Age(1, 2, 0)}};
    const Requests transit = those(requests, [](const Request& r) { return r.input < 2 || r.output < 2; });
    EXPECT_EQ(pairs(cycle_of(a, transit, first_of_all)), (Pairs{{0, 0}, {1, 1}}));
    EXPECT_EQ(a.guard().count(0), 1);
    EXPECT_EQ(a.guard().count(1), 1);
    const Pairs granted = pairs(cycle_of(a, requests, first_of_all));
    const int taken = granted.count({0, 2}) != 0 ? 0 : 1;
    EXPECT_EQ(granted, (Pairs{{taken, 2}, {1 - taken, 1 - taken}})) << policy.name;
    EXPECT_EQ(a.guard().count(taken), 0);
    EXPECT_EQ(a.guard().count(1 - taken), 1);
  }
}

// At a guarded output network inputs that picked it drop out after their rows have chosen them.
TEST(OracleGuard, InputFirstWithRows) {
  Config c = guarded_router({Allocator::input_first}, 1);
  c.crossbar = Crossbar::per_port;
  Allocation a(c, 1, 2);  // VCs 0 and 1, injector 2, outputs 0 and 1
  EXPECT_EQ(pairs(cycle_of(a, {{0, 0, 0, {}}, {2, 0, 0, {}}})), (Pairs{{0, 0}}));
  a.grant(a.allocate({{1, 1, 0, {}}}, no_draw)[0]);  // the pointer of the row is at VC 0 again
  EXPECT_EQ(pairs(a.allocate({{0, 0, 0, {}}, {1, 1, 0, {}}, {2, 0, 0, {}}}, no_draw)), (Pairs{{0, 2}}));
}

TEST(OracleGuard, PointersOfThreePasses) {
  // Three ports of one VC, two injectors (rows 3 and 4), an ejection port: n = 5. The diagonal of (r, o) is r + o - q.
  Allocation skip(guarded_router({Allocator::wavefront, 1, WavefrontPriority::skip}, 1, 2), 3, 1);
  cycle_of(skip, {{2, 0, 0, {}}, {3, 0, 0, {}}});  // diagonal 2
  EXPECT_EQ(skip.matrix().priority_pointer(), 3);
  EXPECT_EQ(skip.guard().count(0), 1);
  // The pass of the guard grants (3, 0) on diagonal 0 and not (4, 0); the first pass (1, 1) on 4, the second (4, 3).
  const Requests requests = {{3, 0, 0, {}}, {4, 0, 0, {}}, {4, 3, 0, {}}, {0, 0, 0, {}}, {1, 1, 0, {}}};
  EXPECT_EQ(pairs(cycle_of(skip, requests)), (Pairs{{0, 3}, {1, 1}, {3, 4}}));
  EXPECT_EQ(skip.matrix().priority_pointer(), 4);  // 3 + 0 + 1
  cycle_of(skip, {{0, 0, 0, {}}, {3, 0, 0, {}}});  // not guarded: (0, 0) on diagonal 1
  EXPECT_EQ(skip.matrix().priority_pointer(), 1);
  EXPECT_EQ(skip.guard().count(0), 1);
  // The pass of the guard grants (4, 0) on diagonal 3, the first pass (1, 1) on diagonal 1.
  EXPECT_EQ(pairs(cycle_of(skip, {{1, 1, 0, {}}, {4, 0, 0, {}}})), (Pairs{{0, 4}, {1, 1}}));
  EXPECT_EQ(skip.matrix().priority_pointer(), 0);  // 1 + 3 + 1

  // The first round of the pass of the guard moves the pointers of `islip`.
  Allocation islip(guarded_router({Allocator::islip, 2}, 1, 2), 3, 1);
  cycle_of(islip, {{2, 0, 0, {}}, {3, 0, 0, {}}});
  EXPECT_EQ(islip.matrix().grant_pointer(0), 3);
  cycle_of(islip, {{3, 0, 0, {}}, {0, 0, 0, {}}});
  EXPECT_EQ(islip.matrix().grant_pointer(0), 4);
  EXPECT_EQ(islip.matrix().accept_pointer(3), 1);
}

// On random requests: what is guarded is allocated to injectors first, as an allocator without a guard would do it, and
// then the rest; and counts follow the page.
void expect_guards_in_other_words(int machines) {
  int guarded_pairs = 0, in_vain = 0;
  for (int machine = 0; machine < machines; ++machine) {
    std::mt19937_64 random(word(machine));
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const Policy policy = all_policies()[at(machine) % all_policies().size()];
    const bool input_first = policy.allocator == Allocator::input_first;
    const int ports = 1 + below(4), vcs = 1 + below(3), guard = 1 + below(3);
    Config c = guarded_router(policy, guard, 1 + below(3), 1 + below(2));
    c.arbiter =
        std::vector<Arbiter>{Arbiter::random, Arbiter::round_robin, Arbiter::stride, Arbiter::deficit}[at(below(4))];
    c.max_packet_flits = 4;
    if (!input_first) {
      c.crossbar = Crossbar::inputs_per_port;
      c.inputs_per_port = 1 + below(vcs);
    }
    Allocation a(c, ports, vcs);
    c.transit_guard = 0;
    Allocation plain(c, ports, vcs);
    const int outputs = ports + c.ejectors, inputs = ports * vcs + c.injectors;
    std::vector<int> counts(at(outputs), 0);
    for (int t = 0; t < 40; ++t) {
      Requests requests;
      for (int i = 0; i < inputs; ++i) {
        const int flits = 1 + below(4), pick = below(outputs);
        for (int o = 0; o < outputs; ++o)
          if (input_first ? o == pick && below(4) != 0 : below(2) == 0)
            requests.push_back({i, o, 0, Age(word(below(3)), i, 0), flits});
      }
      const Draw draw = [&](int purpose, int index, std::size_t n) {
        return oracle::detail::hash({word(machine), word(t), word(purpose), word(index)}) % n;
      };
      const auto injects = [&](const Request& r) { return r.input >= ports * vcs; };
      std::set<int> asked, guarded;
      for (const Request& r : requests)
        if (injects(r)) asked.insert(r.output);
      for (int o : asked)
        if (counts[at(o)] == guard) guarded.insert(o);

      Pairs expected;
      Requests rest = requests;
      if (input_first) {
        rest = those(requests, [&](const Request& r) { return injects(r) || guarded.count(r.output) == 0; });
      } else {
        const Requests first =
            those(requests, [&](const Request& r) { return injects(r) && guarded.count(r.output) != 0; });
        const Requests granted = plain.allocate(first, draw, word(t));
        expected = pairs(granted);
        for (const Request& g : granted)
          rest =
              those(rest, [&](const Request& r) { return r.output != g.output && a.row(r.input) != a.row(g.input); });
        guarded_pairs += static_cast<int>(granted.size());
      }
      for (const auto& pair : pairs(plain.allocate(rest, draw, word(t)))) expected.insert(pair);
      const Requests granted = a.allocate(requests, draw, word(t));
      EXPECT_EQ(pairs(granted), expected) << policy.name;
      a.update(granted);
      plain.update(granted);
      for (const Request& g : granted) {
        if (asked.count(g.output) == 0) continue;
        in_vain += !injects(g) && guarded.count(g.output) != 0;
        counts[at(g.output)] = injects(g) ? 0 : std::min(counts[at(g.output)] + 1, guard);
      }
      for (int o = 0; o < outputs; ++o) EXPECT_EQ(a.guard().count(o), counts[at(o)]);
    }
  }
  EXPECT_GT(guarded_pairs, 10 * machines / 3);
  EXPECT_GT(in_vain, machines / 3);
}
TEST(OracleGuard, InOtherWords) { expect_guards_in_other_words(60); }
TEST(OracleGuardSlow, InOtherWords) { expect_guards_in_other_words(300); }

// In whole machines, by what is asked for and granted: with `input_first` and one allocation in a router an injector
// that asks for an output is passed over W times at most. With other allocators the output that it could have may be
// taken through another one that it asked for.
void expect_bounds_of_guards(std::uint64_t cycles) {
  for (int guard : {1, 3, 5})
    for (Pipeline pipeline : {Pipeline::joint, Pipeline::two_step})
      for (Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port}) {
        Config c = torus({6});
        c.max_packet_flits = 3;
        c.transit_guard = guard;
        c.pipeline = pipeline;
        c.crossbar = crossbar;
        Simulator s(c);
        Load load(c, 5, 80);
        std::map<std::pair<int, int>, int> passed_over;  // by router and output
        int most = 0;
        while (s.now() < cycles) {
          load.offer(s);
          s.step();
          std::set<std::pair<int, int>> asked;
          for (const auto& r : s.asked())
            if (r.input >= 6) asked.insert({r.router, r.output});  // 2 ports of 3 VCs
          for (const auto& g : s.granted()) {
            if (asked.count({g.router, g.output}) == 0) continue;
            int& count = passed_over[{g.router, g.output}];
            count = g.input >= 6 ? 0 : count + 1;
            most = std::max(most, count);
          }
        }
        EXPECT_EQ(most, guard);
      }
}
TEST(OracleGuard, BoundInMachines) { expect_bounds_of_guards(1000); }
TEST(OracleGuardSlow, BoundInMachines) { expect_bounds_of_guards(2000); }

// A line of nodes that all send to the last one but one: without a guard nobody near it can enter.
void expect_that_injectors_are_served(int cycles) {
  for (const Policy& policy : all_policies())
    for (Pipeline pipeline : {Pipeline::joint, Pipeline::two_step, Pipeline::speculative}) {
      Config c = with_policy(torus({6}), policy);
      c.closed = {false};
      c.max_packet_flits = 4;
      c.pipeline = pipeline;
      std::map<int, int> starved, served;
      for (int guard : {0, 2}) {
        c.transit_guard = guard;
        Simulator s(c);
        while (s.now() < word(cycles)) {
          for (int source = 0; source < 5; ++source) s.offer(source, 5, 4);
          s.step();
          for (const Delivery& d : s.delivered()) ++(guard == 0 ? starved : served)[d.source];
        }
      }
      EXPECT_LT(starved[4], cycles / 30) << policy.name;
      EXPECT_GT(served[4], cycles / 15) << policy.name;
      EXPECT_GT(served[3], cycles / 30) << policy.name;
    }
}
TEST(OracleGuard, InjectorsAreServed) { expect_that_injectors_are_served(360); }
TEST(OracleGuardSlow, InjectorsAreServed) { expect_that_injectors_are_served(3000); }

void expect_that_guards_differ(const Config& network, std::uint64_t cycles) {
  for (const Policy& policy : all_policies()) {
    Config c = with_policy(network, policy);
    c.max_packet_flits = 4;
    std::set<std::uint64_t> digests;
    for (int guard : {0, 1, 2}) {
      c.transit_guard = guard;
      EXPECT_TRUE(digests.insert(run_and_check(c, cycles, 60)).second) << policy.name;
    }
    // A guard that never comes to its count is none.
    c.transit_guard = 255;
    EXPECT_EQ(digests.count(run_and_check(c, cycles, 60)), 1u);
  }
  Config c = network;
  for (int guard : {-1, 256}) {
    c.transit_guard = guard;
    EXPECT_THROW(Simulator{c}, std::invalid_argument);
  }
}
TEST(OracleGuard, MachinesDiffer) { expect_that_guards_differ(torus({4, 4}), 50); }
TEST(OracleGuardSlow, MachinesDiffer) { expect_that_guards_differ(rtt4(), 150); }

}  // namespace
}  // namespace oracle::selfcheck
