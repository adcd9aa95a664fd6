// The packets inside a fabric.
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/flit.h"
#include "tlm/common/ticks.h"

namespace trenza::tlm {

/// Index of a packet; reused after its delivery.
using PacketIndex = std::uint32_t;
inline constexpr PacketIndex kNoPacket = ~PacketIndex{0};

/// The fields that a hop reads and writes.
struct TravellingPacket {
  topologies::HeaderWord header = 0;
  PacketIndex next = kNoPacket;  ///< behind it in the same input; in the free list: the next free one
  Tick ready = 0;                ///< when it can request at the earliest: arrival or creation + R - 1
  std::uint16_t flits = 0;
  std::uint16_t hops = 0;
  microarch::PacketId identity = 0;  ///< in age order
};

/// The fields that only its source and its destination need.
struct PacketRecord {
  topologies::NodeId source = -1;
  topologies::NodeId destination = -1;
  std::uint64_t number = 0;
  std::uint64_t tag = 0;
  microarch::Cycle created = 0;
  microarch::Cycle entered = 0;
  int message_class = 0;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [source, destination, number, tag, created, entered, message_class] = self;
    archive(source, destination, number, tag, created, entered, message_class);
  }
};

class PacketStore {
 public:
  PacketIndex add(const TravellingPacket& packet, const PacketRecord& record) {
    ++size_;
    if (free_ == kNoPacket) {
      travelling_.push_back(packet);
      records_.push_back(record);
      return static_cast<PacketIndex>(travelling_.size() - 1);
    }
    const PacketIndex index = free_;
    free_ = travelling_[index].next;
    travelling_[index] = packet;
    records_[index] = record;
    return index;
  }
  void remove(PacketIndex index) {
    --size_;
    travelling_[index].next = free_;
    free_ = index;
  }

  TravellingPacket& operator[](PacketIndex index) { return travelling_[index]; }
  const TravellingPacket& operator[](PacketIndex index) const { return travelling_[index]; }
  PacketRecord& record(PacketIndex index) { return records_[index]; }
  const PacketRecord& record(PacketIndex index) const { return records_[index]; }

  /// Of a packet that has not been ejected yet.
  microarch::Delivery delivery(PacketIndex index) const {
    const PacketRecord& record = records_[index];
    microarch::Delivery delivery;
    delivery.source = record.source;
    delivery.destination = record.destination;
    delivery.number = record.number;
    delivery.flits = travelling_[index].flits;
    delivery.hops = travelling_[index].hops;
    delivery.created = record.created;
    delivery.entered = record.entered;
    delivery.tag = record.tag;
    delivery.message_class = record.message_class;
    return delivery;
  }

  /// Asks for the cache line of a packet that will be needed soon.
  void prefetch(PacketIndex index) const { __builtin_prefetch(&travelling_[index]); }

  /// docs/microarchitecture.md, section 4.4.
  bool older(PacketIndex a, PacketIndex b) const {
    return microarch::older_than(travelling_[a].identity, travelling_[b].identity);
  }

  std::size_t size() const { return size_; }
  /// Moves all times `by` ticks back.
  void rebase(Tick by) {
    for (TravellingPacket& packet : travelling_) packet.ready = earlier(packet.ready, by);
  }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [travelling, records, free, size] = self;
    archive(travelling, records, free, size);
  }

 private:
  std::vector<TravellingPacket> travelling_;
  std::vector<PacketRecord> records_;
  PacketIndex free_ = kNoPacket;
  std::size_t size_ = 0;
};

}  // namespace trenza::tlm
