// Shadow mode with blocks that are wrong on purpose: SystemC ones, so that nothing has to be built for it.
#include "cosim/shadow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"

namespace trenza::cosim {
namespace {

using namespace rtl_models;  // NOLINT(google-build-using-namespace): all of this file is about its blocks
using testing::HasSubstr;
using testing::MatchesRegex;

/// Whether a fault is due, now and from now on.
bool due(std::uint64_t after = 20) { return sc_core::sc_time_stamp().to_double() > static_cast<double>(after) * 1000; }

class WrongBuffer : public InputBuffer {
 public:
  using InputBuffer::InputBuffer;
  void drive_front(std::size_t vc) override {
    InputBuffer::drive_front(vc);
    if (due() && account().view(static_cast<int>(vc)).occupancy > 0) route[vc].write(pack_route({}));
  }
};
class WrongRoutingUnit : public RoutingUnit {
 public:
  using RoutingUnit::RoutingUnit;
  void compute() override {
    RoutingUnit::compute();
    if (due()) route.write(1);
  }
};
class WrongCounter : public CreditCounter {
 public:
  using CreditCounter::CreditCounter;
  void drive(std::size_t vc) override {
    credits[vc].write(static_cast<std::uint32_t>(account().count(static_cast<int>(vc))) + due());
  }
};
class WrongBubble : public BubbleControl {
 public:
  using BubbleControl::BubbleControl;
  void compute() override { admitted.write(0); }
};
class WrongVcAllocator : public VcAllocator {
 public:
  using VcAllocator::VcAllocator;
  void allocate() override {
    VcAllocator::allocate();
    if (!due()) return;
    for (std::size_t i = 0; i < pick.size(); ++i) drive(i, 0);
  }
};
class WrongSwitchAllocator : public SwitchAllocator {
 public:
  using SwitchAllocator::SwitchAllocator;
  void publish_busy() override {
    SwitchAllocator::publish_busy();
    if (due()) output_free.write(~std::uint64_t{0} >> 59);
  }
};
class WrongCrossbar : public Crossbar {
 public:
  using Crossbar::Crossbar;
  void cross() override {
    Crossbar::cross();
    if (due()) eject_valid[0].write(true);
  }
};
class WrongInterface : public NetworkInterface {
 public:
  using NetworkInterface::NetworkInterface;
  void drive_front(std::size_t injector, Cycle next) override {
    NetworkInterface::drive_front(injector, next);
    if (due()) header[injector].write(7);
  }
};
class WrongLink : public Link {
 public:
  using Link::Link;
  void drive(const Stage& leaving) override {
    Stage changed = leaving;
    if (due()) changed.vc ^= 1U;
    Link::drive(changed);
  }
};
class WrongCreditLink : public CreditLink {
 public:
  using CreditLink::CreditLink;
  void drive(std::uint32_t leaving) override { CreditLink::drive(due() ? 0 : leaving); }
};

/// Wrong blocks of one kind in router 3; everything right elsewhere. In the place of a router: a wrong crossbar.
class WrongBlocks : public BlockFactory {
 public:
  explicit WrongBlocks(RtlBlock wrong, bool links = false) : wrong_(wrong), links_(links) {}

  std::unique_ptr<InputBuffer> input_buffer(const char* name, const RouterPlace& place) const override {
    const auto& p = place.parameters;
    return pick<InputBuffer, WrongBuffer>(RtlBlock::input_buffer, place, name, p.vcs(), p.escape_mask(),
                                          p.buffer_flits(), p.router_delay);
  }
  std::unique_ptr<RoutingUnit> routing_unit(const char* name, const RouterPlace& place, int port) const override {
    return pick<RoutingUnit, WrongRoutingUnit>(RtlBlock::routing_unit, place, name, place.topology.routing(),
                                               place.node, port, place.parameters.class_vcs());
  }
  std::unique_ptr<CreditCounter> credit_counter(const char* name, const RouterPlace& place,
                                                const std::vector<int>& initial) const override {
    return pick<CreditCounter, WrongCounter>(RtlBlock::credit_counter, place, name, initial);
  }
  std::unique_ptr<BubbleControl> bubble_control(const char* name, const RouterPlace& place, int ring,
                                                std::uint64_t continuing, std::uint64_t all) const override {
    return pick<BubbleControl, WrongBubble>(RtlBlock::bubble_control, place, name, ring, continuing, all, true);
  }
  std::unique_ptr<VcAllocator> vc_allocator(const char* name, const RouterPlace& place,
                                            const microarch::SelectionShape& shape,
                                            const std::vector<int>& input_class) const override {
    return pick<VcAllocator, WrongVcAllocator>(RtlBlock::vc_allocator, place, name, shape, input_class, place.node,
                                               place.parameters.seed);
  }
  std::unique_ptr<SwitchAllocator> switch_allocator(const char* name, const RouterPlace& place) const override {
    return pick<SwitchAllocator, WrongSwitchAllocator>(RtlBlock::switch_allocator, place, name, place.parameters,
                                                       place.ports(), place.node);
  }
  std::unique_ptr<Crossbar> crossbar(const char* name, const RouterPlace& place) const override {
    const auto& p = place.parameters;
    const RtlBlock of = wrong_ == RtlBlock::router ? RtlBlock::router : RtlBlock::crossbar;
    return pick<Crossbar, WrongCrossbar>(of, place, name, place.topology.routing(), place.node, p.inputs(place.ports()),
                                         place.ports(), p.ejectors, p.escape_mask());
  }
  std::unique_ptr<NetworkInterface> network_interface(const char* name, const RouterPlace& place,
                                                      TerminalObserver& observer) const override {
    return pick<NetworkInterface, WrongInterface>(RtlBlock::network_interface, place, name, place.parameters,
                                                  place.topology.routing(), place.node, observer);
  }
  std::unique_ptr<Link> link(const char* name, const RouterPlace& place, int port) const override {
    if (!links_) return BlockFactory::link(name, place, port);
    return pick<Link, WrongLink>(RtlBlock::link, place, name, place.parameters.link_delay_of(port));
  }
  std::unique_ptr<CreditLink> credit_link(const char* name, const RouterPlace& place) const override {
    if (links_) return BlockFactory::credit_link(name, place);
    return pick<CreditLink, WrongCreditLink>(RtlBlock::link, place, name, place.parameters.credit_delay - 1);
  }

 private:
  template <class Right, class Wrong, class... Arguments>
  std::unique_ptr<Right> pick(RtlBlock block, const RouterPlace& place, Arguments&&... arguments) const {
    if (block == wrong_ && place.node == 3) return std::make_unique<Wrong>(arguments...);
    return std::make_unique<Right>(arguments...);
  }

  RtlBlock wrong_;
  bool links_;
};

microarch::FabricParameters small_router() {
  microarch::FabricParameters parameters = test::bubble_router(4);
  parameters.adaptive_vcs = 1;
  parameters.buffer_packets = 2;
  parameters.credit_delay = 2;
  return parameters;
}

/// Loads a fabric of RTT(2) for 60 cycles; the digest of what is delivered.
std::string run(PinFabric& fabric) {
  std::uint64_t digest = 0;
  for (microarch::Cycle cycle = 0; cycle < 60; ++cycle) {
    for (topologies::NodeId node = 0; cycle % 3 == 0 && node < 8; ++node)
      fabric.offer(node, (node + 1 + static_cast<int>(cycle) % 7) % 8, 4, 0, 0);
    while (fabric.now() <= cycle) {
      fabric.advance(cycle + 1);
      for (const microarch::Delivery& d : fabric.delivered())
        digest += microarch::hash(d.source, d.destination, d.number, d.flits, d.created, d.entered, d.ejected);
    }
  }
  return std::to_string(digest);
}

/// The message of shadow mode about a block that is wrong in router 3.
std::string said_of(RtlBlock wrong, bool links = false) {
  return test::isolated([&]() -> std::string {
    const auto topology = test::network("rtt", 2);
    const auto log = std::make_shared<ShadowLog>();
    const WrongBlocks candidates(wrong, links);
    const auto all = [wrong](RtlBlock block, topologies::NodeId /*node*/) { return block == wrong; };
    const auto fabric = make_pin_fabric(*topology, small_router(), *make_shadowed_blocks(candidates, all, log));
    log->find_packets_by([&fabric](microarch::PacketId id) { return fabric->packet(id); });
    try {
      run(*fabric);
    } catch (const microarch::InvariantViolation&) {
    }
    if (!log->found()) return "nothing is found";
    return log->mismatch().block + " " + log->mismatch().text;
  });
}

TEST(ShadowMode, EveryBlockIsCompared) {
  EXPECT_THAT(said_of(RtlBlock::input_buffer), MatchesRegex("r_3_0.in_.* cycle [0-9]+: .* at route\\[.*packet .*"));
  EXPECT_THAT(said_of(RtlBlock::routing_unit), MatchesRegex("r_3_0.route_.* at route\n  model: .*number .* of r_.*"));
  EXPECT_THAT(said_of(RtlBlock::credit_counter), MatchesRegex("r_3_0.out_.* at credits\\[.*\\] \\(vc.*"));
  EXPECT_THAT(said_of(RtlBlock::bubble_control),
              MatchesRegex("r_3_0.bubble_.* at admitted\n.*block:   none.*slots: .*"));
  EXPECT_THAT(said_of(RtlBlock::vc_allocator),
              MatchesRegex("r_3_0.vc_allocator .* at pick\\[.*model:   packet .*, to .*block:   none.*request: .*"));
  EXPECT_THAT(said_of(RtlBlock::switch_allocator), HasSubstr("at output_free\n"));
  EXPECT_THAT(said_of(RtlBlock::crossbar), HasSubstr("at eject_valid[0] (ejector0)\n  model:   0 (0x0)\n"));
  EXPECT_THAT(said_of(RtlBlock::network_interface),
              MatchesRegex("r_3_0.network_interface .* at header\\[[0-3]\\] \\(injector.*packet .*"));
  EXPECT_THAT(said_of(RtlBlock::link, true), MatchesRegex("link_3_0_.* at out_vc\n.*in_flit: .* of packet.*"));
  EXPECT_THAT(said_of(RtlBlock::link), MatchesRegex("credits_3_0_.* at credit_out\n.*"));
  EXPECT_THAT(said_of(RtlBlock::router), MatchesRegex("r_3_0 .* differs from its model at .*"));
}

TEST(ShadowMode, TheFaultIsFoundInTheCycleInWhichItShows) {
  const std::string text = said_of(RtlBlock::crossbar);
  // Two cycles of reset come before cycle 0.
  EXPECT_THAT(text, MatchesRegex("r_3_0.crossbar shadow mode: cycle (19|2[0-2]): .*"));
}

/// `shadowed` or not, all blocks right.
std::string digest(bool shadowed, bool router) {
  return test::isolated([=]() -> std::string {
    const auto topology = test::network("rtt", 2);
    const auto log = std::make_shared<ShadowLog>();
    const BlockFactory models;
    const auto chosen = [=](RtlBlock block, topologies::NodeId /*node*/) {
      return shadowed && (router || block != RtlBlock::router);
    };
    const auto fabric = make_pin_fabric(*topology, small_router(), *make_shadowed_blocks(models, chosen, log));
    const std::string sum = run(*fabric);
    return log->found() ? log->mismatch().text : sum;
  });
}

TEST(ShadowMode, NothingChangesAndRightBlocksAreRight) {
  const std::string plain = digest(false, false);
  EXPECT_EQ(digest(true, false), plain);
  EXPECT_EQ(digest(true, true), plain);
}

TEST(ShadowMode, RegistersOfModelsBesideBlocksCannotBeSet) {
  const std::string refusal = test::isolated([]() -> std::string {
    const auto topology = test::network("rtt", 2);
    const BlockFactory models;
    const auto all = [](RtlBlock /*block*/, topologies::NodeId /*node*/) { return true; };
    const auto fabric =
        make_pin_fabric(*topology, small_router(), *make_shadowed_blocks(models, all, std::make_shared<ShadowLog>()));
    fabric->fill(microarch::empty_machine(*topology, small_router()));
    return "filled";
  });
  EXPECT_THAT(refusal, HasSubstr("registers cannot be set"));
}

TEST(ShadowMode, TheSimulationEndsSomeCyclesLater) {
  const std::string cycles = test::isolated([]() -> std::string {
    const auto topology = test::network("rtt", 2);
    const auto log = std::make_shared<ShadowLog>();
    const WrongBlocks candidates(RtlBlock::credit_counter);
    const auto all = [](RtlBlock /*block*/, topologies::NodeId /*node*/) { return true; };
    const auto fabric = make_pin_fabric(*topology, small_router(), *make_shadowed_blocks(candidates, all, log));
    try {
      run(*fabric);
    } catch (const microarch::InvariantViolation& violation) {
      return std::to_string(fabric->now() - log->mismatch().cycle) + violation.what();
    }
    return "it goes on";
  });
  EXPECT_THAT(cycles, MatchesRegex("[1-6].*"));
}

}  // namespace
}  // namespace trenza::cosim
