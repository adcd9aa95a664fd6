// The SystemVerilog twin of the routing unit, behind its ports: for records only.
#pragma once

#include "rtl_models/routing_unit/routing_unit.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

class RoutingUnitTwin : public RoutingUnit {
 public:
  /// The arguments are those of RoutingUnit. Its relation must route by records of `dimensions` hop counts. Errors:
  /// RtlError.
  RoutingUnitTwin(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
                  topologies::NodeId node, topologies::PortId port, int class_vcs, int dimensions);

 private:
  void compute() override;

  RtlModel model_;
  RtlPort valid_;
  RtlPort header_;
  RtlPort route_;
};

}  // namespace trenza::rtl_models
