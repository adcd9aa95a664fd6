// A fabric that remembers what was offered to it.
#pragma once

#include <vector>

#include "microarch/fabric.h"

namespace trenza::cosim {

/// Passes everything on to `fabric`, which must outlive it and be new.
class OfferRecorder final : public microarch::Fabric {
 public:
  explicit OfferRecorder(microarch::Fabric& fabric) : fabric_(fabric) {}

  /// A packet as it was offered.
  struct Offer {
    microarch::Cycle created = 0;
    topologies::NodeId source = 0;
    topologies::NodeId destination = 0;
    std::uint64_t number = 0;  ///< at its source
    int flits = 0;
    int message_class = 0;
  };
  /// In age order (docs/microarchitecture.md, section 4.4).
  std::vector<Offer> offers() const;

  const topologies::Topology& topology() const override { return fabric_.topology(); }
  const microarch::FabricParameters& parameters() const override { return fabric_.parameters(); }
  microarch::Cycle now() const override { return fabric_.now(); }
  std::uint64_t offer(microarch::NodeId source, microarch::NodeId destination, int flits, std::uint64_t tag,
                      int message_class) override;
  void advance(microarch::Cycle limit) override { fabric_.advance(limit); }
  const std::vector<microarch::Delivery>& delivered() const override { return fabric_.delivered(); }
  bool idle() const override { return fabric_.idle(); }
  microarch::Counters counters() const override { return fabric_.counters(); }
  void count_stalls(microarch::StallDetail detail) override { fabric_.count_stalls(detail); }
  microarch::StallTable stalls() const override { return fabric_.stalls(); }
  std::vector<std::string> audit() const override { return fabric_.audit(); }
  microarch::WaitSnapshot waiting() const override { return fabric_.waiting(); }
  void observe_hops(const microarch::HopObserver& observer) override { fabric_.observe_hops(observer); }

 private:
  microarch::Fabric& fabric_;
  std::vector<Offer> offers_;
};

}  // namespace trenza::cosim
