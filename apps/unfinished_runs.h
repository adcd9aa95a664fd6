// What an interrupt left of the runs of a call.
#pragma once

#include <string>
#include <vector>

#include "apps/simulation.h"
#include "settings/configuration.h"

namespace trenza::apps {

/// The configuration with those runs alone that are finished; takes the reports of the others out of `reports`.
settings::Configuration finished_runs(const settings::Configuration& configuration, std::vector<RunReport>& reports);

/// Which runs were interrupted, and where, as lines for standard error; empty if all are finished.
std::string interruption_text(const settings::Configuration& configuration, const std::vector<RunReport>& reports);

}  // namespace trenza::apps
