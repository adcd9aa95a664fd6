// The weighted arbiters of the oracle: the page's example, what is known of them by theory, and where they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_checks.h"
#include "tests/support/sanitizers.h"

namespace oracle::selfcheck {
namespace {

TRENZA_FILE_NOT_SANITIZED("it runs no code of the product");

using oracle::detail::Allocation;
using oracle::detail::ArbiterUnit;
using oracle::detail::Askings;
using oracle::detail::at;
using oracle::detail::Requests;
using oracle::detail::VcAllocation;

// All requesters ask, each with a packet of its length.
Askings all_ask(const std::vector<int>& flits) {
  Askings result;
  for (int r = 0; r < static_cast<int>(flits.size()); ++r) result.push_back({r, {}, flits[at(r)]});
  return result;
}

TEST(OracleArbiters, StrideByTheExample) {
  ArbiterUnit arbiter(Arbiter::stride, 3, {1, 2, 1}, 4);
  const auto grant = [&](const std::vector<int>& debts, int chosen) {
    const Askings asking = all_ask({2, 2, 4});
    EXPECT_EQ(arbiter.debts(), debts);
    EXPECT_EQ(arbiter.choose(asking, no_draw, 1, 0), chosen);
    EXPECT_EQ(arbiter.debts(), debts);
    arbiter.grant(chosen, asking);
  };
  grant({0, 0, 0}, 0);
  grant({2, 0, 0}, 1);
  grant({2, 4, 0}, 2);
  grant({2, 4, 4}, 0);
  grant({2, 2, 2}, 0);
  grant({2, 0, 0}, 1);
}

TEST(OracleArbiters, DeficitByTheExample) {
  ArbiterUnit arbiter(Arbiter::deficit, 3, {}, 4);
  const auto grant = [&](const std::vector<int>& deficits, int pointer, int chosen) {
    const Askings asking = all_ask({2, 2, 4});
    EXPECT_EQ(arbiter.debts(), deficits);
    EXPECT_EQ(arbiter.pointer(), pointer);
    EXPECT_EQ(arbiter.choose(asking, no_draw, 1, 0), chosen);
    EXPECT_EQ(arbiter.debts(), deficits);
    arbiter.grant(chosen, asking);
  };
  grant({0, 0, 0}, 0, 0);
  grant({2, 4, 4}, 0, 0);
  grant({0, 4, 4}, 0, 1);
  grant({4, 2, 4}, 1, 1);
  grant({4, 0, 4}, 1, 2);
  grant({4, 4, 0}, 2, 0);
}

TEST(OracleArbiters, WhoDoesNotAsk) {
  // A debt is kept, and it shrinks by what others have paid; it is never negative.
  ArbiterUnit stride(Arbiter::stride, 3, {3, 1, 1}, 4);
  stride.grant(0, {{0, {}, 2}});
  EXPECT_EQ(stride.debts(), (std::vector<int>{6, 0, 0}));
  stride.grant(1, {{1, {}, 4}, {2, {}, 1}});
  EXPECT_EQ(stride.debts(), (std::vector<int>{6, 4, 0}));
  EXPECT_EQ(stride.choose({{0, {}, 1}, {1, {}, 1}}, no_draw, 1, 0), 1);
  stride.grant(1, {{0, {}, 1}, {1, {}, 1}});
  EXPECT_EQ(stride.debts(), (std::vector<int>{2, 1, 0}));
  stride.grant(0, {{0, {}, 4}});
  EXPECT_EQ(stride.debts(), (std::vector<int>{12, 0, 0}));

  // A deficit is lost when the scan passes by; those that it does not come to keep theirs.
  ArbiterUnit deficit(Arbiter::deficit, 3, {}, 4);
  deficit.grant(0, all_ask({1, 2, 3}));
  EXPECT_EQ(deficit.debts(), (std::vector<int>{3, 4, 4}));
  const Askings without_0 = {{1, {}, 3}, {2, {}, 3}};
  EXPECT_EQ(deficit.choose(without_0, no_draw, 1, 0), 1);
  deficit.grant(1, without_0);
  EXPECT_EQ(deficit.debts(), (std::vector<int>{0, 1, 4}));
  EXPECT_EQ(deficit.pointer(), 1);
  // Alone, it is chosen in the second round, and everybody else has lost.
  const Askings alone = {{1, {}, 4}};
  EXPECT_EQ(deficit.choose(alone, no_draw, 1, 0), 1);
  deficit.grant(1, alone);
  EXPECT_EQ(deficit.debts(), (std::vector<int>{0, 1, 0}));
}

// Under constant demand the flits of a requester, times its stride, differ by less than one packet; and with a deficit
// all get as many flits, whatever the lengths of their packets.
void expect_that_flits_are_shared(int machines, int most_grants) {
  std::mt19937_64 random(41);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int machine = 0; machine < machines; ++machine) {
    const int n = 2 + below(6), most = 1 + below(16);
    std::vector<int> strides, longest;
    for (int r = 0; r < n; ++r) strides.push_back(1 + below(20));
    for (int r = 0; r < n; ++r) longest.push_back(1 + below(most));
    ArbiterUnit stride(Arbiter::stride, n, strides, most), deficit(Arbiter::deficit, n, {}, most);
    std::vector<int> flits(at(n), 1), by_stride(at(n), 0), by_deficit(at(n), 0);
    std::vector<int> next_by_deficit(at(n), 1);
    for (int grants = 0; grants < most_grants; ++grants) {
      for (auto* machine_of : {&stride, &deficit}) {
        std::vector<int>& lengths = machine_of == &stride ? flits : next_by_deficit;
        const Askings asking = all_ask(lengths);
        const int w = machine_of->choose(asking, no_draw, 1, 0);
        machine_of->grant(w, asking);
        (machine_of == &stride ? by_stride : by_deficit)[at(w)] += lengths[at(w)];
        lengths[at(w)] = 1 + below(longest[at(w)]);
      }
      for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b) {
          EXPECT_LE(by_stride[at(a)] * strides[at(a)], by_stride[at(b)] * strides[at(b)] + strides[at(a)] * most);
          EXPECT_LE(by_deficit[at(a)], by_deficit[at(b)] + 2 * most);
        }
    }
  }
}
TEST(OracleArbiters, FlitsAreShared) { expect_that_flits_are_shared(25, 500); }
TEST(OracleArbitersSlow, FlitsAreShared) { expect_that_flits_are_shared(100, 2000); }

// With packets of one flit and constant demand a deficit goes round, and so does a debt with equal strides.
TEST(OracleArbiters, RoundWithOneFlit) {
  for (int n = 1; n <= 6; ++n) {
    ArbiterUnit stride(Arbiter::stride, n), deficit(Arbiter::deficit, n);
    const Askings asking = all_ask(std::vector<int>(at(n), 1));
    for (int grants = 0; grants < 5 * n; ++grants)
      for (auto* arbiter : {&stride, &deficit}) {
        EXPECT_EQ(arbiter->choose(asking, no_draw, 1, 0), grants % n);
        arbiter->grant(grants % n, asking);
      }
  }
}

// Two ports of two VCs, two injectors of each of two classes, two ejection ports.
Config weighted(Arbiter arbiter, Allocator allocator = Allocator::output_first) {
  Config c = small_router(allocator, Crossbar::per_port, arbiter, 2, 2);
  c.message_classes = 2;
  c.max_packet_flits = 4;
  return c;
}

// The debts after each requester was granted once with 2 flits, alone.
std::vector<int> debts_of(ArbiterUnit arbiter, int n) {
  std::vector<int> result;
  for (int r = 0; r < n; ++r) {
    arbiter.grant(r, {{r, {}, 2}});
    result.push_back(arbiter.debts()[at(r)]);
  }
  return result;
}

TEST(OracleArbiters, PlacesOfStrides) {
  Config c = weighted(Arbiter::stride);
  c.port_strides = {3, 5};
  c.injector_strides = {7, 11, 13, 17};
  c.pipeline = Pipeline::two_step;
  const std::vector<int> of_inputs = {6, 6, 10, 10, 14, 22, 26, 34}, of_outputs(4, 2);
  const Allocation stride(c, 2, 2);
  for (int o = 0; o < 4; ++o) EXPECT_EQ(debts_of(stride.output_arbiter(o), 8), of_inputs);
  for (int r = 0; r < 6; ++r) EXPECT_EQ(debts_of(stride.input_arbiter(r), 4), of_outputs);
  const VcAllocation vcs(c, 2, 2, 0);
  for (int p = 0; p < 2; ++p)
    for (int v = 0; v < 2; ++v) EXPECT_EQ(debts_of(vcs.arbiter(p, v), 8), of_inputs);

  // A table of two routers: entry k has the stride k + 1.
  c.arbiter = Arbiter::inverse_weighted;
  for (int k = 1; k <= 2 * 3 * 3; ++k) c.stride_table.push_back(k);
  for (int router = 0; router < 2; ++router) {
    const Allocation weights(c, 2, 2, router);
    const VcAllocation of_vcs(c, 2, 2, router);
    for (int o = 0; o < 4; ++o) {
      const int first = 2 * (9 * router + 3 * std::min(o, 2) + 1);
      const std::vector<int> expected = {first,     first,     first + 2, first + 2,
                                         first + 4, first + 4, first + 4, first + 4};
      EXPECT_EQ(debts_of(weights.output_arbiter(o), 8), expected);
      for (int v = 0; v < 2 && o < 2; ++v) EXPECT_EQ(debts_of(of_vcs.arbiter(o, v), 8), expected);
    }
    for (int r = 0; r < 6; ++r) EXPECT_EQ(debts_of(weights.input_arbiter(r), 4), of_outputs);
  }
}

TEST(OracleArbiters, RefusesStrides) {
  Config c = torus({4, 4});
  const auto refused = [](const Config& bad) { EXPECT_THROW(Simulator{bad}, std::invalid_argument); };
  EXPECT_NO_THROW(Simulator{c});
  for (const std::vector<int>& bad :
       {std::vector<int>{1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 0}, {256, 1, 1, 1}, {1, 1, -1, 1}}) {
    c.port_strides = bad;
    refused(c);
  }
  c.port_strides = {1, 255, 1, 1};
  EXPECT_NO_THROW(Simulator{c});
  c.injector_strides = {1, 1};
  refused(c);
  c.injectors = 2;
  EXPECT_NO_THROW(Simulator{c});
  c.stride_table.assign(16 * 5 * 5, 16);
  EXPECT_NO_THROW(Simulator{c});
  c.stride_table.back() = 0;
  refused(c);
  c.stride_table.pop_back();
  refused(c);
}

// Two outputs choose input 0 and the row accepts one of them: the other arbiter has not granted, and remembers nothing.
TEST(OracleArbiters, OnlyGrantsAreRemembered) {
  Config c = small_router(Allocator::output_first, Crossbar::per_vc, Arbiter::deficit, 1, 1);
  c.max_packet_flits = 4;
  Allocation a(c, 2, 1);
  const Requests both = {{0, 0, 0, {}, 2}, {0, 1, 0, {}, 2}};
  EXPECT_EQ(pairs(cycle_of(a, both)), (Pairs{{0, 0}}));
  EXPECT_EQ(a.output_arbiter(0).debts(), (std::vector<int>{2, 0, 0}));
  EXPECT_EQ(a.output_arbiter(1).debts(), (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(a.input_arbiter(0).debts(), (std::vector<int>{2, 4, 0}));
  // Output 1 chooses input 0 in vain in the first pass, and an injector in the second one: that scan is kept, in which
  // network inputs do not ask.
  const Requests all = {{0, 0, 0, {}, 2}, {0, 1, 0, {}, 2}, {2, 1, 0, {}, 3}};
  EXPECT_EQ(pairs(cycle_of(a, all)), (Pairs{{0, 0}, {1, 2}}));
  EXPECT_EQ(a.output_arbiter(0).debts(), (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(a.output_arbiter(1).debts(), (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(a.output_arbiter(1).pointer(), 2);
}

// In machines: a table that says what the strides say is these strides, and no strides are strides of 1.
void expect_arbiters_in_other_words(const Config& network, std::uint64_t cycles) {
  const int nodes = Simulator(network).nodes();
  for (Allocator allocator : {Allocator::input_first, Allocator::output_first})
    for (Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port}) {
      Config c = network;
      c.allocator = allocator;
      c.crossbar = crossbar;
      c.max_packet_flits = 4;
      c.injectors = 2;
      c.arbiter = Arbiter::stride;
      const std::uint64_t unweighted = run_and_check(c, cycles, 60);
      c.port_strides = {1, 1, 1, 1};
      c.injector_strides = {1, 1};
      EXPECT_EQ(run_and_check(c, cycles, 60), unweighted);
      c.arbiter = Arbiter::inverse_weighted;
      EXPECT_EQ(run_and_check(c, cycles, 60), unweighted);

      c.arbiter = Arbiter::stride;
      c.port_strides = {2, 30, 7, 100};
      c.injector_strides = {9, 9};
      const std::uint64_t weighted_digest = run_and_check(c, cycles, 60);
      EXPECT_NE(weighted_digest, unweighted);
      for (int router_and_output = 0; router_and_output < nodes * 5; ++router_and_output)
        for (int stride : {2, 30, 7, 100, 9}) c.stride_table.push_back(stride);
      EXPECT_EQ(run_and_check(c, cycles, 60), weighted_digest);
      c.arbiter = Arbiter::inverse_weighted;
      EXPECT_EQ(run_and_check(c, cycles, 60), weighted_digest);
      for (std::size_t k = 0; k < 25; ++k) c.stride_table[k] = 255;  // all inputs of router 0 alike
      EXPECT_NE(run_and_check(c, cycles, 60), weighted_digest);
    }
}
TEST(OracleArbiters, TheSameInOtherWords) { expect_arbiters_in_other_words(rtt2(), 60); }
TEST(OracleArbitersSlow, TheSameInOtherWords) { expect_arbiters_in_other_words(rtt4(), 150); }

// Nodes 2 and 4 of a line keep sending to node 3: its strides say how they share its ejection port.
TEST(OracleArbiters, StridesShareAnEjectionPort) {
  for (const std::pair<int, int>& strides : {std::make_pair(1, 1), {1, 3}, {4, 1}, {2, 5}}) {
    Config c = torus({8});
    c.closed = {false};
    c.arbiter = Arbiter::stride;
    c.port_strides = {strides.first, strides.second};
    c.max_packet_flits = 4;
    Simulator s(c);
    int from_left = 0, from_right = 0;
    while (s.now() < 4000) {
      s.offer(2, 3, 4);
      s.offer(4, 3, 2);
      s.step();
      if (s.now() < 100) continue;
      for (const auto& d : s.delivered()) (d.source == 2 ? from_left : from_right) += d.flits;
    }
    EXPECT_NEAR(from_left * strides.first, from_right * strides.second, 16 * (strides.first + strides.second));
    EXPECT_GE(from_left + from_right, 3880);
  }
}

}  // namespace
}  // namespace oracle::selfcheck
