// Reads port maps (docs/plug-in-rtl.md): from YAML to cosim::PortMap.
#pragma once

#include <string>

#include "cosim/plug/port_map.h"
#include "cosim/plug/slot_contract.h"

namespace trenza::apps {

/// Reads a port map. `slot`: the slot that the map must be for; if it is empty, the map names its slot itself. Throws
/// settings::ConfigError with file, line, column, the expected value and the nearest name.
cosim::PortMap read_port_map(const std::string& text, const std::string& source, const std::string& slot);

}  // namespace trenza::apps
