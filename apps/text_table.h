// Tables for people: columns of equal width, numbers to the right.
#pragma once

#include <string>
#include <vector>

namespace trenza::apps {

/// A row: what it is, one cell for each column, and the unit.
struct TableRow {
  std::string label;
  std::vector<std::string> cells;
  std::string unit;
};

/// The table as text: a head with the names of the columns, then the rows; blocks of at most `columns_per_block`
/// columns. Rows without any cell are left out.
std::string text_table(const std::vector<std::string>& head, const std::vector<TableRow>& rows,
                       std::size_t columns_per_block = 6);

}  // namespace trenza::apps
