#include "testbench/scoreboard.h"

#include <fmt/core.h>

#include <algorithm>

#include "microarch/parameters.h"

namespace trenza::testbench {

using microarch::Delivery;
using microarch::InvariantViolation;

namespace {

/// Cycles that no packet can undercut.
struct LeastDelays {
  Cycle entry = 0;  ///< from the offer to the network entry
  Cycle hop = 0;    ///< of each hop, beside its link
  Cycle ends = 0;   ///< from entry to ejection, beside hops and flits
};

/// R - 1 and R (docs/microarchitecture.md, section 11); flit by flit D + G + 1 a hop, I before and D + G + Z after them
/// (docs/microarchitecture-flit.md, section 7).
LeastDelays least_delays(const microarch::FabricParameters& parameters) {
  if (!parameters.by_flits()) {
    const auto router_delay = static_cast<Cycle>(parameters.router_delay);
    return {router_delay - 1, router_delay, 0};
  }
  const microarch::WormholeParameters& worms = parameters.wormhole;
  const bool two_step = parameters.pipeline.is<microarch::TwoStepPipeline>();
  const int decision = worms.routing_delay + (two_step ? parameters.step_depth() : 0);
  return {0, static_cast<Cycle>(decision + 1),
          static_cast<Cycle>(worms.injection_delay + decision + worms.ejection_delay)};
}

}  // namespace

Scoreboard::Scoreboard(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
    : topology_(topology),
      parameters_(parameters),
      sources_(static_cast<std::size_t>(topology.graph().nodes())),
      least_link_delay_(parameters.port_link_delay.empty()
                            ? parameters.link_delay
                            : *std::min_element(parameters.port_link_delay.begin(), parameters.port_link_delay.end())) {
}

int Scoreboard::offered(const PacketOffer& offer, std::uint64_t number, Cycle cycle) {
  Source& queue = sources_[static_cast<std::size_t>(offer.source)];
  const std::uint64_t expected = queue.base + (queue.packets.size() - queue.head);
  if (number != expected)
    throw InvariantViolation(fmt::format("cycle {}: node r_{} offered its packet number {}, but the fabric calls it {}",
                                         cycle, topology_.node_name(offer.source), expected, number));
  const int hops = topology_.routing().distance(offer.source, offer.destination);
  queue.packets.push_back(Packet{cycle, offer.tag, offer.destination, static_cast<std::uint16_t>(offer.flits),
                                 static_cast<std::uint16_t>(hops), static_cast<std::uint8_t>(offer.message_class)});
  ++offered_packets_;
  offered_flits_ += static_cast<std::uint64_t>(offer.flits);
  return hops;
}

void Scoreboard::fail(const Delivery& delivery, const std::string& what) const {
  const bool is_known = delivery.destination >= 0 && delivery.destination < topology_.graph().nodes();
  throw InvariantViolation(fmt::format("cycle {}: packet {}:{} delivered at {}: {}", delivery.ejected, delivery.source,
                                       delivery.number,
                                       is_known ? "r_" + topology_.node_name(delivery.destination) : "no node", what));
}

Scoreboard::Packet& Scoreboard::find(const Delivery& delivery) {
  if (delivery.source < 0 || delivery.source >= topology_.graph().nodes()) fail(delivery, "its source does not exist");
  Source& queue = sources_[static_cast<std::size_t>(delivery.source)];
  if (delivery.number < queue.base) fail(delivery, "it was delivered before");
  const std::uint64_t place = queue.head + (delivery.number - queue.base);
  if (place >= queue.packets.size()) fail(delivery, "it was never offered");
  Packet& packet = queue.packets[place];
  if (packet.hops == kDelivered) fail(delivery, "it was delivered before");
  return packet;
}

void Scoreboard::retire(Source& source) {
  while (source.head < source.packets.size() && source.packets[source.head].hops == kDelivered) {
    ++source.head;
    ++source.base;
  }
  if (source.head < 64 || source.head < source.packets.size() / 2) return;
  source.packets.erase(source.packets.begin(), source.packets.begin() + static_cast<std::ptrdiff_t>(source.head));
  source.head = 0;
}

void Scoreboard::delivered(const Delivery& delivery, Cycle now) {
  Packet& packet = find(delivery);
  if (delivery.destination != packet.destination)
    fail(delivery, fmt::format("it belongs to r_{}", topology_.node_name(packet.destination)));
  if (delivery.flits != packet.flits)
    fail(delivery, fmt::format("it has {} flits, {} were offered", delivery.flits, packet.flits));
  if (delivery.tag != packet.tag)
    fail(delivery, fmt::format("it has the tag {}, {} was offered", delivery.tag, packet.tag));
  if (delivery.message_class != packet.message_class)
    fail(delivery,
         fmt::format("it is of message class {}, {} was offered", delivery.message_class, packet.message_class));
  if (delivery.created != packet.created)
    fail(delivery, fmt::format("its creation cycle is {}, it was offered in {}", delivery.created, packet.created));
  const bool detours = topology_.routing().escape_traits().detours;
  if (detours ? delivery.hops < packet.hops : delivery.hops != packet.hops)
    fail(delivery, fmt::format("it took {} hops, a shortest path has {}", delivery.hops, packet.hops));
  if (delivery.ejected >= now)
    fail(delivery, fmt::format("cycle {} has not been simulated yet; the fabric is at {}", delivery.ejected, now));
  if (delivery.entered < delivery.created || delivery.ejected < delivery.entered)
    fail(delivery, fmt::format("created in {}, entered in {}, ejected in {}: not in order", delivery.created,
                               delivery.entered, delivery.ejected));
  const LeastDelays least = least_delays(parameters_);
  const Cycle transit = static_cast<Cycle>(delivery.hops) * (least.hop + static_cast<Cycle>(least_link_delay_)) +
                        least.ends + static_cast<Cycle>(delivery.flits) - 1;
  if (delivery.entered - delivery.created < least.entry)
    fail(delivery, fmt::format("it entered after {} cycles, the delays allow {}", delivery.entered - delivery.created,
                               least.entry));
  if (delivery.ejected - delivery.entered < transit)
    fail(delivery, fmt::format("it took {} cycles from entry to ejection, {} hops and {} flits need {}",
                               delivery.ejected - delivery.entered, delivery.hops, delivery.flits, transit));
  if (delivery.ejected < last_ejection_ ||
      (delivery.ejected == last_ejection_ && delivery.destination < last_destination_))
    fail(delivery,
         fmt::format("deliveries are not in order of (cycle, destination): the one before was in cycle {} at node {}",
                     last_ejection_, last_destination_));
  last_ejection_ = delivery.ejected;
  last_destination_ = delivery.destination;

  ++delivered_packets_;
  delivered_flits_ += packet.flits;
  packet.hops = kDelivered;
  retire(sources_[static_cast<std::size_t>(delivery.source)]);
}

void Scoreboard::check_conservation(const microarch::Fabric& fabric) const {
  std::string faults;
  const auto compare = [&](const char* what, std::uint64_t theirs, std::uint64_t ours) {
    if (theirs != ours) faults += fmt::format("\n  {}: the fabric counts {}, the test bench {}", what, theirs, ours);
  };
  const microarch::Counters counters = fabric.counters();
  compare("packets offered", counters.packets_offered, offered_packets_);
  compare("packets delivered", counters.packets_delivered, delivered_packets_);
  compare("flits offered", counters.flits_offered, offered_flits_);
  compare("flits delivered", counters.flits_delivered, delivered_flits_);
  if (fabric.idle() && inside() != 0)
    faults += fmt::format("\n  the fabric is empty, but {} packets have not been delivered", inside());
  for (const std::string& line : fabric.audit()) faults += "\n  " + line;
  if (!faults.empty())
    throw InvariantViolation(
        fmt::format("cycle {}: packets, flits or credits are not conserved:{}", fabric.now(), faults));
}

}  // namespace trenza::testbench
