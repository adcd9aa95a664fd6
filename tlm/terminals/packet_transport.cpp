#include "tlm/terminals/packet_transport.h"

#include <fmt/core.h>

#include <algorithm>

namespace trenza::tlm {

namespace {

std::size_t place_of(NodeId node, Leg leg) { return static_cast<std::size_t>(node) * kLegs + index_of(leg); }

}  // namespace

PacketTransport::PacketTransport(std::unique_ptr<TlmFabric> fabric, const sc_core::sc_time& cycle_time, int local_delay,
                                 TransactionStore& transactions, NetworkStatistics& statistics)
    : clock_(cycle_time),
      fabric_(std::move(fabric)),
      local_delay_(static_cast<Cycle>(local_delay)),
      transactions_(transactions),
      statistics_(statistics),
      offer_count_(static_cast<std::size_t>(fabric_->topology().graph().nodes()) * kLegs) {}

int PacketTransport::queued(NodeId node, Leg leg) const {
  return offer_count_[place_of(node, leg)] + fabric_->queued(node, message_class_of(leg));
}

void PacketTransport::offer(Transaction& transaction, Leg leg, int flits) {
  const Cycle cycle = clock_.coming();
  const NodeId source = leg == Leg::request ? transaction.source : transaction.destination;
  offers_.push_back({cycle, source, leg, flits, &transaction});
  ++offer_count_[place_of(source, leg)];
  MessageTimes& times = transaction.times[index_of(leg)];
  if (times.packets == 0) times.created = cycle;
  ++times.packets;
  times.flits += static_cast<std::uint64_t>(flits);
  ++transaction.travelling;
  wake_after(cycle);
}

void PacketTransport::pass_locally(Transaction& transaction, Leg leg) {
  MessageTimes& times = transaction.times[index_of(leg)];
  times.created = times.entered = clock_.coming();
  times.received = times.created + local_delay_ - 1;
  local_.push_back({times.received, &transaction, leg});
  wake_after(times.received);
}

const std::vector<Arrival>& PacketTransport::advance() {
  arrivals_.clear();
  const Cycle over = clock_.over();
  if (over <= fabric_->now()) return arrivals_;
  const Cycle cycle = over - 1;
  if (fabric_->now() < cycle) {
    fabric_->advance(cycle);
    if (fabric_->now() != cycle) {
      throw microarch::InvariantViolation(
          fmt::format("a delivery in cycle {}, which nobody expected before cycle {}", fabric_->now() - 1, cycle));
    }
  }
  submit(cycle);
  fabric_->advance(over);
  for (const microarch::Delivery& delivery : fabric_->delivered()) receive(delivery);
  while (!local_.empty() && local_.front().last <= cycle) {
    arrivals_.push_back({local_.front().transaction, local_.front().leg});
    ++statistics_.by_class[index_of(local_.front().leg)].local;
    local_.pop_front();
  }
  for (const Arrival& arrival : arrivals_) {
    if (auto* const extension = arrival.transaction->payload->get_extension<NetworkExtension>())
      extension->times[index_of(arrival.leg)] = arrival.transaction->times[index_of(arrival.leg)];
  }
  return arrivals_;
}

/// Gives the fabric the packets of a cycle: by node, requests before responses, else as they came.
void PacketTransport::submit(Cycle cycle) {
  const auto later = [cycle](const Offer& offer) { return offer.cycle > cycle; };
  const auto end = std::find_if(offers_.begin(), offers_.end(), later);
  std::stable_sort(offers_.begin(), end, [](const Offer& a, const Offer& b) {
    return place_of(a.source, a.leg) < place_of(b.source, b.leg);
  });
  for (auto offer = offers_.begin(); offer != end; ++offer) {
    const Transaction& transaction = *offer->transaction;
    const NodeId destination = offer->leg == Leg::request ? transaction.destination : transaction.source;
    fabric_->offer(offer->source, destination, offer->flits, transaction.number, message_class_of(offer->leg));
    --offer_count_[place_of(offer->source, offer->leg)];
  }
  offers_.erase(offers_.begin(), end);
}

void PacketTransport::receive(const microarch::Delivery& delivery) {
  Transaction& transaction = transactions_[delivery.tag];
  const auto leg = static_cast<Leg>(delivery.message_class);
  MessageTimes& times = transaction.times[index_of(leg)];
  // Packets of a message may overtake each other.
  times.entered = times.hops == 0 ? delivery.entered : std::min(times.entered, delivery.entered);
  times.hops = std::max(times.hops, delivery.hops);
  times.received = delivery.ejected;
  statistics_.by_class[index_of(leg)].hops += static_cast<std::uint64_t>(delivery.hops);
  if (--transaction.travelling == 0 && transaction.unsent == 0) finish(transaction, leg);
}

void PacketTransport::finish(Transaction& transaction, Leg leg) {
  const MessageTimes& times = transaction.times[index_of(leg)];
  ClassStatistics& statistics = statistics_.by_class[index_of(leg)];
  ++statistics.messages;
  statistics.packets += static_cast<std::uint64_t>(times.packets);
  statistics.flits += times.flits;
  statistics.latency += times.latency();
  statistics.network_latency += times.network_latency();
  arrivals_.push_back({&transaction, leg});
}

void PacketTransport::schedule() {
  Cycle next = fabric_->next_activity();
  if (!offers_.empty()) next = std::min(next, offers_.front().cycle);
  if (!local_.empty()) next = std::min(next, local_.front().last);
  if (next != TlmFabric::kNever) wake_after(next);
}

}  // namespace trenza::tlm
