// What the functions that judge have in common: numbers of rows, limits, texts.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/reproduce/judge_functions.h"

namespace trenza::apps {

std::optional<double> number(const DataTable& table, const DataRow& row, const std::string& column);

/// A number in a text: integers as they are, others with four digits.
std::string shown(double value);

/// The word of a form that names a column. Throws ConfigError.
std::string column_of(settings::Form& form, const std::string& word, const TableShape& shape);

/// at_least, at_most, nearly: which numbers are right, and how far beside them one is nearly right.
struct Limits {
  std::optional<double> at_least, at_most;
  double nearly = 0;

  bool hold(double value, double more) const;
  Verdict verdict(double value) const;
  /// Of a number that is known to within `half_width`: holds if all of the interval is right, and is approximate if
  /// some of it is, or nearly.
  Verdict verdict(double value, double half_width) const;
};

double not_negative(settings::Form& form, const std::string& word);
/// Reads at_least, at_most, nearly. Throws ConfigError if there is no limit.
Limits limits_of(settings::Form& form);
/// Reads a number, within and nearly: limits around the number.
Limits around(settings::Form& form, const std::string& word);
/// The limits of a form with at_least or at_most, or those around `is`.
Limits limits_or_around(settings::Form& form);

/// A number of a row.
struct RowNumber {
  double value = 0;
  std::string label;  ///< of the row
  std::optional<double> half_width;

  std::string text() const;  ///< "0.9 ± 0.01"
};

/// "RT id, 0.5"
std::string label_of(const DataTable& table, const DataRow& row, const std::vector<std::string>& labels);

/// The column in all rows that have it, with its interval if that is wanted.
std::vector<RowNumber> row_numbers(const DataTable& table, const DataRows& rows, const std::string& column,
                                   const std::vector<std::string>& labels, bool with_interval);

/// No verdict: so many rows have their numbers.
Judged missing(std::size_t numbers, std::size_t wanted);

/// Numbers of all rows: the verdict is that of the worst.
Judged judge_all(const std::vector<RowNumber>& numbers, std::size_t wanted, const Limits& limits);

// In judge_extremes.cpp.
Judge read_least(settings::Form& form, const TableShape& shape);
Judge read_lowest(settings::Form& form, const TableShape& shape);
Judge read_highest(settings::Form& form, const TableShape& shape);

}  // namespace trenza::apps
