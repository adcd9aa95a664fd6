// Tells deadlock and starvation apart when packets stand still.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/parameters.h"

namespace trenza::testbench {

using microarch::Cycle;

/// One link of a wait-for cycle: the packet at the front of an input waits for a resource that the next link's input
/// holds.
struct WaitLink {
  microarch::WaitingHead head;
  microarch::WaitTarget target;
};

/// Packets that can never move again.
struct Deadlock {
  std::size_t stuck_heads = 0;  ///< all heads that can never progress
  /// Each packet waits for the input of the next, the last for that of the first; if `closed` is false, the last one
  /// waits for what nobody holds.
  std::vector<WaitLink> cycle;
  bool closed = true;
  std::string report;  ///< one line for each link
};

/// The heads of a snapshot that can never progress, and a cycle among them; none if every head can. A head can progress
/// if one of its targets is an ejection port, has enough available, has credits in flight, or is the buffer of an input
/// whose front packet is moving or can itself progress (waiting is an OR over targets, so a busy neighbour or a cycle
/// with a way out is no deadlock).
std::optional<Deadlock> find_deadlock(const microarch::WaitSnapshot& snapshot, const topologies::Topology& topology,
                                      const microarch::FabricParameters& parameters);

/// The cycle that the head of an input is part of, or that it waits for; none if that head can progress, or if there is
/// none.
std::optional<Deadlock> find_deadlock_of(const microarch::WaitSnapshot& snapshot, const topologies::Topology& topology,
                                         const microarch::FabricParameters& parameters, microarch::NodeId router,
                                         int input);

/// Examines every `period` cycles how long heads have been waiting.
class Watchdog {
 public:
  /// `period` 0: never looks.
  Watchdog(const topologies::Topology& topology, const microarch::FabricParameters& parameters, Cycle period);

  Cycle next_check() const { return next_check_; }

  /// Examines the heads of cycle `now`; only if one of them has been standing for a whole period, it asks for the
  /// snapshot of this cycle, and looks for a deadlock.
  std::optional<Deadlock> check(const std::vector<microarch::StandingHead>& heads,
                                const std::function<microarch::WaitSnapshot()>& snapshot, Cycle now);
  /// Tells the watchdog that nothing is inside in cycle `now`.
  void check_empty(Cycle now);

  /// Set once a packet in a network input has been standing for 50 periods while there was no deadlock: who waits,
  /// where and since when. Packets that wait in injectors do not count: in-transit traffic has priority, so these waits
  /// are saturation.
  const std::string& starvation() const { return starvation_; }

  static constexpr Cycle kStarvationPeriods = 50;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [topology, parameters, period, next_check, standing, starvation] = self;
    archive(next_check, standing, starvation);
  }

 private:
  struct Standing {
    std::uint64_t place = 0;  ///< router * inputs + input
    microarch::NodeId source = -1;
    std::uint64_t number = 0;
    Cycle since = 0;

    template <class Self, class Archive>
    static void state(Self& self, Archive& archive) {
      auto& [place, source, number, since] = self;
      archive(place, source, number, since);
    }
  };

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  Cycle period_;
  Cycle next_check_;
  std::vector<Standing> standing_;  ///< by place
  std::string starvation_;
};

}  // namespace trenza::testbench
