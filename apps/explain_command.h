// `trenza explain`: the history of packets, hop by hop.
#pragma once

#include <string>
#include <vector>

#include "apps/timeline.h"
#include "settings/configuration.h"

namespace trenza::apps {

struct ExplainOptions {
  std::string file;
  std::vector<settings::Override> overrides;
  std::string packet;  ///< "5:7"; empty: the slowest ones
  int slowest = 0;     ///< packets; 0: the one of `packet`
  TimelineOptions timeline = {};
  bool unsafe = false;  ///< run although the proof fails
};

/// Runs a configuration, twice for the slowest packets, and prints the histories. Returns the exit status; throws
/// ConfigError, InputError, UsageError or RunFailure.
int explain_command(const ExplainOptions& options);

}  // namespace trenza::apps
