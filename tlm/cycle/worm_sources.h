// The sources of a flit-level machine: queues of packets, and the credits of the local input VCs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "microarch/index.h"
#include "microarch/wormhole/worm_source.h"
#include "tlm/cycle/active_set.h"
#include "tlm/cycle/worm_events.h"

namespace trenza::tlm {

class WormSources {
 public:
  WormSources(const microarch::FabricParameters& parameters, std::size_t nodes)
      : rule_(parameters),
        vcs_(static_cast<std::size_t>(parameters.vcs())),
        depth_(static_cast<std::uint16_t>(parameters.wormhole.buffer_flits)),
        atomic_(parameters.wormhole.atomic()),
        active_(nodes),
        sources_(nodes),
        lanes_(nodes * vcs_) {
    const auto all = static_cast<microarch::PortVcMask>(microarch::low_bits(parameters.vcs()));
    for (Source& source : sources_) {
      source.rule = rule_.initial();
      source.credited = all;
      source.full = all;
    }
    for (Lane& lane : lanes_) lane.credits = depth_;
  }

  /// A packet of cycle now() joins the queue of its class.
  void add(PacketStore& packets, std::uint32_t node, int message_class, PacketIndex packet) {
    Queue& queue = sources_[node].queues[static_cast<std::size_t>(message_class)];
    packets[packet].next = kNoPacket;
    if (queue.size++ == 0) {
      queue.first = packet;
    } else {
      packets[queue.last].next = packet;
    }
    queue.last = packet;
    active_.add(node);
  }
  /// A flit has left local input VC `vc`.
  void credit(std::uint32_t node, std::uint32_t vc) {
    Source& source = sources_[node];
    Lane& lane = lane_of(node, vc);
    source.credited |= bit(vc);
    if (++lane.credits == depth_) source.full |= bit(vc);
    if (is_ready(source)) active_.add(node);
  }

  bool active() const { return !active_.empty(); }

  /// A cycle of all sources: send(node, vc, packet, head, tail) for each flit.
  template <class Send>
  void step(PacketStore& packets, const Send& send) {
    active_.for_each([&](std::uint32_t node) { step_one(packets, node, send); });
  }

  /// Packets of a class that wait in the queue of a node.
  std::uint32_t queued(std::uint32_t node, int message_class) const {
    return sources_[node].queues[static_cast<std::size_t>(message_class)].size;
  }
  int credits(std::uint32_t node, int vc) const { return lanes_[node * vcs_ + static_cast<std::size_t>(vc)].credits; }
  /// The packet of which flits of a VC are still to be sent; kNoPacket if there is none.
  PacketIndex in_progress(std::uint32_t node, int vc) const {
    const Lane& lane = lanes_[node * vcs_ + static_cast<std::size_t>(vc)];
    return lane.left > 0 ? lane.packet : kNoPacket;
  }
  int flits_left(std::uint32_t node, int vc) const { return lanes_[node * vcs_ + static_cast<std::size_t>(vc)].left; }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    archive(self.active_, self.sources_, self.lanes_);
  }

 private:
  struct Queue {
    PacketIndex first = kNoPacket;
    PacketIndex last = kNoPacket;
    std::uint32_t size = 0;
  };
  struct Source {
    std::array<Queue, 2> queues;         // by class
    microarch::PortVcMask busy = 0;      // VCs with a packet in progress
    microarch::PortVcMask credited = 0;  // VCs with a credit
    microarch::PortVcMask full = 0;      // VCs with all credits
    microarch::WormSourceState rule;
  };
  struct Lane {
    PacketIndex packet = kNoPacket;
    std::uint16_t left = 0;  // flits of the packet in progress
    std::uint16_t credits = 0;
  };

  static microarch::PortVcMask bit(std::uint32_t vc) { return microarch::PortVcMask{1} << vc; }
  Lane& lane_of(std::uint32_t node, std::uint32_t vc) { return lanes_[node * vcs_ + vc]; }
  microarch::PortVcMask usable(const Source& source) const {
    return (atomic_ ? source.full : source.credited) & ~source.busy;
  }
  /// Whether a cycle can change anything.
  bool is_ready(const Source& source) const {
    if ((source.busy & source.credited) != 0) return true;
    return (source.queues[0].size != 0 || source.queues[1].size != 0) && usable(source) != 0;
  }

  template <class Send>
  void step_one(PacketStore& packets, std::uint32_t node, const Send& send) {
    Source& source = sources_[node];
    if ((source.queues[0].size | source.queues[1].size) != 0) {
      const auto has = [&](int c) { return source.queues[static_cast<std::size_t>(c)].size != 0; };
      rule_.begin(source.rule, usable(source), source.busy, has, [&](int c, int vc) {
        Queue& queue = source.queues[static_cast<std::size_t>(c)];
        Lane& lane = lane_of(node, static_cast<std::uint32_t>(vc));
        lane.packet = queue.first;
        lane.left = packets[queue.first].flits;
        queue.first = packets[queue.first].next;
        --queue.size;
        source.busy |= bit(static_cast<std::uint32_t>(vc));
      });
    }
    const int sends = rule_.send(source.rule, source.busy & source.credited);
    if (sends < 0) {
      if (!is_ready(source)) active_.drop(node);
      return;
    }
    const auto vc = static_cast<std::uint32_t>(sends);
    Lane& lane = lane_of(node, vc);
    const bool head = lane.left == packets[lane.packet].flits;
    const bool tail = --lane.left == 0;
    if (--lane.credits == 0) source.credited &= ~bit(vc);
    source.full &= ~bit(vc);
    const PacketIndex packet = lane.packet;
    if (tail) source.busy &= ~bit(vc);
    if (!is_ready(source)) active_.drop(node);
    send(node, vc, packet, head, tail);
  }

  microarch::WormSourceRule rule_;
  std::size_t vcs_;
  std::uint16_t depth_;
  bool atomic_;
  ActiveSet active_;
  std::vector<Source> sources_;
  std::vector<Lane> lanes_;  // by node and VC
};

}  // namespace trenza::tlm
