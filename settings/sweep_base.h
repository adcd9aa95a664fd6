// A file whose experiment is varied by its section `sweep`. What the section says is for the room sweeps.
#pragma once

#include <string>
#include <vector>

#include "settings/configuration.h"
#include "settings/value.h"

namespace trenza::settings {

/// The experiment of a file, and its section `sweep`.
struct SweepBase {
  std::string file;
  Value top;                   ///< the experiment, without `sweep`
  Value sweep;                 ///< null: the file has no such section
  std::vector<Value> options;  ///< of the command line, laid over each point
};

/// Reads a file with a section `sweep`, or without. An override `sweep.KEY` is laid over the section. Throws
/// ConfigError, also for `runs` next to `sweep`.
SweepBase read_sweep_base(const std::string& text, const std::string& file, const std::vector<Override>& overrides);

/// One experiment of a sweep: the base, `layers` laid over it in their order, then the command line. Throws ConfigError
/// or testbench::InputError.
RunConfiguration build_point(const SweepBase& base, const std::vector<Value>& layers);

}  // namespace trenza::settings
