// The metrics of a network as a record of a document.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "graphs/metrics/summary.h"
#include "topologies/network.h"

namespace trenza::graphs {

/// All metrics, by the names that docs/networks.md defines; null where a metric was left out or does not exist.
nlohmann::ordered_json network_record(const topologies::Network& network, const NetworkMetrics& metrics,
                                      bool worst_case);

/// One line for each metric that was sampled or left out; empty if none was.
std::string limits_text(const NetworkMetrics& metrics);

}  // namespace trenza::graphs
