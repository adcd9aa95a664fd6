#include "tlm/exact/machine_export.h"

#include <algorithm>
#include <map>
#include <utility>

#include "microarch/index.h"
#include "tlm/exact/visible_credits.h"

namespace trenza::tlm {

namespace {

using microarch::MachineState;
using microarch::PacketId;
using topologies::HeaderWord;
using topologies::NodeId;

using microarch::index;

class Exporter {
 public:
  Exporter(const Engine& engine, MachineState& state)
      : engine_(engine), graph_(engine.topology().graph()), now_(engine.now()), state_(state) {}

  void run(const GrantHistory& history) {
    state_.cycle = now_;
    history.for_each(now_, [&](const PastGrant& grant) { follow(grant); });
    const VisibleCredits visible(engine_);
    for (NodeId node = 0; node < graph_.nodes(); ++node) {
      const RouterMemory::Block block = engine_.routers()[index(node)];
      for (int input = 0; input < engine_.shape().inputs(); ++input) list_input(node, block, input);
      take_counts(node, block, visible);
    }
    engine_.for_each_ejection([&](Cycle, const Ejection& ejection) { add_packet(ejection.packet); });
    std::sort(state_.packets.begin(), state_.packets.end(),
              [](const auto& a, const auto& b) { return microarch::older_than(a.id, b.id); });
  }

 private:
  /// A packet that was recently sent to an input.
  struct Arrival {
    PacketId packet = 0;
    int arrived = 0;  // flits in the buffer, or through it
    int flits = 0;
  };
  using Place = std::pair<NodeId, int>;

  int crossed(const PastGrant& grant) const {
    return static_cast<int>(std::min(static_cast<Cycle>(grant.flits), now_ - grant.cycle));
  }

  /// The places of the flits and credits of a grant.
  void follow(const PastGrant& grant) {
    const int left = grant.flits - crossed(grant);
    microarch::RouterRegisters& router = state_.routers[index(grant.router)];
    if (left > 0) {
      router.owners[index(grant.output)] = {grant.input, grant.vc, left};
      crossing_[{grant.router, grant.input}] = grant;
    }
    if (engine_.is_network_input(grant.input)) list_credits(grant);
    if (grant.output >= engine_.shape().ports) {
      if (left > 0) {
        router.ejectors[index(grant.output - engine_.shape().ports)] = {crossed(grant), grant.hops, grant.packet};
      }
      return;
    }
    list_link(grant, left);
  }

  void list_link(const PastGrant& grant, int left) {
    const auto c = graph_.id(grant.router, grant.output);
    const topologies::Channel& channel = graph_.channel(c);
    microarch::ChannelRegisters& registers = state_.channels[index(c)];
    const int delay = engine_.parameters().link_delay_of(grant.output);
    const bool escape = engine_.parameters().is_escape(grant.vc);
    if (left > 0) registers.hops = grant.hops + 1;
    const int on_link_from = std::max(0, crossed_until(grant, static_cast<Cycle>(delay)));
    for (int f = on_link_from; f < crossed(grant); ++f) {
      microarch::FlitWord word = microarch::make_flit(grant.packet, grant.flits, f);
      HeaderWord header = 0;
      if (f == 0) {
        for (int hop = 0; hop <= grant.hops; ++hop) word = microarch::with_next_hop(word);
        header = engine_.topology().routing().advance(grant.router, grant.header, grant.output, escape);
      }
      const auto age = static_cast<int>(now_ - 1 - grant.cycle) - f;
      // Later flits are younger, and so are the grants that come later.
      registers.flits.insert(registers.flits.begin(), {age, grant.vc, word, header});
    }
    arrivals_[{channel.to, channel.in_port * engine_.shape().vcs + grant.vc}].push_back(
        {grant.packet, on_link_from, grant.flits});
  }

  /// Flits of the grant that crossed more than `delay` cycles before now.
  int crossed_until(const PastGrant& grant, Cycle delay) const {
    if (now_ < grant.cycle + delay) return 0;
    return static_cast<int>(std::min(static_cast<Cycle>(grant.flits), now_ - delay - grant.cycle));
  }

  void list_credits(const PastGrant& grant) {
    const int vcs = engine_.shape().vcs;
    const int vc = grant.input % vcs;
    const topologies::Channel& channel = graph_.in(grant.router, grant.input / vcs);
    auto& registers = state_.channels[index(graph_.id(channel.from, channel.out_port))].credits;
    const bool escape = engine_.parameters().is_escape(vc);
    const int first = std::max(escape ? grant.flits - 1 : 0,
                               crossed_until(grant, static_cast<Cycle>(engine_.parameters().credit_delay - 1)));
    for (int f = first; f < crossed(grant); ++f) {
      const auto age = static_cast<int>(now_ - 1 - grant.cycle) - f;
      auto at = std::find_if(registers.begin(), registers.end(), [&](const auto& back) { return back.age >= age; });
      if (at == registers.end() || at->age != age) at = registers.insert(at, {age, 0});
      at->vcs |= 1U << vc;
    }
  }

  void list_input(NodeId node, const RouterMemory::Block& block, int input) {
    const auto crossing = crossing_.find({node, input});
    if (engine_.is_network_input(input)) {
      auto& buffer = state_.routers[index(node)].buffers[index(input)];
      if (crossing != crossing_.end()) {
        const PastGrant& grant = crossing->second;
        const int from = crossed(grant);
        buffer.push_back({grant.packet, from, arrived({node, input}, grant.packet, grant.flits) - from, 0, 0, 0});
      }
      engine_.for_each_waiting(block, input, [&](PacketIndex k) {
        const TravellingPacket& packet = add_packet(k);
        const int count = arrived({node, input}, packet.identity, packet.flits);
        if (count > 0)
          buffer.push_back({packet.identity, 0, count, packet.header, packet.hops, cycle_of(packet.ready)});
      });
      return;
    }
    auto& injector = state_.routers[index(node)].injectors[index(input - engine_.shape().network_inputs())];
    if (crossing != crossing_.end()) {
      injector.queue.push_back({crossing->second.packet, crossing->second.header, now_});
      injector.position = crossed(crossing->second);
    }
    engine_.for_each_waiting(block, input, [&](PacketIndex k) {
      const TravellingPacket& packet = add_packet(k);
      injector.queue.push_back({packet.identity, packet.header, cycle_of(packet.ready)});
    });
  }

  /// Flits of a packet in the buffer of `place`, or through it: all of them if it was not sent lately.
  int arrived(const Place& place, PacketId packet, int flits) const {
    const auto found = arrivals_.find(place);
    if (found == arrivals_.end()) return flits;
    for (const Arrival& arrival : found->second) {
      if (arrival.packet == packet) return arrival.arrived;
    }
    return flits;
  }

  /// now() for what is over.
  Cycle cycle_of(Tick tick) const { return tick > engine_.tick() ? now_ + (tick - engine_.tick()) : now_; }

  const TravellingPacket& add_packet(PacketIndex k) {
    const TravellingPacket& packet = engine_.packets()[k];
    microarch::Delivery delivery = engine_.packets().delivery(k);
    delivery.hops = 0;  // heads count them
    state_.packets.push_back({packet.identity, delivery});
    return packet;
  }

  void take_counts(NodeId node, const RouterMemory::Block& block, const VisibleCredits& visible) {
    microarch::RouterRegisters& router = state_.routers[index(node)];
    for (int port = 0; port < engine_.shape().ports; ++port) {
      if (!graph_.has_out(node, port)) continue;
      for (int vc = 0; vc < engine_.shape().vcs; ++vc) {
        const int k = port * engine_.shape().vcs + vc;
        router.credits[index(k)] = visible.of(block, node, k);
      }
    }
    router.arbiters = engine_.arbiters(static_cast<std::uint32_t>(node));
    if (engine_.two_steps() != nullptr) take_reservations(*engine_.two_steps(), node, router);
  }

  void take_reservations(const TwoSteps& steps, NodeId node, microarch::RouterRegisters& router) const {
    for (int input = 0; input < engine_.shape().inputs(); ++input) {
      const FrontReservation& reservation = steps.of(static_cast<std::uint32_t>(node), input);
      if (!reservation.is_held()) continue;
      const int output = reservation.output == FrontReservation::kAtDestination ? -1 : reservation.output;
      router.reservations[index(input)] = {true, output, reservation.vc, cycle_of(reservation.ready)};
    }
  }

  const Engine& engine_;
  const topologies::Graph& graph_;
  Cycle now_;
  MachineState& state_;
  std::map<Place, PastGrant> crossing_;
  std::map<Place, std::vector<Arrival>> arrivals_;
};

}  // namespace

Cycle memory_of_grants(const microarch::FabricParameters& parameters) {
  int longest = parameters.link_delay;
  for (const int delay : parameters.port_link_delay) longest = std::max(longest, delay);
  return static_cast<Cycle>(parameters.max_packet_flits + std::max(longest, parameters.credit_delay) + 1);
}

void export_registers(const Engine& engine, const GrantHistory& history, MachineState& state) {
  Exporter(engine, state).run(history);
}

}  // namespace trenza::tlm
