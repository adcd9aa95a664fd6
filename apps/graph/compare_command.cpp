// trenza compare: Table 1 of the iBT paper, recomputed.
#include <fmt/core.h>

#include <memory>

#include "apps/claims/claim.h"
#include "apps/exit_status.h"
#include "apps/graph/graph_commands.h"
#include "apps/graph/report.h"
#include "apps/graph/step_progress.h"
#include "apps/plot/curve_plot.h"
#include "apps/threads.h"
#include "graphs/peers/table1.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using graphs::Table1Evidence;
using graphs::Table1Row;
using graphs::Table1Values;

struct CompareOptions {
  OutputOptions output;
  int threads = 0;
  int sources = graphs::Table1Options{}.sampled_sources;
  std::uint64_t seed = 1;
  bool claims = false;
  bool markdown = false;
};

const char* const kCompareExamples =
    "Examples:\n"
    "  trenza compare                        nine networks of a million nodes, some seconds\n"
    "  trenza compare --sources 0            the de Bruijn graph from all of its sources, about a minute\n"
    "  trenza compare --json table1.json --plot table1.svg\n"
    "  trenza compare --claims               what the papers claim, and the verdict of the computation";

const char* evidence_text(Table1Evidence evidence) {
  switch (evidence) {
    case Table1Evidence::exact:
      return "exact";
    case Table1Evidence::sampled:
      return "sampled";
    case Table1Evidence::literature:
      return "literature";
  }
  return "";
}

Json values_record(int degree, std::int64_t nodes, const Table1Values& values) {
  return {{"degree", degree},
          {"nodes", nodes},
          {"diameter", values.diameter},
          {"mean_distance_with_self", values.mean},
          {"deviation_with_self", values.deviation}};
}

Json row_record(const Table1Row& row) {
  const bool computed = row.evidence != Table1Evidence::literature;
  Json record = {{"network", row.network},
                 {"printed", values_record(row.printed_degree, row.printed_nodes, row.printed)},
                 {"computed", computed ? values_record(row.degree, row.nodes, row.computed) : Json(nullptr)},
                 {"evidence", evidence_text(row.evidence)},
                 {"sources", row.sources},
                 {"standard_error", row.standard_error},
                 {"confirmed", computed ? Json(graphs::confirms_print(row)) : Json(nullptr)},
                 {"note", row.note}};
  return record;
}

/// A number with two decimals, as the paper prints it.
Json two_decimals(double number) { return fmt::format("{:.2f}", number); }

DataTable csv_table(const std::vector<Table1Row>& rows) {
  DataTable table{{"network", "printed_degree", "degree", "printed_nodes", "nodes", "printed_diameter", "diameter",
                   "printed_mean", "mean", "printed_deviation", "deviation", "evidence", "confirmed", "note"},
                  {}};
  for (const Table1Row& row : rows) {
    const bool computed = row.evidence != Table1Evidence::literature;
    const auto only = [&](const Json& value) { return computed ? value : Json(nullptr); };
    table.rows.push_back({row.network, row.printed_degree, only(row.degree), row.printed_nodes, only(row.nodes),
                          row.printed.diameter, only(row.computed.diameter), row.printed.mean, only(row.computed.mean),
                          row.printed.deviation, only(row.computed.deviation), evidence_text(row.evidence),
                          only(graphs::confirms_print(row)), row.note});
  }
  return table;
}

/// Printed and computed beside each other, without the notes.
std::string people_text(const std::vector<Table1Row>& rows) {
  DataTable table{
      {"network", "nodes", "degree", "diameter", "computed", "mean", "computed", "deviation", "computed", "verdict"},
      {}};
  std::string notes;
  for (const Table1Row& row : rows) {
    const bool computed = row.evidence != Table1Evidence::literature;
    const auto only = [&](const Json& value) { return computed ? value : Json(nullptr); };
    const char* const verdict = !computed ? "literature value" : graphs::confirms_print(row) ? "confirmed" : "differs";
    table.rows.push_back({row.network, row.printed_nodes, row.printed_degree, row.printed.diameter,
                          only(row.computed.diameter), two_decimals(row.printed.mean), only(row.computed.mean),
                          two_decimals(row.printed.deviation), only(row.computed.deviation), verdict});
    if (!row.note.empty()) notes += fmt::format("  {}: {}\n", row.network, row.note);
  }
  return "Table 1 of the iBT paper: as printed, and computed (means over all nodes, self included)\n\n" +
         people_table(table) + "\n" + notes;
}

std::string points_drawing(const std::vector<Table1Row>& rows) {
  Panel diameters{"diameter", "degree", "hops", {}};
  Panel means{"mean distance", "degree", "hops, self included", {}};
  for (const Table1Row& row : rows) {
    const auto degree = static_cast<double>(row.degree);
    diameters.curves.push_back({row.network, {{degree, static_cast<double>(row.computed.diameter)}}});
    means.curves.push_back({row.network, {{degree, row.computed.mean}}});
  }
  return curves_svg({diameters, means});
}

/// The claims of one paper as rows, each judged now.
void judge(const ClaimGroup& group, StepProgress& bar, DataTable& table) {
  for (const Claim& claim : group.claims) {
    const Finding finding = claim.check();
    table.rows.push_back({claim.id, group.paper, claim.claim, verdict_text(finding.verdict), finding.computed});
    bar.step();
  }
}

/// Text in a cell of a Markdown table.
std::string markdown_cell(const Json& value) {
  std::string text = value.get<std::string>();
  for (auto bar = text.find('|'); bar != std::string::npos; bar = text.find('|', bar + 2)) text.insert(bar, "\\");
  return text;
}

std::string claims_markdown(const DataTable& table) {
  std::string text;
  std::string paper;
  for (const auto& row : table.rows) {
    if (row[1] != paper) {
      paper = row[1].get<std::string>();
      text += fmt::format("{}## {}\n\n| | claim | verdict | computed |\n|---|---|---|---|\n", text.empty() ? "" : "\n",
                          paper);
    }
    text += fmt::format("| {} | {} | {} | {} |\n", markdown_cell(row[0]), markdown_cell(row[2]), markdown_cell(row[3]),
                        markdown_cell(row[4]));
  }
  return text;
}

std::string claims_text(const DataTable& table) {
  std::string text;
  std::string paper;
  for (const auto& row : table.rows) {
    if (row[1] != paper) {
      paper = row[1].get<std::string>();
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", paper);
    }
    text += fmt::format("  {:<4} {:<12} {}\n                    {}\n", row[0].get<std::string>(),
                        row[3].get<std::string>(), row[2].get<std::string>(), row[4].get<std::string>());
  }
  return text;
}

int run_claims(const CompareOptions& options) {
  const std::vector<ClaimGroup> groups = all_claims();
  std::size_t claims = 0;
  for (const ClaimGroup& group : groups) claims += group.claims.size();
  Report report;
  report.table.columns = {"id", "paper", "claim", "verdict", "computed"};
  {
    StepProgress bar("claims", claims, !options.output.quiet);
    for (const ClaimGroup& group : groups) judge(group, bar, report.table);
  }
  report.document["claims"] = Json::array();
  for (const auto& row : report.table.rows)
    report.document["claims"].push_back(
        {{"id", row[0]}, {"paper", row[1]}, {"claim", row[2]}, {"verdict", row[3]}, {"computed", row[4]}});
  report.text = options.markdown ? claims_markdown(report.table) : claims_text(report.table);
  write_report(report, options.output);
  return 0;
}

int run_compare(const CompareOptions& options) {
  OutputPlan plan;
  check_outputs(options.output, plan);
  if (options.claims) {
    if (!options.output.plot.empty()) throw UsageError("--plot: does not apply to --claims, which is text");
    return run_claims(options);
  }
  if (options.markdown) throw UsageError("--markdown: is for --claims only");
  if (!options.output.plot.empty()) check_gnuplot();
  std::vector<Table1Row> rows;
  {
    StepProgress bar("compare", 0, !options.output.quiet);
    graphs::Table1Options how;
    how.threads = threads_of(options.threads);
    how.sampled_sources = options.sources;
    how.seed = options.seed;
    how.progress = [&](std::size_t done, std::size_t total) { bar.set(done, total); };
    rows = graphs::table1(how);
  }
  Report report;
  report.document["rows"] = Json::array();
  for (const Table1Row& row : rows) report.document["rows"].push_back(row_record(row));
  report.table = csv_table(rows);
  report.text = people_text(rows);
  report.drawing = [&] { return points_drawing(rows); };
  write_report(report, options.output);
  return 0;
}

}  // namespace

GraphCommand add_compare_command(Command& program) {
  Command command = program.add_command("compare", "Table 1 of the iBT paper, recomputed beside what is printed");
  command.footer(kCompareExamples);
  const auto options = std::make_shared<CompareOptions>();
  constexpr int kMostSources = 1 << 20;
  command.add_option("--sources", options->sources, "random sources of the de Bruijn graph; 0: all, exactly")
      .in_range(0, kMostSources)
      .shows_default();
  command.add_option("--seed", options->seed, "seed of those sources").shows_default();
  add_threads_option(command, options->threads);
  command.add_flag("--claims", options->claims, "judge what the papers claim of all these networks instead");
  command.add_flag("--markdown", options->markdown, "print the claims as the tables of docs/claims.md");
  add_output_options(command, options->output, "draw diameters and means over the degree");
  return {command, [options] { return run_compare(*options); }};
}

}  // namespace trenza::apps
