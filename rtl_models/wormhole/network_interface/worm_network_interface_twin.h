// The SystemVerilog twin of the network interface of a flit-level router, behind its ports. The queues stay in the base
// class, and so do the packets that ejected flits make up.
#pragma once

#include <vector>

#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/wormhole/network_interface/worm_network_interface.h"

namespace trenza::rtl_models {

/// The parameters of the source of the module.
void add_source_parameters(RtlModule& module, const microarch::FabricParameters& parameters);

/// Packets of each queue that the module sees.
int shown_packets(const microarch::FabricParameters& parameters);

/// The source of a model: the packets that it is shown, and what it does with them.
class SourcePorts {
 public:
  /// `model` must outlive it.
  SourcePorts(const RtlModel& model, const microarch::FabricParameters& parameters, const SourceAccount& queues);

  /// Shows the model the first packets of the queues.
  void set() const;
  /// The packets that begin, in the order in which they leave their queues. Throws InvariantViolation for one that is
  /// not there.
  std::vector<SourceAccount::Begun> begun(const std::string& name) const;

 private:
  int classes_;
  int class_vcs_;
  int shown_;  // packets of each queue
  const SourceAccount& queues_;
  RtlPort queued_;
  RtlPort packet_;
  RtlPort flits_;
  RtlPort first_header_;
  RtlPort taken_;
  RtlPort first_;
};

class WormNetworkInterfaceTwin : public WormNetworkInterface {
 public:
  /// The arguments are those of WormNetworkInterface. Errors: RtlError.
  WormNetworkInterfaceTwin(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                           topologies::NodeId node, TerminalObserver& observer);

 private:
  bool edge() override;
  void clear() override;
  SourceAccount::Decision decide() override;

  RtlModel model_;
  SourcePorts source_ports_;
  RtlPort out_valid_;
  RtlPort out_vc_;
  RtlPort out_flit_;
  RtlPort out_header_;
  RtlPort credit_;
  RtlPort eject_valid_;
  RtlPort eject_flit_;
  RtlPort ejected_;
  RtlPort ejected_flit_;
  std::vector<FlitWord> leaving_;
};

}  // namespace trenza::rtl_models
