// The matrix allocators in whole machines: packets arrive, and every router does what its allocator alone would do.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
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
using oracle::detail::Network;
using oracle::detail::Requests;
using oracle::detail::word;

void expect_that_policies_deliver_all_and_differ(const std::vector<std::vector<int>>& tori, std::uint64_t cycles) {
  for (const std::vector<int>& sizes : tori)
    for (Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port}) {
      // With three ejection ports even a third round of `islip` is of use.
      std::set<std::uint64_t> digests;
      for (const Policy& policy : all_policies()) {
        Config c = with_policy(torus(sizes), policy);
        c.crossbar = crossbar;
        c.max_packet_flits = 4;
        c.injectors = 2;
        c.ejectors = 3;
        EXPECT_TRUE(digests.insert(run_and_check(c, cycles, 60)).second) << policy.name;
      }
    }
}
TEST(OracleMatrixMachines, DeliverAllAndDiffer) { expect_that_policies_deliver_all_and_differ({{3, 3}}, 80); }
TEST(OracleMatrixMachinesSlow, DeliverAllAndDiffer) {
  expect_that_policies_deliver_all_and_differ({{3, 3}, {8, 4}}, 150);
}

// With a row for each input, `islip` with one round is `output_first` with `round_robin`. If moreover every input asks
// for at most one output, `oldest_first` is the arbiter `age`, and nothing is left to further rounds.
void expect_policies_in_other_words(const Config& network, std::uint64_t cycles) {
  Config c = network;
  c.max_packet_flits = 4;
  c.message_classes = 2;
  c.allocator = Allocator::output_first;
  c.arbiter = Arbiter::round_robin;
  const std::uint64_t digest = run_and_check(c, cycles, 60);
  for (Arbiter arbiter : {Arbiter::random, Arbiter::fixed}) {  // matrix allocators have no arbiter
    c.arbiter = arbiter;
    EXPECT_EQ(run_and_check(with_policy(c, {Allocator::islip}), cycles, 60), digest);
  }

  c = torus({7});
  c.max_packet_flits = 4;
  c.injectors = 2;
  c.injection = Injection::round_robin;
  c.arbiter = Arbiter::age;
  EXPECT_EQ(run_and_check(with_policy(c, {Allocator::oldest_first}), cycles, 60), run_and_check(c, cycles, 60));
  for (Allocator allocator : {Allocator::islip, Allocator::pim})
    EXPECT_EQ(run_and_check(with_policy(c, {allocator, 1}), cycles, 60),
              run_and_check(with_policy(c, {allocator, 16}), cycles, 60));
}
TEST(OracleMatrixMachines, TheSameInOtherWords) { expect_policies_in_other_words(rtt2(), 60); }
TEST(OracleMatrixMachinesSlow, TheSameInOtherWords) { expect_policies_in_other_words(rtt4(), 150); }

TEST(OracleMatrixMachines, ZeroLoadLatency) {
  for (const Policy& policy : kMatrixPolicies) {
    Config c = with_policy(rtt4(), policy);
    c.router_delay = 2;
    c.link_delay = 3;
    Simulator s(c);
    for (int t = 1; t < 32; ++t) {
      s.offer(0, t, 5);
      const auto all = drain(s);
      ASSERT_EQ(all.size(), 1u);
      EXPECT_EQ(all[0].ejected - all[0].created, word(all[0].hops * 5 + 4 + 1));
    }
  }
}

// The requests of every cycle, given to an allocator of its own for each router, must give the machine's grants: its
// draws and cycles are the page's, and every router keeps its own state, from before the cycle.
void expect_grants_of_the_requests(int machines, int cycles) {
  const std::vector<std::uint16_t> lfsr = oracle::detail::lfsr_sequence();
  std::mt19937_64 random(29);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int machine = 0; machine < machines; ++machine) {
    Config c = with_policy(torus(below(2) == 0 ? std::vector<int>{3, 3} : std::vector<int>{4, 2}),
                           all_policies()[at(machine) % all_policies().size()]);
    c.crossbar = below(2) == 0 ? Crossbar::per_vc : Crossbar::per_port;
    c.selection =
        std::vector<Selection>{Selection::most_credits, Selection::dimension_order, Selection::random}[at(below(3))];
    c.arbiter = std::vector<Arbiter>{Arbiter::random, Arbiter::matrix, Arbiter::fixed}[at(below(3))];
    c.adaptive = below(3);
    c.message_classes = 1 + below(2);
    c.max_packet_flits = 1 + below(3);
    c.buffer_packets = 2;
    c.injectors = 1 + below(2);
    c.ejectors = 1 + below(2);
    c.seed = random();
    Simulator s(c);
    const int percent = 30 + below(70);
    if (below(2) == 0) s.jump(65530 + word(below(100000)));
    std::vector<Allocation> routers(at(s.nodes()),
                                    Allocation(c, Network(c).ports(), c.message_classes * (1 + c.adaptive)));
    std::map<std::pair<int, std::uint64_t>, std::uint64_t> created;
    for (int cycle = 0; cycle < cycles; ++cycle) {
      const std::uint64_t now = s.now();
      for (int source = 0; source < s.nodes(); ++source) {
        if (below(100) >= percent) continue;
        const int to = (source + 1 + below(s.nodes() - 1)) % s.nodes();
        created[{source, s.offer(source, to, 1 + below(c.max_packet_flits), 0, below(c.message_classes))}] = now;
      }
      s.step();
      std::map<int, Requests> asked;
      std::map<int, Pairs> granted;
      for (const auto& r : s.asked())
        asked[r.router].push_back({r.input, r.output, r.vc, Age{created.at({r.source, r.number}), r.source, r.number}});
      for (const auto& g : s.granted()) granted[g.router].insert({g.output, g.input});
      for (int node = 0; node < s.nodes(); ++node) {
        const Draw draw = [&](int purpose, int index, std::size_t n) {
          const std::uint64_t phase = oracle::detail::hash({c.seed, word(purpose), word(node), word(index)});
          return lfsr[(16 * (now % 65535) + phase % 65535) % 65535] % n;
        };
        EXPECT_EQ(pairs(cycle_of(routers[at(node)], asked[node], draw, now)), granted[node]);
      }
    }
    drain(s);
  }
}
TEST(OracleMatrixMachines, GrantsAreThoseOfTheRequests) { expect_grants_of_the_requests(24, 50); }
TEST(OracleMatrixMachinesSlow, GrantsAreThoseOfTheRequests) { expect_grants_of_the_requests(60, 150); }

}  // namespace
}  // namespace oracle::selfcheck
