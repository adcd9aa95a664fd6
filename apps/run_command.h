// `trenza run`: simulate, print, write.
#pragma once

#include <string>
#include <vector>

#include "apps/plot/run_plot.h"
#include "apps/snapshot.h"
#include "apps/timeline.h"
#include "settings/configuration.h"

namespace trenza::apps {

struct RunOptions {
  std::string file;
  std::vector<settings::Override> overrides;
  std::string json;     ///< file, "-" for standard output, empty for none
  int jobs = 0;         ///< 0: as many as there are processors
  bool quiet = false;   ///< neither progress nor table
  bool unsafe = false;  ///< run although the proof fails
  SnapshotOptions snapshots = {};
  PlotOptions plot = {};
  std::string csv = {};  ///< folder of tables, empty for none
  TimelineOptions timeline = {};
};

/// Runs a configuration. Returns the exit status; throws ConfigError, InputError, UsageError or RunFailure.
int run_command(const RunOptions& options);

}  // namespace trenza::apps
