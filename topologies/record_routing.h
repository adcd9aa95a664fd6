// Minimal adaptive routing by records, escape in dimension order.
#pragma once

#include <memory>
#include <vector>

#include "topologies/record_table.h"
#include "topologies/routing.h"
#include "topologies/torus_lattice.h"

namespace trenza::topologies {

/// The header carries what is left of the record. Productive are the directions of its non-zero fields; the escape is
/// the lowest of these dimensions; a hop brings one field one nearer to zero. Coordinates are looked at only once, at
/// the source; so the relation is by difference. `table` must be that of the network of `lattice`.
std::unique_ptr<RoutingRelation> make_record_routing(const TorusLattice& lattice, RecordTable table);

/// A grid of which some dimensions are open.
struct OpenGrid {
  std::vector<int> sizes;
  std::vector<int> closed;            ///< the closed dimensions, ascending
  std::vector<TorusLattice> lattice;  ///< theirs; empty if there are none
};

/// The same in a grid with open dimensions: their fields are the differences of the coordinates, those of the closed
/// ones come from `table`, whose differences are those of `grid.lattice` (with one record, all zero, if there is none),
/// and whose records have a field for every dimension.
std::unique_ptr<RoutingRelation> make_open_record_routing(OpenGrid grid, RecordTable table);

}  // namespace trenza::topologies
