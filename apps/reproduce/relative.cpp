#include "apps/reproduce/relative.h"

#include <algorithm>
#include <map>
#include <optional>

#include "apps/graph/data_table.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using settings::PaperRelative;
using sweeps::Row;
using sweeps::Rows;

std::optional<double> number(const Row& row, std::size_t column) {
  const Json& value = row.quantities[column].value;
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

/// Whether a choice along an axis is what a file calls `text`: 0.50 is 0.5.
bool is_called(const Json& choice, const std::string& text) {
  if (choice.is_number()) {
    const Json wanted = Json::parse(text, nullptr, false);
    return wanted.is_number() && wanted.get<double>() == choice.get<double>();
  }
  return cell_text(choice) == text;
}

/// The choices that the quotients of a row are to; nothing if no row has one of them.
std::optional<Json> partner_of(const Rows& rows, const Row& row, const PaperRelative& relative) {
  Json at = row.at;
  for (const auto& [axis, text] : relative.to) {
    const auto found = std::find_if(rows.rows.begin(), rows.rows.end(), [&, &key = axis, &name = text](const Row& one) {
      return one.at.contains(key) && is_called(one.at[key], name);
    });
    if (found == rows.rows.end()) return std::nullopt;
    at[axis] = found->at[axis];
  }
  return at;
}

/// Adds a column; the rows from `points` on are those of means.
void add_quotients(Rows& rows, const PaperRelative& relative, std::size_t of, std::size_t points) {
  std::map<std::string, std::size_t> place_by_choices;
  for (std::size_t k = 0; k < points; ++k) place_by_choices.emplace(rows.rows[k].at.dump(), k);
  std::vector<Json> quotients(points);
  for (std::size_t k = 0; k < points; ++k) {
    const std::optional<Json> at = partner_of(rows, rows.rows[k], relative);
    const auto partner = at ? place_by_choices.find(at->dump()) : place_by_choices.end();
    if (partner == place_by_choices.end()) continue;
    const auto above = number(rows.rows[k], of);
    const auto below = number(rows.rows[partner->second], of);
    if (above && below && *below != 0) quotients[k] = *above / *below;
  }
  rows.quantities.push_back(relative.name);
  for (std::size_t k = 0; k < rows.rows.size(); ++k)
    rows.rows[k].quantities.push_back({k < points ? quotients[k] : Json(), std::nullopt});
}

/// Adds the means of the last column along an axis to rows that are there already, or to new ones.
void add_means(Rows& rows, const std::string& axis, std::size_t points) {
  const std::size_t column = rows.quantities.size() - 1;
  std::vector<Json> order;
  std::map<std::string, std::vector<std::optional<double>>> values_by_choices;
  for (std::size_t k = 0; k < points; ++k) {
    Json at = rows.rows[k].at;
    at[axis] = kAverage;
    auto& values = values_by_choices[at.dump()];
    if (values.empty()) order.push_back(at);
    values.push_back(number(rows.rows[k], column));
  }
  for (const Json& at : order) {
    double sum = 0;
    const auto& values = values_by_choices[at.dump()];
    if (std::any_of(values.begin(), values.end(), [](const auto& value) { return !value; })) continue;
    for (const auto& value : values) sum += *value;
    auto row = std::find_if(rows.rows.begin() + static_cast<std::ptrdiff_t>(points), rows.rows.end(),
                            [&](const Row& one) { return one.at == at; });
    if (row == rows.rows.end())
      row = rows.rows.insert(row, Row{at, "finished", std::vector<sweeps::Quantity>(rows.quantities.size())});
    row->quantities[column].value = sum / static_cast<double>(values.size());
  }
}

}  // namespace

void add_relative(Rows& rows, const settings::PaperSection& section) {
  const std::size_t points = rows.rows.size();
  for (const PaperRelative& relative : section.relative) {
    const auto of = std::find_if(section.columns.begin(), section.columns.end(),
                                 [&](const settings::PaperColumn& column) { return column.name == relative.of; });
    add_quotients(rows, relative, static_cast<std::size_t>(of - section.columns.begin()), points);
    if (!relative.average.empty()) add_means(rows, relative.average, points);
  }
}

}  // namespace trenza::apps
