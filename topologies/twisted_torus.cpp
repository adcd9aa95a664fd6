#include "topologies/twisted_torus.h"

#include <stdexcept>
#include <utility>

#include "topologies/directions.h"
#include "topologies/record_routing.h"
#include "topologies/record_table.h"
#include "topologies/rings.h"

namespace trenza::topologies {

namespace {

Graph wire(const TorusLattice& lattice) {
  Graph graph(lattice.nodes(), 2 * lattice.dimensions());
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    for (PortId port = 0; port < graph.ports(); ++port) graph.connect(lattice.channel(node, port));
  }
  return graph;
}

RecordTable tabulate(const TorusLattice& lattice, const Graph& graph, const RecordFormula& formula) {
  const RecordFormat format(lattice.dimensions());
  if (!formula) return RecordTable::by_search(graph, format);
  return RecordTable::by_formula(lattice.nodes(), format, [&lattice, &formula](NodeId difference) {
    return formula(lattice.coordinates(difference));
  });
}

/// Refuses, before anything large is built, conflicting twists and a dimension without twists that is too long for a header.
TorusLattice checked(const std::vector<int>& sizes, const std::vector<Twist>& twists) {
  TorusLattice lattice(sizes, twists);
  if (std::string conflict = lattice.conflict(); !conflict.empty()) throw TopologyError(conflict);
  const RecordFormat format(lattice.dimensions());
  for (int k = 0; k < lattice.dimensions(); ++k) {
    if (lattice.twists(k) || lattice.receives(k)) continue;
    if (sizes[static_cast<std::size_t>(k)] / 2 > format.limit()) throw TopologyError(record_too_long(k, format));
  }
  return lattice;
}

class TwistedTorus final : public Topology {
 public:
  TwistedTorus(std::string name, const std::vector<int>& sizes, const std::vector<Twist>& twists,
               const RecordFormula& formula)
      : name_(std::move(name)),
        lattice_(checked(sizes, twists)),
        graph_(wire(lattice_)),
        rings_(find_rings(graph_)),
        ring_of_(ring_of_channels(graph_, rings_)),
        routing_(make_record_routing(lattice_, tabulate(lattice_, graph_, formula))) {}

  std::string name() const override { return name_; }
  const Graph& graph() const override { return graph_; }
  const RoutingRelation& routing() const override { return *routing_; }
  const std::vector<int>& sizes() const override { return lattice_.sizes(); }

  std::vector<int> coordinates(NodeId node) const override {
    if (node < 0 || node >= graph_.nodes()) throw std::out_of_range("no node " + std::to_string(node) + " in " + name_);
    return lattice_.coordinates(node);
  }

  NodeId node_at(const std::vector<int>& coordinates) const override {
    bool inside = coordinates.size() == sizes().size();
    for (std::size_t k = 0; inside && k < coordinates.size(); ++k)
      inside = coordinates[k] >= 0 && coordinates[k] < sizes()[k];
    if (!inside) throw std::out_of_range("coordinates outside of " + name_);
    return lattice_.node_at(coordinates);
  }

  std::string port_name(PortId port) const override {
    if (port < 0 || port >= graph_.ports()) throw std::out_of_range("no port " + std::to_string(port) + " in " + name_);
    return direction_name(port);
  }

  const std::vector<Ring>& rings() const override { return rings_; }
  int ring_of(ChannelId channel, int /*vc*/) const override { return ring_of_[static_cast<std::size_t>(channel)]; }
  int port_dimension(PortId port) const override { return port / 2; }

 private:
  std::string name_;
  TorusLattice lattice_;
  Graph graph_;
  std::vector<Ring> rings_;
  std::vector<int> ring_of_;
  std::unique_ptr<RoutingRelation> routing_;
};

}  // namespace

std::unique_ptr<Topology> make_twisted_torus(std::string name, const std::vector<int>& sizes,
                                             const std::vector<Twist>& twists, const RecordFormula& formula) {
  return std::make_unique<TwistedTorus>(std::move(name), sizes, twists, formula);
}

}  // namespace trenza::topologies
