// The flit-level oracle on machines of every kind: all that is offered is delivered, credits come home, and the same
// machine does the same twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/flit_checks.h"
#include "tests/oracle/flit_dependencies.h"
#include "tests/oracle/flit_oracle.h"
#include "tests/oracle/flit_random.h"
#include "tests/oracle/oracle_allocation.h"
#include "tests/support/sanitizers.h"

namespace oracle::flit::selfcheck {
namespace {

TRENZA_FILE_NOT_SANITIZED("it runs no code of the product");

using oracle::detail::at;

Config custom() {  // a ring of 5 with a chord, two links between 0 and 1, and no grid
  Config c;
  c.custom_nodes = 5;
  c.custom_ports = 4;
  c.escape = Escape::up_down;
  const std::vector<std::pair<int, int>> links = {{0, 1}, {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {1, 3}};
  std::vector<int> used(5, 0);
  for (const auto& link : links) {
    const int p = used[at(link.first)]++, q = used[at(link.second)]++;
    c.custom_channels.push_back({link.first, p, link.second, q});
    c.custom_channels.push_back({link.second, q, link.first, p});
  }
  return c;
}

std::vector<std::pair<std::string, Config>> machine_networks() {
  Config mixed = torus({4, 3});
  mixed.closed = {true, false};
  Config one_link = torus({2, 4});
  one_link.size_two_links = 1;
  Config conflicting = twisted({4, 4}, 1, 0, 2);
  conflicting.twist[0][1] = 2;
  conflicting.escape = Escape::mesh_order;
  Config bypass = torus({8, 4});
  bypass.bypass_dimensions = 2;
  bypass.bypass_lengths = {2};
  bypass.escape = Escape::torus_order;
  Config three_classes = bypass;
  three_classes.escape = Escape::three_classes;
  Config all = torus({8});
  all.bypass_dimensions = 1;
  all.bypass_lengths = {2, 3};
  all.placement = Placement::all;
  all.escape = Escape::torus_order;
  return {{"torus", torus({4, 3})},
          {"ring", torus({7})},
          {"mesh", mesh({3, 3})},
          {"torus in one dimension", mixed},
          {"one link", one_link},
          {"one direction", unidirectional({4, 3})},
          {"twisted", twisted({8, 4}, 1, 0, 4)},
          {"conflicting twists", conflicting},
          {"iBT", bypass},
          {"iBT of three classes", three_classes},
          {"iBT of all links", all},
          {"custom", custom()},
          {"by bits", hypercube_by_bits(4)}};
}

// A machine on one of the networks, free of deadlock by section 8.
Config random_machine(std::uint64_t seed) {
  Dice dice(seed);
  const auto choices = machine_networks();
  Config c = choices[seed % choices.size()].second;
  const bool has_order = c.escape != Escape::three_classes && c.escape != Escape::up_down;
  c.routing = dice.of(RoutingRule::up_down);
  if (c.routing == RoutingRule::dimension_order && !has_order) c.routing = RoutingRule::duato;
  if (c.routing == RoutingRule::up_down && c.unidirectional) c.routing = RoutingRule::dimension_order;
  const int least = c.routing == RoutingRule::duato ? 3 : 1;
  c.message_classes = dice.number(1, 2);
  c.virtual_channels = dice.number(0, 9) == 0 ? dice.number(least, 16) : dice.number(least, 4);
  c.buffer_flits = dice.number(1, 6);
  c.max_packet_flits = dice.number(1, 9);
  choose_timing_and_allocators(dice, c);
  c.reallocation = dice.of(Reallocation::atomic);
  c.dateline = dice.of(Dateline::crossing);
  c.sticky_escape = c.reallocation == Reallocation::tail || dice.number(0, 1) == 1;
  if ((!c.sticky_escape || c.virtual_channels == 1 || c.unidirectional) && Dependencies(c).has_cycle()) {
    c.sticky_escape = true;
    c.dateline = Dateline::memoryless;
    c.virtual_channels += c.virtual_channels == 1 ? 1 : 0;
    EXPECT_FALSE(Dependencies(c).has_cycle());
  }
  c.seed = seed;
  return c;
}

void expect_that_machines_deliver_all(std::uint64_t machines, std::uint64_t cycles) {
  std::set<std::uint64_t> digests;
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    SCOPED_TRACE("machine " + std::to_string(seed));
    digests.insert(run_and_check(random_machine(seed), cycles, 10 + static_cast<unsigned>(seed % 3) * 15, seed));
  }
  EXPECT_EQ(digests.size(), machines);
}
TEST(FlitOracleMachines, DeliverAllAndBringCreditsHome) { expect_that_machines_deliver_all(26, 40); }
TEST(FlitOracleMachinesSlow, DeliverAllAndBringCreditsHome) { expect_that_machines_deliver_all(96, 60); }

TEST(FlitOracleMachines, AreDeterministic) {
  for (std::uint64_t seed = 200; seed < 212; ++seed) {
    const std::uint64_t once = run_and_check(random_machine(seed), 40, 20, seed);
    EXPECT_EQ(once, run_and_check(random_machine(seed), 40, 20, seed));
  }
}

// Whatever is allowed on a torus under load, one choice at a time; each is another machine.
TEST(FlitOracleMachines, EveryChoiceCounts) {
  Config base = torus({4, 4});
  base.routing = RoutingRule::duato;
  base.virtual_channels = 4;
  base.crossbar = Crossbar::per_port;
  base.pipeline = Pipeline::speculative;
  base.max_packet_flits = 8;
  const auto digest = [](const Config& c) { return run_and_check(c, 100, 15, 5); };
  std::set<std::uint64_t> digests{digest(base)};
  std::size_t machines = 1;
  const auto differs = [&](const char* what, const Config& c) {
    digests.insert(digest(c));
    EXPECT_EQ(digests.size(), ++machines) << what;
    machines = digests.size();
  };
  const auto with = [&](auto&& change) {
    Config c = base;
    change(c);
    return c;
  };
  for (int a = 1; a <= static_cast<int>(Arbiter::deficit); ++a) {
    if (static_cast<Arbiter>(a) == Arbiter::inverse_weighted) continue;  // without a table it is `stride`
    differs("arbiter", with([&](Config& c) { c.arbiter = static_cast<Arbiter>(a); }));
  }
  for (int a = 1; a <= static_cast<int>(Allocator::oldest_first); ++a) {
    differs("allocator", with([&](Config& c) { c.allocator = static_cast<Allocator>(a); }));
  }
  differs("mask", with([](Config& c) { c.mask = oracle::Mask::requests; }));
  differs("joint", with([](Config& c) { c.pipeline = Pipeline::joint; }));
  differs("two_step", with([](Config& c) { c.pipeline = Pipeline::two_step; }));
  differs("atomic", with([](Config& c) { c.reallocation = Reallocation::atomic; }));
  differs("not sticky", with([](Config& c) {
            c.reallocation = Reallocation::atomic;
            c.sticky_escape = false;
          }));
  differs("injection", with([](Config& c) { c.injection_mode = InjectionMode::one_at_a_time; }));
  differs("up_down", with([](Config& c) { c.routing = RoutingRule::up_down; }));
  for (int d = 0; d <= static_cast<int>(Dateline::crossing); ++d)
    differs("dateline", with([&](Config& c) {
              c.routing = RoutingRule::dimension_order;
              c.dateline = static_cast<Dateline>(d);
            }));
  differs("strides", with([](Config& c) {
            c.arbiter = Arbiter::stride;
            c.port_strides = {1, 5, 2, 3};
          }));
  differs("table", with([](Config& c) {
            c.arbiter = Arbiter::inverse_weighted;
            for (int i = 0; i < 16 * 25; ++i) c.stride_table.push_back(1 + i % 7);
          }));
  differs("crossbar", with([](Config& c) {
            c.crossbar = Crossbar::inputs_per_port;
            c.inputs_per_port = 2;
          }));
  differs("ejectors", with([](Config& c) { c.ejectors = 2; }));
  differs("requests", with([](Config& c) { c.vc_requests = Requests::all; }));
  for (int a = 1; a <= static_cast<int>(Allocator::oldest_first); ++a)  // with one request each, many are the same
    differs("vc_allocator", with([&](Config& c) {
              c.vc_requests = Requests::all;
              c.vc_allocator = static_cast<Allocator>(a);
            }));
  differs("seed", with([](Config& c) { c.seed = 2; }));
}

// Section 8.4, and what happens to those who do not heed it.
TEST(FlitOracleMachines, DependenciesTellWhatDeadlocks) {
  Config ring = torus({5});
  for (const Dateline d : {Dateline::memoryless, Dateline::static_class, Dateline::crossing}) {
    ring.dateline = d;
    ring.virtual_channels = 1;
    EXPECT_TRUE(Dependencies(ring).has_cycle());
    ring.virtual_channels = 2;
    EXPECT_FALSE(Dependencies(ring).has_cycle());
  }
  EXPECT_EQ(Dependencies(ring).arcs(), 2U * 5U);  // two hops at most each way: from every channel to the next one
  for (const int n : {1, 2}) {
    ring.virtual_channels = n;
    Simulator s(ring);
    for (int source = 0; source < 5; ++source) s.offer(source, (source + 2) % 5, 16);
    const auto story = oracle::flit::selfcheck::drain(s, 5000);
    EXPECT_EQ(story.is_over, n == 2);
    EXPECT_EQ(story.deliveries.size(), n == 2 ? 5U : 0U);
  }
  Config line = mesh({5});
  line.virtual_channels = 1;
  EXPECT_FALSE(Dependencies(line).has_cycle());
  EXPECT_EQ(Dependencies(line).arcs(), 2U * 3U);
  Config adaptive = torus({6, 6});
  adaptive.routing = RoutingRule::duato;
  adaptive.virtual_channels = 3;
  EXPECT_FALSE(Dependencies(adaptive).has_cycle());
  adaptive.sticky_escape = false;
  adaptive.reallocation = Reallocation::atomic;
  EXPECT_FALSE(Dependencies(adaptive).has_cycle());
  adaptive.dateline = Dateline::crossing;  // a packet that comes back to the ring begins in class 0 again
  EXPECT_TRUE(Dependencies(adaptive).has_cycle());
}

TEST(FlitOracleMachines, PathsAreMinimalInOrderAndByRecord) {
  for (const RoutingRule rule : {RoutingRule::dimension_order, RoutingRule::duato}) {
    Config c = torus({6, 4});
    c.routing = rule;
    c.virtual_channels = 4;
    Simulator s(c);
    for (int source = 0; source < 24; ++source)
      for (int k = 0; k < 24; ++k) s.offer(source, (source + 7 * k) % 24, 1 + k % 5);
    for (const auto& d : oracle::flit::selfcheck::drain(s).deliveries) {
      const int x = std::abs(d.source % 6 - d.destination % 6), y = std::abs(d.source / 6 - d.destination / 6);
      EXPECT_EQ(d.hops, std::min(x, 6 - x) + std::min(y, 4 - y));
    }
  }
}

// The allocator against that of the first oracle, in matrices and cycles at random. Without injectors there is one
// pass.
void compare_allocators(Config c, int x, std::uint64_t cycles, std::uint64_t seed) {
  constexpr int kPorts = 3, kVcs = 4, kEjectors = 2;
  std::mt19937_64 random(seed);
  c.adaptive = kVcs - 1;
  c.injectors = x;  // as many rows as a local port has
  c.ejectors = kEjectors;
  c.crossbar = Crossbar::inputs_per_port;
  c.inputs_per_port = x;
  c.max_packet_flits = 5;
  oracle::detail::Allocation other(c, kPorts, kVcs);
  const oracle::flit::AllocatorShape shape{kPorts + 1, kVcs, x, kPorts + kEjectors, true, 1, 2, 4, 5};
  oracle::flit::AllocatorUnit unit({c.allocator, c.iterations, c.wavefront_priority, c.arbiter, 5}, shape,
                                   [](int) { return std::vector<int>(); });
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    const auto draws = [&](int rounds) {
      return [cycle, rounds](int purpose, int index, std::size_t n) {
        const auto place = static_cast<std::uint64_t>(purpose * 1000 + index / rounds * 100 + index % rounds);
        return static_cast<std::size_t>(oracle::detail::hash({cycle, place})) % n;
      };
    };
    oracle::flit::Asks asks;
    oracle::detail::Requests requests;
    for (int i = 0; i < kPorts * kVcs; ++i) {
      const int flits = 1 + static_cast<int>(random() % 5);
      const oracle::detail::Age age{random() % 4, i, 0};
      const int only = static_cast<int>(random() % (kPorts + kEjectors));
      for (int o = 0; o < kPorts + kEjectors; ++o) {
        if (random() % 2 == 0 || (c.allocator == Allocator::input_first && o != only)) continue;
        asks.push_back({i, o, age, flits});
        requests.push_back({i, o, 0, age, flits});
      }
    }
    const auto matches = unit.match(asks, draws(65536), cycle);
    const auto granted = other.allocate(requests, draws(64), cycle);
    std::set<std::pair<int, int>> mine, its;
    for (const auto& m : matches) mine.insert({m.ask.input, m.ask.column});
    for (const auto& g : granted) its.insert({g.input, g.output});
    ASSERT_EQ(mine, its) << "cycle " << cycle;
    unit.update(matches);
    other.update(granted);
  }
}

void expect_the_allocator_of_the_first_oracle(std::uint64_t cycles) {
  for (int x : {1, 2, 4})
    for (int iterations : {1, 3})
      for (int a = 0; a <= static_cast<int>(Allocator::oldest_first); ++a)
        for (int k = 0; k <= static_cast<int>(Arbiter::deficit); ++k) {
          Config c;
          c.allocator = static_cast<Allocator>(a);
          c.arbiter = static_cast<Arbiter>(k);
          c.iterations = iterations;
          c.wavefront_priority = static_cast<WavefrontPriority>(k % 3);
          SCOPED_TRACE(std::to_string(x) + " allocator " + std::to_string(a) + " arbiter " + std::to_string(k));
          compare_allocators(c, x, cycles, static_cast<std::uint64_t>(100 * a + k));
        }
}
TEST(FlitOracleMachines, AllocatorIsThatOfTheFirstOracle) { expect_the_allocator_of_the_first_oracle(15); }
TEST(FlitOracleMachinesSlow, AllocatorIsThatOfTheFirstOracle) { expect_the_allocator_of_the_first_oracle(60); }

}  // namespace
}  // namespace oracle::flit::selfcheck
