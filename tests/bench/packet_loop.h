// A bare simulation of one machine, packet by packet: RTT(a) with the router of the speed table, and nothing around it.
// It is what the exact tlm view is measured against, and makes the same deliveries in the same cycles.
//
// The machine always has 1 + 2 virtual channels, 1 injector, 1 ejection port, buffers of 4 packets, all delays 1,
// random arbiters, selection by most credits, a crossbar per VC, and one packet length. There are no statistics,
// scoreboard, watchdog, snapshots or observers.
// Section numbers are those of docs/microarchitecture.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "microarch/draws.h"
#include "microarch/hash.h"
#include "testbench/packet_offer.h"
#include "testbench/process_map.h"
#include "testbench/traffic/generator.h"
#include "topologies/rt_records.h"

namespace trenza::bench {

using microarch::Cycle;

/// What a run has delivered.
struct PacketLoopResults {
  std::uint64_t packets = 0;
  std::uint64_t digest = 0;     ///< section 12
  std::uint64_t flit_hops = 0;  ///< flits that crossed to a network output
};

class PacketLoop {
 public:
  /// RTT(a); all packets have `flits`, which is also the largest packet of the router.
  PacketLoop(int a, int flits, std::uint64_t seed)
      : a_(a), flits_(flits), seed_(seed), width_(2 * a), height_(a), draws_(microarch::DrawSequence::instance()) {
    const std::size_t nodes = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
    routers_.resize(nodes);
    for (int node = 0; node < width_ * height_; ++node) set_up(node);
    const auto differences = static_cast<std::size_t>((2 * width_) * (2 * height_));
    records_.resize(differences);
    for (int x = 1 - width_; x < width_; ++x) {
      for (int y = 1 - height_; y < height_; ++y) records_[difference(x, y)] = topologies::rtt_records(a_, x, y);
    }
    std::size_t slots = 2;
    while (slots < static_cast<std::size_t>(flits_) + 4) slots *= 2;
    calendar_.resize(slots);
  }

  /// Simulates cycles 0 to `end` - 1 with the packets of `traffic`.
  PacketLoopResults run(testbench::TrafficGenerator& traffic, Cycle end) {
    std::vector<testbench::PacketOffer> offers;
    std::vector<int> awake;
    end_ = end;
    for (Cycle cycle = 0; cycle < end; ++cycle) {
      if (traffic.next_cycle() == cycle) {
        offers.clear();
        traffic.take(offers);
        for (const testbench::PacketOffer& offer : offers) create(offer, cycle);
      }
      awake.clear();
      awake.swap(slot(cycle));
      offset_ = microarch::DrawSequence::offset(cycle);
      for (const int node : awake) {
        Router& router = routers_[static_cast<std::size_t>(node)];
        if (router.looked_at == cycle) continue;
        router.looked_at = cycle;
        look_at(router, node, cycle);
      }
      // All wake-ups of this cycle went to other slots. The vector goes back to its slot, empty, to keep its memory.
      slot(cycle).swap(awake);
      slot(cycle).clear();
    }
    return results_;
  }

 private:
  static constexpr int kPorts = 4;
  static constexpr int kVcs = 3;  // 0 is the escape VC
  static constexpr int kNetworkInputs = kPorts * kVcs;
  static constexpr int kInputs = kNetworkInputs + 1;
  static constexpr int kInjector = kNetworkInputs;
  static constexpr int kEjector = kPorts;
  static constexpr int kOutputs = kPorts + 1;
  static constexpr int kBufferPackets = 4;
  static constexpr Cycle kHop = 2;  // from a grant to the first possible one of the next router
  static constexpr Cycle kNever = ~Cycle{0};

  struct Packet {
    std::uint64_t number = 0;
    Cycle created = 0;
    Cycle entered = 0;
    std::int32_t source = 0;
    std::int16_t x = 0;  // hops that remain
    std::int16_t y = 0;
  };
  struct Arrival {
    Packet packet;
    Cycle requests_from = 0;
  };
  /// Packets that were granted a place in this buffer and have not been granted their next hop yet.
  struct Buffer {
    std::array<Arrival, kBufferPackets> packets;
    unsigned first = 0;
    unsigned count = 0;
  };
  /// Credits of an output VC, in flits. While a packet leaves the buffer behind it, one credit comes back in each cycle
  /// from `back_from` on.
  struct Credits {
    int at_rest = 0;
    Cycle back_from = kNever;
  };
  struct Router {
    std::array<Buffer, kNetworkInputs> buffers;
    std::deque<Arrival> source_queue;
    std::array<Credits, kNetworkInputs> credits;   // by output VC
    std::array<Cycle, kInputs> input_free_from{};  // the packet before has crossed
    std::array<Cycle, kOutputs> output_free_from{};
    std::array<microarch::DrawPhase, kInputs> selection_phase{};
    std::array<microarch::DrawPhase, kOutputs> arbiter_phase{};
    std::array<int, kPorts> neighbour{};
    std::uint32_t occupied = 0;  // inputs with packets
    std::uint64_t offered = 0;
    Cycle looked_at = kNever;
  };
  struct Pick {
    int output = -1;
    int vc = 0;
  };

  void set_up(int node) {
    Router& router = routers_[static_cast<std::size_t>(node)];
    const int x = node % width_;
    const int y = node / width_;
    const auto at = [&](int column, int row) { return row * width_ + (column + width_) % width_; };
    // The wrap of y shifts x by a.
    router.neighbour = {at(x + 1, y), at(x - 1, y), y + 1 < height_ ? at(x, y + 1) : at(x + a_, 0),
                        y > 0 ? at(x, y - 1) : at(x - a_, height_ - 1)};
    for (Credits& credits : router.credits) credits.at_rest = kBufferPackets * flits_;
    using microarch::DrawPurpose;
    for (int i = 0; i < kInputs; ++i)
      router.selection_phase[index(i)] = microarch::draw_phase(seed_, DrawPurpose::selection, node, i);
    for (int o = 0; o < kOutputs; ++o)
      router.arbiter_phase[index(o)] = microarch::draw_phase(seed_, DrawPurpose::output_arbiter, node, o);
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  std::size_t difference(int x, int y) const { return index((x + width_) * 2 * height_ + y + height_); }

  std::vector<int>& slot(Cycle cycle) { return calendar_[cycle & (calendar_.size() - 1)]; }
  void wake(int node, Cycle cycle) { slot(cycle).push_back(node); }

  void create(const testbench::PacketOffer& offer, Cycle cycle) {
    Router& router = routers_[index(offer.source)];
    Packet packet;
    packet.number = router.offered++;
    packet.created = cycle;
    packet.source = offer.source;
    const auto& records = records_[difference(offer.destination % width_ - offer.source % width_,
                                              offer.destination / width_ - offer.source / width_)];
    const std::uint64_t drawn =
        microarch::hash(seed_, microarch::DrawPurpose::record, offer.source, packet.number) % records.size();
    packet.x = static_cast<std::int16_t>(records[drawn][0]);
    packet.y = static_cast<std::int16_t>(records[drawn][1]);
    router.source_queue.push_back({packet, cycle});
    router.occupied |= 1U << kInjector;
    wake(offer.source, cycle);
  }

  /// Credits in `cycle`, in flits; those of an escape VC come back at once with the tail (section 10).
  int credits_in(const Credits& credits, bool escape, Cycle cycle) const {
    if (credits.back_from > cycle) return credits.at_rest;
    const Cycle back = cycle - credits.back_from + 1;
    if (back >= static_cast<Cycle>(flits_)) return credits.at_rest + flits_;
    return credits.at_rest + (escape ? 0 : static_cast<int>(back));
  }

  const Arrival& front(const Router& router, int input) const {
    if (input == kInjector) return router.source_queue.front();
    const Buffer& buffer = router.buffers[index(input)];
    return buffer.packets[buffer.first];
  }

  /// Section 7.
  Pick pick(const Router& router, int input, const Packet& packet, Cycle cycle) const {
    const auto is_free = [&](int output) { return router.output_free_from[index(output)] <= cycle; };
    std::array<int, 2> productive{};
    unsigned count = 0;
    if (packet.x != 0) productive[count++] = packet.x > 0 ? 0 : 1;
    if (packet.y != 0) productive[count++] = packet.y > 0 ? 2 : 3;
    if (count == 0) return is_free(kEjector) ? Pick{kEjector, 0} : Pick{};

    const unsigned start = count == 2 ? draws_.at(offset_, router.selection_phase[index(input)]) % 2U : 0U;
    Pick best;
    int most = flits_ - 1;
    for (unsigned k = 0; k < count; ++k) {
      const int port = productive[(start + k) & (count - 1)];  // one or two
      if (!is_free(port)) continue;
      for (int vc = 1; vc < kVcs; ++vc) {
        const int credits = credits_in(router.credits[index(port * kVcs + vc)], false, cycle);
        if (credits <= most) continue;
        most = credits;
        best = {port, vc};
      }
    }
    if (best.output >= 0) return best;
    // The ring of an escape VC keeps its direction: a packet that came by the same port and VC continues in it.
    const int port = productive[0];
    const int slots = input == port * kVcs ? 1 : 2;
    const bool room = credits_in(router.credits[index(port * kVcs)], true, cycle) >= slots * flits_;
    return is_free(port) && room ? Pick{port, 0} : Pick{};
  }

  void look_at(Router& router, int node, Cycle cycle) {
    std::array<Pick, kInputs> picks;
    std::array<std::uint32_t, kOutputs> askers{};
    int asking = 0;
    for (std::uint32_t rest = router.occupied; rest != 0; rest &= rest - 1) {
      const int input = __builtin_ctz(rest);
      if (router.input_free_from[index(input)] > cycle) continue;
      const Arrival& head = front(router, input);
      if (head.requests_from > cycle) continue;
      const Pick picked = pick(router, input, head.packet, cycle);
      if (picked.output < 0) continue;
      picks[index(input)] = picked;
      askers[index(picked.output)] |= 1U << input;
      ++asking;
    }
    int granted = 0;
    for (int output = 0; output < kOutputs; ++output) {
      std::uint32_t mask = askers[index(output)];
      if (mask == 0) continue;
      const std::uint32_t transit = mask & ((1U << kNetworkInputs) - 1U);
      if (transit != 0) mask = transit;
      unsigned number = 0;
      if ((mask & (mask - 1)) != 0) {
        number =
            draws_.at(offset_, router.arbiter_phase[index(output)]) % static_cast<unsigned>(__builtin_popcount(mask));
      }
      while (number-- > 0) mask &= mask - 1;
      grant(router, node, __builtin_ctz(mask), picks[index(__builtin_ctz(mask))], cycle);
      ++granted;
    }
    if (granted < asking) wake(node, cycle + 1);
  }

  Packet take(Router& router, int input) {
    if (input == kInjector) {
      const Packet packet = router.source_queue.front().packet;
      router.source_queue.pop_front();
      if (router.source_queue.empty()) router.occupied &= ~(1U << kInjector);
      return packet;
    }
    Buffer& buffer = router.buffers[index(input)];
    const Packet packet = buffer.packets[buffer.first].packet;
    buffer.first = (buffer.first + 1) % kBufferPackets;
    if (--buffer.count == 0) router.occupied &= ~(1U << input);
    return packet;
  }

  void grant(Router& router, int node, int input, const Pick& picked, Cycle cycle) {
    Packet packet = take(router, input);
    const Cycle crossed = cycle + static_cast<Cycle>(flits_);  // the first cycle after the tail
    router.input_free_from[index(input)] = crossed;
    router.output_free_from[index(picked.output)] = crossed;
    wake(node, crossed);
    if (input == kInjector) packet.entered = cycle;
    if (picked.output == kEjector) {
      eject(packet, node, crossed - 1);
    } else {
      send(router, packet, picked, cycle);
    }
    if (input == kInjector) return;
    // The credits of this packet begin to come back; those of the packet before are all back.
    const int port = input / kVcs;
    const int upstream = router.neighbour[index(port ^ 1)];
    Credits& credits = routers_[index(upstream)].credits[index(input)];
    if (credits.back_from != kNever) credits.at_rest += flits_;
    credits.back_from = cycle + 1;
    // The sender may wait for the credits of one packet, or of two to enter a ring. They are complete with the tail,
    // not before.
    if (credits.at_rest < 2 * flits_) wake(upstream, crossed);
  }

  void send(Router& router, Packet& packet, const Pick& picked, Cycle cycle) {
    router.credits[index(picked.output * kVcs + picked.vc)].at_rest -= flits_;
    std::int16_t& remaining = picked.output < 2 ? packet.x : packet.y;
    remaining = static_cast<std::int16_t>(remaining + (picked.output % 2 == 0 ? -1 : 1));
    const int next = router.neighbour[index(picked.output)];
    const int input = picked.output * kVcs + picked.vc;
    Router& neighbour = routers_[index(next)];
    Buffer& buffer = neighbour.buffers[index(input)];
    buffer.packets[(buffer.first + buffer.count++) % kBufferPackets] = {packet, cycle + kHop};
    neighbour.occupied |= 1U << input;
    wake(next, cycle + kHop);
    results_.flit_hops += std::min(static_cast<Cycle>(flits_), end_ - cycle);
  }

  void eject(const Packet& packet, int node, Cycle ejected) {
    if (ejected >= end_) return;
    ++results_.packets;
    results_.digest +=
        microarch::hash(packet.source, node, packet.number, flits_, packet.created, packet.entered, ejected);
  }

  int a_;
  int flits_;
  std::uint64_t seed_;
  int width_;
  int height_;
  const microarch::DrawSequence& draws_;
  std::vector<Router> routers_;
  std::vector<std::vector<topologies::Record>> records_;  // by difference
  std::vector<std::vector<int>> calendar_;                // routers to look at, by cycle mod its size
  std::uint32_t offset_ = 0;                              // of the draws of this cycle
  Cycle end_ = 0;
  PacketLoopResults results_;
};

/// Runs the loop with the packets of an experiment that has uniform traffic of one length.
inline PacketLoopResults run_packet_loop(int a, int flits, const testbench::Experiment& experiment) {
  const testbench::ProcessMap map({}, 2 * a * a);
  testbench::TrafficGenerator traffic(*experiment.synthetic, map, {2 * a, a}, flits, experiment.run.seed,
                                      experiment.run.cycles);
  return PacketLoop(a, flits, experiment.run.seed).run(traffic, experiment.run.cycles);
}

}  // namespace trenza::bench
