// The data of a report's page.
#pragma once

#include <string>

#include "apps/report/series.h"

namespace trenza::apps {

/// What the page shows beside the numbers.
struct ReportWords {
  std::string title;
  std::string program;  ///< version of the program that makes the page
};

/// One JSON object, the same bytes for the same folders. All numbers are those of the documents with all digits; means
/// over seeds and their intervals are made here, never by the script of the page. Keys:
///  title, program; folders: [{label, name, contract_differs, points, left_out, strange}];
///  x: {key, title, unit, numeric, values};
///  quantities: [{path, title, unit, log}]: those that a document has; `log`: a time that varies by more than ten;
///  series: [{name, folder, network, curve: [{x, points, documents, saturated, bound, estimates: [[value, low, high,
///  seeds]], stalls, channels}]}]: estimates by quantity;
///  points: [{folder, point, at, state, note, values, intervals}]: by quantity; the first kMostListed that are whole;
///  problems: [{folder, point, at, state, note}]: points without a document, and runs that ended early;
///  comparison (series_comparison.h), configurations (configurations.h);
///  searches: [{folder, at, key, above, at_most}];
///  networks: [{name, fault, drawn}], channel_quantities: [{name, title, unit}], drawn_every.
std::string data_block(const ReportSource& source, const ReportCurves& curves, const ReportWords& words);

/// More documents are not listed one by one: `trenza table` does that.
inline constexpr std::size_t kMostListed = 1000;

}  // namespace trenza::apps
