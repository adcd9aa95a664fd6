#include "apps/reproduce/row_filter.h"

#include <algorithm>
#include <cmath>

#include "settings/config_error.h"
#include "settings/form.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using settings::ConfigError;
using settings::Value;

bool is(const Json& value, const Value& expected) {
  constexpr double kEqual = 1e-9;
  if (value.is_number()) {
    const Json wanted = Json::parse(expected.text, nullptr, false);
    return wanted.is_number() && std::fabs(value.get<double>() - wanted.get<double>()) < kEqual;
  }
  return cell_text(value) == expected.text;
}

}  // namespace

RowFilter::RowFilter(const Value& where, const std::vector<std::string>& columns) {
  if (!where.is_map())
    throw ConfigError(where.place, "is " + where.description() + "; expected a map such as {columns: 24}");
  for (const settings::Entry& entry : where.entries) {
    if (std::find(columns.begin(), columns.end(), entry.key) == columns.end())
      throw ConfigError(entry.place, "is no column; expected one of " + settings::listed(columns) +
                                         settings::suggestion(entry.key, columns));
    if (!entry.value.is_list() || entry.value.items.empty()) settings::text_of(entry.value);
    for (const Value& item : entry.value.items) settings::text_of(item);
    wanted_.emplace_back(entry.key, entry.value);
  }
}

bool RowFilter::keeps(const DataTable& table, const DataRow& row) const {
  return std::all_of(wanted_.begin(), wanted_.end(), [&](const auto& one) {
    const Json& value = table_cell(table, row, one.first);
    if (!one.second.is_list()) return is(value, one.second);
    return std::any_of(one.second.items.begin(), one.second.items.end(),
                       [&](const Value& item) { return is(value, item); });
  });
}

}  // namespace trenza::apps
