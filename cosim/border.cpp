#include "cosim/border.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace trenza::cosim {

using microarch::Delivery;
using microarch::InvariantViolation;
using topologies::NodeId;

std::vector<bool> Border::insides(const topologies::Topology& topology, const std::vector<NodeId>& nodes) {
  std::vector<bool> inside(static_cast<std::size_t>(topology.graph().nodes()), false);
  for (const NodeId node : nodes) inside[static_cast<std::size_t>(node)] = true;
  return inside;
}

Border::Border(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
               std::vector<bool> inside, std::unique_ptr<rtl_models::PinIsland> island)
    : topology_(topology), parameters_(parameters), inside_(std::move(inside)), island_(std::move(island)) {}

void Border::offered(PacketId packet, const Delivery& delivery, topologies::HeaderWord header) {
  island_->add_packet(packet, delivery);
  if (is_inside(delivery.source)) island_->offer(packet, delivery, header);
}

const tlm::ForeignDecisions& Border::decide(Cycle cycle) {
  decisions_.grants.clear();
  decisions_.reservations.clear();
  departed_.clear();
  if (!awake()) return decisions_;
  drive(cycle);
  island_->run(cycle);
  simulated_to_ = cycle + 1;
  take_grants(cycle, decisions_.grants);
  for (const rtl_models::Booking& booking : island_->bookings())
    decisions_.reservations.push_back({booking.router, booking.input, booking.output, booking.vc, booking.packet});
  for (const rtl_models::Departure& departure : island_->departures()) departed_.push_back(departure.packet);
  return decisions_;
}

void Border::delivered(PacketId packet, const Delivery& delivery) {
  if (is_inside(delivery.destination)) {
    const auto found = std::find(departed_.begin(), departed_.end(), packet);
    if (found == departed_.end()) {
      throw InvariantViolation(fmt::format("packet {} of node {} does not leave at node {} in cycle {}",
                                           delivery.number, delivery.source, delivery.destination, delivery.ejected));
    }
    departed_.erase(found);
  }
  island_->remove_packet(packet);
}

void Border::check_departures() const {
  if (departed_.empty()) return;
  throw InvariantViolation(fmt::format("packet {} leaves a clocked router before it can", departed_.front()));
}

void Border::refuse(Cycle cycle, const rtl_models::Crossing& crossing, const char* what) const {
  throw InvariantViolation(
      fmt::format("r_{} sends {} by output {} in cycle {}: {}", topology_.node_name(crossing.router),
                  microarch::flit_text(crossing.flit, "", "", crossing.vc, 0), crossing.output, cycle, what));
}

}  // namespace trenza::cosim
