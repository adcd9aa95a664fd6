// The matrix allocators of the oracle on random requests: what each of them must hold to, stated in other words than
// the page's rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
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
using oracle::detail::at;
using oracle::detail::Draw;
using oracle::detail::modulo;
using oracle::detail::Request;
using oracle::detail::Requests;
using oracle::detail::those;
using oracle::detail::word;

// A router of random shape, and random requests of its inputs.
class RandomRouter {
 public:
  explicit RandomRouter(std::uint64_t seed)
      : random(seed),
        ports(1 + below(5)),
        vcs(1 + below(3)),
        crossbar(below(2) == 0 ? Crossbar::per_vc : Crossbar::per_port),
        injectors(1 + below(3)),
        ejectors(1 + below(3)),
        classes(1 + below(2)),
        density(1 + below(4)) {}

  int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

  Allocation allocation(const Policy& policy) const {
    Config c = router_of(policy, crossbar, injectors, ejectors);
    c.message_classes = classes;
    return Allocation(c, ports, vcs);
  }

  int outputs() const { return ports + ejectors; }
  bool in_transit(int i) const { return i < ports * vcs; }
  int row(int i) const { return crossbar == Crossbar::per_vc ? i : in_transit(i) ? i / vcs : ports + i - ports * vcs; }

  Requests requests(bool network_inputs_only = false) {
    Requests result;
    for (int i = 0; i < ports * vcs + (network_inputs_only ? 0 : classes * injectors); ++i) {
      const Age age{below(4), i, 0};
      for (int o = 0; o < outputs(); ++o)
        if (below(4) < density) result.push_back({i, o, 0, age});
    }
    return result;
  }

  // The rows, ascending, and for each the set of its columns.
  std::map<int, std::set<int>> matrix(const Requests& requests) const {
    std::map<int, std::set<int>> result;
    for (const Request& r : requests) result[row(r.input)].insert(r.output);
    return result;
  }

  std::mt19937_64 random;
  int ports, vcs;
  Crossbar crossbar;
  int injectors, ejectors, classes, density;
};

// The most cells that can be granted, by trying all. The bits of `taken` are columns.
int most_cells(const std::vector<std::set<int>>& rows, std::size_t from = 0, unsigned taken = 0) {
  if (from == rows.size()) return 0;
  int most = most_cells(rows, from + 1, taken);
  for (int o : rows[from]) {
    const unsigned column = 1U << static_cast<unsigned>(o);
    if ((taken & column) == 0) most = std::max(most, 1 + most_cells(rows, from + 1, taken | column));
  }
  return most;
}

Draw draw_of(int machine, int cycle) {
  return [=](int purpose, int index, std::size_t n) {
    return oracle::detail::hash({word(machine), word(cycle), word(purpose), word(index)}) % n;
  };
}

void expect_legal_matchings(int machines) {
  int left_over = 0;  // outputs that network inputs asked for and an injector was granted
  for (int machine = 0; machine < machines; ++machine) {
    RandomRouter router(word(machine));
    const Policy& policy = kMatrixPolicies[at(machine) % kMatrixPolicies.size()];
    Allocation a = router.allocation(policy);
    for (int cycle = 0; cycle < 30; ++cycle) {
      Requests requests = router.requests();
      const Draw draw = draw_of(machine, cycle);
      const std::uint64_t t = word(7 * cycle + machine);
      const Requests granted = a.allocate(requests, draw, t);

      std::set<std::pair<int, int>> asked, cells;
      std::set<int> rows, columns, columns_of_first;
      for (const Request& r : requests) asked.insert({r.output, r.input});
      for (const Request& g : granted) {
        EXPECT_EQ(asked.count({g.output, g.input}), 1u);
        EXPECT_TRUE(rows.insert(router.row(g.input)).second);
        EXPECT_TRUE(columns.insert(g.output).second);
        if (router.in_transit(g.input)) columns_of_first.insert(g.output);
      }

      // The order of the requests says nothing; injectors change nothing for network inputs, and are served as if
      // they asked only for what is left.
      std::shuffle(requests.begin(), requests.end(), router.random);
      EXPECT_EQ(pairs(a.allocate(requests, draw, t)), pairs(granted));
      const Requests first = those(requests, [&](const Request& r) { return router.in_transit(r.input); });
      const Requests second = those(requests, [&](const Request& r) {
        return !router.in_transit(r.input) && columns_of_first.count(r.output) == 0;
      });
      Pairs expected = pairs(a.allocate(first, draw, t));
      for (const auto& g : pairs(a.allocate(second, draw, t))) {
        expected.insert(g);
        left_over += std::any_of(first.begin(), first.end(), [&](const Request& r) { return r.output == g.first; });
      }
      EXPECT_EQ(pairs(granted), expected);

      for (const Requests& of_pass : {first, second}) {
        bool any = false;
        for (const Request& r : of_pass) {
          const bool row_or_column = rows.count(router.row(r.input)) != 0 || columns.count(r.output) != 0;
          EXPECT_TRUE(row_or_column || !policy.is_maximal()) << policy.name;
          any = any || row_or_column;
        }
        EXPECT_TRUE(any || of_pass.empty());
      }

      // VC pointers follow the grants.
      Allocation after = a;
      after.update(granted);
      for (int p = 0; p < router.ports; ++p) {
        int expected_pointer = a.matrix().vc_pointer(p);
        for (const Request& g : granted)
          if (router.crossbar == Crossbar::per_port && policy.allocator != Allocator::oldest_first &&
              router.in_transit(g.input) && g.input / router.vcs == p)
            expected_pointer = (g.input % router.vcs + 1) % router.vcs;
        EXPECT_EQ(after.matrix().vc_pointer(p), expected_pointer);
      }
      a = after;
    }
  }
  EXPECT_GT(left_over, 3 * machines / 4);
}
TEST(OracleMatrixRandom, LegalMatchings) { expect_legal_matchings(40); }
TEST(OracleMatrixRandomSlow, LegalMatchings) { expect_legal_matchings(400); }

// `maximum` is as large as can be; and as the rows that it matches stay matched, a row is matched just if more cells
// can be granted with it than with the matched ones before it in the order of the cycle alone.
void expect_maximum(int machines) {
  int more = 0;
  for (int machine = 0; machine < machines; ++machine) {
    RandomRouter router(1000 + word(machine));
    const Allocation maximum = router.allocation({Allocator::maximum});
    std::vector<Allocation> others;
    for (const Policy& policy : kMatrixPolicies) others.push_back(router.allocation(policy));
    for (int cycle = 0; cycle < 20; ++cycle) {
      const Requests requests = router.requests(true);
      const std::map<int, std::set<int>> matrix = router.matrix(requests);
      if (matrix.size() > 6) continue;  // it would take too long
      const int x = maximum.matrix().rows(), start = router.below(x);
      const std::uint64_t t = word(router.below(1000)) * word(x) + word(start);
      std::set<int> expected, rows;
      std::vector<std::set<int>> chosen;
      for (int k = 0; k < x; ++k) {
        const auto found = matrix.find((start + k) % x);
        if (found == matrix.end()) continue;
        chosen.push_back(found->second);
        if (most_cells(chosen) == static_cast<int>(chosen.size()))
          expected.insert(found->first);
        else
          chosen.pop_back();
      }
      const Requests granted = maximum.allocate(requests, no_draw, t);
      for (const Request& g : granted) rows.insert(router.row(g.input));
      EXPECT_EQ(rows, expected);
      std::vector<std::set<int>> all;
      for (const auto& of_row : matrix) all.push_back(of_row.second);
      EXPECT_EQ(static_cast<int>(granted.size()), most_cells(all));
      for (Allocation& other : others) {
        const Requests less = cycle_of(other, requests, draw_of(machine, cycle), t);
        EXPECT_LE(less.size(), granted.size());
        more += less.size() < granted.size();
      }
    }
  }
  EXPECT_GT(more, 5 * machines);
}
TEST(OracleMatrixRandom, MaximumIsMaximum) { expect_maximum(25); }
TEST(OracleMatrixRandomSlow, MaximumIsMaximum) { expect_maximum(200); }

// What is not granted is in the way of what comes before it: on a lower diagonal, or with an older packet.
void expect_that_the_first_in_line_is_granted(int machines) {
  for (int machine = 0; machine < machines; ++machine) {
    RandomRouter router(2000 + word(machine));
    const auto priority = static_cast<WavefrontPriority>(machine / 2 % 3);
    const Policy policy = {machine % 2 == 0 ? Allocator::wavefront : Allocator::oldest_first, 1, priority};
    Allocation a = router.allocation(policy);
    const int n = std::max(a.matrix().rows(), a.matrix().columns());
    for (int cycle = 0; cycle < 20; ++cycle) {
      const std::uint64_t t = word(router.below(1000000));
      const int q = priority == WavefrontPriority::free ? static_cast<int>(t % word(n)) : a.matrix().priority_pointer();
      const Requests requests = router.requests(true);
      const auto place = [&](const Request& r) {
        return machine % 2 == 0 ? std::make_tuple(Age{}, modulo(router.row(r.input) + r.output - q, n))
                                : std::make_tuple(r.age, r.output);
      };
      const Requests granted = cycle_of(a, requests, no_draw, t);
      for (const Request& r : requests)
        EXPECT_TRUE(std::any_of(granted.begin(), granted.end(), [&](const Request& g) {
          if (g.output != r.output && router.row(g.input) != router.row(r.input)) return false;
          return place(g) <= place(r);
        }));
      int lowest = n;
      for (const Request& g : granted) lowest = std::min(lowest, modulo(router.row(g.input) + g.output - q, n));
      const bool moves = !granted.empty() && machine % 2 == 0;
      const int step = !moves || priority == WavefrontPriority::free ? 0
                       : priority == WavefrontPriority::rotate       ? 1
                                                                     : lowest + 1;
      const int before = priority == WavefrontPriority::free ? 0 : q;
      EXPECT_EQ(a.matrix().priority_pointer(), (before + step) % n);
    }
  }
}
TEST(OracleMatrixRandom, TheFirstInLineIsGranted) { expect_that_the_first_in_line_is_granted(60); }
TEST(OracleMatrixRandomSlow, TheFirstInLineIsGranted) { expect_that_the_first_in_line_is_granted(300); }

// Rounds after the first add what the same rules grant to the rows and columns that are left, and move no pointer of
// an output or a row. Only rows and columns matter: with one VC for each row it is `output_first`.
void expect_rounds_of_islip_and_pim(int machines) {
  int added = 0;
  for (int machine = 0; machine < machines; ++machine) {
    RandomRouter router(3000 + word(machine));
    const Allocator allocator = machine % 2 == 0 ? Allocator::islip : Allocator::pim;
    const int rounds = 2 + machine % 5;
    Allocation one = router.allocation({allocator, 1}), several = router.allocation({allocator, rounds});
    Allocation rest = router.allocation({allocator, rounds - 1});
    const int x = one.matrix().rows(), y = one.matrix().columns();
    Config flat =
        small_router(Allocator::output_first, Crossbar::per_vc,
                     machine % 2 == 0 ? Arbiter::round_robin : Arbiter::random, router.injectors, router.ejectors);
    flat.message_classes = router.classes;
    Allocation output_first(flat, router.ports, router.crossbar == Crossbar::per_vc ? router.vcs : 1);
    for (int cycle = 0; cycle < 20; ++cycle) {
      const Requests requests = router.requests(true);
      const Draw draw = draw_of(machine, cycle);
      const auto cells = [&](const Requests& granted) {
        Pairs result;
        for (const Request& g : granted) result.insert({g.output, router.row(g.input)});
        return result;
      };
      const Requests of_one = one.allocate(requests, draw), of_several = several.allocate(requests, draw);
      std::set<int> rows, columns;
      for (const Request& g : of_one) {
        rows.insert(router.row(g.input));
        columns.insert(g.output);
      }
      const Requests left = those(requests, [&](const Request& r) {
        return rows.count(router.row(r.input)) == 0 && columns.count(r.output) == 0;
      });
      const Draw later = [&](int purpose, int index, std::size_t n) { return draw(purpose, index + 64, n); };
      Pairs expected = cells(of_one);
      for (const auto& g : cells(rest.allocate(left, later))) expected.insert(g);
      EXPECT_EQ(cells(of_several), expected);
      added += static_cast<int>(of_several.size() - of_one.size());

      one.update(of_one);
      several.update(of_several);
      rest.update(of_one);
      for (int o = 0; o < y; ++o) EXPECT_EQ(one.matrix().grant_pointer(o), several.matrix().grant_pointer(o));
      for (int r = 0; r < x; ++r) EXPECT_EQ(one.matrix().accept_pointer(r), several.matrix().accept_pointer(r));

      Requests of_rows;
      for (const auto& of_row : router.matrix(requests))
        for (int o : of_row.second) of_rows.push_back({of_row.first, o, 0, {}});
      const Draw renamed = [&](int purpose, int index, std::size_t n) { return draw(purpose + 3, index, n); };
      const Requests granted = output_first.allocate(of_rows, renamed);
      output_first.update(granted);
      EXPECT_EQ(pairs(granted), cells(of_one));
    }
  }
  EXPECT_GT(added, 5 * machines / 3);
}
TEST(OracleMatrixRandom, RoundsOfIslipAndPim) { expect_rounds_of_islip_and_pim(50); }
TEST(OracleMatrixRandomSlow, RoundsOfIslipAndPim) { expect_rounds_of_islip_and_pim(300); }

}  // namespace
}  // namespace oracle::selfcheck
