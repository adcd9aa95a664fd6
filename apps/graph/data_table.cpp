#include "apps/graph/data_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

std::string number_text(double number) {
  constexpr double kSmall = 0.1;
  if (number == 0 || std::fabs(number) >= kSmall) return fmt::format("{:.4f}", number);
  return fmt::format("{:.4g}", number);
}

std::string csv_cell(const Json& value) {
  if (value.is_null()) return "";
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  for (auto quote = text.find('"'); quote != std::string::npos; quote = text.find('"', quote + 2))
    text.insert(quote, "\"");
  return '"' + text + '"';
}

std::string list_text(const Json& list) {
  std::string text;
  for (const Json& item : list) text += (text.empty() ? "" : item.is_array() ? "; " : " ") + cell_text(item);
  return text;
}

}  // namespace

const Json& table_cell(const DataTable& table, const std::vector<Json>& row, const std::string& column) {
  static const Json nothing;
  const auto index =
      static_cast<std::size_t>(std::find(table.columns.begin(), table.columns.end(), column) - table.columns.begin());
  return index < row.size() ? row[index] : nothing;
}

Json finite_cell(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string cell_text(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number_float()) return number_text(value.get<double>());
  if (value.is_array()) return list_text(value);
  if (!value.is_object()) return value.dump();
  std::string text;
  for (const auto& [key, item] : value.items())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, cell_text(item));
  return text;
}

std::string people_table(const DataTable& table) {
  const std::size_t columns = table.columns.size();
  std::vector<std::vector<std::string>> lines{table.columns};
  std::vector<bool> is_text(columns, false);
  for (const auto& row : table.rows) {
    std::vector<std::string> line;
    for (std::size_t i = 0; i < columns; ++i) {
      line.push_back(cell_text(row[i]));
      if (row[i].is_string() || row[i].is_structured()) is_text[i] = true;
    }
    lines.push_back(std::move(line));
  }
  std::vector<std::size_t> widths(columns, 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < columns; ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const auto& line : lines) {
    std::string out;
    for (std::size_t i = 0; i < columns; ++i) {
      if (i > 0) out += "  ";
      out += is_text[i] ? fmt::format("{:<{}}", line[i], widths[i]) : fmt::format("{:>{}}", line[i], widths[i]);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  }
  return text;
}

std::string csv_text(const DataTable& table) {
  std::string text;
  for (const std::string& name : table.columns) text += (text.empty() ? "" : ",") + csv_cell(name);
  text += "\n";
  for (const auto& row : table.rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += (i == 0 ? "" : ",") + csv_cell(row[i]);
    text += line + "\n";
  }
  return text;
}

std::string markdown_text(const DataTable& table) {
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text = "|";
    for (std::string cell : cells) {
      for (auto bar = cell.find('|'); bar != std::string::npos; bar = cell.find('|', bar + 2)) cell.insert(bar, "\\");
      text += " " + cell + " |";
    }
    return text + "\n";
  };
  std::string text = line(table.columns) + "|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += "---|";
  text += "\n";
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (const Json& value : row) cells.push_back(cell_text(value));
    text += line(cells);
  }
  return text;
}

std::string json_lines(const DataTable& table) {
  std::string text;
  for (const auto& row : table.rows) {
    Json line = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i) line[table.columns[i]] = row[i];
    text += line.dump() + "\n";
  }
  return text;
}

DataTable record_table(const Json& record) {
  DataTable table{{"quantity", "value"}, {}};
  for (const auto& [key, value] : record.items()) table.rows.push_back({key, value});
  return table;
}

}  // namespace trenza::apps
