// The results of a command about graphs, and the outputs that they are written to.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/graph/data_table.h"
#include "apps/options.h"
#include "apps/output_plan.h"

namespace trenza::apps {

/// The outputs that the options choose.
struct OutputOptions {
  std::string json;    ///< file, "-" for standard output, empty for none
  std::string plot;    ///< .svg file, empty for none
  bool csv = false;    ///< the table as CSV on standard output
  bool quiet = false;  ///< neither progress nor table
};

/// The result of a command.
struct Report {
  nlohmann::ordered_json document;       ///< of --json
  DataTable table;                       ///< of --csv
  std::string text;                      ///< for people
  std::function<std::string()> drawing;  ///< of --plot: the SVG text; empty function: there is none
};

/// Adds --json, --csv, --plot (described by `picture`; none if empty) and --quiet to a command.
void add_output_options(Command& command, OutputOptions& options, const std::string& picture);

/// Checks before the work that the outputs can be written, do not mix on standard output and are no inputs. `plan`
/// knows the inputs. Throws UsageError.
void check_outputs(const OutputOptions& options, OutputPlan& plan);

/// Tells the plan of the file that a SPEC of a network names, if it names one.
void reads_network(OutputPlan& plan, const std::string& spec);

/// Whether standard output carries a document or a table for programs. Then nothing else may be printed there.
bool is_for_programs(const OutputOptions& options);

/// Writes the report: files first (whole or not at all), then standard output. Throws UsageError.
void write_report(const Report& report, const OutputOptions& options);

}  // namespace trenza::apps
