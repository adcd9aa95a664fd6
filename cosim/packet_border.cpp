#include <fmt/core.h>

#include <algorithm>

#include "cosim/border.h"

namespace trenza::cosim {

namespace {

using microarch::FlitWord;
using microarch::InvariantViolation;
using topologies::ChannelId;
using topologies::NodeId;

/// A head as it is after some hops.
FlitWord flit_of(PacketId packet, int flits, int position, int hops) {
  FlitWord word = microarch::make_flit(packet, flits, position);
  for (int hop = 0; position == 0 && hop < hops; ++hop) word = microarch::with_next_hop(word);
  return word;
}

/// Knows from the grants of the fabric around the island which flits and credits cross in the cycles that follow.
class PacketBorder final : public Border {
 public:
  PacketBorder(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
               const std::vector<NodeId>& nodes, const rtl_models::BlockFactory& blocks)
      : Border(topology, parameters, insides(topology, nodes),
               rtl_models::make_pin_island(topology, parameters, insides(topology, nodes), blocks)),
        leaving_(static_cast<std::size_t>(topology.graph().channels())) {}

  void passes(Cycle cycle, const tlm::Passage& passage) override {
    const auto& graph = topology_.graph();
    const int ports = graph.ports();
    const int vcs = parameters_.vcs();
    const Cycle end = cycle + static_cast<Cycle>(passage.flits);
    if (passage.output < ports) {
      const ChannelId c = graph.id(passage.router, passage.output);
      if (is_inside(graph.channel(c).to)) {
        const auto header = topology_.routing().advance(passage.router, passage.header, passage.output,
                                                        parameters_.is_escape(passage.vc));
        arriving_.push_back({c, passage, header, cycle, end});
      }
    }
    if (passage.input >= ports * vcs) return;
    const topologies::Channel& entered = graph.in(passage.router, passage.input / vcs);
    if (!is_inside(entered.from)) return;
    const int vc = passage.input % vcs;
    returning_.push_back(
        {graph.id(entered.from, entered.out_port), vc, parameters_.is_escape(vc) ? end - 1 : cycle, end});
  }

  bool awake() const override { return !arriving_.empty() || !returning_.empty() || Border::awake(); }

 private:
  /// A packet that comes in on a channel.
  struct Arriving {
    ChannelId channel = -1;
    tlm::Passage passage;
    topologies::HeaderWord header = 0;  // behind the router
    Cycle begin = 0;
    Cycle end = 0;
  };
  /// Credits that come back on a channel, one each cycle.
  struct Returning {
    ChannelId channel = -1;
    int vc = 0;
    Cycle begin = 0;
    Cycle end = 0;
  };
  /// The packet that goes out on a channel.
  struct Leaving {
    PacketId packet = 0;
    int vc = 0;
    int next = 0;  // position of the flit that must follow; 0: none must
  };

  void drive(Cycle cycle) override {
    for (const Arriving& a : arriving_) {
      const auto position = static_cast<int>(cycle - a.begin);
      island().send(a.channel, a.passage.vc, flit_of(a.passage.packet, a.passage.flits, position, a.passage.hops + 1),
                    a.header);
    }
    drop_ended(arriving_, cycle);
    for (std::size_t i = 0; i < returning_.size(); ++i) {
      const Returning& r = returning_[i];
      if (cycle < r.begin) continue;
      std::uint32_t vcs = 1U << r.vc;
      bool first = true;
      for (std::size_t k = 0; k < returning_.size(); ++k) {
        if (returning_[k].channel != r.channel || cycle < returning_[k].begin) continue;
        first = first && k >= i;
        vcs |= 1U << returning_[k].vc;
      }
      if (first) island().return_credits(r.channel, vcs);
    }
    drop_ended(returning_, cycle);
  }

  /// Drops those of which this is the last cycle.
  template <class Crossings>
  static void drop_ended(Crossings& crossings, Cycle cycle) {
    const auto ended = [cycle](const auto& one) { return one.end == cycle + 1; };
    crossings.erase(std::remove_if(crossings.begin(), crossings.end(), ended), crossings.end());
  }

  /// Flits of a packet must follow each other without a gap, in their order.
  void follow(Cycle cycle, const rtl_models::Crossing& crossing) {
    Leaving& leaving = leaving_[static_cast<std::size_t>(topology_.graph().id(crossing.router, crossing.output))];
    const int position = microarch::position_of(crossing.flit);
    const bool head = microarch::is_head(crossing.flit);
    if (head != (leaving.next == 0)) refuse(cycle, crossing, "it comes between the flits of another packet");
    if (!head && (leaving.packet != microarch::packet_of(crossing.flit) || leaving.vc != crossing.vc ||
                  leaving.next != position)) {
      refuse(cycle, crossing, "it is not the flit that follows");
    }
    if (!head) --flits_leaving_;
    const bool tail = microarch::is_tail(crossing.flit);
    leaving = {microarch::packet_of(crossing.flit), crossing.vc, tail ? 0 : position + 1};
    if (!tail) ++flits_leaving_;
  }

  void take_grants(Cycle cycle, std::vector<tlm::ForeignDecision>& grants) override {
    int followed = 0;
    const int must_follow = flits_leaving_;
    for (const rtl_models::Crossing& crossing : island().crossings()) {
      const bool to_link = crossing.output < topology_.graph().ports();
      const bool head = microarch::is_head(crossing.flit);
      if (head) {
        grants.push_back({crossing.router, crossing.input, crossing.output, to_link ? crossing.vc : 0,
                          microarch::packet_of(crossing.flit)});
      }
      if (!to_link) continue;
      if (!head) ++followed;
      follow(cycle, crossing);
    }
    if (followed != must_follow) {
      throw InvariantViolation(fmt::format("cycle {}: a packet leaves a clocked router with a gap", cycle));
    }
  }

  std::vector<Leaving> leaving_;  // by channel
  std::vector<Arriving> arriving_;
  std::vector<Returning> returning_;
  int flits_leaving_ = 0;  // channels on which a flit must follow
};

}  // namespace

std::unique_ptr<Border> make_packet_border(const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters,
                                           const std::vector<NodeId>& nodes, const rtl_models::BlockFactory& blocks) {
  return std::make_unique<PacketBorder>(topology, parameters, nodes, blocks);
}

}  // namespace trenza::cosim
