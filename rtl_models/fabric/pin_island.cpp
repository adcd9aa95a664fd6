#include "rtl_models/pin_island.h"

#include <algorithm>

#include "rtl_models/fabric/change_notes.h"
#include "rtl_models/fabric/clocked_island.h"
#include "rtl_models/fabric/noc.h"

namespace trenza::rtl_models {

namespace {

using topologies::ChannelId;
using topologies::NodeId;

/// Of the first machine.
class PacketIsland final : public ClockedIsland {
 public:
  PacketIsland(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
               const std::vector<bool>& present, const BlockFactory& blocks)
      : ClockedIsland(topology, parameters, present),
        noc_(*new Noc("noc", topology, parameters, *this, blocks, present)),  // never deleted: see SystemCFabric
        notes_(noc_, packets_, topology, parameters_) {
    start(noc_);
  }

  int credits(NodeId router, int port, int vc) const override {
    return noc_.router(router).credit_account(port).count(vc);
  }
  const std::vector<Probe>& probes() const override { return notes_.probes(); }
  const std::vector<std::uint8_t>& changed_groups() const override { return notes_.changed(); }

 private:
  ChannelWires& wires(ChannelId channel) override { return noc_.wires(channel); }
  void hand_over(PacketId packet, const microarch::Delivery& delivery, HeaderWord header) override {
    noc_.router(delivery.source)
        .terminal()
        .offer(packet, delivery.flits, header, delivery.number, delivery.created, delivery.message_class);
  }
  bool works(NodeId node) const override;
  void look_at(NodeId node) override;
  void begin_notes() override { notes_.begin(); }
  void note_changes() override { notes_.note(); }

  Noc& noc_;
  ChangeNotes notes_;
};

/// A reservation becomes old enough while all blocks sleep.
bool PacketIsland::works(NodeId node) const {
  const RouterPorts& router = noc_.router(node);
  if (router.awake_blocks() > 0) return true;
  const auto waits = [](const sc_core::sc_signal<RequestWord>& request) { return request.read() != 0; };
  return parameters_.two_steps() && std::any_of(router.request.begin(), router.request.end(), waits);
}

void PacketIsland::look_at(NodeId node) {
  const RouterPorts& router = noc_.router(node);
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
                                           const std::vector<bool>& present, const BlockFactory& blocks) {
  if (parameters.by_flits()) throw microarch::InvariantViolation("blocks of the other machine");
  return std::make_unique<PacketIsland>(topology, parameters, present, blocks);
}

}  // namespace trenza::rtl_models
