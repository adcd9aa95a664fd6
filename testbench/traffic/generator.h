// Open-loop traffic: the packets of all processes in order of time.
#pragma once

#include <memory>
#include <type_traits>
#include <vector>

#include "testbench/packet_offer.h"
#include "testbench/process_map.h"
#include "testbench/traffic/arrival.h"
#include "testbench/traffic/arrival_calendar.h"
#include "testbench/traffic/packet_mix.h"
#include "testbench/traffic/pattern.h"

namespace trenza::testbench {

/// Joins pattern, arrival process and packet lengths. Packets whose destination lies on the node of their source are
/// created only if the traffic says so (`self`); the numbers of packets from which draws are made always count them.
class TrafficGenerator {
 public:
  /// `grid` are the sizes of the logical grid of processes; packets from cycle `horizon` on need not be made. Throws
  /// InputError for traffic that cannot be made.
  TrafficGenerator(const SyntheticTraffic& traffic, const ProcessMap& map, const std::vector<int>& grid,
                   int max_packet_flits, std::uint64_t seed, Cycle horizon = kNever);

  /// Whether there is a last packet (ArrivalProcess::ends).
  bool ends() const { return arrival_->ends(); }

  /// Cycle of the next packets; kNever if there are none any more.
  Cycle next_cycle() const { return calendar_.next_cycle(); }

  /// Appends the packets of next_cycle(), in ascending order of their processes. May append none (all of them to the
  /// own node).
  void take(std::vector<PacketOffer>& offers);

  /// The positions of all processes in their sequences of packets. They can be loaded into a generator of the same
  /// traffic.
  void save(microarch::ArchiveWriter& archive) const { state(*this, archive); }
  void load(microarch::ArchiveReader& archive) { state(*this, archive); }

 private:
  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [map, seed, mix, sends_to_itself, pattern, arrival, created, calendar] = self;
    archive.mark("generator");
    archive(created);
    if constexpr (std::is_const_v<Self>) {
      calendar.save(archive);
      arrival->save(archive);
    } else {
      calendar.load(archive);
      arrival->load(archive);
    }
  }
  void schedule(ProcessId process);

  const ProcessMap& map_;
  std::uint64_t seed_;
  PacketMix mix_;
  bool self_;
  std::unique_ptr<Pattern> pattern_;
  std::unique_ptr<ArrivalProcess> arrival_;
  std::vector<std::uint64_t> created_;  ///< packets of each process so far
  ArrivalCalendar calendar_;
};

/// Mean packets per cycle of a process: load_ppb / 10^9 flits per cycle and node, shared equally by the `sharing`
/// processes of a node.
Rate packet_rate(std::uint64_t load_ppb, int sharing, const PacketMix& mix);

}  // namespace trenza::testbench
