// What the selfchecks of the flit-level oracle share: networks, loads, and the means to follow a packet.
#ifndef ORACLE_FLIT_CHECKS_H
#define ORACLE_FLIT_CHECKS_H

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/flit_oracle.h"

namespace oracle {
namespace flit {
namespace selfcheck {

inline Config torus(std::vector<int> sizes) {
  Config c;
  c.twist.assign(sizes.size(), std::vector<int>(sizes.size(), 0));
  c.sizes = std::move(sizes);
  return c;
}

inline Config twisted(std::vector<int> sizes, int j, int k, int twist) {
  Config c = torus(std::move(sizes));
  c.twist[detail::at(j)][detail::at(k)] = twist;
  return c;
}

inline Config unidirectional(std::vector<int> sizes) {
  Config c = torus(std::move(sizes));
  c.unidirectional = true;
  return c;
}

inline Config mesh(std::vector<int> sizes) {
  Config c = torus(std::move(sizes));
  c.closed.assign(c.sizes.size(), false);
  return c;
}

inline Config hypercube_by_bits(int bits) {
  Config c;
  c.custom_nodes = 1 << bits;
  c.custom_ports = bits;
  for (int node = 0; node < c.custom_nodes; ++node)
    for (int i = 0; i < bits; ++i) c.custom_channels.push_back({node, i, node ^ (1 << i), -1});
  c.escape = Escape::bit_order;
  return c;
}

// All minimal distances by the network's channels.
inline std::vector<std::vector<int>> distances(const Config& c) {
  const detail::Network network(c);
  std::vector<std::vector<int>> all;
  for (int node = 0; node < network.nodes(); ++node) all.push_back(network.distances_from(node));
  return all;
}

// All allocators choose what is lowest or next in turn: nothing is drawn.
inline Config without_draws(Config c) {
  c.arbiter = Arbiter::round_robin;
  c.vc_requests = Requests::all;
  return c;
}

// "cycle:flit" of all that crossed a switch of `router` from a packet of `source`, in order.
inline std::string crossings(const std::vector<std::pair<Cycle, Simulator::Event>>& events, int router, int source,
                             std::uint64_t number = 0) {
  std::string text;
  for (const auto& e : events)
    if (e.second.router == router && e.second.source == source && e.second.number == number)
      text += (text.empty() ? "" : " ") + std::to_string(e.first) + ":" + std::to_string(e.second.flit);
  return text;
}

// What happened until the fabric was idle.
struct Story {
  std::vector<Delivery> deliveries;
  std::vector<std::pair<Cycle, Simulator::Event>> crossings, allocations;
  bool is_over = false;
};

inline Story drain(Simulator& s, Cycle limit = 20000) {
  Story story;
  for (Cycle end = s.now() + limit; s.now() < end && !s.idle();) {
    const Cycle t = s.now();
    s.step();
    story.deliveries.insert(story.deliveries.end(), s.delivered().begin(), s.delivered().end());
    for (const Simulator::Event& e : s.crossings()) story.crossings.emplace_back(t, e);
    for (const Simulator::Event& e : s.allocations()) story.allocations.emplace_back(t, e);
  }
  story.is_over = s.idle();
  return story;
}

// The VCs that a packet of `source` was allocated on its way, the ejection port's last.
inline std::vector<int> vcs_of(const Story& story, int source) {
  std::vector<int> vcs;
  for (const auto& e : story.allocations)
    if (e.second.source == source) vcs.push_back(e.second.vc);
  return vcs;
}

// Random traffic for `cycles` cycles, own nodes included; then the fabric drains, and every packet must have arrived
// once, at its destination, not faster than alone. Returns the digest.
inline std::uint64_t run_and_check(const Config& c, Cycle cycles, unsigned percent, std::uint64_t seed) {
  Simulator s(c);
  std::mt19937_64 random(seed);
  struct Offer {
    int source, destination, flits, message_class;
    std::uint64_t number;
    Cycle created;
  };
  std::vector<Offer> offers;
  std::vector<Delivery> all;
  while (s.now() < cycles) {
    for (int source = 0; source < s.nodes(); ++source) {
      if (random() % 100 >= percent) continue;
      Offer o{source,
              static_cast<int>(random() % static_cast<unsigned>(s.nodes())),
              1 + static_cast<int>(random() % static_cast<unsigned>(c.max_packet_flits)),
              static_cast<int>(random() % static_cast<unsigned>(c.message_classes)),
              0,
              s.now()};
      o.number = s.offer(o.source, o.destination, o.flits, offers.size(), o.message_class);
      offers.push_back(o);
    }
    s.step();
    for (std::size_t i = 1; i < s.delivered().size(); ++i)
      EXPECT_LE(s.delivered()[i - 1].destination, s.delivered()[i].destination);
    all.insert(all.end(), s.delivered().begin(), s.delivered().end());
  }
  const Story rest = drain(s, 200000);
  EXPECT_TRUE(rest.is_over) << "the fabric does not drain";
  all.insert(all.end(), rest.deliveries.begin(), rest.deliveries.end());

  EXPECT_EQ(all.size(), offers.size());
  std::set<std::uint64_t> tags;
  std::uint64_t flit_hops = 0;
  for (const Delivery& d : all) {
    tags.insert(d.tag);
    const Offer& o = offers.at(d.tag);
    EXPECT_EQ(o.source, d.source);
    EXPECT_EQ(o.destination, d.destination);
    EXPECT_EQ(o.flits, d.flits);
    EXPECT_EQ(o.message_class, d.message_class);
    EXPECT_EQ(o.number, d.number);
    EXPECT_EQ(o.created, d.created);
    EXPECT_EQ(d.hops == 0, d.source == d.destination);
    EXPECT_GE(d.entered, d.created);
    const int depth = c.pipeline == Pipeline::two_step ? c.depth : 0;
    const int alone = c.injection_delay + d.hops * (c.routing_delay + depth + 1) + c.routing_delay + depth +
                      c.ejection_delay + d.flits - 1;
    EXPECT_GE(d.ejected, d.entered + static_cast<Cycle>(alone));
    flit_hops += static_cast<std::uint64_t>(d.hops * d.flits);
  }
  EXPECT_EQ(tags.size(), offers.size());
  EXPECT_EQ(s.flit_hops(), flit_hops);
  return s.digest();
}

}  // namespace selfcheck
}  // namespace flit
}  // namespace oracle

#endif  // ORACLE_FLIT_CHECKS_H
