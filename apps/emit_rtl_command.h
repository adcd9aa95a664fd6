// `trenza emit-rtl`: a whole fabric as SystemVerilog.
#pragma once

#include <string>
#include <vector>

#include "settings/configuration.h"

namespace trenza::apps {

struct EmitRtlOptions {
  std::string file;
  std::vector<settings::Override> overrides;
  std::string folder;  ///< made if need be
};

/// Runs the experiment, whose offers become the traffic of the test bench, and writes the fabric. Returns 0; throws
/// ConfigError, InputError or UsageError.
int emit_rtl_command(const EmitRtlOptions& options);

}  // namespace trenza::apps
