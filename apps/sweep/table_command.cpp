#include <fmt/core.h>

#include <cstdio>
#include <memory>
#include <sstream>

#include "apps/exit_status.h"
#include "apps/sweep/sweep_commands.h"
#include "apps/sweep/table_outputs.h"
#include "sweeps/contract.h"
#include "sweeps/folder.h"
#include "sweeps/rows.h"
#include "sweeps/table.h"

namespace trenza::apps {

namespace {

const char* const kTableExamples =
    "Examples:\n"
    "  trenza table out                                        the usual quantities of every point\n"
    "  trenza table out --over seeds --csv out.csv             means over seeds, and half of their 95 % intervals\n"
    "  trenza table out --columns latency.mean,hops.mean,config.router.arbiter --markdown -\n"
    "  trenza table out --found                                what `stop` or `find` found";

const char* const kDiffExamples =
    "Examples:\n"
    "  trenza diff before after                                which points differ beyond their intervals\n"
    "  trenza diff before after --columns latency.p99 --csv -\n"
    "\n"
    "Exit status: 0 nothing differs; 1 something does, or one of them has points that the other lacks.";

struct TableOptions {
  std::string folder;
  std::string columns;
  std::string over;
  bool found = false;
  TableOutputs outputs;
};

struct DiffOptions {
  std::string one;
  std::string other;
  std::string columns;
  TableOutputs outputs;
};

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

/// Says what is in a folder that is not of its sweep, and whether the sweep is of another program.
void warn(const sweeps::Folder& folder) {
  for (const std::string& strange : folder.strange_files())
    fmt::print(stderr, "trenza: {}/{}\n", folder.path(), strange);
  if (folder.index().contract != sweeps::kContractVersion) {
    fmt::print(stderr, "trenza: {} was made by another version of trenza; `trenza sweep` runs its points again\n",
               folder.path());
  }
}

template <class Body>
int with_folder_errors(Body body) {
  try {
    return body();
  } catch (const sweeps::FolderError& error) {
    throw UsageError(error.what());
  } catch (const sweeps::ColumnError& error) {
    throw UsageError(std::string("--columns ") + error.what());
  }
}

int run_table(const TableOptions& options) {
  return with_folder_errors([&] {
    const sweeps::Folder folder(options.folder, sweeps::Folder::Access::read);
    OutputPlan plan;
    plan_table_outputs(options.outputs, plan);
    warn(folder);
    if (options.found) {
      const sweeps::Table table = sweeps::search_table(folder.index());
      if (table.rows.empty())
        throw UsageError("--found: the sweep has neither `stop` nor `find`, or has not come to an end of a line");
      write_table(table, options.outputs);
      return kDone;
    }
    const sweeps::Rows rows = sweeps::read_rows(folder, words_of(options.columns));
    write_table(options.over.empty() ? sweeps::point_table(rows) : sweeps::seed_table(rows), options.outputs);
    return kDone;
  });
}

int run_diff(const DiffOptions& options) {
  return with_folder_errors([&] {
    const sweeps::Folder one(options.one, sweeps::Folder::Access::read);
    const sweeps::Folder other(options.other, sweeps::Folder::Access::read);
    OutputPlan plan;
    plan_table_outputs(options.outputs, plan);
    warn(one);
    warn(other);
    const std::vector<std::string> columns = words_of(options.columns);
    const sweeps::Difference found =
        sweeps::difference(sweeps::read_rows(one, columns), sweeps::read_rows(other, columns));
    const bool same = found.table.rows.empty() && found.alone.empty();
    for (const std::string& alone : found.alone) fmt::print(stderr, "trenza: {}\n", alone);
    fmt::print(stderr, "trenza: {} points compared over their seeds; {} quantities differ\n", found.compared,
               found.table.rows.size());
    if (!found.table.rows.empty()) write_table(found.table, options.outputs);
    return same ? kDone : kFault;
  });
}

const char* const kColumns = "quantities by their key paths in the documents, separated by commas";

}  // namespace

GraphCommand add_table_command(Command& program) {
  auto options = std::make_shared<TableOptions>();
  Command command = program.add_command("table", "print the results of a sweep, points in the order of the sweep");
  command.footer(kTableExamples);
  command.add_option("FOLDER", options->folder, "what `trenza sweep` wrote").required();
  command.add_option("--columns", options->columns, kColumns).value_name("KEY,KEY");
  command.add_option("--over", options->over, "a row for the points that differ in their seed alone")
      .value_name("seeds")
      .one_of({"seeds"});
  command.add_flag("--found", options->found, "print what `stop` or `find` found instead");
  add_table_outputs(command, options->outputs);
  return {command, [options] { return run_table(*options); }};
}

GraphCommand add_diff_command(Command& program) {
  auto options = std::make_shared<DiffOptions>();
  Command command = program.add_command("diff", "compare two sweeps: what differs beyond the 95 % intervals");
  command.footer(kDiffExamples);
  command.add_option("A", options->one, "what `trenza sweep` wrote").required();
  command.add_option("B", options->other, "the same, of another sweep").required();
  command.add_option("--columns", options->columns, kColumns).value_name("KEY,KEY");
  add_table_outputs(command, options->outputs);
  return {command, [options] { return run_diff(*options); }};
}

}  // namespace trenza::apps
