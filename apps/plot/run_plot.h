// `trenza run --plot`: the networks of the runs, with a quantity of their channels as colour.
#pragma once

#include <string>
#include <vector>

#include "apps/output_plan.h"
#include "apps/simulation.h"
#include "settings/configuration.h"

namespace trenza::apps {

/// The drawings that the user asked for.
struct PlotOptions {
  std::string file;      ///< .svg, empty for none
  std::string quantity;  ///< a name of channel_quantities(), empty for the first
};

/// Sets the drawings of all runs; the name of a run is put into the name of the file if there are several. Checks all
/// that can be known before the first cycle: names, and that the networks are small enough. Throws UsageError.
void request_plots(const PlotOptions& options, settings::Configuration& configuration);

/// Tells the plan of the files. Throws UsageError.
void plan_plots(const settings::Configuration& configuration, OutputPlan& plan);

/// The drawing of a finished run. The scale of its colours goes at least to `most`. Precondition: it was asked for.
std::string run_plot(const settings::RunConfiguration& run, const RunReport& report, double most);

/// Writes the drawings of finished runs, which share one scale of colours. Throws UsageError that names the option.
void write_plots(const settings::Configuration& finished, const std::vector<RunReport>& reports);

/// Names the files and what is in them, a line each.
std::string plot_lines(const settings::Configuration& finished, const std::vector<RunReport>& reports);

}  // namespace trenza::apps
