// Collects what happens to packets during a run, by slices of time.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "microarch/fabric.h"
#include "testbench/statistics/histogram.h"
#include "testbench/statistics/mser.h"
#include "testbench/statistics/time_slices.h"
#include "testbench/statistics/traffic_mix.h"

namespace trenza::testbench {

inline constexpr std::size_t kMessageClasses = 2;

/// Packets of one message class, delivered in a stretch of time.
struct ClassTotals {
  std::uint64_t packets = 0;
  Uint128 latency = 0;
  Uint128 network_latency = 0;

  void merge(const ClassTotals& other) {
    packets += other.packets;
    latency += other.latency;
    network_latency += other.network_latency;
  }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [packets, latency, network_latency] = self;
    archive(packets, latency, network_latency);
  }
};

/// Packets of one source, or of one source and destination, delivered in a stretch of time.
struct FlowTotals {
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;
  std::uint64_t latency = 0;          ///< sum
  std::uint64_t network_latency = 0;  ///< sum

  void merge(const FlowTotals& other) {
    packets += other.packets;
    flits += other.flits;
    latency += other.latency;
    network_latency += other.network_latency;
  }
};

/// By source and destination; destination -1: all.
using Flows = std::map<std::pair<microarch::NodeId, microarch::NodeId>, FlowTotals>;

/// Totals of a stretch of time. A packet counts as offered in the cycle of its creation and as delivered in the cycle
/// of its ejection.
struct Window {
  Cycle begin = 0;
  Cycle end = 0;
  std::uint64_t offered_packets = 0;
  std::uint64_t offered_flits = 0;
  std::uint64_t offered_hops = 0;  ///< minimal hops of the packets offered
  std::uint64_t delivered_packets = 0;
  std::uint64_t delivered_flits = 0;
  std::uint64_t delivered_hops = 0;
  Histogram latency;          ///< ejection - creation, of the packets delivered
  Histogram network_latency;  ///< ejection - network entry
  std::array<ClassTotals, kMessageClasses> classes;
  std::vector<std::uint64_t> source_flits;   ///< delivered, by source node
  std::vector<std::uint64_t> channel_flits;  ///< by channel
  Flows flows;                               ///< empty if they are not kept
  MixTotals offered_mix, delivered_mix;      ///< empty if they are not counted
  std::uint64_t escape_grants = 0;
  std::uint64_t network_grants = 0;

  Cycle cycles() const { return end - begin; }
};

/// Latencies of the packets created in one slice of the run and delivered by now.
struct CreationSlice {
  Cycle begin = 0;
  std::uint64_t packets = 0;
  Uint128 latency = 0;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [begin, packets, latency] = self;
    archive(begin, packets, latency);
  }
};

/// Totals of one slice of the run.
struct SliceTotals {
  std::uint64_t offered_packets = 0, offered_flits = 0, offered_hops = 0;
  std::uint64_t delivered_packets = 0, delivered_flits = 0, delivered_hops = 0;
  Histogram latency, network_latency;
  std::array<ClassTotals, kMessageClasses> classes;
  MixTotals offered_mix, delivered_mix;  ///< empty if they are not counted
  std::vector<std::uint64_t>
      source_flits;  ///< empty if no window begins here: these are with those of the slice before

  void merge(const SliceTotals& other);

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [packets_in, flits_in, hops_in, packets_out, flits_out, hops_out, latency, network_latency, classes, mix_in,
           mix_out, source_flits] = self;
    archive(packets_in, flits_in, hops_in, packets_out, flits_out, hops_out, latency, network_latency, classes, mix_in,
            mix_out, source_flits);
  }
};

class Collector {
 public:
  /// Statistics of a synthetic run of `cycles` cycles, in equal slices; a warm-up that is given is a slice of its own.
  /// With `grows` the run may go on after them: whenever there are twice as many slices, pairs become one.
  static Collector open_loop(const topologies::Graph& graph, Cycle cycles, std::optional<Cycle> warmup,
                             bool grows = false);
  /// Statistics of a trace: one window.
  static Collector closed_loop(const topologies::Graph& graph);

  /// From now on also keeps the totals of every source, or (`by_destination`) of every source and destination. To be
  /// called before the first delivery.
  void keep_flows(bool by_destination);

  /// From now on also counts the mix of traffic, where the destination of an offer is given. To be called before the
  /// first offer; the topology must outlive the collector.
  void count_mix(const topologies::Topology& topology);

  void offered(microarch::NodeId source, int flits, int hops, Cycle cycle, microarch::NodeId destination = -1);
  void delivered(const microarch::Delivery& delivery);

  /// The cycle at the begin of which boundary() must be called next; kNoBoundary if there is none.
  Cycle next_boundary() const { return next_boundary_; }
  static constexpr Cycle kNoBoundary = ~Cycle{0};
  void boundary(const microarch::Counters& counters);

  const TimeSlices& slices() const { return slices_; }
  /// Totals from the begin of a slice to `end`; `counters` are those of `end`. Precondition: boundary() was called for
  /// that slice.
  Window window(std::size_t first_slice, Cycle end, const microarch::Counters& counters) const;
  /// Slices with which a window can begin: boundary() was called for them.
  std::size_t slices_begun() const { return snapshots_.size(); }
  const SliceTotals& slice(std::size_t number) const { return totals_[number]; }
  /// Whether `now` is a cycle in which a run that grows may end: after the cycles that it was begun with, at the begin
  /// of every fourth part of its slices, so that looks lie a quarter to an eighth of the run apart. To be asked before
  /// boundary() of this cycle.
  bool is_look(Cycle now) const;

  /// Warm-up by MSER-5 in slices (rounded up to the begin of a slice); none if it was not found in the first half of a
  /// run that ended at `end`.
  std::optional<std::size_t> detect_warmup(Cycle end) const;

  std::vector<CreationSlice> creation_slices() const;
  std::uint64_t offered_packets() const { return offered_packets_; }
  std::uint64_t delivered_packets() const { return delivered_packets_; }
  std::uint64_t delivered_flits() const { return delivered_flits_; }
  /// Packets of a message class delivered.
  std::uint64_t delivered_packets_of(std::size_t message_class) const;
  /// Whether a node has offered any packet.
  bool is_source(microarch::NodeId node) const { return is_source_[static_cast<std::size_t>(node)]; }
  /// docs/microarchitecture.md, section 12.
  std::uint64_t digest() const { return digest_; }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [slices, creation, totals, snapshots, created, next_boundary, mser, is_source, offered_packets,
           delivered_packets, delivered_flits, digest, now, then, flows, by_destination, detects, mix] = self;
    archive(slices, creation, totals, snapshots, created, next_boundary, mser, is_source);
    archive(offered_packets, delivered_packets, delivered_flits, digest);
    if (!flows.empty()) archive(flows);
  }

 private:
  struct Snapshot {
    std::vector<std::uint64_t> channel_flits;
    std::uint64_t escape_grants = 0, network_grants = 0;

    template <class Self, class Archive>
    static void state(Self& self, Archive& archive) {
      auto& [channel_flits, escape_grants, network_grants] = self;
      archive(channel_flits, escape_grants, network_grants);
    }
  };

  Collector(const topologies::Graph& graph, TimeSlices slices, TimeSlices creation, bool detects);
  void add_snapshot(Snapshot snapshot);
  void join_pairs();
  void begin_slices();

  TimeSlices slices_;
  TimeSlices creation_;
  std::vector<SliceTotals> totals_;
  std::vector<Snapshot> snapshots_;  ///< at the begin of each slice reached; given warm-up: of the first two at most
  std::vector<CreationSlice> created_;
  Cycle next_boundary_ = kNoBoundary;
  Mser5 mser_;
  std::vector<bool> is_source_;
  std::uint64_t offered_packets_ = 0;
  std::uint64_t delivered_packets_ = 0;
  std::uint64_t delivered_flits_ = 0;
  std::uint64_t digest_ = 0;
  SliceFinder now_;           ///< of slices_
  SliceFinder then_;          ///< of creation_
  std::vector<Flows> flows_;  ///< by slice; empty: they are not kept
  bool by_destination_ = false;
  bool detects_;                           ///< the warm-up is not given
  std::shared_ptr<const MixCounter> mix_;  ///< none: it is not counted
};

}  // namespace trenza::testbench
