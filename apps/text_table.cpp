#include "apps/text_table.h"

#include <fmt/core.h>

#include <algorithm>

namespace trenza::apps {

namespace {

bool is_empty(const TableRow& row, std::size_t begin, std::size_t end) {
  return std::all_of(row.cells.begin() + static_cast<std::ptrdiff_t>(begin),
                     row.cells.begin() + static_cast<std::ptrdiff_t>(end),
                     [](const std::string& cell) { return cell.empty(); });
}

std::string block(const std::vector<std::string>& head, const std::vector<TableRow>& rows, std::size_t begin,
                  std::size_t end) {
  std::size_t label_width = 0;
  for (const TableRow& row : rows) label_width = std::max(label_width, row.label.size());
  std::vector<std::size_t> widths(head.size());
  for (std::size_t i = begin; i < end; ++i) {
    widths[i] = head[i].size();
    for (const TableRow& row : rows) widths[i] = std::max(widths[i], row.cells[i].size());
  }
  std::string text = std::string(label_width, ' ');
  for (std::size_t i = begin; i < end; ++i) text += fmt::format("  {:>{}}", head[i], widths[i]);
  text += "\n";
  for (const TableRow& row : rows) {
    if (is_empty(row, begin, end)) continue;
    std::string line = fmt::format("{:<{}}", row.label, label_width);
    for (std::size_t i = begin; i < end; ++i) line += fmt::format("  {:>{}}", row.cells[i], widths[i]);
    if (!row.unit.empty()) line += "  " + row.unit;
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::string text_table(const std::vector<std::string>& head, const std::vector<TableRow>& rows,
                       std::size_t columns_per_block) {
  std::string text;
  for (std::size_t begin = 0; begin < head.size(); begin += columns_per_block) {
    if (begin > 0) text += "\n";
    text += block(head, rows, begin, std::min(head.size(), begin + columns_per_block));
  }
  return text;
}

}  // namespace trenza::apps
