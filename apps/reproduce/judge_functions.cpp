#include "apps/reproduce/judge_functions.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "apps/reproduce/judge_parts.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using settings::ConfigError;
using settings::Form;
using settings::Value;

/// A column, or a number in the place of one.
struct Operand {
  std::string column;
  double constant = 0;

  std::optional<double> at(const DataTable& table, const DataRow& row) const {
    return column.empty() ? std::optional(constant) : number(table, row, column);
  }
};

Operand operand_of(Form& form, const std::string& word, const TableShape& shape) {
  const Value& value = form.needed(word, "a column, or a number");
  const bool is_column =
      value.is_scalar() && std::find(shape.columns.begin(), shape.columns.end(), value.text) != shape.columns.end();
  if (is_column) return {value.text, 0};
  try {
    return {"", settings::number_of(value)};
  } catch (const ConfigError&) {
    return {column_of(form, word, shape), 0};
  }
}

Judge of_two(Form& form, const TableShape& shape, double (*combine)(double, double)) {
  const std::string of = column_of(form, "of", shape);
  const Operand to = operand_of(form, "to", shape);
  const Limits limits = limits_of(form);
  return [=, labels = shape.labels](const DataTable& table, const DataRows& rows) {
    std::vector<RowNumber> numbers;
    for (const DataRow* const row : rows) {
      const auto one = number(table, *row, of);
      const auto other = to.at(table, *row);
      if (one && other) numbers.push_back({combine(*one, *other), label_of(table, *row, labels), std::nullopt});
    }
    return judge_all(numbers, rows.size(), limits);
  };
}

Judge read_ratio(Form& form, const TableShape& shape) {
  return of_two(form, shape, [](double one, double other) { return one / other; });
}

Judge read_difference(Form& form, const TableShape& shape) {
  return of_two(form, shape, [](double one, double other) { return one - other; });
}

Judge read_value(Form& form, const TableShape& shape) {
  const std::string of = column_of(form, "of", shape);
  const Limits limits = limits_or_around(form);
  const bool with_interval = form.boolean("interval", false);
  return [=, labels = shape.labels](const DataTable& table, const DataRows& rows) {
    return judge_all(row_numbers(table, rows, of, labels, with_interval), rows.size(), limits);
  };
}

Judge read_all(Form& form, const TableShape& shape) {
  const std::string of = column_of(form, "of", shape);
  return [of](const DataTable& table, const DataRows& rows) -> Judged {
    std::size_t known = 0;
    std::size_t good = 0;
    for (const DataRow* const row : rows) {
      const Json& value = table_cell(table, *row, of);
      known += value.is_boolean() ? 1 : 0;
      good += value.is_boolean() && value.get<bool>() ? 1 : 0;
    }
    if (known == 0) return missing(known, rows.size());
    return {"", good == known ? Verdict::holds : Verdict::fails, fmt::format("{} of {}", good, known)};
  };
}

/// The rows of a series, by a column of numbers.
std::map<double, const DataRow*> along_of(const DataTable& table, const DataRows& rows, const std::string& series,
                                          const std::string& name, const std::string& along) {
  std::map<double, const DataRow*> found;
  for (const DataRow* const row : rows) {
    const auto place = number(table, *row, along);
    if (place && cell_text(table_cell(table, *row, series)) == name) found[*place] = row;
  }
  return found;
}

Judge read_against(Form& form, const TableShape& shape) {
  const std::string of = column_of(form, "of", shape);
  const std::string along = column_of(form, "along", shape);
  const std::string series = column_of(form, "series", shape);
  const std::string first = form.text("first");
  const std::string second = form.text("second");
  const Limits limits = limits_of(form);
  return [=](const DataTable& table, const DataRows& rows) {
    std::vector<RowNumber> numbers;
    const auto other = along_of(table, rows, series, second, along);
    const auto one = along_of(table, rows, series, first, along);
    for (const auto& [place, row] : one) {
      const auto partner = other.find(place);
      if (partner == other.end()) continue;
      const auto above = number(table, *row, of);
      const auto below = number(table, *partner->second, of);
      if (above && below) numbers.push_back({*above / *below, along + " " + shown(place), std::nullopt});
    }
    return judge_all(numbers, std::max(one.size(), other.size()), limits);
  };
}

/// Where the first series stops being above (or below) the second; none: nowhere, or numbers are missing.
std::optional<double> crossing_of(const DataTable& table, const std::map<double, const DataRow*>& first,
                                  const std::map<double, const DataRow*>& second, const std::string& of) {
  std::optional<std::pair<double, double>> last;  // place, difference
  for (const auto& [place, row] : first) {
    const auto partner = second.find(place);
    if (partner == second.end()) continue;
    const auto one = number(table, *row, of);
    const auto other = number(table, *partner->second, of);
    if (!one || !other) continue;
    const double apart = *one - *other;
    if (last && last->second * apart < 0)
      return last->first + (place - last->first) * last->second / (last->second - apart);
    if (apart != 0) last = {place, apart};
  }
  return std::nullopt;
}

Judge read_crossing(Form& form, const TableShape& shape) {
  const std::string of = column_of(form, "of", shape);
  const std::string along = column_of(form, "along", shape);
  const std::string series = column_of(form, "series", shape);
  const std::string first = form.text("first");
  const std::string second = form.text("second");
  const Operand expected = operand_of(form, "at", shape);
  const double within = not_negative(form, "within");
  const double nearly = not_negative(form, "nearly");
  return [=](const DataTable& table, const DataRows& rows) -> Judged {
    const auto one = along_of(table, rows, series, first, along);
    const auto other = along_of(table, rows, series, second, along);
    const auto found = crossing_of(table, one, other, of);
    const auto wanted =
        expected.column.empty() ? std::optional(expected.constant) : crossing_of(table, one, other, expected.column);
    if (!wanted) return {"", std::nullopt, "the curves to compare with do not cross"};
    if (!found)
      return {"", std::nullopt, fmt::format("no crossing among the points that are there ({})", shown(*wanted))};
    const Limits limits{*wanted - within, *wanted + within, nearly};
    return {"", limits.verdict(*found),
            fmt::format("at {} = {}, to compare with {}", along, shown(*found), shown(*wanted))};
  };
}

/// Ranks from 0, equals share theirs.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<double> ranks;
  for (const double value : values) {
    double rank = -0.5;
    for (const double other : values) rank += other < value ? 1 : other == value ? 0.5 : 0;
    ranks.push_back(rank);
  }
  return ranks;
}

double correlation(const std::vector<double>& one, const std::vector<double>& other) {
  const auto count = static_cast<double>(one.size());
  double mean_one = 0;
  double mean_other = 0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    mean_one += one[k] / count;
    mean_other += other[k] / count;
  }
  double products = 0;
  double squares_one = 0;
  double squares_other = 0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    products += (one[k] - mean_one) * (other[k] - mean_other);
    squares_one += (one[k] - mean_one) * (one[k] - mean_one);
    squares_other += (other[k] - mean_other) * (other[k] - mean_other);
  }
  const double both = std::sqrt(squares_one * squares_other);
  return both > 0 ? products / both : 0;
}

Judge read_order(Form& form, const TableShape& shape) {
  const std::string of = column_of(form, "of", shape);
  const std::string as = column_of(form, "as", shape);
  const Limits limits = limits_of(form);
  return [=](const DataTable& table, const DataRows& rows) -> Judged {
    std::vector<double> one;
    std::vector<double> other;
    for (const DataRow* const row : rows) {
      const auto value = number(table, *row, of);
      const auto partner = number(table, *row, as);
      if (!value || !partner) continue;
      one.push_back(*value);
      other.push_back(*partner);
    }
    if (one.size() < 3 || one.size() < rows.size()) return missing(one.size(), rows.size());
    const double rank = correlation(ranks_of(one), ranks_of(other));
    return {
        "", limits.verdict(rank),
        fmt::format("rank correlation {:.3f}, linear {:.3f}, of {} rows", rank, correlation(one, other), one.size())};
  };
}

}  // namespace

const std::vector<JudgeFunction>& judge_functions() {
  static const std::vector<JudgeFunction> all = {
      {"ratio", "{of: simulated, to: model, at_least: 0.9, at_most: 1}", read_ratio},
      {"difference", "{of: simulated, to: model, at_least: 0, at_most: 2}", read_difference},
      {"value", "{of: diameter, is: 12}", read_value},
      {"all", "{of: confirmed}", read_all},
      {"crossing",
       "{of: simulated, along: alpha, series: series, first: RT id, second: RTT id, at: model, within: 0.05}",
       read_crossing},
      {"against", "{of: throughput, along: alpha, series: series, first: RTT id, second: RT id, at_least: 1}",
       read_against},
      {"order", "{of: throughput, as: bound, at_least: 0.9}", read_order},
      {"least", "{of: diameter, along: length, is: 9}", read_least},
      {"lowest", "{of: time, is: 0.9, within: 0.01}", read_lowest},
      {"highest", "{of: load, along: program, are: [CG, FT]}", read_highest}};
  return all;
}

}  // namespace trenza::apps
