#include "cosim/zoomed_fabric.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "rtl_models/pin_island.h"
#include "tlm/exact_fabric.h"

namespace trenza::cosim {

namespace {

using microarch::Cycle;
using microarch::Delivery;
using microarch::FlitWord;
using microarch::InvariantViolation;
using microarch::NodeId;
using microarch::PacketId;
using topologies::ChannelId;

/// A head as it is after some hops.
FlitWord flit_of(PacketId packet, int flits, int position, int hops) {
  FlitWord word = microarch::make_flit(packet, flits, position);
  for (int hop = 0; position == 0 && hop < hops; ++hop) word = microarch::with_next_hop(word);
  return word;
}

/// The border between the island and the fabric around it: flits and credits of the cycles in which they cross.
class Border final : public tlm::ForeignRouters {
 public:
  Border(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
         const std::vector<NodeId>& nodes, const rtl_models::BlockFactory& blocks)
      : topology_(topology),
        parameters_(parameters),
        inside_(static_cast<std::size_t>(topology.graph().nodes()), false),
        leaving_(static_cast<std::size_t>(topology.graph().channels())) {
    for (const NodeId node : nodes) inside_[static_cast<std::size_t>(node)] = true;
    island_ = rtl_models::make_pin_island(topology, parameters, inside_, blocks);
  }

  rtl_models::PinIsland& island() { return *island_; }
  const rtl_models::PinIsland& island() const { return *island_; }

  void offered(PacketId packet, const Delivery& delivery, topologies::HeaderWord header) override {
    island_->add_packet(packet, delivery);
    if (is_inside(delivery.source)) island_->offer(packet, delivery, header);
  }

  void passes(Cycle cycle, const tlm::Passage& passage) override {
    const auto& graph = topology_.graph();
    const int ports = graph.ports();
    const int vcs = parameters_.vcs();
    const Cycle end = cycle + static_cast<Cycle>(passage.flits);
    if (passage.output < ports) {
      const ChannelId c = graph.id(passage.router, passage.output);
      if (is_inside(graph.channel(c).to)) {
        const auto header = topology_.routing().advance(passage.router, passage.header, passage.output,
                                                        parameters_.is_escape(passage.vc));
        arriving_.push_back({c, passage, header, cycle, end});
      }
    }
    if (passage.input >= ports * vcs) return;
    const topologies::Channel& entered = graph.in(passage.router, passage.input / vcs);
    if (!is_inside(entered.from)) return;
    const int vc = passage.input % vcs;
    returning_.push_back(
        {graph.id(entered.from, entered.out_port), vc, parameters_.is_escape(vc) ? end - 1 : cycle, end});
  }

  bool awake() const override { return !arriving_.empty() || !returning_.empty() || island_->awake(); }

  const tlm::ForeignDecisions& decide(Cycle cycle) override {
    decisions_.grants.clear();
    decisions_.reservations.clear();
    departed_.clear();
    if (!awake()) return decisions_;
    drive(cycle);
    island_->run(cycle);
    simulated_to_ = cycle + 1;
    int followed = 0;
    const int must_follow = flits_leaving_;
    for (const rtl_models::Crossing& crossing : island_->crossings()) {
      const bool to_link = crossing.output < topology_.graph().ports();
      const bool head = microarch::is_head(crossing.flit);
      if (head) {
        decisions_.grants.push_back({crossing.router, crossing.input, crossing.output, to_link ? crossing.vc : 0,
                                     microarch::packet_of(crossing.flit)});
      }
      if (!to_link) continue;
      if (!head) ++followed;
      follow(cycle, crossing);
    }
    if (followed != must_follow) {
      throw InvariantViolation(fmt::format("cycle {}: a packet leaves a clocked router with a gap", cycle));
    }
    for (const rtl_models::Booking& booking : island_->bookings())
      decisions_.reservations.push_back({booking.router, booking.input, booking.output, booking.vc, booking.packet});
    for (const rtl_models::Departure& departure : island_->departures()) departed_.push_back(departure.packet);
    return decisions_;
  }

  void delivered(PacketId packet, const Delivery& delivery) override {
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

  /// Whether the last cycle that the island simulated is this one.
  bool simulated(Cycle cycle) const { return simulated_to_ == cycle + 1; }

  /// The reason why the departures of the island differ from the deliveries; checked after each cycle.
  void check_departures() {
    if (departed_.empty()) return;
    throw InvariantViolation(fmt::format("packet {} leaves a clocked router before it can", departed_.front()));
  }

 private:
  /// A packet that comes in on a channel.
  struct Arriving {
    ChannelId channel = -1;
    tlm::Passage passage;
    topologies::HeaderWord header = 0;  // behind the router
    Cycle begin = 0;
    Cycle end = 0;
  };
  /// Credits that come back on a channel, one each cycle.
  struct Returning {
    ChannelId channel = -1;
    int vc = 0;
    Cycle begin = 0;
    Cycle end = 0;
  };
  /// The packet that goes out on a channel.
  struct Leaving {
    PacketId packet = 0;
    int vc = 0;
    int next = 0;  // position of the flit that must follow; 0: none must
  };

  bool is_inside(NodeId node) const { return inside_[static_cast<std::size_t>(node)]; }

  /// Sets the wires of the routers that are missing as they are in this cycle.
  void drive(Cycle cycle) {
    for (const Arriving& a : arriving_) {
      const auto position = static_cast<int>(cycle - a.begin);
      island_->send(a.channel, a.passage.vc, flit_of(a.passage.packet, a.passage.flits, position, a.passage.hops + 1),
                    a.header);
    }
    drop_ended(arriving_, cycle);
    for (std::size_t i = 0; i < returning_.size(); ++i) {
      const Returning& r = returning_[i];
      if (cycle < r.begin) continue;
      std::uint32_t vcs = 1U << r.vc;
      bool first = true;
      for (std::size_t k = 0; k < returning_.size(); ++k) {
        if (returning_[k].channel != r.channel || cycle < returning_[k].begin) continue;
        first = first && k >= i;
        vcs |= 1U << returning_[k].vc;
      }
      if (first) island_->return_credits(r.channel, vcs);
    }
    drop_ended(returning_, cycle);
  }

  /// Drops those of which this is the last cycle.
  template <class Crossings>
  static void drop_ended(Crossings& crossings, Cycle cycle) {
    const auto ended = [cycle](const auto& one) { return one.end == cycle + 1; };
    crossings.erase(std::remove_if(crossings.begin(), crossings.end(), ended), crossings.end());
  }

  /// Flits of a packet must follow each other without a gap, in their order.
  void follow(Cycle cycle, const rtl_models::Crossing& crossing) {
    Leaving& leaving = leaving_[static_cast<std::size_t>(topology_.graph().id(crossing.router, crossing.output))];
    const int position = microarch::position_of(crossing.flit);
    const bool head = microarch::is_head(crossing.flit);
    if (head != (leaving.next == 0)) refuse(cycle, crossing, "it comes between the flits of another packet");
    if (!head && (leaving.packet != microarch::packet_of(crossing.flit) || leaving.vc != crossing.vc ||
                  leaving.next != position)) {
      refuse(cycle, crossing, "it is not the flit that follows");
    }
    if (!head) --flits_leaving_;
    const bool tail = microarch::is_tail(crossing.flit);
    leaving = {microarch::packet_of(crossing.flit), crossing.vc, tail ? 0 : position + 1};
    if (!tail) ++flits_leaving_;
  }

  [[noreturn]] void refuse(Cycle cycle, const rtl_models::Crossing& crossing, const char* what) const {
    throw InvariantViolation(
        fmt::format("r_{} sends {} by output {} in cycle {}: {}", topology_.node_name(crossing.router),
                    microarch::flit_text(crossing.flit, "", "", crossing.vc, 0), crossing.output, cycle, what));
  }

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  std::vector<bool> inside_;
  std::vector<Leaving> leaving_;  // by channel
  std::unique_ptr<rtl_models::PinIsland> island_;
  std::vector<Arriving> arriving_;
  std::vector<Returning> returning_;
  tlm::ForeignDecisions decisions_;
  std::vector<PacketId> departed_;
  Cycle simulated_to_ = 0;  // by the island: the cycle after the last
  int flits_leaving_ = 0;   // channels on which a flit must follow
};

class ZoomedFabric final : public rtl_models::PinFabric {
 public:
  ZoomedFabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
               const std::vector<NodeId>& nodes, const rtl_models::BlockFactory& blocks)
      : border_(topology, parameters, nodes, blocks), around_(tlm::make_exact_fabric(topology, parameters)) {
    around_->yield_routers(nodes, border_);
  }

  const topologies::Topology& topology() const override { return around_->topology(); }
  const microarch::FabricParameters& parameters() const override { return around_->parameters(); }
  Cycle now() const override { return around_->now(); }
  std::uint64_t offer(NodeId source, NodeId destination, int flits, std::uint64_t tag, int message_class) override {
    return around_->offer(source, destination, flits, tag, message_class);
  }

  void advance(Cycle limit) override {
    const bool is_first_near = is_observed_ && now() <= first_observed_ && first_observed_ < limit;
    around_->advance(is_first_near ? first_observed_ + 1 : limit);
    border_.check_departures();
    const bool has_passed = is_first_near && now() > first_observed_;
    if (has_passed && !border_.simulated(first_observed_)) border_.island().show_quiet(first_observed_);
  }

  const std::vector<Delivery>& delivered() const override { return around_->delivered(); }
  bool idle() const override { return around_->idle(); }
  microarch::Counters counters() const override { return around_->counters(); }
  void count_stalls(microarch::StallDetail detail) override { around_->count_stalls(detail); }
  microarch::StallTable stalls() const override { return around_->stalls(); }
  std::vector<std::string> audit() const override { return around_->audit(); }
  microarch::WaitSnapshot waiting() const override { return around_->waiting(); }
  std::vector<microarch::StandingHead> standing() const override { return around_->standing(); }
  void observe_hops(const microarch::HopObserver& observer) override { around_->observe_hops(observer); }
  void observe_waits(const microarch::WaitObserver& observer) override { around_->observe_waits(observer); }

  const std::vector<rtl_models::Probe>& probes() const override { return border_.island().probes(); }

  void observe(std::function<void(Cycle)> observer, Cycle first) override {
    is_observed_ = observer != nullptr;
    first_observed_ = first;
    border_.island().observe(std::move(observer));
  }

  const std::vector<std::uint8_t>& changed_groups() const override { return border_.island().changed_groups(); }
  const Delivery* packet(PacketId id) const override { return border_.island().packet(id); }
  std::uint64_t period_picoseconds() const override { return border_.island().period_picoseconds(); }

 private:
  Border border_;
  std::unique_ptr<tlm::ExactFabric> around_;
  Cycle first_observed_ = 0;
  bool is_observed_ = false;
};

}  // namespace

std::unique_ptr<rtl_models::PinFabric> make_zoomed_fabric(const topologies::Topology& topology,
                                                          const microarch::FabricParameters& parameters,
                                                          const std::vector<NodeId>& nodes,
                                                          const rtl_models::BlockFactory& blocks) {
  return std::make_unique<ZoomedFabric>(topology, parameters, nodes, blocks);
}

}  // namespace trenza::cosim
