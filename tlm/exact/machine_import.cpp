// An engine that takes over the state of registers.
#include <map>

#include "microarch/index.h"
#include "tlm/exact/engine.h"
#include "tlm/exact/engine_credits.h"

namespace trenza::tlm {

namespace {

/// Ticks before the first cycle that a filled engine simulates.
constexpr Cycle kPast = Cycle{1} << 20;

using microarch::index;

}  // namespace

class Engine::Filler {
 public:
  Filler(Engine& engine, const microarch::MachineState& state)
      : engine_(engine), graph_(engine.topology_.graph()), state_(state) {}

  void run() {
    engine_.now_ = state_.cycle;
    engine_.epoch_ = state_.cycle > kPast ? state_.cycle - kPast : 0;
    engine_.tick_ = now_ = engine_.tick();
    engine_.network_grants_ = state_.counters.network_grants;
    engine_.escape_grants_ = state_.counters.escape_grants;
    for (topologies::NodeId node = 0; node < graph_.nodes(); ++node) {
      take_outputs(node);
      take_injectors(node);
      if (engine_.two_steps_) take_reservations(node);
    }
    for (topologies::ChannelId c = 0; c < graph_.channels(); ++c) {
      if (!graph_.has(c)) continue;
      take_waiting(graph_.channel(c), state_.channels[index(c)]);
      take_credits(graph_.channel(c), state_.channels[index(c)]);
    }
  }

 private:
  Tick tick_of(Cycle cycle) const {
    return cycle > state_.cycle ? now_ + static_cast<Tick>(cycle - state_.cycle) : now_;
  }

  PacketIndex add(microarch::PacketId id, topologies::HeaderWord header, int hops, Tick ready) {
    const microarch::Delivery& delivery = microarch::find_packet(state_, id)->delivery;
    TravellingPacket packet;
    packet.header = header;
    packet.ready = ready;
    packet.flits = static_cast<std::uint16_t>(delivery.flits);
    packet.hops = static_cast<std::uint16_t>(hops);
    packet.identity = id;
    return engine_.packets_.add(packet, {delivery.source, delivery.destination, delivery.number, delivery.tag,
                                         delivery.created, delivery.entered, delivery.message_class});
  }

  /// The packets that cross, and those that leave the network.
  void take_outputs(topologies::NodeId node) {
    const Block block = engine_.routers_[index(node)];
    const microarch::RouterRegisters& router = state_.routers[index(node)];
    for (int o = 0; o < engine_.shape_.outputs(); ++o) {
      const microarch::OutputOwner& owner = router.owners[index(o)];
      const Tick end = now_ + static_cast<Tick>(owner.flits_left);
      if (o < engine_.shape_.ports) {
        block.port()[o].flits =
            state_.counters.channel_flits[index(graph_.id(node, o))] + static_cast<std::uint64_t>(owner.flits_left);
      }
      if (owner.flits_left == 0) continue;
      block.output_free()[o] = end;
      block.input()[owner.input].free = end;
      if (o >= engine_.shape_.ports) take_ejection(node, o - engine_.shape_.ports, owner.flits_left);
    }
    std::copy(router.arbiters.begin(), router.arbiters.end(), engine_.arbiters_of(static_cast<std::uint32_t>(node)));
  }

  void take_reservations(topologies::NodeId node) {
    const auto& reservations = state_.routers[index(node)].reservations;
    for (int input = 0; input < engine_.shape_.inputs(); ++input) {
      const microarch::HeldReservation& held = reservations[index(input)];
      if (!held.held) continue;
      FrontReservation& reservation = engine_.two_steps_->of(static_cast<std::uint32_t>(node), input);
      reservation.output = held.output < 0 ? FrontReservation::kAtDestination : static_cast<std::int8_t>(held.output);
      reservation.vc = static_cast<std::int8_t>(held.vc);
      reservation.ready = tick_of(held.ready);
    }
  }

  void take_ejection(topologies::NodeId node, int port, int flits_left) {
    const microarch::EjectorRegisters& ejector = state_.routers[index(node)].ejectors[index(port)];
    const PacketIndex packet = add(ejector.packet, 0, ejector.hops, now_);
    engine_.ejections_.add(
        state_.cycle + static_cast<Cycle>(flits_left) - 1,
        {packet, static_cast<std::uint32_t>(node) * kMaxEjectors + static_cast<std::uint32_t>(port)});
  }

  void take_injectors(topologies::NodeId node) {
    const auto& injectors = state_.routers[index(node)].injectors;
    for (std::size_t j = 0; j < injectors.size(); ++j) {
      const auto& injector = injectors[j];
      for (std::size_t k = injector.position > 0 ? 1 : 0; k < injector.queue.size(); ++k) {
        const microarch::QueuedPacket& queued = injector.queue[k];
        engine_.enqueue(static_cast<std::uint32_t>(node), engine_.shape_.network_inputs() + static_cast<int>(j),
                        add(queued.packet, queued.header, 0, tick_of(queued.ready)));
      }
    }
  }

  /// Packets whose head is behind a channel or on it.
  void take_waiting(const topologies::Channel& channel, const microarch::ChannelRegisters& registers) {
    const auto router = static_cast<std::uint32_t>(channel.to);
    const int first = channel.in_port * engine_.shape_.vcs;
    for (int vc = 0; vc < engine_.shape_.vcs; ++vc) {
      for (const microarch::StoredFlits& stored : state_.routers[router].buffers[index(first + vc)]) {
        if (stored.first > 0) continue;
        engine_.enqueue(router, first + vc, add(stored.packet, stored.header, stored.hops, tick_of(stored.ready)));
      }
    }
    const Tick hop = engine_.hop_[index(channel.out_port)];
    for (auto flit = registers.flits.rbegin(); flit != registers.flits.rend(); ++flit) {
      if (!microarch::is_head(flit->flit)) continue;
      const Tick ready = now_ - 1 - static_cast<Tick>(flit->age) + hop;
      engine_.enqueue(router, first + flit->vc,
                      add(microarch::packet_of(flit->flit), flit->header, microarch::hops_of(flit->flit), ready));
    }
  }

  /// The credits that are there, and those that come back: in registers, and from the packet that is leaving the
  /// buffer.
  void take_credits(const topologies::Channel& channel, const microarch::ChannelRegisters& registers) {
    const Block block = engine_.routers_[index(channel.from)];
    const microarch::RouterRegisters& receiver = state_.routers[index(channel.to)];
    const int delay = engine_.parameters_.credit_delay;
    for (int vc = 0; vc < engine_.shape_.vcs; ++vc) {
      const int output_vc = channel.out_port * engine_.shape_.vcs + vc;
      block.output_vc()[output_vc].credits = {state_.routers[index(channel.from)].credits[index(output_vc)], now_, 0};
      std::map<int, int> stretches;  // cycles from now to their begin, credits
      const auto back = [&](int ahead, int credits) {
        const auto before = stretches.empty() ? stretches.end() : std::prev(stretches.end());
        if (before != stretches.end() && before->first + before->second == ahead) {
          before->second += credits;
        } else {
          stretches[ahead] = credits;
        }
      };
      for (auto credit = registers.credits.rbegin(); credit != registers.credits.rend(); ++credit) {
        if ((credit->vcs >> vc & 1U) != 0) back(delay - 1 - credit->age, 1);
      }
      for (const microarch::OutputOwner& owner : receiver.owners) {
        if (owner.flits_left == 0 || owner.input != channel.in_port * engine_.shape_.vcs + vc) continue;
        const bool escape = engine_.is_escape(vc);
        back(delay + (escape ? owner.flits_left - 1 : 0), escape ? 1 : owner.flits_left);
      }
      for (const auto& [ahead, credits] : stretches) {
        if (delay == 1) {
          engine_.add_credits<RouterMemory::AnyShape>(static_cast<std::uint32_t>(channel.from), output_vc,
                                                      now_ + static_cast<Tick>(ahead), credits);
        } else {
          engine_.late_credits_.add(state_.cycle + static_cast<Cycle>(ahead),
                                    {static_cast<std::uint32_t>(channel.from), static_cast<std::uint16_t>(output_vc),
                                     static_cast<std::uint16_t>(credits)});
        }
      }
    }
  }

  Engine& engine_;
  const topologies::Graph& graph_;
  const microarch::MachineState& state_;
  Tick now_ = 0;
};

void Engine::fill(const microarch::MachineState& state) { Filler(*this, state).run(); }

}  // namespace trenza::tlm
