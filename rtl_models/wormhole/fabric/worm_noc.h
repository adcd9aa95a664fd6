// The wiring of a flit-level machine: routers, links and credit links of a topology under one clock.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/fabric/noc_clock.h"
#include "rtl_models/wormhole/router/worm_block_factory.h"

namespace trenza::rtl_models {

/// Top of the SystemC hierarchy: `noc.r_3_2.in_xp_from_2_2`, `noc.link_2_2_xp_to_3_2`.
class WormNoc : public NocClock {
 public:
  /// `present`: by node, whether its router is here; empty: all are. A channel is here if one of its ends is. The
  /// caller then drives the wires of the missing end.
  WormNoc(const sc_core::sc_module_name& name, const topologies::Topology& topology,
          const microarch::FabricParameters& parameters, TerminalObserver& observer, const WormBlockFactory& blocks,
          std::vector<bool> present = {});

  bool has_router(topologies::NodeId node) const {
    return present_.empty() || present_[static_cast<std::size_t>(node)];
  }
  WormRouterPorts& router(topologies::NodeId node) { return *routers_[static_cast<std::size_t>(node)]; }
  const WormRouterPorts& router(topologies::NodeId node) const { return *routers_[static_cast<std::size_t>(node)]; }
  /// The registers of a channel; null: it is a wire, or its receiver is not here. Precondition: the channel is there.
  const Link* link(topologies::ChannelId channel) const { return links_[static_cast<std::size_t>(channel)].get(); }
  /// The registers of its backward wires; null: with a credit delay of 1 they are wires, or its sender is not here.
  const CreditLink* credit_link(topologies::ChannelId channel) const {
    return credit_links_[static_cast<std::size_t>(channel)].get();
  }
  /// Wires of a channel.
  ChannelWires& wires(topologies::ChannelId channel) { return *channels_[static_cast<std::size_t>(channel)]; }
  const ChannelWires& wires(topologies::ChannelId channel) const {
    return *channels_[static_cast<std::size_t>(channel)];
  }
  /// Flits of a VC, and credits for it, on their way in registers.
  int flits_in_flight(topologies::ChannelId channel, int vc) const {
    return link(channel) != nullptr ? link(channel)->in_flight(vc, false) : 0;
  }
  int credits_in_flight(topologies::ChannelId channel, int vc) const {
    return credit_link(channel) != nullptr ? credit_link(channel)->in_flight(vc) : 0;
  }
  /// Whether a clocked block is awake: while none is, nothing happens until a packet is offered.
  bool is_awake() const;

 private:
  void connect(WormRouterPorts& router, const topologies::Topology& topology,
               const microarch::FabricParameters& parameters);
  void add_link(topologies::ChannelId channel, const topologies::Topology& topology,
                const microarch::FabricParameters& parameters, const WormBlockFactory& blocks);

  std::vector<bool> present_;
  // By channel or node; null where there is none.
  std::vector<std::unique_ptr<ChannelWires>> channels_;
  std::vector<std::unique_ptr<WormRouterPorts>> routers_;
  std::vector<std::unique_ptr<Link>> links_;
  std::vector<std::unique_ptr<CreditLink>> credit_links_;
};

}  // namespace trenza::rtl_models
