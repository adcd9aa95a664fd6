// Test double: the oracle (tests/oracle/oracle.h) behind the interface of a fabric, so that experiments can run on it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/parameters.h"
#include "tests/oracle/oracle.h"
#include "tests/support/random_machine.h"

namespace trenza::test {

/// Owns its topology. audit() and waiting() are empty: the oracle checks itself and throws, and does not say who waits.
class OracleFabric : public microarch::Fabric {
 public:
  OracleFabric(const RandomNetwork& network, const microarch::FabricParameters& parameters)
      : topology_(network.build()), parameters_(parameters), simulator_(oracle_config(network, parameters)) {}

  const topologies::Topology& topology() const override { return *topology_; }
  const microarch::FabricParameters& parameters() const override { return parameters_; }
  microarch::Cycle now() const override { return simulator_.now(); }

  std::uint64_t offer(topologies::NodeId source, topologies::NodeId destination, int flits, std::uint64_t tag,
                      int message_class) override {
    ++counters_.packets_offered;
    counters_.flits_offered += static_cast<std::uint64_t>(flits);
    return simulator_.offer(source, destination, flits, tag, message_class);
  }

  void advance(microarch::Cycle limit) override {
    delivered_.clear();
    while (simulator_.now() < limit && delivered_.empty()) {
      if (simulator_.idle()) {
        simulator_.jump(limit);
        return;
      }
      simulator_.step();
      if (hop_observer_) tell_hops();
      for (const oracle::Delivery& packet : simulator_.delivered()) {
        delivered_.push_back(microarch::Delivery{packet.source, packet.destination, packet.number, packet.flits,
                                                 packet.hops, packet.created, packet.entered, packet.ejected,
                                                 packet.tag, packet.message_class});
        ++counters_.packets_delivered;
        counters_.flits_delivered += static_cast<std::uint64_t>(packet.flits);
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
    counters.network_grants = simulator_.network_grants();
    counters.escape_grants = simulator_.escape_grants();
    counters.channel_flits = simulator_.channel_flits();
    return counters;
  }

  void observe_hops(const microarch::HopObserver& observer) override { hop_observer_ = observer; }

 private:
  void tell_hops() const {
    for (const oracle::Simulator::GrantRecord& grant : simulator_.granted()) {
      hop_observer_(
          {simulator_.now() - 1, grant.router, grant.input, grant.output, grant.vc, grant.source, grant.number});
    }
  }

  std::unique_ptr<topologies::Topology> topology_;
  microarch::FabricParameters parameters_;
  oracle::Simulator simulator_;
  microarch::Counters counters_;
  std::vector<microarch::Delivery> delivered_;
  microarch::HopObserver hop_observer_;
};

}  // namespace trenza::test
