// What a tool says against a block of a user, as one line with the place that the user can mend.
#pragma once

#include <string>

#include "cosim/plug/plug_build.h"

namespace trenza::apps {

/// `said`: what Verilator or another tool printed while it built `request`. The line begins with the place in the port
/// map, the option or the source, and without one with "trenza: plug MODULE".
std::string tool_fault(const std::string& said, const cosim::PlugRequest& request);

}  // namespace trenza::apps
