#include "apps/plot/network_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "apps/plot/network_drawing.h"
#include "settings/network_spec.h"

namespace trenza::apps {
namespace {

using settings::network_of;
using topologies::Network;
using topologies::NodeId;

const char* const kNetworks[] = {
    "rt: {a: 2}",
    "rt: {a: 4}",
    "rt: {a: 14}",
    "rtt: {a: 2}",
    "rtt: {a: 4}",
    "rtt: {a: 14}",
    "pt: {a: 3}",
    "ptt: {a: 2}",
    "ptt: {a: 4}",
    "pdtt: {a: 2}",
    "pdtt: {a: 4}",
    "bcc: {a: 2}",
    "bcc: {a: 4}",
    "tpu: 4x4x8_twisted",
    "torus: {size: [2, 2]}",
    "torus: {size: [20, 20]}",
    "torus: {size: [3, 4, 3, 5]}",
    "twisted_torus: {size: [12, 5], twist: {yx: 3}}",
    "twisted_torus: {size: [5, 12], twist: {xy: 5}}",
    "twisted_torus: {size: [30, 12], twist: {yx: 13}}",
    "twisted_torus: {size: [6, 6], twist: {yx: 2, xy: 3}}",
    "twisted_torus: {size: [4, 4, 4], twist: {xz: 2, zy: 1}}",
    "mesh: {size: [7, 5]}",
    "mesh: {size: [4, 4, 4]}",
    "ibt: {n: 12, d: 2, b: [4]}",
    "ibt: {n: 12, d: 2, b: [6], m: 1}",
    "ibt: {n: 16, d: 2, b: [4, 8]}",
    "ibt: {n: 6, d: 3, b: [3]}",
    "ibt: {size: [12, 12], bypass: [3, 5], placement: all}",
    "hypercube: {n: 4}",
    "hypercube: {n: 8}",
    "torus: {size: [9]}",
    "de_bruijn: {k: 2, n: 4}",
    "de_bruijn: {k: 3, n: 5}",
    "barrel_shifter: {n: 7}",
};

/// Distance of a point from a track.
double least_distance(const Track& track, Point centre) {
  double least = std::hypot(track[0].x - centre.x, track[0].y - centre.y);
  for (std::size_t i = 0; i + 1 < track.size(); ++i) {
    const double x = track[i + 1].x - track[i].x;
    const double y = track[i + 1].y - track[i].y;
    const double square = x * x + y * y;
    const double along = (centre.x - track[i].x) * x + (centre.y - track[i].y) * y;
    const double share = square > 0 ? std::clamp(along / square, 0.0, 1.0) : 0;
    least = std::min(least, std::hypot(track[i].x + share * x - centre.x, track[i].y + share * y - centre.y));
  }
  return least;
}

struct Box {
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
};

Box box_of(const Track& track) {
  Box box;
  for (const Point point : track) {
    box = {std::min(box.left, point.x), std::max(box.right, point.x), std::min(box.top, point.y),
           std::max(box.bottom, point.y)};
  }
  return box;
}

/// No line runs over a node that is not its end, nor out of the picture.
void expect_clear(const Network& network, bool directed, double width) {
  SCOPED_TRACE(network.name + (directed ? " channels" : " links"));
  const NetworkLayout layout(network);
  int through = 0;
  for (const NetworkStroke& stroke : network_strokes(layout, directed)) {
    ASSERT_GE(stroke.track.size(), 2U);
    const Box box = box_of(stroke.track);
    EXPECT_TRUE(box.left >= 0 && box.top >= 0 && box.right <= layout.width() && box.bottom <= layout.height());
    for (NodeId node = 0; node < network.nodes; ++node) {
      const Point at = layout.at(node);
      const double reach = kNodeRadius + width / 2;
      if (node == stroke.from || node == stroke.to || at.x + reach < box.left || at.x - reach > box.right ||
          at.y + reach < box.top || at.y - reach > box.bottom)
        continue;
      if (least_distance(stroke.track, at) < reach && ++through <= 5)
        ADD_FAILURE() << "link " << stroke.from << " to " << stroke.to << " through " << node;
    }
  }
  EXPECT_EQ(through, 0);
}

TEST(NetworkLayout, NoLinkRunsThroughANode) {
  for (const char* const spec : kNetworks) {
    const Network network = network_of(spec);
    expect_clear(network, false, kLinkWidth);
    expect_clear(network, true, kChannelWidth);
  }
}

TEST(NetworkLayout, NodesStandApart) {
  for (const char* const spec : kNetworks) {
    const Network network = network_of(spec);
    const NetworkLayout layout(network);
    for (NodeId a = 0; a < network.nodes; ++a) {
      for (NodeId b = a + 1; b < network.nodes; ++b) {
        const Point p = layout.at(a);
        const Point q = layout.at(b);
        ASSERT_GT(std::hypot(p.x - q.x, p.y - q.y), 2 * kNodeRadius + 4) << network.name << " " << a << " " << b;
      }
    }
  }
}

TEST(NetworkLayout, EveryChannelHasItsOwnLine) {
  for (const char* const spec : kNetworks) {
    const Network network = network_of(spec);
    const NetworkLayout layout(network);
    std::set<std::pair<NodeId, topologies::PortId>> channels;
    std::set<std::vector<std::pair<long, long>>> ways;
    for (const NetworkStroke& stroke : network_strokes(layout, true)) {
      channels.insert({stroke.from, stroke.port});
      std::vector<std::pair<long, long>> way;
      for (const Point point : stroke.track) way.emplace_back(std::lround(point.x), std::lround(point.y));
      EXPECT_TRUE(ways.insert(way).second) << network.name << ": " << stroke.from << " to " << stroke.to;
    }
    std::size_t there = 0;
    for (NodeId node = 0; node < network.nodes; ++node) {
      for (topologies::PortId port = 0; port < network.ports; ++port) {
        const NodeId next = network.neighbour(node, port);
        if (next >= 0 && next != node) ++there;
      }
    }
    EXPECT_EQ(channels.size(), there) << network.name;
  }
}

TEST(NetworkLayout, LinesEndAtTheirNodes) {
  const Network network = network_of("rtt: {a: 4}");
  const NetworkLayout layout(network);
  for (const NetworkStroke& stroke : network_strokes(layout, true)) {
    const auto gap = [&](Point point, NodeId node) {
      return std::hypot(point.x - layout.at(node).x, point.y - layout.at(node).y) - kNodeRadius;
    };
    EXPECT_NEAR(gap(stroke.track.front(), stroke.from), 0, 3);
    EXPECT_NEAR(gap(stroke.track.back(), stroke.to), 0, 3);
  }
}

TEST(NetworkLinks, PairTheChannelsOfALink) {
  // Two links between the nodes of a closed dimension of two: each is the way out of one port and back by the opposite.
  const auto links = network_links(network_of("torus: {size: [2, 2]}"));
  ASSERT_EQ(links.size(), 8U);
  for (const NetworkLink& link : links) EXPECT_EQ(link.back, link.port + 1);
  EXPECT_EQ(links[0].parallel, 0);
  EXPECT_EQ(links[1].parallel, 1);
  for (const NetworkLink& link : network_links(network_of("mesh: {size: [2, 2]}"))) EXPECT_EQ(link.parallel, 0);
}

TEST(NetworkLinks, OneWayChannelsHaveNoWayBack) {
  Network ring = network_of("torus: {size: [5]}");
  for (NodeId node = 0; node < ring.nodes; ++node) ring.next[static_cast<std::size_t>(2 * node + 1)] = -1;
  const auto links = network_links(ring);
  ASSERT_EQ(links.size(), 5U);
  for (const NetworkLink& link : links) EXPECT_EQ(link.back, -1);
}

}  // namespace
}  // namespace trenza::apps
