#include "topologies/twisted_torus.h"

#include <utility>

#include "topologies/assembled_topology.h"
#include "topologies/directions.h"
#include "topologies/record_routing.h"
#include "topologies/record_table.h"
#include "topologies/rings.h"
#include "topologies/torus_network.h"

namespace trenza::topologies {

namespace {

/// Refuses, before anything large is built, conflicting twists and dimensions without twists that are too long for a
/// header.
void check_records(const TorusLattice& lattice, const TorusShape& shape) {
  if (const std::string conflict = lattice.conflict(); !conflict.empty()) throw TopologyError(conflict, "twist");
  const RecordFormat format(lattice.dimensions());
  for (int k = 0; k < lattice.dimensions(); ++k) {
    if (lattice.twists(k) || lattice.receives(k)) continue;
    const int size = shape.sizes[static_cast<std::size_t>(k)];
    const int longest = shape.closed(static_cast<std::size_t>(k)) && !shape.one_way ? size / 2 : size - 1;
    if (longest > format.limit()) throw TopologyError(record_too_long(k, format), "size");
  }
}

std::vector<RingPort> ring_ports(const TorusLattice& lattice, const TorusShape& shape) {
  std::vector<RingPort> ports;
  for (PortId port = 0; port < 2 * lattice.dimensions(); ++port) {
    const int k = port / 2;
    const bool absent = shape.one_way && port % 2 != 0;
    if (shape.closed(static_cast<std::size_t>(k)) && !shape.one_link(lattice, k) && !absent)
      ports.push_back({port, 0, direction_name(port), k});
  }
  return ports;
}

/// The closed dimensions of a network as a torus of their own, by the port numbers of the whole network.
struct ClosedPart {
  std::vector<int> dimensions;        ///< which they are
  std::vector<TorusLattice> lattice;  ///< one, or none without closed dimensions
  Graph graph{1, 0};
};

ClosedPart closed_part(const TorusLattice& whole, const TorusShape& shape) {
  ClosedPart part;
  std::vector<int> sizes;
  std::vector<int> position(shape.sizes.size(), -1);
  for (std::size_t k = 0; k < shape.sizes.size(); ++k) {
    if (!shape.closed(k)) continue;
    position[k] = static_cast<int>(sizes.size());
    sizes.push_back(shape.sizes[k]);
    part.dimensions.push_back(static_cast<int>(k));
  }
  const PortId ports = 2 * whole.dimensions();
  if (sizes.empty()) {
    part.graph = Graph(1, ports);
    return part;
  }
  std::vector<Twist> twists;
  for (const Twist& twist : shape.twists) {
    twists.push_back(
        {position[static_cast<std::size_t>(twist.of)], position[static_cast<std::size_t>(twist.over)], twist.amount});
  }
  part.lattice.emplace_back(sizes, twists);
  part.graph = Graph(part.lattice[0].nodes(), ports);
  for (NodeId node = 0; node < part.graph.nodes(); ++node) {
    for (PortId port = 0; port < 2 * part.lattice[0].dimensions(); ++port) {
      const int k = part.dimensions[static_cast<std::size_t>(port / 2)];
      if (port % 2 != 0 && shape.plus_alone(whole, k)) continue;
      Channel channel = part.lattice[0].channel(node, port);
      channel.out_port = channel.in_port = 2 * k + port % 2;
      part.graph.connect(channel);
    }
  }
  return part;
}

std::unique_ptr<RoutingRelation> route(const TorusLattice& lattice, const TorusShape& shape,
                                       const RecordFormula& formula) {
  const RecordFormat format(lattice.dimensions());
  if (formula) {
    return make_record_routing(lattice, RecordTable::by_formula(lattice.nodes(), format, [&](NodeId difference) {
                                 return formula(lattice.coordinates(difference));
                               }));
  }
  const ClosedPart part = closed_part(lattice, shape);
  RecordTable table = RecordTable::by_search(part.graph, format);
  if (part.dimensions.size() == shape.sizes.size()) return make_record_routing(lattice, std::move(table));
  return make_open_record_routing({shape.sizes, part.dimensions, part.lattice}, std::move(table));
}

}  // namespace

Network torus_wiring(const std::string& name, const TorusShape& shape) {
  return torus_network(name, shape.sizes, shape.twists, shape.wrap, shape.size_two_links, shape.one_way);
}

std::unique_ptr<Topology> make_twisted_torus(const std::string& name, const TorusShape& shape,
                                             const RecordFormula& formula) {
  const TorusLattice lattice(shape.sizes, shape.twists);
  const bool plausible = shape.wrap.empty() || shape.wrap.size() == shape.sizes.size();  // else torus_wiring says so
  if (plausible) check_records(lattice, shape);
  TopologyParts parts = grid_parts(torus_wiring(name, shape), lattice);
  parts.rings = find_rings(parts.graph, ring_ports(lattice, shape));
  parts.routing = route(lattice, shape, formula);
  return assemble(std::move(parts));
}

std::unique_ptr<Topology> make_twisted_torus(const std::string& name, const std::vector<int>& sizes,
                                             const std::vector<Twist>& twists, const RecordFormula& formula) {
  return make_twisted_torus(name, TorusShape{sizes, twists, {}, 2}, formula);
}

}  // namespace trenza::topologies
