// What is checked before the first cycle of a run.
#pragma once

#include <string>

#include "settings/configuration.h"

namespace trenza::apps {

/// Throws UsageError if a network has more routers than the pin view can have; `always`: even where the run asks for
/// another view.
void check_pin_sizes(const settings::Configuration& configuration, bool always);

/// Refuses a run whose traffic is not that of the configuration, because its measure changes it. Throws UsageError,
/// which begins with the option.
void check_no_search(const char* option, const settings::RunConfiguration& run);

/// Throws UsageError if a policy of a run has no SystemVerilog.
void check_hardware(const settings::Configuration& configuration);

/// Throws RunFailure if the proof of deadlock freedom of a run fails; with `unsafe` it only warns on standard error.
void check_proofs(const settings::Configuration& configuration, bool unsafe, bool show_progress);

}  // namespace trenza::apps
