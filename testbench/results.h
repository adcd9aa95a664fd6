// The results of a run: the numbers of one JSON document (design: one run = one document, `meta` apart).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "testbench/collective_results.h"

namespace trenza::testbench {

/// A 95 % confidence interval by batch means (docs/precision.md, section 1).
struct Interval {
  double low = 0;
  double high = 0;
  std::uint64_t batches = 0;  ///< that it was computed from
  bool independent = false;   ///< they passed the test of correlation
};

/// None: too few batches or packets.
struct LatencyIntervals {
  std::optional<Interval> mean;
  std::optional<Interval> p50;
  std::optional<Interval> p95;
  std::optional<Interval> p99;
};

/// Mean latency of the second half of the window minus that of the first.
struct Drift {
  double change = 0;
  Interval interval;  ///< of the change
  bool is_within() const { return interval.low <= 0 && 0 <= interval.high; }
};

/// Of each part of the traffic its share of the packets delivered over its share of the packets offered: 1 where the
/// mix is intact. None: too few packets.
struct MixShift {
  std::vector<std::optional<double>> by_dimension;  ///< of steps in a dimension; empty where there is one
  std::vector<std::optional<double>> by_distance;   ///< of packets, by hops of a shortest path, from 0 on
};

/// Whether the offered load is above what the network accepts, by three definitions (docs/precision.md, section 4).
struct Saturation {
  bool saturated = false;     ///< the rule: less than 98 % accepted, or the mix distorted (statistics/saturation.h)
  double accepted_share = 0;  ///< accepted load / offered load
  double hops_ratio = 0;      ///< mean hops of packets delivered / of packets offered
  std::optional<double>
      empty_latency;               ///< mean latency of the same packets without any other; none: links of unequal delay
  std::optional<bool> by_latency;  ///< the mean latency is above three times that
  bool by_backlog = false;         ///< more packets wait at the end than rate and latency explain
  std::optional<MixShift> mix;     ///< only if saturated
};

/// Sums of the batches of the window, for comparisons with other runs.
struct BatchSeries {
  std::vector<microarch::Cycle> begins;
  microarch::Cycle end = 0;            ///< of the last one
  std::vector<std::uint64_t> packets;  ///< delivered
  std::vector<std::uint64_t> flits;
  std::vector<std::uint64_t> latency;  ///< sum over the packets
};

/// Cycles from ... to the ejection of the tail.
struct LatencySummary {
  double mean = 0;
  std::uint64_t p50 = 0;
  std::uint64_t p95 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
  std::optional<LatencyIntervals> intervals{};  ///< none for traffic that ends
};

/// Packets of one message class.
struct ClassResults {
  std::uint64_t packets = 0;                   ///< delivered
  std::optional<double> latency_mean;          ///< from creation; none where the latency of all is none
  std::optional<double> network_latency_mean;  ///< from network entry
};

/// One virtual channel, and the input buffer at its end, in one window of a run.
struct ChannelWindow {
  std::uint64_t flits = 0;          ///< that crossed to it
  std::uint64_t packets = 0;        ///< that were granted it
  std::uint64_t occupancy_sum = 0;  ///< flits in the buffer, summed over the cycles
  std::uint64_t occupancy_max = 0;  ///< the most flits in the buffer
};

struct ChannelSeriesResults {
  std::string channel;  ///< "r_3_2.xp"
  std::string vc;       ///< "vc1"
  std::vector<ChannelWindow> windows;
};

/// Every virtual channel through the whole run, in windows. The last window is shorter if the run ends within it.
struct SeriesResults {
  microarch::Cycle window_cycles = 0;
  microarch::Cycle end = 0;  ///< cycle after the last
  std::vector<ChannelSeriesResults> channels;
};

/// Packets of one source, or of one source and destination, delivered in the window after the warm-up.
struct FlowResults {
  std::string source;       ///< "r_3_2"
  std::string destination;  ///< empty: all
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;
  double accepted_load = 0;                    ///< phits/cycle
  std::optional<double> latency_mean;          ///< from creation; none where the latency of all is none
  std::optional<double> network_latency_mean;  ///< from network entry
};

struct SourceResults {
  std::optional<double> jain_index;  ///< of the accepted loads; none if nothing was delivered
  std::vector<FlowResults> sources;  ///< nodes that have offered any packet
};

enum class Outcome : std::uint8_t { finished, deadlock, starvation, blocked };

struct Results {
  Outcome outcome = Outcome::finished;
  std::string report;  ///< deadlock: the wait-for cycle; starvation: who waits since when; blocked: what stands still
  std::uint64_t nodes = 0;
  microarch::Cycle cycles = 0;         ///< simulated, idle jumps included
  microarch::Cycle warmup_cycles = 0;  ///< left out of the averages
  bool open_loop = true;
  std::optional<bool> steady;   ///< none for traces
  std::string steady_reason;    ///< why not steady
  std::optional<bool> precise;  ///< `run.until` was reached; none without it
  std::string precise_reason;   ///< why not precise
  double offered_load = 0;      ///< phits/cycle/node, in the window after the warm-up
  double accepted_load = 0;
  std::optional<Interval> accepted_load_interval;
  double accepted_load_min_source = 0;  ///< the least served source
  double accepted_load_max_source = 0;
  std::optional<LatencySummary> latency;          ///< from creation; none if not steady or nothing was delivered
  std::optional<LatencySummary> network_latency;  ///< from network entry
  std::optional<Drift> drift;                     ///< of the latency from creation; none where that is none
  std::optional<Saturation> saturation;           ///< none for traffic that ends, or if nothing was offered
  BatchSeries batches;                            ///< not in the document
  std::vector<ClassResults> classes;              ///< by message class; empty if there is only one
  double hops_mean = 0;
  double hops_offered_mean =
      0;  ///< minimal hops of the packets offered: the offered mix is intact if hops_mean is within 1 %
  std::uint64_t packets = 0;  ///< delivered
  std::uint64_t flits = 0;
  std::uint64_t flit_hops = 0;
  double escape_share = 0;   ///< of packet hops on escape VCs
  double link_use_mean = 0;  ///< flits/cycle/channel
  double link_use_max = 0;
  std::string link_use_max_name;    ///< "r_3_2.xp"
  std::vector<double> channel_use;  ///< flits/cycle by topologies::ChannelId; not in the document
  std::optional<double> uniform_bound;
  bool bound_exceeded = false;  ///< a steady run accepted more than that, by more than 1 % and more than chance
  std::optional<microarch::Cycle>
      execution_cycles;  ///< traces: network cycles until the last operation ends; at_start: until the last delivery
  std::optional<double> execution_milliseconds;
  std::optional<microarch::Cycle> ideal_cycles;  ///< traces: the same on a network of zero cost
  std::uint64_t messages = 0;                    ///< traces
  std::uint64_t self_messages = 0;               ///< traces: kept out of the network
  std::vector<std::string> remarks;              ///< traces: what changes nothing, a line each; not in the document
  std::optional<CollectiveResults> collective;   ///< of traffic that is one
  std::uint64_t digest = 0;
  microarch::StallTable stalls;         ///< of detail `off` if nothing was counted
  std::optional<SeriesResults> series;  ///< these three only where they were asked for
  std::optional<SourceResults> sources;
  std::optional<std::vector<FlowResults>> flows;  ///< those with any packet delivered, by source, then destination
};

}  // namespace trenza::testbench
