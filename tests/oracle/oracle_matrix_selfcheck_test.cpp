// The matrix allocators of the oracle against the page: its example, and what is known of each allocator by theory.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
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

using oracle::detail::Age;
using oracle::detail::Allocation;
using oracle::detail::ArbiterUnit;
using oracle::detail::Draw;
using oracle::detail::Request;
using oracle::detail::Requests;

std::vector<int> numbers(int count, const std::function<int(int)>& of) {
  std::vector<int> result;
  for (int k = 0; k < count; ++k) result.push_back(of(k));
  return result;
}
std::vector<int> grant_pointers(const Allocation& a, int count) {
  return numbers(count, [&](int o) { return a.matrix().grant_pointer(o); });
}
std::vector<int> accept_pointers(const Allocation& a, int count) {
  return numbers(count, [&](int r) { return a.matrix().accept_pointer(r); });
}

// Inputs 0 .. n - 1 ask for outputs 0 .. n - 1, each with a packet of its own.
Requests full(int n) {
  Requests requests;
  for (int i = 0; i < n; ++i)
    for (int o = 0; o < n; ++o) requests.push_back({i, o, 0, Age(1, i, 0)});
  return requests;
}

TEST(OracleMatrix, FixedArbiter) {
  ArbiterUnit arbiter(Arbiter::fixed, 5);
  for (const std::vector<int>& ask : {std::vector<int>{1, 3, 4}, {3}, {0, 4}, {2, 3}, {1, 2}}) {
    EXPECT_EQ(arbiter.choose(asking(ask), no_draw, 1, 0), ask.front());
    arbiter.grant(ask.front());
  }
}

TEST(OracleMatrix, RefusesIterations) {
  Config c = torus({4, 4});
  for (int iterations : {-1, 0, 17}) {
    c.iterations = iterations;
    EXPECT_THROW(Simulator{c}, std::invalid_argument);
  }
  for (int iterations : {1, 16}) {
    c.iterations = iterations;
    EXPECT_NO_THROW(Simulator{c});
  }
}

TEST(OracleMatrix, TheExample) {
  Allocation islip(router_of({Allocator::islip}), 2, 1);
  EXPECT_EQ(islip.matrix().rows(), 3);
  EXPECT_EQ(islip.matrix().columns(), 3);
  EXPECT_EQ(pairs(cycle_of(islip, full(2))), (Pairs{{0, 0}}));
  EXPECT_EQ(grant_pointers(islip, 3), (std::vector<int>{1, 0, 0}));
  EXPECT_EQ(accept_pointers(islip, 3), (std::vector<int>{1, 0, 0}));
  EXPECT_EQ(pairs(cycle_of(islip, full(2))), (Pairs{{0, 1}, {1, 0}}));
  EXPECT_EQ(grant_pointers(islip, 3), (std::vector<int>{2, 1, 0}));
  EXPECT_EQ(accept_pointers(islip, 3), (std::vector<int>{2, 1, 0}));
  EXPECT_EQ(pairs(cycle_of(islip, full(2))), (Pairs{{0, 0}, {1, 1}}));
  EXPECT_EQ(grant_pointers(islip, 3), (std::vector<int>{1, 2, 0}));
  EXPECT_EQ(accept_pointers(islip, 3), (std::vector<int>{1, 2, 0}));

  Allocation wavefront(router_of({Allocator::wavefront}), 2, 1);
  EXPECT_EQ(pairs(cycle_of(wavefront, full(2))), (Pairs{{0, 0}, {1, 1}}));
  EXPECT_EQ(wavefront.matrix().priority_pointer(), 1);
  EXPECT_EQ(pairs(cycle_of(wavefront, full(2))), (Pairs{{0, 1}, {1, 0}}));
  EXPECT_EQ(wavefront.matrix().priority_pointer(), 2);
  EXPECT_EQ(pairs(cycle_of(wavefront, full(2))), (Pairs{{1, 1}, {0, 0}}));
  EXPECT_EQ(wavefront.matrix().priority_pointer(), 0);
}

// The pointers of islip fall out of step by one in each cycle, until all outputs offer themselves to different rows.
TEST(OracleMatrix, FullMatrix) {
  for (int n = 2; n <= 8; ++n) {
    const auto matched = [&](const Policy& policy, int ejectors, int cycles) {
      Allocation a(router_of(policy, Crossbar::per_vc, 1, ejectors), n, 1);
      return numbers(cycles, [&](int t) {
        return static_cast<int>(cycle_of(a, full(n), no_draw, 3 * oracle::detail::word(t)).size());
      });
    };
    for (int ejectors : {1, 3}) {
      EXPECT_EQ(matched({Allocator::islip}, ejectors, 4 * n),
                numbers(4 * n, [&](int t) { return std::min(t + 1, n); }));
      for (const Policy& policy : kMatrixPolicies) {
        if (!policy.is_maximal()) continue;
        EXPECT_EQ(matched(policy, ejectors, 4 * n), numbers(4 * n, [&](int) { return n; })) << policy.name;
      }
    }
  }
}

TEST(OracleMatrix, WavefrontPriorities) {
  // 7 ports of one VC, an injector, an ejection port: 8 x 8. Two neighbours of column 3 ask in every cycle.
  const Requests requests = {{2, 3, 0, {}}, {3, 3, 0, {}}};
  const auto served = [&](WavefrontPriority priority) {
    Allocation a(router_of({Allocator::wavefront, 1, priority}), 7, 1);
    std::array<int, 8> grants = {};
    for (std::uint64_t t = 0; t < 8 * 100; ++t) {
      const Requests granted = cycle_of(a, requests, no_draw, t);
      EXPECT_EQ(granted.size(), 1u);
      for (const Request& g : granted) ++grants[oracle::detail::at(g.input)];
    }
    return std::make_pair(grants[2], grants[3]);
  };
  EXPECT_EQ(served(WavefrontPriority::rotate), std::make_pair(700, 100));
  EXPECT_EQ(served(WavefrontPriority::free), std::make_pair(700, 100));
  EXPECT_EQ(served(WavefrontPriority::skip), std::make_pair(400, 400));

  // Without a grant nothing moves. With one, `skip` goes behind the lowest diagonal of the first pass, and of the
  // second one if the first granted nothing. 3 ports, an injector (row 3), 2 ejection ports: n = 5.
  Allocation skip(router_of({Allocator::wavefront}, Crossbar::per_vc, 1, 2), 3, 1);
  Allocation rotate(router_of({Allocator::wavefront, 1, WavefrontPriority::rotate}, Crossbar::per_vc, 1, 2), 3, 1);
  Allocation free(router_of({Allocator::wavefront, 1, WavefrontPriority::free}, Crossbar::per_vc, 1, 2), 3, 1);
  int turns = 0;
  const auto cycle = [&](const Requests& asked, const Pairs& granted, int q) {
    EXPECT_EQ(pairs(cycle_of(skip, asked)), granted);
    EXPECT_EQ(skip.matrix().priority_pointer(), q);
    EXPECT_EQ(pairs(cycle_of(rotate, asked)).size(), granted.size());
    turns += !granted.empty();
    EXPECT_EQ(rotate.matrix().priority_pointer(), turns % 5);
    // A pointer that is at t in a cycle t is that of `free`.
    EXPECT_EQ(pairs(free.allocate(asked, no_draw, 1000 + oracle::detail::word(q))),
              pairs(skip.allocate(asked, no_draw)));
    free.update(free.allocate(asked, no_draw, 3));
    EXPECT_EQ(free.matrix().priority_pointer(), 0);
  };
  cycle({}, {}, 0);
  cycle({{2, 1, 0, {}}, {3, 2, 0, {}}}, {{1, 2}, {2, 3}}, 4);  // d = 3, and not 0 of the injector
  cycle({}, {}, 4);
  cycle({{3, 0, 0, {}}, {3, 1, 0, {}}}, {{1, 3}}, 0);  // diagonals 4 and 0: the pointer is behind diagonal 0
  cycle({{0, 4, 0, {}}, {1, 4, 0, {}}}, {{4, 1}}, 1);  // diagonals 4 and 0
  cycle({{0, 4, 0, {}}, {1, 4, 0, {}}}, {{4, 0}}, 0);  // diagonals 3 and 4
}

TEST(OracleMatrix, VcPointers) {
  for (const Policy& policy : kMatrixPolicies) {
    // Two ports of three VCs, of which each asks with all VCs, the last with the oldest packet; an injector.
    Allocation a(router_of(policy, Crossbar::per_port), 2, 3);
    const bool by_age = policy.allocator == Allocator::oldest_first;
    const Draw none_or_first = [](int, int, std::size_t) { return std::size_t{0}; };
    for (int t = 0; t < 7; ++t) {
      Requests requests = {{6, 2, 0, {}}};
      for (int i = 0; i < 6; ++i) requests.push_back({i, i / 3, 0, Age(9, 9 - i, 0)});
      const int vc = by_age ? 2 : t % 3;
      EXPECT_EQ(pairs(cycle_of(a, requests, none_or_first)), (Pairs{{0, vc}, {1, 3 + vc}, {2, 6}}));
    }
    if (by_age) continue;
    // Pointers are at 1. VC 0 of port 0 is alone; port 1 is granted nothing.
    EXPECT_EQ(pairs(cycle_of(a, {{0, 1, 0, {}}}, none_or_first)), (Pairs{{1, 0}}));
    EXPECT_EQ(a.matrix().vc_pointer(0), 1);
    EXPECT_EQ(a.matrix().vc_pointer(1), 1);
    // The same VC need not be first for every output: output 0 is asked for by VC 0, output 1 by VC 2.
    const Requests granted = cycle_of(a, {{0, 0, 0, {}}, {2, 1, 0, {}}}, none_or_first);
    ASSERT_EQ(granted.size(), 1u);
    EXPECT_EQ(granted[0].input, granted[0].output == 0 ? 0 : 2);
    EXPECT_EQ(a.matrix().vc_pointer(0), granted[0].output == 0 ? 1 : 0);
  }
}

TEST(OracleMatrix, PlacesOfPimDraws) {
  // Three ports of two VCs, two injectors (inputs 6 and 7), two ejection ports (outputs 3 and 4); the last is drawn.
  using Place = std::tuple<int, int, std::size_t>;
  const auto draws = [](Crossbar crossbar) {
    const Allocation a(router_of({Allocator::pim, 2}, crossbar, 2, 2), 3, 2);
    std::vector<Place> places;
    a.allocate({{7, 0, 0, {}},
                {7, 1, 0, {}},
                {7, 3, 0, {}},
                {7, 4, 0, {}},
                {2, 0, 0, {}},
                {2, 4, 0, {}},
                {3, 4, 0, {}},
                {4, 0, 0, {}},
                {4, 1, 0, {}}},
               [&](int purpose, int index, std::size_t n) {
                 places.emplace_back(purpose, index, n);
                 return n - 1;
               });
    return places;
  };
  // Outputs 0 and 1 offer themselves to row 4, which accepts 1, output 4 to row 3; then 0 to row 2. 3 is left to 7.
  EXPECT_EQ(draws(Crossbar::per_vc),
            (std::vector<Place>{
                {4, 0, 2}, {4, 1, 1}, {4, 4, 2}, {5, 3, 1}, {5, 4, 2}, {4, 64, 1}, {5, 66, 1}, {4, 3, 1}, {5, 7, 1}}));
  // Row 1 of port 1 is served by output 4 at once; outputs 0 and 3 are left to row 4.
  EXPECT_EQ(
      draws(Crossbar::per_port),
      (std::vector<Place>{{4, 0, 2}, {4, 1, 1}, {4, 4, 1}, {5, 1, 1}, {5, 2, 2}, {4, 0, 1}, {4, 3, 1}, {5, 4, 2}}));
}

// A row gets one of its n offers with probability 1 - (1 - 1 / n)^n, and so does an output by symmetry. The matches of
// a cycle vary less than n independent outputs would, and the LFSR of the page is as good as any other source.
void expect_what_pim_serves(int cycles) {
  const std::vector<std::uint16_t> lfsr = oracle::detail::lfsr_sequence();
  std::mt19937_64 random(3);
  for (int n = 2; n <= 8; ++n) {
    const Allocation a(router_of({Allocator::pim}), n, 1);
    const double expected = 1 - std::pow(1 - 1.0 / n, n);
    const double sigma = std::sqrt(expected * (1 - expected) / cycles);
    std::vector<int> of_page(oracle::detail::at(n)), of_random(oracle::detail::at(n));
    for (std::uint64_t t = 0; t < oracle::detail::word(cycles); ++t) {
      const Draw page = [&](int purpose, int index, std::size_t m) {
        const std::uint64_t phase =
            oracle::detail::hash({1, oracle::detail::word(purpose), 0, oracle::detail::word(index)});
        return lfsr[(16 * t + phase % 65535) % 65535] % m;
      };
      for (const Request& g : a.allocate(full(n), page)) ++of_page[oracle::detail::at(g.output)];
      for (const Request& g : a.allocate(full(n), [&](int, int, std::size_t m) { return random() % m; }))
        ++of_random[oracle::detail::at(g.output)];
    }
    for (int count : of_random) EXPECT_NEAR(count / static_cast<double>(cycles), expected, 4.5 * sigma) << n;
    for (int count : of_page) EXPECT_NEAR(count / static_cast<double>(cycles), expected, 4.5 * sigma) << n;
  }
}
TEST(OracleMatrix, PimServesAsExpected) { expect_what_pim_serves(800); }
TEST(OracleMatrixSlow, PimServesAsExpected) { expect_what_pim_serves(8000); }

TEST(OracleMatrix, MaximumByHand) {
  // Of two rows with one column in common the first in the order of the cycle has it. 2 ports, 1 injector: X = 3.
  const Allocation a(router_of({Allocator::maximum}), 2, 1);
  for (std::uint64_t t : {0ull, 1ull, 2ull, 3ull, 4ull, 5ull, 3ull << 40, (3ull << 40) + 1})
    EXPECT_EQ(pairs(a.allocate({{0, 1, 0, {}}, {1, 1, 0, {}}}, no_draw, t)), (Pairs{{1, t % 3 == 1 ? 1 : 0}}));
  // Row 0 gives way, and an injector has what is left.
  EXPECT_EQ(pairs(a.allocate({{0, 0, 0, {}}, {0, 1, 0, {}}, {1, 0, 0, {}}, {2, 2, 0, {}}, {2, 1, 0, {}}}, no_draw)),
            (Pairs{{0, 1}, {1, 0}, {2, 2}}));
}

}  // namespace
}  // namespace oracle::selfcheck
