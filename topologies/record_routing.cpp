#include "topologies/record_routing.h"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#include "topologies/directions.h"
#include "topologies/record_format.h"
#include "topologies/record_steps.h"

namespace trenza::topologies {

namespace {

/// The part of the records that follows from the coordinates of two nodes.
struct Apart {
  NodeId difference = 0;  ///< in the table
  HeaderWord open = 0;    ///< fields of open dimensions
  std::int32_t hops = 0;  ///< in open dimensions
};

/// All dimensions are closed.
class ClosedGrid {
 public:
  static constexpr bool kByDifference = true;
  explicit ClosedGrid(TorusLattice lattice) : lattice_(std::move(lattice)) {
    const NodeId nodes = lattice_.nodes();
    if (nodes > kFewNodes) return;
    differences_.reserve(static_cast<std::size_t>(nodes) * static_cast<std::size_t>(nodes));
    for (NodeId source = 0; source < nodes; ++source) {
      for (NodeId destination = 0; destination < nodes; ++destination)
        differences_.push_back(static_cast<std::uint8_t>(lattice_.difference(source, destination)));
    }
  }
  template <int D>
  Apart apart(NodeId source, NodeId destination) const {
    if (differences_.empty()) return {lattice_.difference(source, destination), 0, 0};
    return {differences_[static_cast<std::size_t>(source * lattice_.nodes() + destination)], 0, 0};
  }

 private:
  static constexpr NodeId kFewNodes = 256;  // their numbers take a byte, so that the table stays in a cache

  TorusLattice lattice_;
  std::vector<std::uint8_t> differences_;  // by source and destination; empty for many nodes
};

/// Some dimensions are open: steps do not lead on at their ends, so the relation is not by difference.
class PartlyOpenGrid {
 public:
  static constexpr bool kByDifference = false;
  explicit PartlyOpenGrid(OpenGrid grid) : grid_(std::move(grid)), stride_(grid_.sizes.size(), 0) {
    NodeId stride = 1;
    for (const int k : grid_.closed) {
      stride_[static_cast<std::size_t>(k)] = stride;
      stride *= grid_.sizes[static_cast<std::size_t>(k)];
    }
  }

  template <int D>
  Apart apart(NodeId source, NodeId destination) const {
    constexpr RecordFormat kFormat{D};
    constexpr HeaderWord kFieldMask = (HeaderWord{1} << kFormat.bits()) - 1;
    Apart result;
    NodeId from = 0;
    NodeId to = 0;
    for (int k = 0; k < D; ++k) {
      const int size = grid_.sizes[static_cast<std::size_t>(k)];
      const NodeId stride = stride_[static_cast<std::size_t>(k)];
      const int delta = destination % size - source % size;
      if (stride == 0) {
        result.open |= (static_cast<HeaderWord>(static_cast<std::int64_t>(delta)) & kFieldMask) << kFormat.shift(k);
        result.hops += std::abs(delta);
      } else {
        from += source % size * stride;
        to += destination % size * stride;
      }
      source /= size;
      destination /= size;
    }
    if (!grid_.lattice.empty()) result.difference = grid_.lattice.front().difference(from, to);
    return result;
  }

 private:
  OpenGrid grid_;
  std::vector<NodeId> stride_;  ///< of a closed dimension in the numbering of `lattice`; 0: open
};

/// For D dimensions: the positions of the fields are constants, as this is called for every packet at every hop.
template <int D, typename Grid>
class RecordRouting final : public RoutingRelation {
 public:
  RecordRouting(Grid grid, RecordTable table) : grid_(std::move(grid)), table_(std::move(table)) {
    steps_.dimensions = D;
    for (int k = 0; k < D; ++k) {
      const HeaderWord unit = HeaderWord{1} << kFormat.shift(k);
      const auto plus = static_cast<std::size_t>(2 * k);
      steps_.hops[plus] = {kFieldMask << kFormat.shift(k), ~unit + 1};
      steps_.hops[plus + 1] = {kFieldMask << kFormat.shift(k), unit};
    }
  }

  HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const override {
    const Apart apart = grid_.template apart<D>(source, destination);
    const std::uint32_t count = table_.count(apart.difference);
    const auto number = count == 1 ? 0U : static_cast<std::uint32_t>(draw % count);
    return table_.packed(apart.difference, number) | apart.open | static_cast<HeaderWord>(destination);
  }

  RouteChoice choices(NodeId /*at*/, HeaderWord header, ArrivalLane /*lane*/) const override {
    return record_choices<D>(header);
  }

  HeaderWord advance(NodeId /*at*/, HeaderWord header, PortId port, bool /*escape*/) const override {
    return record_hop(steps_.hops[static_cast<std::size_t>(port)], header);
  }
  const RecordSteps* record_steps() const override { return &steps_; }

  int distance(NodeId source, NodeId destination) const override {
    const Apart apart = grid_.template apart<D>(source, destination);
    return table_.distance(apart.difference) + apart.hops;
  }

  std::uint64_t routes(NodeId source, NodeId destination) const override {
    return table_.count(grid_.template apart<D>(source, destination).difference);
  }

  /// By construction: the table is by difference, and `choices` reads the header only.
  bool translation_invariant() const override { return Grid::kByDifference; }
  int record_dimensions() const override { return D; }

 private:
  static constexpr RecordFormat kFormat{D};
  static constexpr HeaderWord kFieldMask = (HeaderWord{1} << kFormat.bits()) - 1;

  Grid grid_;
  RecordTable table_;
  RecordSteps steps_;
};

template <typename Grid>
std::unique_ptr<RoutingRelation> make(int dimensions, Grid grid, RecordTable table) {
  static_assert(kMaxDimensions == 6, "one case for each number of dimensions");
  switch (dimensions) {
    case 1:
      return std::make_unique<RecordRouting<1, Grid>>(std::move(grid), std::move(table));
    case 2:
      return std::make_unique<RecordRouting<2, Grid>>(std::move(grid), std::move(table));
    case 3:
      return std::make_unique<RecordRouting<3, Grid>>(std::move(grid), std::move(table));
    case 4:
      return std::make_unique<RecordRouting<4, Grid>>(std::move(grid), std::move(table));
    case 5:
      return std::make_unique<RecordRouting<5, Grid>>(std::move(grid), std::move(table));
    case 6:
      return std::make_unique<RecordRouting<6, Grid>>(std::move(grid), std::move(table));
    default:
      throw std::logic_error("no routing by records with " + std::to_string(dimensions) + " dimensions");
  }
}

}  // namespace

std::unique_ptr<RoutingRelation> make_record_routing(const TorusLattice& lattice, RecordTable table) {
  return make(lattice.dimensions(), ClosedGrid(lattice), std::move(table));
}

std::unique_ptr<RoutingRelation> make_open_record_routing(OpenGrid grid, RecordTable table) {
  const auto dimensions = static_cast<int>(grid.sizes.size());
  return make(dimensions, PartlyOpenGrid(std::move(grid)), std::move(table));
}

}  // namespace trenza::topologies
