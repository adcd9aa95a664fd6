#include "rtl_models/fabric/pin_books.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "microarch/hash.h"

namespace trenza::rtl_models {

using microarch::Cycle;
using microarch::Delivery;
using microarch::InvariantViolation;
using topologies::NodeId;

std::uint64_t PinBooks::offer(NodeId source, NodeId destination, int flits, std::uint64_t tag, int message_class) {
  Delivery packet;
  packet.source = source;
  packet.destination = destination;
  packet.number = ledger_.offer(source, destination, flits, message_class, now_);
  packet.flits = flits;
  packet.created = now_;
  packet.tag = tag;
  packet.message_class = message_class;
  offers_.push_back(packet);
  return packet.number;
}

void PinBooks::begin(Cycle limit) {
  ledger_.begin(now_, limit);
  delivered_ejector_.clear();
  microarch::Ledger::sort_by_age(offers_);
  for (const Delivery& offer : offers_) {
    const std::uint64_t draw =
        microarch::hash(parameters_.seed, microarch::DrawPurpose::record, offer.source, offer.number);
    const HeaderWord header = topology_.routing().initial(offer.source, offer.destination, draw);
    const PacketId id = ledger_.identify();
    packets_.add(id, offer);
    hand_over(id, offer, header);
  }
  offers_.clear();
}

void PinBooks::ejected(NodeId node, int ejector, PacketId id, int flits, int hops, Cycle cycle) {
  if (!packets_.contains(id)) {
    throw InvariantViolation(fmt::format("packet {} leaves at node {} in cycle {} but is not inside", id, node, cycle));
  }
  Delivery packet = packets_.at(id);
  packet.hops = hops;
  packet.ejected = cycle;
  ledger_.deliver(packet, node, flits);
  packets_.remove(id);
  delivered_ejector_.push_back(ejector);
}

void PinBooks::sort_deliveries() {
  std::vector<Delivery>& delivered = ledger_.delivered();
  if (delivered.size() < 2) return;
  std::vector<std::size_t> order(delivered.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::make_pair(delivered[a].destination, delivered_ejector_[a]) <
           std::make_pair(delivered[b].destination, delivered_ejector_[b]);
  });
  std::vector<Delivery> sorted;
  sorted.reserve(order.size());
  for (const std::size_t i : order) sorted.push_back(delivered[i]);
  delivered = std::move(sorted);
}

}  // namespace trenza::rtl_models
