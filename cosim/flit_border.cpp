#include <fmt/core.h>

#include <algorithm>

#include "cosim/border.h"
#include "microarch/index.h"
#include "rtl_models/wormhole/fabric/worm_pin_island.h"

namespace trenza::cosim {

namespace {

using microarch::FlitWord;
using microarch::index;
using topologies::ChannelId;
using topologies::NodeId;

/// Flits and credits are on the wires in the cycle in which the flits cross a router outside.
class FlitBorder final : public Border {
 public:
  FlitBorder(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
             const std::vector<NodeId>& nodes, const rtl_models::WormBlockFactory& blocks)
      : Border(topology, parameters, insides(topology, nodes),
               rtl_models::make_worm_pin_island(topology, parameters, insides(topology, nodes), blocks)),
        entering_(index(topology.graph().channels() * parameters.vcs()), 0),
        crossing_(
            index(topology.graph().nodes() * (topology.graph().ports() + parameters.ejectors) * parameters.vcs())) {}

  void passes_flit(Cycle cycle, const tlm::FlitPassage& passage) override {
    if (is_inside(passage.router)) {
      check_header(cycle, passage);
      return;
    }
    const topologies::Graph& graph = topology_.graph();
    if (passage.output < graph.ports()) {
      const ChannelId c = graph.id(passage.router, passage.output);
      if (is_inside(graph.channel(c).to)) send(c, passage);
    }
    const int port = passage.input / parameters_.vcs();
    if (port >= graph.ports()) return;
    const topologies::Channel& entered = graph.in(passage.router, port);
    if (is_inside(entered.from)) credit(graph.id(entered.from, entered.out_port), passage.input % parameters_.vcs());
  }

  bool awake() const override { return !returning_.empty() || Border::awake(); }

  void delivered(PacketId packet, const microarch::Delivery& delivery) override {
    if (is_inside(delivery.source) && island().packet(packet)->entered != delivery.entered) {
      throw microarch::InvariantViolation(
          fmt::format("packet {} of node {} enters the network in cycle {} of the clocked source, but in {} by the "
                      "contract",
                      delivery.number, delivery.source, island().packet(packet)->entered, delivery.entered));
    }
    Border::delivered(packet, delivery);
  }

 private:
  /// Credits that come back on a channel in this cycle.
  struct Returning {
    ChannelId channel = -1;
    std::uint32_t vcs = 0;
  };
  /// The worm that crosses to an output VC of a clocked router.
  struct Worm {
    PacketId packet = 0;
    int next = 0;  // position of its next flit; 0: the tail has crossed
  };

  void send(ChannelId channel, const tlm::FlitPassage& passage) {
    int& position = entering_[index(channel * parameters_.vcs() + passage.vc)];
    position = passage.is_head ? 0 : position + 1;
    FlitWord flit = microarch::make_flit(passage.packet, passage.flits, position);
    for (int hop = 0; passage.is_head && hop < passage.hops; ++hop) flit = microarch::with_next_hop(flit);
    island().send(channel, passage.vc, flit, passage.header);
  }

  void credit(ChannelId channel, int vc) {
    const auto found = std::find_if(returning_.begin(), returning_.end(),
                                    [channel](const Returning& credits) { return credits.channel == channel; });
    Returning& credits = found == returning_.end() ? returning_.emplace_back() : *found;
    credits.channel = channel;
    credits.vcs |= std::uint32_t{1} << vc;
  }

  void drive(Cycle /*cycle*/) override {
    for (const Returning& credits : returning_) island().return_credits(credits.channel, credits.vcs);
    returning_.clear();
  }

  void take_grants(Cycle cycle, std::vector<tlm::ForeignDecision>& grants) override {
    for (const rtl_models::Crossing& crossing : island().crossings()) {
      follow(cycle, crossing);
      grants.push_back({crossing.router, crossing.input, crossing.output, crossing.vc,
                        microarch::packet_of(crossing.flit), microarch::is_tail(crossing.flit)});
    }
  }

  /// Flits of a packet must cross in their order. (The fabric checks that packets do not mix.)
  void follow(Cycle cycle, const rtl_models::Crossing& crossing) {
    const int outputs = topology_.graph().ports() + parameters_.ejectors;
    Worm& worm = crossing_[index((crossing.router * outputs + crossing.output) * parameters_.vcs() + crossing.vc)];
    const bool head = microarch::is_head(crossing.flit);
    const PacketId packet = microarch::packet_of(crossing.flit);
    const int position = microarch::position_of(crossing.flit);
    if (head ? worm.next != 0 : worm.packet != packet || worm.next != position)
      refuse(cycle, crossing, "it is not the flit that follows");
    worm = {packet, microarch::is_tail(crossing.flit) ? 0 : position + 1};
  }

  /// A head must leave a clocked router as it leaves that of the fabric.
  void check_header(Cycle cycle, const tlm::FlitPassage& passage) const {
    if (!passage.is_head || passage.output >= topology_.graph().ports()) return;
    for (const rtl_models::Crossing& crossing : island().crossings()) {
      if (crossing.router != passage.router || crossing.output != passage.output) continue;
      if (crossing.header != passage.header) refuse(cycle, crossing, "its header is another one");
      if (microarch::hops_of(crossing.flit) != passage.hops) refuse(cycle, crossing, "it has made other hops");
    }
  }

  std::vector<int> entering_;   // by channel and VC: position of the flit that entered last
  std::vector<Worm> crossing_;  // by router and output VC
  std::vector<Returning> returning_;
};

}  // namespace

std::unique_ptr<Border> make_flit_border(const topologies::Topology& topology,
                                         const microarch::FabricParameters& parameters,
                                         const std::vector<NodeId>& nodes, const rtl_models::WormBlockFactory& blocks) {
  return std::make_unique<FlitBorder>(topology, parameters, nodes, blocks);
}

}  // namespace trenza::cosim
