// `trenza check`: all that can be known of a fabric before cycle 0.
#pragma once

#include <string>
#include <vector>

#include "settings/configuration.h"

namespace trenza::apps {

struct CheckOptions {
  std::string file;
  std::vector<settings::Override> overrides;
  std::string json;    ///< file, "-" for standard output, empty for none
  bool quiet = false;  ///< no summary
};

/// Validates, builds, proves and prints a summary of every run. Returns 0, or 1 when a proof fails; throws ConfigError,
/// InputError or UsageError.
int check_command(const CheckOptions& options);

}  // namespace trenza::apps
