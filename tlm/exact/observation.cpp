#include "tlm/exact/observation.h"

#include <fmt/core.h>

#include <algorithm>

#include "microarch/candidates.h"
#include "microarch/flit.h"
#include "microarch/flow_control/flow_control.h"
#include "microarch/index.h"
#include "tlm/exact/visible_credits.h"

namespace trenza::tlm {

namespace {

using microarch::FlowControl;
using microarch::index;
using microarch::WaitTarget;
using topologies::NodeId;
using Block = RouterMemory::Block;

/// The credits that an output VC lacks because of packets that wait downstream.
int stored(const Engine& engine, const Block& receiver, int input, bool escape) {
  int sum = 0;
  engine.for_each_waiting(receiver, input, [&](PacketIndex k) {
    sum += FlowControl::credits_of_packet(escape, engine.packets()[k].flits);
  });
  return sum;
}

/// Calls visit(input, reservation) for the fronts of a router that have reserved an output VC and do not cross yet.
template <class Visit>
void for_each_reservation(const Engine& engine, NodeId node, const Visit& visit) {
  for (int input = 0; engine.two_steps() != nullptr && input < engine.shape().inputs(); ++input) {
    const FrontReservation& reservation = engine.two_steps()->of(static_cast<std::uint32_t>(node), input);
    if (reservation.output >= 0) visit(input, reservation);
  }
}

/// Adds the credits that these fronts hold to `sums`, by output VC.
void add_reserved(const Engine& engine, const Block& sender, NodeId node, int* sums) {
  for_each_reservation(engine, node, [&](int input, const FrontReservation& reservation) {
    sums[reservation.output * engine.shape().vcs + reservation.vc] += FlowControl::credits_of_packet(
        engine.parameters().is_escape(reservation.vc), sender.input()[input].front.flits);
  });
}

/// The grants that the front of an input could get, as the pin view states them.
void list_targets(const Engine& engine, const VisibleCredits& credits, const Block& router, NodeId node, int input,
                  std::vector<WaitTarget>& targets) {
  const RouterShape& shape = engine.shape();
  const Front& front = router.input()[input].front;
  const Tick now = engine.tick();
  const auto is_free = [&](int output) { return router.output_free()[output] <= now; };
  if (front.escape_vc == kArrived) {
    for (int o = shape.ports; o < shape.outputs(); ++o) {
      targets.push_back(WaitTarget{o, 0, front.flits, front.flits, is_free(o)});
    }
    return;
  }
  if (engine.two_steps() != nullptr) {
    const FrontReservation& reservation = engine.two_steps()->of(static_cast<std::uint32_t>(node), input);
    if (reservation.is_held()) {
      const int held = FlowControl::credits_of_packet(engine.parameters().is_escape(reservation.vc), front.flits);
      targets.push_back(WaitTarget{reservation.output, reservation.vc, held, held, is_free(reservation.output)});
      return;
    }
  }
  const auto visit = [&](int port, int vc, bool escape) {
    const int available = credits.of(router, node, port * shape.vcs + vc);
    const int needed = engine.credits_needed(router, input, port, vc, escape);
    const int shown = escape ? FlowControl::slots_lacked(available >= needed, available) : needed;
    targets.push_back(WaitTarget{port, vc, available, shown, is_free(port)});
    return available >= needed;
  };
  microarch::for_each_candidate(engine.selection(), offer_of(front, shape.escape_vcs), engine.first_vc(input), visit);
}

/// Whether the packet at the front of an occupied input was offered in cycle now(): it has no place in the order of
/// ages yet.
bool is_new(const Engine& engine, const Block& router, int input) {
  return engine.packets().record(router.input()[input].queue.head).created == engine.now();
}

microarch::WaitingHead waiting_head(const Engine& engine, const VisibleCredits& credits, const Block& router,
                                    NodeId node, int input) {
  const RouterShape& shape = engine.shape();
  const topologies::Topology& topology = engine.topology();
  const PacketIndex index = router.input()[input].queue.head;
  const TravellingPacket& packet = engine.packets()[index];
  const PacketRecord& record = engine.packets().record(index);
  microarch::WaitingHead head{node, input, record.source, record.destination, record.number, packet.flits, {}, {}, {}};
  const int vc = engine.is_network_input(input) ? input % shape.vcs : 0;
  head.text = microarch::flit_text(microarch::make_flit(packet.identity, packet.flits, 0),
                                   microarch::flit_place(topology.node_name(record.source)),
                                   microarch::flit_place(topology.node_name(record.destination)), vc, packet.hops);
  list_targets(engine, credits, router, node, input, head.targets);
  if (engine.two_steps() == nullptr) return head;
  const FrontReservation& reservation = engine.two_steps()->of(static_cast<std::uint32_t>(node), input);
  if (reservation.is_held()) head.second_step = engine.now() - engine.tick() + reservation.ready;
  return head;
}

}  // namespace

microarch::Counters count(const Engine& engine, const microarch::Counters& totals) {
  microarch::Counters counters = totals;
  const auto& graph = engine.topology().graph();
  const Tick now = engine.tick();
  counters.channel_flits.reserve(index(graph.channels()));
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    const Block router = engine.routers()[index(node)];
    for (int port = 0; port < graph.ports(); ++port) {
      const Tick free = router.output_free()[port];
      const Tick to_come = free > now ? free - now : 0;
      counters.channel_flits.push_back(router.port()[port].flits - to_come);
      counters.flit_hops += counters.channel_flits.back();
    }
  }
  counters.network_grants = engine.network_grants();
  counters.escape_grants = engine.escape_grants();
  return counters;
}

std::vector<std::string> find_faults(const Engine& engine) {
  std::vector<std::string> faults;
  const auto& graph = engine.topology().graph();
  const RouterShape& shape = engine.shape();
  const auto outputs = index(shape.network_inputs());
  // By router and output VC: credits on their way back, and those that a packet holds that does not cross yet.
  std::vector<int> late(index(graph.nodes()) * outputs, 0);
  engine.for_each_late_credit([&](Cycle, std::uint32_t router, int output_vc, int length) {
    late[router * outputs + index(output_vc)] += length;
  });
  std::vector<int> held(late.size(), 0);
  for (NodeId node = 0; node < graph.nodes(); ++node)
    add_reserved(engine, engine.routers()[index(node)], node, held.data() + index(node) * outputs);
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    if (!graph.has(c)) continue;
    const topologies::Channel& channel = graph.channel(c);
    const auto from = index(channel.from);
    const Block sender = engine.routers()[from];
    const Block receiver = engine.routers()[index(channel.to)];
    for (int vc = 0; vc < shape.vcs; ++vc) {
      const int output_vc = channel.out_port * shape.vcs + vc;
      const int credits = sender.output_vc()[output_vc].credits.final() + held[from * outputs + index(output_vc)];
      const int returning = late[from * outputs + index(output_vc)];
      const bool escape = engine.parameters().is_escape(vc);
      const int waiting = stored(engine, receiver, channel.in_port * shape.vcs + vc, escape);
      const int depth = FlowControl::initial_credits(engine.parameters(), vc);
      if (credits + returning + waiting != depth) {
        faults.push_back(fmt::format("r_{}.{}.vc{}: {} credits + {} returning + {} sent = {}, not {} {}",
                                     engine.topology().node_name(channel.from),
                                     topologies::output_name(engine.topology(), channel), vc, credits, returning,
                                     waiting, credits + returning + waiting, depth, escape ? "slots" : "flits"));
      }
    }
  }
  return faults;
}

std::vector<microarch::StandingHead> standing_heads(const Engine& engine) {
  std::vector<microarch::StandingHead> heads;
  const Tick now = engine.tick();
  for (NodeId node = 0; node < engine.topology().graph().nodes(); ++node) {
    const Block router = engine.routers()[index(node)];
    for (std::uint64_t occupied = router.occupied(); occupied != 0; occupied &= occupied - 1) {
      const int input = __builtin_ctzll(occupied);
      if (router.input()[input].front.ready > now || is_new(engine, router, input)) continue;
      const PacketRecord& record = engine.packets().record(router.input()[input].queue.head);
      heads.push_back({node, input, record.source, record.number});
    }
  }
  return heads;
}

microarch::WaitSnapshot find_waiting(const Engine& engine) {
  microarch::WaitSnapshot snapshot;
  const VisibleCredits visible(engine);
  const auto& graph = engine.topology().graph();
  const RouterShape& shape = engine.shape();
  const Tick now = engine.tick();
  const std::uint64_t outputs = index(shape.outputs()) * index(shape.vcs);
  const auto add_input = [&](std::uint64_t router, int input) {
    snapshot.moving_inputs.push_back(router * index(shape.inputs()) + index(input));
  };
  const auto add_credits = [&](std::uint64_t router, int output_vc) {
    snapshot.credits_in_flight.push_back(router * outputs + index(output_vc));
  };
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    const Block router = engine.routers()[index(node)];
    for (int input = 0; input < shape.inputs(); ++input) {
      const bool occupied = (router.occupied() >> input & 1U) != 0;
      if (occupied && is_new(engine, router, input)) continue;
      const bool waits = occupied && router.input()[input].front.ready <= now;
      if (waits) snapshot.heads.push_back(waiting_head(engine, visible, router, node, input));
      if ((occupied && !waits) || router.input()[input].free > now) {
        add_input(index(node), input);
      }
    }
    for_each_reservation(engine, node, [&](int, const FrontReservation& reservation) {
      const Neighbour& next = router.port()[reservation.output].downstream;
      add_input(next.router, static_cast<int>(next.port) * shape.vcs + reservation.vc);
    });
    for (int output_vc = 0; output_vc < shape.network_inputs(); ++output_vc) {
      const Credits& credits = router.output_vc()[output_vc].credits;
      if (credits.at(now) < credits.final()) add_credits(index(node), output_vc);
    }
  }
  engine.for_each_late_credit([&](Cycle, std::uint32_t router, int output_vc, int) { add_credits(router, output_vc); });
  std::sort(snapshot.credits_in_flight.begin(), snapshot.credits_in_flight.end());
  return snapshot;
}

std::vector<microarch::WaitingHead> waiting_heads(const Engine& engine, NodeId node) {
  std::vector<microarch::WaitingHead> heads;
  const VisibleCredits visible(engine);
  const Block router = engine.routers()[index(node)];
  for (int input = 0; input < engine.shape().inputs(); ++input) {
    const bool occupied = (router.occupied() >> input & 1U) != 0;
    if (occupied && router.input()[input].front.ready <= engine.tick())
      heads.push_back(waiting_head(engine, visible, router, node, input));
  }
  return heads;
}

}  // namespace trenza::tlm
