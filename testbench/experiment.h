// One experiment on a fabric, as plain data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "microarch/cycle.h"
#include "microarch/stall_table.h"
#include "testbench/array_store.h"
#include "testbench/collectives/collective.h"
#include "topologies/graph.h"

namespace trenza::testbench {

using microarch::Cycle;

/// A packet length and its share of the packets (weights are relative integers).
struct PacketLength {
  int flits = 16;
  std::uint64_t weight = 1;
};

/// Open-loop traffic: pattern x arrival process x packet size. Loads are exact decimals: value / 10^9 phits/cycle/node,
/// so that every machine draws the same.
struct SyntheticTraffic {
  std::string pattern = "uniform";               ///< a name of pattern_kinds()
  std::uint64_t alpha_ppb = 0;                   ///< local_global: local share in parts per 10^9
  bool wrap = true;                              ///< local_global: neighbours on a logical torus; else on a mesh
  std::vector<topologies::NodeId> hot_spots;     ///< hot_spot
  std::uint64_t hot_share_ppb = 0;               ///< hot_spot: share of packets for the hot spots
  std::vector<topologies::NodeId> destinations;  ///< permutation: the process that process 0, 1, ... sends to
  std::string arrival = "bernoulli";             ///< a name of arrival_kinds()
  std::uint64_t load_ppb = 0;                    ///< offered phits/cycle/node in parts per 10^9; not for at_start
  std::uint64_t packets = 0;       ///< at_start: packets of each process; 0: one for each that it draws among
  std::uint64_t on_cycles = 100;   ///< on_off: mean length of a burst
  std::uint64_t off_cycles = 100;  ///< on_off: mean gap between bursts
  std::vector<PacketLength> lengths{{16, 1}};
  bool self = false;    ///< processes draw themselves too, and packets to the own node are sent
  int reply_flits = 0;  ///< each packet is answered by one of class 1 of so many flits; 0: no replies
};

/// One collective in each group of processes, over and over.
struct CollectiveTraffic {
  CollectiveKind kind = CollectiveKind::barrier;  ///< not all_to_all_v
  std::uint64_t bytes = 0;                        ///< of the vector, or of the part of each member
  std::uint32_t root = 0;                         ///< member of each group
  std::vector<int> dimensions;                    ///< of the grid of the processes, that a group spans; empty: all
  std::uint64_t repetitions = 1;
};

/// Closed-loop replay of a GOAL trace (docs/microarchitecture.md, section 13, for messages).
struct TraceTraffic {
  std::string file;                             ///< plain or .zst, path resolved by the caller
  std::optional<CollectiveTraffic> collective;  ///< instead of a file
  std::uint64_t processor_mhz = 2000;  ///< clock of the simulated processors; trace times are of a 2 GHz processor
  std::uint64_t computation_ppb = 1'000'000'000;  ///< factor on all computation
  bool pad_last_packet = false;
  CollectiveChoice collectives;                           ///< algorithms of the collectives of the trace
  std::uint64_t send_overhead_ps = 0;                     ///< time a process spends in every send
  std::uint64_t receive_overhead_ps = 0;                  ///< time a process spends in every receive
  std::optional<std::uint64_t> eager_bytes;               ///< larger messages go by rendezvous; none: no message does
  std::size_t memory_bytes = ArrayStore::kDefaultMemory;  ///< of the trace; more of it lies in files. Changes no result
};

/// Physical units of links.
struct LinkUnits {
  int phit_bytes = 4;
  std::uint64_t bits_per_microsecond = 1000;  ///< 1 Gb/s = 1000
  /// Picoseconds of a network cycle, rounded to the nearest.
  std::uint64_t cycle_picoseconds() const;
};

/// The values of results that can be known more precisely the longer a run is.
inline constexpr std::array kIntervalNames = {"latency.mean",        "latency.p50",          "latency.p95",
                                              "latency.p99",         "network_latency.mean", "network_latency.p50",
                                              "network_latency.p95", "network_latency.p99",  "accepted_load"};

/// A run that goes on until it knows enough, or to the end of its cycles.
struct RunUntil {
  Cycle least_cycles = 20'000;                                          ///< before the first look
  std::uint64_t relative_ppb = 0;                                       ///< most half width / value of all intervals
  std::vector<std::string> intervals{"latency.mean", "accepted_load"};  ///< of kIntervalNames
};

struct RunLimits {
  Cycle cycles =
      20'000;  ///< synthetic: simulated cycles (at_start, `until`: upper limit); traces: upper limit, 0 = none
  std::optional<RunUntil> until;  ///< synthetic traffic that does not end only
  std::optional<Cycle> warmup;    ///< none: detected by MSER-5
  std::uint64_t seed = 1;
  Cycle watchdog_cycles = 1'000;  ///< look for a deadlock when a packet has not moved for so long
  microarch::StallDetail stalls = microarch::StallDetail::off;  ///< how much to count of why packets wait
};

/// What a run records beside its totals, at a cost in time and memory: nothing by default.
struct RecordRequest {
  Cycle series_cycles = 0;  ///< windows of all virtual channels, so many cycles long; 0: none
  bool sources = false;     ///< totals of each source
  bool flows = false;       ///< totals of each source and destination
};

struct Experiment {
  std::string name;
  std::optional<SyntheticTraffic> synthetic;  ///< exactly one of the two
  std::optional<TraceTraffic> trace;
  LinkUnits link;
  RunLimits run;
  RecordRequest records;
  std::vector<topologies::NodeId> mapping;  ///< process -> node; empty: identity
  std::vector<int>
      process_grid;          ///< logical grid of the processes, dimension 1 first; empty: the sizes of the topology
  double uniform_bound = 0;  ///< phits/cycle/node, 0 if unknown; results are compared with it for uniform traffic
};

}  // namespace trenza::testbench
