// What a configuration wants recorded.
#pragma once

#include <optional>
#include <string>

#include "settings/configuration.h"
#include "settings/settings.h"

namespace trenza::settings {

/// The section `waves`, if it is there. `run_name` (if not empty) is put into a file name that all runs share:
/// "out.fst" becomes "out-rt.fst". Throws ConfigError for an ending that is no wave format and for a window that is
/// none.
std::optional<WaveRequest> wave_request(const Settings& settings, const std::string& run_name);

}  // namespace trenza::settings
