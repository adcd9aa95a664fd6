// What the fabric remembers of the packets inside it: the side band that no router sees.
#pragma once

#include <deque>

#include "microarch/fabric.h"
#include "microarch/flit.h"

namespace trenza::rtl_models {

/// A packet between its offer and its ejection.
struct PacketRecord {
  microarch::Delivery delivery;
  bool inside = true;
};

/// Packets by identity. Identities are consecutive, so the table is a window that moves.
class PacketTable {
 public:
  microarch::PacketId add(const microarch::Delivery& packet) {
    records_.push_back({packet, true});
    ++inside_;
    return first_ + static_cast<microarch::PacketId>(records_.size() - 1);
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
  std::deque<PacketRecord> records_;
  microarch::PacketId first_ = 0;
  std::size_t inside_ = 0;
};

}  // namespace trenza::rtl_models
