// Checks every delivery against what was offered.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/parameters.h"
#include "testbench/packet_offer.h"

namespace trenza::testbench {

using microarch::Cycle;

/// Every packet is delivered exactly once, at its destination, in one piece, over a minimal number of hops, and not
/// faster than the contract allows. Order between packets of the same source and destination is not checked: adaptive
/// routing does not keep it. A fault throws microarch::InvariantViolation that says which packet, where and in which
/// cycle.
class Scoreboard {
 public:
  Scoreboard(const topologies::Topology& topology, const microarch::FabricParameters& parameters);

  /// Records an offer that got `number` in cycle `cycle`. Returns the minimal hops of the packet.
  int offered(const PacketOffer& offer, std::uint64_t number, Cycle cycle);

  /// Checks a delivery of an advance() that ended at `now`.
  void delivered(const microarch::Delivery& delivery, Cycle now);

  /// Length of a packet that is inside. Precondition: it is.
  int flits_of(microarch::NodeId source, std::uint64_t number) const {
    const Source& queue = sources_[static_cast<std::size_t>(source)];
    return queue.packets[queue.head + (number - queue.base)].flits;
  }

  /// Packets offered and not delivered yet.
  std::uint64_t inside() const { return offered_packets_ - delivered_packets_; }

  /// Checks the totals of the fabric against the own ones, and its audit. Throws InvariantViolation with all that is
  /// wrong.
  void check_conservation(const microarch::Fabric& fabric) const;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [topology, parameters, sources, least_link_delay, offered_packets, offered_flits, delivered_packets,
           delivered_flits, last_ejection, last_destination] = self;
    archive(sources, offered_packets, offered_flits, delivered_packets, delivered_flits, last_ejection,
            last_destination);
  }

 private:
  struct Packet {
    Cycle created = 0;
    std::uint64_t tag = 0;
    microarch::NodeId destination = -1;
    std::uint16_t flits = 0;
    std::uint16_t hops = 0;  ///< kDelivered after the delivery
    std::uint8_t message_class = 0;

    template <class Self, class Archive>
    static void state(Self& self, Archive& archive) {
      auto& [created, tag, destination, flits, hops, message_class] = self;
      archive(created, tag, destination, flits, hops, message_class);
    }
  };
  static constexpr std::uint16_t kDelivered = 0xffff;
  /// The packets of a source from number `base` on; those before are delivered.
  struct Source {
    std::uint64_t base = 0;
    std::size_t head = 0;  ///< index of packet `base` in `packets`
    std::vector<Packet> packets;

    template <class Self, class Archive>
    static void state(Self& self, Archive& archive) {
      auto& [base, head, packets] = self;
      archive(base, head, packets);
    }
  };

  [[noreturn]] void fail(const microarch::Delivery& delivery, const std::string& what) const;
  Packet& find(const microarch::Delivery& delivery);
  static void retire(Source& source);

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  std::vector<Source> sources_;
  int least_link_delay_;
  std::uint64_t offered_packets_ = 0, offered_flits_ = 0;
  std::uint64_t delivered_packets_ = 0, delivered_flits_ = 0;
  Cycle last_ejection_ = 0;
  microarch::NodeId last_destination_ = -1;
};

}  // namespace trenza::testbench
