#include "topologies/tables/table_routing.h"

#include <utility>

namespace trenza::topologies {

namespace {

constexpr HeaderWord kOnEscape = HeaderWord{1} << kDestinationBits;
constexpr int kStateShift = kDestinationBits + 1;
static_assert(kStateShift + kEscapeStateBits == 64, "the header is full");

class TableRouting final : public RoutingRelation {
 public:
  TableRouting(DistanceTable table, std::unique_ptr<EscapeRule> escape)
      : table_(std::move(table)), escape_(std::move(escape)) {}

  HeaderWord initial(NodeId /*source*/, NodeId destination, std::uint64_t /*draw*/) const override {
    return static_cast<HeaderWord>(destination);
  }

  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane /*lane*/) const override {
    const NodeId destination = destination_of(header);
    if (at == destination) return RouteChoice::at_destination();
    const EscapeHop hop = escape_->next(at, destination, header >> kStateShift);
    const bool on_escape = (header & kOnEscape) != 0;
    return RouteChoice::of(on_escape ? 0 : table_.productive(at, destination), hop.port, hop.vc);
  }

  HeaderWord advance(NodeId at, HeaderWord header, PortId /*port*/, bool escape) const override {
    const NodeId destination = destination_of(header);
    // A crossbar whose inputs have not settled yet may ask for the hop of a packet that has arrived.
    if (!escape || at == destination) return header;
    const EscapeHop hop = escape_->next(at, destination, header >> kStateShift);
    return static_cast<HeaderWord>(destination) | kOnEscape | hop.after << kStateShift;
  }

  int escape_vcs() const override { return escape_->vcs(); }
  /// A detour must end, so it is sticky, and is begun only where nothing else is left.
  EscapeTraits escape_traits() const override { return {true, true, true}; }
  int distance(NodeId source, NodeId destination) const override { return table_.distance(source, destination); }
  std::uint64_t routes(NodeId /*source*/, NodeId /*destination*/) const override { return 1; }
  std::vector<std::int32_t> node_classes() const override {
    return escape_->translation_invariant() ? table_.node_classes() : std::vector<std::int32_t>{};
  }

 private:
  DistanceTable table_;
  std::unique_ptr<EscapeRule> escape_;
};

}  // namespace

std::unique_ptr<RoutingRelation> make_table_routing(DistanceTable table, std::unique_ptr<EscapeRule> escape) {
  return std::make_unique<TableRouting>(std::move(table), std::move(escape));
}

}  // namespace trenza::topologies
