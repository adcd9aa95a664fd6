// Sections 1.5 to 1.7: records, productive ports, escape channels and rings.
#ifndef ORACLE_ORACLE_ROUTING_H
#define ORACLE_ORACLE_ROUTING_H

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <limits>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "oracle_config.h"
#include "oracle_network.h"

namespace oracle {
namespace detail {

using Record = std::vector<int>;

// Three classes: the hops that remain in one dimension. h is the number of the bypass length from 1; 0 is no bypass.
struct Plan {
  int dimension = 0;
  int h = 0, p = 0, q = 0, g = 0;
  bool is_done() const { return p == 0 && q == 0 && g == 0; }
};

struct Header {
  Record record;           // by record: what remains of it
  bool on_escape = false;  // by table: the packet was granted an escape channel
  Plan plan;               // three classes, on escape channels
};

struct EscapeChannel {
  int port = absent;
  int vc = 0;  // u, among the escape VCs of the packet's class
};

class Routing {
 public:
  explicit Routing(const Config& c) : network(c), escape(c.escape), escape_vcs(c.escape_vcs) {
    check();
    if (escape == Escape::by_record) find_records();
    if (is_by_table())
      for (int node = 0; node < network.nodes(); ++node) distances.push_back(network.distances_from(node));
    if (escape == Escape::three_classes) find_plans();
    if (escape == Escape::up_down) find_up_down();
    find_rings();
  }

  const Network network;

  bool is_by_table() const { return escape != Escape::by_record; }  // productive ports follow from distances
  bool can_detour() const { return is_by_table() && escape != Escape::bit_order; }  // escapes may detour and are sticky

  // Section 1.5, in ascending lexicographic order. Steps in closed dimensions commute, so the way from s to t is the
  // way from node 0 to "t moved by minus the coordinates of s". In open dimensions it is the difference of the
  // coordinates.
  std::vector<Record> minimal_records(int source, int destination) const {
    const std::vector<int>&from = network.coordinates(source), &to = network.coordinates(destination);
    Record back(from.size(), 0);
    for (int k = 0; k < network.dimensions(); ++k)
      if (network.is_closed(k))
        back[at(k)] = network.is_unidirectional() ? modulo(-from[at(k)], network.size(k)) : -from[at(k)];
    std::vector<int> moved = network.coordinates(walk(destination, back));
    for (int k = 0; k < network.dimensions(); ++k)
      if (!network.is_closed(k)) moved[at(k)] = 0;
    std::vector<Record> found = records[at(network.node_at(moved))];
    for (Record& r : found)
      for (int k = 0; k < network.dimensions(); ++k)
        if (!network.is_closed(k)) r[at(k)] = to[at(k)] - from[at(k)];
    return found;
  }

  int walk(int node, const Record& r) const {
    for (int k = 0; k < network.dimensions(); ++k)
      for (int step = 0; step < std::abs(r[at(k)]); ++step) {
        node = network.neighbour(node, network.port_of(k, r[at(k)]));
        require(node != absent, "a record leads through an absent port");
      }
    return node;
  }

  // Section 3: the header with which packet `number` of a source starts.
  Header first_header(std::uint64_t seed, int source, int destination, std::uint64_t number) const {
    Header header;
    if (is_by_table()) return header;
    const std::vector<Record> choices = minimal_records(source, destination);
    header.record = choices[hash({seed, 16, word(source), number}) % choices.size()];
    require(walk(source, header.record) == destination, "the record does not lead to the destination");
    return header;
  }

  // Section 1.6, at a node that is not the destination, in ascending order.
  std::vector<int> productive_ports(int node, int destination, const Header& header) const {
    std::vector<int> ports;
    if (!is_by_table()) {
      for (int k = 0; k < network.dimensions(); ++k)
        if (header.record[at(k)] != 0) ports.push_back(network.port_of(k, header.record[at(k)]));
    } else if (!header.on_escape) {
      for (int p = 0; p < network.ports(); ++p)
        if (network.has_channel(node, p) &&
            distance(network.neighbour(node, p), destination) + 1 == distance(node, destination))
          ports.push_back(p);
    }
    return ports;
  }

  // Section 1.6, at a node that is not the destination.
  EscapeChannel escape_channel(int node, int destination, const Header& header) const {
    switch (escape) {
      case Escape::by_record:
        return EscapeChannel{productive_ports(node, destination, header).front(), 0};
      case Escape::mesh_order: {
        const int k = first_difference(node, destination);
        const int ahead = network.coordinates(destination)[at(k)] - network.coordinates(node)[at(k)];
        return EscapeChannel{network.port_of(k, ahead), 0};
      }
      case Escape::torus_order: {
        const int k = first_difference(node, destination);
        const int ahead = network.coordinates(destination)[at(k)] - network.coordinates(node)[at(k)];
        return EscapeChannel{network.port_of(k, network.is_closed(k) ? torus_hops(node, destination, k) : ahead), 0};
      }
      case Escape::three_classes:
        return next_of(current_plan(node, destination, header));
      case Escape::up_down:
        return EscapeChannel{up_down_port[at(node)][at(destination)], 0};
      case Escape::bit_order:
        return EscapeChannel{productive_ports(node, destination, header).front(), 0};
    }
    throw std::invalid_argument("oracle: unknown escape rule");
  }

  // The header after a hop from `node` by `port`, on an escape channel or on an adaptive VC.
  void hop(Header& header, int node, int destination, int port, bool by_escape) const {
    if (!is_by_table()) {
      header.record[at(port / 2)] -= port % 2 == 0 ? 1 : -1;
      return;
    }
    require(by_escape || !header.on_escape, "a packet left the escape channels");
    if (!by_escape || !can_detour()) return;
    if (escape == Escape::three_classes) {
      header.plan = current_plan(node, destination, header);
      advance(header.plan);
    }
    header.on_escape = true;
  }

  // Section 1.7: the number of the ring to which escape VC u of the channel by output port `port` belongs, or `absent`.
  // The classes have rings of their own with the same numbers; no packet goes from one class to the other.
  int ring(int node, int port, int u) const { return rings[at(u)][at(node)][at(port)]; }

  // Three classes: the plan of a packet that has none.
  const Plan& plan_at(int node, int destination) const {
    const int k = first_difference(node, destination);
    return plans[at(node)][at(k)][at(network.coordinates(destination)[at(k)])];
  }

  int distance(int from, int to) const { return distances[at(from)][at(to)]; }  // by table only

  // Up/down: whether a channel leads to a later node in the order of nodes.
  bool is_down(int node, int port) const { return rank[at(network.neighbour(node, port))] > rank[at(node)]; }

 private:
  void check() const {
    const bool custom = !network.is_grid(), bypass = network.has_bypass();
    const bool conflict = network.has_conflicting_twists();
    refuse(custom != (escape == Escape::up_down || escape == Escape::bit_order),
           "up_down and bit_order are the escape rules of networks without a grid, and only of them");
    refuse(bypass != (escape == Escape::torus_order || escape == Escape::three_classes),
           "torus_order and three_classes are the escape rules of grids with bypass links, and only of them");
    if (escape == Escape::three_classes) {
      refuse(!network.is_interlaced(), "three_classes is for interlaced bypass links");
      for (int k = 0; k < network.dimensions(); ++k)
        refuse(!network.is_closed(k), "three_classes needs closed dimensions");
    }
    refuse(conflict != (escape == Escape::mesh_order),
           "mesh_order is the escape rule of conflicting twists, and only of them: their steps do not commute");
    refuse(escape_vcs != (escape == Escape::three_classes ? 2 : 1),
           "three_classes needs 2 escape VCs, every other escape rule 1");
  }

  int first_difference(int node, int destination) const {
    for (int k = 0; k < network.dimensions(); ++k)
      if (network.coordinates(node)[at(k)] != network.coordinates(destination)[at(k)]) return k;
    throw std::logic_error("oracle: an escape channel is asked for at the destination");
  }

  int torus_hops(int delta, int size) const { return 2 * delta <= size ? delta : delta - size; }

  int torus_hops(int node, int destination, int k) const {
    const int ahead = network.coordinates(destination)[at(k)] - network.coordinates(node)[at(k)];
    return torus_hops(modulo(ahead, network.size(k)), network.size(k));
  }

  // A minimal record without one of its steps is a minimal record of the node that it then leads to, so all minimal
  // records of a node come from those of the nodes one step nearer. Only closed dimensions are walked.
  void find_records() {
    std::vector<int> hops(at(network.nodes()), -1);
    std::vector<std::set<Record>> found(at(network.nodes()));
    std::deque<int> queue{0};
    hops[0] = 0;
    found[0].insert(Record(at(network.dimensions()), 0));
    while (!queue.empty()) {  // a node leaves the queue after all nodes nearer than it: its set is complete then
      const int node = queue.front();
      queue.pop_front();
      for (int p = 0; p < network.ports(); ++p) {
        if (!network.is_closed(p / 2) || !network.has_channel(node, p)) continue;
        const int v = network.neighbour(node, p);
        if (hops[at(v)] == -1) {
          hops[at(v)] = hops[at(node)] + 1;
          queue.push_back(v);
        }
        if (hops[at(v)] != hops[at(node)] + 1) continue;
        for (Record r : found[at(node)]) {
          r[at(p / 2)] += p % 2 == 0 ? 1 : -1;
          found[at(v)].insert(r);
        }
      }
    }
    for (int node = 0; node < network.nodes(); ++node) {
      for (const Record& r : found[at(node)]) {
        int length = 0;
        for (int steps : r) length += std::abs(steps);
        require(length == hops[at(node)], "a record that is not minimal");
        require(walk(0, r) == node, "a record that leads elsewhere");
      }
      records.emplace_back(found[at(node)].begin(), found[at(node)].end());  // a set is in lexicographic order
    }
  }

  // Three classes.
  Plan best_plan(int node, int k, int delta) const {
    const int size = network.size(k), lengths = network.bypass_lengths();
    const auto order = [](const Plan& x) {
      return std::make_tuple(std::abs(x.p) + std::abs(x.q) + std::abs(x.g), x.h, x.p, x.q, x.g);
    };
    Plan best{k, 0, 0, 0, torus_hops(delta, size)};
    const int farthest = network.bypass_dimensions() * lengths - 1;
    for (int p = -farthest; p <= farthest; ++p) {
      std::vector<int> x = network.coordinates(node);
      x[at(k)] = modulo(x[at(k)] + p, size);
      const int middle = network.node_at(x);
      if (network.bypass_dimension_of(middle) != k) continue;
      const int number = network.bypass_length_number_of(middle);
      const int length = network.bypass_length(number);
      const int most = (size + 2 * length - 1) / (2 * length);
      for (int q = -most; q <= most; ++q)
        for (int g = -(size / 2); g <= size / 2; ++g) {
          if (q == 0 || modulo(p + q * length + g, size) != delta) continue;
          const Plan plan{k, number + 1, p, q, g};
          if (order(plan) < order(best)) best = plan;
        }
    }
    return best;
  }

  void find_plans() {
    for (int node = 0; node < network.nodes(); ++node) {
      std::vector<std::vector<Plan>> of_node;
      for (int k = 0; k < network.dimensions(); ++k) {
        std::vector<Plan> of_dimension;
        for (int target = 0; target < network.size(k); ++target)
          of_dimension.push_back(
              best_plan(node, k, modulo(target - network.coordinates(node)[at(k)], network.size(k))));
        of_node.push_back(of_dimension);
      }
      plans.push_back(of_node);
    }
  }

  Plan current_plan(int node, int destination, const Header& header) const {
    return header.plan.is_done() ? plan_at(node, destination) : header.plan;
  }

  EscapeChannel next_of(const Plan& plan) const {
    if (plan.p != 0) return EscapeChannel{network.port_of(plan.dimension, plan.p), 0};
    if (plan.q != 0) return EscapeChannel{plan.q > 0 ? network.bypass_plus() : network.bypass_minus(), 0};
    return EscapeChannel{network.port_of(plan.dimension, plan.g), 1};
  }

  static void advance(Plan& plan) {
    int& hops = plan.p != 0 ? plan.p : plan.q != 0 ? plan.q : plan.g;
    hops -= hops > 0 ? 1 : -1;
  }

  // Up/down. Down channels lead to later nodes, up channels to earlier ones. Routes of down channels alone are found
  // first, from the last node to the first; then those that begin with up channels, from the first node to the last.
  void find_up_down() {
    const int count = network.nodes(), infinite = std::numeric_limits<int>::max();
    std::vector<std::pair<int, int>> order;  // (distance from node 0, number)
    for (int node = 0; node < count; ++node) order.emplace_back(distance(0, node), node);
    std::sort(order.begin(), order.end());
    rank.assign(at(count), 0);
    for (int i = 0; i < count; ++i) rank[at(order[at(i)].second)] = i;

    up_down_port.assign(at(count), std::vector<int>(at(count), absent));
    for (int t = 0; t < count; ++t) {
      std::vector<int> hops(at(count), infinite);
      hops[at(t)] = 0;
      const auto take_best = [&](int node, bool down) {
        for (int p = 0; p < network.ports(); ++p) {
          if (!network.has_channel(node, p) || is_down(node, p) != down) continue;
          const int rest = hops[at(network.neighbour(node, p))];
          if (rest == infinite || rest + 1 >= hops[at(node)]) continue;
          hops[at(node)] = rest + 1;
          up_down_port[at(node)][at(t)] = p;
        }
      };
      for (int i = count; i-- > 0;) take_best(order[at(i)].second, true);
      for (int i = 0; i < count; ++i)
        if (hops[at(order[at(i)].second)] == infinite) take_best(order[at(i)].second, false);
      for (int h : hops) require(h != infinite, "up and down channels do not lead to every node");
    }
  }

  bool forms_rings(int port, int u) const {
    const bool bypass = network.is_bypass_port(port);
    const bool is_cyclic = bypass || (network.is_closed(port / 2) && !network.has_one_link(port / 2) &&
                                      (port % 2 == 0 || network.has_port_back(port / 2)));
    switch (escape) {
      case Escape::by_record:
        return is_cyclic;
      case Escape::torus_order:
        return is_cyclic && !bypass;
      case Escape::three_classes:
        return is_cyclic && (u == 0 || !bypass);
      case Escape::mesh_order:
      case Escape::up_down:
      case Escape::bit_order:
        return false;
    }
    throw std::invalid_argument("oracle: unknown escape rule");
  }

  void find_rings() {
    rings.assign(at(escape_vcs),
                 std::vector<std::vector<int>>(at(network.nodes()), std::vector<int>(at(network.ports()), absent)));
    if (!network.is_grid()) return;
    int number = 0;
    for (int u = 0; u < escape_vcs; ++u)
      for (int p = 0; p < network.ports(); ++p)
        for (int start = 0; start < network.nodes(); ++start) {
          if (!forms_rings(p, u) || ring(start, p, u) != absent) continue;
          for (int node = start; ring(node, p, u) == absent; node = network.neighbour(node, p))
            rings[at(u)][at(node)][at(p)] = number;
          ++number;
        }
  }

  Escape escape;
  int escape_vcs;
  std::vector<std::vector<Record>> records;           // by record: [node seen from node 0], open coordinates 0
  std::vector<std::vector<int>> distances;            // by table: [from][to]
  std::vector<std::vector<std::vector<Plan>>> plans;  // three classes: [node][dimension][coordinate of destination]
  std::vector<int> rank;                              // up/down: place of each node in the order
  std::vector<std::vector<int>> up_down_port;         // up/down: [node][destination]
  std::vector<std::vector<std::vector<int>>> rings;   // [u][node][port]
};

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_ROUTING_H
