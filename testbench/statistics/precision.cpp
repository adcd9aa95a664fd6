#include "testbench/statistics/precision.h"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/statistics/quantile_interval.h"

namespace trenza::testbench {

namespace {

Interval to_interval(double low, double high, const Spread& spread) {
  return {low, high, spread.batches, spread.independent};
}

std::optional<Interval> of_mean(const std::vector<Batch>& batches, const std::vector<Batch>& before = {}) {
  const auto mean = mean_interval(batches, before);
  if (!mean) return std::nullopt;
  return to_interval(mean->low(), mean->high(), mean->spread);
}

std::optional<Interval> of_percentile(const LatencyBatches& latencies, const Histogram& all, unsigned percent) {
  const auto quantile = quantile_interval(latencies.batches, all, percent, latencies.before);
  if (!quantile) return std::nullopt;
  return to_interval(static_cast<double>(quantile->low), static_cast<double>(quantile->high), quantile->spread);
}

/// Batches at the end that begin in the same cycles.
std::size_t common_batches(const BatchSeries& base, const BatchSeries& other) {
  if (base.end != other.end) return 0;
  std::size_t count = 0;
  while (count < base.begins.size() && count < other.begins.size() &&
         base.begins[base.begins.size() - 1 - count] == other.begins[other.begins.size() - 1 - count])
    ++count;
  return count;
}

/// Latencies over packets, or flits over cycles, of the last `count` batches.
std::vector<Batch> last_batches(const BatchSeries& series, std::size_t count, bool latency) {
  std::vector<Batch> batches;
  for (std::size_t k = series.begins.size() - count; k < series.begins.size(); ++k) {
    const Cycle end = k + 1 < series.begins.size() ? series.begins[k + 1] : series.end;
    batches.push_back(latency ? Batch{series.latency[k], series.packets[k]}
                              : Batch{series.flits[k], end - series.begins[k]});
  }
  return batches;
}

/// A value of the results that `run.until` can name.
struct Watched {
  double value = 0;
  std::optional<Interval> interval;
};

std::optional<Watched> watched(const std::optional<LatencySummary>& latency, const std::string& name) {
  if (!latency || !latency->intervals) return std::nullopt;
  const LatencyIntervals& intervals = *latency->intervals;
  if (name == "p50") return Watched{static_cast<double>(latency->p50), intervals.p50};
  if (name == "p95") return Watched{static_cast<double>(latency->p95), intervals.p95};
  if (name == "p99") return Watched{static_cast<double>(latency->p99), intervals.p99};
  return Watched{latency->mean, intervals.mean};
}

std::optional<Watched> watched(const Results& results, const std::string& name) {
  const auto dot = name.find('.');
  if (dot == std::string::npos) return Watched{results.accepted_load, results.accepted_load_interval};
  return watched(name.compare(0, dot, "latency") == 0 ? results.latency : results.network_latency,
                 name.substr(dot + 1));
}

}  // namespace

WindowBatches window_batches(const Collector& collector, std::size_t first_slice, Cycle end) {
  WindowBatches batches;
  batches.end = end;
  const TimeSlices& slices = collector.slices();
  for (std::size_t k = first_slice; k < slices.count() && slices.begin(k) < end; ++k) {
    const SliceTotals& slice = collector.slice(k);
    const Cycle last = k + 1 < slices.count() ? std::min(end, slices.begin(k + 1)) : end;
    batches.begins.push_back(slices.begin(k));
    batches.latency.push_back({slice.latency.sum(), slice.latency.count()});
    batches.flits.push_back({slice.delivered_flits, last - slices.begin(k)});
    batches.hops.push_back({slice.delivered_hops, slice.delivered_packets});
    batches.latencies.batches.push_back(&slice.latency);
    batches.network_latencies.batches.push_back(&slice.network_latency);
  }
  for (std::size_t k = 1; k < first_slice; ++k) {
    batches.latencies.before.push_back(&collector.slice(k).latency);
    batches.network_latencies.before.push_back(&collector.slice(k).network_latency);
  }
  return batches;
}

LatencyIntervals latency_intervals(const LatencyBatches& latencies, const Histogram& all) {
  const auto sums_of = [](const std::vector<const Histogram*>& histograms) {
    std::vector<Batch> sums;
    sums.reserve(histograms.size());
    for (const Histogram* const batch : histograms) sums.push_back({batch->sum(), batch->count()});
    return sums;
  };
  return {of_mean(sums_of(latencies.batches), sums_of(latencies.before)), of_percentile(latencies, all, 50),
          of_percentile(latencies, all, 95), of_percentile(latencies, all, 99)};
}

std::optional<Interval> load_interval(const std::vector<Batch>& flits, std::uint64_t nodes) {
  auto interval = of_mean(flits);
  if (!interval) return std::nullopt;
  interval->low /= static_cast<double>(nodes);
  interval->high /= static_cast<double>(nodes);
  return interval;
}

std::optional<Drift> drift_of(const std::vector<Batch>& latency) {
  const auto drift = drift_interval(latency);
  if (!drift) return std::nullopt;
  return Drift{drift->mean, to_interval(drift->low(), drift->high(), drift->spread)};
}

BatchSeries batch_series(const WindowBatches& batches) {
  BatchSeries series;
  series.begins = batches.begins;
  series.end = batches.end;
  for (std::size_t k = 0; k < batches.latency.size(); ++k) {
    series.packets.push_back(batches.latency[k].weight);
    series.flits.push_back(static_cast<std::uint64_t>(batches.flits[k].sum));
    series.latency.push_back(static_cast<std::uint64_t>(batches.latency[k].sum));
  }
  return series;
}

SeriesDifference difference_of(const BatchSeries& base, const BatchSeries& other) {
  const std::size_t count = common_batches(base, other);
  return {difference_interval(last_batches(base, count, true), last_batches(other, count, true)),
          difference_interval(last_batches(base, count, false), last_batches(other, count, false))};
}

std::string imprecision(const Results& results, const RunUntil& until) {
  const double bound = static_cast<double>(until.relative_ppb) / 1e9;
  for (const std::string& name : until.intervals) {
    const auto value = watched(results, name);
    if (!value) return fmt::format("{} does not exist: {}", name, results.steady_reason);
    if (!value->interval) return fmt::format("{} has no interval: too few packets", name);
    const Interval& interval = *value->interval;
    if (!interval.independent)
      return fmt::format("the batches of {} still depend on each other ({} batches)", name, interval.batches);
    const double half_width = (interval.high - interval.low) / 2;
    if (half_width > bound * value->value) {
      return fmt::format("{} is known within {:.2g} %, not within {:.2g} %", name, 100 * half_width / value->value,
                         100 * bound);
    }
  }
  return "";
}

}  // namespace trenza::testbench
