#include "apps/sweep/table_outputs.h"

#include "apps/graph/data_table.h"
#include "apps/output_file.h"

namespace trenza::apps {

void add_table_outputs(Command& command, TableOutputs& outputs) {
  command.add_option("--csv", outputs.csv, "write the table as CSV, with all digits; - is standard output")
      .value_name("FILE|-");
  command.add_option("--json-lines", outputs.json_lines, "write a JSON object for each row").value_name("FILE|-");
  command.add_option("--markdown", outputs.markdown, "write the table as Markdown").value_name("FILE|-");
}

void plan_table_outputs(const TableOutputs& outputs, OutputPlan& plan) {
  plan.writes(outputs.csv, "--csv");
  plan.writes(outputs.json_lines, "--json-lines");
  plan.writes(outputs.markdown, "--markdown");
}

void write_table(const sweeps::Table& table, const TableOutputs& outputs) {
  const DataTable data{table.columns, table.rows};
  if (!outputs.csv.empty()) write_whole(outputs.csv, csv_text(data));
  if (!outputs.json_lines.empty()) write_whole(outputs.json_lines, json_lines(data));
  if (!outputs.markdown.empty()) write_whole(outputs.markdown, markdown_text(data));
  if (outputs.csv.empty() && outputs.json_lines.empty() && outputs.markdown.empty())
    write_whole("-", people_table(data));
}

}  // namespace trenza::apps
