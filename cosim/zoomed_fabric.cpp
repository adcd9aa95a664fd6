#include "cosim/zoomed_fabric.h"

#include <utility>

#include "cosim/border.h"
#include "tlm/tlm_fabric.h"

namespace trenza::cosim {

namespace {

using microarch::Delivery;
using microarch::NodeId;

class ZoomedFabric final : public rtl_models::PinFabric {
 public:
  ZoomedFabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
               const std::vector<NodeId>& nodes, std::unique_ptr<Border> border)
      : border_(std::move(border)), around_(tlm::make_tlm_fabric(topology, parameters)) {
    around_->yield_routers(nodes, *border_);
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
    border_->check_departures();
    const bool has_passed = is_first_near && now() > first_observed_;
    if (has_passed && !border_->simulated(first_observed_)) border_->island().show_quiet(first_observed_);
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
  void observe_tails(const microarch::HopObserver& observer) override { around_->observe_tails(observer); }
  void observe_inputs(const microarch::InputObserver& observer) override { around_->observe_inputs(observer); }
  void observe_flits(const microarch::FlitObserver& observer) override { around_->observe_flits(observer); }
  void observe_waits(const microarch::WaitObserver& observer) override { around_->observe_waits(observer); }

  const std::vector<rtl_models::Probe>& probes() const override { return border_->island().probes(); }

  void observe(std::function<void(Cycle)> observer, Cycle first) override {
    is_observed_ = observer != nullptr;
    first_observed_ = first;
    border_->island().observe(std::move(observer));
  }

  const std::vector<std::uint8_t>& changed_groups() const override { return border_->island().changed_groups(); }
  const Delivery* packet(PacketId id) const override { return border_->island().packet(id); }
  std::uint64_t period_picoseconds() const override { return border_->island().period_picoseconds(); }

 private:
  std::unique_ptr<Border> border_;
  std::unique_ptr<tlm::TlmFabric> around_;
  Cycle first_observed_ = 0;
  bool is_observed_ = false;
};

}  // namespace

std::unique_ptr<rtl_models::PinFabric> make_zoomed_fabric(const topologies::Topology& topology,
                                                          const microarch::FabricParameters& parameters,
                                                          const std::vector<NodeId>& nodes) {
  if (parameters.by_flits()) return make_zoomed_fabric(topology, parameters, nodes, rtl_models::WormBlockFactory());
  return make_zoomed_fabric(topology, parameters, nodes, rtl_models::BlockFactory());
}

std::unique_ptr<rtl_models::PinFabric> make_zoomed_fabric(const topologies::Topology& topology,
                                                          const microarch::FabricParameters& parameters,
                                                          const std::vector<NodeId>& nodes,
                                                          const rtl_models::BlockFactory& blocks) {
  return std::make_unique<ZoomedFabric>(topology, parameters, nodes,
                                        make_packet_border(topology, parameters, nodes, blocks));
}

std::unique_ptr<rtl_models::PinFabric> make_zoomed_fabric(const topologies::Topology& topology,
                                                          const microarch::FabricParameters& parameters,
                                                          const std::vector<NodeId>& nodes,
                                                          const rtl_models::WormBlockFactory& blocks) {
  return std::make_unique<ZoomedFabric>(topology, parameters, nodes,
                                        make_flit_border(topology, parameters, nodes, blocks));
}

}  // namespace trenza::cosim
