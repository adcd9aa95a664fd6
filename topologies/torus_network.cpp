#include "topologies/torus_network.h"

#include <array>
#include <string>
#include <utility>

#include "topologies/directions.h"
#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

using Coordinates = std::array<int, kMaxDimensions>;

bool closed(const std::vector<bool>& wrap, std::size_t k) { return wrap.empty() || wrap[k]; }

void check_axes(const TorusLattice& lattice, const std::vector<bool>& wrap, int size_two_links) {
  const std::size_t dimensions = lattice.sizes().size();
  if (!wrap.empty() && wrap.size() != dimensions) {
    throw TopologyError("the list of closed axes has " + std::to_string(wrap.size()) + " entries; it must have " +
                            std::to_string(dimensions) + ", one for each dimension",
                        "wrap");
  }
  if (size_two_links != 1 && size_two_links != 2) {
    throw TopologyError(
        "an axis of size 2 cannot have " + std::to_string(size_two_links) + " links; it must have 1 or 2",
        "size_two_links");
  }
  for (std::size_t k = 0; k < dimensions; ++k) {
    const int axis = static_cast<int>(k);
    if (closed(wrap, k) || (!lattice.twists(axis) && !lattice.receives(axis))) continue;
    throw TopologyError(std::string("dimension ") + dimension_letter(axis) +
                            " is open and part of a twist; only closed axes can be twisted",
                        "twist");
  }
}

/// Fills the channels of one direction of one dimension by strides.
class PortWiring {
 public:
  PortWiring(const TorusLattice& lattice, std::size_t axis, bool plus, bool closed)
      : sizes_(lattice.sizes()), axis_(axis), plus_(plus), closed_(closed) {
    NodeId stride = 1;
    for (std::size_t k = 0; k < sizes_.size(); ++k) {
      stride_[k] = stride;
      stride *= sizes_[k];
      const int twist = lattice.twist(static_cast<int>(axis), static_cast<int>(k));
      shift_[k] = plus || twist == 0 ? twist : sizes_[k] - twist;
    }
  }

  NodeId target(NodeId node, const Coordinates& x) const {
    const int last = sizes_[axis_] - 1;
    if (x[axis_] != (plus_ ? last : 0)) return plus_ ? node + stride_[axis_] : node - stride_[axis_];
    if (!closed_) return -1;
    NodeId to = plus_ ? node - last * stride_[axis_] : node + last * stride_[axis_];
    for (std::size_t k = 0; k < sizes_.size(); ++k) {
      if (shift_[k] == 0) continue;
      const int over = x[k] + shift_[k] >= sizes_[k] ? sizes_[k] : 0;
      to += (shift_[k] - over) * stride_[k];
    }
    return to;
  }

 private:
  const std::vector<int>& sizes_;
  std::size_t axis_;
  bool plus_;
  bool closed_;
  std::array<NodeId, kMaxDimensions> stride_{};
  Coordinates shift_{};
};

void fill(Network& network, PortId port, const PortWiring& wiring) {
  Coordinates x{};
  for (NodeId node = 0; node < network.nodes; ++node) {
    network.next[static_cast<std::size_t>(node) * static_cast<std::size_t>(network.ports) +
                 static_cast<std::size_t>(port)] = wiring.target(node, x);
    for (std::size_t k = 0; k < network.sizes.size() && ++x[k] == network.sizes[k]; ++k) x[k] = 0;
  }
}

void set_sources(Network& network, const TorusLattice& lattice, const std::vector<bool>& wrap) {
  bool all_closed = true;
  for (std::size_t k = 0; k < network.sizes.size(); ++k) all_closed = all_closed && closed(wrap, k);
  if (all_closed && lattice.conflict().empty()) {
    network.sources = {{0, network.nodes}};
    network.symmetry = "node-symmetric: steps commute (no dimension both twists and is twisted)";
    return;
  }
  network.sources = every_source(network.nodes);
  network.symmetry = "none";
}

}  // namespace

Network torus_network(std::string name, const std::vector<int>& sizes, const std::vector<Twist>& twists,
                      const std::vector<bool>& wrap, int size_two_links, bool one_way) {
  const TorusLattice lattice(sizes, twists);
  check_axes(lattice, wrap, size_two_links);
  Network network;
  network.name = std::move(name);
  network.nodes = lattice.nodes();
  network.ports = 2 * lattice.dimensions();
  network.sizes = sizes;
  network.next.assign(static_cast<std::size_t>(network.nodes) * static_cast<std::size_t>(network.ports), -1);
  for (PortId port = 0; port < network.ports; ++port) {
    const int axis = port / 2;
    const auto k = static_cast<std::size_t>(axis);
    const bool plus = port % 2 == 0;
    const bool one_link = size_two_links == 1 && sizes[k] == 2 && closed(wrap, k) && !lattice.twists(axis);
    const bool absent = !plus && (one_way || one_link);
    network.port_names.push_back(direction_name(port));
    network.port_classes.emplace_back(closed(wrap, k) ? "torus" : "mesh");
    network.dimensions.push_back(static_cast<std::int8_t>(absent ? -1 : axis));
    if (!absent) fill(network, port, PortWiring(lattice, k, plus, closed(wrap, k)));
  }
  set_sources(network, lattice, wrap);
  return network;
}

}  // namespace trenza::topologies
