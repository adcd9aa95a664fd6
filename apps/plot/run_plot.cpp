#include "apps/plot/run_plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "apps/plot/channel_quantity.h"
#include "apps/plot/network_drawing.h"
#include "apps/result_table.h"
#include "apps/run_files.h"

namespace trenza::apps {

namespace {

const char* const kPlotOption = "--plot";

/// "cycles 500 to 1,499 (after the warm-up)".
std::string window_of(const RunReport& report, const ChannelQuantity& quantity) {
  const auto begin = quantity.from_stalls ? 0 : report.results["warmup_cycles"].get<std::uint64_t>();
  const auto end = report.results["cycles"].get<std::uint64_t>();
  if (end == 0) return "no cycle";
  return fmt::format("cycles {} to {} ({})", grouped(begin), grouped(end - 1),
                     begin == 0 ? "the whole run" : "after the warm-up");
}

const ChannelQuantity& quantity_of(const settings::RunConfiguration& run) {
  return find_channel_quantity("--plot-of", run.plot.quantity);
}

/// What a drawing of stalls needs.
void count_places(settings::RunConfiguration& run) {
  microarch::StallDetail& detail = run.experiment.run.stalls;
  if (detail == microarch::StallDetail::places) return;
  if (!run.snapshots.from_file.empty()) {
    throw UsageError(
        fmt::format("--plot-of: the run of {} does not count `{}` by channel; expected a run that was saved "
                    "with `run.stalls: detail`",
                    run.snapshots.from_file, run.plot.quantity));
  }
  detail = microarch::StallDetail::places;
}

}  // namespace

void request_plots(const PlotOptions& options, settings::Configuration& configuration) {
  if (options.file.empty()) {
    if (!options.quantity.empty()) throw UsageError("--plot-of: says what --plot shows; expected --plot FILE.svg too");
    return;
  }
  if (std::filesystem::path(options.file).extension() != ".svg") {
    throw UsageError(
        fmt::format("{}: `{}` does not end in .svg; expected the name of an SVG file", kPlotOption, options.file));
  }
  const ChannelQuantity& quantity =
      options.quantity.empty() ? channel_quantities().front() : find_channel_quantity("--plot-of", options.quantity);
  for (settings::RunConfiguration& run : configuration.runs) {
    check_drawable(run.topology->name(), run.topology->graph().nodes());
    run.plot = {file_of_run(options.file, configuration, run.name), quantity.name};
    if (quantity.from_stalls) count_places(run);
  }
}

void plan_plots(const settings::Configuration& configuration, OutputPlan& plan) {
  for (const settings::RunConfiguration& run : configuration.runs) plan.writes(run.plot.file, kPlotOption);
}

std::string run_plot(const settings::RunConfiguration& run, const RunReport& report, double most) {
  const ChannelQuantity& quantity = quantity_of(run);
  DrawingOptions options;
  options.channels = ChannelValues{quantity.title, quantity.unit, window_of(report, quantity), most, report.channels};
  if (run.name != run.topology->name()) options.name = run.name;
  return network_svg(wiring_of(*run.topology), options);
}

void write_plots(const settings::Configuration& finished, const std::vector<RunReport>& reports) {
  double most = 0;
  for (const RunReport& report : reports) {
    for (const double value : report.channels) most = std::max(most, value);
  }
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const settings::RunConfiguration& run = finished.runs[i];
    if (run.plot.file.empty()) continue;
    try {
      write_whole(run.plot.file, run_plot(run, reports[i], most));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: {}", kPlotOption, error.what()));
    }
  }
}

std::string plot_lines(const settings::Configuration& finished, const std::vector<RunReport>& reports) {
  std::string text;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const settings::RunConfiguration& run = finished.runs[i];
    if (run.plot.file.empty()) continue;
    text += fmt::format("plot: {}: {} in {}, {}\n", run.plot.file, quantity_of(run).title, quantity_of(run).unit,
                        window_of(reports[i], quantity_of(run)));
  }
  return text;
}

}  // namespace trenza::apps
