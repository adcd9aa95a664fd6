// How busy every channel is, and how full the buffer at its end, in windows of a run: computed from the grants alone.
// Those of a flit-level machine are of flits.
#pragma once

#include <vector>

#include "microarch/fabric.h"
#include "microarch/parameters.h"
#include "testbench/results.h"

namespace trenza::testbench {

using microarch::Cycle;

/// A packet of l flits that is granted a virtual channel of delay L in cycle t crosses to it in cycles t .. t + l - 1.
/// Its flit f is in the buffer at the end of the channel from cycle t + L + 1 + f on (docs/microarchitecture.md,
/// section 9). If it is granted its next output in cycle u, its flit f is there for the last time in cycle u + f.
class ChannelSeries {
 public:
  /// Windows of `window_cycles` cycles, at least 1, from cycle 0 on.
  ChannelSeries(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                Cycle window_cycles);

  /// A grant of a packet of so many flits. Grants are told in order of their cycles. Of a flit-level machine it counts
  /// a packet only.
  void granted(const microarch::Hop& hop, int flits);
  /// A flit of a flit-level machine crosses. Flits are told in order of their cycles.
  void moved(const microarch::FlitMove& move);

  /// What there was in the cycles before `end`, of which all grants have been told.
  SeriesResults results(Cycle end) const;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [topology, parameters, window_cycles, lanes] = self;
    archive(lanes);
  }

 private:
  /// From this cycle on the buffer fills faster or slower, by so many flits per cycle.
  struct Turn {
    Cycle cycle = 0;
    std::int64_t slope = 0;
  };
  /// A virtual channel and the buffer at its end.
  struct Lane {
    std::vector<ChannelWindow> windows;  ///< those with anything in them, and all before
    Cycle crossing_begin = 0;            ///< of the last packet, whose flits are not in the windows yet
    Cycle crossing_end = 0;
    std::vector<Turn> turns;  ///< of the buffer in cycles not accounted for, in order
    Cycle accounted = 0;      ///< occupancies of cycles before are in the windows
    std::int64_t level = 0;   ///< occupancy in the cycle before `accounted`
    std::int64_t slope = 0;

    template <class Self, class Archive>
    static void state(Self& self, Archive& archive) {
      auto& [windows, crossing_begin, crossing_end, turns, accounted, level, slope] = self;
      archive(windows, crossing_begin, crossing_end, turns, accounted, level, slope);
    }
  };

  Lane& lane(topologies::ChannelId channel, int vc);
  ChannelWindow& window(Lane& lane, Cycle cycle) const;
  /// So many flits cross from a cycle on, one each cycle: they come into one buffer and leave another.
  void cross(const microarch::FlitMove& first, Cycle flits);
  /// Puts the flits of the last packet that cross before `end` into the windows.
  void count_crossing(Lane& lane, Cycle end) const;
  /// Puts the occupancies of cycles before `end` into the windows.
  void account(Lane& lane, Cycle end) const;
  /// From `begin` on one flit each cycle comes (or goes, if `slope` is -1), so many cycles long.
  static void add_ramp(Lane& lane, Cycle begin, Cycle cycles, std::int64_t slope);

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  Cycle window_cycles_;
  std::vector<Lane> lanes_;  ///< channel * vcs + vc
};

}  // namespace trenza::testbench
