// Loads the blocks from outside that a run names.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cosim/plug/router_plugs.h"
#include "settings/configuration.h"

namespace trenza::apps {

/// The numbers of a run's routers with which a plug for the key `key` of `rtl` is compared. A key that is the name of a
/// slot stands for its most usual place: `arbiter` for the outputs, `allocator` for the switch.
cosim::Numbers slot_numbers(const settings::RunConfiguration& run, const std::string& key);

/// Loads and checks what the section `rtl` names. Throws ConfigError where it does not fit the slot, the network or
/// other blocks.
cosim::RouterPlugs load_plugs(const settings::RunConfiguration& run);

/// Throws ConfigError if a run has blocks from outside: `command` works with Trenza's own blocks only, and `reason`
/// says why.
void refuse_plugs(const settings::Configuration& configuration, const std::string& command, const std::string& reason);

/// What these blocks are, for the document: key, module, top, hash of the sources, tools. Null if there are none.
nlohmann::ordered_json plugs_document(const settings::RunConfiguration& run);

}  // namespace trenza::apps
