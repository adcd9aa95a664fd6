// Sections 1.1 to 1.4: nodes, ports and channels of every kind of network. Nothing here knows how packets are routed.
#ifndef ORACLE_ORACLE_NETWORK_H
#define ORACLE_ORACLE_NETWORK_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "oracle_config.h"

namespace oracle {
namespace detail {

constexpr int absent = -1;

class Network {
 public:
  // A node and one of its ports. An absent channel has none.
  struct End {
    int node = absent, port = absent;
  };

  explicit Network(const Config& c) {
    refuse(c.size_two_links != 1 && c.size_two_links != 2, "size_two_links must be 1 or 2");
    if (c.custom_nodes != 0 || c.custom_ports != 0 || !c.custom_channels.empty()) {
      read_custom(c);
    } else {
      read_grid(c);
      read_twists(c);
      two_link_sizes = c.size_two_links == 2;
      read_bypass(c);
      read_directions(c);
    }
    refuse(port_count > 32, "a router can have at most 32 network ports");
    channels.assign(at(count), std::vector<End>(at(port_count)));
    if (is_grid())
      connect_grid();
    else
      connect_custom(c);
    enter();
    if (is_grid()) check_grid();
  }

  int nodes() const { return count; }
  int ports() const { return port_count; }  // absent ones included

  bool has_channel(int node, int port) const { return channels[at(node)][at(port)].node != absent; }
  // The node to which the channel by output port `port` leads, or `absent`; and the input port by which it enters
  // there.
  int neighbour(int node, int port) const { return channels[at(node)][at(port)].node; }
  int input_port(int node, int port) const { return channels[at(node)][at(port)].port; }
  // The node and the output port from which the channel that enters by input port `port` comes.
  End upstream(int node, int port) const { return entering[at(node)][at(port)]; }

  // Grids.
  bool is_grid() const { return !d.empty(); }
  int dimensions() const { return static_cast<int>(d.size()); }
  int size(int k) const { return d[at(k)]; }
  bool is_unidirectional() const { return unidirectional; }
  bool is_closed(int k) const { return closed[at(k)]; }
  const std::vector<int>& coordinates(int node) const { return coordinate_table[at(node)]; }

  int node_at(const std::vector<int>& x) const {
    int node = 0;
    for (int k = dimensions(); k-- > 0;) node = x[at(k)] + size(k) * node;
    return node;
  }

  // 1.2: a closed dimension of size 2 with only one port.
  bool has_one_link(int k) const {
    return (!two_link_sizes || unidirectional) && is_closed(k) && size(k) == 2 && !moves_others(k);
  }

  // 1.2: whether grids have hops backwards in dimension k by a port of their own.
  bool has_port_back(int k) const { return !unidirectional && !has_one_link(k); }

  // The output port for hops in dimension k, forwards (hops > 0) or backwards.
  int port_of(int k, int hops) const { return 2 * k + (hops > 0 || has_one_link(k) ? 0 : 1); }

  // 1.3: some dimension is moved by a twist and has a twist of its own.
  bool has_conflicting_twists() const {
    for (int k = 0; k < dimensions(); ++k)
      if (is_moved(k) && moves_others(k)) return true;
    return false;
  }

  // 1.4. Dimensions and lengths are numbered from 0 here.
  bool has_bypass() const { return !lengths.empty(); }
  bool is_interlaced() const { return has_bypass() && placement == Placement::interlaced; }
  int bypass_dimensions() const { return m; }
  int bypass_lengths() const { return static_cast<int>(lengths.size()); }
  int bypass_length(int h) const { return lengths[at(h)]; }
  bool is_bypass_port(int port) const { return has_bypass() && port >= 2 * dimensions(); }
  // Placement interlaced.
  int bypass_plus() const { return 2 * dimensions(); }
  int bypass_minus() const { return 2 * dimensions() + 1; }
  int bypass_dimension_of(int node) const { return bypass_sum(node) % m; }
  int bypass_length_number_of(int node) const { return (bypass_sum(node) % (m * bypass_lengths())) / m; }
  // Placement all.
  int bypass_port_up(int k, int h) const { return 2 * dimensions() + 2 * (k * bypass_lengths() + h); }

  // Hops from a node to every other one by breadth-first search.
  std::vector<int> distances_from(int start) const {
    std::vector<int> distance(at(count), -1);
    std::deque<int> queue{start};
    distance[at(start)] = 0;
    while (!queue.empty()) {
      const int node = queue.front();
      queue.pop_front();
      for (int p = 0; p < port_count; ++p) {
        if (!has_channel(node, p) || distance[at(neighbour(node, p))] != -1) continue;
        distance[at(neighbour(node, p))] = distance[at(node)] + 1;
        queue.push_back(neighbour(node, p));
      }
    }
    return distance;
  }

 private:
  bool is_moved(int k) const {
    for (int j = 0; j < dimensions(); ++j)
      if (t[at(j)][at(k)] != 0) return true;
    return false;
  }

  bool moves_others(int k) const {
    for (int other = 0; other < dimensions(); ++other)
      if (t[at(k)][at(other)] != 0) return true;
    return false;
  }

  int bypass_sum(int node) const {  // s of 1.4
    int sum = 0;
    for (int k = 0; k < m; ++k) sum += coordinates(node)[at(k)];
    return sum;
  }

  void read_grid(const Config& c) {
    refuse(c.sizes.empty(), "a grid needs a dimension");
    refuse(c.sizes.size() > 6, "a grid has at most 6 dimensions");
    d = c.sizes;
    std::int64_t product = 1;
    for (int size_of_one : d) {
      refuse(size_of_one < 2, "every size must be at least 2");
      product *= size_of_one;
      refuse(product > std::numeric_limits<int>::max(), "too many nodes");
    }
    count = static_cast<int>(product);
    port_count = 2 * dimensions();
    closed = c.closed.empty() ? std::vector<bool>(d.size(), true) : c.closed;
    refuse(closed.size() != d.size(), "closed needs an entry for each dimension");
    for (int node = 0; node < count; ++node) {
      std::vector<int> x;
      int rest = node;
      for (int size_of_one : d) {
        x.push_back(rest % size_of_one);
        rest /= size_of_one;
      }
      coordinate_table.push_back(x);
      require(node_at(x) == node, "coordinates of another node");
    }
  }

  void read_twists(const Config& c) {
    t = c.twist;
    if (t.empty()) t.assign(d.size(), std::vector<int>(d.size(), 0));
    refuse(t.size() != d.size(), "the twists must be a D x D matrix");
    for (int j = 0; j < dimensions(); ++j) {
      refuse(t[at(j)].size() != d.size(), "the twists must be a D x D matrix");
      for (int k = 0; k < dimensions(); ++k) {
        int& twist = t[at(j)][at(k)];
        refuse(j == k && twist != 0, "a dimension cannot twist itself");
        refuse(twist != 0 && !(is_closed(j) && is_closed(k)), "an open dimension cannot twist nor be twisted");
        twist = modulo(twist, size(k));
      }
    }
  }

  void read_bypass(const Config& c) {
    m = c.bypass_dimensions;
    lengths = c.bypass_lengths;
    if (lengths.empty()) {
      refuse(m != 0, "bypass_dimensions needs bypass_lengths");
      return;
    }
    placement = c.placement;
    refuse(!in_range(m, 1, dimensions()), "bypass_dimensions must be from 1 to the number of dimensions");
    refuse(c.size_two_links != 2, "bypass links need two links in dimensions of size 2");
    for (int k = 0; k < dimensions(); ++k) refuse(moves_others(k), "bypass links need a grid without twists");
    refuse(lengths.front() < 1, "bypass lengths must be positive");
    for (std::size_t h = 1; h < lengths.size(); ++h) refuse(lengths[h - 1] >= lengths[h], "bypass lengths must ascend");
    for (int k = 0; k < m; ++k)
      refuse(lengths.back() > (is_closed(k) ? size(k) / 2 : size(k) - 1), "a bypass length is too long");
    if (placement == Placement::all) {
      refuse(lengths.front() < 2, "with all bypass links the shortest must have length 2 at least");
      port_count += 2 * m * bypass_lengths();
      return;
    }
    const int period = m * bypass_lengths();
    for (int k = 0; k < m; ++k)
      refuse(is_closed(k) && size(k) % period != 0, "a closed dimension is no multiple of m w");
    for (int length : lengths) refuse(length % period != 0, "a bypass length is no multiple of m w");
    for (std::size_t h = 1; h < lengths.size(); ++h)
      refuse(lengths[h] % lengths[h - 1] != 0, "a bypass length does not divide the next one");
    port_count += 2;
  }

  void read_directions(const Config& c) {
    unidirectional = c.unidirectional;
    for (int k = 0; unidirectional && k < dimensions(); ++k)
      refuse(!is_closed(k) || moves_others(k) || has_bypass(),
             "a unidirectional torus has closed dimensions only, no twists and no bypass links");
  }

  void read_custom(const Config& c) {
    refuse(!c.sizes.empty() || !c.twist.empty() || !c.closed.empty() || !c.bypass_lengths.empty() ||
               c.bypass_dimensions != 0 || c.unidirectional,
           "a custom network has no sizes, twists, closed dimensions, directions or bypass links");
    refuse(c.custom_nodes < 2, "a custom network needs at least 2 nodes");
    refuse(!in_range(c.custom_ports, 1, 32), "a custom network needs 1 to 32 ports");
    count = c.custom_nodes;
    port_count = c.custom_ports;
  }

  // 1.2 and 1.3: one step forwards (sign 1) or backwards (sign -1) in dimension j.
  int step(int node, int j, int sign) const {
    std::vector<int> x = coordinates(node);
    x[at(j)] += sign;
    if (in_range(x[at(j)], 0, size(j) - 1)) return node_at(x);
    if (!is_closed(j)) return absent;
    x[at(j)] = modulo(x[at(j)], size(j));
    for (int k = 0; k < dimensions(); ++k)
      if (k != j) x[at(k)] = modulo(x[at(k)] + sign * t[at(j)][at(k)], size(k));
    return node_at(x);
  }

  // 1.4: the node to which a bypass of dimension k leads, `hops` up or (negative) down, or `absent`.
  int bypass_step(int node, int k, int hops) const {
    std::vector<int> x = coordinates(node);
    x[at(k)] += hops;
    if (is_closed(k)) x[at(k)] = modulo(x[at(k)], size(k));
    return in_range(x[at(k)], 0, size(k) - 1) ? node_at(x) : absent;
  }

  void connect_grid() {
    for (int node = 0; node < count; ++node) {
      const auto connect = [&](int port, int to) {
        if (to != absent) channels[at(node)][at(port)] = End{to, port};  // 1.1: the same number at both ends
      };
      for (int k = 0; k < dimensions(); ++k) {
        connect(2 * k, step(node, k, 1));
        if (has_port_back(k)) connect(2 * k + 1, step(node, k, -1));
      }
      const auto connect_bypass = [&](int up, int k, int length) {
        connect(up, bypass_step(node, k, length));
        connect(up + 1, bypass_step(node, k, -length));
      };
      if (is_interlaced())
        connect_bypass(bypass_plus(), bypass_dimension_of(node), bypass_length(bypass_length_number_of(node)));
      else
        for (int k = 0; k < m; ++k)
          for (int h = 0; h < bypass_lengths(); ++h) connect_bypass(bypass_port_up(k, h), k, bypass_length(h));
    }
    for (int node = 0; is_interlaced() && node < count; ++node)
      for (int port : {bypass_plus(), bypass_minus()}) {
        const int to = neighbour(node, port);
        if (to == absent) continue;
        require(to != node, "a bypass link leads back to its own node");
        require(bypass_dimension_of(to) == bypass_dimension_of(node) &&
                    bypass_length_number_of(to) == bypass_length_number_of(node),
                "the two ends of a bypass link have different bypass dimensions or lengths");
      }
  }

  void connect_custom(const Config& c) {
    for (const CustomChannel& channel : c.custom_channels) {
      refuse(!in_range(channel.from, 0, count - 1) || !in_range(channel.to, 0, count - 1),
             "a custom channel joins a node that is not there");
      refuse(channel.from == channel.to, "a custom channel leads back to its own node");
      refuse(!in_range(channel.out_port, 0, port_count - 1) || !in_range(channel.in_port, absent, port_count - 1),
             "a custom channel has a port that is not there");
      End& end = channels[at(channel.from)][at(channel.out_port)];
      refuse(end.node != absent, "two custom channels leave by the same port");
      end = End{channel.to, channel.in_port};
    }
    for (int u = 0; u < count; ++u)
      for (int p = 0; p < port_count; ++p) {
        if (!has_channel(u, p)) continue;
        const std::vector<int> forth = ports_to(u, neighbour(u, p)), back = ports_to(neighbour(u, p), u);
        refuse(back.empty(), "a custom channel has none that leads back");
        End& end = channels[at(u)][at(p)];
        if (end.port != absent) continue;
        const auto j = std::find(forth.begin(), forth.end(), p) - forth.begin();
        refuse(j >= static_cast<std::ptrdiff_t>(back.size()), "a custom channel has none that leads back");
        end.port = back[static_cast<std::size_t>(j)];
      }
  }

  std::vector<int> ports_to(int from, int to) const {
    std::vector<int> ports_found;
    for (int p = 0; p < port_count; ++p)
      if (neighbour(from, p) == to) ports_found.push_back(p);
    return ports_found;
  }

  // Finds the channel that enters by each input port, and checks that all nodes can be reached.
  void enter() {
    entering.assign(at(count), std::vector<End>(at(port_count)));
    for (int node = 0; node < count; ++node)
      for (int p = 0; p < port_count; ++p) {
        if (!has_channel(node, p)) continue;
        End& from = entering[at(neighbour(node, p))][at(input_port(node, p))];
        refuse(from.node != absent, "two channels enter the same node by the same input port");
        from = End{node, p};
      }
    for (int distance : distances_from(0)) refuse(distance < 0, "the network is not connected");
  }

  void check_grid() const {
    const bool steps_commute = !has_conflicting_twists();
    for (int node = 0; node < count; ++node)
      for (int p = 0; p < 2 * dimensions(); ++p) {
        if (!has_channel(node, p)) continue;
        const int there = neighbour(node, p);
        const int back = has_one_link(p / 2) ? p : p ^ 1;
        require(unidirectional || (has_channel(there, back) && neighbour(there, back) == node),
                "the steps k+ and k- are not inverse");
        for (int q = 0; steps_commute && q < 2 * dimensions(); ++q)
          if (q / 2 != p / 2 && has_channel(node, q))
            require(neighbour(there, q) == neighbour(neighbour(node, q), p), "the steps do not commute");
      }
  }

  std::vector<int> d;
  std::vector<bool> closed;
  std::vector<std::vector<int>> t;
  std::vector<std::vector<int>> coordinate_table;  // [node]
  bool two_link_sizes = true, unidirectional = false;
  int m = 0;
  std::vector<int> lengths;
  Placement placement = Placement::interlaced;
  int count = 0, port_count = 0;
  std::vector<std::vector<End>> channels;  // [node][output port]: where the channel ends
  std::vector<std::vector<End>> entering;  // [node][input port]: where the channel begins
};

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_NETWORK_H
