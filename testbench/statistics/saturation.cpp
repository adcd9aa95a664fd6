#include "testbench/statistics/saturation.h"

#include <algorithm>
#include <cmath>

#include "microarch/parameters.h"

namespace trenza::testbench {

namespace {

constexpr double kMostDistortion = 0.01;
constexpr double kKnee = 3;  // times the latency in an empty network

/// The hops of the packets delivered are not those of the packets offered, by more than 1 % and by more than what
/// chance explains.
bool is_distorted(const Window& window, const std::vector<Batch>& hops) {
  if (window.delivered_packets == 0 || window.offered_hops == 0) return false;
  const double offered = static_cast<double>(window.offered_hops) / static_cast<double>(window.offered_packets);
  const double delivered = static_cast<double>(window.delivered_hops) / static_cast<double>(window.delivered_packets);
  if (std::abs(delivered - offered) <= kMostDistortion * offered) return false;
  const auto interval = mean_interval(hops);
  return !interval || interval->high() < (1 - kMostDistortion) * offered ||
         interval->low() > (1 + kMostDistortion) * offered;
}

/// What a packet that is alone takes, beside a cycle for each flit but one.
struct LoneLatency {
  std::uint64_t of_packet = 0;
  std::uint64_t of_hop = 0;
};

/// R - 1 + G, and R + L + G for each hop; flit by flit I + D + G + Z, and D + G + H. All links have the same delay.
LoneLatency lone_latency(const microarch::FabricParameters& parameters) {
  const bool two_step = parameters.pipeline.is<microarch::TwoStepPipeline>();
  const int depth = two_step ? parameters.step_depth() : 0;
  const int link = parameters.link_delay_of(0);
  const microarch::WormholeParameters& worms = parameters.wormhole;
  const int decision = depth + (parameters.by_flits() ? worms.routing_delay : parameters.router_delay - 1);
  const int ends = parameters.by_flits() ? worms.injection_delay + worms.ejection_delay : 0;
  return {static_cast<std::uint64_t>(decision + ends), static_cast<std::uint64_t>(decision + 1 + link)};
}

}  // namespace

bool is_accepted(double accepted, double offered) { return accepted * 100 >= offered * kAcceptedPercent; }

bool is_accepted(const Window& window) {
  return is_accepted(static_cast<double>(window.delivered_flits), static_cast<double>(window.offered_flits));
}

bool Backlog::is_excessive() const {
  return static_cast<double>(inside) > 1.5 * explained + 5 * std::sqrt(explained) + 5;
}

Backlog backlog_of(const Collector& collector, const Window& window) {
  return {collector.offered_packets() - collector.delivered_packets(),
          static_cast<double>(window.latency.sum()) / static_cast<double>(window.cycles())};
}

std::optional<double> empty_latency(const Window& window, const microarch::FabricParameters& parameters) {
  const auto& delays = parameters.port_link_delay;
  const bool equal = std::all_of(delays.begin(), delays.end(), [&](int delay) { return delay == delays.front(); });
  if (!equal || window.delivered_packets == 0) return std::nullopt;
  const LoneLatency lone = lone_latency(parameters);
  const Uint128 sum = static_cast<Uint128>(window.delivered_packets) * lone.of_packet +
                      static_cast<Uint128>(window.delivered_hops) * lone.of_hop + window.delivered_flits -
                      window.delivered_packets;
  return static_cast<double>(sum) / static_cast<double>(window.delivered_packets);
}

std::optional<Saturation> judge_saturation(const Collector& collector, const Window& window,
                                           const std::vector<Batch>& hops,
                                           const microarch::FabricParameters& parameters) {
  if (window.offered_packets == 0) return std::nullopt;
  Saturation result;
  result.accepted_share = static_cast<double>(window.delivered_flits) / static_cast<double>(window.offered_flits);
  result.saturated = !is_accepted(window) || is_distorted(window, hops);
  if (result.saturated) result.mix = mix_shift(window.offered_mix, window.delivered_mix);
  result.by_backlog = backlog_of(collector, window).is_excessive();
  if (window.delivered_packets == 0) return result;
  // The quotient of two means, of integers: one division.
  if (window.offered_hops > 0) {
    result.hops_ratio = static_cast<double>(static_cast<Uint128>(window.delivered_hops) * window.offered_packets) /
                        static_cast<double>(static_cast<Uint128>(window.offered_hops) * window.delivered_packets);
  }
  result.empty_latency = empty_latency(window, parameters);
  if (result.empty_latency) result.by_latency = window.latency.mean() > kKnee * *result.empty_latency;
  return result;
}

}  // namespace trenza::testbench
