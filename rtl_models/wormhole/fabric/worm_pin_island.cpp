#include "rtl_models/wormhole/fabric/worm_pin_island.h"

#include "microarch/index.h"
#include "rtl_models/fabric/clocked_island.h"
#include "rtl_models/wormhole/fabric/worm_change_notes.h"
#include "rtl_models/wormhole/fabric/worm_noc.h"

namespace trenza::rtl_models {

namespace {

using microarch::index;
using topologies::ChannelId;
using topologies::NodeId;

class FlitIsland final : public ClockedIsland {
 public:
  FlitIsland(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
             const std::vector<bool>& present, const WormBlockFactory& blocks)
      : ClockedIsland(topology, parameters, present),
        noc_(*new WormNoc("noc", topology, parameters, *this, blocks, present)),  // never deleted: see WormPinFabric
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
    noc_.router(delivery.source).terminal().offer(delivery.message_class, {packet, delivery.flits, header});
  }
  bool works(NodeId node) const override { return noc_.router(node).awake_blocks() > 0; }
  void look_at(NodeId node) override {
    add_allocations(noc_.router(node));
    add_crossings(noc_.router(node));
  }
  void add_allocations(const WormRouterPorts& router);
  void add_crossings(const WormRouterPorts& router);
  void begin_notes() override { notes_.begin(); }
  void note_changes() override { notes_.note(); }

  WormNoc& noc_;
  WormChangeNotes notes_;
};

void FlitIsland::add_allocations(const WormRouterPorts& router) {
  const microarch::WormShape& shape = router.shape();
  for (int input = 0; input < shape.inputs(); ++input) {
    const RequestWord request = router.request[index(input)].read();
    const LaneWord lane = router.grant[index(input)].read();
    if (request == 0 || lane == 0) continue;
    const int output_vc = lane_output_vc(lane);
    bookings_.push_back({router.node(), input, output_vc / shape.vcs, output_vc % shape.vcs, request_packet(request)});
  }
}

void FlitIsland::add_crossings(const WormRouterPorts& router) {
  const microarch::WormShape& shape = router.shape();
  for (int output = 0; output < shape.outputs(); ++output) {
    const SelectWord selected = router.select[index(output)].read();
    if (selected == 0) continue;
    Crossing crossing{router.node(), WormSelect::input(selected), output, WormSelect::vc(selected), 0, 0};
    if (output < shape.ports) {
      const FlitSignals& wires = noc_.wires(topology_.graph().id(router.node(), output)).sent;
      crossing.vc = static_cast<int>(wires.vc.read());
      crossing.flit = wires.flit.read();
      if (microarch::is_head(crossing.flit)) crossing.header = wires.header.read();
    } else {
      crossing.flit = router.eject_flit[index(output - shape.ports)].read();
    }
    crossings_.push_back(crossing);
  }
}

}  // namespace

std::unique_ptr<PinIsland> make_worm_pin_island(const topologies::Topology& topology,
                                                const microarch::FabricParameters& parameters,
                                                const std::vector<bool>& present, const WormBlockFactory& blocks) {
  if (!parameters.by_flits()) throw microarch::InvariantViolation("blocks of the other machine");
  return std::make_unique<FlitIsland>(topology, parameters, present, blocks);
}

}  // namespace trenza::rtl_models
