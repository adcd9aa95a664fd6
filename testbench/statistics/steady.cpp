#include "testbench/statistics/steady.h"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "testbench/statistics/saturation.h"

namespace trenza::testbench {

namespace {

constexpr std::uint64_t kMinPackets = 200;
constexpr std::uint64_t kMinLatencies = 20;

/// Mean and squared standard error of slice means.
struct MeanOfMeans {
  double mean = 0;
  double error_squared = 0;
};

MeanOfMeans mean_of_means(const std::vector<double>& means, std::size_t begin, std::size_t end) {
  const auto count = static_cast<double>(end - begin);
  double sum = 0;
  for (std::size_t k = begin; k < end; ++k) sum += means[k];
  MeanOfMeans result;
  result.mean = sum / count;
  double squares = 0;
  for (std::size_t k = begin; k < end; ++k) squares += (means[k] - result.mean) * (means[k] - result.mean);
  result.error_squared = squares / (count * (count - 1));
  return result;
}

/// The latency of packets created later in the window is higher, by more than 10 % and by more than three standard
/// errors.
std::string growing_latency(const Collector& collector, const Window& window) {
  std::vector<double> means;
  for (const CreationSlice& slice : collector.creation_slices()) {
    if (slice.begin < window.begin || slice.begin >= window.end || slice.packets == 0) continue;
    means.push_back(static_cast<double>(slice.latency) / static_cast<double>(slice.packets));
  }
  if (means.size() > 4) means.pop_back();  // of the last ones only the fast have arrived
  if (means.size() < 4) return {};
  const MeanOfMeans first = mean_of_means(means, 0, means.size() / 2);
  const MeanOfMeans second = mean_of_means(means, means.size() / 2, means.size());
  const double growth = second.mean - first.mean;
  if (growth <= 0.1 * first.mean || growth * growth <= 9 * (first.error_squared + second.error_squared)) return {};
  return fmt::format(
      "latency grows: packets created in the first half of the window took {:.1f} cycles, those of the second half "
      "{:.1f}",
      first.mean, second.mean);
}

std::string excess_backlog(const Collector& collector, const Window& window) {
  const Backlog backlog = backlog_of(collector, window);
  if (!backlog.is_excessive()) return {};
  return fmt::format(
      "the backlog grows: {} packets are still inside at the end, where {:.0f} are explained by the rate and the "
      "latency",
      backlog.inside, backlog.explained);
}

/// The window is shorter than 20 mean latencies.
std::string short_window(const Window& window, const Histogram& latency) {
  if (static_cast<Uint128>(window.cycles()) * latency.count() >= kMinLatencies * latency.sum()) return {};
  return fmt::format("the window of {} cycles is shorter than {} mean latencies ({:.1f} cycles each)", window.cycles(),
                     kMinLatencies, latency.mean());
}

double accepted_percent(const Window& window) {
  return 100.0 * static_cast<double>(window.delivered_flits) / static_cast<double>(window.offered_flits);
}

std::string refusal(const Window& window) {
  return fmt::format("the network accepted {:.1f} % of the offered load, less than {} %", accepted_percent(window),
                     kAcceptedPercent);
}

std::string shortcoming(const Collector& collector, const Window& window, bool warmup_found) {
  if (window.delivered_packets == 0) return "no packet was delivered in the window";
  if (window.delivered_packets < kMinPackets)
    return fmt::format("the window has {} packets, fewer than {}", window.delivered_packets, kMinPackets);
  // With the time in source queues every overloaded run would be too short; overload is recognised by the accepted
  // load.
  if (std::string length = short_window(window, window.network_latency); !length.empty()) return length;
  if (!is_accepted(window)) return refusal(window);
  if (!warmup_found) return "no end of the warm-up was found in the first half of the run (MSER-5)";
  if (std::string length = short_window(window, window.latency); !length.empty()) return length;
  if (std::string growth = growing_latency(collector, window); !growth.empty()) return growth;
  return excess_backlog(collector, window);
}

/// The first slice that begins in the second half of the run (0 if none has begun).
std::size_t second_half(const Collector& collector, Cycle end) {
  for (std::size_t k = 0; k < collector.slices_begun(); ++k) {
    if (collector.slices().begin(k) >= end / 2 && collector.slices().begin(k) < end) return k;
  }
  return 0;
}

}  // namespace

SteadyVerdict judge_steady(const Collector& collector, std::optional<Cycle> given_warmup, Cycle end,
                           const microarch::Counters& counters) {
  std::optional<std::size_t> first;
  if (given_warmup) {
    const bool is_reached = *given_warmup < end;
    first = *given_warmup == 0 || !is_reached ? 0 : 1;
  } else {
    first = collector.detect_warmup(end);
  }
  SteadyVerdict verdict;
  verdict.first_slice = first ? *first : second_half(collector, end);
  verdict.window = collector.window(verdict.first_slice, end, counters);
  verdict.reason = shortcoming(collector, verdict.window, first.has_value());
  verdict.steady = verdict.reason.empty();
  if (verdict.steady || given_warmup) return verdict;
  verdict.first_slice = second_half(collector, end);
  const Window judged = std::move(verdict.window);
  verdict.window = collector.window(verdict.first_slice, end, counters);
  // Overload is judged by the window of the averages alone. If the network accepts enough there, it was still filling.
  if (!is_accepted(judged) && verdict.reason == refusal(judged) && is_accepted(verdict.window)) {
    verdict.reason = fmt::format(
        "the warm-up was longer than the {} cycles of MSER-5: accepted were {:.1f} % of the load from there on, {:.1f} "
        "% in the second half of the run",
        judged.begin, accepted_percent(judged), accepted_percent(verdict.window));
  }
  return verdict;
}

}  // namespace trenza::testbench
