// Names of the files of a run when a configuration has several.
#pragma once

#include <string>

#include "settings/configuration.h"

namespace trenza::apps {

/// "out.snap" of the run "rt" is "out-rt.snap"; as it is if there is only one run.
std::string file_of_run(const std::string& file, const settings::Configuration& configuration, const std::string& name);

}  // namespace trenza::apps
