// Test double: a fabric in which packets never meet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/parameters.h"

namespace trenza::test {

/// Every packet takes the latency that the cycle contract gives it in an empty network, plus `extra_latency`, no matter
/// what else is inside. With `cycles_per_flit` > 0 every source sends at most one flit in so many cycles, so that it
/// can be overloaded. It can be told to lie.
class IdealFabric : public microarch::Fabric {
 public:
  using Delivery = microarch::Delivery;

  IdealFabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
      : topology_(topology),
        parameters_(parameters),
        offered_(static_cast<std::size_t>(topology.graph().nodes()), 0),
        free_(static_cast<std::size_t>(topology.graph().nodes()), 0) {
    counters_.channel_flits.assign(static_cast<std::size_t>(topology.graph().channels()), 0);
  }

  // Settings that a test may change.
  microarch::Cycle extra_latency = 0;
  microarch::Cycle cycles_per_flit = 0;
  std::function<void(Delivery&)> lie;               ///< changes a delivery before it is told
  std::function<bool(const Delivery&)> loses;       ///< true: never delivered
  std::function<bool(const Delivery&)> duplicates;  ///< true: delivered twice
  std::vector<std::string> audit_lines;             ///< what audit() returns
  microarch::WaitSnapshot snapshot;                 ///< what waiting() returns

  /// Cycles that were simulated one by one, because something was inside.
  std::uint64_t busy_cycles() const { return busy_cycles_; }
  /// Calls of advance().
  std::uint64_t advances() const { return advances_; }

  const topologies::Topology& topology() const override { return topology_; }
  const microarch::FabricParameters& parameters() const override { return parameters_; }
  microarch::Cycle now() const override { return now_; }

  std::uint64_t offer(topologies::NodeId source, topologies::NodeId destination, int flits, std::uint64_t tag,
                      int message_class) override {
    Delivery packet;
    packet.source = source;
    packet.destination = destination;
    packet.number = offered_[static_cast<std::size_t>(source)]++;
    packet.flits = flits;
    packet.hops = topology_.routing().distance(source, destination);
    packet.created = now_;
    microarch::Cycle& free = free_[static_cast<std::size_t>(source)];
    packet.entered = std::max(now_ + static_cast<microarch::Cycle>(parameters_.router_delay) - 1, free);
    free = packet.entered + static_cast<microarch::Cycle>(flits) * cycles_per_flit;
    packet.ejected =
        packet.entered +
        static_cast<microarch::Cycle>(packet.hops * (parameters_.router_delay + parameters_.link_delay) + flits - 1) +
        extra_latency;
    packet.tag = tag;
    packet.message_class = message_class;
    ++counters_.packets_offered;
    counters_.flits_offered += static_cast<std::uint64_t>(flits);
    if (loses && loses(packet)) return packet.number;
    push(packet);
    if (duplicates && duplicates(packet)) push(packet);
    return packet.number;
  }

  void advance(microarch::Cycle limit) override {
    ++advances_;
    delivered_.clear();
    const microarch::Cycle from = now_;
    const bool was_idle = idle();
    const microarch::Cycle next = inside_.empty() ? limit : inside_.front().ejected;
    if (next >= limit) {
      now_ = limit;
    } else {
      now_ = next + 1;
      while (!inside_.empty() && inside_.front().ejected == next) {
        std::pop_heap(inside_.begin(), inside_.end(), later);
        delivered_.push_back(inside_.back());
        inside_.pop_back();
        count(delivered_.back());
        if (lie) lie(delivered_.back());
      }
    }
    if (!was_idle) busy_cycles_ += now_ - from;
  }

  const std::vector<Delivery>& delivered() const override { return delivered_; }
  bool idle() const override { return inside_.empty(); }
  microarch::Counters counters() const override { return counters_; }
  std::vector<std::string> audit() const override { return audit_lines; }
  microarch::WaitSnapshot waiting() const override { return snapshot; }

 private:
  static bool later(const Delivery& a, const Delivery& b) {
    if (a.ejected != b.ejected) return a.ejected > b.ejected;
    if (a.destination != b.destination) return a.destination > b.destination;
    if (a.source != b.source) return a.source > b.source;
    return a.number > b.number;
  }

  void push(const Delivery& packet) {
    inside_.push_back(packet);
    std::push_heap(inside_.begin(), inside_.end(), later);
  }

  void count(const Delivery& packet) {
    ++counters_.packets_delivered;
    counters_.flits_delivered += static_cast<std::uint64_t>(packet.flits);
    counters_.flit_hops += static_cast<std::uint64_t>(packet.flits * packet.hops);
    counters_.network_grants += static_cast<std::uint64_t>(packet.hops);
    // All flits are booked on the first channel of the source: enough to test sums.
    counters_.channel_flits[static_cast<std::size_t>(topology_.graph().id(packet.source, 0))] +=
        static_cast<std::uint64_t>(packet.flits * packet.hops);
  }

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  std::vector<std::uint64_t> offered_;
  std::vector<microarch::Cycle> free_;  ///< by source: first cycle in which the next packet may enter
  std::vector<Delivery> inside_;        ///< heap, earliest ejection first
  std::vector<Delivery> delivered_;
  microarch::Counters counters_;
  microarch::Cycle now_ = 0;
  std::uint64_t busy_cycles_ = 0;
  std::uint64_t advances_ = 0;
};

}  // namespace trenza::test
