// For tests: a pin fabric that takes every warning of SystemC for an error.
#pragma once

#include <memory>

#include "rtl_models/common/test_bench.h"
#include "rtl_models/pin_fabric.h"

namespace trenza::rtl_models::test_bench {

/// make_pin_fabric(). From here on every warning of SystemC is an error, above all the one for a name given twice.
inline std::unique_ptr<PinFabric> strict_fabric(const topologies::Topology& topology,
                                                const microarch::FabricParameters& parameters) {
  strict_reports();
  return make_pin_fabric(topology, parameters);
}

}  // namespace trenza::rtl_models::test_bench
