#include "rtl_models/wormhole/fabric/worm_probe_list.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "microarch/index.h"
#include "microarch/place_names.h"
#include "microarch/stall_reasons.h"
#include "rtl_models/fabric/probe_list.h"

namespace trenza::rtl_models {

namespace {

using microarch::index;

class WormLister {
 public:
  WormLister(const WormNoc& noc, const PacketTable& packets, const topologies::Topology& topology,
             const microarch::FabricParameters& parameters, const std::vector<std::uint8_t>& stalls)
      : noc_(noc), packets_(packets), topology_(topology), parameters_(parameters), stalls_(stalls) {
    auto names = std::make_shared<std::vector<std::string>>();
    for (topologies::NodeId node = 0; node < topology.graph().nodes(); ++node)
      names->push_back(microarch::flit_place(topology.node_name(node)));
    node_names_ = std::move(names);
    for (int p = 0; p < ports(); ++p) {
      output_names_.push_back(topology.port_name(p));
      for (int vc = 0; vc < parameters.vcs(); ++vc)
        input_names_.push_back(topology.port_name(p) + "." + microarch::vc_name(parameters, vc));
    }
    for (int e = 0; e < parameters.ejectors; ++e) output_names_.push_back(fmt::format("eject{}", e));
    for (int vc = 0; vc < parameters.vcs(); ++vc) input_names_.push_back(microarch::injector_name(parameters, vc));
  }

  std::vector<Probe> list() {
    for (topologies::NodeId node = 0; node < topology_.graph().nodes(); ++node) {
      if (!noc_.has_router(node)) continue;
      const WormRouterPorts& router = noc_.router(node);
      const std::string scope = "noc.r_" + topology_.node_name(node);
      for (int p = 0; p < ports(); ++p) {
        if (router.has_input(p)) list_input(router, scope, p);
        if (router.has_output(p)) list_output(router, scope, p);
      }
      list_terminal(router, scope);
      router.probe_sources().list(scope, probes_);
    }
    return std::move(probes_);
  }

 private:
  int ports() const { return topology_.graph().ports(); }
  int vcs() const { return parameters_.vcs(); }

  void number(const std::string& path, ProbeWord word, unsigned bits, unsigned shift = 0) {
    Probe probe;
    probe.path = path;
    probe.word = word;
    probe.bits = bits;
    probe.shift = shift;
    probe.group = group_;
    probes_.push_back(std::move(probe));
  }

  void enumeration(const std::string& path, ProbeWord word, unsigned bits, std::vector<std::string> names) {
    number(path, word, bits);
    probes_.back().kind = ProbeKind::enumeration;
    probes_.back().names = std::move(names);
  }

  /// An input VC; `group` changes with what is stored there.
  void list_input_vc(const WormRouterPorts& router, const std::string& scope, int port, int vc, int group) {
    const InputUnitAccount::VcView& view = router.stored(port).view(vc);
    group_ = group;
    enumeration(scope + ".state", word_of(view.state), 2, {"I", "R", "V", "A"});
    number(scope + ".packet", word_of(view.packet), 32);
    number(scope + ".occupancy", word_of(view.occupancy), bits_for(router.stored(port).capacity()));
    enumeration(scope + ".output", word_of(view.output), 6, output_names_);
    number(scope + ".output_vc", word_of(view.output_vc), 5);
    group_ = probe_group(router.node(), ports());
    const std::size_t input = index(port * vcs() + vc);
    number(scope + ".granted_vc", word_of(router.grant[input].read()), 1, 31);
    number(scope + ".crosses", word_of(router.pop[index(port)].read()), 1, static_cast<unsigned>(vc));
    const std::size_t inputs = index(router.shape().inputs());
    enumeration(scope + ".stall", word_of(stalls_[index(router.node()) * inputs + input]),
                bits_for(static_cast<int>(microarch::kStallReasons.size()) - 1),
                {microarch::kStallReasons.begin(), microarch::kStallReasons.end()});
  }

  void list_input(const WormRouterPorts& router, const std::string& scope, int port) {
    const topologies::Channel& channel = topology_.graph().in(router.node(), port);
    const std::string unit = scope + ".in_" + topologies::input_name(topology_, channel);
    for (int vc = 0; vc < vcs(); ++vc) {
      list_input_vc(router, unit + "." + microarch::vc_name(parameters_, vc), port, vc,
                    probe_group_of_input(router.node(), port, ports()));
    }
  }

  void list_select(const WormRouterPorts& router, const std::string& unit, int output) {
    const ProbeWord select = word_of(router.select[index(output)].read());
    number(unit + ".select_valid", select, 1, 31);
    enumeration(unit + ".select_input", select, 11, input_names_);
  }

  void list_output(const WormRouterPorts& router, const std::string& scope, int port) {
    group_ = probe_group_of_output(router.node(), port, ports());
    const topologies::ChannelId id = topology_.graph().id(router.node(), port);
    const std::string unit = scope + ".out_" + topologies::output_name(topology_, topology_.graph().channel(id));
    const ChannelWires& wires = noc_.wires(id);
    number(unit + ".valid", word_of(wires.sent.valid.read()), 1);
    number(unit + ".vc", word_of(wires.sent.vc.read()), 5);
    number(unit + ".packet", word_of(wires.sent.flit.read()), 32);
    list_flit_text(unit + ".flit", wires.sent, router, port);
    for (int vc = 0; vc < vcs(); ++vc) {
      const std::string vc_scope = unit + "." + microarch::vc_name(parameters_, vc);
      number(vc_scope + ".credits", word_of(router.credits[index(port * vcs() + vc)].read()),
             bits_for(parameters_.buffer_flits()));
      number(vc_scope + ".credit_back", word_of(wires.credit_sent.read()), 1, static_cast<unsigned>(vc));
      number(vc_scope + ".held", word_of(router.held[index(port)].read()), 1, static_cast<unsigned>(vc));
    }
    list_select(router, unit, port);
  }

  void list_flit_text(const std::string& path, const FlitSignals& wires, const WormRouterPorts& router, int port) {
    Probe probe;
    probe.path = path;
    probe.kind = ProbeKind::text;
    probe.group = group_;
    probe.bits = 80;
    probe.watches = {word_of(wires.valid.read()), word_of(wires.vc.read()), word_of(wires.flit.read())};
    probe.render = [this_packets = &packets_, grants = &router.grants(), port, signals = &wires,
                    names = node_names_](std::string& text) {
      text.clear();
      if (!signals->valid.read()) return;
      const FlitWord flit = signals->flit.read();
      if (!this_packets->contains(microarch::packet_of(flit))) return;
      const microarch::Delivery& packet = this_packets->at(microarch::packet_of(flit));
      const int vc = static_cast<int>(signals->vc.read());
      const int hops = microarch::is_head(flit) ? microarch::hops_of(flit) : grants->hops(port, vc);
      microarch::write_flit_text(text, flit, (*names)[index(packet.source)], (*names)[index(packet.destination)], vc,
                                 hops);
    };
    probes_.push_back(std::move(probe));
  }

  void list_terminal(const WormRouterPorts& router, const std::string& scope) {
    const int rest = probe_group(router.node(), ports());
    for (int vc = 0; vc < vcs(); ++vc)
      list_input_vc(router, scope + "." + microarch::injector_name(parameters_, vc), ports(), vc, rest);
    for (int c = 0; c < parameters_.message_classes; ++c) {
      const std::string source = scope + ".source";
      number(parameters_.message_classes == 1 ? source + ".queue"
                                              : fmt::format("{}.queue_{}", source, microarch::class_name(c)),
             word_of(router.terminal().source().queue_view(c)), 32);
    }
    for (int e = 0; e < parameters_.ejectors; ++e) {
      const std::string unit = fmt::format("{}.ejector{}", scope, e);
      number(unit + ".valid", word_of(router.eject_valid[index(e)].read()), 1);
      number(unit + ".packet", word_of(router.eject_flit[index(e)].read()), 32);
      for (int vc = 0; vc < vcs(); ++vc) {
        number(unit + "." + microarch::vc_name(parameters_, vc) + ".held",
               word_of(router.held[index(ports() + e)].read()), 1, static_cast<unsigned>(vc));
      }
      list_select(router, unit, ports() + e);
    }
  }

  const WormNoc& noc_;
  const PacketTable& packets_;
  const topologies::Topology& topology_;
  const microarch::FabricParameters& parameters_;
  const std::vector<std::uint8_t>& stalls_;
  std::vector<std::string> output_names_;
  std::vector<std::string> input_names_;
  std::shared_ptr<const std::vector<std::string>> node_names_;  // "3,2" by node
  std::vector<Probe> probes_;
  int group_ = -1;  ///< of the probes that are listed next
};

}  // namespace

std::vector<Probe> list_worm_probes(const WormNoc& noc, const PacketTable& packets,
                                    const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                                    const std::vector<std::uint8_t>& stalls) {
  return WormLister(noc, packets, topology, parameters, stalls).list();
}

void note_worm_changes(const WormNoc& noc, const topologies::Topology& topology, std::vector<std::uint8_t>& changed) {
  const auto& graph = topology.graph();
  const int ports = graph.ports();
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    if (!noc.has_router(node)) continue;
    const WormRouterPorts& router = noc.router(node);
    std::uint8_t* const of_router = &changed[index(probe_group(node, ports))];
    // A block that has done anything at the last edge is awake until the next one.
    const bool awake = router.awake_blocks() > 0;
    std::fill_n(of_router, probe_groups_per_router(ports), static_cast<std::uint8_t>(awake));
    if (!awake) continue;
    for (int p = 0; p < ports; ++p) {
      if (router.has_input(p)) of_router[1 + p] = static_cast<std::uint8_t>(router.input_awake(p));
    }
  }
  // A credit on its way back shows at the sender.
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    if (!graph.has(c)) continue;
    const topologies::Channel& channel = graph.channel(c);
    // A credit of a router that is not here wakes the sender.
    if (!noc.has_router(channel.from) || !noc.has_router(channel.to)) continue;
    if (noc.router(channel.to).awake_blocks() > 0)
      changed[index(probe_group_of_output(channel.from, channel.out_port, ports))] = 1;
  }
}

}  // namespace trenza::rtl_models
