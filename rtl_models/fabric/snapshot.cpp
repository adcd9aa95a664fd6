#include "rtl_models/fabric/snapshot.h"

#include <fmt/core.h>

#include <algorithm>

#include "microarch/candidates.h"
#include "microarch/flow_control/flow_control.h"
#include "microarch/index.h"

namespace trenza::rtl_models {

namespace {

using microarch::FlowControl;
using microarch::index;

/// Calls visit(WaitTarget) for what the router could grant the waiting header, with what it has and what the packet
/// needs: its candidates, or the ejection ports.
template <class Visit>
void for_each_target(const RouterPorts& router, int input, const Visit& visit) {
  const microarch::SelectionShape& shape = router.shape();
  const topologies::RouteChoice route = unpack_route(router.route[index(input)].read());
  const int flits = request_flits(router.request[index(input)].read());
  const microarch::OutputMask free = router.output_free.read();
  const auto is_free = [&](int output) { return ((free >> output) & 1U) != 0; };
  const auto* const reservations = router.reservations();
  if (!route.arrived && reservations != nullptr && (*reservations)[index(input)].held) {
    const microarch::HeldReservation& held = (*reservations)[index(input)];
    const int credits = FlowControl::credits_of_packet(shape.is_escape(held.vc), flits);
    visit(microarch::WaitTarget{held.output, held.vc, credits, credits, is_free(held.output)});
    return;
  }
  if (route.arrived) {
    for (int e = 0; e < shape.ejectors; ++e) {
      visit(microarch::WaitTarget{shape.ports + e, 0, flits, flits, is_free(shape.ports + e)});
    }
    return;
  }
  microarch::for_each_candidate(shape, route, router.first_vc(input), [&](int port, int vc, bool escape) {
    const int available = static_cast<int>(router.credits[index(port * shape.vcs() + vc)].read());
    // The bubble control is asked, not repeated.
    const bool suffices = escape ? ((router.admitted[index(router.escape_place(port, vc))].read() >> input) & 1U) != 0
                                 : available >= flits;
    const int needed = escape ? FlowControl::slots_lacked(suffices, available) : flits;
    visit(microarch::WaitTarget{port, vc, available, needed, is_free(port)});
    return suffices;
  });
}

/// The head of the packet of an input that requests. The one before it may still cross.
FlitWord waiting_flit(const RouterPorts& router, int input) {
  const FlitWord front = router.flit[index(input)].read();
  if (microarch::is_head(front)) return front;
  const int vcs = router.shape().vcs();
  if (input < router.shape().ports * vcs) return router.stored(input / vcs).first_waiting(index(input % vcs))->flit;
  const RequestWord request = router.request[index(input)].read();
  return microarch::make_flit(request_packet(request), request_flits(request), 0);
}

/// The credits that packets hold which have reserved an output VC and do not cross yet.
int reserved_credits(const RouterPorts& router, int port, int vc) {
  const auto* const reservations = router.reservations();
  if (reservations == nullptr) return 0;
  int sum = 0;
  for (std::size_t input = 0; input < reservations->size(); ++input) {
    const microarch::HeldReservation& held = (*reservations)[input];
    if (held.held && held.output == port && held.vc == vc)
      sum += FlowControl::credits_of_packet(router.shape().is_escape(vc), request_flits(router.request[input].read()));
  }
  return sum;
}

/// The packet of an input that requests.
microarch::WaitingHead waiting_head(const RouterPorts& router, const PacketTable& packets,
                                    const topologies::Topology& topology, topologies::NodeId node, int input) {
  const microarch::Delivery& packet = packets.at(request_packet(router.request[index(input)].read()));
  microarch::WaitingHead head{node, input, packet.source, packet.destination, packet.number, packet.flits, {}, {}, {}};
  const FlitWord flit = waiting_flit(router, input);
  const int vcs = router.shape().vcs();
  head.text = microarch::flit_text(flit, microarch::flit_place(topology.node_name(packet.source)),
                                   microarch::flit_place(topology.node_name(packet.destination)),
                                   input < router.shape().ports * vcs ? input % vcs : 0, microarch::hops_of(flit));
  for_each_target(router, input, [&](const microarch::WaitTarget& target) { head.targets.push_back(target); });
  const auto* const reservations = router.reservations();
  if (reservations != nullptr && (*reservations)[index(input)].held)
    head.second_step = (*reservations)[index(input)].ready;
  return head;
}

}  // namespace

microarch::WaitSnapshot take_snapshot(const Noc& noc, const PacketTable& packets, const topologies::Topology& topology,
                                      const microarch::FabricParameters& parameters) {
  microarch::WaitSnapshot snapshot;
  const auto& graph = topology.graph();
  const int ports = graph.ports();
  const int vcs = parameters.vcs();
  const int outputs = ports + parameters.ejectors;
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    const RouterPorts& router = noc.router(node);
    const auto inputs = static_cast<std::uint64_t>(router.inputs());
    for (int i = 0; i < router.inputs(); ++i) {
      const RequestWord request = router.request[index(i)].read();
      if (request != 0) {
        snapshot.heads.push_back(waiting_head(router, packets, topology, node, i));
        if (!microarch::is_head(router.flit[index(i)].read()))
          snapshot.moving_inputs.push_back(static_cast<std::uint64_t>(node) * inputs + static_cast<std::uint64_t>(i));
        continue;
      }
      const bool in_buffer =
          i < ports * vcs && router.has_input(i / vcs) && router.stored(i / vcs).view(i % vcs).occupancy > 0;
      const bool in_source = i >= ports * vcs && router.terminal().queued(i - ports * vcs) > 0;
      if (in_buffer || in_source)
        snapshot.moving_inputs.push_back(static_cast<std::uint64_t>(node) * inputs + static_cast<std::uint64_t>(i));
    }
    for (int p = 0; p < ports; ++p) {
      if (!router.has_output(p)) continue;
      const topologies::ChannelId c = graph.id(node, p);
      const topologies::Channel& channel = graph.channel(c);
      for (int vc = 0; vc < vcs; ++vc) {
        const bool crossing = router.grants().flits_left(p) > 0 && router.grants().owner(p).vc == vc;
        if (crossing || noc.link(c).in_flight(vc, false) > 0 || reserved_credits(router, p, vc) > 0) {
          snapshot.moving_inputs.push_back(static_cast<std::uint64_t>(channel.to) * inputs +
                                           static_cast<std::uint64_t>(channel.in_port * vcs + vc));
        }
        const bool sent = ((noc.wires(c).credit_sent.read() >> vc) & 1U) != 0;
        if (sent || noc.credits_in_flight(c, vc) > 0) {
          snapshot.credits_in_flight.push_back(
              (static_cast<std::uint64_t>(node) * static_cast<std::uint64_t>(outputs) + static_cast<std::uint64_t>(p)) *
                  static_cast<std::uint64_t>(vcs) +
              static_cast<std::uint64_t>(vc));
        }
      }
    }
  }
  return snapshot;
}

std::vector<microarch::WaitingHead> waiting_heads(const Noc& noc, const PacketTable& packets,
                                                  const topologies::Topology& topology, topologies::NodeId node) {
  std::vector<microarch::WaitingHead> heads;
  const RouterPorts& router = noc.router(node);
  for (int i = 0; i < router.inputs(); ++i) {
    if (router.request[index(i)].read() != 0) heads.push_back(waiting_head(router, packets, topology, node, i));
  }
  return heads;
}

std::vector<std::string> audit_credits(const Noc& noc, const topologies::Topology& topology,
                                       const microarch::FabricParameters& parameters) {
  std::vector<std::string> faults;
  const auto& graph = topology.graph();
  const int vcs = parameters.vcs();
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    if (!graph.has(c)) continue;
    const topologies::Channel& channel = graph.channel(c);
    const RouterPorts& sender = noc.router(channel.from);
    const RouterPorts& receiver = noc.router(channel.to);
    const BufferAccount& buffer = receiver.stored(channel.in_port);
    const GrantAccount::Owner& owner = sender.grants().owner(channel.out_port);
    for (int vc = 0; vc < vcs; ++vc) {
      const int credits = static_cast<int>(sender.credits[index(channel.out_port * vcs + vc)].read());
      const int left = owner.vc == vc ? owner.flits_left : 0;
      const int returning = noc.credits_in_flight(c, vc) + receiver.held_credits(channel.in_port, vc);
      const bool escape = parameters.is_escape(vc);
      const int reserved = (escape ? (left > 0 ? 1 : 0) : left) + reserved_credits(sender, channel.out_port, vc);
      const int flying = noc.link(c).in_flight(vc, escape);
      const int stored = escape ? buffer.tails(vc) : static_cast<int>(buffer.view(vc).occupancy);
      const int sum = credits + reserved + flying + stored + returning;
      const int depth = FlowControl::initial_credits(parameters, vc);
      if (sum != depth) {
        faults.push_back(fmt::format(
            "r_{}.{}.vc{}: {} credits + {} granted + {} on the link + {} stored + {} returning = {}, not {} {}",
            topology.node_name(channel.from), output_name(topology, channel), vc, credits, reserved, flying, stored,
            returning, sum, depth, escape ? "slots" : "flits"));
      }
    }
  }
  return faults;
}

}  // namespace trenza::rtl_models
