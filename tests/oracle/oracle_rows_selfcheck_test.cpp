// Crossbar inputs of the oracle: rows, what they share, and that their ends are `per_vc` and `per_port`.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
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

using oracle::detail::Allocation;
using oracle::detail::at;
using oracle::detail::Numbering;
using oracle::detail::word;

const std::vector<Arbiter> kAllArbiters = {Arbiter::random, Arbiter::round_robin, Arbiter::age,    Arbiter::matrix,
                                           Arbiter::fixed,  Arbiter::stride,      Arbiter::deficit};

Config with_inputs(Config c, int x) {
  c.crossbar = Crossbar::inputs_per_port;
  c.inputs_per_port = x;
  return c;
}

TEST(OracleRows, Numbers) {
  for (int ports : {1, 4})
    for (int vcs = 1; vcs <= 5; ++vcs)
      for (int x = 1; x <= vcs; ++x) {
        Config c = with_inputs({}, x);
        c.injectors = 3;
        c.message_classes = 2;
        c.ejectors = 2;
        const Numbering n(c, ports, vcs);
        std::map<int, std::set<std::pair<int, int>>> rows;  // (port, v mod x)
        for (int p = 0; p < ports; ++p)
          for (int v = 0; v < vcs; ++v) rows[n.row(p * vcs + v)].insert({p, v % x});
        EXPECT_EQ(rows.size(), at(ports * x));
        for (const auto& row : rows) EXPECT_EQ(row.second.size(), 1u);
        for (int j = 0; j < 6; ++j) EXPECT_EQ(n.row(ports * vcs + j), ports * x + j);
        EXPECT_EQ(n.rows(), ports * x + 6);
        EXPECT_EQ(n.outputs(), ports + 2);
        EXPECT_EQ(Allocation(with_policy(c, {Allocator::islip}), ports, vcs).matrix().rows(), ports * x + 6);
      }
  const Numbering n(with_inputs({}, 2), 2, 5);
  EXPECT_EQ(n.row(4), 0);  // VC 4 of port 0
  EXPECT_EQ(n.row(6), 3);  // VC 1 of port 1
}

TEST(OracleRows, Range) {
  Config c = torus({4, 4});  // 3 VCs
  for (int x : {-1, 0, 4}) EXPECT_THROW(Simulator{with_inputs(c, x)}, std::invalid_argument);
  for (int x : {1, 2, 3}) EXPECT_NO_THROW(Simulator{with_inputs(c, x)});
  c.crossbar = Crossbar::per_port;
  c.inputs_per_port = 99;  // not asked for
  EXPECT_NO_THROW(Simulator{c});
}

// Two ports of four VCs with two rows each, an injector (input 8, row 4), an ejection port (output 2).
TEST(OracleRows, InputArbitersByRow) {
  using Place = std::tuple<int, int, std::size_t>;
  std::vector<Place> places;
  const auto last = [&](int purpose, int index, std::size_t n) {
    places.emplace_back(purpose, index, n);
    return n - 1;
  };
  const oracle::detail::Requests picks = {{0, 0, 0, {}}, {2, 1, 0, {}}, {3, 2, 0, {}}, {4, 1, 0, {}}, {8, 1, 0, {}}};
  const Allocation random(with_inputs(small_router(Allocator::input_first, Crossbar::per_vc, Arbiter::random, 1, 1), 2),
                          2, 4);
  EXPECT_EQ(pairs(random.allocate(picks, last)), (Pairs{{1, 4}, {2, 3}}));
  EXPECT_EQ(places, (std::vector<Place>{{2, 0, 2}, {2, 1, 1}, {2, 2, 1}, {1, 1, 2}, {1, 2, 1}}));  // row 0 keeps VC 2

  Allocation turns(with_inputs(small_router(Allocator::input_first, Crossbar::per_vc, Arbiter::round_robin, 1, 1), 2),
                   2, 4);
  EXPECT_EQ(pairs(cycle_of(turns, picks)), (Pairs{{0, 0}, {1, 4}, {2, 3}}));
  EXPECT_EQ(turns.input_arbiter(0).pointer(), 1);
  EXPECT_EQ(turns.input_arbiter(1).pointer(), 0);  // after VC 3
  EXPECT_EQ(turns.input_arbiter(2).pointer(), 1);
  EXPECT_EQ(turns.input_arbiter(3).pointer(), 0);
  EXPECT_EQ(pairs(cycle_of(turns, picks)),
            (Pairs{{1, 2}, {2, 3}}));  // row 0 keeps VC 2, and the pointer of output 1 is 5
}

TEST(OracleRows, VcPointersByRow) {
  for (const Policy& policy : kMatrixPolicies) {
    if (policy.allocator == Allocator::oldest_first) continue;
    // One port of five VCs with two rows: VCs 0, 2, 4 and 1, 3. All ask for both outputs.
    Allocation a(
        with_policy(with_inputs(small_router(policy.allocator, Crossbar::per_vc, Arbiter::random, 1, 1), 2), policy), 1,
        5);
    const auto first = [](int, int, std::size_t) { return std::size_t{0}; };
    int expected[2] = {0, 0};
    for (std::uint64_t t = 0; t < 40; ++t) {
      oracle::detail::Requests requests;
      for (int v = 0; v < 5; ++v)
        for (int o = 0; o < 2; ++o) requests.push_back({v, o, 0, {}});
      for (const auto& g : cycle_of(a, requests, first, t)) {
        const int row = g.input % 2;
        int vc = expected[row];
        while (vc % 5 % 2 != row) ++vc;
        EXPECT_EQ(g.input, vc % 5) << policy.name;
        expected[row] = vc % 5 + 1;
      }
      for (int row : {0, 1}) EXPECT_EQ(a.matrix().vc_pointer(row), expected[row] % 5);
    }
  }
}

// The ends of the range are the crossbars that have names; what is between them is something else.
void expect_that_the_ends_have_names(std::uint64_t cycles, int between_at_least) {
  std::vector<Config> machines;
  for (Allocator allocator : {Allocator::input_first, Allocator::output_first})
    for (Arbiter arbiter : kAllArbiters) {
      Config c = torus({3, 3});
      c.allocator = allocator;
      c.arbiter = arbiter;
      machines.push_back(c);
    }
  for (const Policy& policy : kMatrixPolicies) machines.push_back(with_policy(torus({3, 3}), policy));
  std::size_t number = 0;
  int between = 0;
  for (Config c : machines) {
    c.adaptive = 1;
    c.message_classes = 2;
    c.max_packet_flits = 4;
    c.pipeline = std::vector<Pipeline>{Pipeline::joint, Pipeline::two_step, Pipeline::speculative}[number++ % 3];
    c.transit_guard = static_cast<int>(number % 2) * 3;
    std::vector<std::uint64_t> digests;
    for (int x = 1; x <= 4; ++x) digests.push_back(run_and_check(with_inputs(c, x), cycles, 60));
    c.crossbar = Crossbar::per_port;
    EXPECT_EQ(run_and_check(c, cycles, 60), digests[0]);
    c.crossbar = Crossbar::per_vc;
    EXPECT_EQ(run_and_check(c, cycles, 60), digests[3]);
    // What is between shares a row of an escape VC, which is rarely in the way.
    EXPECT_NE(digests[0], digests[3]);
    between += std::set<std::uint64_t>(digests.begin(), digests.end()).size() > 2;
  }
  EXPECT_GT(between, between_at_least);
}
TEST(OracleRows, TheEndsHaveNames) { expect_that_the_ends_have_names(40, 5); }
TEST(OracleRowsSlow, TheEndsHaveNames) { expect_that_the_ends_have_names(100, 15); }

// Two inputs of a row never cross at the same time, and those of different rows of a port do.
void expect_one_packet_at_a_time(int machines) {
  int together = 0;
  for (int machine = 0; machine < machines; ++machine) {
    Config c = torus({3, 3});
    c.adaptive = 3;
    c.max_packet_flits = 5;
    const int x = 1 + machine % 4;
    c = with_inputs(c, x);
    c.pipeline = std::vector<Pipeline>{Pipeline::joint, Pipeline::two_step, Pipeline::speculative}[at(machine / 4 % 3)];
    if (machine % 2 == 1) c = with_policy(c, kMatrixPolicies[at(machine) % kMatrixPolicies.size()]);
    c.seed = word(machine);
    Simulator s(c);
    std::mt19937_64 random(word(machine));
    std::map<std::pair<int, std::uint64_t>, int> flits;
    std::map<std::pair<int, int>, std::map<int, std::uint64_t>> free_from;  // by router and port: of each VC
    while (s.now() < 150) {
      for (int source = 0; source < 9; ++source) {
        const int length = 1 + static_cast<int>(random() % 5);
        flits[{source, s.offer(source, (source + 1 + static_cast<int>(random() % 8)) % 9, length)}] = length;
      }
      const std::uint64_t t = s.now();
      s.step();
      for (const auto& g : s.granted()) {
        if (g.input >= 16) continue;
        auto& port = free_from[{g.router, g.input / 4}];
        for (const auto& vc : port) {
          if (vc.second <= t) continue;
          EXPECT_NE(vc.first % x, g.input % 4 % x);
          ++together;
        }
        port[g.input % 4] = t + word(flits.at({g.source, g.number}));
      }
    }
  }
  EXPECT_GT(together, 25 * machines);
}
TEST(OracleRows, OnePacketAtATime) { expect_one_packet_at_a_time(12); }
TEST(OracleRowsSlow, OnePacketAtATime) { expect_one_packet_at_a_time(40); }

}  // namespace
}  // namespace oracle::selfcheck
