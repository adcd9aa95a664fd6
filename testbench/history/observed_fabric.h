// A fabric that tells an observer of all that happens to its packets.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/packet_name.h"

namespace trenza::testbench {

using microarch::Cycle;
using microarch::NodeId;
using microarch::PacketName;

/// What is known of a packet from its offer on.
struct PacketFacts {
  PacketName name;
  NodeId destination = -1;
  int flits = 0;
  int message_class = 0;
  Cycle created = 0;
};

/// Learns what happens to packets, in order of time. Within a cycle: offers, who waits, grants in no particular order,
/// deliveries.
class FabricObserver {
 public:
  virtual ~FabricObserver() = default;

  virtual void offered(const PacketFacts& packet) = 0;
  virtual void granted(const microarch::Hop& hop) = 0;
  /// Told in every cycle before which wants_waits() was true when the fabric was last asked to advance.
  virtual void waits(Cycle cycle, const microarch::HeadsAt& heads_at) = 0;
  /// Of flit-level machines only: a tail crosses a router, after granted() if it is the head too.
  virtual void tail_crossed(const microarch::Hop& /*hop*/) {}
  /// Of flit-level machines only: which routers inputs_do() is wanted of, and what their input VCs do in a cycle,
  /// before the grants of the router; told if wants_waits() was true when the fabric was last asked to advance.
  virtual bool wants_inputs(NodeId /*router*/) const { return false; }
  virtual void inputs_do(Cycle /*cycle*/, NodeId /*router*/, const std::vector<microarch::InputCycle>& /*inputs*/) {}
  virtual void delivered(const microarch::Delivery& delivery) = 0;
  /// Asked before each advance. Fabrics that need not tell who waits are faster.
  virtual bool wants_waits() const = 0;
  /// Asked once, before all else. Fabrics that need not tell of grants are faster.
  virtual bool wants_grants() const { return true; }
  /// Asked after each advance; once it is false there is no point in going on.
  virtual bool wants_more() const { return true; }
};

/// Ends a run of which the observer has seen enough. It is no fault.
class ObservationEnd : public std::exception {
 public:
  const char* what() const noexcept override { return "all that was wanted has been observed"; }
};

/// Passes everything on to `fabric`, which must be new, and tells the observer; both must outlive it. advance() throws
/// ObservationEnd when the observer wants no more.
class ObservedFabric final : public microarch::Fabric {
 public:
  ObservedFabric(microarch::Fabric& fabric, FabricObserver& observer);
  ~ObservedFabric() override;
  ObservedFabric(const ObservedFabric&) = delete;
  ObservedFabric& operator=(const ObservedFabric&) = delete;

  const topologies::Topology& topology() const override { return fabric_.topology(); }
  const microarch::FabricParameters& parameters() const override { return fabric_.parameters(); }
  Cycle now() const override { return fabric_.now(); }
  std::uint64_t offer(NodeId source, NodeId destination, int flits, std::uint64_t tag, int message_class) override;
  void advance(Cycle limit) override;
  const std::vector<microarch::Delivery>& delivered() const override { return fabric_.delivered(); }
  bool idle() const override { return fabric_.idle(); }
  microarch::Counters counters() const override { return fabric_.counters(); }
  std::vector<std::string> audit() const override { return fabric_.audit(); }
  microarch::WaitSnapshot waiting() const override { return fabric_.waiting(); }
  std::vector<microarch::StandingHead> standing() const override { return fabric_.standing(); }
  std::string blocked() const override { return fabric_.blocked(); }
  void observe_hops(const microarch::HopObserver& observer) override;
  void observe_flits(const microarch::FlitObserver& observer) override { fabric_.observe_flits(observer); }
  void count_stalls(microarch::StallDetail detail) override { fabric_.count_stalls(detail); }
  microarch::StallTable stalls() const override { return fabric_.stalls(); }

 private:
  void tell_waits(bool wanted);

  microarch::Fabric& fabric_;
  FabricObserver& observer_;
  microarch::HopObserver hop_observer_;  ///< of whoever uses this fabric
  bool tells_grants_;
  bool tells_waits_ = false;
};

}  // namespace trenza::testbench
