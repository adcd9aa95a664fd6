// Which rows of a table a judgement or a picture is about.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/reproduce/judge_functions.h"
#include "settings/value.h"

namespace trenza::apps {

/// Rows that have these values in these columns, or one of a list of values.
class RowFilter {
 public:
  /// All rows.
  RowFilter() = default;
  /// Reads {COLUMN: VALUE, COLUMN: [VALUES]}. Throws ConfigError for what is no map, and for unknown columns.
  RowFilter(const settings::Value& where, const std::vector<std::string>& columns);

  bool keeps(const DataTable& table, const DataRow& row) const;

 private:
  std::vector<std::pair<std::string, settings::Value>> wanted_;
};

}  // namespace trenza::apps
