#include "apps/report/quantities.h"

#include <algorithm>

namespace trenza::apps {

const std::vector<ReportQuantity>& report_quantities() {
  static const std::vector<ReportQuantity> all{
      {kLatency, "Mean latency", "cycles", "latency.interval.mean", "latency"},
      {kAccepted, "Accepted load", "phits/cycle/node", "accepted_load_interval", "throughput"},
      {"measure.value", "Measure", "", "", "measure"},
      {"execution_cycles", "Execution time", "cycles", "", "execution_time"},
      {"network_latency.mean", "Mean network latency", "cycles", "network_latency.interval.mean", "network_latency"},
      {"latency.p50", "Median latency", "cycles", "latency.interval.p50", "latency_p50"},
      {"latency.p95", "95th percentile of the latency", "cycles", "latency.interval.p95", "latency_p95"},
      {"latency.p99", "99th percentile of the latency", "cycles", "latency.interval.p99", "latency_p99"},
      {"latency.max", "Greatest latency", "cycles", "", "latency_max"},
      {"hops.mean", "Mean hops", "", "", "hops"},
      {"link_use.mean", "Mean use of channels", "flits/cycle", "", "link_use_mean"},
      {"link_use.max", "Use of the busiest channel", "flits/cycle", "", "link_use_max"},
      {"escape_share", "Share of hops in escape channels", "", "", "escape_share"},
  };
  return all;
}

std::size_t quantity_index(const std::string& path) {
  const std::vector<ReportQuantity>& all = report_quantities();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ReportQuantity& quantity) { return quantity.path == path; });
  return static_cast<std::size_t>(found - all.begin());
}

}  // namespace trenza::apps
