#include "rtl_models/fabric/noc.h"

#include <utility>

namespace trenza::rtl_models {

Noc::Noc(const sc_core::sc_module_name& name, const topologies::Topology& topology,
         const microarch::FabricParameters& parameters, TerminalObserver& observer, const BlockFactory& blocks,
         std::vector<bool> present)
    : NocClock(name), present_(std::move(present)) {
  const auto& graph = topology.graph();
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    const bool here = graph.has(c) && (has_router(graph.channel(c).from) || has_router(graph.channel(c).to));
    channels_.push_back(here ? std::make_unique<Channel>(channel_label(topology, graph.channel(c))) : nullptr);
  }
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    if (!has_router(node)) {
      routers_.push_back(nullptr);
      continue;
    }
    auto router =
        blocks.router(("r_" + topology.node_name(node)).c_str(), {topology, parameters, node}, observer, blocks);
    router->clk.bind(clk);
    router->reset.bind(reset);
    router->cycle.bind(cycle);
    for (topologies::PortId p = 0; p < graph.ports(); ++p) {
      const auto port = static_cast<std::size_t>(p);
      if (graph.has_in(node, p)) {
        const topologies::Channel& entering = graph.in(node, p);
        Channel& from = *channels_[static_cast<std::size_t>(graph.id(entering.from, entering.out_port))];
        router->in[port]->bind(from.arriving);
        router->credit_out[port].bind(from.credit_sent);
      }
      if (!graph.has_out(node, p)) continue;
      Channel& to = *channels_[static_cast<std::size_t>(graph.id(node, p))];
      router->out[port]->bind(to.sent);
      router->credit_in[port].bind(parameters.credit_delay > 1 ? to.credit_arriving : to.credit_sent);
    }
    routers_.push_back(std::move(router));
  }
  add_links(topology, parameters, blocks);
}

void Noc::add_links(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                    const BlockFactory& blocks) {
  const auto& graph = topology.graph();
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    if (channels_[static_cast<std::size_t>(c)] == nullptr) {
      links_.push_back(nullptr);
      if (parameters.credit_delay > 1) credit_links_.push_back(nullptr);
      continue;
    }
    const topologies::Channel& channel = graph.channel(c);
    Channel& wires = *channels_[static_cast<std::size_t>(c)];
    const std::string label = channel_label(topology, channel);
    const RouterPlace sender{topology, parameters, channel.from};
    auto link = blocks.link(("link_" + label).c_str(), sender, channel.out_port);
    link->clk.bind(clk);
    link->reset.bind(reset);
    link->in.bind(wires.sent);
    link->out.bind(wires.arriving);
    link->count_in(router(has_router(channel.from) ? channel.from : channel.to).awake_blocks());
    links_.push_back(std::move(link));
    if (parameters.credit_delay > 1) {
      if (!has_router(channel.from)) {  // nobody here waits for them
        credit_links_.push_back(nullptr);
        continue;
      }
      auto credits = blocks.credit_link(("credits_" + label).c_str(), sender);
      credits->clk.bind(clk);
      credits->reset.bind(reset);
      credits->credit_in.bind(wires.credit_sent);
      credits->credit_out.bind(wires.credit_arriving);
      credits->count_in(router(channel.from).awake_blocks());
      credit_links_.push_back(std::move(credits));
    }
  }
}

int Noc::credits_in_flight(topologies::ChannelId channel, int vc) const {
  return credit_links_.empty() ? 0 : credit_links_[static_cast<std::size_t>(channel)]->in_flight(vc);
}

}  // namespace trenza::rtl_models
