// Reading a configuration, which builds its networks and reads its traces, with a word when that takes long.
#pragma once

#include <string>
#include <vector>

#include "settings/configuration.h"

namespace trenza::apps {

/// settings::load_configuration. `show_progress`: on a terminal, if it takes long.
settings::Configuration read_experiments(const std::string& file, const std::vector<settings::Override>& overrides,
                                         bool show_progress);

}  // namespace trenza::apps
