#include "apps/report/report_command.h"

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "apps/output_plan.h"
#include "apps/report/data_block.h"
#include "apps/report/figure.h"
#include "apps/report/figure_pgf.h"
#include "apps/report/figure_svg.h"
#include "apps/report/network_panel.h"
#include "apps/report/output_place.h"
#include "apps/report/page.h"
#include "apps/version.h"
#include "sweeps/folder.h"

namespace trenza::apps {

namespace {

namespace fs = std::filesystem;

const char* const kReportExamples =
    "Examples:\n"
    "  trenza report out -o report.html                        a page that needs no network and no other file\n"
    "  trenza report before after -o report.html               the series of two sweeps on one page\n"
    "  trenza report out --x router.buffer_packets -o -        another axis for the curves\n"
    "  trenza report out --svg figures --pgf figures           the curves for papers: SVG; PGFPlots with CSV";

struct ReportOptions {
  std::vector<std::string> folders;
  std::string page;
  std::string svg;
  std::string pgf;
  std::string x;
  std::string title;
  bool quiet = false;
};

void check_folder(const std::string& folder, const char* option) {
  if (!fs::exists(folder) || fs::is_directory(folder)) return;
  throw UsageError(fmt::format("{} {}: is no folder; expected one, or a new name", option, folder));
}

void make_folder(const std::string& folder, const char* option) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw UsageError(fmt::format("{} {}: cannot be made: {}", option, folder, error.message()));
}

std::string in_folder(const std::string& folder, const std::string& file, const char* ending) {
  return (fs::path(folder) / (file + ending)).string();
}

void check_page_name(const std::string& page) {
  const std::string ending = std::filesystem::path(page).extension().string();
  if (page.empty() || is_standard_output(page) || ending == ".html" || ending == ".htm") return;
  throw UsageError(fmt::format(
      "-o {}: expected a name that ends in .html; --svg FOLDER and --pgf FOLDER write figures for other documents",
      page));
}

/// All files are known to be writable before the first is written.
void plan_figures(const std::vector<Figure>& all, const ReportOptions& options, OutputPlan& plan) {
  for (const Figure& figure : all) {
    if (!options.svg.empty()) plan.may_write(in_folder(options.svg, figure.file, ".svg"), "--svg");
    if (options.pgf.empty()) continue;
    plan.may_write(in_folder(options.pgf, figure.file, ".tex"), "--pgf");
    plan.may_write(in_folder(options.pgf, figure.file, ".csv"), "--pgf");
  }
}

void write_figures(const std::vector<Figure>& all, const ReportOptions& options) {
  if (!options.svg.empty()) make_folder(options.svg, "--svg");
  if (!options.pgf.empty()) make_folder(options.pgf, "--pgf");
  for (const Figure& figure : all) {
    if (!options.svg.empty()) write_whole(in_folder(options.svg, figure.file, ".svg"), figure_svg(figure));
    if (options.pgf.empty()) continue;
    write_whole(in_folder(options.pgf, figure.file, ".csv"), figure_csv(figure));
    write_whole(in_folder(options.pgf, figure.file, ".tex"), figure_tex(figure));
  }
}

std::string title_of(const ReportSource& source) {
  std::string title;
  for (const ReportFolder& folder : source.folders) {
    if (!title.empty()) title += ", ";
    title += folder.index.name.empty() ? folder.label : folder.index.name;
  }
  return title;
}

void print_summary(const ReportSource& source, const ReportOptions& options, std::size_t figures) {
  std::size_t documents = 0;
  for (const ReportPoint& point : source.points) documents += point.has_document ? 1 : 0;
  std::string text = fmt::format("{} of {} points have a document", documents, source.points.size());
  if (!options.page.empty()) text = options.page + ": " + text;
  if (!options.svg.empty()) text += fmt::format("; {} figures in {}", figures, options.svg);
  if (!options.pgf.empty()) text += fmt::format("; {} figures with their data in {}", figures, options.pgf);
  fmt::print("{}\n", text);
}

int run_report(const ReportOptions& options) {
  if (options.page.empty() && options.svg.empty() && options.pgf.empty())
    throw UsageError("trenza report: has nothing to write; expected -o FILE, --svg FOLDER or --pgf FOLDER");
  check_outside(options.page, options.folders, "--output");
  check_page_name(options.page);
  check_outside(options.svg, options.folders, "--svg");
  check_outside(options.pgf, options.folders, "--pgf");
  check_folder(options.svg, "--svg");
  check_folder(options.pgf, "--pgf");
  OutputPlan plan;
  plan.writes(options.page, "--output");
  try {
    const ReportSource source = read_report(options.folders);
    const ReportCurves curves = make_curves(source, options.x);
    const std::vector<Figure> all = figures(source, curves);
    plan_figures(all, options, plan);
    write_figures(all, options);
    if (!options.page.empty()) {
      const ReportWords words{options.title.empty() ? title_of(source) : options.title, kVersion};
      write_whole(options.page, report_page(words.title, data_block(source, curves, words), network_panels(source)));
    }
    if (!options.quiet && !is_standard_output(options.page)) print_summary(source, options, all.size());
  } catch (const sweeps::FolderError& error) {
    throw UsageError(error.what());
  }
  return kDone;
}

}  // namespace

GraphCommand add_report_command(Command& program) {
  auto options = std::make_shared<ReportOptions>();
  Command command = program.add_command("report", "make a page of the curves, channels and failures of a sweep");
  command.footer(kReportExamples);
  command.add_option("FOLDER", options->folders, "what `trenza sweep` wrote; several: their series side by side")
      .required();
  command.add_option("-o,--output", options->page, "the page, one file of HTML; - is standard output")
      .value_name("FILE.html|-");
  command
      .add_option("--x", options->x, "the axis of the sweep along which curves go; default: traffic.load, if it is one")
      .value_name("KEY");
  command.add_option("--title", options->title, "of the page; default: the names of the experiments")
      .value_name("TEXT");
  command
      .add_option("--svg", options->svg, "write each curve as a figure, FOLDER/latency.svg and others; made if need be")
      .value_name("FOLDER");
  command
      .add_option("--pgf", options->pgf, "write each curve for PGFPlots: FOLDER/latency.tex with its data, latency.csv")
      .value_name("FOLDER");
  command.add_flag("-q,--quiet", options->quiet, "do not print what was written");
  return {command, [options] { return run_report(*options); }};
}

}  // namespace trenza::apps
