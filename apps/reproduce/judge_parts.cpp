#include "apps/reproduce/judge_parts.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using settings::ConfigError;
using settings::Form;

}  // namespace

std::optional<double> number(const DataTable& table, const DataRow& row, const std::string& column) {
  const Json& value = table_cell(table, row, column);
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

std::string shown(double value) {
  return value == std::round(value) && std::fabs(value) < 1e9 ? fmt::format("{:.0f}", value)
                                                              : fmt::format("{:.4g}", value);
}

std::string column_of(Form& form, const std::string& word, const TableShape& shape) {
  std::string name = form.text(word);
  if (std::find(shape.columns.begin(), shape.columns.end(), name) != shape.columns.end()) return name;
  throw ConfigError(form.place(word), "`" + name + "` is no column; expected one of " +
                                          settings::listed(shape.columns) + settings::suggestion(name, shape.columns));
}

bool Limits::hold(double value, double more) const {
  constexpr double kRounding = 1e-9;
  return (!at_least || value >= *at_least - more - kRounding) && (!at_most || value <= *at_most + more + kRounding);
}

Verdict Limits::verdict(double value) const {
  if (hold(value, 0)) return Verdict::holds;
  return nearly > 0 && hold(value, nearly) ? Verdict::approximate : Verdict::fails;
}

Verdict Limits::verdict(double value, double half_width) const {
  if (half_width == 0) return verdict(value);
  if (hold(value - half_width, 0) && hold(value + half_width, 0)) return Verdict::holds;
  return hold(value, nearly + half_width) ? Verdict::approximate : Verdict::fails;
}

double not_negative(Form& form, const std::string& word) {
  const double value = form.number_if_given(word).value_or(0);
  if (value < 0) throw ConfigError(form.place(word), "is negative; expected a number from 0");
  return value;
}

Limits limits_of(Form& form) {
  Limits limits;
  limits.at_least = form.number_if_given("at_least");
  limits.at_most = form.number_if_given("at_most");
  limits.nearly = not_negative(form, "nearly");
  if (!limits.at_least && !limits.at_most)
    throw ConfigError(form.place(), "has no limit; expected `at_least`, `at_most` or both");
  if (limits.at_least && limits.at_most && *limits.at_least > *limits.at_most)
    throw ConfigError(form.place("at_least"), "is above `at_most`; expected a range");
  return limits;
}

Limits around(Form& form, const std::string& word) {
  const double centre = form.number(word);
  const double within = not_negative(form, "within");
  return {centre - within, centre + within, not_negative(form, "nearly")};
}

Limits limits_or_around(Form& form) {
  const bool is_range = form.has("at_least") || form.has("at_most");
  return is_range ? limits_of(form) : around(form, "is");
}

std::string RowNumber::text() const {
  return half_width && *half_width > 0 ? fmt::format("{} ± {:.2g}", shown(value), *half_width) : shown(value);
}

std::string label_of(const DataTable& table, const DataRow& row, const std::vector<std::string>& labels) {
  std::string text;
  for (const std::string& label : labels) {
    const Json& value = table_cell(table, row, label);
    if (!value.is_null())
      text += (text.empty() ? "" : ", ") + (value.is_number() ? shown(value.get<double>()) : cell_text(value));
  }
  return text;
}

std::vector<RowNumber> row_numbers(const DataTable& table, const DataRows& rows, const std::string& column,
                                   const std::vector<std::string>& labels, bool with_interval) {
  std::vector<RowNumber> numbers;
  for (const DataRow* const row : rows) {
    const auto value = number(table, *row, column);
    if (!value) continue;
    const auto half_width = with_interval ? number(table, *row, column + ".half_width") : std::nullopt;
    numbers.push_back({*value, label_of(table, *row, labels), half_width});
  }
  return numbers;
}

Judged missing(std::size_t numbers, std::size_t wanted) {
  return {"", std::nullopt, fmt::format("{} of {} rows have their numbers", numbers, wanted)};
}

Judged judge_all(const std::vector<RowNumber>& numbers, std::size_t wanted, const Limits& limits) {
  if (wanted == 0 || numbers.size() < wanted) return missing(numbers.size(), wanted);
  Verdict worst = Verdict::holds;
  std::size_t good = 0;
  for (const RowNumber& one : numbers) {
    const Verdict verdict = limits.verdict(one.value, one.half_width.value_or(0));
    worst = std::max(worst, verdict);
    good += verdict == Verdict::holds ? 1 : 0;
  }
  const auto place = [](const std::string& label) { return label.empty() ? "" : " (" + label + ")"; };
  const auto by_value = [](const RowNumber& one, const RowNumber& other) { return one.value < other.value; };
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end(), by_value);
  if (numbers.size() == 1) return {"", worst, least->text()};
  const std::string count = good == numbers.size() ? "" : fmt::format("; right in {} of {} rows", good, numbers.size());
  return {
      "", worst,
      fmt::format("from {}{} to {}{}{}", least->text(), place(least->label), most->text(), place(most->label), count)};
}

}  // namespace trenza::apps
