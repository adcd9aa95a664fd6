// Whether a network is offered more than it accepts.
#pragma once

#include <optional>

#include "testbench/results.h"
#include "testbench/statistics/batch_means.h"
#include "testbench/statistics/collector.h"

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::testbench {

/// Part of the offered load that a network that is not saturated accepts, in per cent.
inline constexpr std::uint64_t kAcceptedPercent = 98;

/// The one rule of what is accepted: at least kAcceptedPercent of what is offered, in flits or loads of one window.
bool is_accepted(double accepted, double offered);
bool is_accepted(const Window& window);

/// Packets inside the network and in source queues at the end of a window.
struct Backlog {
  std::uint64_t inside = 0;
  double explained = 0;  ///< by Little's law: rate x mean latency
  /// With a wide margin.
  bool is_excessive() const;
};
Backlog backlog_of(const Collector& collector, const Window& window);

/// The mean latency of the packets delivered in the window if each had been alone in the network; none if links have
/// unequal delays, or nothing was delivered.
std::optional<double> empty_latency(const Window& window, const microarch::FabricParameters& parameters);

/// None if nothing was offered in the window. `hops` are those of the packets delivered, over the packets, in batches.
std::optional<Saturation> judge_saturation(const Collector& collector, const Window& window,
                                           const std::vector<Batch>& hops,
                                           const microarch::FabricParameters& parameters);

}  // namespace trenza::testbench
