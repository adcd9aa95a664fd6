// What the pin fabrics of all machines write down about packets: offers, those inside, deliveries.
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/ledger.h"
#include "rtl_models/fabric/packet_table.h"
#include "rtl_models/network_interface/terminal.h"
#include "rtl_models/pin_fabric.h"

namespace trenza::rtl_models {

class PinBooks : public PinFabric, public TerminalObserver {
 public:
  const topologies::Topology& topology() const override { return topology_; }
  const microarch::FabricParameters& parameters() const override { return parameters_; }
  microarch::Cycle now() const override { return now_; }
  const std::vector<microarch::Delivery>& delivered() const override { return ledger_.delivered(); }

  std::uint64_t offer(topologies::NodeId source, topologies::NodeId destination, int flits, std::uint64_t tag,
                      int message_class) override;
  const microarch::Delivery* packet(microarch::PacketId id) const override {
    return packets_.contains(id) ? &packets_.at(id) : nullptr;
  }

  void entered(PacketId packet, microarch::Cycle cycle) override { packets_.at(packet).entered = cycle; }
  void ejected(topologies::NodeId node, int ejector, PacketId packet, int flits, int hops,
               microarch::Cycle cycle) override;

 protected:
  PinBooks(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
      : topology_(topology), parameters_(parameters), ledger_(topology, parameters) {}

  /// Puts a packet into its source.
  virtual void hand_over(PacketId id, const microarch::Delivery& packet, HeaderWord header) = 0;

  /// Begins an advance(): forgets the last deliveries, and hands the offers over in the order of their age.
  void begin(microarch::Cycle limit);
  /// Ends it: brings the deliveries into order.
  void sort_deliveries();
  /// Packets in the fabric, with the offers of this cycle.
  std::size_t inside() const { return packets_.size() + offers_.size(); }

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  microarch::Ledger ledger_;
  PacketTable packets_;
  std::vector<microarch::Delivery> offers_;  // of cycle now_
  microarch::Cycle now_ = 0;

 private:
  std::vector<int> delivered_ejector_;
};

}  // namespace trenza::rtl_models
