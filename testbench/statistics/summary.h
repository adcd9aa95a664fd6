// Turns collected statistics into results.
#pragma once

#include "testbench/experiment.h"
#include "testbench/results.h"
#include "testbench/statistics/collector.h"

namespace trenza::testbench {

/// Fills loads, hops, link use and escape share of the window, and the totals of the run. Not the latencies.
void summarise_loads(const Collector& collector, const Window& window, const microarch::Counters& counters,
                     const topologies::Topology& topology, Results& results);

/// Mean and nearest-rank percentiles; none if the histogram is empty.
std::optional<LatencySummary> summarise_latency(const Histogram& latency);

/// The results of each message class, with its latencies in the window if `with_latency`.
std::vector<ClassResults> summarise_classes(const Collector& collector, const Window& window, int message_classes,
                                            bool with_latency);

/// Fills the results of sources and flows that are asked for, with latencies if `with_latency`. Precondition: the
/// collector has kept them.
void summarise_flows(const Collector& collector, const Window& window, const topologies::Topology& topology,
                     const RecordRequest& records, bool with_latency, Results& results);

}  // namespace trenza::testbench
