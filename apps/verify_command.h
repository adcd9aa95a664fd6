// `trenza verify`: the views of a configuration against each other.
#pragma once

#include <string>
#include <vector>

#include "apps/simulation.h"
#include "cosim/lockstep_fabric.h"

namespace trenza::apps {

struct VerifyOptions {
  std::string file;
  std::vector<settings::Override> overrides;
  std::string json;     ///< file, "-" for standard output, empty for none
  int jobs = 0;         ///< 0: as many as there are processors
  bool quiet = false;   ///< neither progress nor table
  bool unsafe = false;  ///< verify although the proof fails
};

/// Runs every run of a configuration in the tlm and the pin view in step, with its traffic; views and waves that the
/// file asks for count for nothing. Returns 0 if all deliveries are the same, 1 if not, with the first difference on
/// standard error; throws ConfigError, InputError, UsageError or RunFailure.
int verify_command(const VerifyOptions& options);

/// The experiment on two new fabrics in step. Results: {"cycles", "packets", "identical", "difference", "digest":
/// {name: hex, ...}} with what was delivered up to the first difference; the text is that difference or empty.
RunReport verify_run(const settings::RunConfiguration& run, const cosim::Side& first, const cosim::Side& second,
                     const ProgressCallback& progress);

/// Prints the differences on standard error. Returns 0 if there are none, else 1.
int print_differences(const settings::Configuration& configuration, const std::vector<RunReport>& reports);

}  // namespace trenza::apps
