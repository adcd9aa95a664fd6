// The runs of `trenza explain`: the same experiment as `trenza run`, watched.
#pragma once

#include <vector>

#include "apps/simulation.h"
#include "microarch/packet_name.h"

namespace trenza::apps {

/// Runs the experiment; `results` of the report has `slowest`, the packets of the greatest latency as a list of
/// [source, number]. Throws as simulate().
RunReport find_slowest(const settings::RunConfiguration& run, int packets, const ProgressCallback& progress);

/// Runs the experiment and writes the histories of packets; `results` of the report has them as `text`, in the order of
/// `packets`. Writes the timeline that the run asks for. Throws as simulate(), and UsageError if one is never created.
RunReport explain_packets(const settings::RunConfiguration& run, const std::vector<microarch::PacketName>& packets,
                          const ProgressCallback& progress);

}  // namespace trenza::apps
