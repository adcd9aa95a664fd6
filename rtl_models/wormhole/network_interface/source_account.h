// The account of the source of a node in a flit-level machine: its queues of packets, and what it knows of the VCs of
// the local input port. Plain state without ports.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "microarch/wormhole/worm_source.h"
#include "rtl_models/common/words.h"

namespace trenza::rtl_models {

/// More credits than there are places are an invariant violation.
class SourceAccount {
 public:
  /// `name`: in messages.
  SourceAccount(std::string name, const microarch::FabricParameters& parameters);

  struct Packet {
    PacketId packet = 0;
    int flits = 0;
    HeaderWord header = 0;
  };
  void offer(int message_class, const Packet& packet);
  /// Packet number `k` in the queue of a class; null if there is none.
  const Packet* queued(int message_class, std::size_t k) const {
    const std::deque<Packet>& queue = queues_[static_cast<std::size_t>(message_class)];
    return k < queue.size() ? &queue[k] : nullptr;
  }

  /// The first packet in the queue of a class begins in a VC.
  struct Begun {
    int message_class = 0;
    int vc = 0;
  };
  /// What the source does in a cycle.
  struct Decision {
    microarch::WormSourceState rule;  ///< after it
    std::vector<Begun> begun;         ///< packets that begin, in this order
    int vc = -1;                      ///< that sends a flit; -1: none does
    FlitWord flit = 0;
    HeaderWord header = 0;  ///< of its packet
  };
  /// The decision of the present cycle; it changes nothing.
  Decision decide() const;
  /// The cycle ends: what was decided has happened, and local input VCs return credits (bit v: VC v). Whether anything
  /// has happened.
  bool edge(const Decision& decision, std::uint32_t returned);
  void clear();

  int credits(int vc) const { return lanes_[static_cast<std::size_t>(vc)].credits; }
  /// VCs that got a credit back at the last edge.
  std::uint32_t returned() const { return returned_; }
  /// Packets of a class of which the head is not sent, as a word that keeps its address.
  const std::uint32_t& queue_view(int message_class) const { return views_[static_cast<std::size_t>(message_class)]; }

 private:
  struct Lane {
    Packet packet;
    int position = 0;  // of the next flit
    int credits = 0;
  };
  bool is_busy(const Lane& lane) const { return lane.packet.flits > lane.position; }
  void note_queues();

  std::string name_;
  microarch::WormSourceRule rule_;
  microarch::WormSourceState state_;
  int depth_;
  bool atomic_;
  std::vector<std::deque<Packet>> queues_;  // by class
  std::vector<Lane> lanes_;                 // by VC
  std::array<std::uint32_t, 2> views_{};
  std::uint32_t returned_ = 0;
};

}  // namespace trenza::rtl_models
