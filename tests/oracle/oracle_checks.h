// What the selfchecks of the oracle share: networks, loads, and the means to ask an allocator.
#ifndef ORACLE_ORACLE_CHECKS_H
#define ORACLE_ORACLE_CHECKS_H

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/oracle.h"

namespace oracle {
namespace selfcheck {

inline Config torus(std::vector<int> sizes) {
  Config c;
  c.twist.assign(sizes.size(), std::vector<int>(sizes.size(), 0));
  c.sizes = std::move(sizes);
  return c;
}

inline Config rt4() { return torus({8, 4}); }

inline Config rtt4() {
  Config c = rt4();
  c.twist[1][0] = 4;
  return c;
}

// The smallest of its kind that can do for it.
inline Config rtt2() {
  Config c = torus({4, 2});
  c.twist[1][0] = 2;
  return c;
}

// Steps until the fabric is idle, and returns all deliveries of these steps.
inline std::vector<Delivery> drain(Simulator& s, std::uint64_t limit = 200000) {
  std::vector<Delivery> all;
  for (std::uint64_t i = 0; i < limit && !s.idle(); ++i) {
    s.step();
    all.insert(all.end(), s.delivered().begin(), s.delivered().end());
  }
  EXPECT_TRUE(s.idle());
  return all;
}

// Random traffic: every node offers a packet with probability percent/100 in each cycle.
class Load {
 public:
  Load(const Config& c, std::uint64_t seed, unsigned percent)
      : flits_(static_cast<unsigned>(c.max_packet_flits)),
        classes_(static_cast<unsigned>(c.message_classes)),
        rate_(percent),
        random_(seed) {}

  void offer(Simulator& s) {
    for (int source = 0; source < s.nodes(); ++source) {
      if (random_() % 100 >= rate_) continue;
      const auto others = static_cast<unsigned>(s.nodes() - 1);
      const int away = 1 + static_cast<int>(random_() % others);
      const int length = 1 + static_cast<int>(random_() % flits_);
      const int message_class = classes_ == 1 ? 0 : static_cast<int>(random_() % classes_);
      s.offer(source, (source + away) % s.nodes(), length, offered++, message_class);
    }
  }

  std::uint64_t offered = 0;

 private:
  unsigned flits_;
  unsigned classes_;
  unsigned rate_;
  std::mt19937_64 random_;
};

// Offers packets for `cycles` cycles, drains the fabric, and checks that every packet arrived once. Returns the digest.
inline std::uint64_t run_and_check(const Config& c, std::uint64_t cycles, unsigned percent) {
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
    int link_delay = c.link_delay;
    if (!c.port_link_delay.empty()) link_delay = *std::min_element(c.port_link_delay.begin(), c.port_link_delay.end());
    const auto hop = static_cast<std::uint64_t>(c.router_delay + link_delay);
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

// ---- Allocation (section 8) ----

inline std::size_t no_draw(int, int, std::size_t) { throw std::logic_error("nothing is drawn"); }

inline std::vector<detail::ArbiterUnit::Asking> asking(const std::vector<int>& requesters) {
  std::vector<detail::ArbiterUnit::Asking> result;
  for (int r : requesters) result.push_back({r, detail::Age{}});
  return result;
}

// Inputs in the order of the page: P ports of V VCs, then J injectors; then the ejection ports E.
inline Config small_router(Allocator allocator, Crossbar crossbar, Arbiter arbiter, int injectors, int ejectors) {
  Config c;
  c.allocator = allocator;
  c.crossbar = crossbar;
  c.arbiter = arbiter;
  c.injectors = injectors;
  c.ejectors = ejectors;
  return c;
}

using Pairs = std::set<std::pair<int, int>>;  // (output, input)

inline Pairs pairs(const std::vector<detail::Request>& requests) {
  Pairs result;
  for (const detail::Request& r : requests) EXPECT_TRUE(result.insert({r.output, r.input}).second);
  return result;
}

// A matrix allocator with what it is told.
struct Policy {
  Allocator allocator;
  int iterations = 1;
  WavefrontPriority priority = WavefrontPriority::skip;
  std::string name = "";

  bool is_maximal() const {
    return allocator == Allocator::wavefront || allocator == Allocator::maximum ||
           allocator == Allocator::oldest_first || (allocator == Allocator::islip && iterations == 16);
  }
};

inline const std::vector<Policy> kMatrixPolicies = {{Allocator::islip, 1, {}, "islip 1"},
                                                    {Allocator::islip, 2, {}, "islip 2"},
                                                    {Allocator::islip, 16, {}, "islip 16"},
                                                    {Allocator::pim, 1, {}, "pim 1"},
                                                    {Allocator::pim, 3, {}, "pim 3"},
                                                    {Allocator::wavefront, 1, WavefrontPriority::skip, "skip"},
                                                    {Allocator::wavefront, 1, WavefrontPriority::rotate, "rotate"},
                                                    {Allocator::wavefront, 1, WavefrontPriority::free, "free"},
                                                    {Allocator::maximum, 1, {}, "maximum"},
                                                    {Allocator::oldest_first, 1, {}, "oldest_first"}};

inline std::vector<Policy> all_policies() {
  std::vector<Policy> all = kMatrixPolicies;
  all.push_back({Allocator::input_first, 1, {}, "input_first"});
  all.push_back({Allocator::output_first, 1, {}, "output_first"});
  return all;
}

inline Config with_policy(Config c, const Policy& policy) {
  c.allocator = policy.allocator;
  c.iterations = policy.iterations;
  c.wavefront_priority = policy.priority;
  return c;
}

inline Config router_of(const Policy& policy, Crossbar crossbar = Crossbar::per_vc, int injectors = 1,
                        int ejectors = 1) {
  return with_policy(small_router(policy.allocator, crossbar, Arbiter::random, injectors, ejectors), policy);
}

// What is granted in one cycle; then the allocator is in the state of the next one.
inline detail::Requests cycle_of(detail::Allocation& a, const detail::Requests& requests,
                                 const detail::Draw& draw = no_draw, std::uint64_t cycle = 0) {
  detail::Requests granted = a.allocate(requests, draw, cycle);
  a.update(granted);
  return granted;
}

}  // namespace selfcheck
}  // namespace oracle

#endif  // ORACLE_ORACLE_CHECKS_H
