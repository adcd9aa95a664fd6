#include "testbench/statistics/channel_series.h"

#include <algorithm>
#include <utility>

#include "microarch/parameters.h"
#include "microarch/place_names.h"

namespace trenza::testbench {

using microarch::FlitMove;
using microarch::Hop;
using topologies::ChannelId;

ChannelSeries::ChannelSeries(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                             Cycle window_cycles)
    : topology_(topology),
      parameters_(parameters),
      window_cycles_(window_cycles),
      lanes_(static_cast<std::size_t>(topology.graph().channels()) * static_cast<std::size_t>(parameters.vcs())) {}

ChannelSeries::Lane& ChannelSeries::lane(ChannelId channel, int vc) {
  return lanes_[static_cast<std::size_t>(channel) * static_cast<std::size_t>(parameters_.vcs()) +
                static_cast<std::size_t>(vc)];
}

ChannelWindow& ChannelSeries::window(Lane& lane, Cycle cycle) const {
  const auto index = static_cast<std::size_t>(cycle / window_cycles_);
  if (index >= lane.windows.size()) lane.windows.resize(index + 1);
  return lane.windows[index];
}

void ChannelSeries::granted(const Hop& hop, int flits) {
  const topologies::Graph& graph = topology_.graph();
  const bool to_channel = hop.output < graph.ports();
  if (to_channel) ++window(lane(graph.id(hop.router, hop.output), hop.vc), hop.cycle).packets;
  if (parameters_.by_flits()) return;
  const auto length = static_cast<Cycle>(flits);
  if (to_channel) {
    Lane& next = lane(graph.id(hop.router, hop.output), hop.vc);
    count_crossing(next, next.crossing_end);
    next.crossing_begin = hop.cycle;
    next.crossing_end = hop.cycle + length;
  }
  cross({hop.cycle, hop.router, hop.input, hop.output, hop.vc}, length);
}

void ChannelSeries::moved(const FlitMove& move) {
  const topologies::Graph& graph = topology_.graph();
  if (move.output < graph.ports()) ++window(lane(graph.id(move.router, move.output), move.vc), move.cycle).flits;
  cross(move, 1);
}

void ChannelSeries::cross(const FlitMove& first, Cycle flits) {
  const topologies::Graph& graph = topology_.graph();
  if (first.output < graph.ports()) {
    Lane& next = lane(graph.id(first.router, first.output), first.vc);
    account(next, first.cycle + 1);
    add_ramp(next, first.cycle + static_cast<Cycle>(parameters_.link_delay_of(first.output)) + 1, flits, 1);
  }
  const int vcs = parameters_.vcs();
  if (first.input >= graph.ports() * vcs) return;  // from an injector
  const topologies::Channel& entered = graph.in(first.router, first.input / vcs);
  Lane& left = lane(graph.id(entered.from, entered.out_port), first.input % vcs);
  account(left, first.cycle + 1);
  add_ramp(left, first.cycle + 1, flits, -1);
}

void ChannelSeries::count_crossing(Lane& lane, Cycle end) const {
  const Cycle last = std::min(lane.crossing_end, end);
  for (Cycle cycle = lane.crossing_begin; cycle < last;) {
    const Cycle next = std::min(last, (cycle / window_cycles_ + 1) * window_cycles_);
    window(lane, cycle).flits += next - cycle;
    cycle = next;
  }
}

void ChannelSeries::add_ramp(Lane& lane, Cycle begin, Cycle cycles, std::int64_t slope) {
  for (const Turn turn : {Turn{begin, slope}, Turn{begin + cycles, -slope}}) {
    const auto after = std::upper_bound(lane.turns.begin(), lane.turns.end(), turn.cycle,
                                        [](Cycle cycle, const Turn& other) { return cycle < other.cycle; });
    lane.turns.insert(after, turn);
  }
}

void ChannelSeries::account(Lane& lane, Cycle end) const {
  std::size_t turned = 0;
  while (lane.accounted < end) {
    for (; turned < lane.turns.size() && lane.turns[turned].cycle == lane.accounted; ++turned)
      lane.slope += lane.turns[turned].slope;
    Cycle next = turned < lane.turns.size() ? std::min(end, lane.turns[turned].cycle) : end;
    if (lane.level != 0 || lane.slope != 0) {
      next = std::min(next, (lane.accounted / window_cycles_ + 1) * window_cycles_);
      const auto cycles = static_cast<std::int64_t>(next - lane.accounted);
      ChannelWindow& now = window(lane, lane.accounted);
      // Occupancies level + slope, level + 2 slope, ..., level + cycles * slope.
      const std::int64_t last = lane.level + cycles * lane.slope;
      now.occupancy_sum += static_cast<std::uint64_t>((lane.level + lane.slope + last) * cycles / 2);
      now.occupancy_max =
          std::max(now.occupancy_max, static_cast<std::uint64_t>(std::max(lane.level + lane.slope, last)));
      lane.level = last;
    }
    lane.accounted = next;
  }
  lane.turns.erase(lane.turns.begin(), lane.turns.begin() + static_cast<std::ptrdiff_t>(turned));
}

SeriesResults ChannelSeries::results(Cycle end) const {
  SeriesResults results{window_cycles_, end, {}};
  const topologies::Graph& graph = topology_.graph();
  const auto windows = static_cast<std::size_t>((end + window_cycles_ - 1) / window_cycles_);
  const auto vcs = static_cast<std::size_t>(parameters_.vcs());
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const auto channel = static_cast<ChannelId>(i / vcs);
    if (!graph.has(channel)) continue;
    Lane lane = lanes_[i];
    count_crossing(lane, end);
    account(lane, end);
    lane.windows.resize(windows);
    const topologies::Channel& ends = graph.channel(channel);
    results.channels.push_back({"r_" + topology_.node_name(ends.from) + "." + topology_.port_name(ends.out_port),
                                microarch::vc_name(parameters_, static_cast<int>(i % vcs)), std::move(lane.windows)});
  }
  return results;
}

}  // namespace trenza::testbench
