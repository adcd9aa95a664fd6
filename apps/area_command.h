// `trenza area`: what the routers of a configuration cost in gates.
#pragma once

#include <string>
#include <vector>

#include "settings/configuration.h"

namespace trenza::apps {

struct AreaOptions {
  std::string file;
  std::vector<settings::Override> overrides;
  std::string target;   ///< "gates" or "ice40"
  std::string liberty;  ///< a library file in the place of a target; empty for none
  std::string json;     ///< file, "-" for standard output, empty for none
  bool quiet = false;   ///< no table
};

/// Synthesises the router of every run and prints gates, flip-flops and levels of each block. Throws ConfigError,
/// InputError or UsageError, the last also where Yosys is missing.
int area_command(const AreaOptions& options);

}  // namespace trenza::apps
