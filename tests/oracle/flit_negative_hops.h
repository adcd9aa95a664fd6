// Section 8.2 of the page: colours of nodes, classes of escape VCs, and which of them a hop may have.
#ifndef ORACLE_FLIT_NEGATIVE_HOPS_H
#define ORACLE_FLIT_NEGATIVE_HOPS_H

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "flit_config.h"
#include "oracle_network.h"

namespace oracle {
namespace flit {

inline bool counts_negative_hops(RoutingRule rule) {
  return rule == RoutingRule::duato_nbc || rule == RoutingRule::nbc || rule == RoutingRule::nhop;
}

inline int diameter_of(const detail::Network& network) {
  int diameter = 0;
  for (int node = 0; node < network.nodes(); ++node)
    for (int distance : network.distances_from(node)) diameter = std::max(diameter, distance);
  return diameter;
}

// The nodes of a shortest closed path of channels with an odd number of hops; none if the nodes can be coloured. A
// network that is strongly connected and has an odd cycle of links has one of channels, too.
inline std::vector<int> odd_cycle_of(const detail::Network& network) {
  std::vector<int> best;
  for (int start = 0; start < network.nodes(); ++start) {
    // Walks from `start`: node and parity, with the place before it on a shortest walk.
    const int places = 2 * network.nodes();
    std::vector<int> before(detail::at(places), detail::absent), queue{2 * start};
    for (std::size_t next = 0; next < queue.size() && before[detail::at(2 * start + 1)] == detail::absent; ++next) {
      const int here = queue[next];
      for (int p = 0; p < network.ports(); ++p) {
        if (!network.has_channel(here / 2, p)) continue;
        const int there = 2 * network.neighbour(here / 2, p) + (here + 1) % 2;
        if (there == 2 * start || before[detail::at(there)] != detail::absent) continue;
        before[detail::at(there)] = here;
        queue.push_back(there);
      }
    }
    std::vector<int> cycle;
    for (int place = 2 * start + 1; place != 2 * start && place != detail::absent; place = before[detail::at(place)])
      cycle.push_back(place / 2);
    if (before[detail::at(2 * start + 1)] == detail::absent) continue;
    std::reverse(cycle.begin(), cycle.end());
    if (best.empty() || cycle.size() < best.size()) best = cycle;
  }
  return best;
}

class NegativeHops {
 public:
  NegativeHops(const Config& c, const detail::Network& network) : config(c), diameter(diameter_of(network)) {
    const std::vector<int> cycle = odd_cycle_of(network);
    std::string text;
    for (int node : cycle) text += " " + std::to_string(node);
    detail::refuse(!cycle.empty(), ("the nodes cannot be coloured: a cycle of odd length:" + text).c_str());
    for (int distance : network.distances_from(0)) colours.push_back(distance % 2);
    const int least = diameter / 2 + 1;
    e = config.routing == RoutingRule::nhop  ? least
        : config.routing == RoutingRule::nbc ? config.virtual_channels
                                             : config.escape_vcs;
    detail::refuse(e < least || config.virtual_channels < e, "too few VCs for the classes of this diameter");
    detail::refuse(config.routing == RoutingRule::duato_nbc && config.virtual_channels == e,
                   "duato_nbc needs an adaptive VC");
  }

  int classes() const { return e; }
  bool is_negative(int from) const { return colours[detail::at(from)] == 1; }

  // The VCs of class k: first and end.
  std::pair<int, int> vcs(int k) const {
    if (config.routing != RoutingRule::nhop) return {k, k + 1};
    return {k * config.virtual_channels / e, (k + 1) * config.virtual_channels / e};
  }

  // The class of VC u, or `absent` if it is adaptive.
  int class_of(int u) const {
    for (int k = 0; k < e; ++k)
      if (vcs(k).first <= u && u < vcs(k).second) return k;
    return detail::absent;
  }

  // The lowest class of a hop of a packet with this last class, or `absent`.
  int low(bool negative, int last) const {
    if (last == detail::absent) return 0;
    return negative ? last + 1 : last;
  }

  // The highest class of a hop after which hops - 1 are left.
  int cap(bool negative, int hops) const {
    const int rounded_up = e - (hops + 1) / 2;
    if (negative) return rounded_up;
    return config.class_caps == ClassCaps::equation_15 ? std::min(rounded_up, e - 1) : e - 1 - hops / 2;
  }

  // The classes that are offered for a hop: first and end.
  std::pair<int, int> offered(bool negative, int last, int hops) const {
    const int lowest = low(negative, last), highest = cap(negative, hops);
    if (lowest > highest) return {0, 0};
    if (config.routing == RoutingRule::nhop) return {lowest, lowest + 1};
    return {config.bonus_cards == BonusCards::all ? highest : lowest, highest + 1};
  }

 private:
  const Config config;
  int diameter, e = 0;
  std::vector<int> colours;  // [node]
};

}  // namespace flit
}  // namespace oracle

#endif  // ORACLE_FLIT_NEGATIVE_HOPS_H
