// Section 8.2 of the page in the flit-level oracle: classes worked out by hand, and machines that use them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
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

using oracle::detail::at;

using RouteVcs = std::vector<int>;

Config with_routing(Config c, RoutingRule routing, int n, int e = 1) {
  c.routing = routing;
  c.virtual_channels = n;
  c.escape_vcs = e;
  if (routing == RoutingRule::duato_nbc) c.reallocation = Reallocation::atomic;
  return c;
}

constexpr int kLocal = 4;  // the local input port of a torus of two dimensions

// A node of 8x8 that is `hops` hops from `from`, upwards in x, then in y.
int ahead(int from, int hops) {
  const int x = std::min(hops, 4), y = hops - x;
  return (from % 8 + x) % 8 + 8 * ((from / 8 + y) % 8);
}

// The VCs of a tier of a head at `node` of 8x8 with `hops` hops left, which stands in VC `vc` of input port `port`.
// All ports must have the same ones.
RouteVcs offered(const Config& c, int tier, int node, int hops, int port = kLocal, int vc = 0) {
  const FlitRouting routing(c);
  const int destination = ahead(node, hops);
  const auto header = routing.first_headers(node, destination).front();
  std::map<int, RouteVcs> by_port;
  const Tier lanes = routing.tiers(node, port, vc, destination, 0, header).at(at(tier));
  for (int lane : lanes) by_port[lane / c.vcs()].push_back(lane % c.vcs());
  if (by_port.empty()) return {};
  for (const auto& one : by_port) EXPECT_EQ(one.second, by_port.begin()->second);
  // Four hops in x and none in y, or x is done after y: as many ports as dimensions that are left.
  EXPECT_EQ(by_port.size(), hops > 4 ? 2U : 1U);
  return by_port.begin()->second;
}

RouteVcs up_to(int first, int last) {
  RouteVcs all;
  for (int u = first; u <= last; ++u) all.push_back(u);
  return all;
}

// 8x8: diameter 8, so e = 5. Node 0 has colour 0, node 1 colour 1.
TEST(FlitOracleNegativeHops, CapsOfEightByEight) {
  Config c = with_routing(torus({8, 8}), RoutingRule::nbc, 5);
  const RouteVcs positive{4, 3, 3, 2, 2, 1, 1, 0}, negative{4, 4, 3, 3, 2, 2, 1, 1};  // for 1 .. 8 hops
  const RouteVcs equation{4, 4, 3, 3, 2, 2, 1, 1};
  for (int hops = 1; hops <= 8; ++hops) {
    SCOPED_TRACE(hops);
    c.class_caps = ClassCaps::exact;
    c.bonus_cards = BonusCards::any;
    EXPECT_EQ(offered(c, 0, 0, hops), up_to(0, positive[at(hops - 1)]));
    EXPECT_EQ(offered(c, 0, 1, hops), up_to(0, negative[at(hops - 1)]));
    c.bonus_cards = BonusCards::all;
    EXPECT_EQ(offered(c, 0, 0, hops), RouteVcs{positive[at(hops - 1)]});
    EXPECT_EQ(offered(c, 0, 1, hops), RouteVcs{negative[at(hops - 1)]});
    c.class_caps = ClassCaps::equation_15;
    EXPECT_EQ(offered(c, 0, 0, hops), RouteVcs{equation[at(hops - 1)]});
    EXPECT_EQ(offered(c, 0, 1, hops), RouteVcs{negative[at(hops - 1)]});
  }
}

// A head that stands in a VC of class l, at the input port x+.
TEST(FlitOracleNegativeHops, LowestClassAfterAHop) {
  Config c = with_routing(torus({8, 8}), RoutingRule::nbc, 5);
  EXPECT_EQ(offered(c, 0, 0, 5, 0, 1), up_to(1, 2));  // positive: l ..
  EXPECT_EQ(offered(c, 0, 1, 5, 0, 1), up_to(2, 2));  // negative: l + 1 ..
  EXPECT_EQ(offered(c, 0, 0, 1, 0, 4), up_to(4, 4));  // last hops
  EXPECT_EQ(offered(c, 0, 1, 1, 0, 3), up_to(4, 4));
  EXPECT_EQ(offered(c, 0, 1, 5, 0, 2), RouteVcs{});
  c.bonus_cards = BonusCards::all;
  EXPECT_EQ(offered(c, 0, 1, 5, 0, 2), RouteVcs{});
  EXPECT_EQ(offered(c, 0, 1, 4, 0, 2), up_to(3, 3));
}

// duato_nbc, e = 5, and VCs 5 and 6 are adaptive: after them there is no last class.
TEST(FlitOracleNegativeHops, LowestClassAfterAnAdaptiveHop) {
  const Config c = with_routing(torus({8, 8}), RoutingRule::duato_nbc, 7, 5);
  for (int node : {0, 1}) {
    EXPECT_EQ(offered(c, 0, node, 6), up_to(5, 6));
    EXPECT_EQ(offered(c, 0, node, 6, 0, 1), up_to(5, 6));  // from an escape VC, too
    EXPECT_EQ(offered(c, 1, node, 3, 0, 5), up_to(0, 3));
    EXPECT_EQ(offered(c, 1, node, 3, 0, 6), up_to(0, 3));
  }
  EXPECT_EQ(offered(c, 1, 0, 3, 0, 2), up_to(2, 3));
  EXPECT_EQ(offered(c, 1, 1, 3, 0, 2), up_to(3, 3));
}

// e = 5 classes of 8 VCs: floor(8 c / 5).
TEST(FlitOracleNegativeHops, VcsOfNhop) {
  const Config c = with_routing(torus({8, 8}), RoutingRule::nhop, 8);
  const std::vector<RouteVcs> split{{0}, {1, 2}, {3}, {4, 5}, {6, 7}};
  EXPECT_EQ(offered(c, 0, 0, 8), split[0]);
  EXPECT_EQ(offered(c, 0, 1, 1), split[0]);  // no bonus cards, and none for a negative first hop
  for (int k = 0; k < 4; ++k)
    for (int vc : split[at(k)]) {
      EXPECT_EQ(offered(c, 0, 0, 1, 0, vc), split[at(k)]);
      EXPECT_EQ(offered(c, 0, 1, 1, 0, vc), split[at(k + 1)]);
    }
  // The VCs of the second message class are those of the first, moved.
  Config two = with_routing(torus({8, 8}), RoutingRule::nhop, 5);
  two.message_classes = 2;
  const FlitRouting routing(two);
  EXPECT_EQ(routing.tiers(1, 0, 7, 2, 1, routing.first_headers(1, 2).front()).at(0), Tier{8});
}

RouteVcs vcs_alone(const Config& c, int source, int destination) {
  Simulator s(c);
  s.offer(source, destination, 3);
  const Story story = drain(s, 1000);
  EXPECT_TRUE(story.is_over);
  RouteVcs vcs = vcs_of(story, source);
  if (!vcs.empty()) vcs.pop_back();  // that of the ejection port
  return vcs;
}

TEST(FlitOracleNegativeHops, ClassesOfWholeRoutes) {
  const Config nhop = with_routing(torus({8, 8}), RoutingRule::nhop, 5);
  EXPECT_EQ(vcs_alone(nhop, 0, 36), (RouteVcs{0, 1, 1, 2, 2, 3, 3, 4}));  // 4 + 4 hops, the first is positive
  EXPECT_EQ(vcs_alone(nhop, 1, 37), (RouteVcs{0, 0, 1, 1, 2, 2, 3, 3}));  // the first is negative
  EXPECT_EQ(vcs_alone(nhop, 0, 3), (RouteVcs{0, 1, 1}));
  Config all = with_routing(torus({8, 8}), RoutingRule::nbc, 5);
  all.bonus_cards = BonusCards::all;
  EXPECT_EQ(vcs_alone(all, 0, 36), (RouteVcs{0, 1, 1, 2, 2, 3, 3, 4}));  // no class to spare
  EXPECT_EQ(vcs_alone(all, 1, 37), (RouteVcs{1, 1, 2, 2, 3, 3, 4, 4}));
  EXPECT_EQ(vcs_alone(all, 0, 3), (RouteVcs{3, 4, 4}));
  EXPECT_EQ(vcs_alone(all, 1, 3), (RouteVcs{4, 4}));
  EXPECT_EQ(vcs_alone(all, 0, 2), (RouteVcs{3, 4}));
  all.virtual_channels = 7;
  EXPECT_EQ(vcs_alone(all, 0, 2), (RouteVcs{5, 6}));
}

// Two hops from a node of colour 0, the first with class 4 of 5: the second, a negative one, would need class 5.
TEST(FlitOracleNegativeHops, DeadEndOfEquation15) {
  Config c = with_routing(torus({8, 8}), RoutingRule::nbc, 5);
  c.bonus_cards = BonusCards::all;
  c.class_caps = ClassCaps::equation_15;
  Simulator s(c);
  s.offer(0, 2, 1);
  EXPECT_FALSE(drain(s, 3000).is_over);
  EXPECT_EQ(s.delivered_packets(), 0U);

  // With adaptive VCs it goes on by these.
  c = with_routing(torus({4, 4}), RoutingRule::duato_nbc, 4, 3);
  c.class_caps = ClassCaps::equation_15;
  EXPECT_EQ(FlitRouting(c).tiers(1, 0, 2, 2, 0, FlitRouting(c).first_headers(1, 2).front()),
            (std::vector<Tier>{{3}, {}}));
  EXPECT_TRUE(Dependencies(c).has_dead_end());
  EXPECT_FALSE(Dependencies(c).has_cycle());
  c.class_caps = ClassCaps::exact;
  EXPECT_FALSE(Dependencies(c).has_dead_end());
}

// Networks that can be coloured.
std::vector<std::pair<std::string, Config>> coloured_networks() {
  Config mixed = torus({4, 3});
  mixed.closed = {true, false};
  Config one_link = torus({2, 4});
  one_link.size_two_links = 1;
  Config conflicting = twisted({4, 4}, 1, 0, 2);
  conflicting.twist[0][1] = 2;
  conflicting.escape = Escape::mesh_order;
  Config bypass = torus({8});
  bypass.bypass_dimensions = 1;
  bypass.bypass_lengths = {3};
  bypass.placement = oracle::Placement::all;
  bypass.escape = Escape::torus_order;
  Config custom;  // a cycle of 6 with a chord that halves it
  custom.custom_nodes = 6;
  custom.custom_ports = 3;
  custom.escape = Escape::up_down;
  for (int node = 0; node < 6; ++node) {
    custom.custom_channels.push_back({node, 0, (node + 1) % 6, 1});
    custom.custom_channels.push_back({(node + 1) % 6, 1, node, 0});
  }
  custom.custom_channels.push_back({1, 2, 4, 2});
  custom.custom_channels.push_back({4, 2, 1, 2});
  return {{"torus", torus({4, 4})},
          {"ring", torus({6})},
          {"mesh", mesh({3, 3})},
          {"torus in one dimension", mixed},
          {"one link", one_link},
          {"one direction", unidirectional({4, 4})},
          {"twisted", twisted({4, 2}, 1, 0, 2)},
          {"conflicting twists", conflicting},
          {"iBT of all links", bypass},
          {"custom", custom},
          {"by bits", hypercube_by_bits(3)}};
}

constexpr RoutingRule kRules[] = {RoutingRule::duato_nbc, RoutingRule::nbc, RoutingRule::nhop};

int diameter(const Config& c) {
  int greatest = 0;
  for (const auto& row : distances(c))
    for (int hops : row) greatest = std::max(greatest, hops);
  return greatest;
}

TEST(FlitOracleNegativeHops, GraphsHaveNoCycleAndNoDeadEnd) {
  for (const auto& network : coloured_networks())
    for (RoutingRule rule : kRules)
      for (BonusCards cards : {BonusCards::any, BonusCards::all}) {
        SCOPED_TRACE(network.first);
        const int e = diameter(network.second) / 2 + 1;
        Config c = with_routing(network.second, rule, e + (rule == RoutingRule::duato_nbc ? 1 : 0), e);
        c.bonus_cards = cards;
        const Dependencies dependencies(c);
        EXPECT_GT(dependencies.arcs(), 0U);
        EXPECT_FALSE(dependencies.has_cycle());
        EXPECT_FALSE(dependencies.has_dead_end());
        EXPECT_EQ(why_refused(c), "");
        c.reallocation = Reallocation::tail;
        EXPECT_EQ(why_refused(c) != "", rule == RoutingRule::duato_nbc);
      }
}

// A long worm holds many escape VCs. An arc leads from each of them, whatever hops are between.
TEST(FlitOracleNegativeHops, ArcsOfALine) {
  // 0 -> 1 -> 2 and back, e = 2. Caps: from 0 with 2 hops left (positive) 0, with one 1; from 1, negative, 1; from 2 as
  // from 0. Lanes of 0 to 1 can be held as class 0 or 1, and what is asked for then, of 1 to 2, is class 1. So there
  // is one arc each way, from class 0: who holds class 1 has arrived.
  EXPECT_EQ(Dependencies(with_routing(mesh({3}), RoutingRule::duato_nbc, 3, 2)).arcs(), 2U);
  // nhop: class 0, then class 1.
  EXPECT_EQ(Dependencies(with_routing(mesh({3}), RoutingRule::nhop, 2)).arcs(), 2U);
}

// Random machines. By hop the class and the sign grow: 2 class + 1 on positive hops, in nbc and nhop.
void expect_that_negative_hops_deliver_all(std::uint64_t machines, std::uint64_t cycles) {
  std::set<std::uint64_t> digests;
  const auto choices = coloured_networks();
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    Dice dice(seed);
    const auto& network = choices[seed % choices.size()];
    SCOPED_TRACE("machine " + std::to_string(seed) + ", " + network.first);
    const RoutingRule rule = kRules[seed % 3];
    const int e = diameter(network.second) / 2 + 1 + (rule == RoutingRule::nhop ? 0 : dice.number(0, 1));
    Config c = with_routing(network.second, rule, e + dice.number(0, 2), e);
    if (rule == RoutingRule::nbc) c.virtual_channels = e;
    if (rule == RoutingRule::duato_nbc) c.virtual_channels = e + dice.number(1, 2);
    c.message_classes = dice.number(1, 2);
    c.buffer_flits = dice.number(1, 4);
    c.max_packet_flits = dice.number(1, 9);
    choose_timing_and_allocators(dice, c);
    if (rule != RoutingRule::duato_nbc) c.reallocation = dice.of(Reallocation::atomic);
    c.bonus_cards = dice.of(BonusCards::all);
    c.seed = seed;
    digests.insert(run_and_check(c, cycles, 15 + static_cast<unsigned>(seed % 3) * 15, seed));
  }
  EXPECT_EQ(digests.size(), machines);
}
TEST(FlitOracleNegativeHops, MachinesDeliverAll) { expect_that_negative_hops_deliver_all(33, 40); }
TEST(FlitOracleNegativeHopsSlow, MachinesDeliverAll) { expect_that_negative_hops_deliver_all(66, 60); }

// On a full machine: routes are minimal, VCs are those of the rule, and escape VCs are used, left and taken again.
TEST(FlitOracleNegativeHops, RoutesOfAFullMachine) {
  for (RoutingRule rule : kRules) {
    const int e = 3, n = rule == RoutingRule::duato_nbc ? 4 : 3;
    const Config c = with_routing(torus({4, 4}), rule, n, e);
    const auto far = distances(c);
    Simulator s(c);
    for (int source = 0; source < 16; ++source)
      for (int k = 0; k < 48; ++k) s.offer(source, (source + 7 * k) % 16, 1 + k % 9);
    const Story story = drain(s);
    EXPECT_TRUE(story.is_over);
    for (const auto& d : story.deliveries) EXPECT_EQ(d.hops, far[at(d.source)][at(d.destination)]);
    std::map<std::pair<int, std::uint64_t>, RouteVcs> routes;  // the keys 2 class + sign; -1 for an adaptive VC
    for (const auto& a : story.allocations) {
      if (a.second.output >= 4) continue;
      const bool positive = (a.second.router % 4 + a.second.router / 4) % 2 == 0;
      routes[{a.second.source, a.second.number}].push_back(a.second.vc >= e ? -1
                                                                            : 2 * a.second.vc + (positive ? 1 : 0));
    }
    bool leaves = false, comes_back = false;
    for (const auto& route : routes)
      for (std::size_t i = 1; i < route.second.size(); ++i) {
        const int before = route.second[i - 1], key = route.second[i];
        if (key >= 0 && before >= 0) {
          EXPECT_GT(key, before);
        }
        leaves = leaves || (before >= 0 && key < 0);
        comes_back = comes_back || (before < 0 && key >= 0);
      }
    EXPECT_EQ(leaves && comes_back, rule == RoutingRule::duato_nbc);
  }
}

TEST(FlitOracleNegativeHops, RefusesWhatThePageRefuses) {
  const auto is_refused = [](const Config& c) {
    try {
      Simulator s(c);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  Config line;  // 3 - 1 - 0 - 2 - 4: two hops from node 0, four from end to end
  line.escape = Escape::up_down;
  line.custom_nodes = 5;
  line.custom_ports = 2;
  for (const std::pair<int, int>& link : std::vector<std::pair<int, int>>{{3, 1}, {1, 0}, {0, 2}, {2, 4}}) {
    line.custom_channels.push_back({link.first, 0, link.second, 1});
    line.custom_channels.push_back({link.second, 1, link.first, 0});
  }
  // 8x8 needs 5 classes, an 8x8 of one direction (diameter 14) 8, a mesh of 4x4 (diameter 6) 4.
  const std::vector<std::pair<Config, int>> least{{line, 3},         {torus({8, 8}), 5}, {unidirectional({8, 8}), 8},
                                                  {mesh({4, 4}), 4}, {torus({6}), 2},    {hypercube_by_bits(4), 3}};
  for (const auto& one : least) {
    const int e = one.second;
    for (RoutingRule rule : {RoutingRule::nbc, RoutingRule::nhop}) {
      EXPECT_TRUE(is_refused(with_routing(one.first, rule, e - 1)));
      EXPECT_FALSE(is_refused(with_routing(one.first, rule, e)));
    }
    EXPECT_TRUE(is_refused(with_routing(one.first, RoutingRule::duato_nbc, e, e)));  // no adaptive VC
    EXPECT_TRUE(is_refused(with_routing(one.first, RoutingRule::duato_nbc, e + 1, e - 1)));
    EXPECT_TRUE(is_refused(with_routing(one.first, RoutingRule::duato_nbc, e + 1, e + 1)));
    EXPECT_FALSE(is_refused(with_routing(one.first, RoutingRule::duato_nbc, e + 1, e)));
  }
  Config bypass = torus({8});  // 0 - 2 by a bypass, and 0 - 1 - 2
  bypass.bypass_dimensions = 1;
  bypass.bypass_lengths = {2};
  bypass.placement = oracle::Placement::all;
  bypass.escape = Escape::torus_order;
  Config triangle;
  triangle.escape = Escape::up_down;
  triangle.custom_nodes = 3;
  triangle.custom_ports = 2;
  for (int node = 0; node < 3; ++node) {
    triangle.custom_channels.push_back({node, 0, (node + 1) % 3, 1});
    triangle.custom_channels.push_back({(node + 1) % 3, 1, node, 0});
  }
  // A wrap of y moves x by 1, so 4 + 1 hops close a cycle.
  const std::vector<std::pair<Config, std::size_t>> odd{
      {torus({5}), 5}, {torus({4, 3}), 3}, {unidirectional({4, 5}), 5}, {twisted({4, 4}, 1, 0, 1), 5},
      {bypass, 3},     {triangle, 3}};
  for (const auto& one : odd) {
    for (RoutingRule rule : kRules) EXPECT_TRUE(is_refused(with_routing(one.first, rule, 12, 10)));
    EXPECT_FALSE(is_refused(with_routing(one.first, RoutingRule::duato, 12)));
    const oracle::detail::Network network(one.first);
    const std::vector<int> cycle = oracle::flit::odd_cycle_of(network);
    EXPECT_EQ(cycle.size(), one.second);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      bool is_joined = false;
      for (int p = 0; p < network.ports(); ++p)
        is_joined = is_joined || network.neighbour(cycle[i], p) == cycle[(i + 1) % cycle.size()];
      EXPECT_TRUE(is_joined);
    }
  }
}

}  // namespace
}  // namespace oracle::flit::selfcheck
