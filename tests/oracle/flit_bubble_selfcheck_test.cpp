// Section 8.3 of the page in the flit-level oracle: flit bubbles by hand, and machines that stand still without them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/flit_checks.h"
#include "tests/oracle/flit_dependencies.h"
#include "tests/oracle/flit_oracle.h"
#include "tests/oracle/flit_random.h"
#include "tests/support/sanitizers.h"

namespace oracle::flit::selfcheck {
namespace {

TRENZA_FILE_NOT_SANITIZED("it runs no code of the product");

Config bubbles(Config c, int n, RoutingRule routing = RoutingRule::dimension_order) {
  c.ring_escape = RingEscape::flit_bubble;
  c.routing = routing;
  c.virtual_channels = n;
  c.buffer_flits = 5;
  c.max_packet_flits = 4;
  if (routing == RoutingRule::duato) c.reallocation = Reallocation::atomic;
  return c;
}

// A ring of 8 in one direction where a credit that is used in t comes home 60 cycles after the flit has left the next
// router, so that credits are only lost for long.
Config slow_credits(int n) {
  Config c = without_draws(bubbles(unidirectional({8}), n));
  c.credit_delay = 60;
  return c;
}

// The cycle in which the packet of a source was allocated an output VC of the link x+ of a router, and the VC.
std::pair<Cycle, int> allocated(const Story& story, int router, int source, std::uint64_t number = 0) {
  for (const auto& a : story.allocations)
    if (a.second.router == router && a.second.source == source && a.second.number == number && a.second.output == 0)
      return {a.first, a.second.vc};
  ADD_FAILURE() << "no allocation";
  return {};
}

using Allocated = std::pair<Cycle, int>;

// B = 5. A packet of two flits leaves node 0 in 0 and 1, and node 1 in 1 and 2: 3 credits are left until 61. The next
// packet of l flits needs l + 1.
TEST(FlitOracleBubbles, EntersWithAFlitMoreThanItsOwn) {
  const std::vector<Cycle> expected{2, 2, 61, 62};  // l = 1 .. 4
  for (int flits = 1; flits <= 4; ++flits) {
    Simulator s(slow_credits(1));
    s.offer(0, 3, 2);
    s.offer(0, 3, flits);
    const Story story = drain(s);
    EXPECT_TRUE(story.is_over);
    EXPECT_EQ(allocated(story, 0, 0, 1), Allocated(expected[static_cast<std::size_t>(flits - 1)], 0)) << flits;
  }
  // With l credits it would enter at once with three flits.
  Config broken = slow_credits(1);
  broken.bubble_flits = 0;
  Simulator s(broken);
  s.offer(0, 3, 2);
  s.offer(0, 3, 3);
  EXPECT_EQ(allocated(drain(s), 0, 0, 1), Allocated(2, 0));
}

// Node 1 sends four flits in 0 .. 3; one credit is left until 61. What comes from node 0 goes on with it in 4, but what
// starts at node 1 needs two credits for one flit and five for four.
TEST(FlitOracleBubbles, ContinuesWithOneCredit) {
  Simulator through(slow_credits(1));
  through.offer(1, 4, 4);
  through.offer(0, 3, 4);
  Story story = drain(through);
  EXPECT_EQ(allocated(story, 1, 0), Allocated(4, 0));
  EXPECT_EQ(oracle::flit::selfcheck::crossings(story.crossings, 1, 0), "4:0 61:1 62:2 63:3");
  for (const auto& one : std::vector<std::pair<int, Cycle>>{{1, 61}, {4, 64}}) {
    Simulator enters(slow_credits(1));
    enters.offer(1, 4, 4);
    enters.offer(1, 4, one.first);
    EXPECT_EQ(allocated(drain(enters), 1, 1, 1), Allocated(one.second, 0));
  }
}

// Two VCs. Node 1 sends a packet of four flits by VC 0, in 0, 2, 3 and 4, and one of one flit by VC 1 in 1. In 2 a
// packet from node 0 is there in VC 0. It may enter VC 1, of which 4 credits are home, with three flits. With four it
// waits until VC 0 is free again, where it goes on with one credit.
TEST(FlitOracleBubbles, EntersAnotherVcOfItsRing) {
  for (const auto& one : std::vector<std::pair<int, Allocated>>{{3, {2, 1}}, {4, {5, 0}}}) {
    Simulator s(slow_credits(2));
    s.offer(1, 4, 4);
    s.offer(1, 4, 1);
    s.step();
    s.offer(0, 3, one.first);
    const Story story = drain(s);
    EXPECT_EQ(allocated(story, 0, 0), Allocated(1, 0));
    EXPECT_EQ(allocated(story, 1, 0), one.second) << one.first;
  }
}

// Who continues: only a head that stands in the same ring and number. Ring VCs have no dateline classes.
TEST(FlitOracleBubbles, RingVcs) {
  constexpr int kVcs = 3, kAll = 2 * kVcs;  // of a class, of a channel
  Config c = bubbles(torus({4, 4}), kVcs);
  c.message_classes = 2;
  const FlitRouting routing(c);
  const auto header = routing.first_headers(1, 3 + 4).front();  // two hops in x, up or down, and one in y
  const int x = header.record.at(0) > 0 ? 0 : 1;
  EXPECT_EQ(routing.tiers(1, 4, 0, 7, 0, header).at(0), (Tier{x * kAll, x * kAll + 1, x * kAll + 2}));
  EXPECT_EQ(routing.tiers(1, 4, 3, 7, 1, header).at(0), (Tier{x * kAll + 3, x * kAll + 4, x * kAll + 5}));
  for (int port = 0; port <= 4; ++port)
    for (int vc = 0; vc < kAll; ++vc)
      for (int lane = 0; lane < 4 * kAll; ++lane) {
        EXPECT_NE(routing.bubble_ring(1, lane), oracle::detail::absent);
        EXPECT_EQ(routing.continues(1, port, vc, lane), port < 4 && lane == port * kAll + vc);
      }
  EXPECT_EQ(routing.bubble_ring(1, 4 * kAll), oracle::detail::absent);  // ejection
  EXPECT_EQ(routing.bubble_ring(1, 0), routing.bubble_ring(2, 0));
  EXPECT_NE(routing.bubble_ring(1, 0), routing.bubble_ring(5, 0));  // another row

  // duato: VC 0 of each class, and one escape VC is all there is.
  Config adaptive = bubbles(torus({4, 4}), kVcs, RoutingRule::duato);
  adaptive.message_classes = 2;
  const FlitRouting duato(adaptive);
  for (int u = 0; u < kAll; ++u) EXPECT_EQ(duato.bubble_ring(1, u) != oracle::detail::absent, u % kVcs == 0);
  EXPECT_EQ(duato.tiers(1, 4, 0, 7, 0, header).at(1), Tier{x * kAll});
  EXPECT_EQ(duato.tiers(1, 4, 0, 7, 1, header).at(1), Tier{x * kAll + 3});
  EXPECT_EQ(duato.tiers(1, 4, 0, 7, 0, header).at(0).size(), 4U);                // two ports with two adaptive VCs
  EXPECT_EQ(duato.tiers(1, 0, 0, 7, 0, header), std::vector<Tier>{{x * kAll}});  // sticky

  // A twisted ring closes after two wraps: all rows of x = 0 and 2 in y are one ring.
  const FlitRouting twist(bubbles(twisted({4, 4}, 1, 0, 2), 1));
  EXPECT_EQ(twist.bubble_ring(0, 2), twist.bubble_ring(2, 2));
  EXPECT_NE(twist.bubble_ring(0, 2), twist.bubble_ring(1, 2));
  // Open dimensions and a dimension of two nodes with one link are in no ring.
  Config mixed = bubbles(torus({4, 4}), 1);
  mixed.closed = {true, false};
  EXPECT_EQ(FlitRouting(mixed).bubble_ring(0, 2), oracle::detail::absent);
  EXPECT_EQ(FlitRouting(bubbles(unidirectional({4, 2}), 1)).bubble_ring(0, 2), oracle::detail::absent);
}

// Adaptive VCs are free when all credits are home, VC 0 of the ring when l + 1 are.
TEST(FlitOracleBubbles, AtomicDoesNotConcernRingVcs) {
  Config c = slow_credits(2);
  c.routing = RoutingRule::duato;
  c.reallocation = Reallocation::atomic;
  Simulator s(c);
  for (int k = 0; k < 4; ++k) s.offer(0, 3, 1);
  const Story story = drain(s);
  EXPECT_TRUE(story.is_over);
  EXPECT_EQ(allocated(story, 0, 0, 0), Allocated(0, 1));
  EXPECT_EQ(allocated(story, 0, 0, 1), Allocated(1, 0));
  EXPECT_EQ(allocated(story, 0, 0, 2), Allocated(2, 0));
  EXPECT_EQ(allocated(story, 0, 0, 3), Allocated(3, 0));
}

std::vector<std::pair<std::string, Config>> bubble_networks() {
  Config mixed = torus({4, 3});
  mixed.closed = {true, false};
  Config one_link = torus({2, 5});
  one_link.size_two_links = 1;
  Config bypass = torus({8, 4});
  bypass.bypass_dimensions = 2;
  bypass.bypass_lengths = {2};
  bypass.escape = Escape::torus_order;
  return {{"ring", torus({5})},
          {"ring in one direction", unidirectional({4})},
          {"torus", torus({4, 3})},
          {"torus in one direction", unidirectional({3, 4})},
          {"cube in one direction", unidirectional({3, 2, 3})},
          {"torus in one dimension", mixed},
          {"one link", one_link},
          {"rings of two", torus({2, 2})},
          {"twisted", twisted({8, 4}, 1, 0, 4)},
          {"RTT(3)", twisted({6, 3}, 1, 0, 3)},
          {"12x4", twisted({12, 4}, 1, 0, 3)},
          {"PTT(2)", twisted({4, 2, 2}, 1, 0, 2)},
          {"iBT", bypass}};
}

TEST(FlitOracleBubbles, GraphsHaveNoCycle) {
  for (const auto& network : bubble_networks())
    for (RoutingRule rule : {RoutingRule::dimension_order, RoutingRule::duato})
      for (int n : {1, 2, 3}) {
        if (rule == RoutingRule::duato && n == 1) continue;
        SCOPED_TRACE(network.first);
        Config c = bubbles(network.second, n, rule);
        EXPECT_EQ(why_refused(c), "");
        // Without bubbles a VC of a ring is not enough.
        c.ring_escape = RingEscape::dateline;
        const bool turns = network.first != "rings of two";  // and there no packet goes on in its ring
        if (n == 1) {
          EXPECT_EQ(why_refused(c) != "", turns);
        }
      }
  // One vertex for each ring: from each ring of x to each of y, in a torus of 4 x 3 with two directions.
  EXPECT_EQ(Dependencies(bubbles(torus({4, 3}), 1)).arcs(), (2U * 3U) * (2U * 4U));
  EXPECT_EQ(Dependencies(bubbles(torus({5}), 2)).arcs(), 0U);
  Config tail = bubbles(torus({4, 3}), 2, RoutingRule::duato);
  tail.reallocation = Reallocation::tail;
  EXPECT_NE(why_refused(tail), "");
}

void expect_that_bubble_machines_deliver_all(std::uint64_t machines, std::uint64_t cycles) {
  std::set<std::uint64_t> digests;
  const auto choices = bubble_networks();
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    Dice dice(seed);
    const auto& network = choices[seed % choices.size()];
    SCOPED_TRACE("machine " + std::to_string(seed) + ", " + network.first);
    const bool is_duato = dice.number(0, 1) == 1;
    Config c = bubbles(network.second, dice.number(is_duato ? 2 : 1, 3),
                       is_duato ? RoutingRule::duato : RoutingRule::dimension_order);
    c.message_classes = dice.number(1, 2);
    c.max_packet_flits = dice.number(1, 6);
    c.buffer_flits = c.max_packet_flits + dice.number(1, 3);
    choose_timing_and_allocators(dice, c);
    c.seed = seed;
    digests.insert(run_and_check(c, cycles, 20 + static_cast<unsigned>(seed % 3) * 20, seed));
  }
  EXPECT_EQ(digests.size(), machines);
}
TEST(FlitOracleBubbles, MachinesDeliverAll) { expect_that_bubble_machines_deliver_all(26, 40); }
TEST(FlitOracleBubblesSlow, MachinesDeliverAll) { expect_that_bubble_machines_deliver_all(88, 80); }

// All nodes of a ring in one direction send as much as they can, as far as can be. Returns how many of these
// machines, with draws of their own, stand still with packets in them.
int stand_still(Config c, int flits, std::uint64_t machines, Cycle limit) {
  int count = 0;
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    c.seed = seed;
    Simulator s(c);
    for (int source = 0; source < s.nodes(); ++source)
      for (int k = 0; k < 40; ++k) s.offer(source, (source + s.nodes() - 1) % s.nodes(), flits);
    const Story story = drain(s, limit);
    count += story.is_over ? 0 : 1;
    EXPECT_LT(story.crossings.back().first, limit / 2);  // since then nothing has moved
  }
  return count;
}

// With l credits instead of l + 1 rings fill up, and stand still.
void expect_that_rings_without_room_stand_still(std::uint64_t machines, Cycle limit) {
  for (int n : {1, 2})
    for (int flits : {1, 2, 3}) {
      SCOPED_TRACE(std::to_string(n) + " VCs, " + std::to_string(flits) + " flits");
      Config c = bubbles(unidirectional({4}), n);
      c.max_packet_flits = flits;
      c.buffer_flits = 2 * flits;
      EXPECT_EQ(stand_still(c, flits, machines, limit), 0);
      c.bubble_flits = 0;
      EXPECT_GT(stand_still(c, flits, machines, limit), 0);
    }
}
TEST(FlitOracleBubbles, RingsWithoutRoomStandStill) { expect_that_rings_without_room_stand_still(5, 2400); }
TEST(FlitOracleBubblesSlow, RingsWithoutRoomStandStill) { expect_that_rings_without_room_stand_still(20, 4000); }

TEST(FlitOracleBubbles, RefusesWhatThePageRefuses) {
  const auto is_refused = [](const Config& c) {
    try {
      Simulator s(c);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  Config c = bubbles(torus({4, 4}), 2);
  EXPECT_FALSE(is_refused(c));
  c.buffer_flits = c.max_packet_flits;
  EXPECT_TRUE(is_refused(c));
  c = bubbles(torus({4, 4}), 2);
  c.reallocation = Reallocation::atomic;
  EXPECT_TRUE(is_refused(c));
  c = bubbles(torus({4, 4}), 2, RoutingRule::duato);
  EXPECT_FALSE(is_refused(c));
  c.sticky_escape = false;
  EXPECT_TRUE(is_refused(c));
  EXPECT_TRUE(is_refused(bubbles(torus({4, 4}), 1, RoutingRule::duato)));  // no adaptive VC
  for (RoutingRule rule : {RoutingRule::up_down, RoutingRule::nbc, RoutingRule::nhop, RoutingRule::duato_nbc})
    EXPECT_TRUE(is_refused(bubbles(torus({4, 4}), 8, rule)));
  Config conflicting = twisted({4, 4}, 1, 0, 2);
  conflicting.twist[0][1] = 2;
  conflicting.escape = Escape::mesh_order;
  for (const Config& without_rings : {mesh({4, 4}), hypercube_by_bits(3), conflicting, unidirectional({2, 2})})
    EXPECT_TRUE(is_refused(bubbles(without_rings, 2)));
}

}  // namespace
}  // namespace oracle::flit::selfcheck
