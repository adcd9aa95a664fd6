// The flit-level oracle must first agree with the page it was written from: formulas, and examples made by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/flit_checks.h"
#include "tests/oracle/flit_dependencies.h"
#include "tests/oracle/flit_oracle.h"
#include "tests/support/sanitizers.h"

namespace oracle::flit::selfcheck {
namespace {

TRENZA_FILE_NOT_SANITIZED("it runs no code of the product");

Config with_pipeline(Config c, Pipeline pipeline, int depth = 1) {
  c.pipeline = pipeline;
  c.depth = depth;
  return c;
}

Story alone(const Config& c, int source, int destination, int flits) {
  Simulator s(c);
  s.offer(source, destination, flits);
  return drain(s);
}

// Section 7: I + h (D + G + H) + (D + G + Z) + (l - 1), if B covers the round trip of a credit:
// H + C on a link, I + Q at the source.
TEST(FlitOracle, LatencyAloneIsThatOfThePage) {
  std::mt19937 random(3);
  const auto number = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  for (int machine = 0; machine < 200; ++machine) {
    Config c = machine % 2 == 0 ? mesh({4, 3}) : torus({5, 3});
    c.pipeline = static_cast<Pipeline>(number(0, 2));
    c.depth = number(1, 4);
    c.routing_delay = number(0, 3);
    c.link_delay = number(0, 3);
    c.credit_delay = number(1, 4);
    c.injection_delay = number(0, 3);
    c.injection_credit_delay = number(1, 4);
    c.ejection_delay = number(1, 4);
    c.injection_mode = static_cast<InjectionMode>(number(0, 1));
    c.reallocation = static_cast<Reallocation>(number(0, 1));
    c.ejectors = number(1, 2);
    const int hop = 1 + c.link_delay;
    c.buffer_flits = std::max(hop + c.credit_delay, c.injection_delay + c.injection_credit_delay);
    const int source = number(0, 11), destination = number(0, 11), flits = number(1, 16);
    const Story story = alone(c, source, destination, flits);
    ASSERT_TRUE(story.is_over);
    ASSERT_EQ(story.deliveries.size(), 1U);
    const auto& d = story.deliveries.front();
    const int decided = c.routing_delay + (c.pipeline == Pipeline::two_step ? c.depth : 0);  // D + G
    const int latency = c.injection_delay + d.hops * (decided + hop) + decided + c.ejection_delay + (flits - 1);
    EXPECT_EQ(d.ejected, static_cast<Cycle>(latency)) << "machine " << machine;
    EXPECT_EQ(d.entered, 0U);
  }
}

// A buffer that is one flit smaller holds a long packet up, on the link and at the source.
TEST(FlitOracle, BufferThatDoesNotCoverTheRoundTripStalls) {
  Config c = mesh({3});
  c.link_delay = 2;  // H = 3
  c.credit_delay = 2;
  c.buffer_flits = 5;  // H + C
  const Cycle smooth = alone(c, 0, 1, 16).deliveries.at(0).ejected;
  EXPECT_EQ(smooth, 3U + 1U + 15U);
  c.buffer_flits = 4;
  EXPECT_EQ(alone(c, 0, 1, 16).deliveries.at(0).ejected, smooth + 3);  // a cycle for every 4 flits after the first 4
  c = mesh({3});
  c.injection_delay = 2;
  c.injection_credit_delay = 3;
  c.buffer_flits = 5;  // I + Q
  const Cycle steady = alone(c, 0, 0, 16).deliveries.at(0).ejected;
  EXPECT_EQ(steady, 2U + 1U + 15U);
  c.buffer_flits = 4;
  EXPECT_EQ(alone(c, 0, 0, 16).deliveries.at(0).ejected, steady + 3);
}

// A worm of four flits over two hops: crossings of the three routers.
TEST(FlitOracle, WormThroughEachPipeline) {
  const Config line = without_draws(mesh({3}));
  const auto expect = [](const Config& c, const std::vector<std::string>& routers, Cycle ejected) {
    const Story story = alone(c, 0, 2, 4);
    for (int r = 0; r < 3; ++r) EXPECT_EQ(crossings(story.crossings, r, 0), routers[static_cast<std::size_t>(r)]);
    EXPECT_EQ(story.deliveries.at(0).ejected, ejected);
    EXPECT_EQ(story.deliveries.at(0).hops, 2);
  };
  expect(line, {"0:0 1:1 2:2 3:3", "1:0 2:1 3:2 4:3", "2:0 3:1 4:2 5:3"}, 6);
  expect(with_pipeline(line, Pipeline::two_step), {"1:0 2:1 3:2 4:3", "3:0 4:1 5:2 6:3", "5:0 6:1 7:2 8:3"}, 9);
  expect(with_pipeline(line, Pipeline::two_step, 2), {"2:0 3:1 4:2 5:3", "5:0 6:1 7:2 8:3", "8:0 9:1 10:2 11:3"}, 12);
  expect(with_pipeline(line, Pipeline::speculative), {"0:0 1:1 2:2 3:3", "1:0 2:1 3:2 4:3", "2:0 3:1 4:2 5:3"}, 6);
  Config slow = line;
  slow.routing_delay = 2;
  slow.link_delay = 1;  // B = 4 covers H + C = 3
  expect(slow, {"2:0 3:1 4:2 5:3", "6:0 7:1 8:2 9:3", "10:0 11:1 12:2 13:3"}, 14);
}

// Node 1 sends from cycle 0 on; the worm from node 0 is there in cycle 1. Both have a VC of the link to node 2.
TEST(FlitOracle, WormsThatShareALinkAlternate) {
  Simulator s(without_draws(mesh({4})));
  s.offer(0, 3, 4);
  s.offer(1, 3, 4);
  const Story story = drain(s);
  EXPECT_EQ(crossings(story.crossings, 1, 1), "0:0 2:1 4:2 6:3");
  EXPECT_EQ(crossings(story.crossings, 1, 0), "1:0 3:1 5:2 7:3");
  EXPECT_EQ(crossings(story.crossings, 2, 1), "1:0 3:1 5:2 7:3");
  EXPECT_EQ(crossings(story.crossings, 2, 0), "2:0 4:1 6:2 8:3");
  // They share the ejection port, too: each has a VC of it.
  EXPECT_EQ(crossings(story.crossings, 3, 1), "2:0 4:1 6:2 8:3");
  EXPECT_EQ(crossings(story.crossings, 3, 0), "3:0 5:1 7:2 9:3");
}

// With one VC the second worm waits until the tail of the first has crossed.
TEST(FlitOracle, WormWaitsForTheTailWithOneVc) {
  Config c = without_draws(mesh({4}));
  c.virtual_channels = 1;
  Simulator s(c);
  s.offer(0, 3, 4);
  s.offer(1, 3, 4);
  const Story story = drain(s);
  EXPECT_EQ(crossings(story.crossings, 1, 1), "0:0 1:1 2:2 3:3");
  EXPECT_EQ(crossings(story.crossings, 1, 0), "4:0 5:1 6:2 7:3");
}

// B = 1, H = C = 1: a credit that is used in t is back in t + 2.
TEST(FlitOracle, CreditStallWithOneFlitBuffers) {
  Config c = without_draws(mesh({2}));
  c.buffer_flits = 1;
  const Story story = alone(c, 0, 1, 3);
  EXPECT_EQ(crossings(story.crossings, 0, 0), "0:0 2:1 4:2");
  EXPECT_EQ(crossings(story.crossings, 1, 0), "1:0 3:1 5:2");
  EXPECT_EQ(story.deliveries.at(0).ejected, 6U);
}

// Two packets of two flits, one VC. The credits of the first are home in 3.
TEST(FlitOracle, AtomicReallocationWaitsForAllCredits) {
  Config c = without_draws(mesh({2}));
  c.virtual_channels = 1;
  for (const auto& one : std::vector<std::pair<Reallocation, std::string>>{{Reallocation::tail, "2:0 3:1"},
                                                                           {Reallocation::atomic, "3:0 4:1"}}) {
    c.reallocation = one.first;
    Simulator s(c);
    s.offer(0, 1, 2);
    s.offer(0, 1, 2);
    const Story story = drain(s);
    EXPECT_EQ(crossings(story.crossings, 0, 0, 0), "0:0 1:1");
    EXPECT_EQ(crossings(story.crossings, 0, 0, 1), one.second);
    EXPECT_EQ(story.deliveries.at(1).entered, 2U);
  }
}

// The second packet is allocated the second ejection port by turns, but its speculation is for the lowest.
TEST(FlitOracle, LostSpeculationCostsACycle) {
  Config c = with_pipeline(without_draws(mesh({2})), Pipeline::speculative);
  c.virtual_channels = 1;
  c.ejectors = 2;
  Simulator s(c);
  s.offer(0, 1, 1);
  s.offer(0, 1, 1);
  const Story story = drain(s);
  EXPECT_EQ(crossings(story.crossings, 1, 0, 0), "1:0");
  EXPECT_EQ(crossings(story.crossings, 1, 0, 1), "3:0");
  EXPECT_EQ(s.lost_speculations(), 1U);
  EXPECT_EQ(story.crossings.back().second.output, 3);
  EXPECT_FALSE(story.crossings.back().second.speculative);
  EXPECT_TRUE(story.crossings.front().second.speculative);
}

// Node 1 has a crossbar input for its two packets, up and down, which take turns. A packet from node 0 speculates on
// the link up in T = 7 or 8. In one of the two the packet down has the crossbar input and the one up asks in vain: the
// link is granted to nobody, but asked for.
TEST(FlitOracle, MaskOfRequestsDropsMore) {
  Config c = with_pipeline(without_draws(mesh({3})), Pipeline::speculative);
  c.crossbar = oracle::Crossbar::per_port;
  c.routing_delay = 3;
  const auto speculations = [&](oracle::Mask mask) {
    c.mask = mask;
    int moved = 0;
    for (const Cycle start : {0U, 1U}) {
      Simulator s(c);
      s.offer(1, 2, 12);
      s.offer(1, 0, 12);
      while (s.now() < start) s.step();
      s.offer(0, 2, 4);
      const Cycle decided = start + 7;
      for (const auto& e : drain(s).crossings) {
        if (e.second.router == 1 && e.second.source == 0 && e.second.speculative) {
          EXPECT_EQ(e.first, decided);
          ++moved;
        }
      }
    }
    return moved;
  };
  EXPECT_EQ(speculations(oracle::Mask::grants), 1);
  EXPECT_EQ(speculations(oracle::Mask::requests), 0);
}

// One flit a cycle: the packets of a source take turns with `side_by_side` only.
TEST(FlitOracle, SourcesInterleaveSideBySide) {
  Config c = without_draws(mesh({3}));
  for (const auto& one : std::vector<std::pair<InjectionMode, std::vector<std::string>>>{
           {InjectionMode::side_by_side, {"0:0 2:1 4:2", "1:0 3:1 5:2"}},
           {InjectionMode::one_at_a_time, {"0:0 1:1 2:2", "3:0 4:1 5:2"}}}) {
    c.injection_mode = one.first;
    Simulator s(c);
    s.offer(1, 0, 3);
    s.offer(1, 2, 3);
    const Story story = drain(s);
    EXPECT_EQ(crossings(story.crossings, 1, 1, 0), one.second.at(0));
    EXPECT_EQ(crossings(story.crossings, 1, 1, 1), one.second.at(1));
  }
}

// Strides 3 for what comes from node 0 and 1 for what starts at node 1: one flit to three. A flit is what is charged.
TEST(FlitOracle, StridesShareALinkByFlits) {
  Config c = mesh({4});
  c.arbiter = Arbiter::stride;
  c.port_strides = {3, 1};
  c.max_packet_flits = 64;
  Simulator s(c);
  s.offer(0, 3, 64);
  s.offer(1, 3, 64);
  int through = 0, local = 0;
  for (const auto& e : drain(s).crossings) {
    if (e.second.router != 1 || e.first < 10 || e.first >= 50) continue;
    ++(e.second.source == 0 ? through : local);
  }
  EXPECT_EQ(through, 10);
  EXPECT_EQ(local, 30);
}

// Two classes: the queues take turns with `one_at_a_time`.
TEST(FlitOracle, ClassesTakeTurnsOneAtATime) {
  Config c = without_draws(mesh({2}));
  c.message_classes = 2;
  c.injection_mode = InjectionMode::one_at_a_time;
  Simulator s(c);
  for (int message_class : {1, 1, 0, 0}) s.offer(0, 1, 2, 0, message_class);
  const Story story = drain(s);
  std::vector<std::uint64_t> order;
  for (const auto& d : story.deliveries) order.push_back(d.number);
  EXPECT_EQ(order, (std::vector<std::uint64_t>{2, 0, 3, 1}));
  for (const auto& e : story.allocations) EXPECT_EQ(e.second.vc / 2, e.second.number < 2 ? 1 : 0);
}

// Section 8.1 on a ring of 8: e_0 of port 0 leads from 7 to 0, that of port 1 from 0 to 7.
TEST(FlitOracle, DatelineClasses) {
  Config c = without_draws(torus({8}));
  c.max_packet_flits = 1;
  using Vcs = std::vector<int>;
  const auto expect = [&](Dateline dateline, int source, int destination, Vcs vcs) {
    c.dateline = dateline;
    const Story story = alone(c, source, destination, 1);
    vcs.push_back(0);  // of the ejection port
    EXPECT_EQ(vcs_of(story, source), vcs) << source << " -> " << destination;
  };
  expect(Dateline::memoryless, 6, 1, {0, 1, 1});  // up: e_7, e_0, e_1
  expect(Dateline::static_class, 6, 1, {0, 0, 0});
  expect(Dateline::crossing, 6, 1, {0, 1, 1});
  expect(Dateline::memoryless, 7, 1, {1, 1});  // up, at once over the dateline
  expect(Dateline::static_class, 7, 1, {0, 0});
  expect(Dateline::crossing, 7, 1, {1, 1});
  expect(Dateline::memoryless, 1, 4, {1, 1, 1});
  expect(Dateline::static_class, 1, 4, {1, 1, 1});
  expect(Dateline::crossing, 1, 4, {0, 0, 0});
  expect(Dateline::memoryless, 0, 2, {1, 1});  // from the node behind the dateline on
  expect(Dateline::crossing, 0, 2, {0, 0});
  expect(Dateline::memoryless, 6, 7, {1});        // ends before the dateline
  expect(Dateline::memoryless, 1, 6, {0, 1, 1});  // down: e_7, e_0, e_1
  expect(Dateline::static_class, 1, 6, {0, 0, 0});
  expect(Dateline::crossing, 1, 6, {0, 1, 1});
  expect(Dateline::static_class, 0, 6, {0, 0});  // down, at once over the dateline
}

// Three VCs: class 0 has VC 0, class 1 the other two.
TEST(FlitOracle, DatelineClassesShareOddVcs) {
  Config c = without_draws(torus({8}));
  c.virtual_channels = 3;
  Simulator s(c);
  for (int k = 0; k < 3; ++k) s.offer(1, 3, 8);  // class 1
  for (int k = 0; k < 3; ++k) s.offer(6, 1, 8);  // class 0 up to the dateline
  const Story story = drain(s);
  ASSERT_EQ(story.deliveries.size(), 6U);
  std::vector<bool> used(3, false);
  for (const auto& e : story.allocations) {
    if (e.second.output != 0) continue;
    if (e.second.source == 1) used.at(static_cast<std::size_t>(e.second.vc)) = true;
    if (e.second.source == 6) {
      EXPECT_EQ(e.second.vc == 0, e.second.router == 6);
    }
  }
  EXPECT_EQ(used, (std::vector<bool>{false, true, true}));
}

// `duato` on a torus: a packet takes adaptive VCs (2, 3) while one is free, and stays in escape VCs if they are sticky.
TEST(FlitOracle, DuatoTakesEscapesLast) {
  Config c = without_draws(torus({6, 6}));
  c.routing = RoutingRule::duato;
  c.virtual_channels = 4;
  for (const auto& e : alone(c, 0, 14, 4).allocations)
    if (e.second.output < 4) {
      EXPECT_GE(e.second.vc, 2);
    }
  Simulator s(c);
  for (int k = 0; k < 4; ++k) s.offer(0, 1, 16);
  bool has_escaped = false;
  for (const auto& e : drain(s).allocations)
    if (e.second.router == 0 && e.second.vc < 2) has_escaped = true;
  EXPECT_TRUE(has_escaped);
}

TEST(FlitOracle, RefusesWhatThePageRefuses) {
  Config c = torus({4, 4});
  c.virtual_channels = 17;
  EXPECT_THROW(Simulator{c}, std::invalid_argument);
  c = torus({4, 4});
  c.routing = RoutingRule::duato;  // two VCs are all escape
  EXPECT_THROW(Simulator{c}, std::invalid_argument);
  c.virtual_channels = 3;
  EXPECT_NO_THROW(Simulator{c});
  EXPECT_NE(why_refused(c), "");  // tail
  c.reallocation = Reallocation::atomic;
  EXPECT_EQ(why_refused(c), "");
  EXPECT_THROW(Simulator(c).offer(0, 1, 17), std::invalid_argument);
}

}  // namespace
}  // namespace oracle::flit::selfcheck
