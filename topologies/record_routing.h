// Minimal adaptive routing by records, escape in dimension order.
#pragma once

#include <memory>

#include "topologies/record_table.h"
#include "topologies/routing.h"
#include "topologies/torus_lattice.h"

namespace trenza::topologies {

/// The header carries what is left of the record. Productive are the directions of its non-zero fields; the escape is
/// the lowest of these dimensions; a hop brings one field one nearer to zero. Coordinates are looked at only once, at
/// the source; so the relation is by difference. `table` must be that of the network of `lattice`.
std::unique_ptr<RoutingRelation> make_record_routing(const TorusLattice& lattice, RecordTable table);

}  // namespace trenza::topologies
