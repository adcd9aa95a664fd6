#include "apps/graph/report.h"

#include <fmt/core.h>

#include <filesystem>

#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "settings/network_spec.h"

namespace trenza::apps {

void add_output_options(Command& command, OutputOptions& options, const std::string& picture) {
  command.add_option("--json", options.json, "write the document; - is standard output, without the table")
      .value_name("FILE|-");
  command.add_flag("--csv", options.csv, "print the table as CSV");
  if (!picture.empty()) command.add_option("--plot", options.plot, picture).value_name("FILE.svg");
  command.add_flag("-q,--quiet", options.quiet, "print neither progress nor table");
}

void check_outputs(const OutputOptions& options, OutputPlan& plan) {
  if (is_standard_output(options.json) && options.csv) {
    throw UsageError(fmt::format(
        "--csv: --json {} writes to standard output already; expected a file for one of the two", options.json));
  }
  plan.writes(options.json, "--json");
  if (options.plot.empty()) return;
  if (std::filesystem::path(options.plot).extension() != ".svg")
    throw UsageError(fmt::format("--plot: `{}` does not end in .svg; expected the name of an SVG file", options.plot));
  plan.writes(options.plot, "--plot");
}

void reads_network(OutputPlan& plan, const std::string& spec) {
  const settings::NetworkSpec network = settings::read_network_spec(spec);
  const settings::Entry* const file = network.parameters.entry("file");
  if (file != nullptr) plan.reads(file->value.text, "the network");
}

bool is_for_programs(const OutputOptions& options) { return is_standard_output(options.json) || options.csv; }

void write_report(const Report& report, const OutputOptions& options) {
  if (!options.plot.empty()) write_whole(options.plot, report.drawing());
  if (!options.json.empty()) write_whole(options.json, report.document.dump(2) + "\n");
  if (options.csv) write_whole("-", csv_text(report.table));
  if (!options.quiet && !is_for_programs(options)) write_whole("-", report.text);
}

}  // namespace trenza::apps
