#include "graphs/metrics/network_shape.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace trenza::graphs {

namespace {

int coordinate(const topologies::Network& network, topologies::NodeId node, std::size_t axis) {
  for (std::size_t k = 0; k < axis; ++k) node /= network.sizes[k];
  return node % network.sizes[axis];
}

bool differs_elsewhere(const topologies::Network& network, topologies::NodeId one, topologies::NodeId other,
                       std::size_t axis) {
  for (std::size_t k = 0; k < network.sizes.size(); ++k) {
    if (k != axis && coordinate(network, one, k) != coordinate(network, other, k)) return true;
  }
  return false;
}

enum class Kind : std::uint8_t { mesh, wrap, twist, other };

Kind kind_of(const topologies::Network& network, topologies::NodeId node, topologies::PortId port,
             topologies::NodeId to) {
  const std::string& name = network.port_classes[static_cast<std::size_t>(port)];
  const int dimension = network.dimension(node, port);
  if (network.sizes.empty() || dimension < 0 || (name != "torus" && name != "mesh")) return Kind::other;
  const auto axis = static_cast<std::size_t>(dimension);
  const int last = network.sizes[axis] - 1;
  const int from = coordinate(network, node, axis);
  const int end = coordinate(network, to, axis);
  if (differs_elsewhere(network, node, to, axis)) return Kind::twist;
  // In an axis of size 2 the direction tells the two links apart; if there is only one, it is inside.
  const bool plus = port % 2 == 0;
  if (last == 1) {
    const bool both = network.ports > port + 1 - 2 * (port % 2) && network.neighbour(node, port ^ 1) >= 0;
    return both && from == (plus ? 1 : 0) ? Kind::wrap : Kind::mesh;
  }
  return (from == last && end == 0) || (from == 0 && end == last) ? Kind::wrap : Kind::mesh;
}

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::mesh:
      return "mesh";
    case Kind::wrap:
      return "wrap";
    case Kind::twist:
      return "twist";
    case Kind::other:
      break;
  }
  return "";
}

double links_per_channel(const topologies::Network& network) { return bidirectional(network) ? 0.5 : 1.0; }

/// True if every channel of port p has one back by port q.
bool leads_back(const topologies::Network& network, topologies::PortId p, topologies::PortId q) {
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    const topologies::NodeId to = network.neighbour(node, p);
    if (to >= 0 && network.neighbour(to, q) != node) return false;
  }
  return true;
}

/// The usual case of bidirectional links: the way back of a port is always its own or that of its pair.
bool ports_are_paired(const topologies::Network& network) {
  for (topologies::PortId port = 0; port < network.ports; ++port) {
    if (leads_back(network, port, port)) continue;
    const topologies::PortId pair = port ^ 1;
    if (pair >= network.ports || leads_back(network, pair, pair)) return false;
    if (!leads_back(network, port, pair) || !leads_back(network, pair, port)) return false;
  }
  return true;
}

enum class Place : std::uint8_t { unseen, on_path, done };

/// Walks from `start` until the walk ends or meets a seen node; returns the length of a ring that it closes, or 0.
std::int64_t follow(const topologies::Network& network, topologies::PortId port, topologies::NodeId start,
                    std::vector<Place>& place) {
  std::vector<topologies::NodeId> path;
  topologies::NodeId at = start;
  while (at >= 0 && place[static_cast<std::size_t>(at)] == Place::unseen) {
    place[static_cast<std::size_t>(at)] = Place::on_path;
    path.push_back(at);
    at = network.neighbour(at, port);
  }
  std::int64_t length = 0;
  if (at >= 0 && place[static_cast<std::size_t>(at)] == Place::on_path) {
    length = path.end() - std::find(path.begin(), path.end(), at);
  }
  for (const topologies::NodeId node : path) place[static_cast<std::size_t>(node)] = Place::done;
  return length;
}

}  // namespace

bool bidirectional(const topologies::Network& network) {
  if (ports_are_paired(network)) return true;
  std::vector<std::pair<topologies::NodeId, topologies::NodeId>> forth;
  std::vector<std::pair<topologies::NodeId, topologies::NodeId>> back;
  for_each_channel(network, [&](topologies::NodeId node, topologies::PortId /*port*/, topologies::NodeId to) {
    if (node == to) return;
    (node < to ? forth : back).emplace_back(std::min(node, to), std::max(node, to));
  });
  if (forth.size() != back.size()) return false;
  std::sort(forth.begin(), forth.end());
  std::sort(back.begin(), back.end());
  return forth == back;
}

std::int64_t channel_count(const topologies::Network& network) {
  return static_cast<std::int64_t>(network.next.size()) -
         std::count(network.next.begin(), network.next.end(), static_cast<topologies::NodeId>(-1));
}

std::vector<LinkClass> link_classes(const topologies::Network& network) {
  // Counted by port first: there are many channels and few names.
  using PortKind = std::tuple<topologies::PortId, int, Kind>;
  std::map<PortKind, std::int64_t> by_port;
  PortKind last{-1, 0, Kind::other};
  std::int64_t* count = nullptr;
  for (topologies::PortId port = 0; port < network.ports; ++port) {
    for (topologies::NodeId node = 0; node < network.nodes; ++node) {
      const topologies::NodeId to = network.neighbour(node, port);
      if (to < 0) continue;
      const PortKind key{port, network.dimension(node, port), kind_of(network, node, port, to)};
      if (key != last) {
        last = key;
        count = &by_port[key];
      }
      ++*count;
    }
  }
  std::map<std::tuple<int, Kind, std::string>, std::int64_t> channels;
  for (const auto& [key, number] : by_port) {
    const auto [port, dimension, kind] = key;
    const std::string name =
        kind == Kind::other ? network.port_classes[static_cast<std::size_t>(port)] : kind_name(kind);
    channels[{dimension, kind, name}] += number;
  }
  std::vector<LinkClass> classes;
  const double links = links_per_channel(network);
  for (const auto& [key, number] : channels) {
    classes.push_back({std::get<2>(key), std::get<0>(key), links * static_cast<double>(number)});
  }
  return classes;
}

std::vector<PortRings> port_rings(const topologies::Network& network) {
  std::vector<PortRings> all;
  for (topologies::PortId port = 0; port < network.ports; ++port) {
    std::map<std::int64_t, std::int64_t> lengths;
    std::int64_t outside = 0;
    std::vector<Place> place(static_cast<std::size_t>(network.nodes), Place::unseen);
    for (topologies::NodeId node = 0; node < network.nodes; ++node) {
      if (network.neighbour(node, port) >= 0) ++outside;
      if (place[static_cast<std::size_t>(node)] != Place::unseen) continue;
      const std::int64_t length = follow(network, port, node, place);
      if (length > 0) ++lengths[length];
    }
    if (outside == 0) continue;
    for (const auto& [length, count] : lengths) outside -= length * count;
    all.push_back({port, {lengths.begin(), lengths.end()}, outside});
  }
  return all;
}

}  // namespace trenza::graphs
