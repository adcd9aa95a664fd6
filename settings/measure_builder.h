// `run.until` and `measure` as parameters.
#pragma once

#include "settings/run_configuration.h"
#include "settings/settings.h"

namespace trenza::settings {

/// What `run.until` asks for; none without it. Fills in the default of `run.until.intervals`. Throws ConfigError.
std::optional<testbench::RunUntil> run_until(Settings& settings);

/// The measure of a run whose traffic is known; none if there is none. Throws ConfigError.
std::optional<testbench::MeasureRequest> measure_request(const Settings& settings, const RunConfiguration& run);

}  // namespace trenza::settings
