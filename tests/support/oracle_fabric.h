// Test double: the oracle (tests/oracle/oracle.h) behind the interface of a fabric, so that experiments can run on it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "microarch/fabric.h"
#include "tests/oracle/oracle.h"
#include "topologies/twisted_torus.h"

namespace trenza::test {

/// Owns its topology. Counters of channels and of escape grants stay 0, audit() and waiting() are empty: the oracle
/// checks itself and throws.
class OracleFabric : public microarch::Fabric {
 public:
  OracleFabric(const std::vector<int>& sizes, const std::vector<topologies::Twist>& twists,
               const microarch::FabricParameters& parameters)
      : topology_(topologies::make_twisted_torus("oracle", sizes, twists)),
        parameters_(parameters),
        simulator_(config(sizes, twists, parameters)) {
    counters_.channel_flits.assign(static_cast<std::size_t>(topology_->graph().channels()), 0);
  }

  const topologies::Topology& topology() const override { return *topology_; }
  const microarch::FabricParameters& parameters() const override { return parameters_; }
  microarch::Cycle now() const override { return simulator_.now(); }

  std::uint64_t offer(topologies::NodeId source, topologies::NodeId destination, int flits,
                      std::uint64_t tag) override {
    ++counters_.packets_offered;
    counters_.flits_offered += static_cast<std::uint64_t>(flits);
    return simulator_.offer(source, destination, flits, tag);
  }

  void advance(microarch::Cycle limit) override {
    delivered_.clear();
    while (simulator_.now() < limit && delivered_.empty()) {
      if (simulator_.idle()) {
        simulator_.jump(limit);
        return;
      }
      simulator_.step();
      for (const oracle::Delivery& packet : simulator_.delivered()) {
        delivered_.push_back(microarch::Delivery{packet.source, packet.destination, packet.number, packet.flits,
                                                 packet.hops, packet.created, packet.entered, packet.ejected,
                                                 packet.tag});
        ++counters_.packets_delivered;
        counters_.flits_delivered += static_cast<std::uint64_t>(packet.flits);
        counters_.network_grants += static_cast<std::uint64_t>(packet.hops);
      }
    }
  }

  const std::vector<microarch::Delivery>& delivered() const override { return delivered_; }
  bool idle() const override { return simulator_.idle(); }
  std::vector<std::string> audit() const override { return {}; }
  microarch::WaitSnapshot waiting() const override { return {}; }
  std::uint64_t digest() const { return simulator_.digest(); }

  microarch::Counters counters() const override {
    microarch::Counters counters = counters_;
    counters.flit_hops = simulator_.flit_hops();
    return counters;
  }

 private:
  static oracle::Config config(const std::vector<int>& sizes, const std::vector<topologies::Twist>& twists,
                               const microarch::FabricParameters& parameters) {
    oracle::Config c;
    c.sizes = sizes;
    c.twist.assign(sizes.size(), std::vector<int>(sizes.size(), 0));
    for (const topologies::Twist& twist : twists)
      c.twist[static_cast<std::size_t>(twist.of)][static_cast<std::size_t>(twist.over)] = twist.amount;
    c.adaptive = parameters.adaptive_vcs;
    c.max_packet_flits = parameters.max_packet_flits;
    c.buffer_packets = parameters.buffer_packets;
    c.router_delay = parameters.router_delay;
    c.link_delay = parameters.link_delay;
    c.credit_delay = parameters.credit_delay;
    c.injectors = parameters.injectors;
    c.ejectors = parameters.ejectors;
    switch (parameters.arbiter) {
      case microarch::ArbiterPolicy::random:
        c.arbiter = oracle::Arbiter::random;
        break;
      case microarch::ArbiterPolicy::round_robin:
        c.arbiter = oracle::Arbiter::round_robin;
        break;
      case microarch::ArbiterPolicy::age:
        c.arbiter = oracle::Arbiter::age;
        break;
    }
    switch (parameters.selection) {
      case microarch::SelectionPolicy::most_credits:
        c.selection = oracle::Selection::most_credits;
        break;
      case microarch::SelectionPolicy::dimension_order:
        c.selection = oracle::Selection::dimension_order;
        break;
      case microarch::SelectionPolicy::random:
        c.selection = oracle::Selection::random;
        break;
    }
    c.crossbar =
        parameters.crossbar == microarch::CrossbarKind::per_vc ? oracle::Crossbar::per_vc : oracle::Crossbar::per_port;
    switch (parameters.injection) {
      case microarch::InjectionPolicy::direction:
        c.injection = oracle::Injection::direction;
        break;
      case microarch::InjectionPolicy::round_robin:
        c.injection = oracle::Injection::round_robin;
        break;
      case microarch::InjectionPolicy::shortest:
        c.injection = oracle::Injection::shortest;
        break;
    }
    c.bubble = parameters.bubble;
    c.seed = parameters.seed;
    return c;
  }

  std::unique_ptr<topologies::Topology> topology_;
  microarch::FabricParameters parameters_;
  oracle::Simulator simulator_;
  microarch::Counters counters_;
  std::vector<microarch::Delivery> delivered_;
};

}  // namespace trenza::test
