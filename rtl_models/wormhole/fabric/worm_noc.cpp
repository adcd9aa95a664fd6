#include "rtl_models/wormhole/fabric/worm_noc.h"

#include <algorithm>

#include "microarch/index.h"

namespace trenza::rtl_models {

using microarch::index;

WormNoc::WormNoc(const sc_core::sc_module_name& name, const topologies::Topology& topology,
                 const microarch::FabricParameters& parameters, TerminalObserver& observer,
                 const WormBlockFactory& blocks)
    : NocClock(name) {
  const auto& graph = topology.graph();
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    channels_.push_back(graph.has(c) ? std::make_unique<ChannelWires>(channel_label(topology, graph.channel(c)))
                                     : nullptr);
  }
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    const WormPlace place{topology, parameters, node};
    routers_.push_back(blocks.router(("r_" + topology.node_name(node)).c_str(), place, observer, blocks));
    connect(*routers_.back(), topology, parameters);
  }
  links_.resize(channels_.size());
  credit_links_.resize(channels_.size());
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    if (graph.has(c)) add_link(c, topology, parameters, blocks);
  }
}

void WormNoc::connect(WormRouterPorts& router, const topologies::Topology& topology,
                      const microarch::FabricParameters& parameters) {
  const auto& graph = topology.graph();
  const topologies::NodeId node = router.node();
  router.clk.bind(clk);
  router.reset.bind(reset);
  router.cycle.bind(cycle);
  for (topologies::PortId p = 0; p < graph.ports(); ++p) {
    if (graph.has_in(node, p)) {
      const topologies::Channel& entering = graph.in(node, p);
      ChannelWires& from = *channels_[index(graph.id(entering.from, entering.out_port))];
      router.in[index(p)]->bind(parameters.link_delay_of(entering.out_port) == 0 ? from.sent : from.arriving);
      router.credit_out[index(p)].bind(from.credit_sent);
    }
    if (!graph.has_out(node, p)) continue;
    ChannelWires& to = *channels_[index(graph.id(node, p))];
    router.out[index(p)]->bind(to.sent);
    router.credit_in[index(p)].bind(parameters.credit_delay > 1 ? to.credit_arriving : to.credit_sent);
  }
}

void WormNoc::add_link(topologies::ChannelId c, const topologies::Topology& topology,
                       const microarch::FabricParameters& parameters, const WormBlockFactory& blocks) {
  const topologies::Channel& channel = topology.graph().channel(c);
  ChannelWires& wires = *channels_[index(c)];
  const std::string label = channel_label(topology, channel);
  const WormPlace place{topology, parameters, channel.from};
  int& awake = router(channel.from).awake_blocks();
  if (parameters.link_delay_of(channel.out_port) > 0) {
    auto link = blocks.link(("link_" + label).c_str(), place, channel.out_port);
    link->clk.bind(clk);
    link->reset.bind(reset);
    link->in.bind(wires.sent);
    link->out.bind(wires.arriving);
    link->count_in(awake);
    links_[index(c)] = std::move(link);
  }
  if (parameters.credit_delay == 1) return;
  auto credits = blocks.credit_link(("credits_" + label).c_str(), place);
  credits->clk.bind(clk);
  credits->reset.bind(reset);
  credits->credit_in.bind(wires.credit_sent);
  credits->credit_out.bind(wires.credit_arriving);
  credits->count_in(awake);
  credit_links_[index(c)] = std::move(credits);
}

bool WormNoc::is_awake() const {
  return std::any_of(routers_.begin(), routers_.end(), [](const auto& router) { return router->awake_blocks() > 0; });
}

}  // namespace trenza::rtl_models
