// The SystemVerilog twin of the injection side of the network interface, behind its ports. Queues and ejection stay in
// the base class.
#pragma once

#include "rtl_models/network_interface/network_interface.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

class NetworkInterfaceTwin : public NetworkInterface {
 public:
  /// The arguments are those of NetworkInterface. Records have `dimensions` hop counts; with 0 there are no records,
  /// and the relation gives the routes. Errors: RtlError.
  NetworkInterfaceTwin(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                       const topologies::RoutingRelation& relation, topologies::NodeId node, TerminalObserver& observer,
                       int dimensions);

 private:
  bool edge() override;
  void clear() override;
  void drive_front(std::size_t injector, Cycle next) override;
  void set_packet(std::size_t at, const Terminal::Packet* packet);

  RtlModel model_;
  int shown_;  // packets of each queue
  RtlPort cycle_;
  RtlPort queued_;
  RtlPort packet_;
  RtlPort flits_;
  RtlPort eligible_;
  RtlPort first_header_;
  RtlPort first_route_;
  RtlPort pop_;
  RtlPort flit_;
  RtlPort header_;
  RtlPort request_;
  RtlPort route_;
  std::uint32_t waiting_ = 0;  // bit k: the model is shown a packet as element k of its queues
};

}  // namespace trenza::rtl_models
