// The ways of all packets of a run, handed on as they leave.
#pragma once

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "testbench/history/journey.h"

namespace trenza::testbench {

/// Observes a fabric that is new. Memory is bounded by the packets inside.
class JourneyRecorder final : public FabricObserver {
 public:
  /// `take` is called for every packet when it has left, in the order of deliveries.
  explicit JourneyRecorder(std::function<void(const Journey&)> take) : take_(std::move(take)) {}

  void offered(const PacketFacts& packet) override { inside_[packet.name].packet = packet; }
  void granted(const microarch::Hop& hop) override { inside_.at({hop.source, hop.number}).hops.push_back(hop); }
  void tail_crossed(const microarch::Hop& hop) override {
    inside_.at({hop.source, hop.number}).tails.push_back(hop.cycle);
  }
  void waits(Cycle /*cycle*/, const microarch::HeadsAt& /*heads_at*/) override {}
  bool wants_waits() const override { return false; }
  void delivered(const microarch::Delivery& delivery) override {
    const auto found = inside_.find({delivery.source, delivery.number});
    found->second.ejected = delivery.ejected;
    take_(found->second);
    inside_.erase(found);
  }

  /// Hands on the packets that are still inside, by name.
  void finish() {
    std::vector<PacketName> names;
    for (const auto& [name, journey] : inside_) names.push_back(name);
    std::sort(names.begin(), names.end());
    for (const PacketName& name : names) take_(inside_.at(name));
    inside_.clear();
  }

 private:
  std::function<void(const Journey&)> take_;
  std::unordered_map<PacketName, Journey, microarch::PacketNameHash> inside_;
};

}  // namespace trenza::testbench
