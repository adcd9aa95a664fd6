// The oracle must first agree with the page it was written from: formulas, timing diagrams and invariants.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "oracle.h"

namespace {

using oracle::Arbiter;
using oracle::Config;
using oracle::Crossbar;
using oracle::Delivery;
using oracle::Injection;
using oracle::Selection;
using oracle::Simulator;

Config torus(std::vector<int> sizes) {
  Config c;
  c.twist.assign(sizes.size(), std::vector<int>(sizes.size(), 0));
  c.sizes = std::move(sizes);
  return c;
}

Config rt4() { return torus({8, 4}); }

Config rtt4() {
  Config c = rt4();
  c.twist[1][0] = 4;
  return c;
}

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

// Steps until the fabric is idle; all deliveries of these steps.
std::vector<Delivery> drain(Simulator& s, std::uint64_t limit = 200000) {
  std::vector<Delivery> all;
  for (std::uint64_t i = 0; i < limit && !s.idle(); ++i) {
    s.step();
    all.insert(all.end(), s.delivered().begin(), s.delivered().end());
  }
  EXPECT_TRUE(s.idle());
  return all;
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

// Random traffic: every node offers a packet with probability percent/100 in each cycle.
class Load {
 public:
  Load(const Config& c, std::uint64_t seed, unsigned percent)
      : flits_(static_cast<unsigned>(c.max_packet_flits)), rate_(percent), random_(seed) {}

  void offer(Simulator& s) {
    for (int source = 0; source < s.nodes(); ++source) {
      if (random_() % 100 >= rate_) continue;
      const auto others = static_cast<unsigned>(s.nodes() - 1);
      const int away = 1 + static_cast<int>(random_() % others);
      const int length = 1 + static_cast<int>(random_() % flits_);
      s.offer(source, (source + away) % s.nodes(), length, offered++);
    }
  }

  std::uint64_t offered = 0;

 private:
  unsigned flits_;
  unsigned rate_;
  std::mt19937_64 random_;
};

// Offers for `cycles` cycles, drains, and checks that every packet arrived once. The digest.
std::uint64_t run_and_check(const Config& c, std::uint64_t cycles, unsigned percent) {
  Simulator s(c);
  Load load(c, 7, percent);
  std::vector<Delivery> all;
  while (s.now() < cycles) {
    load.offer(s);
    s.step();
    for (std::size_t i = 1; i < s.delivered().size(); ++i)
      EXPECT_LE(s.delivered()[i - 1].destination, s.delivered()[i].destination);
    all.insert(all.end(), s.delivered().begin(), s.delivered().end());
  }
  const std::vector<Delivery> rest = drain(s);
  all.insert(all.end(), rest.begin(), rest.end());
  std::set<std::uint64_t> tags;
  std::uint64_t flit_hops = 0;
  for (const Delivery& d : all) {
    tags.insert(d.tag);
    flit_hops += static_cast<std::uint64_t>(d.hops) * static_cast<std::uint64_t>(d.flits);
    const auto hop = static_cast<std::uint64_t>(c.router_delay + c.link_delay);
    EXPECT_GE(d.entered, d.created + static_cast<std::uint64_t>(c.router_delay) - 1);
    EXPECT_GE(d.ejected,
              d.entered + static_cast<std::uint64_t>(d.hops) * hop + static_cast<std::uint64_t>(d.flits) - 1);
  }
  EXPECT_EQ(all.size(), load.offered);
  EXPECT_EQ(tags.size(), load.offered);
  EXPECT_EQ(s.delivered_packets(), load.offered);
  EXPECT_EQ(s.flit_hops(), flit_hops);
  return s.digest();
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
  EXPECT_THROW(s.offer(1, 1, 1), std::invalid_argument);
  EXPECT_THROW(s.offer(1, 2, 17), std::invalid_argument);
}

TEST(OracleSelfcheck, ZeroLoadLatency) {
  for (const Config& network : {rt4(), rtt4(), twisted_12x5(), pdtt2()})
    for (int router_delay : {1, 2, 3, 7})
      for (int link_delay : {1, 2, 5})
        for (int flits : {1, 2, 5, 16}) {
          Config c = network;
          c.router_delay = router_delay;
          c.link_delay = link_delay;
          c.credit_delay = 1 + flits % 3;
          c.adaptive = flits % 3;
          Simulator s(c);
          for (int t = 1; t < s.nodes(); t += 3) {
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
  for (bool bubble : {true, false}) {
    Config c = torus({8});
    c.adaptive = 0;
    c.buffer_packets = 2;
    c.max_packet_flits = 4;
    c.bubble = bubble;
    Simulator s(c);
    std::vector<Delivery> all;  // all cycles are those of the diagram + 2
    s.offer(1, 4, 4, 1);        // the packet before d: granted in -2, downstream in 0, its tail crosses out there in 3
    step_to(s, 2, all);
    s.offer(0, 4, 4, 2);  // d: arrives at node 1 in 2
    s.offer(1, 3, 4, 3);  // c
    const std::vector<Delivery> rest = drain(s);
    all.insert(all.end(), rest.begin(), rest.end());
    EXPECT_EQ(with_tag(all, 1).entered, 0u);
    EXPECT_EQ(with_tag(all, 2).entered, 2u);
    EXPECT_EQ(with_tag(all, 2).ejected, 2u + 4 * 2 + 3);              // never waits
    EXPECT_EQ(with_tag(all, 3).entered, bubble ? 2u + 8u : 2u + 6u);  // off: as soon as the output is free again
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
  // p takes 2 of 5 credits in 0; its flits cross out downstream in 2 and 3. q (4 flits) has 4 credits in 3 and is granted;
  // the credit of the flit that crosses in 3 is added in the same update: 4 - 4 + 1 = 1.
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
  // Created in 0, e enters in T = 2 and f in T + 4. e would be granted at node 1 in T + 4; a packet of node 1 (granted in
  // T + 3, 2 flits) delays it to T + 5 = 7, cycle 4 of the diagram. f arrives in T + 6 = 8, cycle 5 of the diagram.
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

TEST(OracleSelfcheck, ConservationOnManyNetworks) {
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
        run_and_check(c, 400, 40);
      }
}

TEST(OracleSelfcheck, ConservationWithAllOptions) {
  std::map<std::uint64_t, int> digests;
  int runs = 0;
  for (const Config& network : {rtt4(), torus({3, 3, 4})})
    for (Arbiter arbiter : {Arbiter::random, Arbiter::round_robin, Arbiter::age})
      for (Selection selection : {Selection::most_credits, Selection::dimension_order, Selection::random})
        for (Crossbar crossbar : {Crossbar::per_vc, Crossbar::per_port})
          for (Injection injection : {Injection::direction, Injection::round_robin, Injection::shortest}) {
            Config c = network;
            c.max_packet_flits = 4;
            c.injectors = 3;
            c.ejectors = 2;
            c.arbiter = arbiter;
            c.selection = selection;
            c.crossbar = crossbar;
            c.injection = injection;
            ++digests[run_and_check(c, 200, 90)];
            ++runs;
          }
  EXPECT_EQ(static_cast<int>(digests.size()), runs);  // every option value matters
}

TEST(OracleSelfcheck, SeedDecidesDigest) {
  Config c = rtt4();
  const std::uint64_t first = run_and_check(c, 500, 20);
  EXPECT_EQ(run_and_check(c, 500, 20), first);
  c.seed = 2;
  EXPECT_NE(run_and_check(c, 500, 20), first);
}

TEST(OracleSelfcheck, JumpChangesNothingButTheCycle) {
  for (Arbiter arbiter : {Arbiter::random, Arbiter::round_robin}) {
    Config c = rtt4();
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

TEST(OracleSelfcheck, BubbleKeepsOverloadAlive) {
  for (const Config& network : {rt4(), rtt4()}) {
    Config c = network;
    c.adaptive = 0;
    c.buffer_packets = 2;
    c.max_packet_flits = 4;
    Simulator s(c);
    Load load(c, 11, 50);
    while (s.now() < 20000) {
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

// In-transit traffic wins over injectors, so that without the bubble a ring still fills rarely: a hang needs chance, and
// many short packets and injectors give it most chances. With the bubble the same loads go on.
TEST(OracleSelfcheck, NoBubbleHangsUnderOverload) {
  for (bool bubble : {false, true})
    for (std::uint64_t seed : {1, 2, 3, 4}) {
      Config c = rt4();
      c.adaptive = 0;
      c.buffer_packets = 2;
      c.max_packet_flits = 1;
      c.injectors = 4;
      c.bubble = bubble;
      c.seed = seed;
      Simulator s(c);
      Load load(c, seed, 100);
      while (s.now() < 6000) {
        load.offer(s);
        s.step();
      }
      const std::uint64_t before = s.delivered_packets();
      EXPECT_GT(before, 0u);
      for (int i = 0; i < 1000; ++i) s.step();
      EXPECT_FALSE(s.idle());
      EXPECT_EQ(s.delivered_packets() == before, !bubble);
    }
}

}  // namespace
