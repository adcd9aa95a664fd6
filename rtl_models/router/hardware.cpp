#include "rtl_models/router/hardware.h"

#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"

namespace trenza::rtl_models {

void require_hardware(const microarch::FabricParameters& parameters) {
  allocator_module_name(parameters.allocator);
  if (parameters.by_flits()) allocator_module_name(parameters.wormhole.vc_allocator, "router.vc_allocation.allocator");
  arbiter_module_name(parameters);
}

}  // namespace trenza::rtl_models
