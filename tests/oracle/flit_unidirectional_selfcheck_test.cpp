// Unidirectional tori (section 1.2 of page one) in both oracles: ports, records, datelines, and what stands still.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/oracle/flit_checks.h"
#include "tests/oracle/flit_dependencies.h"
#include "tests/oracle/flit_oracle.h"
#include "tests/oracle/oracle.h"
#include "tests/support/sanitizers.h"

namespace oracle::flit::selfcheck {
namespace {

TRENZA_FILE_NOT_SANITIZED("it runs no code of the product");

using oracle::detail::absent;
using oracle::detail::at;

TEST(OracleUnidirectional, OnlyPortsForwards) {
  const oracle::detail::Network network(unidirectional({4, 3, 2}));
  EXPECT_EQ(network.ports(), 6);
  for (int node = 0; node < 24; ++node) {
    const int x = node % 4, y = node / 4 % 3, z = node / 12;
    EXPECT_EQ(network.neighbour(node, 0), (x + 1) % 4 + 4 * y + 12 * z);
    EXPECT_EQ(network.neighbour(node, 2), x + 4 * ((y + 1) % 3) + 12 * z);
    EXPECT_EQ(network.neighbour(node, 4), x + 4 * y + 12 * (1 - z));
    for (int p : {1, 3, 5}) {
      EXPECT_FALSE(network.has_channel(node, p));
      EXPECT_EQ(network.upstream(node, p).node, absent);
    }
    for (int p : {0, 2, 4}) EXPECT_EQ(network.upstream(network.neighbour(node, p), p).node, node);
  }
}

TEST(OracleUnidirectional, OneRecordWithoutNegativeHops) {
  const Config c = unidirectional({4, 3, 2});
  const FlitRouting routing(c);
  const std::vector<int> sizes{4, 3, 2};
  for (int source = 0; source < 24; ++source)
    for (int destination = 0; destination < 24; ++destination) {
      if (source == destination) continue;
      const auto headers = routing.first_headers(source, destination);
      ASSERT_EQ(headers.size(), 1U);
      int stride = 1;
      for (int k = 0; k < 3; ++k) {
        const int size = sizes[at(k)];
        EXPECT_EQ(headers[0].record[at(k)], (destination / stride % size - source / stride % size + size) % size);
        stride *= size;
      }
    }
}

// x of 8: e_0 leads from 7 to 0. Routes are up to seven hops long.
TEST(OracleUnidirectional, DatelineClassesOfLongRoutes) {
  Config c = without_draws(unidirectional({8}));
  using Vcs = std::vector<int>;
  const auto expect = [&](Dateline dateline, int source, int destination, Vcs vcs) {
    c.dateline = dateline;
    Simulator s(c);
    s.offer(source, destination, 2);
    const Story story = drain(s);
    EXPECT_EQ(story.deliveries.at(0).hops, static_cast<int>(vcs.size()));
    vcs.push_back(0);  // of the ejection port
    EXPECT_EQ(vcs_of(story, source), vcs) << source << " -> " << destination;
  };
  expect(Dateline::memoryless, 6, 5, {0, 1, 1, 1, 1, 1, 1});
  expect(Dateline::static_class, 6, 5, {0, 0, 0, 0, 0, 0, 0});
  expect(Dateline::crossing, 6, 5, {0, 1, 1, 1, 1, 1, 1});
  expect(Dateline::memoryless, 7, 5, {1, 1, 1, 1, 1, 1});
  expect(Dateline::static_class, 7, 5, {0, 0, 0, 0, 0, 0});
  expect(Dateline::memoryless, 0, 7, {1, 1, 1, 1, 1, 1, 1});
  expect(Dateline::static_class, 0, 7, {1, 1, 1, 1, 1, 1, 1});
  expect(Dateline::crossing, 0, 7, {0, 0, 0, 0, 0, 0, 0});
  expect(Dateline::memoryless, 2, 1, {0, 0, 0, 0, 0, 1, 1});
  // A dimension of two nodes has no ring, and no classes: VC 0 is the first that is free.
  c = without_draws(unidirectional({2, 2}));
  expect(Dateline::memoryless, 3, 0, {0, 0});
}

// In a ring of four or more, routes that enter at e_0, e_2 and e_3 and have class 0 for good close a cycle.
TEST(OracleUnidirectional, StaticDatelinesStandStill) {
  for (int size : {3, 4, 5, 8})
    for (RoutingRule rule : {RoutingRule::dimension_order, RoutingRule::duato})
      for (Dateline dateline : {Dateline::memoryless, Dateline::static_class, Dateline::crossing}) {
        Config c = unidirectional({size, 3});
        c.routing = rule;
        c.virtual_channels = 3;
        c.dateline = dateline;
        EXPECT_EQ(Dependencies(c).has_cycle(), dateline == Dateline::static_class && size > 3) << size;
      }
  Config c = without_draws(unidirectional({4}));
  for (Dateline dateline : {Dateline::memoryless, Dateline::static_class, Dateline::crossing}) {
    c.dateline = dateline;
    Simulator s(c);
    for (int node = 0; node < 4; ++node) s.offer(node, (node + 3) % 4, 16);
    for (int k = 0; k < 3; ++k) s.offer(3, 2, 16);
    const bool is_over = drain(s, 5000).is_over;
    EXPECT_EQ(is_over, dateline != Dateline::static_class);
  }
}

TEST(OracleUnidirectional, RefusesWhatThePageRefuses) {
  const auto is_refused = [](const Config& c) {
    try {
      Simulator s(c);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  EXPECT_FALSE(is_refused(unidirectional({4, 3})));
  Config c = unidirectional({4, 3});
  c.closed = {true, false};
  EXPECT_TRUE(is_refused(c));
  c = twisted({4, 4}, 1, 0, 2);
  EXPECT_FALSE(is_refused(c));
  c.unidirectional = true;
  EXPECT_TRUE(is_refused(c));
  c = torus({8});
  c.bypass_dimensions = 1;
  c.bypass_lengths = {2};
  c.placement = oracle::Placement::all;
  c.escape = oracle::Escape::torus_order;
  EXPECT_FALSE(is_refused(c));
  c.unidirectional = true;
  EXPECT_TRUE(is_refused(c));
  c = unidirectional({4, 3});
  c.routing = RoutingRule::up_down;  // no channel leads back
  EXPECT_TRUE(is_refused(c));
  c = unidirectional({2, 2});
  c.routing = RoutingRule::up_down;
  EXPECT_FALSE(is_refused(c));
}

// The first machine: all arrive, by the only minimal routes, and the same twice.
TEST(OracleUnidirectional, FirstMachineDeliversAll) {
  for (int adaptive : {0, 2}) {
    oracle::Config c;
    c.sizes = {4, 3, 2};
    c.unidirectional = true;
    c.adaptive = adaptive;
    c.max_packet_flits = 4;
    c.buffer_packets = 2;
    std::vector<std::uint64_t> digests;
    for (int run = 0; run < 2; ++run) {
      oracle::Simulator s(c);
      std::mt19937 random(7);
      std::size_t offered = 0, delivered = 0;
      for (int t = 0; t < 4000 && (t < 200 || !s.idle()); ++t) {
        for (int node = 0; t < 200 && node < 24; ++node)
          if (random() % 8 == 0) {
            s.offer(node, static_cast<int>(random() % 24), 1 + static_cast<int>(random() % 4));
            ++offered;
          }
        s.step();
        for (const oracle::Delivery& d : s.delivered()) {
          const int x = d.destination % 4 - d.source % 4, y = d.destination / 4 % 3 - d.source / 4 % 3;
          const int z = d.destination / 12 - d.source / 12;
          EXPECT_EQ(d.hops, (x + 4) % 4 + (y + 3) % 3 + (z + 2) % 2);
          ++delivered;
        }
      }
      EXPECT_TRUE(s.idle());
      EXPECT_EQ(delivered, offered);
      digests.push_back(s.digest());
    }
    EXPECT_EQ(digests[0], digests[1]);
  }
}

}  // namespace
}  // namespace oracle::flit::selfcheck
