// Machines of the oracle with everything that a router can be: what they do is what their parts alone would do, and
// every packet arrives.
#include <gtest/gtest.h>

#include <algorithm>
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
using oracle::detail::VcAllocation;
using oracle::detail::word;

class RandomConfig {
 public:
  explicit RandomConfig(std::uint64_t seed) : random(seed) {}

  int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

  Config machine() {
    Config c = network();
    c.adaptive = below(3);
    c.message_classes = 1 + below(2);
    c.max_packet_flits = 1 + below(5);
    c.buffer_packets = 2 + below(2);
    c.router_delay = 1 + below(3);
    c.link_delay = 1 + below(3);
    c.credit_delay = 1 + below(3);
    c.injectors = 1 + below(2);
    c.ejectors = 1 + below(3);
    c.allocator = static_cast<Allocator>(below(7));
    c.iterations = 1 + below(3);
    c.wavefront_priority = static_cast<WavefrontPriority>(below(3));
    c.arbiter = static_cast<Arbiter>(below(8));
    c.selection = static_cast<Selection>(below(3));
    c.injection = static_cast<Injection>(below(3));
    c.crossbar = Crossbar::inputs_per_port;
    c.inputs_per_port = 1 + below(vcs(c));
    c.transit_guard = below(2) * below(6);
    c.pipeline = static_cast<Pipeline>(below(3));
    c.depth = 1 + below(4);
    c.mask = static_cast<Mask>(below(2));
    c.seed = random();
    const Network built(c);
    const int ports = built.ports();
    c.port_strides = strides(ports);
    c.injector_strides = strides(c.message_classes * c.injectors);
    c.stride_table = strides(built.nodes() * (ports + 1) * (ports + 1));
    return c;
  }

  static int vcs(const Config& c) { return c.message_classes * (c.escape_vcs + c.adaptive); }

  std::mt19937_64 random;

 private:
  Config network() {
    switch (below(7)) {
      case 0:
        return torus({4, 3});
      case 1: {
        Config c = torus({4, 2});
        c.twist[1][0] = 2;
        return c;
      }
      case 2: {
        Config c = torus({3, 3});
        c.closed = {false, true};
        return c;
      }
      case 3: {
        Config c = torus({4, 2});
        c.twist[0][1] = 1;
        c.twist[1][0] = 2;
        c.escape = Escape::mesh_order;
        return c;
      }
      case 4: {
        Config c = torus({8});
        c.bypass_dimensions = 1;
        c.bypass_lengths = {2};
        c.placement = oracle::Placement::all;
        c.escape = Escape::torus_order;
        return c;
      }
      case 5: {
        Config c = torus({2, 2, 2});
        c.size_two_links = 1;
        return c;
      }
      default:
        return torus({7});
    }
  }

  std::vector<int> strides(int count) {
    std::vector<int> result;
    for (int k = 0; k < count; ++k) result.push_back(1 + below(20));
    return result;
  }
};

void expect_that_all_packets_arrive(std::uint64_t machines) {
  for (std::uint64_t machine = 0; machine < machines; ++machine) {
    RandomConfig random(machine);
    const Config c = random.machine();
    run_and_check(c, 80, 20 + static_cast<unsigned>(random.below(80)));
    if (testing::Test::HasFailure()) FAIL() << "machine " << machine;
  }
}
TEST(OraclePipelineMachines, AllPacketsArrive) { expect_that_all_packets_arrive(30); }
TEST(OraclePipelineMachinesSlow, AllPacketsArrive) { expect_that_all_packets_arrive(400); }

// An overload of rings without adaptive VCs goes on.
void keep_overload_of_pipelines_alive(std::uint64_t machines, std::uint64_t cycles) {
  for (std::uint64_t machine = 0; machine < machines; ++machine) {
    Config c = RandomConfig(1000 + machine).machine();
    c.adaptive = 0;
    c.inputs_per_port = 1;
    c.buffer_packets = 2;
    Simulator s(c);
    Load load(c, machine, 60);
    while (s.now() < cycles) {
      const std::uint64_t before = s.delivered_packets();
      for (int i = 0; i < 300; ++i) {
        load.offer(s);
        s.step();
      }
      ASSERT_GT(s.delivered_packets(), before + 20) << machine;
    }
  }
}
TEST(OraclePipelineMachines, OverloadStaysAlive) { keep_overload_of_pipelines_alive(12, 600); }
TEST(OraclePipelineMachinesSlow, OverloadStaysAlive) { keep_overload_of_pipelines_alive(60, 1200); }

// Allocators of their own, told what is bid and asked for in every cycle, give what the machine gives: each in its
// state from before the cycle, with the draws of the page. What is asked for with certainty has been reserved, at
// least D cycles ago; what is asked for on speculation has been bid for in this cycle.
void expect_grants_of_the_parts(int machines, int cycles, int waited_at_least) {
  const std::vector<std::uint16_t> lfsr = oracle::detail::lfsr_sequence();
  int dropped = 0, wasted = 0, gambled = 0, waited = 0;
  for (std::uint64_t machine = 0; machine < word(machines); ++machine) {
    RandomConfig random(2000 + machine);
    const Config c = random.machine();
    const bool joint = c.pipeline == Pipeline::joint;
    const std::uint64_t depth = c.pipeline == Pipeline::speculative ? 1 : word(c.depth);
    Simulator s(c);
    const int ports = Network(c).ports(), lanes = RandomConfig::vcs(c), percent = 30 + random.below(70);
    if (random.below(2) == 0) s.jump(65530 + word(random.below(100000)));
    std::vector<Allocation> certain, speculative;
    std::vector<VcAllocation> vcs;
    for (int node = 0; node < s.nodes(); ++node) {
      certain.emplace_back(c, ports, lanes, node);
      speculative.emplace_back(c, ports, lanes, node);
      vcs.emplace_back(c, ports, lanes, node);
    }
    struct Packet {
      std::uint64_t created;
      int flits;
    };
    struct Reservation {
      std::uint64_t made;
      int output, vc;
    };
    using Name = std::pair<int, std::uint64_t>;
    std::map<Name, Packet> packets;
    std::map<Name, Reservation> reservations;
    for (int cycle = 0; cycle < cycles; ++cycle) {
      const std::uint64_t now = s.now();
      for (int source = 0; source < s.nodes(); ++source) {
        if (random.below(100) >= percent) continue;
        const int to = (source + 1 + random.below(s.nodes() - 1)) % s.nodes();
        const int flits = 1 + random.below(c.max_packet_flits);
        packets[{source, s.offer(source, to, flits, 0, random.below(c.message_classes))}] = {now, flits};
      }
      s.step();

      const auto request = [&](const Simulator::GrantRecord& r) {
        const Packet& packet = packets.at({r.source, r.number});
        return oracle::detail::Request{r.input, r.output, r.vc, Age{packet.created, r.source, r.number}, packet.flits};
      };
      std::map<int, Requests> asked_certain, asked_speculative, bids;
      std::map<int, std::map<int, Simulator::GrantRecord>> bid_of;
      for (const auto& b : s.bids()) {
        EXPECT_EQ(reservations.count({b.source, b.number}), 0u);
        if (b.output >= 0) bids[b.router].push_back(request(b));
        EXPECT_TRUE(bid_of[b.router].insert({b.input, b}).second);
      }
      for (const auto& r : s.asked()) {
        (r.speculative ? asked_speculative : asked_certain)[r.router].push_back(request(r));
        if (joint) continue;
        if (r.speculative) {
          const Simulator::GrantRecord& bid = bid_of[r.router].at(r.input);
          EXPECT_EQ(bid.number, r.number);
          EXPECT_EQ(bid.vc, r.vc);
          EXPECT_TRUE(bid.output == -1 ? r.output >= ports : r.output == bid.output);
        } else {
          const Reservation& held = reservations.at({r.source, r.number});
          EXPECT_GE(now, held.made + depth);
          EXPECT_EQ(held.vc, r.vc);
          EXPECT_TRUE(held.output == -1 ? r.output >= ports : r.output == held.output);
        }
      }
      std::map<int, std::set<int>> reserving;
      std::map<int, std::set<std::pair<int, int>>> reserved_vcs, given_vcs;  // (output VC, input)
      for (const auto& r : s.reserved()) {
        reserving[r.router].insert(r.input);
        if (r.output >= 0) reserved_vcs[r.router].insert({r.output * lanes + r.vc, r.input});
        EXPECT_TRUE(reservations.insert({{r.source, r.number}, {now, r.output, r.vc}}).second);
      }
      std::map<int, Pairs> granted[2];
      for (const auto& g : s.granted()) {
        EXPECT_TRUE(granted[g.speculative ? 1 : 0][g.router].insert({g.output, g.input}).second);
        EXPECT_EQ(reservations.erase({g.source, g.number}), joint ? 0u : 1u);
      }

      for (int node = 0; node < s.nodes(); ++node) {
        const Draw draw = [&](int purpose, int index, std::size_t n) {
          const std::uint64_t phase = oracle::detail::hash({c.seed, word(purpose), word(node), word(index)});
          return lfsr[(16 * (now % 65535) + phase % 65535) % 65535] % n;
        };
        const Requests given = vcs[at(node)].allocate(bids[node], draw);
        vcs[at(node)].update(given);
        for (const auto& g : given) given_vcs[node].insert({g.output * lanes + g.vc, g.input});
        EXPECT_EQ(given_vcs[node], reserved_vcs[node]);
        for (const auto& bid : bid_of[node])
          EXPECT_TRUE(bid.second.output != -1 || reserving[node].count(bid.first) == 1);
        waited += static_cast<int>(bid_of[node].size() - reserving[node].size());

        Allocation& first = certain[at(node)];
        const Requests of_certain = first.allocate(asked_certain[node], draw, now);
        EXPECT_EQ(pairs(of_certain), granted[0][node]);
        Requests of_speculative;
        for (const auto& pair : speculative[at(node)].allocate(asked_speculative[node], draw, now)) {
          bool is_dropped = false;
          for (const auto& r : c.mask == Mask::grants ? of_certain : asked_certain[node])
            is_dropped = is_dropped || r.output == pair.output || first.row(r.input) == first.row(pair.input);
          const bool is_wasted = reserving[node].count(pair.input) == 0;
          dropped += is_dropped;
          wasted += is_wasted && !is_dropped;
          if (!is_dropped && !is_wasted) of_speculative.push_back(pair);
        }
        gambled += static_cast<int>(of_speculative.size());
        EXPECT_EQ(pairs(of_speculative), granted[1][node]);
        first.update(of_certain);
        speculative[at(node)].update(of_speculative);
      }
      if (testing::Test::HasFailure()) FAIL() << "machine " << machine;
    }
    drain(s);
  }
  EXPECT_GT(dropped, machines * cycles / 24);
  EXPECT_GT(wasted, machines * cycles / 240);
  EXPECT_GT(gambled, machines * cycles * 5 / 12);
  EXPECT_GT(waited, waited_at_least);
}
TEST(OraclePipelineMachines, GrantsAreThoseOfTheParts) { expect_grants_of_the_parts(15, 100, 150); }
TEST(OraclePipelineMachinesSlow, GrantsAreThoseOfTheParts) { expect_grants_of_the_parts(240, 100, 5000); }

// Where there is room downstream every packet reserves, whatever crosses to the output.
TEST(OraclePipelineMachines, BusyOutputsDoNotMatterToTheFirstStep) {
  for (Selection selection : {Selection::most_credits, Selection::dimension_order, Selection::random})
    for (int adaptive : {0, 2}) {
      Config c = torus({8});
      c.pipeline = Pipeline::two_step;
      c.adaptive = adaptive;
      c.selection = selection;
      c.injectors = 8;
      c.injection = Injection::round_robin;
      c.buffer_packets = 10;
      Simulator s(c);
      for (int k = 0; k < 8; ++k) s.offer(0, 2, 16);
      std::set<std::uint64_t> reserved;
      int granted = 0;
      for (int t = 0; t < 8; ++t) {
        s.step();
        for (const auto& r : s.reserved()) EXPECT_TRUE(r.router != 0 || reserved.insert(r.number).second);
        for (const auto& g : s.granted()) granted += g.router == 0;
      }
      EXPECT_EQ(reserved.size(), 8u);  // while the first one crosses
      EXPECT_EQ(granted, 1);
      drain(s);
    }
}

}  // namespace
}  // namespace oracle::selfcheck
