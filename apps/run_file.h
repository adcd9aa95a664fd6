// Names of files that several runs of a call would share.
#pragma once

#include <string>

#include "settings/configuration.h"

namespace trenza::apps {

/// The name of a file for one run: the name of the run is put in if there are several, "out.snap" of the run "rt" is
/// "out-rt.snap".
std::string file_of_run(const std::string& file, const settings::Configuration& configuration, const std::string& run);

}  // namespace trenza::apps
