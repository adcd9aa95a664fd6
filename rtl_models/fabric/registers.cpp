#include "rtl_models/fabric/registers.h"

#include <algorithm>

#include "microarch/index.h"

namespace trenza::rtl_models {

namespace {

using microarch::Cycle;
using microarch::FabricParameters;
using microarch::MachineState;
using microarch::RouterRegisters;
using microarch::StoredFlits;
using topologies::NodeId;

using microarch::index;

// ---- input buffers

std::vector<StoredFlits> stored_flits(const BufferAccount::Contents& contents, Cycle now) {
  std::vector<StoredFlits> packets;
  if (contents.active && contents.entries.empty()) packets.push_back({contents.packet, contents.expected, 0, 0, 0, 0});
  int heads = 0;
  for (const BufferAccount::Entry& entry : contents.entries) {
    const PacketId packet = microarch::packet_of(entry.flit);
    if (packets.empty() || packets.back().packet != packet) {
      packets.push_back({packet, microarch::position_of(entry.flit), 0, 0, 0, 0});
      if (microarch::is_head(entry.flit)) {
        const int late = heads++ - contents.eligible;
        packets.back().header = entry.header;
        packets.back().hops = microarch::hops_of(entry.flit);
        packets.back().ready = late < 0 ? now : now + static_cast<Cycle>(contents.delays[index(late)]);
      }
    }
    ++packets.back().count;
  }
  return packets;
}

/// A head with the hops that its packet has made.
FlitWord head_after(FlitWord head, int hops) {
  for (int hop = 0; hop < hops; ++hop) head = microarch::with_next_hop(head);
  return head;
}

BufferAccount::Contents buffer_contents(const std::vector<StoredFlits>& packets, const MachineState& state,
                                        const topologies::RoutingRelation& relation, NodeId node,
                                        topologies::ArrivalLane lane) {
  BufferAccount::Contents contents;
  for (const StoredFlits& stored : packets) {
    const int flits = microarch::find_packet(state, stored.packet)->delivery.flits;
    for (int position = stored.first; position < stored.first + stored.count; ++position) {
      FlitWord word = microarch::make_flit(stored.packet, flits, position);
      if (position != 0) {
        contents.entries.push_back({word, 0, 0});
        continue;
      }
      word = head_after(word, stored.hops);
      contents.entries.push_back({word, stored.header, pack_route(relation.choices(node, stored.header, lane))});
      if (stored.ready <= state.cycle) {
        ++contents.eligible;
      } else {
        contents.delays.push_back(static_cast<int>(stored.ready - state.cycle));
      }
    }
    const int end = stored.first + stored.count;
    contents.expected = end == flits ? 0 : end;
  }
  if (!packets.empty()) {
    contents.active = packets.front().first > 0;
    contents.packet = packets.front().packet;
  }
  return contents;
}

// ---- routers

void read_router(const RouterPorts& router, int ports, const FabricParameters& parameters, Cycle now,
                 RouterRegisters& registers) {
  const int vcs = parameters.vcs();
  for (int k = 0; k < ports * vcs; ++k) {
    const int port = k / vcs;
    if (router.has_input(port)) {
      registers.buffers[index(k)] = stored_flits(router.stored(port).contents(k % vcs), now);
    }
    if (router.has_output(port)) registers.credits[index(k)] = router.credit_account(port).count(k % vcs);
  }
  for (std::size_t o = 0; o < registers.owners.size(); ++o) {
    const GrantAccount::Owner& owner = router.grants().owner(static_cast<int>(o));
    if (owner.flits_left > 0) registers.owners[o] = {owner.input, owner.vc, owner.flits_left};
  }
  registers.arbiters = router.arbiters();
  if (const auto* const reservations = router.reservations()) {
    registers.reservations = *reservations;
    for (microarch::HeldReservation& reservation : registers.reservations) {
      if (reservation.held) reservation.ready = std::max(reservation.ready, now);
    }
  }
  for (std::size_t j = 0; j < registers.injectors.size(); ++j) {
    const Terminal::Injector& injector = router.terminal().injector(static_cast<int>(j));
    registers.injectors[j].position = injector.position;
    for (const Terminal::Packet& packet : injector.queue) {
      const bool crosses = injector.position > 0 && registers.injectors[j].queue.empty();
      registers.injectors[j].queue.push_back(
          {packet.packet, packet.header, crosses ? now : std::max(now, packet.eligible)});
    }
  }
  for (std::size_t e = 0; e < registers.ejectors.size(); ++e) {
    const Terminal::Ejector& ejector = router.terminal().ejector(static_cast<int>(e));
    if (ejector.expected > 0) registers.ejectors[e] = {ejector.expected, ejector.hops, ejector.packet};
  }
}

void write_router(const MachineState& state, int ports, const FabricParameters& parameters,
                  const topologies::RoutingRelation& relation, RouterPorts& router) {
  const RouterRegisters& registers = state.routers[index(router.node())];
  const int vcs = parameters.vcs();
  for (int k = 0; k < ports * vcs; ++k) {
    const int port = k / vcs;
    if (router.has_input(port)) {
      router.stored(port).fill(k % vcs, buffer_contents(registers.buffers[index(k)], state, relation, router.node(),
                                                        router.arrival_lane(port, k % vcs)));
    }
    if (router.has_output(port)) router.credit_account(port).fill(k % vcs, registers.credits[index(k)]);
  }
  std::vector<GrantAccount::Owner> owners;
  for (const microarch::OutputOwner& owner : registers.owners) {
    owners.push_back({owner.input, owner.vc, owner.flits_left});
  }
  router.grants().fill(owners);
  router.arbiters() = registers.arbiters;
  if (auto* const reservations = router.reservations()) *reservations = registers.reservations;
  for (std::size_t j = 0; j < registers.injectors.size(); ++j) {
    Terminal::Injector injector;
    injector.position = registers.injectors[j].position;
    for (const microarch::QueuedPacket& queued : registers.injectors[j].queue) {
      const int flits = microarch::find_packet(state, queued.packet)->delivery.flits;
      injector.queue.push_back({queued.packet, flits, queued.header, queued.ready});
    }
    router.terminal().fill_injector(static_cast<int>(j), injector);
  }
  for (std::size_t e = 0; e < registers.ejectors.size(); ++e) {
    const microarch::EjectorRegisters& ejector = registers.ejectors[e];
    router.terminal().fill_ejector(static_cast<int>(e), {ejector.expected, ejector.hops, ejector.packet});
  }
  router.show_accounts(state.cycle);
}

// ---- channels

void read_channel(const Noc& noc, topologies::ChannelId c, const topologies::Channel& channel, MachineState& state) {
  microarch::ChannelRegisters& registers = state.channels[index(c)];
  const std::vector<Link::Stage> stages = noc.link(c).stages();
  for (std::size_t age = 0; age < stages.size(); ++age) {
    const Link::Stage& stage = stages[age];
    if (!stage.valid) continue;
    registers.flits.push_back({static_cast<int>(age), static_cast<int>(stage.vc), stage.flit,
                               microarch::is_head(stage.flit) ? stage.header : 0});
  }
  if (state.routers[index(channel.from)].owners[index(channel.out_port)].flits_left > 0) {
    registers.hops = noc.link(c).hops();
  }
  const CreditLink* const credits = noc.credit_link(c);
  if (credits == nullptr) return;
  const std::vector<std::uint32_t> back = credits->stages();
  for (std::size_t age = 0; age < back.size(); ++age) {
    if (back[age] != 0) registers.credits.push_back({static_cast<int>(age), back[age]});
  }
}

void write_channel(const MachineState& state, topologies::ChannelId c, const topologies::Channel& channel,
                   const FabricParameters& parameters, Noc& noc) {
  const microarch::ChannelRegisters& registers = state.channels[index(c)];
  std::vector<Link::Stage> stages(index(parameters.link_delay_of(channel.out_port)));
  for (const microarch::FlitOnLink& flit : registers.flits) {
    stages[index(flit.age)] = {true, static_cast<std::uint32_t>(flit.vc), flit.flit, flit.header};
  }
  noc.link(c).fill(stages, state.counters.channel_flits[index(c)], registers.hops);
  CreditLink* const credits = noc.credit_link(c);
  if (credits == nullptr) return;
  std::vector<std::uint32_t> back(index(parameters.credit_delay - 1), 0);
  for (const microarch::CreditsOnLink& credit : registers.credits) back[index(credit.age)] = credit.vcs;
  credits->fill(back);
}

}  // namespace

void read_registers(const Noc& noc, const topologies::Topology& topology, const FabricParameters& parameters,
                    MachineState& state) {
  const auto& graph = topology.graph();
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    read_router(noc.router(node), graph.ports(), parameters, state.cycle, state.routers[index(node)]);
  }
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    if (graph.has(c)) read_channel(noc, c, graph.channel(c), state);
  }
}

void write_registers(const MachineState& state, const topologies::Topology& topology,
                     const FabricParameters& parameters, Noc& noc) {
  const auto& graph = topology.graph();
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    write_router(state, graph.ports(), parameters, topology.routing(), noc.router(node));
  }
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    if (graph.has(c)) write_channel(state, c, graph.channel(c), parameters, noc);
  }
}

}  // namespace trenza::rtl_models
