// The curves of a report: which points belong to a series, and their means over seeds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/report/report_source.h"

namespace trenza::apps {

/// A quantity at one place of a curve.
struct Estimate {
  nlohmann::ordered_json value;      ///< the document's, or the mean over seeds; null: none
  nlohmann::ordered_json low, high;  ///< of its 95 % interval: the document's, or by Student over seeds; null: none
  std::size_t seeds = 0;             ///< documents that have it
};

/// The points of a series that differ in their seed alone.
struct CurvePoint {
  nlohmann::ordered_json x;         ///< a number, or a text
  std::vector<std::size_t> points;  ///< indices into ReportSource::points
  std::size_t documents = 0;        ///< of them that have one
  std::size_t saturated = 0;        ///< of these that are
  std::vector<Estimate> estimates;  ///< by report_quantities()
  std::optional<double> bound;      ///< of the first document
  StallTotals stalls;               ///< of all documents
  ChannelCounts channels;
};

struct ReportSeries {
  std::string name;  ///< unique
  std::size_t folder = 0;
  std::vector<CurvePoint> curve;       ///< by x
  std::vector<std::size_t> configs;    ///< of its documents, each once, in ascending order
  std::optional<std::size_t> network;  ///< none: no document, or several networks
};

struct ReportCurves {
  std::string x_key;                       ///< "traffic.load"; empty: there is no axis but seeds
  bool numeric = true;                     ///< every x is a number
  std::vector<nlohmann::ordered_json> xs;  ///< all of them: in ascending order, or as they first appear
  std::vector<ReportSeries> series;
  std::vector<std::string> seriesless_keys;  ///< keys that go with x: zipped with it
};

/// Sorts the points into series. `x_key`: the axis of the curves; if it is empty, `traffic.load`, or else the first
/// axis of numbers, or else the first one. Throws UsageError that begins with --x for a key along which nothing varies.
ReportCurves make_curves(const ReportSource& source, const std::string& x_key);

/// Choices along axes as the name of a series: "RT(8), arbiter age".
std::string choices_text(const nlohmann::ordered_json& choices);
/// A choice as people would write it: "8", "rtt", "rtt: 8".
std::string choice_text(const nlohmann::ordered_json& choice);

/// What stands at an axis: "Offered load" for `traffic.load`, else the key.
std::string axis_title(const std::string& key);
/// Empty: none is known.
std::string axis_unit(const std::string& key);

/// The quantities that any document has, as indices into report_quantities().
std::vector<std::size_t> used_quantities(const ReportSource& source);

/// Title and unit of a quantity, as far as the documents know better.
std::string title_of(const ReportSource& source, std::size_t quantity);
std::string unit_of(const ReportSource& source, std::size_t quantity);

/// Whether the values of a time differ by more than a factor of 10, so that a logarithmic axis shows more.
bool wants_logarithm(const ReportCurves& curves, std::size_t quantity);

}  // namespace trenza::apps
