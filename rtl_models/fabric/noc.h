// The fabric's wiring: routers, links and credit links of a topology under one clock.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/fabric/noc_clock.h"
#include "rtl_models/link/link.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::rtl_models {

/// Top of the SystemC hierarchy: `noc.r_3_2.in_xp_from_2_2`, `noc.link_2_2_xp_to_3_2`.
class Noc : public NocClock {
 public:
  /// `present`: by node, whether its router is here; empty: all are. A channel is here if one of its ends is. The
  /// caller then drives the wires of the missing end.
  Noc(const sc_core::sc_module_name& name, const topologies::Topology& topology,
      const microarch::FabricParameters& parameters, TerminalObserver& observer,
      const BlockFactory& blocks = BlockFactory(), std::vector<bool> present = {});

  bool has_router(topologies::NodeId node) const {
    return present_.empty() || present_[static_cast<std::size_t>(node)];
  }

  RouterPorts& router(topologies::NodeId node) { return *routers_[static_cast<std::size_t>(node)]; }
  const RouterPorts& router(topologies::NodeId node) const { return *routers_[static_cast<std::size_t>(node)]; }
  /// Precondition: the channel is there.
  Link& link(topologies::ChannelId channel) { return *links_[static_cast<std::size_t>(channel)]; }
  const Link& link(topologies::ChannelId channel) const { return *links_[static_cast<std::size_t>(channel)]; }
  /// The registers of its backward wires; null with a credit delay of 1.
  CreditLink* credit_link(topologies::ChannelId channel) const {
    return credit_links_.empty() ? nullptr : credit_links_[static_cast<std::size_t>(channel)].get();
  }

  using Channel = ChannelWires;
  Channel& wires(topologies::ChannelId channel) { return *channels_[static_cast<std::size_t>(channel)]; }
  const Channel& wires(topologies::ChannelId channel) const { return *channels_[static_cast<std::size_t>(channel)]; }
  /// A block of the link or of its backward wires is awake.
  bool awake(topologies::ChannelId channel) const {
    const auto c = static_cast<std::size_t>(channel);
    return links_[c]->awake() || (!credit_links_.empty() && credit_links_[c]->awake());
  }
  /// Credits of a VC on their way to the sender, in registers.
  int credits_in_flight(topologies::ChannelId channel, int vc) const;

 private:
  void add_links(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                 const BlockFactory& blocks);

  std::vector<bool> present_;
  // By channel or node; null where there is none.
  std::vector<std::unique_ptr<Channel>> channels_;
  std::vector<std::unique_ptr<RouterPorts>> routers_;
  std::vector<std::unique_ptr<Link>> links_;
  std::vector<std::unique_ptr<CreditLink>> credit_links_;
};

}  // namespace trenza::rtl_models
