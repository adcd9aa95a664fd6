#include "cosim/plug/plugged_blocks.h"

#include "rtl_models/router/router_ports.h"

namespace trenza::cosim {

void show_in_waves(sc_core::sc_object& block, const std::string& scope, rtl_models::ProbeSource& source) {
  auto* const router = dynamic_cast<rtl_models::RouterPorts*>(block.get_parent_object());
  if (router != nullptr) router->probe_sources().add(scope, source);
}

}  // namespace trenza::cosim
