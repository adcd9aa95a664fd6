#include "rtl_models/pin_island.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "rtl_models/common/kernel_fault.h"
#include "rtl_models/fabric/change_notes.h"
#include "rtl_models/fabric/noc.h"
#include "rtl_models/fabric/packet_table.h"

namespace trenza::rtl_models {

namespace {

using topologies::ChannelId;
using topologies::NodeId;

class SystemCIsland : public PinIsland, public TerminalObserver {
 public:
  SystemCIsland(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                const std::vector<bool>& present, const BlockFactory& blocks)
      : topology_(topology),
        parameters_(parameters),
        noc_(*new Noc("noc", topology, parameters, *this, blocks, present)),  // never deleted: see SystemCFabric
        notes_(noc_, packets_, topology, parameters_) {
    for (NodeId node = 0; node < topology.graph().nodes(); ++node) {
      if (present[static_cast<std::size_t>(node)]) nodes_.push_back(node);
    }
    noc_.observe([this](Cycle cycle) { look(cycle); });
    noc_.reset.write(true);
    start_kernel(kResetCycles);
    noc_.reset.write(false);
  }

  void add_packet(PacketId packet, const microarch::Delivery& delivery) override { packets_.add(packet, delivery); }
  void remove_packet(PacketId packet) override { packets_.remove(packet); }
  void offer(PacketId packet, const microarch::Delivery& delivery, HeaderWord header) override;
  void send(ChannelId channel, int vc, FlitWord flit, HeaderWord header) override;
  void return_credits(ChannelId channel, std::uint32_t vcs) override;
  bool awake() const override;
  void run(Cycle cycle) override;
  const std::vector<Crossing>& crossings() const override { return crossings_; }
  const std::vector<Booking>& bookings() const override { return bookings_; }
  const std::vector<Departure>& departures() const override { return departures_; }
  const microarch::Delivery* packet(PacketId id) const override {
    return packets_.contains(id) ? &packets_.at(id) : nullptr;
  }
  int credits(NodeId router, int port, int vc) const override {
    return noc_.router(router).credit_account(port).count(vc);
  }

  const std::vector<Probe>& probes() const override { return notes_.probes(); }
  void observe(std::function<void(Cycle)> observer) override {
    observer_ = std::move(observer);
    if (observer_) notes_.begin();
  }
  void show_quiet(Cycle cycle) override;
  const std::vector<std::uint8_t>& changed_groups() const override { return notes_.changed(); }
  std::uint64_t period_picoseconds() const override { return Noc::kPeriodPicoseconds; }

  void entered(PacketId packet, Cycle cycle) override { packets_.at(packet).entered = cycle; }
  void ejected(NodeId node, int ejector, PacketId packet, int /*flits*/, int hops, Cycle /*cycle*/) override {
    departures_.push_back({node, ejector, packet, hops});
  }

 private:
  static void start_kernel(int cycles);
  void look(Cycle cycle);
  void show(Cycle cycle);
  bool works(const RouterPorts& router) const;
  void look_at(const RouterPorts& router);

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  std::vector<NodeId> nodes_;
  PacketTable packets_;
  Noc& noc_;
  ChangeNotes notes_;
  std::function<void(Cycle)> observer_;
  std::vector<Crossing> crossings_;
  std::vector<Booking> bookings_;
  std::vector<Departure> departures_;
  // Wires of channels that were driven in the cycle before, and that are driven in the next one.
  std::vector<ChannelId> sent_, sending_;
  std::vector<ChannelId> credited_, crediting_;
  bool offered_ = false;
  Cycle next_ = 0;  // after the last cycle that was simulated
};

void SystemCIsland::start_kernel(int cycles) {
  run_kernel({static_cast<double>(cycles) * Noc::kPeriodPicoseconds, sc_core::SC_PS});
}

void SystemCIsland::offer(PacketId packet, const microarch::Delivery& delivery, HeaderWord header) {
  noc_.router(delivery.source)
      .terminal()
      .offer(packet, delivery.flits, header, delivery.number, delivery.created, delivery.message_class);
  offered_ = true;
}

void SystemCIsland::send(ChannelId channel, int vc, FlitWord flit, HeaderWord header) {
  FlitSignals& wires = noc_.wires(channel).sent;
  wires.valid.write(true);
  wires.vc.write(static_cast<std::uint32_t>(vc));
  wires.flit.write(flit);
  if (microarch::is_head(flit)) wires.header.write(header);
  sending_.push_back(channel);
}

void SystemCIsland::return_credits(ChannelId channel, std::uint32_t vcs) {
  noc_.wires(channel).credit_sent.write(vcs);
  crediting_.push_back(channel);
}

/// Whether a router may do something by itself. A reservation becomes old enough while all blocks sleep.
bool SystemCIsland::works(const RouterPorts& router) const {
  if (router.awake_blocks() > 0) return true;
  const auto waits = [](const sc_core::sc_signal<RequestWord>& request) { return request.read() != 0; };
  return parameters_.two_steps() && std::any_of(router.request.begin(), router.request.end(), waits);
}

bool SystemCIsland::awake() const {
  if (offered_ || !sent_.empty() || !credited_.empty() || !sending_.empty() || !crediting_.empty()) return true;
  for (const NodeId node : nodes_) {
    if (works(noc_.router(node))) return true;
  }
  return false;
}

void SystemCIsland::run(Cycle cycle) {
  const auto contains = [](const std::vector<ChannelId>& channels, ChannelId channel) {
    for (const ChannelId c : channels) {
      if (c == channel) return true;
    }
    return false;
  };
  for (const ChannelId c : sent_) {
    if (!contains(sending_, c)) noc_.wires(c).sent.valid.write(false);
  }
  for (const ChannelId c : credited_) {
    if (!contains(crediting_, c)) noc_.wires(c).credit_sent.write(0);
  }
  sent_.swap(sending_);
  credited_.swap(crediting_);
  sending_.clear();
  crediting_.clear();
  offered_ = false;
  crossings_.clear();
  bookings_.clear();
  departures_.clear();
  if (cycle != next_) noc_.jump(cycle);
  start_kernel(1);
  next_ = cycle + 1;
}

/// In the middle of a cycle.
void SystemCIsland::look(Cycle cycle) {
  for (const NodeId node : nodes_) {
    const RouterPorts& router = noc_.router(node);
    if (works(router)) look_at(router);
  }
  show(cycle);
}

void SystemCIsland::show_quiet(Cycle cycle) {
  noc_.jump(cycle);
  Noc::settle();
  show(cycle);
}

void SystemCIsland::show(Cycle cycle) {
  if (!observer_) return;
  notes_.note();
  observer_(cycle);
}

void SystemCIsland::look_at(const RouterPorts& router) {
  for (std::size_t input = 0; input < router.reservation.reserved.size(); ++input) {
    const PickWord reserved = router.reservation.reserved[input].read();
    if (reserved == 0) continue;
    const bool arrived = pick_output(reserved) == kReservedAtDestination;
    bookings_.push_back({router.node(), static_cast<int>(input), arrived ? -1 : pick_output(reserved),
                         pick_vc(reserved), request_packet(reserved)});
  }
  const int ports = topology_.graph().ports();
  const int outputs = ports + parameters_.ejectors;
  for (int output = 0; output < outputs; ++output) {
    const SelectWord selected = router.select[static_cast<std::size_t>(output)].read();
    if (selected == 0) continue;
    Crossing crossing{router.node(), select_input(selected), output, select_vc(selected), 0, 0};
    if (output < ports) {
      const FlitSignals& wires = noc_.wires(topology_.graph().id(router.node(), output)).sent;
      crossing.vc = static_cast<int>(wires.vc.read());
      crossing.flit = wires.flit.read();
      if (microarch::is_head(crossing.flit)) crossing.header = wires.header.read();
    } else {
      crossing.flit = router.eject_flit[static_cast<std::size_t>(output - ports)].read();
    }
    crossings_.push_back(crossing);
  }
}

}  // namespace

std::unique_ptr<PinIsland> make_pin_island(const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters,
                                           const std::vector<bool>& present) {
  return make_pin_island(topology, parameters, present, BlockFactory());
}

std::unique_ptr<PinIsland> make_pin_island(const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters,
                                           const std::vector<bool>& present, const BlockFactory& blocks) {
  return std::make_unique<SystemCIsland>(topology, parameters, present, blocks);
}

}  // namespace trenza::rtl_models
