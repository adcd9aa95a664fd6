// The numbers of documents that a report shows as curves.
#pragma once

#include <string>
#include <vector>

namespace trenza::apps {

/// A number that a document may have.
struct ReportQuantity {
  std::string path;      ///< "latency.mean": its dotted path in the document
  std::string title;     ///< "Latency"
  std::string unit;      ///< "cycles"; empty: none
  std::string interval;  ///< dotted path of its 95 % interval, {low, high}; empty: none
  std::string file;      ///< of its figure, without an ending

  /// Times can grow without bound, so their axis may be logarithmic.
  bool is_time() const { return unit == "cycles"; }
};

/// All of them, in the order of the page. A new one is one entry.
const std::vector<ReportQuantity>& report_quantities();

/// Index into report_quantities(). Precondition: the path is one of them.
std::size_t quantity_index(const std::string& path);

inline constexpr const char* kLatency = "latency.mean";
inline constexpr const char* kAccepted = "accepted_load";

}  // namespace trenza::apps
