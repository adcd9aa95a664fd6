#include "rtl_models/wormhole/fabric/worm_snapshot.h"

#include <fmt/core.h>

#include "microarch/index.h"
#include "microarch/place_names.h"

namespace trenza::rtl_models {

using microarch::index;
using microarch::WaitTarget;
using Standing = InputUnitAccount::Standing;

namespace {

/// Credits of a VC of a network port when the last cycle ended.
int credits_before(const WormRouterPorts& router, int port, int vc) {
  const CreditAccount& account = router.credit_account(port);
  return account.count(vc) - static_cast<int>((account.returned() >> vc) & 1U);
}

/// Calls visit(output VC) for all that a head may have, in ascending order.
template <class Visit>
void for_each_candidate(const microarch::WormShape& shape, WormRoute route, int message_class, const Visit& visit) {
  const auto visit_vcs = [&](int output, topologies::VcMask vcs) {
    for (topologies::VcMask rest = vcs; rest != 0; rest &= rest - 1)
      visit(output * shape.vcs + message_class * shape.class_vcs + __builtin_ctz(rest));
  };
  if (has_arrived(route)) {
    const topologies::VcMask all = (topologies::VcMask{1} << shape.class_vcs) - 1;
    for (int e = 0; e < shape.ejectors; ++e) visit_vcs(shape.ports + e, all);
    return;
  }
  for (int port = 0; port < shape.ports; ++port) {
    topologies::VcMask vcs = 0;
    for (const int k : {0, 1}) {
      const topologies::Tier tier = tier_of(route, k);
      if (((tier.ports >> port) & 1U) != 0) vcs |= tier.vcs;
    }
    visit_vcs(port, vcs);
  }
}

bool was_free(const WormRouterPorts& router, int input, int output_vc, int flits) {
  const int output = output_vc / router.shape().vcs;
  const int vc = output_vc % router.shape().vcs;
  if (((router.held[index(output)].read() >> vc) & 1U) != 0) return false;
  return output >= router.shape().ports ||
         credits_before(router, output, vc) >= router.availability().credits_needed(input, output_vc, flits);
}

}  // namespace

void WormSnapshot::find_heads() const {
  const auto& graph = topology_.graph();
  const auto note = [this](FlitWord flit) {
    if (microarch::is_head(flit)) hops_[microarch::packet_of(flit)] = microarch::hops_of(flit);
  };
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    const WormRouterPorts& router = noc_.router(node);
    for (int port = 0; port < router.shape().input_ports(); ++port) {
      if (!router.has_input(port)) continue;
      const InputUnitAccount& stored = router.stored(port);
      for (int vc = 0; vc < router.shape().vcs; ++vc) {
        for (int k = 0; k < stored.occupancy(vc); ++k) note(stored.entry(vc, k).flit);
      }
    }
    router.terminal().ejection().for_each_head([this](PacketId packet, int hops) { hops_[packet] = hops; });
  }
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    if (!graph.has(c) || noc_.link(c) == nullptr) continue;
    for (const Link::Stage& stage : noc_.link(c)->stages()) {
      if (stage.valid) note(stage.flit);
    }
  }
}

/// Of the packet of a flit at the front: hops that its head has made.
int WormSnapshot::hops(FlitWord front) const {
  if (microarch::is_head(front)) return microarch::hops_of(front);
  if (hops_.empty()) find_heads();
  const auto found = hops_.find(microarch::packet_of(front));
  return found == hops_.end() ? 0 : found->second;
}

microarch::WaitingHead WormSnapshot::head(const WormRouterPorts& router, int port, int vc) const {
  const microarch::WormShape& shape = router.shape();
  const InputUnitAccount& stored = router.stored(port);
  const InputUnitAccount::Entry& front = stored.entry(vc, 0);
  const PacketId id = microarch::packet_of(front.flit);
  const microarch::Delivery& packet = packets_.at(id);
  microarch::WaitingHead head{
      router.node(), port * shape.vcs + vc, packet.source, packet.destination, packet.number, packet.flits, {}, {}, {}};
  head.text = microarch::flit_text(
      microarch::make_flit(id, packet.flits, 0), microarch::flit_place(topology_.node_name(packet.source)),
      microarch::flit_place(topology_.node_name(packet.destination)), vc, hops(front.flit));
  const auto add = [&](int output_vc, bool available) {
    head.targets.push_back({output_vc / shape.vcs, output_vc % shape.vcs, available ? 1 : 0, 1, true});
  };
  if (stored.standing(vc) == Standing::holding) {
    const int lane = lane_output_vc(stored.lane(vc));
    const int output = lane / shape.vcs;
    add(lane, output >= shape.ports || credits_before(router, output, lane % shape.vcs) > 0);
    return head;
  }
  for_each_candidate(shape, front.route, shape.class_of(vc),
                     [&](int output_vc) { add(output_vc, was_free(router, head.input, output_vc, packet.flits)); });
  return head;
}

std::vector<microarch::WaitingHead> WormSnapshot::heads_at(topologies::NodeId node) const {
  std::vector<microarch::WaitingHead> heads;
  const WormRouterPorts& router = noc_.router(node);
  for (int port = 0; port < router.shape().input_ports(); ++port) {
    if (!router.has_input(port)) continue;
    for (int vc = 0; vc < router.shape().vcs; ++vc) {
      if (router.stored(port).standing(vc) != Standing::nothing) heads.push_back(head(router, port, vc));
    }
  }
  return heads;
}

microarch::WaitSnapshot WormSnapshot::take() const {
  microarch::WaitSnapshot snapshot;
  const auto& graph = topology_.graph();
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    for (microarch::WaitingHead& head : heads_at(node)) snapshot.heads.push_back(std::move(head));
    const WormRouterPorts& router = noc_.router(node);
    const microarch::WormShape& shape = router.shape();
    for (int i = 0; i < shape.inputs(); ++i) {
      const int port = i / shape.vcs;
      // Empty, or on its way through a delay.
      if (!router.has_input(port) || router.stored(port).standing(i % shape.vcs) == Standing::nothing)
        snapshot.moving_inputs.push_back(static_cast<std::uint64_t>(node) * index(shape.inputs()) + index(i));
    }
    for (int k = 0; k < shape.network_inputs(); ++k) {
      const int port = k / shape.vcs;
      const int vc = k % shape.vcs;
      if (!router.has_output(port)) continue;
      const int arriving = static_cast<int>((router.credit_account(port).returned() >> vc) & 1U);
      const int under_way = arriving + noc_.credits_in_flight(graph.id(node, port), vc);
      snapshot.credits_in_flight.insert(snapshot.credits_in_flight.end(), index(under_way),
                                        static_cast<std::uint64_t>(node) * index(shape.output_vcs()) + index(k));
    }
  }
  return snapshot;
}

namespace {

void audit_holders(const WormRouterPorts& router, const topologies::Topology& topology,
                   std::vector<std::string>& faults) {
  const microarch::WormShape& shape = router.shape();
  std::vector<int> holders(index(shape.output_vcs()), 0);
  for (int port = 0; port < shape.input_ports(); ++port) {
    if (!router.has_input(port)) continue;
    for (int vc = 0; vc < shape.vcs; ++vc) {
      if (const LaneWord lane = router.stored(port).lane(vc); lane != 0) ++holders[index(lane_output_vc(lane))];
    }
  }
  for (int k = 0; k < shape.output_vcs(); ++k) {
    const int held = static_cast<int>((router.held[index(k / shape.vcs)].read() >> (k % shape.vcs)) & 1U);
    if (held != holders[index(k)]) {
      faults.push_back(fmt::format("r_{} output {} vc{}: held {}, but {} input VCs hold it",
                                   topology.node_name(router.node()), k / shape.vcs, k % shape.vcs, held,
                                   holders[index(k)]));
    }
  }
}

}  // namespace

std::vector<std::string> audit_worms(const WormNoc& noc, const topologies::Topology& topology,
                                     const microarch::FabricParameters& parameters) {
  std::vector<std::string> faults;
  const auto& graph = topology.graph();
  const int vcs = parameters.vcs();
  const auto check = [&](const std::string& place, int credits, int flying, int stored, int returning) {
    const int sum = credits + flying + stored + returning;
    if (sum == parameters.buffer_flits()) return;
    faults.push_back(fmt::format("{}: {} credits + {} on the link + {} stored + {} returning = {}, not {} flits", place,
                                 credits, flying, stored, returning, sum, parameters.buffer_flits()));
  };
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    if (!graph.has(c)) continue;
    const topologies::Channel& channel = graph.channel(c);
    for (int vc = 0; vc < vcs; ++vc) {
      check(
          fmt::format("r_{}.{}.vc{}", topology.node_name(channel.from), topologies::output_name(topology, channel), vc),
          noc.router(channel.from).credit_account(channel.out_port).count(vc), noc.flits_in_flight(c, vc),
          noc.router(channel.to).owed_credits(channel.in_port, vc), noc.credits_in_flight(c, vc));
    }
  }
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    const WormRouterPorts& router = noc.router(node);
    for (int vc = 0; vc < vcs; ++vc) {
      check(fmt::format("r_{}.local.vc{}", topology.node_name(node), vc), router.terminal().source().credits(vc),
            router.local_flits_in_flight(vc), router.owed_credits(graph.ports(), vc),
            router.local_credits_in_flight(vc));
    }
    audit_holders(router, topology, faults);
  }
  return faults;
}

}  // namespace trenza::rtl_models
