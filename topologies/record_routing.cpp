#include "topologies/record_routing.h"

#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "topologies/directions.h"
#include "topologies/record_format.h"

namespace trenza::topologies {

namespace {

/// For D dimensions: the positions of the fields are constants, as this is called for every packet at every hop.
template <int D>
class RecordRouting final : public RoutingRelation {
 public:
  RecordRouting(const TorusLattice& lattice, RecordTable table) : lattice_(lattice), table_(std::move(table)) {
    for (int k = 0; k < D; ++k) {
      const HeaderWord unit = HeaderWord{1} << kFormat.shift(k);
      const auto plus = static_cast<std::size_t>(2 * k);
      hop_[plus] = {kFieldMask << kFormat.shift(k), ~unit + 1};
      hop_[plus + 1] = {kFieldMask << kFormat.shift(k), unit};
    }
  }

  HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const override {
    const NodeId difference = lattice_.difference(source, destination);
    const std::uint32_t count = table_.count(difference);
    const auto number = count == 1 ? 0U : static_cast<std::uint32_t>(draw % count);
    return table_.packed(difference, number) | static_cast<HeaderWord>(destination);
  }

  RouteChoice choices(NodeId /*at*/, HeaderWord header) const override {
    // Without branches on the fields: they are hard to predict.
    std::uint32_t ports = 0;
    for (int k = 0; k < D; ++k) {
      const HeaderWord field = header >> kFormat.shift(k) & kFieldMask;
      const auto sign = static_cast<std::uint32_t>(field >> (kFormat.bits() - 1));
      ports |= static_cast<std::uint32_t>(field != 0) << sign << (2 * k);
    }
    // A dimension has at most one productive port, so the lowest port is that of the lowest dimension.
    return {ports, ports == 0 ? PortId{-1} : static_cast<PortId>(__builtin_ctz(ports)), 0, ports == 0};
  }

  HeaderWord advance(NodeId /*at*/, HeaderWord header, PortId port, bool /*escape*/) const override {
    const Hop& hop = hop_[static_cast<std::size_t>(port)];
    return (header & ~hop.mask) | ((header + hop.delta) & hop.mask);
  }

  int distance(NodeId source, NodeId destination) const override {
    return table_.distance(lattice_.difference(source, destination));
  }

  std::uint64_t routes(NodeId source, NodeId destination) const override {
    return table_.count(lattice_.difference(source, destination));
  }

  /// By construction: the table is by difference, and `choices` reads the header only.
  bool translation_invariant() const override { return true; }

 private:
  static constexpr RecordFormat kFormat{D};
  static constexpr HeaderWord kFieldMask = (HeaderWord{1} << kFormat.bits()) - 1;

  struct Hop {
    HeaderWord mask = 0;   ///< the field of the port's dimension
    HeaderWord delta = 0;  ///< added within that field
  };

  TorusLattice lattice_;
  RecordTable table_;
  std::array<Hop, 2 * D> hop_{};
};

}  // namespace

std::unique_ptr<RoutingRelation> make_record_routing(const TorusLattice& lattice, RecordTable table) {
  static_assert(kMaxDimensions == 6, "one case for each number of dimensions");
  switch (lattice.dimensions()) {
    case 1:
      return std::make_unique<RecordRouting<1>>(lattice, std::move(table));
    case 2:
      return std::make_unique<RecordRouting<2>>(lattice, std::move(table));
    case 3:
      return std::make_unique<RecordRouting<3>>(lattice, std::move(table));
    case 4:
      return std::make_unique<RecordRouting<4>>(lattice, std::move(table));
    case 5:
      return std::make_unique<RecordRouting<5>>(lattice, std::move(table));
    case 6:
      return std::make_unique<RecordRouting<6>>(lattice, std::move(table));
    default:
      throw std::logic_error("no routing by records with " + std::to_string(lattice.dimensions()) + " dimensions");
  }
}

}  // namespace trenza::topologies
