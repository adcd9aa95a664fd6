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

std::size_t slice_count(const topologies::Graph& graph) { return graph.nodes() > kManyNodes ? kFewSlices : kSlices; }

}  // namespace

Collector::Collector(const topologies::Graph& graph, TimeSlices slices, TimeSlices creation)
    : slices_(slices),
      creation_(creation),
      totals_(slices.count()),
      created_(creation.count()),
      is_source_(static_cast<std::size_t>(graph.nodes()), false) {
  for (Slice& slice : totals_) slice.source_flits.assign(static_cast<std::size_t>(graph.nodes()), 0);
  for (std::size_t k = 0; k < created_.size(); ++k) created_[k].begin = creation_.begin(k);
  add_snapshot(Snapshot{std::vector<std::uint64_t>(static_cast<std::size_t>(graph.channels()), 0), 0, 0});
}

Collector Collector::open_loop(const topologies::Graph& graph, Cycle cycles, std::optional<Cycle> warmup) {
  const TimeSlices creation = TimeSlices::equal(cycles, kSlices);
  if (!warmup) return Collector(graph, TimeSlices::equal(cycles, slice_count(graph)), creation);
  return Collector(graph, *warmup == 0 ? TimeSlices::equal(cycles, 1) : TimeSlices::split(*warmup), creation);
}

Collector Collector::closed_loop(const topologies::Graph& graph) {
  return Collector(graph, TimeSlices::equal(0, 1), TimeSlices::equal(0, 1));
}

void Collector::keep_flows(bool by_destination) {
  flows_.resize(slices_.count());
  by_destination_ = by_destination;
}

void Collector::offered(microarch::NodeId source, int flits, int hops, Cycle cycle) {
  Slice& slice = totals_[now_.of(slices_, cycle)];
  ++slice.offered_packets;
  slice.offered_flits += static_cast<std::uint64_t>(flits);
  slice.offered_hops += static_cast<std::uint64_t>(hops);
  is_source_[static_cast<std::size_t>(source)] = true;
  ++offered_packets_;
}

void Collector::delivered(const microarch::Delivery& delivery) {
  const std::uint64_t latency = delivery.ejected - delivery.created;
  const std::size_t number = now_.of(slices_, delivery.ejected);
  Slice& slice = totals_[number];
  ++slice.delivered_packets;
  slice.delivered_flits += static_cast<std::uint64_t>(delivery.flits);
  slice.delivered_hops += static_cast<std::uint64_t>(delivery.hops);
  slice.latency.add(latency);
  slice.network_latency.add(delivery.ejected - delivery.entered);
  ClassTotals& of_class = slice.classes[static_cast<std::size_t>(delivery.message_class)];
  ++of_class.packets;
  of_class.latency += latency;
  of_class.network_latency += delivery.ejected - delivery.entered;
  slice.source_flits[static_cast<std::size_t>(delivery.source)] += static_cast<std::uint64_t>(delivery.flits);

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
  if (slices_.count() > 1) mser_.add(latency);

  ++delivered_packets_;
  delivered_flits_ += static_cast<std::uint64_t>(delivery.flits);
  digest_ += microarch::hash(delivery.source, delivery.destination, delivery.number, delivery.flits, delivery.created,
                             delivery.entered, delivery.ejected);
}

void Collector::boundary(const microarch::Counters& counters) {
  add_snapshot(Snapshot{counters.channel_flits, counters.escape_grants, counters.network_grants});
}

void Collector::add_snapshot(Snapshot snapshot) {
  snapshots_.push_back(std::move(snapshot));
  next_boundary_ = snapshots_.size() < slices_.count() ? slices_.begin(snapshots_.size()) : kNoBoundary;
}

Window Collector::window(std::size_t first_slice, Cycle end, const microarch::Counters& counters) const {
  Window window;
  window.begin = slices_.begin(first_slice);
  window.end = end;
  window.source_flits.assign(is_source_.size(), 0);
  for (std::size_t k = first_slice; k < totals_.size(); ++k) {
    const Slice& slice = totals_[k];
    window.offered_packets += slice.offered_packets;
    window.offered_flits += slice.offered_flits;
    window.offered_hops += slice.offered_hops;
    window.delivered_packets += slice.delivered_packets;
    window.delivered_flits += slice.delivered_flits;
    window.delivered_hops += slice.delivered_hops;
    window.latency.merge(slice.latency);
    window.network_latency.merge(slice.network_latency);
    for (std::size_t c = 0; c < kMessageClasses; ++c) {
      window.classes[c].packets += slice.classes[c].packets;
      window.classes[c].latency += slice.classes[c].latency;
      window.classes[c].network_latency += slice.classes[c].network_latency;
    }
    for (std::size_t node = 0; node < slice.source_flits.size(); ++node)
      window.source_flits[node] += slice.source_flits[node];
  }
  for (std::size_t k = first_slice; k < flows_.size(); ++k) {
    for (const auto& [ends, flow] : flows_[k]) {
      FlowTotals& sum = window.flows[ends];
      sum.packets += flow.packets;
      sum.flits += flow.flits;
      sum.latency += flow.latency;
      sum.network_latency += flow.network_latency;
    }
  }
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
  return std::accumulate(totals_.begin(), totals_.end(), std::uint64_t{0}, [&](std::uint64_t sum, const Slice& slice) {
    return sum + slice.classes[message_class].packets;
  });
}

std::vector<CreationSlice> Collector::creation_slices() const { return created_; }

}  // namespace trenza::testbench
