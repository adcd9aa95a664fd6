// The functions that judge where the least and the greatest values are.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/reproduce/judge_parts.h"

namespace trenza::apps {

namespace {

using settings::ConfigError;
using settings::Form;

bool is_less(const RowNumber& one, const RowNumber& other) { return one.value < other.value; }

/// The least value of a column: at which numbers of another column it is.
Judge least_at_number(const std::string& of, const std::string& along, const Limits& limits) {
  return [=](const DataTable& table, const DataRows& rows) -> Judged {
    double least = std::numeric_limits<double>::infinity();
    std::vector<double> places;
    std::size_t known = 0;
    for (const DataRow* const row : rows) {
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

/// The least value of a column: whether it is where another column has this text.
Judge least_at_text(const std::string& of, const std::string& along, const std::string& expected, double nearly) {
  return [=](const DataTable& table, const DataRows& rows) -> Judged {
    const std::vector<RowNumber> numbers = row_numbers(table, rows, of, {along}, true);
    if (numbers.empty() || numbers.size() < rows.size()) return missing(numbers.size(), rows.size());
    const RowNumber& least = *std::min_element(numbers.begin(), numbers.end(), is_less);
    double above = std::numeric_limits<double>::infinity();
    std::string text = fmt::format("{} at {}", least.text(), least.label);
    for (const RowNumber& one : numbers) {
      if (one.label != expected) continue;
      above = std::min(above, one.value - least.value);
      if (one.label != least.label) text += fmt::format("; {} at {}", one.text(), one.label);
    }
    if (std::isinf(above)) return {"", std::nullopt, fmt::format("no row is of {}", expected)};
    return {"", above == 0 ? Verdict::holds : above <= nearly ? Verdict::approximate : Verdict::fails, text};
  };
}

/// Whether the values of some rows come before all others.
Judge read_ranking(Form& form, const TableShape& shape, bool highest) {
  const std::string of = column_of(form, "of", shape);
  const std::string along = column_of(form, "along", shape);
  const std::vector<std::string> expected = form.texts("are");
  const auto nearly = static_cast<std::size_t>(form.integer("nearly", 0, 1000, 0));
  return [=](const DataTable& table, const DataRows& rows) -> Judged {
    std::vector<RowNumber> numbers = row_numbers(table, rows, of, {along}, false);
    if (numbers.empty() || numbers.size() < rows.size()) return missing(numbers.size(), rows.size());
    std::stable_sort(numbers.begin(), numbers.end(), [&](const RowNumber& one, const RowNumber& other) {
      return highest ? is_less(other, one) : is_less(one, other);
    });
    std::size_t last = 0;  // place of the last of those that are expected
    std::string text;
    for (const RowNumber& one : numbers)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", one.label, one.text());
    for (const std::string& name : expected) {
      const auto found =
          std::find_if(numbers.begin(), numbers.end(), [&](const RowNumber& one) { return one.label == name; });
      if (found == numbers.end()) return {"", std::nullopt, fmt::format("no row is of {}", name)};
      last = std::max(last, static_cast<std::size_t>(found - numbers.begin()));
    }
    const std::size_t places = last + 1 - expected.size();  // too far down
    return {"", places == 0 ? Verdict::holds : places <= nearly ? Verdict::approximate : Verdict::fails, text};
  };
}

}  // namespace

Judge read_least(Form& form, const TableShape& shape) {
  const std::string of = column_of(form, "of", shape);
  const std::string along = column_of(form, "along", shape);
  const settings::Value& expected = form.needed("is", "a number, or a text");
  bool is_number = true;
  try {
    settings::number_of(expected);
  } catch (const ConfigError&) {
    is_number = false;
  }
  if (is_number) return least_at_number(of, along, around(form, "is"));
  return least_at_text(of, along, form.text("is"), not_negative(form, "nearly"));
}

Judge read_lowest(Form& form, const TableShape& shape) {
  if (form.has("are")) return read_ranking(form, shape, false);
  const std::string of = column_of(form, "of", shape);
  const Limits limits = limits_or_around(form);
  const bool with_interval = form.boolean("interval", false);
  return [=, labels = shape.labels](const DataTable& table, const DataRows& rows) -> Judged {
    const std::vector<RowNumber> numbers = row_numbers(table, rows, of, labels, with_interval);
    if (numbers.empty() || numbers.size() < rows.size()) return missing(numbers.size(), rows.size());
    const RowNumber& least = *std::min_element(numbers.begin(), numbers.end(), is_less);
    return {"", limits.verdict(least.value, least.half_width.value_or(0)),
            least.text() + (least.label.empty() ? "" : " (" + least.label + ")")};
  };
}

Judge read_highest(Form& form, const TableShape& shape) { return read_ranking(form, shape, true); }

}  // namespace trenza::apps
