// The waves that a configuration asks for.
#pragma once

#include <optional>
#include <string>

#include "settings/run_configuration.h"
#include "settings/settings.h"

namespace trenza::settings {

/// The section `waves`, if it is there. `run_name` (if not empty) is put into a file name that all runs share:
/// "out.fst" becomes "out-rt.fst". Throws ConfigError for a file name whose ending is no wave format, and for a text
/// that is no window.
std::optional<WaveRequest> wave_request(const Settings& settings, const std::string& run_name);

}  // namespace trenza::settings
