// The packets of the greatest latency.
#pragma once

#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "testbench/history/observed_fabric.h"

namespace trenza::testbench {

/// Keeps the names of the `count` delivered packets of the greatest latency; among equals those of the lower source,
/// then of the lower number.
class SlowestPackets final : public FabricObserver {
 public:
  explicit SlowestPackets(std::size_t count) : count_(count) {}

  void offered(const PacketFacts& /*packet*/) override {}
  void granted(const microarch::Hop& /*hop*/) override {}
  void waits(Cycle /*cycle*/, const microarch::HeadsAt& /*heads_at*/) override {}
  bool wants_waits() const override { return false; }
  void delivered(const microarch::Delivery& delivery) override {
    slowest_.insert({~(delivery.ejected - delivery.created), {delivery.source, delivery.number}});
    if (slowest_.size() > count_) slowest_.erase(std::prev(slowest_.end()));
  }

  /// The slowest first.
  std::vector<PacketName> names() const {
    std::vector<PacketName> names;
    for (const Entry& entry : slowest_) names.push_back(entry.second);
    return names;
  }

 private:
  using Entry = std::pair<Cycle, PacketName>;  ///< the complement of the latency comes first

  std::size_t count_;
  std::set<Entry> slowest_;
};

}  // namespace trenza::testbench
