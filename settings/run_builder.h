// From checked settings to the parameters of one run.
#pragma once

#include <string>

#include "settings/run_configuration.h"
#include "settings/settings.h"

namespace trenza::settings {

/// Builds the network and fills in all parameters; completes the defaults in `settings`. Throws ConfigError for what is
/// wrong only in combination. `file` is the configuration (traces are relative to it); `compared`: the run is one of
/// several.
RunConfiguration build_run(Settings& settings, const std::string& file, bool compared);

}  // namespace trenza::settings
