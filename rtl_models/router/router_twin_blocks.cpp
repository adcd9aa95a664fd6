#include "rtl_models/router/router_twin.h"

namespace trenza::rtl_models {

namespace {

class SilentBuffer : public InputBuffer {
 public:
  using InputBuffer::InputBuffer;

 private:
  void drive_credit() override {}
  void drive_front(std::size_t /*vc*/) override {}
};

class SilentRoutingUnit : public RoutingUnit {
 public:
  using RoutingUnit::RoutingUnit;

 private:
  void compute() override {}
};

class SilentCounter : public CreditCounter {
 public:
  using CreditCounter::CreditCounter;

 private:
  void drive(std::size_t /*vc*/) override {}
};

class SilentBubble : public BubbleControl {
 public:
  using BubbleControl::BubbleControl;

 private:
  void compute() override {}
};

class SilentVcAllocator : public VcAllocator {
 public:
  using VcAllocator::VcAllocator;

 private:
  void allocate() override {}
};

class SilentMatrixAllocator : public MatrixAllocator {
 public:
  using MatrixAllocator::MatrixAllocator;

 private:
  void allocate() override {}
};

class SilentSwitchAllocator : public SwitchAllocator {
 public:
  using SwitchAllocator::SwitchAllocator;

 private:
  void arbitrate() override {
    for (auto& port : select) {
      if (port.read() == 0) continue;
      note_crossing();
      return;
    }
  }
  void publish_busy() override {}
};

class SilentCrossbar : public Crossbar {
 public:
  using Crossbar::Crossbar;

 private:
  void cross() override {}
};

}  // namespace

/// Its twin is told when a queue has a new front.
class SilentInterface : public NetworkInterface {
 public:
  using NetworkInterface::NetworkInterface;
  void tell(RouterTwin& twin) { twin_ = &twin; }

 private:
  void drive_front(std::size_t /*injector*/, Cycle /*next*/) override { twin_->note_offers(); }

  RouterTwin* twin_ = nullptr;
};

std::unique_ptr<InputBuffer> RouterTwinBlocks::input_buffer(const char* name, const RouterPlace& place) const {
  const auto& parameters = place.parameters;
  return std::make_unique<SilentBuffer>(name, parameters.vcs(), parameters.escape_mask(), parameters.buffer_flits(),
                                        parameters.router_delay);
}

std::unique_ptr<RoutingUnit> RouterTwinBlocks::routing_unit(const char* name, const RouterPlace& place) const {
  if (dimensions_ == 0) return BlockFactory::routing_unit(name, place);
  return std::make_unique<SilentRoutingUnit>(name, place.topology.routing(), place.node);
}

std::unique_ptr<CreditCounter> RouterTwinBlocks::credit_counter(const char* name, const RouterPlace& /*place*/,
                                                                const std::vector<int>& initial) const {
  return std::make_unique<SilentCounter>(name, initial);
}

std::unique_ptr<BubbleControl> RouterTwinBlocks::bubble_control(const char* name, const RouterPlace& place, int ring,
                                                                std::uint64_t continuing, std::uint64_t all) const {
  return std::make_unique<SilentBubble>(name, ring, continuing, all, place.parameters.bubble);
}

std::unique_ptr<VcAllocator> RouterTwinBlocks::vc_allocator(const char* name, const RouterPlace& place,
                                                            const microarch::SelectionShape& shape,
                                                            const std::vector<int>& input_class) const {
  if (!microarch::Allocation(place.parameters, place.ports()).picks())
    return std::make_unique<SilentMatrixAllocator>(name, place.parameters, shape, input_class, place.node);
  return std::make_unique<SilentVcAllocator>(name, shape, input_class, place.node, place.parameters.seed);
}

std::unique_ptr<SwitchAllocator> RouterTwinBlocks::switch_allocator(const char* name, const RouterPlace& place) const {
  return std::make_unique<SilentSwitchAllocator>(name, place.parameters, place.ports(), place.node);
}

std::unique_ptr<Crossbar> RouterTwinBlocks::crossbar(const char* name, const RouterPlace& place) const {
  const auto& parameters = place.parameters;
  return std::make_unique<SilentCrossbar>(name, place.topology.routing(), place.node, parameters.inputs(place.ports()),
                                          place.ports(), parameters.ejectors, parameters.escape_mask());
}

std::unique_ptr<NetworkInterface> RouterTwinBlocks::network_interface(const char* name, const RouterPlace& place,
                                                                      TerminalObserver& observer) const {
  return std::make_unique<SilentInterface>(name, place.parameters, place.topology.routing(), place.node, observer);
}

std::unique_ptr<sc_core::sc_module> RouterTwinBlocks::core(const RouterPlace& place, Router& router) const {
  auto twin = std::make_unique<RouterTwin>("rtl", place, router, dimensions_);
  static_cast<SilentInterface&>(router.terminal()).tell(*twin);
  return twin;
}

}  // namespace trenza::rtl_models
