// How precisely the averages of a window are known: its slices are the batches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/experiment.h"
#include "testbench/results.h"
#include "testbench/statistics/batch_means.h"
#include "testbench/statistics/collector.h"

namespace trenza::testbench {

/// Latencies in slices, oldest first.
struct LatencyBatches {
  std::vector<const Histogram*> batches;
  /// Those that a detected warm-up leaves out, without the first one, in which the network fills.
  std::vector<const Histogram*> before;
};

/// The slices of a window, oldest first.
struct WindowBatches {
  std::vector<Cycle> begins;
  Cycle end = 0;               ///< of the last one
  std::vector<Batch> latency;  ///< from creation, over packets
  std::vector<Batch> flits;    ///< delivered, over cycles
  std::vector<Batch> hops;     ///< of the packets delivered, over packets
  LatencyBatches latencies;
  LatencyBatches network_latencies;
};

/// Those from `first_slice` on that begin before `end`. The collector must outlive them.
WindowBatches window_batches(const Collector& collector, std::size_t first_slice, Cycle end);

/// Of the mean and of the percentiles. `all` are the batches together.
LatencyIntervals latency_intervals(const LatencyBatches& latencies, const Histogram& all);

/// In phits/cycle/node.
std::optional<Interval> load_interval(const std::vector<Batch>& flits, std::uint64_t nodes);

std::optional<Drift> drift_of(const std::vector<Batch>& latency);

BatchSeries batch_series(const WindowBatches& batches);

/// What `other` has more than `base`: mean latency, and accepted load in phits/cycle of the whole network.
struct SeriesDifference {
  std::optional<MeanInterval> latency;
  std::optional<MeanInterval> flits_per_cycle;
};
/// Over the batches at the end that are of the same cycles in both; none if there are none.
SeriesDifference difference_of(const BatchSeries& base, const BatchSeries& other);

/// Why the intervals are wider than `until` allows; empty if they are not.
std::string imprecision(const Results& results, const RunUntil& until);

}  // namespace trenza::testbench
