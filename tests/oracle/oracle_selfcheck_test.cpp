// The oracle must first agree with the page it was written from: formulas, timing diagrams and invariants.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
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

using oracle::detail::absent;
using oracle::detail::Age;
using oracle::detail::Allocation;
using oracle::detail::ArbiterUnit;
using oracle::detail::Draw;
using oracle::detail::Network;
using oracle::detail::Plan;
using oracle::detail::Record;
using oracle::detail::Request;
using oracle::detail::Routing;

const std::vector<Arbiter> kUnweightedArbiters = {Arbiter::random, Arbiter::round_robin, Arbiter::age, Arbiter::matrix,
                                                  Arbiter::fixed};
const std::vector<Allocator> kBothAllocators = {Allocator::input_first, Allocator::output_first};

Config twisted_12x5() {
  Config c = torus({12, 5});
  c.twist[1][0] = 3;
  return c;
}

Config pdtt2() {
  Config c = torus({4, 2, 2});
  c.twist[1][0] = 2;
  c.twist[2][0] = 2;
  return c;
}

void step_to(Simulator& s, std::uint64_t cycle, std::vector<Delivery>& all) {
  while (s.now() < cycle) {
    s.step();
    all.insert(all.end(), s.delivered().begin(), s.delivered().end());
  }
}

Delivery with_tag(const std::vector<Delivery>& all, std::uint64_t tag) {
  const auto found = std::find_if(all.begin(), all.end(), [tag](const Delivery& d) { return d.tag == tag; });
  if (found == all.end()) throw std::runtime_error("a packet was not delivered");
  return *found;
}

int diameter(const Config& c) {
  Simulator s(c);
  for (int t = 1; t < s.nodes(); ++t) s.offer(0, t, 1);
  int most = 0;
  for (const Delivery& d : drain(s)) most = std::max(most, d.hops);
  return most;
}

TEST(OracleSelfcheck, DistancesOfKnownNetworks) {
  EXPECT_EQ(diameter(rt4()), 6);   // 8/2 + 4/2
  EXPECT_EQ(diameter(rtt4()), 4);  // known: the 2a x a torus with twist a has diameter a
  EXPECT_EQ(diameter(torus({2, 2, 2})), 3);
  Simulator s(twisted_12x5());
  s.offer(4 * 12 + 0, 3, 1);  // y+ from (0, 4) leads to (3, 0)
  s.offer(3, 4 * 12 + 0, 1);  // and y- back
  for (const Delivery& d : drain(s)) EXPECT_EQ(d.hops, 1);
}

TEST(OracleSelfcheck, RefusesWhatThePageRefuses) {
  Config chained = torus({4, 4, 4});
  chained.twist[0][1] = 1;
  EXPECT_NO_THROW(Simulator{chained});
  chained.twist[1][2] = 4;  // 0 mod 4
  EXPECT_NO_THROW(Simulator{chained});
  chained.twist[1][2] = -1;
  EXPECT_THROW(Simulator{chained}, std::invalid_argument);
  Config both = torus({4, 4});
  both.twist[0][1] = both.twist[1][0] = 2;
  EXPECT_THROW(Simulator{both}, std::invalid_argument);
  EXPECT_THROW(Simulator{torus({4, 1})}, std::invalid_argument);
  Config bad = rt4();
  bad.link_delay = 0;
  EXPECT_THROW(Simulator{bad}, std::invalid_argument);
  Simulator s(rt4());
  EXPECT_THROW(s.offer(1, 2, 17), std::invalid_argument);
}

void expect_latencies_alone(const std::vector<Config>& networks, int apart) {
  for (const Config& network : networks)
    for (int router_delay : {1, 2, 3, 7})
      for (int link_delay : {1, 2, 5})
        for (int flits : {1, 2, 5, 16}) {
          Config c = network;
          c.router_delay = router_delay;
          c.link_delay = link_delay;
          c.credit_delay = 1 + flits % 3;
          c.adaptive = flits % 3;
          Simulator s(c);
          for (int t = 1; t < s.nodes(); t += apart) {
            s.jump(s.now() + 5);
            s.offer(0, t, flits);
            const std::vector<Delivery> all = drain(s);
            ASSERT_EQ(all.size(), 1u);
            const Delivery& d = all[0];
            EXPECT_EQ(d.entered - d.created, static_cast<std::uint64_t>(router_delay - 1));
            EXPECT_EQ(d.ejected - d.created, static_cast<std::uint64_t>(d.hops * (router_delay + link_delay) +
                                                                        (flits - 1) + (router_delay - 1)));
          }
        }
}
TEST(OracleSelfcheck, ZeroLoadLatency) { expect_latencies_alone({rtt2(), pdtt2()}, 3); }
TEST(OracleSelfcheckSlow, ZeroLoadLatencyToMoreNodes) {
  expect_latencies_alone({rt4(), rtt4(), twisted_12x5(), pdtt2()}, 3);
}

TEST(OracleSelfcheck, DiagramTwoHopPacket) {
  Simulator s(torus({8}));
  s.offer(0, 2, 3);
  const Delivery d = drain(s).at(0);
  EXPECT_EQ(d.entered, 0u);
  EXPECT_EQ(d.hops, 2);
  EXPECT_EQ(d.ejected, 6u);
  EXPECT_EQ(s.now(), 7u);  // the last credit is home in 6 + C: the state before cycle 7 is idle
}

TEST(OracleSelfcheck, DiagramBlockedPacket) {
  for (int adaptive : {0, 2}) {
    Config c = torus({8});
    c.adaptive = adaptive;
    Simulator s(c);
    std::vector<Delivery> all;
    step_to(s, 1, all);
    s.offer(0, 2, 2, 2);  // b: arrives at node 1 in 3
    step_to(s, 2, all);
    s.offer(1, 3, 4, 1);  // a: takes x+ of node 1 in 2
    s.offer(1, 3, 3, 3);  // its injector is free again in 6 too, but b is in transit and wins
    const std::vector<Delivery> rest = drain(s);
    all.insert(all.end(), rest.begin(), rest.end());
    EXPECT_EQ(with_tag(all, 1).entered, 2u);
    EXPECT_EQ(with_tag(all, 2).entered, 1u);
    EXPECT_EQ(with_tag(all, 2).ejected, 6u + 2 + 1);  // granted at node 1 in 6
    EXPECT_EQ(with_tag(all, 3).entered, 8u);
  }
}

TEST(OracleSelfcheck, DiagramBubbleRefusal) {
  for (int message_class : {0, 1})
    for (bool bubble : {true, false}) {
      Config c = torus({8});
      c.adaptive = 0;
      c.buffer_packets = 2;
      c.max_packet_flits = 4;
      c.bubble = bubble;
      c.message_classes = 1 + message_class;
      Simulator s(c);
      std::vector<Delivery> all;           // all cycles are those of the diagram + 2
      s.offer(1, 4, 4, 1, message_class);  // the packet before d: granted in -2, its tail crosses out in 3
      step_to(s, 2, all);
      s.offer(0, 4, 4, 2, message_class);  // d: arrives at node 1 in 2
      s.offer(1, 3, 4, 3, message_class);  // c
      const std::vector<Delivery> rest = drain(s);
      all.insert(all.end(), rest.begin(), rest.end());
      EXPECT_EQ(with_tag(all, 1).entered, 0u);
      EXPECT_EQ(with_tag(all, 2).entered, 2u);
      EXPECT_EQ(with_tag(all, 2).ejected, 2u + 4 * 2 + 3);              // never waits
      EXPECT_EQ(with_tag(all, 3).entered, bubble ? 2u + 8u : 2u + 6u);  // off: as soon as the output is free again
      EXPECT_EQ(with_tag(all, 3).message_class, message_class);
    }
}

TEST(OracleSelfcheck, DiagramCreditWithRequest) {
  for (int credit_delay : {1, 4}) {
    Config c = torus({8});
    c.adaptive = 1;
    c.buffer_packets = 1;  // 4 credits, and an escape VC that nobody can enter
    c.max_packet_flits = 4;
    c.credit_delay = credit_delay;
    Simulator s(c);
    const auto delay = static_cast<std::uint64_t>(credit_delay);
    s.offer(0, 1, 1, 1);  // takes 1 of 4 credits; crosses out downstream in 2
    s.offer(0, 1, 4, 2);  // needs 4
    s.offer(0, 1, 3, 3);  // needs 3: crosses out of node 1 are in delay + 4, delay + 5, delay + 6, ...
    const std::vector<Delivery> all = drain(s);
    EXPECT_EQ(with_tag(all, 2).entered, 2 + delay);  // in the very cycle in which the credit arrives
    EXPECT_EQ(with_tag(all, 3).entered,
              2 + delay + 2 + 2 + delay);  // three flits crossed there: delay + 4 .. delay + 6
  }
}

TEST(OracleSelfcheck, DiagramChargeAndCreditOfOneCycle) {
  Config c = torus({8});
  c.adaptive = 1;
  c.buffer_packets = 1;
  c.max_packet_flits = 5;
  Simulator s(c);
  // p takes 2 of 5 credits in 0; its flits cross out downstream in 2 and 3. q (4 flits) has 4 credits in 3 and is
  // granted; the credit of the flit that crosses in 3 is added in the same update: 4 - 4 + 1 = 1.
  s.offer(0, 1, 2, 1);
  s.offer(0, 1, 4, 2);  // granted in 3, crosses 3..6, crosses out downstream in 5..8
  s.offer(0, 1, 3, 3);  // credits: 1 in 4, 2 in 6, 3 in 7; the output is free in 7
  const std::vector<Delivery> all = drain(s);
  EXPECT_EQ(with_tag(all, 2).entered, 3u);
  EXPECT_EQ(with_tag(all, 3).entered, 7u);
}

TEST(OracleSelfcheck, DiagramRouterDelayBehindDrain) {
  Config c = torus({8});
  c.adaptive = 1;
  c.max_packet_flits = 4;
  c.router_delay = 3;
  Simulator s(c);
  std::vector<Delivery> all;
  // Created in 0, e enters in T = 2 and f in T + 4. e would be granted at node 1 in T + 4; a packet of node 1 (granted
  // in T + 3, 2 flits) delays it to T + 5 = 7, cycle 4 of the diagram. f arrives in T + 6 = 8, cycle 5 of the diagram.
  s.offer(0, 2, 4, 1);
  s.offer(0, 2, 4, 2);
  step_to(s, 3, all);
  s.offer(1, 2, 2, 3);
  const std::vector<Delivery> rest = drain(s);
  all.insert(all.end(), rest.begin(), rest.end());
  EXPECT_EQ(with_tag(all, 3).entered, 5u);
  EXPECT_EQ(with_tag(all, 1).entered, 2u);
  EXPECT_EQ(with_tag(all, 2).entered, 6u);
  EXPECT_EQ(with_tag(all, 1).ejected, 7u + 4 + 3);
  EXPECT_EQ(with_tag(all, 2).ejected, 11u + 4 + 3);  // granted at node 1 in 11, cycle 8 of the diagram
}

void conserve_on_many_networks(std::uint64_t cycles) {
  for (const Config& network : {rt4(), rtt4(), twisted_12x5(), torus({4, 3, 2}), pdtt2()})
    for (int adaptive : {0, 1, 2, 3})
      for (int delays : {1, 3}) {
        Config c = network;
        c.adaptive = adaptive;
        c.max_packet_flits = 5;
        c.buffer_packets = 2 + adaptive % 2;
        c.router_delay = delays;
        c.link_delay = delays == 1 ? 1 : 4;
        c.credit_delay = delays == 1 ? 1 : 2;
        c.injectors = 1 + adaptive;
        c.ejectors = 1 + adaptive / 2;
        run_and_check(c, cycles, 40);
      }
}
TEST(OracleSelfcheck, ConservationOnManyNetworks) { conserve_on_many_networks(60); }
TEST(OracleSelfcheckSlow, ConservationOnManyNetworks) { conserve_on_many_networks(400); }

void conserve_with_all_options(const std::vector<Config>& networks, std::uint64_t cycles) {
  std::map<std::uint64_t, int> digests;
  int runs = 0;
  for (const Config& network : networks)
    for (Allocator allocator : kBothAllocators)
      for (Arbiter arbiter : kUnweightedArbiters)
        for (Selection selection : {Selection::most_credits, Selection::dimension_order, Selection::random})
          for (Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port})
            for (Injection injection : {Injection::direction, Injection::round_robin, Injection::shortest}) {
              Config c = network;
              c.max_packet_flits = 4;
              c.injectors = 3;
              c.ejectors = 2;
              c.allocator = allocator;
              c.arbiter = arbiter;
              c.selection = selection;
              c.crossbar = crossbar;
              c.injection = injection;
              ++digests[run_and_check(c, cycles, 90)];
              ++runs;
            }
  EXPECT_EQ(static_cast<int>(digests.size()), runs);  // every option value matters
}
TEST(OracleSelfcheck, ConservationWithAllOptions) { conserve_with_all_options({rtt2()}, 50); }
TEST(OracleSelfcheckSlow, ConservationWithAllOptions) { conserve_with_all_options({rtt4(), torus({3, 3, 4})}, 120); }

TEST(OracleSelfcheck, SeedDecidesDigest) {
  Config c = rtt4();
  const std::uint64_t first = run_and_check(c, 500, 20);
  EXPECT_EQ(run_and_check(c, 500, 20), first);
  c.seed = 2;
  EXPECT_NE(run_and_check(c, 500, 20), first);
}

void expect_that_jumps_change_the_cycle_only(const Config& network) {
  for (Arbiter arbiter : {Arbiter::random, Arbiter::round_robin, Arbiter::matrix}) {
    Config c = network;
    c.arbiter = arbiter;
    Simulator stepped(c), jumped(c);
    for (Simulator* s : {&stepped, &jumped}) {
      Load load(c, 3, 100);
      load.offer(*s);
      load.offer(*s);
      EXPECT_THROW(s->jump(1000), std::invalid_argument);
      drain(*s);
      if (s == &jumped) s->jump(70000);
      while (s->now() < 70000) s->step();
      load.offer(*s);
      load.offer(*s);
      drain(*s);
    }
    EXPECT_EQ(stepped.digest(), jumped.digest());
    EXPECT_EQ(stepped.now(), jumped.now());
  }
}
TEST(OracleSelfcheck, JumpChangesNothingButTheCycle) { expect_that_jumps_change_the_cycle_only(torus({5})); }
TEST(OracleSelfcheckSlow, JumpChangesNothingButTheCycle) { expect_that_jumps_change_the_cycle_only(rtt4()); }

void keep_overload_alive(std::uint64_t cycles) {
  for (const Config& network : {rt4(), rtt4()}) {
    Config c = network;
    c.adaptive = 0;
    c.buffer_packets = 2;
    c.max_packet_flits = 4;
    Simulator s(c);
    Load load(c, 11, 50);
    while (s.now() < cycles) {
      const std::uint64_t before = s.delivered_packets();
      for (int i = 0; i < 200; ++i) {
        load.offer(s);
        s.step();
      }
      ASSERT_GT(s.delivered_packets(), before + 100) << "stuck in cycle " << s.now();
    }
    EXPECT_GT(load.offered, s.delivered_packets());  // it was an overload
  }
}
TEST(OracleSelfcheck, BubbleKeepsOverloadAlive) { keep_overload_alive(2000); }
TEST(OracleSelfcheckSlow, BubbleKeepsOverloadAlive) { keep_overload_alive(20000); }

// Traffic in transit wins over injectors, so a ring rarely fills up even without the bubble rule: a hang needs luck.
// Many short packets and many injectors make it most likely. With the bubble rule the same loads go on.
void hang_without_bubble(const Config& network, std::uint64_t seeds, std::uint64_t cycles, int more) {
  for (bool bubble : {false, true})
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      Config c = network;
      c.adaptive = 0;
      c.buffer_packets = 2;
      c.max_packet_flits = 1;
      c.injectors = 4;
      c.bubble = bubble;
      c.seed = seed;
      Simulator s(c);
      Load load(c, seed, 100);
      while (s.now() < cycles) {
        load.offer(s);
        s.step();
      }
      const std::uint64_t before = s.delivered_packets();
      EXPECT_GT(before, 0u);
      for (int i = 0; i < more; ++i) s.step();
      EXPECT_FALSE(s.idle());
      EXPECT_EQ(s.delivered_packets() == before, !bubble);
    }
}
TEST(OracleSelfcheck, NoBubbleHangsUnderOverload) { hang_without_bubble(torus({4, 4}), 2, 400, 100); }
TEST(OracleSelfcheckSlow, NoBubbleHangsUnderOverload) { hang_without_bubble(rt4(), 4, 6000, 1000); }

TEST(OracleSelfcheck, WorkedExample) {
  Config c = rt4();
  Simulator s(c);
  std::uint32_t x = 1;
  while (s.now() < 10000) {
    for (int n = 0; n < 32; ++n) {
      x = x * 1664525u + 1013904223u;
      if ((x >> 16) % 100 < 30)
        s.offer(n, static_cast<int>((static_cast<std::uint32_t>(n) + 1 + ((x >> 8) % 31)) % 32),
                static_cast<int>(1 + ((x >> 4) % 16)));
    }
    s.step();
  }
  EXPECT_EQ(s.delivered_packets(), 26084u);
  EXPECT_EQ(s.digest(), 0x4c9ed158ab7471cfu);
}
// ---- Networks and routing beyond the closed grid ----

Config mesh(std::vector<int> sizes) {
  Config c = torus(std::move(sizes));
  c.closed.assign(c.sizes.size(), false);
  return c;
}

Config one_link(Config c) {
  c.size_two_links = 1;
  return c;
}

Config conflicting(std::vector<int> sizes, int xy, int yx) {
  Config c = torus(std::move(sizes));
  c.twist[0][1] = xy;
  c.twist[1][0] = yx;
  c.escape = Escape::mesh_order;
  return c;
}

Config ibt(std::vector<int> sizes, int m, std::vector<int> lengths, Escape escape) {
  Config c;
  c.sizes = std::move(sizes);
  c.bypass_dimensions = m;
  c.bypass_lengths = std::move(lengths);
  c.escape = escape;
  c.escape_vcs = escape == Escape::three_classes ? 2 : 1;
  return c;
}

Config express(std::vector<int> sizes, int m, std::vector<int> lengths, std::vector<bool> closed = {}) {
  Config c = ibt(std::move(sizes), m, std::move(lengths), Escape::torus_order);
  c.placement = oracle::Placement::all;
  c.closed = std::move(closed);
  return c;
}

Config half_open_ibt(std::vector<int> sizes, int m, std::vector<int> lengths, std::vector<bool> closed) {
  Config c = ibt(std::move(sizes), m, std::move(lengths), Escape::torus_order);
  c.closed = std::move(closed);
  return c;
}

struct Link {
  int u, p, v, q;
};

Config custom(int nodes, int ports, const std::vector<Link>& links) {
  Config c;
  c.custom_nodes = nodes;
  c.custom_ports = ports;
  for (const Link& link : links) {
    c.custom_channels.push_back({link.u, link.p, link.v, link.q});
    c.custom_channels.push_back({link.v, link.q, link.u, link.p});
  }
  c.escape = Escape::up_down;
  return c;
}

Config ring_of(int nodes) {  // port 0 leads to the next node, port 1 to the one before
  std::vector<Link> links;
  for (int u = 0; u < nodes; ++u) links.push_back({u, 0, (u + 1) % nodes, 1});
  return custom(nodes, 2, links);
}

// A hub 0 (port p leads to node p + 1) and the path 1 - 2 - 3 - 4 (port 1 back, port 2 on; port 0 leads to the hub).
Config hub_and_path() {
  return custom(5, 4,
                {{0, 0, 1, 0}, {0, 1, 2, 0}, {0, 2, 3, 0}, {0, 3, 4, 0}, {1, 2, 2, 1}, {2, 2, 3, 1}, {3, 2, 4, 1}});
}

Config random_network(int nodes, int extra_links, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Link> links;
  std::vector<int> used(static_cast<std::size_t>(nodes), 0);
  const auto join = [&](int u, int v) {
    links.push_back({u, used[static_cast<std::size_t>(u)]++, v, 0});
    links.back().q = used[static_cast<std::size_t>(v)]++;
  };
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int v = 1; v < nodes; ++v) join(below(v), v);
  for (int i = 0; i < extra_links; ++i) {
    const int u = below(nodes), v = below(nodes);
    if (u != v && used[static_cast<std::size_t>(u)] < 10 && used[static_cast<std::size_t>(v)] < 10) join(u, v);
  }
  return custom(nodes, 2 + *std::max_element(used.begin(), used.end()), links);  // two ports are absent everywhere
}

int non_negative_remainder(int a, int b) { return ((a % b) + b) % b; }

// Follows the escape channels from `source`, and calls visit(node, port, escape VC) for each hop. Returns the number of
// hops.
int follow_escapes(const Routing& routing, int source, int destination,
                   const std::function<void(int, int, int)>& visit = nullptr) {
  oracle::detail::Header header = routing.first_header(1, source, destination, 0);
  int node = source, hops = 0;
  while (node != destination && hops < 1000) {
    const oracle::detail::EscapeChannel channel = routing.escape_channel(node, destination, header);
    if (visit) visit(node, channel.port, channel.vc);
    routing.hop(header, node, destination, channel.port, true);
    if (routing.is_by_table()) {
      EXPECT_TRUE(routing.productive_ports(node, destination, header).empty());
    }
    node = routing.network.neighbour(node, channel.port);
    ++hops;
  }
  EXPECT_EQ(node, destination);
  EXPECT_TRUE(header.plan.is_done());
  return hops;
}

// Finds all minimal records by trying all vectors.
std::vector<Record> tried_records(const Network& net, int source, int destination, int most) {
  std::vector<Record> best;
  int fewest = 1000000;
  Record r(static_cast<std::size_t>(net.dimensions()), 0);
  const std::function<void(int, int, int)> go = [&](int k, int node, int hops) {
    if (node == absent || hops > fewest) return;
    if (k == net.dimensions()) {
      if (node != destination) return;
      if (hops < fewest) best.clear();
      fewest = hops;
      best.push_back(r);
      return;
    }
    for (int sign : {1, -1}) {
      int there = node;
      for (int n = 0; n <= most && there != absent; ++n) {
        if (n > 0 || sign == 1) {
          r[static_cast<std::size_t>(k)] = sign * n;
          go(k + 1, there, hops + n);
        }
        there = net.neighbour(there, 2 * k + (sign == 1 ? 0 : 1));
      }
    }
  };
  go(0, source, 0);
  std::sort(best.begin(), best.end());
  return best;
}

TEST(OracleSelfcheck, AbsentPortsOfMeshes) {
  Config c = mesh({3, 4});
  const Network net(c);
  EXPECT_EQ(net.ports(), 4);
  for (int port : {1, 3}) EXPECT_FALSE(net.has_channel(0, port));
  for (int port : {0, 2}) EXPECT_FALSE(net.has_channel(11, port));
  EXPECT_EQ(net.neighbour(0, 0), 1);
  EXPECT_EQ(net.neighbour(0, 2), 3);
  EXPECT_EQ(net.upstream(0, 0).node, absent);  // nothing enters node 0 in direction x+
  EXPECT_EQ(net.upstream(0, 1).node, 1);
  EXPECT_EQ(diameter(c), 2 + 3);

  c.closed = {false, true};
  const Network half(c);
  EXPECT_FALSE(half.has_channel(0, 1));
  EXPECT_EQ(half.neighbour(0, 3), 9);
  EXPECT_EQ(diameter(c), 2 + 2);
  EXPECT_EQ(diameter(mesh({2, 2, 2})), 3);
}

TEST(OracleSelfcheck, OneLinkOfSizeTwo) {
  const Network net(one_link(torus({4, 2})));
  EXPECT_EQ(net.ports(), 4);
  for (int node = 0; node < 8; ++node) {
    EXPECT_FALSE(net.has_channel(node, 3));
    EXPECT_EQ(net.neighbour(node, 2), (node + 4) % 8);
    EXPECT_EQ(net.input_port(node, 2), 2);
    EXPECT_TRUE(net.has_channel(node, 1));
  }
  Config twists = torus({4, 2});
  twists.twist[1][0] = 2;  // y has a twist of its own: two links, which lead to different nodes
  const Network two(one_link(twists));
  EXPECT_EQ(two.neighbour(0, 2), 4);
  EXPECT_EQ(two.neighbour(0, 3), 4 + 2);
  twists.twist[1][0] = 0;
  twists.twist[0][1] = 1;  // y is moved by the wrap of x
  const Network moved(one_link(twists));
  EXPECT_FALSE(moved.has_channel(0, 3));
  EXPECT_EQ(moved.neighbour(3, 0), 4);
  EXPECT_EQ(moved.neighbour(4, 1), 3);
  EXPECT_EQ(diameter(one_link(torus({2, 2, 2}))), 3);

  // With one link the dimension is in no ring, and a packet can enter an escape VC with room for one packet. With two
  // links it cannot.
  for (int links : {1, 2}) {
    Config c = torus({4, 2});
    c.size_two_links = links;
    c.adaptive = 0;
    c.buffer_packets = 1;
    Simulator s(c);
    s.offer(0, 4, 1);
    for (int i = 0; i < 3; ++i) s.step();
    EXPECT_EQ(s.delivered_packets(), links == 1 ? 1u : 0u);
  }
}

TEST(OracleSelfcheck, RecordsAreAllMinimalOnes) {
  Config half_open = torus({5, 3, 4});
  half_open.closed = {true, false, true};
  half_open.twist[2][0] = 2;
  Config moved = one_link(torus({4, 2}));
  moved.twist[0][1] = 1;
  for (const Config& c : {rtt4(), pdtt2(), mesh({3, 4}), half_open, one_link(torus({2, 4})), moved,
                          one_link(torus({2, 2, 2})), torus({2, 3})}) {
    const Routing routing(c);
    const Network& net = routing.network;
    for (int source = 0; source < net.nodes(); source += 1 + net.nodes() / 20) {
      const std::vector<int> distance = net.distances_from(source);
      for (int target = 0; target < net.nodes(); ++target) {
        const int hops = distance[static_cast<std::size_t>(target)];
        EXPECT_EQ(routing.minimal_records(source, target), tried_records(net, source, target, hops));
      }
    }
  }
  // (1,1) to (3,3) of a 4 x 4 torus: 2 or -2 hops in each dimension, in ascending order.
  const Routing square(torus({4, 4}));
  EXPECT_EQ(square.minimal_records(5, 15), (std::vector<Record>{{-2, -2}, {-2, 2}, {2, -2}, {2, 2}}));
  const Routing small(one_link(torus({4, 2})));
  EXPECT_EQ(small.minimal_records(5, 2), (std::vector<Record>{{1, 1}}));
}

TEST(OracleSelfcheck, ConflictingTwistsAndMeshOrder) {
  Config c = conflicting({4, 4}, 1, 1);
  const Network net(c);
  EXPECT_EQ(net.neighbour(3, 0), 4);   // (3,0) x+ leads to (0,1)
  EXPECT_EQ(net.neighbour(4, 1), 3);   // and back
  EXPECT_EQ(net.neighbour(12, 2), 1);  // (0,3) y+ leads to (1,0)
  EXPECT_EQ(net.neighbour(15, 0), 0);  // (3,3) x+ leads to (0,0): y goes from 3 to 0 without the twist of y
  EXPECT_EQ(net.neighbour(0, 3), 15);  // (0,0) y- leads to (3,3)
  c.adaptive = 0;
  const Routing routing(c);
  for (int s = 0; s < 16; ++s)
    for (int t = 0; t < 16; ++t) {
      if (s == t) continue;
      bool in_y = false;
      const int hops = follow_escapes(routing, s, t, [&](int node, int port, int vc) {
        EXPECT_EQ(vc, 0);
        in_y = in_y || port >= 2;
        EXPECT_TRUE(!in_y || port >= 2);
        EXPECT_EQ(std::abs(net.neighbour(node, port) - node), port < 2 ? 1 : 4);  // never a wraparound
      });
      EXPECT_EQ(hops, std::abs(s % 4 - t % 4) + std::abs(s / 4 - t / 4));
      EXPECT_EQ(routing.ring(s, t % 4, 0), absent);
    }
  // A dimension with one link has only port k+: the mesh channel of both of its nodes.
  Config flat = one_link(conflicting({4, 4, 2}, 1, 1));
  const Routing thin(flat);
  EXPECT_EQ(thin.escape_channel(16, 0, {}).port, 4);
  EXPECT_EQ(thin.escape_channel(0, 16, {}).port, 4);
  EXPECT_EQ(follow_escapes(thin, 16, 15), 3 + 3 + 1);
  // Without adaptive VCs the packet takes the six hops of the mesh, with them the shortest way of one hop.
  for (int adaptive : {0, 1}) {
    c.adaptive = adaptive;
    Simulator s(c);
    s.offer(15, 0, 1);
    EXPECT_EQ(drain(s).at(0).hops, adaptive == 0 ? 6 : 1);
  }
}

TEST(OracleSelfcheck, WiringOfBypassLinks) {
  // m = 2, one length 4: even x + y bypasses in x, odd in y.
  const Network net(ibt({8, 8}, 2, {4}, Escape::torus_order));
  EXPECT_EQ(net.ports(), 6);
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y) {
      const int to = (x + y) % 2 == 0 ? (x + 4) % 8 + 8 * y : x + 8 * ((y + 4) % 8);
      for (int port : {4, 5}) {
        EXPECT_EQ(net.neighbour(x + 8 * y, port), to);
        EXPECT_EQ(net.input_port(x + 8 * y, port), port);
      }
    }
  // m = 1, lengths 2 and 4: h = (s mod 2) + 1.
  const Network line(ibt({16}, 1, {2, 4}, Escape::torus_order));
  EXPECT_EQ(line.neighbour(0, 2), 2);
  EXPECT_EQ(line.neighbour(0, 3), 14);
  EXPECT_EQ(line.neighbour(1, 2), 5);
  EXPECT_EQ(line.neighbour(1, 3), 13);
  // m = 2, lengths 4 and 8: s mod 4 is 0: x by 4, 1: y by 4, 2: x by 8, 3: y by 8. The third dimension has none.
  const Network space(ibt({16, 16, 3}, 2, {4, 8}, Escape::torus_order));
  EXPECT_EQ(space.neighbour(0, 6), 4);
  EXPECT_EQ(space.neighbour(1, 6), 1 + 16 * 4);
  EXPECT_EQ(space.neighbour(2, 7), 10);
  EXPECT_EQ(space.neighbour(16 * 3, 7), 16 * 11);
  EXPECT_EQ(space.neighbour(256 + 1, 7), 256 + 1 + 16 * 12);
}

TEST(OracleSelfcheck, WiringOfAllBypassLinks) {
  // m = 2, lengths 2 and 3, x closed and y open: ports 6, 7 are 2 along x, 8, 9 are 3 along x, 10 to 13 the same along
  // y.
  const Network net(express({7, 5, 2}, 2, {2, 3}, {true, false, true}));
  EXPECT_EQ(net.ports(), 6 + 8);
  for (int x = 0; x < 7; ++x)
    for (int y = 0; y < 5; ++y)
      for (int z = 0; z < 2; ++z) {
        const auto node = [z](int at_x, int at_y) { return at_x + 7 * (at_y + 5 * z); };
        const auto in_y = [](int y_there) { return 0 <= y_there && y_there < 5; };
        const int here = node(x, y);
        EXPECT_EQ(net.neighbour(here, 6), node((x + 2) % 7, y));
        EXPECT_EQ(net.neighbour(here, 7), node((x + 5) % 7, y));
        EXPECT_EQ(net.neighbour(here, 8), node((x + 3) % 7, y));
        EXPECT_EQ(net.neighbour(here, 9), node((x + 4) % 7, y));
        EXPECT_EQ(net.neighbour(here, 10), in_y(y + 2) ? node(x, y + 2) : absent);
        EXPECT_EQ(net.neighbour(here, 11), in_y(y - 2) ? node(x, y - 2) : absent);
        EXPECT_EQ(net.neighbour(here, 12), in_y(y + 3) ? node(x, y + 3) : absent);
        EXPECT_EQ(net.neighbour(here, 13), in_y(y - 3) ? node(x, y - 3) : absent);
        EXPECT_EQ(net.input_port(here, 6), 6);
      }
}

TEST(OracleSelfcheck, WiringOfInterlacedBypassLinksInOpenDimensions) {
  // m = 2, length 2, both open; the sizes are no multiples of 2. Even x + y bypasses in x, odd in y.
  const Network net(half_open_ibt({5, 3}, 2, {2}, {false, false}));
  EXPECT_EQ(net.neighbour(0, 4), 2);
  EXPECT_EQ(net.neighbour(0, 5), absent);
  EXPECT_EQ(net.neighbour(4, 4), absent);
  EXPECT_EQ(net.neighbour(4, 5), 2);
  EXPECT_EQ(net.neighbour(1, 4), 11);
  EXPECT_EQ(net.neighbour(5, 4), absent);  // (0, 1): up to (0, 3)
  EXPECT_EQ(net.neighbour(5, 5), absent);
  EXPECT_EQ(net.neighbour(11, 5), 1);
}

TEST(OracleSelfcheck, TorusOrderInOpenDimensions) {
  const Routing routing(express({8, 6}, 2, {3}, {true, false}));
  for (int s = 0; s < 48; ++s)
    for (int t = 0; t < 48; ++t) {
      if (s == t) continue;
      const int hops = follow_escapes(routing, s, t, [&](int node, int port, int vc) {
        EXPECT_LT(port, 4);
        EXPECT_EQ(vc, 0);
        EXPECT_EQ(port >= 2, node % 8 == t % 8);
        if (port >= 2) {
          EXPECT_EQ(port, t > node ? 2 : 3);
        }
      });
      const int dx = non_negative_remainder(t % 8 - s % 8, 8);
      EXPECT_EQ(hops, std::min(dx, 8 - dx) + std::abs(t / 8 - s / 8));
    }
  for (int node = 0; node < 48; ++node)
    for (int port = 0; port < 8; ++port) EXPECT_EQ(routing.ring(node, port, 0) != absent, port < 2);
}

TEST(OracleSelfcheck, TorusOrder) {
  Config c = ibt({8, 8}, 2, {4}, Escape::torus_order);
  c.adaptive = 0;
  const Routing routing(c);
  for (int s = 0; s < 64; ++s)
    for (int t = 0; t < 64; ++t) {
      if (s == t) continue;
      const int hops = follow_escapes(routing, s, t, [&](int node, int port, int vc) {
        EXPECT_LT(port, 4);
        EXPECT_EQ(vc, 0);
        if (node % 8 != t % 8) {
          EXPECT_EQ(port, non_negative_remainder(t % 8 - node % 8, 8) <= 4 ? 0 : 1);
        }
        EXPECT_EQ(port >= 2, node % 8 == t % 8);
      });
      const int dx = non_negative_remainder(t % 8 - s % 8, 8), dy = non_negative_remainder(t / 8 - s / 8, 8);
      EXPECT_EQ(hops, std::min(dx, 8 - dx) + std::min(dy, 8 - dy));
    }
  for (int adaptive : {0, 1}) {
    c.adaptive = adaptive;
    Simulator s(c);
    s.offer(0, 4, 1);
    EXPECT_EQ(drain(s).at(0).hops, adaptive == 0 ? 4 : 1);
  }
}

TEST(OracleSelfcheck, PlansByHand) {
  const Routing routing(ibt({8, 8}, 2, {4}, Escape::three_classes));
  const auto plan = [&](int s, int t) {
    const Plan x = routing.plan_at(s, t);
    return std::vector<int>{x.dimension, x.h, x.p, x.q, x.g};
  };
  EXPECT_EQ(plan(0, 1), (std::vector<int>{0, 0, 0, 0, 1}));
  EXPECT_EQ(plan(0, 2), (std::vector<int>{0, 0, 0, 0, 2}));
  EXPECT_EQ(plan(0, 3), (std::vector<int>{0, 1, 0, -1, -1}));  // bm (or bp) to 4, back to 3; the least q
  EXPECT_EQ(plan(0, 4), (std::vector<int>{0, 1, 0, -1, 0}));
  EXPECT_EQ(plan(0, 5), (std::vector<int>{0, 1, 0, -1, 1}));
  EXPECT_EQ(plan(1, 4), (std::vector<int>{0, 1, -1, -1, 0}));  // node 1 bypasses in y: one hop to 0, then to 4
  EXPECT_EQ(plan(1, 5), (std::vector<int>{0, 1, -1, -1, 1}));  // or by 2 and 6: the least p
  EXPECT_EQ(plan(1, 1 + 8 * 4), (std::vector<int>{1, 1, 0, -1, 0}));
  EXPECT_EQ(plan(0, 8 * 4 + 1), (std::vector<int>{0, 0, 0, 0, 1}));  // x comes first
  // Even nodes bypass by 2, odd ones by 4. From 0 to 3: 2 + 1 (h = 1) or -1 + 4 (h = 2): the lowest h.
  const Plan line = Routing(ibt({16}, 1, {2, 4}, Escape::three_classes)).plan_at(0, 3);
  EXPECT_EQ(std::make_tuple(line.h, line.p, line.q, line.g), std::make_tuple(1, 0, 1, 1));
}

// Walks all plans on the channels of the network, and compares them by the rule of the page.
TEST(OracleSelfcheck, PlansByTryingAll) {
  for (const Config& c : {ibt({8, 8}, 2, {4}, Escape::three_classes), ibt({16}, 1, {2, 4}, Escape::three_classes),
                          ibt({12, 3}, 1, {3}, Escape::three_classes), ibt({8, 16}, 2, {4, 8}, Escape::three_classes),
                          ibt({6, 6}, 2, {2}, Escape::three_classes), ibt({4, 4, 2}, 2, {2}, Escape::three_classes)}) {
    if (c.sizes == std::vector<int>{8, 16}) {  // the length 8 is the whole size of x
      EXPECT_THROW(Routing{c}, std::invalid_argument);
      continue;
    }
    const Routing routing(c);
    const Network& net = routing.network;
    const int m = c.bypass_dimensions, count = static_cast<int>(c.bypass_lengths.size());
    const auto go = [&](int node, int hops, int plus, int minus) {
      for (int i = 0; i < std::abs(hops); ++i) node = net.neighbour(node, hops > 0 ? plus : minus);
      return node;
    };
    for (int s = 0; s < net.nodes(); ++s)
      for (int k = 0; k < net.dimensions(); ++k)
        for (int ahead = 1; ahead < net.size(k); ++ahead) {
          const int size = net.size(k);
          const int t = go(s, ahead, 2 * k, 2 * k + 1);
          const int direct = 2 * ahead <= size ? ahead : ahead - size;
          using Key = std::tuple<int, int, int, int, int>;  // hops, h, p, q, g
          Key best{std::abs(direct), 0, 0, 0, direct};
          for (int h = 1; h <= count; ++h) {
            const int b = c.bypass_lengths[static_cast<std::size_t>(h - 1)];
            for (int p = 1 - m * count; p < m * count; ++p) {
              const int middle = go(s, p, 2 * k, 2 * k + 1);
              int sum = 0;
              for (int i = 0; i < m; ++i) sum += net.coordinates(middle)[static_cast<std::size_t>(i)];
              if (sum % m != k || (sum % (m * count)) / m != h - 1) continue;
              for (int q = -net.nodes(); q <= net.nodes(); ++q) {
                if (q == 0 || (std::abs(q) - 1) * 2 * b >= size) continue;  // |q| <= size / 2b, rounded up
                const int after = go(middle, q, net.bypass_plus(), net.bypass_minus());
                for (int g = -size; g <= size; ++g)
                  if (2 * std::abs(g) <= size && go(after, g, 2 * k, 2 * k + 1) == t)
                    best = std::min(best, Key{std::abs(p) + std::abs(q) + std::abs(g), h, p, q, g});
              }
            }
          }
          const Plan plan = routing.plan_at(s, t);
          EXPECT_EQ(plan.dimension, k);
          EXPECT_EQ(Key(std::abs(plan.p) + std::abs(plan.q) + std::abs(plan.g), plan.h, plan.p, plan.q, plan.g), best);
          EXPECT_EQ(follow_escapes(routing, s, t), std::get<0>(best));
        }
  }
}

TEST(OracleSelfcheck, ThreeClassesFollowTheirPlans) {
  Config c = ibt({8, 8}, 2, {4}, Escape::three_classes);
  const Routing routing(c);
  c.adaptive = 0;
  Simulator sim(c);
  for (int s : {0, 1, 10, 63})
    for (int t = 0; t < 64; ++t) {
      if (s == t) continue;
      bool in_y = false;
      int stage = 0;  // 0: along the dimension on VC 0, 1: bypass on VC 0, 2: along the dimension on VC 1
      const int hops = follow_escapes(routing, s, t, [&](int node, int port, int vc) {
        if (!in_y && node % 8 == t % 8) {
          in_y = true;
          stage = 0;
        }
        const int now = port >= 4 ? 1 : vc == 0 ? 0 : 2;
        EXPECT_EQ(vc, now == 2 ? 1 : 0);
        EXPECT_GE(now, stage);
        stage = now;
        if (port < 4) {
          EXPECT_EQ(port / 2, in_y ? 1 : 0);
        }
      });
      sim.offer(s, t, 1);
      EXPECT_EQ(drain(sim).at(0).hops, hops);
    }
}

TEST(OracleSelfcheck, RingsByClassAndEscapeVc) {
  const Routing twisted(rtt4());  // t_YX = 4: a y ring closes after two wraps
  std::map<int, int> length;
  for (int node = 0; node < 32; ++node)
    for (int port = 0; port < 4; ++port) ++length[twisted.ring(node, port, 0)];
  EXPECT_EQ(length.count(absent), 0u);
  EXPECT_EQ(length.size(), 4u + 4 + 4 + 4);  // x: 4 rings of 8 each way; y: 32 channels in rings of 8 each way
  for (const auto& ring : length) EXPECT_EQ(ring.second, 8);

  const Routing order(ibt({8, 8}, 2, {4}, Escape::torus_order));
  const Routing classes(ibt({8, 8}, 2, {4}, Escape::three_classes));
  std::map<int, int> sizes;
  for (int node = 0; node < 64; ++node) {
    for (int port = 0; port < 6; ++port) {
      EXPECT_EQ(order.ring(node, port, 0) == absent, port >= 4);
      EXPECT_NE(classes.ring(node, port, 0), absent);
      EXPECT_EQ(classes.ring(node, port, 1) == absent, port >= 4);
      EXPECT_EQ(classes.ring(node, port, 0), classes.ring(classes.network.neighbour(node, port), port, 0));
      if (port < 4) {
        EXPECT_NE(classes.ring(node, port, 0), classes.ring(node, port, 1));
      }
    }
    for (int port : {4, 5}) ++sizes[classes.ring(node, port, 0)];
  }
  EXPECT_EQ(sizes.size(), 64u);  // 4 + 4 = 8: bypass rings of two nodes, each way
  for (const auto& ring : sizes) EXPECT_EQ(ring.second, 2);

  Config half = torus({4, 3});
  half.closed = {true, false};
  const Routing open(half);
  EXPECT_NE(open.ring(0, 0, 0), absent);
  EXPECT_EQ(open.ring(0, 2, 0), absent);
  EXPECT_EQ(Routing(one_link(torus({4, 2}))).ring(0, 2, 0), absent);
  EXPECT_NE(Routing(torus({4, 2})).ring(0, 2, 0), absent);
  EXPECT_EQ(Routing(ring_of(5)).ring(0, 0, 0), absent);
}

TEST(OracleSelfcheck, BubbleBetweenRingsOfThreeClasses) {
  // A ring of 8 with bypass links of 4. Packets a (4 to 3) and c (5 to 3) go in x- on escape VC 1. Packet b (0 to 3)
  // goes by bm to 4, where it enters the ring of x- on VC 1.
  Config c = ibt({8}, 1, {4}, Escape::three_classes);
  c.adaptive = 0;
  c.buffer_packets = 2;
  c.max_packet_flits = 4;
  c.credit_delay = 50;
  Simulator s(c);
  s.offer(4, 3, 4, 1);  // a: granted in 0; 1 slot is left; its tail crosses out at 3 in 5
  s.offer(0, 3, 4, 2);  // b: at 4 in 2
  s.offer(5, 3, 4, 3);  // c: at 4 in 2; continues with 1 slot when the output is free in 4; its tail crosses out in 9
  const std::vector<Delivery> all = drain(s);
  EXPECT_EQ(with_tag(all, 1).ejected, 5u);
  EXPECT_EQ(with_tag(all, 3).ejected, 9u);
  EXPECT_EQ(with_tag(all, 3).hops, 2);
  EXPECT_EQ(with_tag(all, 2).entered, 0u);
  EXPECT_EQ(with_tag(all, 2).hops, 2);
  EXPECT_EQ(with_tag(all, 2).ejected, 9u + 50 + 2 + 3);  // two slots in 59
}

TEST(OracleSelfcheck, FromAnAdaptiveVcARingIsEntered) {
  for (bool bubble : {true, false}) {
    Config c = torus({8});
    c.adaptive = 1;
    c.buffer_packets = 2;
    c.max_packet_flits = 4;
    c.credit_delay = 50;
    c.bubble = bubble;
    Simulator s(c);
    std::vector<Delivery> all;
    s.offer(1, 2, 4, 1);  // granted in 0, 4 credits are left; crosses out at 2 in 2..5
    s.offer(1, 2, 4, 2);  // granted in 4, none is left
    s.offer(1, 2, 4, 3);  // granted in 8 on the escape VC, 1 slot is left
    step_to(s, 10, all);
    s.offer(0, 3, 4, 4);  // in the adaptive VC of node 1 in 12: one slot is not enough; four credits are back in 55
    const std::vector<Delivery> rest = drain(s);
    all.insert(all.end(), rest.begin(), rest.end());
    EXPECT_EQ(with_tag(all, 3).entered, 8u);
    EXPECT_EQ(with_tag(all, 4).entered, 10u);
    EXPECT_EQ(with_tag(all, 4).ejected, (bubble ? 55u : 12u) + 2 * 2 + 3);
  }
}

TEST(OracleSelfcheck, UpDownByHand) {
  // The order of the nodes of a ring of 7 is 0, 1, 6, 2, 5, 3, 4.
  const Routing ring(ring_of(7));
  const auto port = [](const Routing& r, int s, int t) { return r.escape_channel(s, t, {}).port; };
  EXPECT_TRUE(ring.is_down(3, 0));   // 3 to 4
  EXPECT_FALSE(ring.is_down(4, 1));  // 4 to 3
  EXPECT_FALSE(ring.is_down(4, 0));  // 4 to 5
  EXPECT_EQ(port(ring, 3, 4), 0);
  EXPECT_EQ(port(ring, 3, 5), 1);  // not by 4, which is the last node: up to 0, then down
  EXPECT_EQ(follow_escapes(ring, 3, 5), 5);
  EXPECT_EQ(port(ring, 4, 2), 1);
  EXPECT_EQ(follow_escapes(ring, 4, 2), 2);
  EXPECT_EQ(follow_escapes(ring, 0, 4), 3);
  EXPECT_EQ(port(ring, 0, 4), 1);  // 0, 6, 5, 4

  // The order is 0, 1, 2, 3, 4. Down alone leads from 1 to 4 along the path, though the hub is nearer.
  const Routing hub(hub_and_path());
  EXPECT_EQ(port(hub, 1, 4), 2);
  EXPECT_EQ(follow_escapes(hub, 1, 4), 3);
  EXPECT_EQ(port(hub, 4, 1), 0);
  EXPECT_EQ(follow_escapes(hub, 4, 1), 2);
  EXPECT_EQ(port(hub, 4, 3), 1);
  EXPECT_EQ(port(hub, 3, 1), 0);  // by the hub or by 2, two hops each: the lowest port
  EXPECT_EQ(port(hub, 0, 4), 3);

  // Two links of the same two nodes: the lowest port.
  const Routing twins(custom(2, 3, {{0, 2, 1, 0}, {0, 1, 1, 2}}));
  EXPECT_EQ(port(twins, 0, 1), 1);
  EXPECT_EQ(port(twins, 1, 0), 0);
  EXPECT_EQ(twins.productive_ports(0, 1, {}), (std::vector<int>{1, 2}));
  EXPECT_EQ(twins.network.input_port(0, 1), 2);
  EXPECT_EQ(twins.network.upstream(1, 0).port, 2);
}

TEST(OracleSelfcheck, UpDownIsLegalAndComplete) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const int nodes = 2 + static_cast<int>(seed);
    const Routing routing(random_network(nodes, static_cast<int>(seed % 7) * 3, seed));
    const std::vector<int> level = routing.network.distances_from(0);
    const auto place = [&](int node) { return std::make_pair(level[static_cast<std::size_t>(node)], node); };
    for (int s = 0; s < nodes; ++s)
      for (int t = 0; t < nodes; ++t) {
        if (s == t) continue;
        bool went_down = false;
        follow_escapes(routing, s, t, [&](int node, int port, int vc) {
          const bool down = place(node) < place(routing.network.neighbour(node, port));
          EXPECT_TRUE(down || !went_down);
          EXPECT_EQ(vc, 0);
          went_down = down;
        });
      }
  }
}

TEST(OracleSelfcheck, InputPortsByRank) {
  Config c;
  c.custom_nodes = 2;
  c.custom_ports = 3;
  c.custom_channels = {{0, 2, 1, -1}, {0, 0, 1, -1}, {1, 1, 0, -1}, {1, 2, 0, -1}};
  c.escape = Escape::up_down;
  const Network net(c);
  EXPECT_EQ(net.input_port(0, 0), 1);
  EXPECT_EQ(net.input_port(0, 2), 2);
  EXPECT_EQ(net.input_port(1, 1), 0);
  EXPECT_EQ(net.input_port(1, 2), 2);
}

TEST(OracleSelfcheck, EscapesAreSticky) {
  // A ring of 7. A packet from 3 to 4 takes all adaptive credits of that link, so the packet behind it, from 3 to 5,
  // escapes in 4: up to 2, 1, 0, then down to 6, 5. It would be nearer to turn back at 2, but it stays on escape
  // channels.
  Config c = ring_of(7);
  c.adaptive = 1;
  c.buffer_packets = 1;
  c.max_packet_flits = 4;
  c.credit_delay = 100;
  c.arbiter = Arbiter::age;
  {
    Simulator s(c);
    s.offer(3, 4, 4, 1);
    s.offer(3, 5, 4, 2);
    const std::vector<Delivery> all = drain(s);
    EXPECT_EQ(with_tag(all, 2).entered, 4u);
    EXPECT_EQ(with_tag(all, 2).hops, 5);
    EXPECT_EQ(with_tag(all, 2).ejected, 4u + 5 * 2 + 3);
  }
  // With an injector of its own, the packet from 3 to 5 loses the link in 0 and escapes in 1, when the credits are
  // taken.
  c.injectors = 2;
  c.injection = Injection::round_robin;
  {
    Simulator s(c);
    s.offer(3, 4, 4, 1);
    s.offer(3, 5, 4, 2);
    EXPECT_EQ(with_tag(drain(s), 2).entered, 1u);
  }
  // A busy link with credits is no reason for a detour: the packet waits until 4.
  c.buffer_packets = 2;
  {
    Simulator s(c);
    s.offer(3, 4, 4, 1);
    s.offer(3, 5, 4, 2);
    const std::vector<Delivery> all = drain(s);
    EXPECT_EQ(with_tag(all, 2).entered, 4u);
    EXPECT_EQ(with_tag(all, 2).hops, 2);
  }
}

TEST(OracleSelfcheck, ClassesDoNotBlockOneAnother) {
  for (int third : {0, 1}) {
    Config c = torus({8});
    c.adaptive = 0;
    c.buffer_packets = 2;
    c.max_packet_flits = 4;
    c.credit_delay = 50;
    c.message_classes = 2;
    c.arbiter = Arbiter::age;
    Simulator s(c);
    EXPECT_EQ(s.offer(0, 1, 4, 1, 0), 0u);      // granted in 0; its tail crosses out in 5, the slot is back in 55
    EXPECT_EQ(s.offer(0, 1, 4, 2, 0), 1u);      // has to enter with two slots
    EXPECT_EQ(s.offer(0, 1, 4, 3, third), 2u);  // one numbering for both classes
    const std::vector<Delivery> all = drain(s);
    EXPECT_EQ(with_tag(all, 1).entered, 0u);
    EXPECT_EQ(with_tag(all, 2).entered, 55u);
    EXPECT_EQ(with_tag(all, 3).entered, third == 0 ? 110u : 4u);  // in a class of its own it waits for the link only
    EXPECT_EQ(with_tag(all, 3).message_class, third);
  }
  for (int second : {0, 1}) {  // the same in the adaptive VCs; with one slot nobody can enter the escape VCs
    Config c = torus({8});
    c.adaptive = 1;
    c.buffer_packets = 1;
    c.max_packet_flits = 4;
    c.credit_delay = 50;
    c.message_classes = 2;
    c.arbiter = Arbiter::age;
    Simulator s(c);
    s.offer(0, 1, 4, 1, 0);  // crosses out at 1 in 2..5: four credits in 55
    s.offer(0, 1, 4, 2, second);
    EXPECT_EQ(with_tag(drain(s), 2).entered, second == 0 ? 55u : 4u);
  }
  Config c = torus({8});
  c.message_classes = 2;
  c.injectors = 2;
  c.injection = Injection::round_robin;
  c.ejectors = 2;
  Simulator s(c);  // inputs: 2 ports of 2 * 3 VCs, then injectors 12, 13 of class 0 and 14, 15 of class 1
  s.offer(0, 1, 1, 1, 1);
  s.offer(0, 7, 1, 2, 1);
  s.offer(0, 1, 1, 3, 1);  // number 2: injector 0 of its class again, behind the first
  s.offer(0, 7, 1, 4, 0);  // number 3: injector 1 of class 0
  const std::vector<Delivery> all = drain(s);
  EXPECT_EQ(with_tag(all, 1).entered, 0u);
  EXPECT_EQ(with_tag(all, 3).entered, 1u);
  EXPECT_EQ(with_tag(all, 2).entered + with_tag(all, 4).entered, 1u);  // they share the link: one in 0, one in 1
}

TEST(OracleSelfcheck, UnequalLinkDelays) {
  Config c = torus({8, 4});
  c.port_link_delay = {1, 2, 5, 6};
  for (int router_delay : {1, 3}) {
    c.router_delay = router_delay;
    const auto r = static_cast<std::uint64_t>(router_delay);
    Simulator s(c);
    s.offer(0, 1 + 8 * 1, 3, 1);
    s.offer(9, 8 * 0 + 0, 3, 2);
    const std::vector<Delivery> all = drain(s);
    EXPECT_EQ(with_tag(all, 1).ejected, 2 * r + 1 + 5 + 2 + (r - 1));
    EXPECT_EQ(with_tag(all, 2).ejected, 2 * r + 2 + 6 + 2 + (r - 1));
  }
  c.router_delay = 1;
  c.adaptive = 1;
  c.buffer_packets = 1;
  c.max_packet_flits = 4;
  Simulator s(c);
  s.offer(0, 8, 4, 1);  // in y+: crosses out at 8 in 6..9
  s.offer(0, 8, 4, 2);  // four credits in 10: the credit delay is that of all links
  const std::vector<Delivery> all = drain(s);
  EXPECT_EQ(with_tag(all, 1).ejected, 9u);
  EXPECT_EQ(with_tag(all, 2).entered, 10u);

  Config bypass = ibt({8}, 1, {4}, Escape::torus_order);
  bypass.port_link_delay = {1, 1, 7, 7};
  Simulator far(bypass);
  far.offer(0, 4, 1);
  EXPECT_EQ(drain(far).at(0).ejected, 1u + 7);
}

TEST(OracleSelfcheck, RefusesWrongCombinations) {
  const auto refused = [](const Config& c) { EXPECT_THROW(Simulator{c}, std::invalid_argument); };
  Config c = conflicting({4, 4}, 1, 1);
  EXPECT_NO_THROW(Simulator{c});
  c.escape = Escape::by_record;
  refused(c);
  c = rt4();
  for (Escape escape : {Escape::mesh_order, Escape::torus_order, Escape::three_classes, Escape::up_down}) {
    c.escape = escape;
    refused(c);
  }
  c = rt4();
  c.escape_vcs = 2;
  refused(c);
  c = rt4();
  c.closed = {true};
  refused(c);
  c.closed = {true, false};
  EXPECT_NO_THROW(Simulator{c});
  c.twist[0][1] = 1;
  refused(c);
  c = one_link(rt4());
  c.size_two_links = 3;
  refused(c);
  refused(torus({2, 2, 2, 2, 2, 2, 2}));
  c = rt4();
  c.message_classes = 3;
  refused(c);
  c = rt4();
  c.port_link_delay = {1, 1, 1};
  refused(c);
  c.port_link_delay = {1, 1, 1, 0};
  refused(c);
  c = torus({2, 2, 2, 2});
  c.adaptive = 7;  // 8 * 8 + 1 inputs
  refused(c);

  c = ibt({8, 8}, 2, {4}, Escape::three_classes);
  EXPECT_NO_THROW(Simulator{c});
  c.escape_vcs = 1;
  refused(c);
  c = ibt({8, 8}, 2, {4}, Escape::by_record);
  refused(c);
  refused(ibt({8, 8}, 2, {3}, Escape::torus_order));  // leads to nodes that bypass in the other dimension
  refused(ibt({9, 9}, 2, {4}, Escape::torus_order));  // so does the wraparound
  refused(ibt({8, 8}, 2, {8}, Escape::torus_order));  // leads back to its own node
  refused(ibt({8, 8}, 3, {4}, Escape::torus_order));  // there is no third dimension
  refused(ibt({16, 16}, 2, {8, 4}, Escape::torus_order));
  refused(ibt({8, 8}, 2, {}, Escape::torus_order));
  EXPECT_NO_THROW(Simulator{half_open_ibt({8, 9}, 2, {4}, {true, false})});
  refused(half_open_ibt({9, 8}, 2, {4}, {true, false}));  // a closed dimension is no multiple of 2
  refused(half_open_ibt({8, 4}, 2, {4}, {true, false}));  // longer than the open dimension
  refused(half_open_ibt({12, 12}, 2, {6}, {true, true, false}));
  c = half_open_ibt({8, 8}, 2, {4}, {true, false});
  c.escape = Escape::three_classes;
  c.escape_vcs = 2;
  refused(c);
  EXPECT_NO_THROW(Simulator{express({7, 9}, 1, {2, 3})});
  refused(express({7, 9}, 1, {1, 2}));
  refused(express({7, 9}, 1, {4}));
  refused(express({40, 2}, 1, {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}));  // 34 ports
  c = express({8, 8}, 2, {4});
  c.escape = Escape::three_classes;
  c.escape_vcs = 2;
  refused(c);
  c = ibt({8, 8}, 2, {4}, Escape::torus_order);
  c.twist = {{0, 2}, {0, 0}};
  refused(c);

  c = ring_of(5);
  EXPECT_NO_THROW(Simulator{c});
  c.sizes = {5};
  refused(c);
  c = ring_of(5);
  c.custom_channels.pop_back();  // one channel has none that leads back
  refused(c);
  c = ring_of(5);
  c.custom_nodes = 6;  // a node without channels
  refused(c);
  c = ring_of(5);
  c.custom_channels.push_back(c.custom_channels.front());
  refused(c);
  c = ring_of(5);
  c.custom_channels[0].in_port = 0;  // where another channel enters
  refused(c);
  c = ring_of(5);
  c.escape = Escape::by_record;
  refused(c);
  Simulator s(rt4());
  EXPECT_THROW(s.offer(0, 1, 1, 0, 1), std::invalid_argument);
}

std::vector<Config> all_kinds() {
  Config half = torus({5, 3, 4});
  half.closed = {true, false, true};
  half.twist[2][0] = 2;
  Config flipped = conflicting({4, 2}, 1, 2);
  flipped.size_two_links = 1;
  Config slow = ibt({8, 4}, 2, {2}, Escape::three_classes);
  slow.port_link_delay = {1, 1, 2, 2, 5, 5};
  return {mesh({4, 4}),
          half,
          one_link(torus({4, 2, 2})),
          conflicting({4, 4}, 1, 1),
          conflicting({6, 4}, 2, 3),
          flipped,
          one_link(conflicting({4, 3, 2}, 1, 2)),
          ibt({8, 8}, 2, {4}, Escape::torus_order),
          ibt({8, 8}, 2, {4}, Escape::three_classes),
          ibt({16}, 1, {2, 4}, Escape::three_classes),
          slow,
          express({7, 6}, 1, {2, 3}),
          express({6, 5}, 1, {3}, {true, false}),
          express({9}, 1, {2, 5}, {false}),
          half_open_ibt({5, 3}, 2, {2}, {false, false}),
          half_open_ibt({8, 5}, 2, {4}, {true, false}),
          ring_of(9),
          hub_and_path(),
          random_network(20, 15, 5),
          random_network(30, 0, 6)};
}

TEST(OracleSelfcheck, ZeroLoadLatencyOnAllKinds) {
  for (const Config& network : all_kinds())
    for (int adaptive : {0, 2})
      for (int delay : {1, 4}) {
        Config c = network;
        c.port_link_delay.clear();
        c.adaptive = adaptive;
        c.router_delay = delay;
        c.link_delay = 5 - delay;
        const Routing routing(c);
        Simulator s(c);
        for (int t = 1; t < s.nodes(); t += 3) {
          s.offer(0, t, 4);
          const Delivery d = drain(s).at(0);
          const auto hops =
              static_cast<std::size_t>(adaptive == 0 ? follow_escapes(routing, 0, t)
                                                     : routing.network.distances_from(0)[static_cast<std::size_t>(t)]);
          EXPECT_EQ(static_cast<std::size_t>(d.hops), hops);
          EXPECT_EQ(d.ejected - d.created, hops * 5 + 3 + static_cast<std::size_t>(delay) - 1);
        }
      }
}

void conserve_on_all_kinds(int every, std::uint64_t cycles) {
  int turn = 0;
  for (const Config& network : all_kinds())
    for (int adaptive : {0, 1, 2})
      for (int classes : {1, 2}) {
        if (turn++ % every != 0) continue;
        Config c = network;
        c.adaptive = adaptive;
        c.message_classes = classes;
        c.max_packet_flits = 5;
        c.buffer_packets = 2;
        c.router_delay = classes;
        c.credit_delay = 1 + adaptive;
        c.injectors = 1 + adaptive;
        c.ejectors = classes;
        if (Network(c).ports() * classes * (c.escape_vcs + adaptive) + classes * c.injectors > 64) continue;
        run_and_check(c, cycles, 30);
      }
}
TEST(OracleSelfcheck, ConservationOnAllKinds) { conserve_on_all_kinds(5, 80); }
TEST(OracleSelfcheckSlow, ConservationOnAllKinds) { conserve_on_all_kinds(1, 300); }

void conserve_on_all_kinds_with_options(int every, std::uint64_t cycles) {
  int turn = 0;
  for (const Config& network : all_kinds())
    for (Arbiter arbiter : kUnweightedArbiters)
      for (Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port}) {
        Config c = network;
        c.allocator = kBothAllocators[static_cast<std::size_t>(turn / 2 % 2)];
        c.arbiter = arbiter;
        c.crossbar = crossbar;
        c.selection = std::vector<Selection>{Selection::most_credits, Selection::dimension_order,
                                             Selection::random}[static_cast<std::size_t>(turn % 3)];
        c.injection = std::vector<Injection>{Injection::direction, Injection::round_robin,
                                             Injection::shortest}[static_cast<std::size_t>(turn / 3 % 3)];
        c.adaptive = 1;
        c.message_classes = 1 + turn % 2;
        c.max_packet_flits = 4;
        c.buffer_packets = 2;
        c.injectors = 2;
        if (turn++ % every == 0) run_and_check(c, cycles, 60);
      }
}
TEST(OracleSelfcheck, ConservationOnAllKindsWithOptions) { conserve_on_all_kinds_with_options(7, 60); }
TEST(OracleSelfcheckSlow, ConservationOnAllKindsWithOptions) { conserve_on_all_kinds_with_options(1, 150); }

void conserve_on_all_kinds_with_matrix_allocators(std::size_t every, std::uint64_t cycles) {
  std::size_t turn = 0;
  for (const Config& network : all_kinds())
    for (Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port}) {
      Config c = with_policy(network, kMatrixPolicies[turn++ % kMatrixPolicies.size()]);
      c.crossbar = crossbar;
      c.adaptive = 1;
      c.message_classes = 1 + static_cast<int>(turn / 2 % 2);
      c.max_packet_flits = 4;
      c.buffer_packets = 2;
      c.injectors = 2;
      c.ejectors = 2;
      if (turn % every == 0) run_and_check(c, cycles, 60);
    }
}
TEST(OracleSelfcheck, ConservationOnAllKindsWithMatrixAllocators) {
  conserve_on_all_kinds_with_matrix_allocators(3, 30);
}
TEST(OracleSelfcheckSlow, ConservationOnAllKindsWithMatrixAllocators) {
  conserve_on_all_kinds_with_matrix_allocators(1, 150);
}

// If no escape channel is in a ring, buffers for one packet are enough.
void conserve_in_smallest_buffers(std::uint64_t cycles) {
  for (const Config& network : {mesh({4, 4}), one_link(mesh({2, 2, 3})), one_link(torus({2, 2, 2})),
                                conflicting({4, 4}, 1, 1), ring_of(9), random_network(20, 15, 7)})
    for (int adaptive : {0, 1}) {
      Config c = network;
      c.adaptive = adaptive;
      c.buffer_packets = 1;
      c.max_packet_flits = 3;
      c.message_classes = 2;
      run_and_check(c, cycles, 50);
    }
}
TEST(OracleSelfcheck, SmallestBuffersWithoutRings) { conserve_in_smallest_buffers(150); }
TEST(OracleSelfcheckSlow, SmallestBuffersWithoutRings) { conserve_in_smallest_buffers(500); }

void keep_overload_of_all_kinds_alive(int most_adaptive, std::uint64_t cycles) {
  for (const Config& network : all_kinds())
    for (int adaptive = 0; adaptive <= most_adaptive; ++adaptive) {
      Config c = network;
      c.adaptive = adaptive;
      c.buffer_packets = 2;
      c.max_packet_flits = 2;
      Simulator s(c);
      Load load(c, 13, 100);
      while (s.now() < cycles) {
        const std::uint64_t before = s.delivered_packets();
        for (int i = 0; i < 100; ++i) {
          load.offer(s);
          s.step();
        }
        ASSERT_GT(s.delivered_packets(), before) << "stuck in cycle " << s.now();
      }
    }
}
TEST(OracleSelfcheck, OverloadStaysAliveOnAllKinds) { keep_overload_of_all_kinds_alive(0, 200); }
TEST(OracleSelfcheckSlow, OverloadStaysAliveOnAllKinds) { keep_overload_of_all_kinds_alive(1, 1500); }

// ---- Allocation (section 8) ----

TEST(OracleSelfcheck, MatrixByTheExample) {
  ArbiterUnit arbiter(Arbiter::matrix, 4);
  const auto cycle = [&](const std::vector<int>& list, const std::vector<int>& ask, int chosen) {
    EXPECT_EQ(arbiter.list(), list);
    EXPECT_EQ(arbiter.choose(asking(ask), no_draw, 1, 0), chosen);
    EXPECT_EQ(arbiter.list(), list);
    arbiter.grant(chosen);
  };
  cycle({0, 1, 2, 3}, {1, 3}, 1);
  cycle({0, 2, 3, 1}, {1, 3}, 3);
  cycle({0, 2, 1, 3}, {0, 1, 3}, 0);
  cycle({2, 1, 3, 0}, {0, 1, 3}, 1);
  cycle({2, 3, 0, 1}, {0, 1, 2, 3}, 2);
}

// The first of the list is the one whose last grant is longest ago; who never had one comes before, in ascending order.
// And the name: with a bit for each pair ("a goes before b") it is the matrix arbiter of the textbooks.
TEST(OracleSelfcheck, MatrixIsLeastRecentlyGranted) {
  std::mt19937_64 random(5);
  for (int n = 1; n <= 12; ++n) {
    const auto size = static_cast<std::size_t>(n);
    ArbiterUnit arbiter(Arbiter::matrix, n);
    std::vector<int> last_grant(size);
    std::iota(last_grant.begin(), last_grant.end(), -n);
    std::vector<std::vector<bool>> before(size, std::vector<bool>(size));
    for (std::size_t a = 0; a < size; ++a)
      for (std::size_t b = a + 1; b < size; ++b) before[a][b] = true;
    for (int cycle = 0; cycle < 300; ++cycle) {
      std::vector<int> ask;
      for (int r = 0; r < n; ++r)
        if (random() % 3 != 0) ask.push_back(r);
      if (ask.empty()) continue;
      const int chosen = arbiter.choose(asking(ask), no_draw, 1, 0);
      const auto w = static_cast<std::size_t>(chosen);
      for (int r : ask) {
        EXPECT_LE(last_grant[w], last_grant[static_cast<std::size_t>(r)]);
        EXPECT_TRUE(r == chosen || before[w][static_cast<std::size_t>(r)]);
      }
      if (random() % 4 == 0) continue;  // not granted: nothing changes
      arbiter.grant(chosen);
      last_grant[w] = cycle;
      for (std::size_t other = 0; other < size; ++other) {
        before[w][other] = false;
        before[other][w] = other != w;
      }
    }
  }
}

std::vector<int> pointers(const Allocation& a, bool of_outputs, int count) {
  std::vector<int> result;
  for (int k = 0; k < count; ++k)
    result.push_back(of_outputs ? a.output_arbiter(k).pointer() : a.input_arbiter(k).pointer());
  return result;
}

TEST(OracleSelfcheck, OutputFirstByTheExample) {
  Allocation a(small_router(Allocator::output_first, Crossbar::per_vc, Arbiter::round_robin, 1, 1), 1, 2);
  std::vector<Request> requests = {{0, 0, 0, {}}, {0, 1, 0, {}}, {1, 0, 0, {}},
                                   {1, 1, 0, {}}, {2, 0, 0, {}}, {2, 1, 0, {}}};
  std::vector<Request> granted = a.allocate(requests, no_draw);
  EXPECT_EQ(pairs(granted), (Pairs{{0, 0}, {1, 2}}));
  for (const Request& g : granted) a.grant(g);
  EXPECT_EQ(pointers(a, true, 2), (std::vector<int>{1, 0}));
  EXPECT_EQ(pointers(a, false, 3), (std::vector<int>{1, 0, 0}));

  requests.resize(4);
  granted = a.allocate(requests, no_draw);
  EXPECT_EQ(pairs(granted), (Pairs{{0, 1}, {1, 0}}));
  for (const Request& g : granted) a.grant(g);
  EXPECT_EQ(pointers(a, true, 2), (std::vector<int>{2, 1}));
  EXPECT_EQ(pointers(a, false, 3), (std::vector<int>{0, 1, 0}));
}

TEST(OracleSelfcheck, OutputFirstRowsOfPorts) {
  // Two ports of two VCs, an injector (input 4, row 2), an ejection port (output 2). Outputs 0 and 1 choose two VCs of
  // port 0, the row accepts one of them, and the other output is left to the injector.
  const std::vector<Request> requests = {
      {0, 1, 0, {5, 0, 0}}, {1, 0, 0, {6, 0, 0}}, {4, 0, 0, {1, 0, 0}}, {4, 1, 0, {1, 0, 0}}};
  Allocation turns(small_router(Allocator::output_first, Crossbar::per_port, Arbiter::round_robin, 1, 1), 2, 2);
  EXPECT_EQ(turns.row(0), 0);
  EXPECT_EQ(turns.row(3), 1);
  EXPECT_EQ(turns.row(4), 2);
  const std::vector<Request> granted = turns.allocate(requests, no_draw);
  EXPECT_EQ(pairs(granted), (Pairs{{0, 1}, {1, 4}}));
  for (const Request& g : granted) turns.grant(g);
  EXPECT_EQ(pointers(turns, true, 3), (std::vector<int>{2, 0, 0}));
  EXPECT_EQ(pointers(turns, false, 3), (std::vector<int>{1, 0, 2}));
  // By age the row accepts the output that chose the older packet.
  const Allocation by_age(small_router(Allocator::output_first, Crossbar::per_port, Arbiter::age, 1, 1), 2, 2);
  EXPECT_EQ(pairs(by_age.allocate(requests, no_draw)), (Pairs{{1, 0}, {0, 4}}));
  // One packet that is chosen twice: of requesters with the same packet the lowest.
  EXPECT_EQ(pairs(by_age.allocate({{4, 1, 0, {}}, {4, 2, 0, {}}}, no_draw)), (Pairs{{1, 4}}));
}

TEST(OracleSelfcheck, PlacesOfAllocatorDraws) {
  // Three ports of two VCs, two injectors (inputs 6 and 7), two ejection ports (outputs 3 and 4).
  using Place = std::tuple<int, int, std::size_t>;
  const auto draws = [](Allocator allocator, Crossbar crossbar, const std::vector<Request>& requests) {
    const Allocation a(small_router(allocator, crossbar, Arbiter::random, 2, 2), 3, 2);
    std::vector<Place> places;
    a.allocate(requests, [&](int purpose, int index, std::size_t n) {
      places.emplace_back(purpose, index, n);
      return n - 1;
    });
    return places;
  };
  const std::vector<Request> all = {{2, 0, 0, {}}, {2, 4, 0, {}}, {3, 4, 0, {}}, {4, 0, 0, {}},
                                    {7, 0, 0, {}}, {7, 1, 0, {}}, {7, 4, 0, {}}};
  // Output 0 chooses input 4, output 4 input 3; then output 1 chooses input 7.
  EXPECT_EQ(draws(Allocator::output_first, Crossbar::per_vc, all),
            (std::vector<Place>{Place{1, 0, 2}, Place{1, 4, 2}, Place{2, 3, 1}, Place{2, 4, 1}, Place{1, 1, 1},
                                Place{2, 7, 1}}));
  EXPECT_EQ(draws(Allocator::output_first, Crossbar::per_port, all),
            (std::vector<Place>{Place{1, 0, 2}, Place{1, 4, 2}, Place{2, 1, 1}, Place{2, 2, 1}, Place{1, 1, 1},
                                Place{2, 4, 1}}));
  const std::vector<Request> picks = {{2, 0, 0, {}}, {3, 4, 0, {}}, {4, 0, 0, {}}, {6, 1, 0, {}}, {7, 0, 0, {}}};
  EXPECT_EQ(draws(Allocator::input_first, Crossbar::per_vc, picks),
            (std::vector<Place>{Place{1, 0, 2}, Place{1, 1, 1}, Place{1, 4, 1}}));
  EXPECT_EQ(draws(Allocator::input_first, Crossbar::per_port, picks),
            (std::vector<Place>{Place{2, 1, 2}, Place{2, 2, 1}, Place{1, 0, 1}, Place{1, 1, 1}, Place{1, 4, 1}}));
}

// What the grants of one cycle of a router must be like with output_first, whatever the arbiters choose. `requests`
// and `granted` need the members input and output only.
template <class R>
void expect_output_first(const std::vector<R>& requests, const std::vector<R>& granted,
                         const std::function<bool(int)>& in_transit, const std::function<int(int)>& row) {
  std::set<std::pair<int, int>> asked;
  for (const R& r : requests) asked.insert({r.input, r.output});
  std::map<int, int> taker, rows;  // by output; how often a row is granted
  for (const R& g : granted) {
    EXPECT_EQ(asked.count({g.input, g.output}), 1u);
    EXPECT_TRUE(taker.insert({g.output, g.input}).second);
    EXPECT_EQ(++rows[row(g.input)], 1);
  }
  for (bool first : {true, false}) {
    std::map<int, bool> accounted;  // outputs that choose in this pass: granted, or the chosen row accepted another
    for (const R& r : requests) {
      if (in_transit(r.input) != first) continue;
      const auto found = taker.find(r.output);
      if (!first && found != taker.end() && in_transit(found->second)) continue;
      const bool is_taken = found != taker.end() && in_transit(found->second) == first;
      accounted[r.output] = accounted[r.output] || is_taken || rows.count(row(r.input)) != 0;
    }
    for (const auto& output : accounted) EXPECT_TRUE(output.second) << "output " << output.first << " is wasted";
    EXPECT_TRUE(accounted.empty() ||
                std::any_of(granted.begin(), granted.end(), [&](const R& g) { return in_transit(g.input) == first; }));
  }
}

void expect_output_first_of_random_requests(int machines) {
  std::mt19937_64 random(17);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int left_over = 0;  // outputs that network inputs asked for and an injector was granted
  for (int machine = 0; machine < machines; ++machine) {
    const int ports = 1 + below(4), vcs = 1 + below(3), ejectors = 1 + below(3);
    const Arbiter arbiter = kUnweightedArbiters[random() % kUnweightedArbiters.size()];
    const Crossbar crossbar = random() % 2 == 0 ? Crossbar::per_vc : Crossbar::per_port;
    Config c = small_router(Allocator::output_first, crossbar, arbiter, 1 + below(3), ejectors);
    c.message_classes = 1 + below(2);
    const int inputs = ports * vcs + c.message_classes * c.injectors, outputs = ports + ejectors;
    const int rows = crossbar == Crossbar::per_vc ? inputs : ports + c.message_classes * c.injectors;
    Allocation a(c, ports, vcs);
    const auto in_transit = [&](int i) { return i < ports * vcs; };
    const auto row = [&](int i) {
      return crossbar == Crossbar::per_vc ? i : i < ports * vcs ? i / vcs : ports + i - ports * vcs;
    };
    for (int cycle = 0; cycle < 30; ++cycle) {
      std::vector<Request> requests;
      for (int i = 0; i < inputs; ++i) {
        const Age age{below(4), i, 0};
        for (int o = 0; o < outputs; ++o)
          if (below(3) == 0) requests.push_back({i, o, 0, age});
      }
      const Draw draw = [&](int purpose, int index, std::size_t n) {
        return static_cast<std::size_t>(purpose * 7 + index * 3 + cycle * 5 + machine) % n;
      };
      const Allocation before = a;
      const std::vector<Request> granted = a.allocate(requests, draw);
      expect_output_first<Request>(requests, granted, in_transit, row);

      // Injectors change nothing for network inputs, and are served as if only the outputs that are left were asked
      // for.
      std::vector<Request> first, second;
      std::copy_if(requests.begin(), requests.end(), std::back_inserter(first),
                   [&](const Request& r) { return in_transit(r.input); });
      Pairs expected = pairs(a.allocate(first, draw));
      for (const Request& r : requests) {
        const bool taken = std::any_of(expected.begin(), expected.end(),
                                       [&](const std::pair<int, int>& g) { return g.first == r.output; });
        if (!in_transit(r.input) && !taken) second.push_back(r);
      }
      const Pairs injected = pairs(a.allocate(second, draw));
      for (const auto& g : injected)
        left_over += std::any_of(first.begin(), first.end(), [&](const Request& r) { return r.output == g.first; });
      expected.insert(injected.begin(), injected.end());
      EXPECT_EQ(pairs(granted), expected);

      // Arbiters remember grants and nothing else.
      std::map<int, int> input_of, output_of;
      for (const Request& g : granted) {
        a.grant(g);
        input_of[g.output] = g.input;
        output_of[row(g.input)] = g.output;
      }
      const auto expect_memory = [&](const ArbiterUnit& was, const ArbiterUnit& is, const std::map<int, int>& grants,
                                     int place, int n) {
        const auto found = grants.find(place);
        const bool moved = found != grants.end();
        EXPECT_EQ(is.pointer(), moved && arbiter == Arbiter::round_robin ? (found->second + 1) % n : was.pointer());
        std::vector<int> list = was.list();
        if (moved && arbiter == Arbiter::matrix) {
          list.erase(std::remove(list.begin(), list.end(), found->second), list.end());
          list.push_back(found->second);
        }
        EXPECT_EQ(is.list(), list);
      };
      for (int o = 0; o < outputs; ++o)
        expect_memory(before.output_arbiter(o), a.output_arbiter(o), input_of, o, inputs);
      for (int r = 0; r < rows; ++r) expect_memory(before.input_arbiter(r), a.input_arbiter(r), output_of, r, outputs);
    }
  }
  EXPECT_GT(left_over, 5 * machines / 2);
}
TEST(OracleSelfcheck, OutputFirstOnRandomRequests) { expect_output_first_of_random_requests(50); }
TEST(OracleSelfcheckSlow, OutputFirstOnRandomRequests) { expect_output_first_of_random_requests(400); }

void expect_output_first_in_random_machines(int machines) {
  std::mt19937_64 random(23);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const std::vector<Config> networks = {
      torus({3, 3}),  torus({4, 2}),       mesh({3, 3}), one_link(torus({2, 2, 2})), pdtt2(), conflicting({4, 2}, 1, 2),
      hub_and_path(), express({6}, 1, {2})};
  for (int machine = 0; machine < machines; ++machine) {
    Config c = networks[random() % networks.size()];
    c.allocator = Allocator::output_first;
    c.arbiter = kUnweightedArbiters[random() % kUnweightedArbiters.size()];
    c.crossbar = random() % 2 == 0 ? Crossbar::per_vc : Crossbar::per_port;
    c.selection =
        std::vector<Selection>{Selection::most_credits, Selection::dimension_order, Selection::random}[random() % 3];
    c.adaptive = below(3);
    c.message_classes = 1 + below(2);
    c.max_packet_flits = 1 + below(4);
    c.buffer_packets = 2;
    c.injectors = 1 + below(3);
    c.ejectors = 1 + below(3);
    c.seed = random();
    const int vcs = c.message_classes * (c.escape_vcs + c.adaptive), ports = Network(c).ports();
    const auto in_transit = [&](int i) { return i < ports * vcs; };
    const auto row = [&](int i) { return c.crossbar == Crossbar::per_port && i < ports * vcs ? i / vcs : 1000 + i; };
    Simulator s(c);
    Load load(c, random(), 20 + static_cast<unsigned>(below(80)));
    for (int cycle = 0; cycle < 100; ++cycle) {
      load.offer(s);
      s.step();
      std::map<int, std::vector<Simulator::GrantRecord>> asked, granted;
      for (const auto& r : s.asked()) asked[r.router].push_back(r);
      for (const auto& g : s.granted()) {
        granted[g.router].push_back(g);
        EXPECT_TRUE(std::any_of(asked[g.router].begin(), asked[g.router].end(), [&](const Simulator::GrantRecord& r) {
          return std::tie(r.input, r.output, r.vc, r.source, r.number) ==
                 std::tie(g.input, g.output, g.vc, g.source, g.number);
        }));
      }
      for (const auto& of_router : asked)
        expect_output_first<Simulator::GrantRecord>(of_router.second, granted[of_router.first], in_transit, row);
    }
    drain(s);
  }
}
TEST(OracleSelfcheck, OutputFirstInRandomMachines) { expect_output_first_in_random_machines(12); }
TEST(OracleSelfcheckSlow, OutputFirstInRandomMachines) { expect_output_first_in_random_machines(100); }

// (output, VC) of all that is asked for at a router in the last step; the VC of an ejection port is -1.
std::vector<std::pair<int, int>> asked_at(const Simulator& s, int router) {
  std::vector<std::pair<int, int>> result;
  for (const auto& r : s.asked())
    if (r.router == router) result.emplace_back(r.output, r.vc);
  return result;
}

TEST(OracleSelfcheck, OutputFirstRequests) {
  using Asked = std::vector<std::pair<int, int>>;
  Config c = torus({8, 8});
  c.allocator = Allocator::output_first;
  c.arbiter = Arbiter::round_robin;
  c.max_packet_flits = 4;
  c.credit_delay = 100;
  c.ejectors = 3;
  for (Selection selection : {Selection::most_credits, Selection::dimension_order}) {
    c.selection = selection;
    const int other = selection == Selection::most_credits ? 2 : 1;
    Simulator s(c);
    s.offer(0, 9, 4);
    s.step();
    EXPECT_EQ(asked_at(s, 0), (Asked{{0, 1}, {2, 1}}));  // and is granted x+ there
    s.offer(0, 9, 1);
    for (int i = 0; i < 3; ++i) {
      s.step();
      EXPECT_EQ(asked_at(s, 0), (Asked{}));  // the injector is crossing
    }
    s.step();
    EXPECT_EQ(asked_at(s, 0), (Asked{{0, other}, {2, 1}}));
    EXPECT_EQ(asked_at(s, 9), (Asked{{4, -1}, {5, -1}, {6, -1}}));  // the first packet, after two hops
    drain(s);
  }
  // A taken output is not asked for: the second packet, in another injector, comes when x+ is taken.
  c.injectors = 2;
  c.injection = Injection::round_robin;
  Simulator busy(c);
  busy.offer(0, 9, 4);
  busy.step();
  busy.offer(0, 9, 1);
  busy.step();
  EXPECT_EQ(asked_at(busy, 0), (Asked{{2, 1}}));
  // One draw for all ports: with as many candidates at each it gives the same VC.
  c.selection = Selection::random;
  std::set<int> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    c.seed = seed;
    Simulator s(c);
    s.offer(0, 9, 1);
    s.step();
    const Asked asked = asked_at(s, 0);
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_EQ(asked[0].second, asked[1].second);
    seen.insert(asked[0].second);
  }
  EXPECT_EQ(seen, (std::set<int>{1, 2}));
  // Without adaptive candidates only the escape channel.
  c.adaptive = 0;
  Simulator escapes(c);
  escapes.offer(0, 9, 1);
  escapes.step();
  EXPECT_EQ(asked_at(escapes, 0), (Asked{{0, 0}}));
}

TEST(OracleSelfcheck, OutputFirstByHand) {
  Config c = torus({8, 8});
  c.allocator = Allocator::output_first;
  c.arbiter = Arbiter::round_robin;
  c.injectors = 2;
  c.injection = Injection::round_robin;
  {
    // Both outputs choose injector 0; the one that its row does not accept is granted to nobody.
    Simulator s(c);
    s.offer(0, 9, 1, 1);
    s.offer(0, 9, 1, 2);
    const std::vector<Delivery> all = drain(s);
    EXPECT_EQ(with_tag(all, 1).entered, 0u);
    EXPECT_EQ(with_tag(all, 2).entered, 1u);
  }
  {
    // Packet 1 is at node 1 in cycle 2 and chosen by x+ and y+; it accepts x+, and y+ is left to packet 2.
    Simulator s(c);
    std::vector<Delivery> all;
    s.offer(0, 10, 1, 1);
    step_to(s, 2, all);
    s.offer(1, 1 + 8, 1, 2);
    s.offer(1, 2, 1, 3);
    const std::vector<Delivery> rest = drain(s);
    all.insert(all.end(), rest.begin(), rest.end());
    EXPECT_EQ(with_tag(all, 1).ejected, 6u);
    EXPECT_EQ(with_tag(all, 2).entered, 2u);
    EXPECT_EQ(with_tag(all, 3).entered, 3u);
  }
}

// If every input asks for at most one output, the allocators with per_vc do the same; else they do not.
void expect_that_allocators_differ(const Config& twisted, std::uint64_t cycles) {
  for (Arbiter arbiter : kUnweightedArbiters)
    for (Selection selection : {Selection::most_credits, Selection::dimension_order, Selection::random}) {
      Config ring = torus({7});  // one productive port
      Config escapes = twisted;
      escapes.adaptive = 0;
      for (Config c : {ring, escapes}) {
        c.arbiter = arbiter;
        c.selection = selection;
        c.max_packet_flits = 4;
        c.injectors = 2;
        c.injection = Injection::round_robin;
        c.message_classes = 2;
        const std::uint64_t digest = run_and_check(c, cycles, 60);
        c.allocator = Allocator::output_first;
        EXPECT_EQ(run_and_check(c, cycles, 60), digest);
      }
      for (Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port}) {
        Config c = twisted;
        c.arbiter = arbiter;
        c.selection = selection;
        c.crossbar = crossbar;
        c.max_packet_flits = 4;
        const std::uint64_t digest = run_and_check(c, cycles, 60);
        c.allocator = Allocator::output_first;
        EXPECT_NE(run_and_check(c, cycles, 60), digest);
      }
    }
}
TEST(OracleSelfcheck, AllocatorsDifferWhereTheyCan) { expect_that_allocators_differ(rtt2(), 60); }
TEST(OracleSelfcheckSlow, AllocatorsDifferWhereTheyCan) { expect_that_allocators_differ(rtt4(), 150); }

// The digests of the simulator before it had `router.allocator`.
void expect_that_input_first_is_as_before(std::size_t every) {
  const std::vector<std::uint64_t> expected = {0x755fb29e32dde398u, 0x7a2017cb39e83332u, 0x31bd0fbc552b36dau,
                                               0x7917fa48cef5aab3u, 0xeeee39ceead2778cu, 0xb3deac15aab51cd7u};
  std::size_t number = 0;
  for (Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port})
    for (Arbiter arbiter : {Arbiter::random, Arbiter::round_robin, Arbiter::age}) {
      if (number++ % every != 0) continue;
      std::uint64_t sum = 0;
      for (Selection selection : {Selection::most_credits, Selection::dimension_order, Selection::random}) {
        Config c = rtt4();
        c.crossbar = crossbar;
        c.arbiter = arbiter;
        c.selection = selection;
        c.max_packet_flits = 4;
        c.injectors = 3;
        c.ejectors = 2;
        sum += run_and_check(c, 150, 90);
      }
      EXPECT_EQ(sum, expected.at(number - 1));
    }
}
TEST(OracleSelfcheck, InputFirstIsAsBefore) { expect_that_input_first_is_as_before(5); }
TEST(OracleSelfcheckSlow, InputFirstIsAsBefore) { expect_that_input_first_is_as_before(1); }

}  // namespace
}  // namespace oracle::selfcheck
