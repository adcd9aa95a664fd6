// The border between an island of clocked routers and the tlm fabric around it: what the borders of all machines have.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/pin_island.h"
#include "rtl_models/router/block_factory.h"
#include "rtl_models/wormhole/router/worm_block_factory.h"
#include "tlm/foreign_routers.h"
#include "topologies/topology.h"

namespace trenza::cosim {

using microarch::Cycle;
using microarch::PacketId;

/// The routers of the island are the foreign ones of the fabric. Checks that every packet that leaves the network in
/// the island does so in the cycle in which the fabric delivers it (InvariantViolation).
class Border : public tlm::ForeignRouters {
 public:
  rtl_models::PinIsland& island() { return *island_; }
  const rtl_models::PinIsland& island() const { return *island_; }

  void offered(PacketId packet, const microarch::Delivery& delivery, topologies::HeaderWord header) override;
  bool awake() const override { return island_->awake(); }
  const tlm::ForeignDecisions& decide(Cycle cycle) override;
  void delivered(PacketId packet, const microarch::Delivery& delivery) override;

  /// Whether the last cycle that the island simulated is this one.
  bool simulated(Cycle cycle) const { return simulated_to_ == cycle + 1; }
  /// Must be called after each cycle.
  void check_departures() const;

 protected:
  /// By node, whether it is one of `nodes`.
  static std::vector<bool> insides(const topologies::Topology& topology, const std::vector<topologies::NodeId>& nodes);

  /// `island` has the routers that are `inside`.
  Border(const topologies::Topology& topology, const microarch::FabricParameters& parameters, std::vector<bool> inside,
         std::unique_ptr<rtl_models::PinIsland> island);

  /// Sets the wires of the routers that are missing as they are in this cycle.
  virtual void drive(Cycle cycle) = 0;
  /// Adds the grants of the cycle that the island has simulated, after checks.
  virtual void take_grants(Cycle cycle, std::vector<tlm::ForeignDecision>& grants) = 0;

  bool is_inside(topologies::NodeId node) const { return inside_[static_cast<std::size_t>(node)]; }
  [[noreturn]] void refuse(Cycle cycle, const rtl_models::Crossing& crossing, const char* what) const;

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;

 private:
  std::vector<bool> inside_;
  std::unique_ptr<rtl_models::PinIsland> island_;
  tlm::ForeignDecisions decisions_;
  std::vector<PacketId> departed_;
  Cycle simulated_to_ = 0;  // by the island: the cycle after the last
};

/// For virtual cut-through: packets that follow each other.
std::unique_ptr<Border> make_packet_border(const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters,
                                           const std::vector<topologies::NodeId>& nodes,
                                           const rtl_models::BlockFactory& blocks);
/// For wormhole: flits of packets in turns.
std::unique_ptr<Border> make_flit_border(const topologies::Topology& topology,
                                         const microarch::FabricParameters& parameters,
                                         const std::vector<topologies::NodeId>& nodes,
                                         const rtl_models::WormBlockFactory& blocks);

}  // namespace trenza::cosim
