#include "apps/reproduce/reproduce_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/output_file.h"
#include "apps/reproduce/paper_file.h"
#include "apps/reproduce/paper_page.h"
#include "apps/reproduce/stored_figure.h"
#include "apps/run_pool.h"
#include "apps/sweep/lead_sweep.h"
#include "microarch/output_file.h"
#include "settings/config_error.h"
#include "sweeps/folder.h"
#include "sweeps/rows.h"

namespace trenza::apps {

namespace {

namespace fs = std::filesystem;

const char* const kReproduceExamples =
    "Examples:\n"
    "  trenza reproduce                                        all papers of configs/papers, into reproduced/\n"
    "  trenza reproduce peripheral-twists                      one paper\n"
    "  trenza reproduce task-mapping/figure-7-latency --set run.cycles=4000\n"
    "  trenza reproduce --stored                               the pages anew, from what is there";

struct ReproduceOptions {
  std::vector<std::string> papers;
  std::string sources = "configs/papers";
  std::string folder = "reproduced";
  std::vector<std::string> settings;
  int jobs = 0;
  bool stored = false;
  bool quiet = false;
};

/// A paper, and which of its files run.
struct Wanted {
  Paper paper;
  std::vector<std::string> stems;  ///< empty: all
};

std::vector<Wanted> wanted_papers(const ReproduceOptions& options) {
  const std::vector<std::string> names = paper_names(options.sources);
  std::vector<settings::Override> overrides;
  for (const std::string& setting : options.settings) overrides.push_back(settings::parse_override("--set", setting));
  std::vector<std::pair<std::string, std::vector<std::string>>> asked;
  for (const std::string& text : options.papers.empty() ? names : options.papers) {
    const auto slash = text.find('/');
    const std::string name = text.substr(0, slash);
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw UsageError(fmt::format("PAPER: `{}` is no paper of {}; expected {}{}", name, options.sources,
                                   settings::listed(names), settings::suggestion(name, names)));
    auto known = std::find_if(asked.begin(), asked.end(), [&](const auto& one) { return one.first == name; });
    const bool is_new = known == asked.end();
    if (is_new) known = asked.insert(asked.end(), {name, {}});
    if (slash == std::string::npos) {
      known->second.clear();
    } else if (is_new || !known->second.empty()) {
      known->second.push_back(text.substr(slash + 1));
    }
  }
  std::vector<Wanted> wanted;
  for (auto& [name, stems] : asked) {
    Wanted one{read_paper((fs::path(options.sources) / name).string(), overrides), stems};
    std::vector<std::string> known;
    for (const PaperFile& file : one.paper.files) known.push_back(file.stem);
    for (const std::string& stem : stems) {
      if (std::find(known.begin(), known.end(), stem) == known.end())
        throw UsageError(fmt::format("PAPER: `{}/{}` is no part of the paper; expected {}{}", name, stem,
                                     settings::listed(known), settings::suggestion(stem, known)));
    }
    wanted.push_back(std::move(one));
  }
  return wanted;
}

void check_interrupt() {
  if (interrupt_signal() == 0) return;
  throw RunFailure(kInterrupted + interrupt_signal(), "interrupted; the same command goes on with what is missing");
}

/// Computes and simulates what is missing. Returns the exit status.
int run_missing(const Wanted& wanted, const ReproduceOptions& options, ClaimBook& claims) {
  const std::string folder = (fs::path(options.folder) / wanted.paper.name).string();
  const int jobs = options.jobs > 0 ? options.jobs : default_jobs();
  int status = kDone;
  for (const PaperFile& file : wanted.paper.files) {
    const bool is_wanted =
        wanted.stems.empty() || std::find(wanted.stems.begin(), wanted.stems.end(), file.stem) != wanted.stems.end();
    if (!is_wanted) continue;
    if (!options.quiet) fmt::print(stderr, "trenza: {}/{}\n", wanted.paper.name, file.stem);
    check_interrupt();
    store_computed(folder, file, claims, jobs);
    check_interrupt();
    if (!file.plan) continue;
    const int ended = lead_sweep(*file.plan, {sweep_folder(folder, file), false, options.quiet}, local_scheduler(jobs));
    check_interrupt();
    status = std::max(status, ended);
  }
  return status;
}

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw UsageError(fmt::format("--folder {}: cannot be made: {}", folder, error.message()));
}

/// The page of a paper, its pictures and tables.
PaperSummary write_page(const Paper& paper, const ReproduceOptions& options) {
  const std::string folder = (fs::path(options.folder) / paper.name).string();
  std::vector<PageFigure> figures;
  for (const PaperFile& file : paper.files) {
    PageFigure figure{&file, read_stored(folder, file), {}};
    figure.judged = judge(file, figure.stored);
    figures.push_back(std::move(figure));
  }
  make_folder(folder);
  for (const PageFigure& figure : figures) {
    if (figure.stored.table.rows.empty()) continue;
    write_whole((fs::path(folder) / table_name(figure)).string(), csv_text(figure.stored.table));
    if (const std::string picture = picture_name(figure); !picture.empty())
      write_whole((fs::path(folder) / picture).string(), picture_svg(figure));
  }
  write_whole((fs::path(options.folder) / (paper.name + ".md")).string(), paper_page(paper, figures, paper.name));
  return summary_of(paper, figures);
}

int run_reproduce(const ReproduceOptions& options) {
  install_interrupt_handlers();
  try {
    const std::vector<Wanted> wanted = wanted_papers(options);
    if (options.stored && !fs::is_directory(options.folder))
      throw UsageError(
          fmt::format("--folder {}: is no folder; expected one that `trenza reproduce` made", options.folder));
    ClaimBook claims;
    int status = kDone;
    DataTable table{{"paper", "hold", "approximate", "fail", "not run", "page"}, {}};
    for (const Wanted& one : wanted) {
      if (!options.stored) status = std::max(status, run_missing(one, options, claims));
      const PaperSummary found = write_page(one.paper, options);
      table.rows.push_back({found.name, found.holds, found.approximate, found.fails, found.open,
                            (fs::path(options.folder) / (found.name + ".md")).string()});
    }
    if (!options.quiet) write_whole("-", people_table(table));
    return status;
  } catch (const sweeps::FolderError& error) {
    throw UsageError(error.what());
  } catch (const sweeps::ColumnError& error) {
    throw UsageError(std::string("columns: ") + error.what());
  } catch (const microarch::OutputError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

GraphCommand add_reproduce_command(Command& program) {
  auto options = std::make_shared<ReproduceOptions>();
  Command command =
      program.add_command("reproduce", "run and judge the figures and tables of papers; a page for each of them");
  command.footer(kReproduceExamples);
  command.add_option("PAPER", options->papers, "names of papers, or of parts as in ibt/figure-3; default: all");
  command.add_option("--papers", options->sources, "folder of the papers, each a folder of YAML files")
      .value_name("FOLDER")
      .shows_default();
  command.add_option("--folder", options->folder, "folder of points and pages; made if need be")
      .value_name("FOLDER")
      .shows_default();
  command.add_option("--set", options->settings, "set a key of every sweep, as trenza sweep does; may be repeated")
      .value_name("KEY=VALUE")
      .repeatable();
  command.add_option("--jobs", options->jobs, "points at a time; default: the processors")
      .value_name("N")
      .in_range(1, 1024);
  command.add_flag("--stored", options->stored, "run nothing: make the pages of what is there");
  command.add_flag("-q,--quiet", options->quiet, "print neither progress nor what was done");
  return {command, [options] { return run_reproduce(*options); }};
}

}  // namespace trenza::apps
