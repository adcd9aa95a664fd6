#include "cosim/lockstep_fabric.h"

#include <fmt/core.h>

#include <utility>

#include "microarch/hash.h"

namespace trenza::cosim {

using microarch::Cycle;
using microarch::Delivery;

namespace {

PacketName name_of(const Delivery& delivery) { return {delivery.source, delivery.number}; }

std::string version(const topologies::Topology& topology, const Delivery* delivery) {
  if (delivery == nullptr) return "nothing";
  return fmt::format("packet {} of r_{} {}", to_string(name_of(*delivery)), topology.node_name(delivery->source),
                     delivery_text(topology, *delivery));
}

const Delivery* at(const std::vector<Delivery>& deliveries, std::size_t place) {
  return place < deliveries.size() ? &deliveries[place] : nullptr;
}

}  // namespace

LockstepFabric::LockstepFabric(Side first, Side second)
    : sides_{{std::move(first), {}, {}}, {std::move(second), {}, {}}} {
  for (Watched& side : sides_) {
    side.fabric->observe_hops([&side](const microarch::Hop& hop) { side.history.add(hop); });
  }
}

LockstepFabric::~LockstepFabric() {
  for (const Watched& side : sides_) side.fabric->observe_hops({});
}

std::uint64_t LockstepFabric::offer(microarch::NodeId source, microarch::NodeId destination, int flits,
                                    std::uint64_t tag, int message_class) {
  const std::uint64_t number = sides_[0].fabric->offer(source, destination, flits, tag, message_class);
  const std::uint64_t other = sides_[1].fabric->offer(source, destination, flits, tag, message_class);
  if (number != other)
    report(fmt::format("number of a packet of node {}", source), fmt::format("{} / {}", number, other));
  return number;
}

void LockstepFabric::advance(Cycle limit) {
  microarch::Fabric& first = *sides_[0].fabric;
  microarch::Fabric& second = *sides_[1].fabric;
  first.advance(limit);
  second.advance(first.now());
  if (second.now() < first.now()) {
    report_delivery(second.now() - 1, nullptr, at(second.delivered(), 0));
  }
  compare_deliveries(first.now() - 1);
  for (Watched& side : sides_) book(side);
}

void LockstepFabric::compare_deliveries(Cycle cycle) {
  const std::vector<Delivery>& first = sides_[0].fabric->delivered();
  const std::vector<Delivery>& second = sides_[1].fabric->delivered();
  const std::size_t place = first_difference(first, second);
  if (place < first.size() || place < second.size()) report_delivery(cycle, at(first, place), at(second, place));
  for (const Delivery& delivery : first) {
    const auto& hops = sides_[0].history.of(name_of(delivery));
    const auto& others = sides_[1].history.of(name_of(delivery));
    // A test double may know no hops.
    if (hops.empty() || others.empty() || same(hops, others)) continue;
    throw Divergence(
        cycle, fmt::format("cycle {}: packet {} {}: delivered alike, but it went another way\n{}", cycle,
                           to_string(name_of(delivery)), delivery_text(topology(), delivery), histories(delivery)));
  }
}

void LockstepFabric::book(Watched& side) const {
  for (const Delivery& d : side.fabric->delivered()) {
    ++side.tally.packets;
    side.tally.digest += microarch::hash(d.source, d.destination, d.number, d.flits, d.created, d.entered, d.ejected);
    side.history.forget(name_of(d));
  }
}

microarch::Counters LockstepFabric::counters() const {
  microarch::Counters counters = sides_[0].fabric->counters();
  const std::string found = difference(counters, sides_[1].fabric->counters());
  if (!found.empty()) report("counters", found);
  return counters;
}

microarch::WaitSnapshot LockstepFabric::waiting() const {
  const Watched& told = sides_[0].tells_waiting ? sides_[0] : sides_[1];
  microarch::WaitSnapshot snapshot = told.fabric->waiting();
  if (!sides_[0].tells_waiting || !sides_[1].tells_waiting) return snapshot;
  const std::string found = difference(snapshot, sides_[1].fabric->waiting());
  if (!found.empty()) report("who waits for what", found);
  return snapshot;
}

/// What each side tells in short has to be what both tell at length.
std::vector<microarch::StandingHead> LockstepFabric::standing() const {
  std::vector<microarch::StandingHead> heads = standing_heads(waiting());
  for (const Watched& side : sides_) {
    if (side.tells_waiting && !(side.fabric->standing() == heads))
      report("who waits", side.name + " names other heads than it describes");
  }
  return heads;
}

/// Always by place, so that a difference is found where it is.
void LockstepFabric::count_stalls(microarch::StallDetail detail) {
  if (detail != microarch::StallDetail::off) detail = microarch::StallDetail::places;
  for (Watched& side : sides_) side.fabric->count_stalls(detail);
}

microarch::StallTable LockstepFabric::stalls() const {
  microarch::StallTable table = sides_[0].fabric->stalls();
  const microarch::StallTable other = sides_[1].fabric->stalls();
  if (table.detail() == microarch::StallDetail::off || other.detail() == microarch::StallDetail::off) return table;
  const std::string found = difference(table, other, topology(), parameters());
  if (!found.empty()) report("why packets wait", found);
  return table;
}

std::vector<std::string> LockstepFabric::audit() const {
  std::vector<std::string> faults;
  for (const Watched& side : sides_) {
    for (const std::string& fault : side.fabric->audit()) faults.push_back(side.name + ": " + fault);
  }
  return faults;
}

void LockstepFabric::report_delivery(Cycle cycle, const Delivery* first, const Delivery* second) const {
  std::string text =
      fmt::format("cycle {}: the first delivery that differs\n  {}: {}\n  {}: {}\n", cycle, sides_[0].name,
                  version(topology(), first), sides_[1].name, version(topology(), second));
  if (first != nullptr) text += histories(*first);
  if (second != nullptr && (first == nullptr || !(name_of(*first) == name_of(*second)))) text += histories(*second);
  throw Divergence(cycle, text);
}

std::string LockstepFabric::histories(const Delivery& delivery) const {
  const PacketName packet = name_of(delivery);
  std::string text;
  for (const Watched& side : sides_) {
    text += fmt::format("  history of packet {} in {}:\n", to_string(packet), side.name);
    text += history_text(side.history.of(packet), delivery.created, topology(), parameters());
    bool is_delivered = false;
    for (const Delivery& other : side.fabric->delivered()) {
      if (!(name_of(other) == packet)) continue;
      is_delivered = true;
      text += fmt::format("    cycle {}: its tail leaves at r_{}\n", other.ejected,
                          topology().node_name(other.destination));
    }
    if (is_delivered) continue;
    const std::string standing = waiting_text(packet, *side.fabric);
    text += fmt::format("    before cycle {}: {}\n", side.fabric->now(),
                        standing.empty() ? "not delivered, at the front of no input" : standing);
  }
  return text;
}

void LockstepFabric::report(const std::string& what, const std::string& difference) const {
  throw Divergence(now(), fmt::format("before cycle {}: {} differ, {}: {}\n", now(), what, names(), difference));
}

}  // namespace trenza::cosim
