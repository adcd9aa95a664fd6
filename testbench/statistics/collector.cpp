#include "testbench/statistics/collector.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "microarch/hash.h"

namespace trenza::testbench {

namespace {

constexpr std::size_t kSlices = 64;
constexpr std::size_t kFewSlices = 16;  // for very large networks, to save memory
constexpr topologies::NodeId kManyNodes = 1 << 16;
constexpr std::size_t kMostBatches = std::size_t{1} << 22U;  // of MSER-5 in a run that grows: 16 MiB

std::size_t slice_count(const topologies::Graph& graph) { return graph.nodes() > kManyNodes ? kFewSlices : kSlices; }

void add_flows(Flows& sums, const Flows& flows) {
  for (const auto& [ends, flow] : flows) sums[ends].merge(flow);
}

}  // namespace

void SliceTotals::merge(const SliceTotals& other) {
  offered_packets += other.offered_packets;
  offered_flits += other.offered_flits;
  offered_hops += other.offered_hops;
  delivered_packets += other.delivered_packets;
  delivered_flits += other.delivered_flits;
  delivered_hops += other.delivered_hops;
  latency.merge(other.latency);
  network_latency.merge(other.network_latency);
  for (std::size_t c = 0; c < kMessageClasses; ++c) classes[c].merge(other.classes[c]);
  offered_mix.merge(other.offered_mix);
  delivered_mix.merge(other.delivered_mix);
  for (std::size_t node = 0; node < other.source_flits.size(); ++node) source_flits[node] += other.source_flits[node];
}

Collector::Collector(const topologies::Graph& graph, TimeSlices slices, TimeSlices creation, bool detects)
    : slices_(slices),
      creation_(creation),
      totals_(slices.count()),
      created_(creation.count()),
      is_source_(static_cast<std::size_t>(graph.nodes()), false),
      detects_(detects) {
  if (slices_.grows()) mser_ = Mser5(kMostBatches);
  const std::size_t windows = detects ? totals_.size() : slices_.first() + 1;
  for (std::size_t k = 0; k < windows; ++k) totals_[k].source_flits.assign(is_source_.size(), 0);
  begin_slices();
  add_snapshot(Snapshot{std::vector<std::uint64_t>(static_cast<std::size_t>(graph.channels()), 0), 0, 0});
}

void Collector::begin_slices() {
  for (std::size_t k = 0; k < created_.size(); ++k) created_[k].begin = creation_.begin(k);
  now_ = SliceFinder();
  then_ = SliceFinder();
}

Collector Collector::open_loop(const topologies::Graph& graph, Cycle cycles, std::optional<Cycle> warmup, bool grows) {
  const std::size_t slices = slice_count(graph);
  if (grows) {
    const TimeSlices growing = TimeSlices::growing(warmup.value_or(0), cycles, slices);
    return Collector(graph, growing, growing, !warmup);
  }
  return Collector(graph, TimeSlices::after(warmup.value_or(0), cycles, slices), TimeSlices::equal(cycles, kSlices),
                   !warmup);
}

Collector Collector::closed_loop(const topologies::Graph& graph) {
  return Collector(graph, TimeSlices::equal(0, 1), TimeSlices::equal(0, 1), false);
}

void Collector::keep_flows(bool by_destination) {
  flows_.resize(slices_.count());
  by_destination_ = by_destination;
}

void Collector::count_mix(const topologies::Topology& topology) { mix_ = std::make_shared<MixCounter>(topology); }

void Collector::offered(microarch::NodeId source, int flits, int hops, Cycle cycle, microarch::NodeId destination) {
  SliceTotals& slice = totals_[now_.of(slices_, cycle)];
  ++slice.offered_packets;
  slice.offered_flits += static_cast<std::uint64_t>(flits);
  slice.offered_hops += static_cast<std::uint64_t>(hops);
  if (mix_ && destination >= 0) mix_->count(source, destination, slice.offered_mix);
  is_source_[static_cast<std::size_t>(source)] = true;
  ++offered_packets_;
}

void Collector::delivered(const microarch::Delivery& delivery) {
  const std::uint64_t latency = delivery.ejected - delivery.created;
  const std::size_t number = now_.of(slices_, delivery.ejected);
  SliceTotals& slice = totals_[number];
  ++slice.delivered_packets;
  slice.delivered_flits += static_cast<std::uint64_t>(delivery.flits);
  slice.delivered_hops += static_cast<std::uint64_t>(delivery.hops);
  slice.latency.add(latency);
  slice.network_latency.add(delivery.ejected - delivery.entered);
  if (mix_) mix_->count(delivery.source, delivery.destination, slice.delivered_mix);
  ClassTotals& of_class = slice.classes[static_cast<std::size_t>(delivery.message_class)];
  ++of_class.packets;
  of_class.latency += latency;
  of_class.network_latency += delivery.ejected - delivery.entered;
  const std::size_t first = detects_ ? number : std::min(number, slices_.first());
  totals_[first].source_flits[static_cast<std::size_t>(delivery.source)] += static_cast<std::uint64_t>(delivery.flits);

  if (!flows_.empty()) {
    FlowTotals& flow = flows_[number][{delivery.source, by_destination_ ? delivery.destination : -1}];
    ++flow.packets;
    flow.flits += static_cast<std::uint64_t>(delivery.flits);
    flow.latency += latency;
    flow.network_latency += delivery.ejected - delivery.entered;
  }

  CreationSlice& created = created_[then_.of(creation_, delivery.created)];
  ++created.packets;
  created.latency += latency;
  if (detects_) mser_.add(latency);

  ++delivered_packets_;
  delivered_flits_ += static_cast<std::uint64_t>(delivery.flits);
  digest_ += microarch::hash(delivery.source, delivery.destination, delivery.number, delivery.flits, delivery.created,
                             delivery.entered, delivery.ejected);
}

void Collector::boundary(const microarch::Counters& counters) {
  if (slices_.grows() && snapshots_.size() + 1 == slices_.count()) join_pairs();
  add_snapshot(Snapshot{counters.channel_flits, counters.escape_grants, counters.network_grants});
}

void Collector::add_snapshot(Snapshot snapshot) {
  snapshots_.push_back(std::move(snapshot));
  // No window begins after a warm-up that was given; a run that grows also needs to know when to join slices.
  const std::size_t last = slices_.grows() || detects_ ? slices_.count() : slices_.first() + 1;
  next_boundary_ = snapshots_.size() < last ? slices_.begin(snapshots_.size()) : kNoBoundary;
}

/// Of the parts of the run after the first slices; the last one has begun with offers only.
void Collector::join_pairs() {
  const std::size_t first = slices_.first();
  const std::size_t parts = slices_.parts();
  const auto join = [&](auto& list, const auto& merge, const auto& empty) {
    for (std::size_t k = 0; k <= parts; ++k) {
      const std::size_t one = first + 2 * k;
      if (k > 0) list[first + k] = std::move(list[one]);
      if (one + 1 < list.size()) merge(list[first + k], list[one + 1]);
    }
    for (std::size_t k = first + parts + 1; k < list.size(); ++k) list[k] = empty;
  };
  SliceTotals nothing;
  if (detects_) nothing.source_flits.assign(is_source_.size(), 0);
  join(
      totals_, [](SliceTotals& sum, const SliceTotals& slice) { sum.merge(slice); }, nothing);
  const auto add_created = [](CreationSlice& sum, const CreationSlice& slice) {
    sum.packets += slice.packets;
    sum.latency += slice.latency;
  };
  join(created_, add_created, CreationSlice{});
  if (!flows_.empty())
    join(
        flows_, [](Flows& sum, const Flows& slice) { add_flows(sum, slice); }, Flows{});
  for (std::size_t k = 1; k < parts; ++k) snapshots_[first + k] = std::move(snapshots_[first + 2 * k]);
  snapshots_.resize(first + parts);
  slices_.double_length();
  creation_.double_length();
  begin_slices();
}

bool Collector::is_look(Cycle now) const {
  if (next_boundary_ != now || !slices_.grows()) return false;
  if (now < slices_.begin(slices_.first() + slices_.parts())) return false;
  const std::size_t slice = slices_.of(now);
  const std::size_t quarter = slices_.parts() / 4;
  return slices_.begin(slice) == now && (slice - slices_.first()) % quarter == 0;
}

Window Collector::window(std::size_t first_slice, Cycle end, const microarch::Counters& counters) const {
  Window window;
  window.begin = slices_.begin(first_slice);
  window.end = end;
  SliceTotals sum;
  sum.source_flits.assign(is_source_.size(), 0);
  for (std::size_t k = first_slice; k < totals_.size(); ++k) sum.merge(totals_[k]);
  window.offered_packets = sum.offered_packets;
  window.offered_flits = sum.offered_flits;
  window.offered_hops = sum.offered_hops;
  window.delivered_packets = sum.delivered_packets;
  window.delivered_flits = sum.delivered_flits;
  window.delivered_hops = sum.delivered_hops;
  window.latency = sum.latency;
  window.network_latency = sum.network_latency;
  window.classes = sum.classes;
  window.offered_mix = std::move(sum.offered_mix);
  window.delivered_mix = std::move(sum.delivered_mix);
  window.source_flits = std::move(sum.source_flits);
  for (std::size_t k = first_slice; k < flows_.size(); ++k) add_flows(window.flows, flows_[k]);
  const Snapshot& before = snapshots_[first_slice];
  window.escape_grants = counters.escape_grants - before.escape_grants;
  window.network_grants = counters.network_grants - before.network_grants;
  window.channel_flits = counters.channel_flits;
  for (std::size_t k = 0; k < std::min(window.channel_flits.size(), before.channel_flits.size()); ++k)
    window.channel_flits[k] -= before.channel_flits[k];
  return window;
}

std::optional<std::size_t> Collector::detect_warmup(Cycle end) const {
  const Mser5::Truncation truncation = mser_.truncation();
  if (!truncation.found) return std::nullopt;
  std::uint64_t before = 0;  // deliveries before slice k
  for (std::size_t k = 0; k < snapshots_.size() && slices_.begin(k) <= end / 2; ++k) {
    if (before >= truncation.observations) return k;
    before += totals_[k].delivered_packets;
  }
  return std::nullopt;
}

std::uint64_t Collector::delivered_packets_of(std::size_t message_class) const {
  return std::accumulate(
      totals_.begin(), totals_.end(), std::uint64_t{0},
      [&](std::uint64_t sum, const SliceTotals& slice) { return sum + slice.classes[message_class].packets; });
}

std::vector<CreationSlice> Collector::creation_slices() const { return created_; }

}  // namespace trenza::testbench
