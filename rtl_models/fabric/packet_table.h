// The fabric's own notes about the packets inside it. No router sees them.
#pragma once

#include <deque>

#include "microarch/fabric.h"
#include "microarch/flit.h"
#include "microarch/machine_state.h"

namespace trenza::rtl_models {

/// A packet between its offer and its ejection.
struct PacketRecord {
  microarch::Delivery delivery;
  bool inside = true;
};

/// Packets by identity. Identities are consecutive, so the table is a moving window of them.
class PacketTable {
 public:
  /// Throws InvariantViolation if `id` is not the identity after that of the packet before.
  void add(microarch::PacketId id, const microarch::Delivery& packet) {
    if (id != next_id()) throw microarch::InvariantViolation("the identities of packets must come one by one");
    records_.push_back({packet, true});
    ++inside_;
  }
  /// The packets of another table, by age; `next` is the identity that the next one will get. The table must be empty.
  void fill(const std::vector<microarch::PacketInside>& packets, microarch::PacketId next) {
    first_ = packets.empty() ? next : packets.front().id;
    records_.assign(static_cast<microarch::PacketId>(next - first_), {{}, false});
    for (const microarch::PacketInside& packet : packets) {
      records_[static_cast<microarch::PacketId>(packet.id - first_)] = {packet.delivery, true};
    }
    inside_ = packets.size();
  }
  /// Calls visit(PacketId, Delivery) for the packets inside, by age.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t k = 0; k < records_.size(); ++k) {
      if (records_[k].inside) visit(first_ + static_cast<microarch::PacketId>(k), records_[k].delivery);
    }
  }
  bool contains(microarch::PacketId id) const {
    const auto at = static_cast<microarch::PacketId>(id - first_);
    return at < records_.size() && records_[at].inside;
  }
  /// Precondition: contains(id).
  microarch::Delivery& at(microarch::PacketId id) {
    return records_[static_cast<microarch::PacketId>(id - first_)].delivery;
  }
  const microarch::Delivery& at(microarch::PacketId id) const {
    return records_[static_cast<microarch::PacketId>(id - first_)].delivery;
  }
  void remove(microarch::PacketId id) {
    records_[static_cast<microarch::PacketId>(id - first_)].inside = false;
    --inside_;
    while (!records_.empty() && !records_.front().inside) {
      records_.pop_front();
      ++first_;
    }
  }
  /// Packets inside.
  std::size_t size() const { return inside_; }

 private:
  microarch::PacketId next_id() const { return first_ + static_cast<microarch::PacketId>(records_.size()); }

  std::deque<PacketRecord> records_;
  microarch::PacketId first_ = 0;
  std::size_t inside_ = 0;
};

}  // namespace trenza::rtl_models
