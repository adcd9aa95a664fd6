// Port maps: YAML in, cosim::PortMap out (docs/plug-in-rtl.md).
#pragma once

#include <string>

#include "cosim/plug/port_map.h"
#include "cosim/plug/slot_contract.h"

namespace trenza::apps {

/// Reads a port map. `slot`: what it must be for; empty: what it says itself. Throws settings::ConfigError with file, line,
/// column, what was expected and the nearest name.
cosim::PortMap read_port_map(const std::string& text, const std::string& source, const std::string& slot);

}  // namespace trenza::apps
