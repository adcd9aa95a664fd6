// Results as columns and rows: for people, and for programs that read CSV.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace trenza::apps {

/// Named columns and rows of values: numbers, texts, truth values, or null for what is not there. Every row has one
/// value for each column.
struct DataTable {
  std::vector<std::string> columns;
  std::vector<std::vector<nlohmann::ordered_json>> rows;
};

/// The value of a row in a column; null if the table has no such column.
const nlohmann::ordered_json& table_cell(const DataTable& table, const std::vector<nlohmann::ordered_json>& row,
                                         const std::string& column);

/// A number; null if it is not finite.
nlohmann::ordered_json finite_cell(double value);

/// A value as people read it: integers as they are, other numbers with 4 decimals (more digits if they are small),
/// lists and maps in one line, "-" for null.
std::string cell_text(const nlohmann::ordered_json& value);

/// The table with aligned columns, one line for each row.
std::string people_table(const DataTable& table);

/// The table as CSV (RFC 4180 with \n): a line of names, then the rows. Numbers have all their digits.
std::string csv_text(const DataTable& table);

/// The table as Markdown, cells as people_table has them.
std::string markdown_text(const DataTable& table);

/// A JSON object for each row, one on each line, with the columns as keys.
std::string json_lines(const DataTable& table);

/// Two columns: what it is, and the value. For results that are one record.
DataTable record_table(const nlohmann::ordered_json& record);

}  // namespace trenza::apps
