// What the blocks in SystemVerilog of this program can do.
#pragma once

#include <string>

#include "settings/configuration.h"

namespace trenza::apps {

/// Why the routers of a run have no form in SystemVerilog, as a message from the value on; empty if they have one.
std::string missing_twins(const settings::RunConfiguration& run);

/// The same as an error of a command for one run. Throws UsageError.
void require_twins(const settings::RunConfiguration& run, const std::string& file);

}  // namespace trenza::apps
