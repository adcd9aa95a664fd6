// Configurations from Python, and their runs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "python/delivery_row.h"
#include "settings/configuration.h"
#include "testbench/results.h"

namespace trenza::python {

/// What messages call a configuration that is in no file, and values that are laid over one.
inline constexpr const char* kInline = "experiment";
inline constexpr const char* kOverrides = "overrides";

/// A configuration as a file, or as YAML text that was made from a dictionary.
struct Source {
  std::string file;
  std::optional<std::string> text;
};

/// The error for people who have not seen the lines of a text: it names keys alone.
settings::ConfigError without_lines(const settings::ConfigError& error);

/// Reads it. Errors of a text name keys without lines: nobody has seen its lines. Throws ConfigError or InputError.
settings::Configuration read(const Source& source, const std::vector<settings::Override>& overrides);

/// Throws ConfigError for runs that only a process of their own can simulate: pin view, `rtl`, `detail`.
void require_tlm(const settings::Configuration& configuration);

/// Of a finished run.
struct RunReport {
  std::string document;  ///< as `trenza run --json` writes it, without `meta`
  std::vector<DeliveryRow> deliveries;
  std::vector<double> channel_use;  ///< flits/cycle by topologies::ChannelId; empty if there was no cycle
  testbench::BatchSeries batches;   ///< what a comparison with other runs needs
};

/// Called every few milliseconds with the share that is done of a run, 0 to 1; a measure has several. May throw.
using Look = std::function<void(double done)>;

/// Runs what require_tlm() takes, without a proof of deadlock freedom. Throws ConfigError or InputError for a wrong
/// trace, InvariantViolation for a fault, std::bad_alloc, and what `look` throws.
RunReport simulate(const settings::RunConfiguration& run, bool keep_deliveries, const Look& look);

/// The document of runs that are compared, from their documents and batches in the order of the file.
std::string compared(const settings::Configuration& configuration, const std::vector<std::string>& documents,
                     const std::vector<testbench::BatchSeries>& batches);

}  // namespace trenza::python
