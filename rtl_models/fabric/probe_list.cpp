#include "rtl_models/fabric/probe_list.h"

#include <fmt/core.h>

#include <memory>

#include "microarch/flow_control/flow_control.h"
#include "microarch/index.h"
#include "microarch/place_names.h"
#include "microarch/request_mask.h"
#include "microarch/stall_reasons.h"
#include "rtl_models/fabric/wish_texts.h"

namespace trenza::rtl_models {

namespace {

using topologies::Channel;
using topologies::ChannelId;

using microarch::index;

class Lister {
 public:
  Lister(const Noc& noc, const PacketTable& packets, const topologies::Topology& topology,
         const microarch::FabricParameters& parameters, const std::vector<std::uint8_t>& stalls)
      : noc_(noc),
        packets_(packets),
        topology_(topology),
        parameters_(parameters),
        stalls_(stalls),
        wishes_(std::make_shared<WishTexts>(topology, parameters)) {
    for (int p = 0; p < ports(); ++p) output_names_.push_back(topology.port_name(p));
    auto names = std::make_shared<std::vector<std::string>>();
    for (topologies::NodeId node = 0; node < topology.graph().nodes(); ++node) {
      names->push_back(microarch::flit_place(topology.node_name(node)));
    }
    node_names_ = std::move(names);
    for (int e = 0; e < parameters.ejectors; ++e) output_names_.push_back(fmt::format("eject{}", e));
    for (int p = 0; p < ports(); ++p) {
      for (int vc = 0; vc < parameters.vcs(); ++vc)
        input_names_.push_back(topology.port_name(p) + "." + microarch::vc_name(parameters, vc));
    }
    for (int j = 0; j < parameters.injection_queues(); ++j)
      input_names_.push_back(microarch::injector_name(parameters, j));
    for (const std::string& name : output_names_) longest_wish_ += static_cast<unsigned>(name.size()) + 1;
  }

  std::vector<Probe> list() {
    for (topologies::NodeId node = 0; node < topology_.graph().nodes(); ++node) {
      if (!noc_.has_router(node)) continue;
      const RouterPorts& router = noc_.router(node);
      const std::string scope = "noc.r_" + topology_.node_name(node);
      group_ = probe_group(node, ports());
      for (int p = 0; p < ports(); ++p) {
        if (router.has_input(p)) list_input(router, scope, p);
        group_ = probe_group_of_output(node, p, ports());
        if (router.has_output(p)) list_output(router, scope, p);
        group_ = probe_group(node, ports());
      }
      list_terminal(router, scope);
      router.probe_sources().list(scope, probes_);
    }
    return std::move(probes_);
  }

 private:
  int ports() const { return topology_.graph().ports(); }

  void number(const std::string& path, ProbeWord word, unsigned bits, unsigned shift = 0) {
    Probe probe;
    probe.path = path;
    probe.word = word;
    probe.bits = bits;
    probe.shift = shift;
    probe.group = group_;
    probes_.push_back(std::move(probe));
  }

  void enumeration(const std::string& path, ProbeWord word, unsigned bits, unsigned shift,
                   std::vector<std::string> names) {
    number(path, word, bits, shift);
    probes_.back().kind = ProbeKind::enumeration;
    probes_.back().names = std::move(names);
  }

  void list_stall(const std::string& scope, const RouterPorts& router, int input) {
    const std::size_t at = index(router.node()) * index(router.inputs()) + index(input);
    enumeration(scope + ".stall", word_of(stalls_[at]), 4, 0,
                {microarch::kStallReasons.begin(), microarch::kStallReasons.begin() + microarch::kPacketStallReasons});
  }

  /// What a waiting header would take, granted or not.
  void list_wish(const std::string& scope, const RouterPorts& router, int input) {
    Probe probe;
    probe.path = scope + ".wish";
    probe.kind = ProbeKind::text;
    probe.group = group_;
    probe.bits = longest_wish_;
    const sc_core::sc_signal<std::uint64_t>& request = router.request[index(input)];
    const sc_core::sc_signal<std::uint64_t>& route = router.route[index(input)];
    probe.watches = {word_of(request.read()), word_of(route.read())};
    probe.render = [asked = &request, offered = &route, wishes = wishes_,
                    first_vc = router.first_vc(input)](std::string& text) {
      if (asked->read() != 0) {
        text = wishes->of(offered->read(), first_vc);
      } else {
        text.clear();
      }
    };
    probes_.push_back(std::move(probe));
  }

  void list_pick(const std::string& scope, const RouterPorts& router, int input) {
    const ProbeWord pick = word_of(router.pick[index(input)].read());
    number(scope + ".pick_valid", pick, 1, 63);
    enumeration(scope + ".pick_output", pick, 6, 50, output_names_);
    number(scope + ".pick_vc", pick, 4, 46);
  }

  void list_input(const RouterPorts& router, const std::string& scope, int port) {
    const Channel& channel = topology_.graph().in(router.node(), port);
    const std::string unit = scope + ".in_" + input_name(topology_, channel);
    const int vcs = parameters_.vcs();
    for (int vc = 0; vc < vcs; ++vc) {
      const BufferAccount::VcView& view = router.stored(port).view(vc);
      const std::string vc_scope = unit + "." + microarch::vc_name(parameters_, vc);
      group_ = probe_group_of_input(router.node(), port, ports());
      enumeration(vc_scope + ".state", word_of(view.state), 2, 0, {"I", "R", "V", "A"});
      group_ = probe_group(router.node(), ports());
      list_stall(vc_scope, router, port * vcs + vc);
      group_ = probe_group_of_input(router.node(), port, ports());
      list_wish(vc_scope, router, port * vcs + vc);
      number(vc_scope + ".packet", word_of(view.packet), 32);
      number(vc_scope + ".occupancy", word_of(view.occupancy), bits_for(parameters_.buffer_flits()));
      group_ = probe_group(router.node(), ports());
      list_pick(vc_scope, router, port * vcs + vc);
    }
  }

  void list_output(const RouterPorts& router, const std::string& scope, int port) {
    const ChannelId id = topology_.graph().id(router.node(), port);
    const Channel& channel = topology_.graph().channel(id);
    const std::string unit = scope + ".out_" + output_name(topology_, channel);
    const Noc::Channel& wires = noc_.wires(id);
    number(unit + ".valid", word_of(wires.sent.valid.read()), 1);
    number(unit + ".vc", word_of(wires.sent.vc.read()), 4);
    number(unit + ".packet", word_of(wires.sent.flit.read()), 32);
    list_flit_text(unit + ".flit", wires.sent, noc_.link(id));
    const int vcs = parameters_.vcs();
    for (int vc = 0; vc < vcs; ++vc) {
      const std::string vc_scope = unit + "." + microarch::vc_name(parameters_, vc);
      number(vc_scope + ".credits", word_of(router.credits[index(port * vcs + vc)].read()),
             bits_for(microarch::FlowControl::initial_credits(parameters_, vc)));
      number(vc_scope + ".credit_back", word_of(wires.credit_sent.read()), 1, static_cast<unsigned>(vc));
    }
    for (int vc = 0; vc < vcs; ++vc) {
      if (!parameters_.is_escape(vc) || topology_.ring_of(id, vc % parameters_.class_vcs()) < 0) continue;
      const bool only_one = parameters_.message_classes * parameters_.escape_vcs == 1;
      const std::string of = only_one ? unit : unit + "." + microarch::vc_name(parameters_, vc);
      const ProbeWord admitted = word_of(router.admitted[index(router.escape_place(port, vc))].read());
      number(of + ".may_continue_ring", admitted, 1, static_cast<unsigned>(port * vcs + vc));
      number(of + ".may_enter_ring", admitted, 1, static_cast<unsigned>(ports() * vcs));
    }
    const ProbeWord select = word_of(router.select[index(port)].read());
    number(unit + ".select_valid", select, 1, 31);
    enumeration(unit + ".select_input", select, 8, 0, input_names_);
  }

  void list_flit_text(const std::string& path, const FlitSignals& wires, const Link& link) {
    Probe probe;
    probe.path = path;
    probe.kind = ProbeKind::text;
    probe.group = group_;
    probe.bits = 80;
    probe.watches = {word_of(wires.valid.read()), word_of(wires.vc.read()), word_of(wires.flit.read())};
    probe.render = [this_packets = &packets_, carrier = &link, signals = &wires,
                    names = node_names_](std::string& text) {
      text.clear();
      if (!signals->valid.read()) return;
      const FlitWord flit = signals->flit.read();
      if (!this_packets->contains(microarch::packet_of(flit))) return;
      const microarch::Delivery& packet = this_packets->at(microarch::packet_of(flit));
      const int hops = microarch::is_head(flit) ? microarch::hops_of(flit) : carrier->hops();
      microarch::write_flit_text(text, flit, (*names)[index(packet.source)], (*names)[index(packet.destination)],
                                 static_cast<int>(signals->vc.read()), hops);
    };
    probes_.push_back(std::move(probe));
  }

  void list_terminal(const RouterPorts& router, const std::string& scope) {
    const int first = ports() * parameters_.vcs();
    for (int j = 0; j < parameters_.injection_queues(); ++j) {
      const std::string unit = scope + "." + microarch::injector_name(parameters_, j);
      const ProbeWord request = word_of(router.request[index(first + j)].read());
      number(unit + ".queue", word_of(router.terminal().queue_view(j)), 32);
      number(unit + ".waiting", request, 1, 63);
      number(unit + ".packet", word_of(router.flit[index(first + j)].read()), 32);
      list_stall(unit, router, first + j);
      list_wish(unit, router, first + j);
      list_pick(unit, router, first + j);
    }
    for (int e = 0; e < parameters_.ejectors; ++e) {
      const std::string unit = fmt::format("{}.ejector{}", scope, e);
      number(unit + ".valid", word_of(router.eject_valid[index(e)].read()), 1);
      number(unit + ".packet", word_of(router.eject_flit[index(e)].read()), 32);
    }
  }

  const Noc& noc_;
  const PacketTable& packets_;
  const topologies::Topology& topology_;
  const microarch::FabricParameters& parameters_;
  const std::vector<std::uint8_t>& stalls_;
  std::shared_ptr<WishTexts> wishes_;
  std::vector<std::string> output_names_;
  std::vector<std::string> input_names_;
  unsigned longest_wish_ = 32;                                  ///< characters: the escape lane, and all ports
  std::shared_ptr<const std::vector<std::string>> node_names_;  // "3,2" by node
  std::vector<Probe> probes_;
  int group_ = -1;  ///< of the probes that are listed next
};

}  // namespace

std::vector<Probe> list_probes(const Noc& noc, const PacketTable& packets, const topologies::Topology& topology,
                               const microarch::FabricParameters& parameters, const std::vector<std::uint8_t>& stalls) {
  return Lister(noc, packets, topology, parameters, stalls).list();
}

}  // namespace trenza::rtl_models
