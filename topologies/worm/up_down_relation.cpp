#include "topologies/worm/up_down_relation.h"

#include <utility>

#include "topologies/tables/escape_rule.h"
#include "topologies/tables/up_down.h"

namespace trenza::topologies {

namespace {

constexpr HeaderWord kTurnedToEscape = HeaderWord{1} << kDestinationBits;

class UpDownRelation final : public RoutingRelation {
 public:
  UpDownRelation(const RoutingRelation& base, std::unique_ptr<EscapeRule> rule)
      : base_(base), by_table_(base.escape_traits().detours), rule_(std::move(rule)) {}

  HeaderWord initial(NodeId /*source*/, NodeId destination, std::uint64_t /*draw*/) const override {
    return static_cast<HeaderWord>(destination);
  }

  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane /*lane*/) const override {
    const NodeId destination = destination_of(header);
    if (at == destination) return RouteChoice::at_destination();
    // A header by table that is not on its escape route is the destination alone.
    const std::uint32_t productive =
        by_table_ && (header & kTurnedToEscape) == 0 ? base_.choices(at, header).adaptive_ports() : 0;
    return RouteChoice::of(productive, rule_->next(at, destination, 0).port);
  }

  HeaderWord advance(NodeId /*at*/, HeaderWord header, PortId /*port*/, bool escape) const override {
    return escape ? header | kTurnedToEscape : header;
  }

  EscapeTraits escape_traits() const override { return {true, true, true}; }
  int distance(NodeId source, NodeId destination) const override { return base_.distance(source, destination); }
  std::uint64_t routes(NodeId /*source*/, NodeId /*destination*/) const override { return 1; }

 private:
  const RoutingRelation& base_;
  bool by_table_;
  std::unique_ptr<EscapeRule> rule_;
};

}  // namespace

std::unique_ptr<RoutingRelation> make_up_down_relation(const Topology& base) {
  return std::make_unique<UpDownRelation>(base.routing(), up_down(base.graph()));
}

ChannelId channel_without_way_back(const Graph& graph) {
  for (ChannelId id = 0; id < graph.channels(); ++id) {
    if (!graph.has(id)) continue;
    const Channel& channel = graph.channel(id);
    bool back = false;
    for (PortId port = 0; port < graph.ports() && !back; ++port)
      back = graph.has_out(channel.to, port) && graph.out(channel.to, port).to == channel.from;
    if (!back) return id;
  }
  return -1;
}

}  // namespace trenza::topologies
