// The forms in which tables of sweeps are written.
#pragma once

#include <string>

#include "apps/options.h"
#include "apps/output_plan.h"
#include "sweeps/table.h"

namespace trenza::apps {

/// Files, "-" for standard output, empty for none.
struct TableOutputs {
  std::string csv;
  std::string json_lines;
  std::string markdown;
};

void add_table_outputs(Command& command, TableOutputs& outputs);

/// Checks before the work that they can be written. Throws UsageError.
void plan_table_outputs(const TableOutputs& outputs, OutputPlan& plan);

/// Writes what is asked for; without any option the table for people, on standard output. Throws UsageError.
void write_table(const sweeps::Table& table, const TableOutputs& outputs);

}  // namespace trenza::apps
