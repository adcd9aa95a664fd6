#include "microarch/machine_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "microarch/flow_control/flow_control.h"
#include "microarch/index.h"
#include "microarch/two_step_allocation.h"

namespace trenza::microarch {

namespace {

/// Collects faults; holds what all checks need.
class Auditor {
 public:
  Auditor(const MachineState& state, const topologies::Topology& topology, const FabricParameters& parameters)
      : state_(state), topology_(topology), graph_(topology.graph()), parameters_(parameters) {}

  std::vector<std::string> find() {
    const MachineState empty = empty_machine(topology_, parameters_);
    if (state_.routers.size() != empty.routers.size() || state_.channels.size() != empty.channels.size()) {
      return {fmt::format("the state is of {} routers, the machine has {}", state_.routers.size(), graph_.nodes())};
    }
    for (topologies::ChannelId c = 0; c < graph_.channels(); ++c) {
      if (graph_.has(c)) check_credits(c);
    }
    count_flits();
    for (const PacketInside& packet : state_.packets) {
      const auto found = flits_.find(packet.id);
      const int count = found == flits_.end() ? 0 : found->second;
      if (count != packet.delivery.flits) {
        faults_.push_back(fmt::format("packet {} of node {}: {} flits of {}", packet.delivery.number,
                                      packet.delivery.source, count, packet.delivery.flits));
      }
      flits_.erase(packet.id);
    }
    for (const auto& [id, count] : flits_) {
      faults_.push_back(fmt::format("{} flits of packet {}, which is not inside", count, id));
    }
    const std::string lost = packet_fault(state_.counters, state_.packets.size());
    if (!lost.empty()) faults_.push_back(lost);
    return faults_;
  }

 private:
  /// docs/microarchitecture.md, section 10: the credits that an output VC lacks are somewhere behind it.
  void check_credits(topologies::ChannelId c) {
    const topologies::Channel& channel = graph_.channel(c);
    const RouterRegisters& sender = state_.routers[index(channel.from)];
    const RouterRegisters& receiver = state_.routers[index(channel.to)];
    const OutputOwner& owner = sender.owners[index(channel.out_port)];
    for (int vc = 0; vc < parameters_.vcs(); ++vc) {
      const bool escape = parameters_.is_escape(vc);
      const int credits = sender.credits[index(channel.out_port * parameters_.vcs() + vc)];
      int sum = credits + reserved_credits(channel.from, channel.out_port, vc);
      if (owner.flits_left > 0 && owner.vc == vc) sum += escape ? 1 : owner.flits_left;
      for (const FlitOnLink& flit : state_.channels[index(c)].flits) {
        if (flit.vc == vc && FlowControl::returns_credit(escape, is_tail(flit.flit))) ++sum;
      }
      for (const StoredFlits& stored : receiver.buffers[index(channel.in_port * parameters_.vcs() + vc)]) {
        sum += escape ? (has_tail(stored) ? 1 : 0) : stored.count;
      }
      for (const CreditsOnLink& back : state_.channels[index(c)].credits) sum += static_cast<int>(back.vcs >> vc & 1U);
      const int depth = FlowControl::initial_credits(parameters_, vc);
      if (sum != depth) {
        faults_.push_back(fmt::format("r_{}.{}.vc{}: {} credits and what they are for are {}, not {} {}",
                                      topology_.node_name(channel.from), topologies::output_name(topology_, channel),
                                      vc, credits, sum, depth, escape ? "slots" : "flits"));
      }
    }
  }

  /// Credits that packets hold which have reserved an output VC and do not cross yet.
  int reserved_credits(topologies::NodeId node, int port, int vc) const {
    const RouterRegisters& router = state_.routers[index(node)];
    int sum = 0;
    for (std::size_t input = 0; input < router.reservations.size(); ++input) {
      const HeldReservation& reservation = router.reservations[input];
      if (!reservation.held || reservation.output != port || reservation.vc != vc) continue;
      const PacketInside* const packet = first_waiting(router, input);
      if (packet != nullptr) sum += FlowControl::credits_of_packet(parameters_.is_escape(vc), packet->delivery.flits);
    }
    return sum;
  }

  /// The first packet of an input that is not granted yet; null: there is none.
  const PacketInside* first_waiting(const RouterRegisters& router, std::size_t input) const {
    if (input < router.buffers.size()) {
      for (const StoredFlits& stored : router.buffers[input]) {
        if (stored.first == 0) return find_packet(state_, stored.packet);
      }
      return nullptr;
    }
    const InjectorRegisters& injector = router.injectors[input - router.buffers.size()];
    const std::size_t at = injector.position > 0 ? 1 : 0;
    return at < injector.queue.size() ? find_packet(state_, injector.queue[at].packet) : nullptr;
  }

  bool has_tail(const StoredFlits& stored) const {
    const PacketInside* const packet = find_packet(state_, stored.packet);
    return packet != nullptr && stored.count > 0 && stored.first + stored.count == packet->delivery.flits;
  }

  /// Flits of each packet: in the source, on links, in buffers, ejected.
  void count_flits() {
    for (const RouterRegisters& router : state_.routers) {
      for (const auto& buffer : router.buffers) {
        for (const StoredFlits& stored : buffer) flits_[stored.packet] += stored.count;
      }
      for (const InjectorRegisters& injector : router.injectors) {
        int crossed = injector.position;
        for (const QueuedPacket& queued : injector.queue) {
          const PacketInside* const packet = find_packet(state_, queued.packet);
          flits_[queued.packet] += (packet == nullptr ? 0 : packet->delivery.flits) - crossed;
          crossed = 0;
        }
      }
      for (const EjectorRegisters& ejector : router.ejectors) {
        if (ejector.expected > 0) flits_[ejector.packet] += ejector.expected;
      }
    }
    for (const ChannelRegisters& channel : state_.channels) {
      for (const FlitOnLink& flit : channel.flits) ++flits_[packet_of(flit.flit)];
    }
  }

  const MachineState& state_;
  const topologies::Topology& topology_;
  const topologies::Graph& graph_;
  const FabricParameters& parameters_;
  std::map<PacketId, int> flits_;
  std::vector<std::string> faults_;
};

void add_router(std::string& text, std::size_t r, const RouterRegisters& router) {
  const auto line = [&](const char* what, std::size_t at, const std::string& value) {
    text += fmt::format("router {} {} {}: {}\n", r, what, at, value);
  };
  for (std::size_t i = 0; i < router.buffers.size(); ++i) {
    for (const StoredFlits& s : router.buffers[i]) {
      line("buffer", i,
           fmt::format("p{} f{}+{} header {:x} hops {} ready {}", s.packet, s.first, s.count, s.header, s.hops,
                       s.ready));
    }
  }
  for (std::size_t k = 0; k < router.credits.size(); ++k) line("credits", k, fmt::to_string(router.credits[k]));
  for (std::size_t o = 0; o < router.owners.size(); ++o) {
    const OutputOwner& owner = router.owners[o];
    line("output", o, fmt::format("input {} vc {} left {}", owner.input, owner.vc, owner.flits_left));
  }
  if (!router.arbiters.empty()) line("arbiters", 0, fmt::format("{:02x}", fmt::join(router.arbiters, " ")));
  for (std::size_t i = 0; i < router.reservations.size(); ++i) {
    const auto& [held, output, vc, ready] = router.reservations[i];
    if (held) line("reservation", i, fmt::format("output {} vc {} ready {}", output, vc, ready));
  }
  for (std::size_t j = 0; j < router.injectors.size(); ++j) {
    for (const QueuedPacket& q : router.injectors[j].queue) {
      line("injector", j,
           fmt::format("at f{} p{} header {:x} ready {}", router.injectors[j].position, q.packet, q.header, q.ready));
    }
  }
  for (std::size_t e = 0; e < router.ejectors.size(); ++e) {
    const EjectorRegisters& ejector = router.ejectors[e];
    line("ejector", e, fmt::format("p{} f{} hops {}", ejector.packet, ejector.expected, ejector.hops));
  }
}

}  // namespace

MachineState empty_machine(const topologies::Topology& topology, const FabricParameters& parameters) {
  const auto& graph = topology.graph();
  RouterRegisters router;
  router.buffers.resize(index(graph.ports() * parameters.vcs()));
  for (int port = 0; port < graph.ports(); ++port) {
    for (int vc = 0; vc < parameters.vcs(); ++vc)
      router.credits.push_back(FlowControl::initial_credits(parameters, vc));
  }
  const int outputs = graph.ports() + parameters.ejectors;
  router.owners.resize(index(outputs));
  router.arbiters = first_state_of(parameters, graph.ports());
  if (parameters.two_steps()) router.reservations.resize(index(parameters.inputs(graph.ports())));
  router.injectors.resize(index(parameters.injection_queues()));
  router.ejectors.resize(index(parameters.ejectors));
  MachineState state;
  state.next_number.assign(index(graph.nodes()), 0);
  state.routers.assign(index(graph.nodes()), router);
  state.channels.resize(index(graph.channels()));
  return state;
}

std::string packet_fault(const Counters& counters, std::uint64_t inside) {
  if (counters.packets_offered == counters.packets_delivered + inside) return "";
  return fmt::format("{} packets offered, {} delivered, {} inside", counters.packets_offered,
                     counters.packets_delivered, inside);
}

const PacketInside* find_packet(const MachineState& state, PacketId id) {
  const auto found =
      std::lower_bound(state.packets.begin(), state.packets.end(), id,
                       [](const PacketInside& packet, PacketId wanted) { return older_than(packet.id, wanted); });
  return found == state.packets.end() || found->id != id ? nullptr : &*found;
}

std::vector<std::string> audit(const MachineState& state, const topologies::Topology& topology,
                               const FabricParameters& parameters) {
  return Auditor(state, topology, parameters).find();
}

void require_sound(const MachineState& state, const topologies::Topology& topology,
                   const FabricParameters& parameters) {
  const std::vector<std::string> faults = audit(state, topology, parameters);
  if (faults.empty()) return;
  throw InvariantViolation(
      fmt::format("the state of cycle {} is none of this machine: {}", state.cycle, faults.front()));
}

std::string registers_text(const MachineState& state) {
  std::string text =
      fmt::format("cycle {} next packet {} quiet from {}\n", state.cycle, state.next_id, state.quiet_from);
  for (const PacketInside& packet : state.packets) {
    const Delivery& d = packet.delivery;
    text += fmt::format("packet {}: {} to {} number {} flits {} created {} entered {} tag {} class {}\n", packet.id,
                        d.source, d.destination, d.number, d.flits, d.created, d.entered, d.tag, d.message_class);
  }
  for (std::size_t r = 0; r < state.routers.size(); ++r) add_router(text, r, state.routers[r]);
  for (std::size_t c = 0; c < state.channels.size(); ++c) {
    const ChannelRegisters& channel = state.channels[c];
    if (channel.hops != 0) text += fmt::format("channel {} hops {}\n", c, channel.hops);
    for (const FlitOnLink& flit : channel.flits) {
      text +=
          fmt::format("channel {} age {} vc {} flit {:x} header {:x}\n", c, flit.age, flit.vc, flit.flit, flit.header);
    }
    for (const CreditsOnLink& back : channel.credits) {
      text += fmt::format("channel {} age {} credits {:x}\n", c, back.age, back.vcs);
    }
  }
  return text;
}

}  // namespace trenza::microarch
