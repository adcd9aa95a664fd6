#include "apps/plot/plot_command.h"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "apps/output_plan.h"
#include "apps/plot/folder_channels.h"
#include "apps/plot/folder_figure.h"
#include "apps/report/figure_svg.h"
#include "apps/report/output_place.h"
#include "sweeps/folder.h"
#include "sweeps/rows.h"

namespace trenza::apps {

namespace {

const char* const kPlotExamples =
    "Examples:\n"
    "  trenza plot out --y latency.mean -o latency.svg         curves along traffic.load, with 95 % intervals\n"
    "  trenza plot out --y accepted_load --bound uniform_bound --where router.arbiter=age -o accepted.svg\n"
    "  trenza plot out --x router.allocator --y accepted_load --form bars -o allocators.svg\n"
    "  trenza plot out --form stacked --y 'link=stalls.inputs.link_busy,credits=stalls.inputs.no_credit' -o why.svg\n"
    "  trenza plot out --channels use --where traffic.load=0.4 -o channels.svg";

struct PlotCommandOptions {
  std::string folder;
  std::string output;
  std::string channels;
  FolderFigureOptions figure;
  bool quiet = false;
};

void check_output(const PlotCommandOptions& options) {
  if (!is_standard_output(options.output) && std::filesystem::path(options.output).extension() != ".svg")
    throw UsageError(
        fmt::format("--output: `{}` does not end in .svg; expected the name of an SVG file, or -", options.output));
  if (options.channels.empty()) return;
  const FolderFigureOptions& figure = options.figure;
  for (const auto& [option, value] :
       {std::pair("--x", figure.x), std::pair("--y", figure.y), std::pair("--per", figure.per),
        std::pair("--bound", figure.bound), std::pair("--logarithmic", figure.logarithmic),
        std::pair("--x-title", figure.x_title), std::pair("--y-title", figure.y_title)}) {
    if (!value.empty())
      throw UsageError(fmt::format("{}: is for curves and bars; expected --channels without it", option));
  }
}

int run_plot_command(const PlotCommandOptions& options) {
  check_output(options);
  check_outside(options.output, {options.folder}, "--output");
  OutputPlan plan;
  plan.writes(options.output, "--output");
  try {
    const std::string svg = options.channels.empty()
                                ? figure_svg(folder_figure(options.folder, options.figure))
                                : folder_channels_svg(options.folder, options.channels, options.figure.where);
    write_whole(options.output, svg);
  } catch (const sweeps::FolderError& error) {
    throw UsageError(error.what());
  } catch (const sweeps::ColumnError& error) {
    throw UsageError(std::string("--y, --per or --bound: ") + error.what());
  }
  if (!options.quiet && !is_standard_output(options.output)) fmt::print("{} is drawn\n", options.output);
  return kDone;
}

}  // namespace

GraphCommand add_plot_command(Command& program) {
  auto options = std::make_shared<PlotCommandOptions>();
  FolderFigureOptions& figure = options->figure;
  Command command = program.add_command("plot", "draw one picture of the points of a sweep: curves, bars or channels");
  command.footer(kPlotExamples);
  command
      .add_option("FOLDER", options->folder, "what `trenza sweep` wrote, or a table that `trenza reproduce` computed")
      .required();
  command.add_option("-o,--output", options->output, "the picture; - is standard output")
      .value_name("FILE.svg|-")
      .required();
  command
      .add_option("--y", figure.y, "quantities by their key paths in the documents, with names for the legend if given")
      .value_name("[NAME=]KEY,...");
  command.add_option("--x", figure.x, "the axis of the sweep along which they are drawn; default: traffic.load")
      .value_name("KEY");
  command.add_option("--form", figure.form, "curves, bars for each series, or bars of quantities upon each other")
      .value_name("curves|bars|stacked")
      .one_of({"curves", "bars", "stacked"});
  command.add_option("--per", figure.per, "divide the quantities by this one").value_name("KEY");
  command.add_option("--bound", figure.bound, "a quantity that is drawn dotted").value_name("KEY");
  command.add_option("--where", figure.where, "only points with this choice along an axis; may be repeated")
      .value_name("KEY=VALUE")
      .repeatable();
  command.add_option("--logarithmic", figure.logarithmic, "which axes are logarithmic")
      .value_name("x|y|xy")
      .one_of({"x", "y", "xy"});
  command.add_option("--x-title", figure.x_title, "what stands along x").value_name("TEXT");
  command.add_option("--y-title", figure.y_title, "what stands along y").value_name("TEXT");
  command
      .add_option("--channels", options->channels,
                  "draw the networks instead, with this quantity as the colour of channels: use, or a reason of stalls")
      .value_name("QUANTITY");
  command.add_flag("-q,--quiet", options->quiet, "do not print what was written");
  return {command, [options] { return run_plot_command(*options); }};
}

}  // namespace trenza::apps
