#include "apps/reproduce/judge_functions.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace trenza::apps {

using Json = nlohmann::ordered_json;
using settings::ConfigError;
using settings::Form;
using settings::Value;

namespace {

std::optional<double> number(const DataTable& table, const TableRow& row, const std::string& column) {
  const Json& value = table_cell(table, row, column);
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

/// A number in a text: integers as they are, others with four digits.
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

/// A column, or a number in the place of one.
struct Operand {
  std::string column;
  double constant = 0;

  std::optional<double> at(const DataTable& table, const TableRow& row) const {
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

/// at_least, at_most, nearly: which numbers are right, and how far beside them one is nearly right.
struct Limits {
  std::optional<double> at_least, at_most;
  double nearly = 0;

  static constexpr double kRounding = 1e-9;
  bool hold(double value, double more) const {
    return (!at_least || value >= *at_least - more - kRounding) && (!at_most || value <= *at_most + more + kRounding);
  }
  Verdict verdict(double value) const {
    if (hold(value, 0)) return Verdict::holds;
    return nearly > 0 && hold(value, nearly) ? Verdict::approximate : Verdict::fails;
  }
};

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

/// is, within, nearly: numbers around one.
Limits around(Form& form, const std::string& word) {
  const double centre = form.number(word);
  const double within = not_negative(form, "within");
  return {centre - within, centre + within, not_negative(form, "nearly")};
}

Verdict worse(Verdict one, Verdict other) { return std::max(one, other); }

Judged missing(std::size_t numbers, std::size_t wanted) {
  return {"", std::nullopt, fmt::format("{} of {} rows have their numbers", numbers, wanted)};
}

/// "RT id, 0.5"
std::string label_of(const DataTable& table, const TableRow& row, const std::vector<std::string>& labels) {
  std::string text;
  for (const std::string& label : labels) {
    const Json& value = table_cell(table, row, label);
    if (!value.is_null())
      text += (text.empty() ? "" : ", ") + (value.is_number() ? shown(value.get<double>()) : cell_text(value));
  }
  return text;
}

/// Numbers of all rows, each with the label of its row; the verdict is that of the worst.
Judged judge_all(const std::vector<std::pair<double, std::string>>& numbers, std::size_t wanted, const Limits& limits) {
  if (wanted == 0 || numbers.size() < wanted) return missing(numbers.size(), wanted);
  Verdict verdict = Verdict::holds;
  std::size_t good = 0;
  for (const auto& [value, label] : numbers) {
    verdict = worse(verdict, limits.verdict(value));
    good += limits.verdict(value) == Verdict::holds ? 1 : 0;
  }
  const auto place = [](const std::string& label) { return label.empty() ? "" : " (" + label + ")"; };
  const auto by_value = [](const auto& one, const auto& other) { return one.first < other.first; };
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end(), by_value);
  if (numbers.size() == 1) return {"", verdict, shown(least->first)};
  const std::string count = good == numbers.size() ? "" : fmt::format("; right in {} of {} rows", good, numbers.size());
  return {"", verdict,
          fmt::format("from {}{} to {}{}{}", shown(least->first), place(least->second), shown(most->first),
                      place(most->second), count)};
}

Judge of_two(Form& form, const TableShape& shape, double (*combine)(double, double)) {
  const std::string of = column_of(form, "of", shape);
  const Operand to = operand_of(form, "to", shape);
  const Limits limits = limits_of(form);
  return [=, labels = shape.labels](const DataTable& table, const TableRows& rows) {
    std::vector<std::pair<double, std::string>> numbers;
    for (const TableRow* const row : rows) {
      const auto one = number(table, *row, of);
      const auto other = to.at(table, *row);
      if (one && other) numbers.emplace_back(combine(*one, *other), label_of(table, *row, labels));
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
  const bool is_range = form.has("at_least") || form.has("at_most");
  const Limits limits = is_range ? limits_of(form) : around(form, "is");
  return [=, labels = shape.labels](const DataTable& table, const TableRows& rows) {
    std::vector<std::pair<double, std::string>> numbers;
    for (const TableRow* const row : rows) {
      if (const auto one = number(table, *row, of)) numbers.emplace_back(*one, label_of(table, *row, labels));
    }
    return judge_all(numbers, rows.size(), limits);
  };
}

Judge read_all(Form& form, const TableShape& shape) {
  const std::string of = column_of(form, "of", shape);
  return [of](const DataTable& table, const TableRows& rows) -> Judged {
    std::size_t known = 0;
    std::size_t good = 0;
    for (const TableRow* const row : rows) {
      const Json& value = table_cell(table, *row, of);
      known += value.is_boolean() ? 1 : 0;
      good += value.is_boolean() && value.get<bool>() ? 1 : 0;
    }
    if (known == 0) return missing(known, rows.size());
    return {"", good == known ? Verdict::holds : Verdict::fails, fmt::format("{} of {}", good, known)};
  };
}

/// The rows of a series, by a column of numbers.
std::map<double, const TableRow*> along_of(const DataTable& table, const TableRows& rows, const std::string& series,
                                           const std::string& name, const std::string& along) {
  std::map<double, const TableRow*> found;
  for (const TableRow* const row : rows) {
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
  return [=](const DataTable& table, const TableRows& rows) {
    std::vector<std::pair<double, std::string>> numbers;
    const auto other = along_of(table, rows, series, second, along);
    const auto one = along_of(table, rows, series, first, along);
    for (const auto& [place, row] : one) {
      const auto partner = other.find(place);
      if (partner == other.end()) continue;
      const auto above = number(table, *row, of);
      const auto below = number(table, *partner->second, of);
      if (above && below) numbers.emplace_back(*above / *below, along + " " + shown(place));
    }
    return judge_all(numbers, std::max(one.size(), other.size()), limits);
  };
}

/// Where the first series stops being above (or below) the second; none: nowhere, or numbers are missing.
std::optional<double> crossing_of(const DataTable& table, const std::map<double, const TableRow*>& first,
                                  const std::map<double, const TableRow*>& second, const std::string& of) {
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
  return [=](const DataTable& table, const TableRows& rows) -> Judged {
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
  return [=](const DataTable& table, const TableRows& rows) -> Judged {
    std::vector<double> one;
    std::vector<double> other;
    for (const TableRow* const row : rows) {
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

Judge read_least(Form& form, const TableShape& shape) {
  const std::string of = column_of(form, "of", shape);
  const std::string along = column_of(form, "along", shape);
  const Limits limits = around(form, "is");
  return [=](const DataTable& table, const TableRows& rows) -> Judged {
    double least = std::numeric_limits<double>::infinity();
    std::vector<double> places;
    std::size_t known = 0;
    for (const TableRow* const row : rows) {
      const auto value = number(table, *row, of);
      const auto place = number(table, *row, along);
      if (!value || !place) continue;
      ++known;
      if (*value < least) places.clear();
      if (*value <= least) places.push_back(*place);
      least = std::min(least, *value);
    }
    if (known == 0 || known < rows.size()) return missing(known, rows.size());
    Verdict best = Verdict::fails;
    std::string text;
    for (const double place : places) {
      best = std::min(best, limits.verdict(place));
      text += (text.empty() ? "" : ", ") + shown(place);
    }
    return {"", best, fmt::format("{} at {} = {}", shown(least), along, text)};
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
      {"least", "{of: diameter, along: length, is: 9}", read_least}};
  return all;
}

}  // namespace trenza::apps
