#include "tests/support/random_network.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace trenza::test {

using topologies::Twist;

namespace {

struct TwistedSizes {
  std::vector<int> sizes;
  std::vector<Twist> twists;
};

const std::vector<TwistedSizes>& tori() {
  static const std::vector<TwistedSizes> all = {
      {{4, 2}, {}},
      {{8, 4}, {}},
      {{4, 2}, {{1, 0, 2}}},
      {{6, 3}, {{1, 0, 3}}},
      {{8, 4}, {{1, 0, 4}}},
      {{10, 5}, {{1, 0, 5}}},
      {{12, 5}, {{1, 0, 3}}},
      {{6, 4}, {{1, 0, -2}}},
      {{4, 4}, {}},
      {{5, 3}, {}},
      {{4, 6}, {{0, 1, 2}}},
      {{8}, {}},
      {{2, 2}, {}},
      {{4, 2, 2}, {}},
      {{4, 2, 2}, {{1, 0, 2}}},
      {{4, 2, 2}, {{1, 0, 2}, {2, 0, 2}}},
      {{3, 3, 4}, {}},
      {{6, 4, 4}, {{1, 0, 3}}},
      {{4, 4, 3}, {{2, 0, 1}, {2, 1, 2}}},
      {{2, 3, 2, 2}, {{3, 1, 1}}},
      {{2, 2, 3, 2, 2}, {}},
      {{3, 2, 2, 2, 2}, {{1, 0, 1}, {4, 2, 1}}},
      {{2, 2, 2, 2, 2, 2}, {}},
      {{3, 2, 2, 2, 2, 2}, {{5, 0, 1}}},
  };
  return all;
}

const std::vector<TwistedSizes>& conflicts() {
  static const std::vector<TwistedSizes> all = {
      {{4, 4}, {{1, 0, 1}, {0, 1, -1}}},
      {{5, 4}, {{1, 0, 2}, {0, 1, 1}}},
      {{6, 4}, {{1, 0, 3}, {0, 1, 2}}},
      {{4, 3, 3}, {{1, 0, 2}, {2, 1, 1}}},
  };
  return all;
}

RandomNetwork open_grid(Draws& draws) {
  RandomNetwork network;
  network.family = NetworkFamily::open_grid;
  network.shape.sizes = draws.one_of<std::vector<int>>(
      {{5, 4}, {4, 3, 3}, {2, 2, 2, 2}, {2, 5}, {3, 2, 4}, {6}, {2, 3, 2, 2, 2}, {2, 2, 3, 2, 2, 2}});
  network.shape.size_two_links = draws.range(1, 2);
  for (std::size_t k = 0; k < network.shape.sizes.size(); ++k) network.shape.wrap.push_back(draws.one_in(2));
  return network;
}

struct Scheme {
  std::vector<int> sizes;
  int dimensions;
  std::vector<int> lengths;
  std::vector<bool> wrap = {};
};

RandomNetwork bypass_network(const Scheme& scheme, NetworkFamily family) {
  RandomNetwork network;
  network.family = family;
  network.shape.sizes = scheme.sizes;
  network.shape.wrap = scheme.wrap;
  network.bypass = scheme.lengths;
  network.bypass_dimensions = scheme.dimensions;
  return network;
}

RandomNetwork closed_ibt(Draws& draws, NetworkFamily family) {
  return bypass_network(draws.one_of<Scheme>({{{8, 8}, 2, {2}},
                                              {{8, 8}, 2, {4}},
                                              {{6, 6}, 2, {2}},
                                              {{8}, 1, {2}},
                                              {{8}, 1, {2, 4}},
                                              {{12}, 1, {3}},
                                              {{6, 4}, 1, {2}},
                                              {{4, 4, 3}, 2, {2}},
                                              {{9, 9}, 1, {1}},
                                              {{6, 6, 6}, 3, {3}},
                                              {{4, 2, 2, 2, 2}, 1, {2}},
                                              {{4, 2, 2, 2, 2, 2}, 1, {1}}}),
                        family);
}

RandomNetwork open_ibt(Draws& draws) {
  return bypass_network(draws.one_of<Scheme>({{{5, 7}, 2, {2}, {false, false}},
                                              {{8, 5}, 2, {4}, {true, false}},
                                              {{5, 8}, 2, {2}, {false, true}},
                                              {{7}, 1, {2, 6}, {false}},
                                              {{9, 3}, 1, {3}, {false, true}},
                                              {{8, 4}, 1, {4}, {true, false}},
                                              {{9, 9}, 2, {4, 8}, {false, false}},
                                              {{5, 4, 2}, 2, {2}, {false, true, false}}}),
                        NetworkFamily::ibt_torus_order);
}

RandomNetwork express(Draws& draws) {
  RandomNetwork network =
      bypass_network(draws.one_of<Scheme>({{{8, 8}, 2, {4}},
                                           {{7, 5}, 2, {2}},
                                           {{7, 6}, 2, {2, 3}},
                                           {{9, 4}, 1, {2, 3}},
                                           {{11}, 1, {2, 3, 5}},
                                           {{32}, 1, {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}},
                                           {{6, 7}, 2, {3}, {true, false}},
                                           {{5, 6}, 2, {2, 4}, {false, false}},
                                           {{4, 2}, 1, {2}, {true, false}},
                                           {{5, 2, 4}, 1, {2}, {true, true, false}}}),
                     NetworkFamily::ibt_torus_order);
  network.placement = topologies::BypassPlacement::all;
  return network;
}

/// A tree with chords. A link leaves and enters each of its nodes by one port, any that is free, so that those of
/// parallel links are crossed at random.
RandomNetwork custom(Draws& draws) {
  const int nodes = draws.range(3, 20);
  const int ports = draws.range(3, 6);
  RandomNetwork result;
  result.family = NetworkFamily::custom;
  result.custom_graph = topologies::Graph(nodes, ports);
  topologies::Network& network = result.custom;
  network.name = "custom";
  network.nodes = nodes;
  network.ports = ports;
  for (int p = 0; p < ports; ++p) network.port_names.push_back(fmt::format("p{}", p));
  network.next.assign(static_cast<std::size_t>(nodes * ports), -1);
  const auto free_port = [&](int node) {
    std::vector<int> free;
    for (int p = 0; p < ports; ++p) {
      if (network.neighbour(node, p) < 0) free.push_back(p);
    }
    return free.empty() ? -1 : draws.one_of(free);
  };
  const auto join = [&](int a, int b) {
    const int out = free_port(a);
    const int in = free_port(b);
    if (out < 0 || in < 0 || a == b) return false;
    network.next[static_cast<std::size_t>(a * ports + out)] = b;
    network.next[static_cast<std::size_t>(b * ports + in)] = a;
    result.custom_graph.connect({a, out, b, in});
    result.custom_graph.connect({b, in, a, out});
    return true;
  };
  for (int node = 1; node < nodes; ++node) {
    while (!join(node, draws.range(std::max(0, node - 3), node - 1))) {
    }
  }
  const int near = draws.one_in(2) ? 1 : nodes;  // neighbours alone: many parallel links
  for (int chord = draws.range(0, nodes); chord > 0; --chord) {
    const int node = draws.below(nodes);
    join(node, near == 1 ? std::max(0, node - 1) : draws.below(nodes));
  }
  return result;
}

}  // namespace

std::string RandomNetwork::text() const {
  if (family == NetworkFamily::custom) {
    std::string links;
    for (topologies::ChannelId id = 0; id < custom_graph.channels(); ++id) {
      const topologies::Channel& c = custom_graph.channel(id);
      if (c.from >= 0 && c.from < c.to) links += fmt::format(" {}.{}-{}.{}", c.from, c.out_port, c.to, c.in_port);
    }
    return fmt::format("custom {} [{}]", custom.nodes, links.substr(1));
  }
  std::string twists;
  for (const Twist& t : shape.twists) twists += fmt::format(" {}>{}:{}", t.of, t.over, t.amount);
  std::string open;
  for (const bool closed : shape.wrap) open += closed ? 'c' : 'o';
  return fmt::format("family {} {}{}{}{} bypass {}:<{}>{}", static_cast<int>(family), fmt::join(shape.sizes, "x"),
                     twists, open.empty() ? "" : " " + open,
                     shape.one_way               ? " one way"
                     : shape.size_two_links == 1 ? " one link"
                                                 : "",
                     bypass_dimensions, fmt::join(bypass, ","),
                     placement == topologies::BypassPlacement::all ? " all" : "");
}

bool RandomNetwork::has_crossed_ports() const {
  if (family != NetworkFamily::custom) return false;
  const topologies::Graph paired = topologies::paired_graph(custom);
  for (topologies::ChannelId id = 0; id < custom_graph.channels(); ++id) {
    if (custom_graph.channel(id).in_port != paired.channel(id).in_port) return true;
  }
  return false;
}

std::unique_ptr<topologies::Topology> RandomNetwork::build() const {
  switch (family) {
    case NetworkFamily::torus:
    case NetworkFamily::open_grid:
      return topologies::make_twisted_torus("machine", shape);
    case NetworkFamily::conflicting:
      return topologies::make_mesh_ordered_torus("machine", shape);
    case NetworkFamily::custom:
      return topologies::make_up_down_network(custom, custom_graph);
    case NetworkFamily::ibt_torus_order:
    case NetworkFamily::ibt_three_classes:
      break;
  }
  topologies::IbtSpec spec;
  spec.sizes = shape.sizes;
  spec.interlaced_dimensions = bypass_dimensions;
  spec.lengths = bypass;
  spec.placement = placement;
  spec.wrap = shape.wrap;
  return topologies::make_ibt(spec, family == NetworkFamily::ibt_three_classes ? topologies::IbtEscape::three_classes
                                                                               : topologies::IbtEscape::torus_order);
}

void RandomNetwork::describe(oracle::Config& config) const {
  if (family == NetworkFamily::custom) {
    config.sizes.clear();
    config.twist.clear();
    config.escape = oracle::Escape::up_down;
    config.custom_nodes = custom.nodes;
    config.custom_ports = custom.ports;
    for (topologies::ChannelId id = 0; id < custom_graph.channels(); ++id) {
      const topologies::Channel& channel = custom_graph.channel(id);
      if (channel.from >= 0)
        config.custom_channels.push_back({channel.from, channel.out_port, channel.to, channel.in_port});
    }
    return;
  }
  config.sizes = shape.sizes;
  config.twist.assign(shape.sizes.size(), std::vector<int>(shape.sizes.size(), 0));
  for (const Twist& t : shape.twists) {
    config.twist[static_cast<std::size_t>(t.of)][static_cast<std::size_t>(t.over)] = t.amount;
  }
  config.closed = shape.wrap;
  config.size_two_links = shape.size_two_links;
  config.unidirectional = shape.one_way;
  config.bypass_lengths = bypass;
  config.bypass_dimensions = bypass_dimensions;
  config.placement =
      placement == topologies::BypassPlacement::all ? oracle::Placement::all : oracle::Placement::interlaced;
  if (family == NetworkFamily::conflicting) config.escape = oracle::Escape::mesh_order;
  if (family == NetworkFamily::ibt_torus_order) config.escape = oracle::Escape::torus_order;
  if (family == NetworkFamily::ibt_three_classes) {
    config.escape = oracle::Escape::three_classes;
    config.escape_vcs = 2;
  }
}

RandomNetwork torus_network(const std::vector<int>& sizes, const std::vector<Twist>& twists) {
  RandomNetwork network;
  network.shape.sizes = sizes;
  network.shape.twists = twists;
  return network;
}

RandomNetwork random_network(Draws& draws) {
  switch (draws.below(12)) {
    case 0:
      return open_grid(draws);
    case 1: {
      const auto conflict = draws.one_of(conflicts());
      RandomNetwork network = torus_network(conflict.sizes, conflict.twists);
      network.family = NetworkFamily::conflicting;
      return network;
    }
    case 2:
      return closed_ibt(draws, NetworkFamily::ibt_torus_order);
    case 3:
      return closed_ibt(draws, NetworkFamily::ibt_three_classes);
    case 4:
      return custom(draws);
    case 5:
      return open_ibt(draws);
    case 6:
      return express(draws);
    default: {
      const auto torus = draws.one_of(tori());
      return torus_network(torus.sizes, torus.twists);
    }
  }
}

}  // namespace trenza::test
