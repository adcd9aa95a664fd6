// What every view of the machine writes down about its packets: numbers, identities, totals, deliveries.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/flit.h"

namespace trenza::microarch {

struct MachineState;

/// The books of a fabric. Packets are numbered at each source from 0 on, in the order of their offers; identities are
/// given to all, in the order of age. What a fabric is asked to do, and what leaves it, is checked here.
class Ledger {
 public:
  /// Throws InvariantViolation if the parameters are of virtual cut-through and have not the escape VCs that the
  /// routing relation needs.
  Ledger(const topologies::Topology& topology, const FabricParameters& parameters);

  /// Books the offer of a packet in cycle `now` and returns its number at the source. Throws InvariantViolation for
  /// what is no packet of this fabric (Fabric::offer).
  std::uint64_t offer(NodeId source, NodeId destination, int flits, int message_class, Cycle now) {
    if (source < 0 || source >= nodes() || destination < 0 || destination >= nodes() || flits < 1 ||
        flits > max_flits_ || message_class < 0 || message_class >= classes_) {
      refuse(source, destination, flits, message_class, now);
    }
    ++totals_.packets_offered;
    totals_.flits_offered += static_cast<std::uint64_t>(flits);
    return next_number_[static_cast<std::size_t>(source)]++;
  }

  /// The identity of the next packet by age.
  PacketId identify() { return next_id_++; }

  /// Brings the offers of one cycle, which are in the order of their numbers and have a member `source`, into the order
  /// of age: by source, then by number.
  template <class Offer>
  static void sort_by_age(std::vector<Offer>& offers) {
    const auto by_source = [](const Offer& a, const Offer& b) { return a.source < b.source; };
    if (!std::is_sorted(offers.begin(), offers.end(), by_source))
      std::stable_sort(offers.begin(), offers.end(), by_source);
  }

  /// Begins an advance() of the fabric: forgets the deliveries of the last one. Throws InvariantViolation unless
  /// `limit` lies ahead of `now`.
  void begin(Cycle now, Cycle limit);

  /// Books a packet of which `flits` flits, up to the tail, have left at `node` in cycle `packet.ejected`. Throws
  /// InvariantViolation if it is another node or another number of flits than it was offered with.
  void deliver(const Delivery& packet, NodeId node, int flits) {
    if (packet.destination != node || packet.flits != flits) refuse(packet, node, flits);
    delivered_.push_back(packet);
    ++totals_.packets_delivered;
    totals_.flits_delivered += static_cast<std::uint64_t>(flits);
    quiet_from_ = packet.ejected + credit_delay_;
  }

  /// Of the last advance(), in the order of deliver() unless the fabric has sorted them.
  const std::vector<Delivery>& delivered() const { return delivered_; }
  std::vector<Delivery>& delivered() { return delivered_; }

  /// Packets and flits, offered and delivered; the other counters are 0.
  const Counters& totals() const { return totals_; }

  /// Whether the credits of all delivered packets are home before cycle `now`.
  bool is_quiet(Cycle now) const { return now >= quiet_from_; }

  /// One line if packets are lost. `inside`: packets that the fabric holds, with the offers of this cycle.
  std::vector<std::string> audit(std::uint64_t inside) const;

  /// The books of another machine, and their way back; counters only as far as totals() has them.
  void fill(const MachineState& state);
  void write(MachineState& state) const;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    archive(self.next_id_, self.next_number_, self.delivered_, self.totals_, self.quiet_from_);
  }

 private:
  NodeId nodes() const { return static_cast<NodeId>(next_number_.size()); }
  [[noreturn]] static void refuse(NodeId source, NodeId destination, int flits, int message_class, Cycle now);
  [[noreturn]] static void refuse(const Delivery& packet, NodeId node, int flits);

  int max_flits_;
  int classes_;
  Cycle credit_delay_;
  PacketId next_id_ = 0;
  std::vector<std::uint64_t> next_number_;  // by source
  std::vector<Delivery> delivered_;
  Counters totals_;
  Cycle quiet_from_ = 0;  // first cycle in which the credits of all delivered packets are home
};

}  // namespace trenza::microarch
