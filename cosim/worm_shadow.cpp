#include <type_traits>
#include <utility>

#include "cosim/shadow_joins.h"
#include "cosim/shadow_keeper.h"
#include "cosim/worm_blocks.h"

namespace trenza::cosim {

using namespace rtl_models;  // NOLINT(google-build-using-namespace): all of this file is about its blocks

namespace {

void compare_internals(BlockShadow& shadow, const WormRouterPorts& model, const WormRouterPorts& block) {
  compare_all(shadow, "request", model.request, block.request, WordKind::request, Element::input);
  compare_all(shadow, "credits", model.credits, block.credits, WordKind::number, Element::output_vc);
  compare_all(shadow, "held", model.held, block.held, WordKind::vcs, Element::output);
  compare_all(shadow, "hold", model.hold, block.hold, WordKind::lane, Element::input);
  compare_all(shadow, "wish", model.wish, block.wish, WordKind::outputs, Element::input);
  compare_all(shadow, "grant", model.grant, block.grant, WordKind::lane, Element::input);
  compare_all(shadow, "allocated", model.allocated, block.allocated, WordKind::vcs, Element::output);
  compare_all(shadow, "select", model.select, block.select, WordKind::worm_select, Element::output);
  compare_all(shadow, "pop", model.pop, block.pop, WordKind::vcs, Element::none);
  compare_all(shadow, "charge", model.charge, block.charge, WordKind::charge, Element::output);
  compare_all(shadow, "released", model.released, block.released, WordKind::vcs, Element::output);
}

// ---- join(): the ports of a block and of its model

void join(BlockShadow& shadow, InputUnit& model, InputUnit& block, const WormPlace& /*place*/) {
  clocked(model, block);
  shadow.link_input("in", model.in, block.in);
  const auto arrives = [&in = block.in] { return in.valid.read(); };
  shadow.input("in_route_ports", model.in_route_ports, block.in_route_ports, WordKind::tier_ports, Element::none, 0,
               arrives);
  shadow.input("in_route_vcs", model.in_route_vcs, block.in_route_vcs, WordKind::tier_vcs, Element::none, 0, arrives);
  shadow.inputs("granted", model.granted, block.granted, WordKind::lane, Element::vc);
  shadow.input("pop", model.pop, block.pop, WordKind::vcs);
  const auto filled = [&model](int vc) { return model.account().view(vc).occupancy > 0; };
  const auto head = [&model, filled](int vc) {
    return filled(vc) && microarch::is_head(model.flit[static_cast<std::size_t>(vc)].read());
  };
  shadow.outputs("request", model.request, block.request, WordKind::request, Element::vc);
  shadow.outputs("hold", model.hold, block.hold, WordKind::lane, Element::vc);
  shadow.outputs("flit", model.flit, block.flit, WordKind::flit, Element::vc, filled);
  shadow.outputs("header", model.header, block.header, WordKind::header, Element::vc, head);
  shadow.outputs("route_ports", model.route_ports, block.route_ports, WordKind::tier_ports, Element::vc, head);
  shadow.outputs("route_vcs", model.route_vcs, block.route_vcs, WordKind::tier_vcs, Element::vc, head);
  shadow.output("credit", model.credit, block.credit, WordKind::vcs);
}

void join(BlockShadow& shadow, OutputUnit& model, OutputUnit& block, const WormPlace& /*place*/) {
  clocked(model, block);
  shadow.input("allocated", model.allocated, block.allocated, WordKind::vcs);
  shadow.input("released", model.released, block.released, WordKind::vcs);
  shadow.output("held", model.held, block.held, WordKind::vcs);
}

void join(BlockShadow& shadow, RouteComputation& model, RouteComputation& block, const WormPlace& /*place*/) {
  const auto head = [&valid = block.valid, &flit = block.flit] {
    return valid.read() && microarch::is_head(flit.read());
  };
  shadow.input("valid", model.valid, block.valid, WordKind::flag);
  shadow.input("vc", model.vc, block.vc, WordKind::number, Element::none, 0, head);
  shadow.input("flit", model.flit, block.flit, WordKind::flit, Element::none, 0, head);
  shadow.input("header", model.header, block.header, WordKind::header, Element::none, 0, head);
  shadow.output("route_ports", model.route_ports, block.route_ports, WordKind::tier_ports, head);
  shadow.output("route_vcs", model.route_vcs, block.route_vcs, WordKind::tier_vcs, head);
}

void join(BlockShadow& shadow, WormVcAllocator& model, WormVcAllocator& block, const WormPlace& /*place*/) {
  clocked(model, block);
  model.cycle.bind(block.cycle);
  shadow.inputs("request", model.request, block.request, WordKind::request, Element::input);
  for (std::size_t i = 0; i < model.request.size(); ++i) {
    const auto waits = [&request = block.request[i]] { return request.read() != 0; };
    const int index = static_cast<int>(i);
    shadow.input("route_ports", model.route_ports[i], block.route_ports[i], WordKind::tier_ports, Element::input, index,
                 waits);
    shadow.input("route_vcs", model.route_vcs[i], block.route_vcs[i], WordKind::tier_vcs, Element::input, index, waits);
  }
  shadow.inputs("held", model.held, block.held, WordKind::vcs, Element::output);
  shadow.inputs("credits", model.credits, block.credits, WordKind::number, Element::output_vc);
  shadow.outputs("grant", model.grant, block.grant, WordKind::lane, Element::input);
  shadow.outputs("allocated", model.allocated, block.allocated, WordKind::vcs, Element::output);
  shadow.outputs("wish", model.wish, block.wish, WordKind::outputs, Element::input);
}

void join(BlockShadow& shadow, WormSwitchAllocator& model, WormSwitchAllocator& block, const WormPlace& /*place*/) {
  clocked(model, block);
  model.cycle.bind(block.cycle);
  shadow.inputs("hold", model.hold, block.hold, WordKind::lane, Element::input);
  shadow.inputs("flit", model.flit, block.flit, WordKind::flit, Element::input);
  shadow.inputs("grant", model.grant, block.grant, WordKind::lane, Element::input);
  shadow.inputs("wish", model.wish, block.wish, WordKind::outputs, Element::input);
  shadow.inputs("credits", model.credits, block.credits, WordKind::number, Element::output_vc);
  shadow.outputs("select", model.select, block.select, WordKind::worm_select, Element::output);
  shadow.outputs("pop", model.pop, block.pop, WordKind::vcs, Element::none);
  shadow.outputs("charge", model.charge, block.charge, WordKind::charge, Element::output);
  shadow.outputs("released", model.released, block.released, WordKind::vcs, Element::output);
}

void join(BlockShadow& shadow, WormNetworkInterface& model, WormNetworkInterface& block, const WormPlace& /*place*/) {
  block.account().mirror(model.account());
  clocked(model, block);
  model.cycle.bind(block.cycle);
  shadow.input("credit", model.credit, block.credit, WordKind::vcs);
  shadow.inputs("eject_valid", model.eject_valid, block.eject_valid, WordKind::flag, Element::ejector);
  shadow.inputs("eject_flit", model.eject_flit, block.eject_flit, WordKind::flit, Element::ejector);
  shadow.link_output("out", model.out, block.out);
}

void join(BlockShadow& shadow, WormRouterPorts& model, WormRouterPorts& block, const WormPlace& place) {
  block.terminal().mirror(model.terminal());
  clocked(model, block);
  model.cycle.bind(block.cycle);
  for (std::size_t p = 0; p < model.in.size(); ++p) {
    const std::string port = place.topology.port_name(static_cast<int>(p));
    const int index = static_cast<int>(p);
    if (model.in[p]) {
      shadow.link_input("in_" + port, *model.in[p], *block.in[p]);
      shadow.output("credit_out_" + port, model.credit_out[p], block.credit_out[p], WordKind::vcs);
    }
    if (!model.out[p]) continue;
    shadow.input("credit_in", model.credit_in[p], block.credit_in[p], WordKind::vcs, Element::output, index);
    shadow.link_output("out_" + port, *model.out[p], *block.out[p]);
  }
  compare_all(shadow, "eject_valid", model.eject_valid, block.eject_valid, WordKind::flag, Element::ejector);
  for (std::size_t e = 0; e < model.eject_flit.size(); ++e) {
    shadow.compare(
        "eject_flit", model.eject_flit[e], block.eject_flit[e], WordKind::flit,
        [&valid = block.eject_valid[e]] { return valid.read(); }, Element::ejector, static_cast<int>(e));
  }
}

class ShadowedWormBlocks : public WormBlockFactory {
 public:
  ShadowedWormBlocks(const WormBlockFactory& candidates, ShadowChoice chosen, std::shared_ptr<ShadowLog> log)
      : candidates_(candidates), shadows_(std::move(chosen), std::move(log)) {}

  std::unique_ptr<InputUnit> input_unit(const char* name, const WormPlace& place, bool falls_through) const override {
    return shadowed(RtlBlock::input_unit, &WormBlockFactory::input_unit, name, place, falls_through);
  }
  std::unique_ptr<OutputUnit> output_unit(const char* name, const WormPlace& place) const override {
    return shadowed(RtlBlock::output_unit, &WormBlockFactory::output_unit, name, place);
  }
  std::unique_ptr<RouteComputation> route_computation(const char* name, const WormPlace& place,
                                                      int port) const override {
    return shadowed(RtlBlock::route_computation, &WormBlockFactory::route_computation, name, place, port);
  }
  std::unique_ptr<CreditCounter> credit_counter(const char* name, const WormPlace& place) const override {
    return shadowed(RtlBlock::credit_counter, &WormBlockFactory::credit_counter, name, place);
  }
  std::unique_ptr<WormVcAllocator> vc_allocator(const char* name, const WormPlace& place) const override {
    return shadowed(RtlBlock::vc_allocator, &WormBlockFactory::vc_allocator, name, place);
  }
  std::unique_ptr<WormSwitchAllocator> switch_allocator(const char* name, const WormPlace& place) const override {
    return shadowed(RtlBlock::switch_allocator, &WormBlockFactory::switch_allocator, name, place);
  }
  std::unique_ptr<WormCrossbar> crossbar(const char* name, const WormPlace& place) const override {
    return shadowed(RtlBlock::crossbar, &WormBlockFactory::crossbar, name, place);
  }
  std::unique_ptr<WormNetworkInterface> network_interface(const char* name, const WormPlace& place,
                                                          TerminalObserver& observer) const override {
    auto block = candidates_.network_interface(name, place, observer);
    if (shadows_.is_shadowed(RtlBlock::network_interface, place.node)) {
      add(RtlBlock::network_interface, name, place, *block,
          [this, &place] { return models_.network_interface("model", place, nobody()); });
    }
    return block;
  }
  std::unique_ptr<Link> link(const char* name, const WormPlace& place, int port) const override {
    return shadowed(RtlBlock::link, &WormBlockFactory::link, name, place, port);
  }
  std::unique_ptr<CreditLink> credit_link(const char* name, const WormPlace& place) const override {
    return shadowed(RtlBlock::link, &WormBlockFactory::credit_link, name, place);
  }

  std::unique_ptr<WormRouterPorts> router(const char* name, const WormPlace& place, TerminalObserver& observer,
                                          const WormBlockFactory& blocks) const override {
    auto router = candidates_.router(name, place, observer, blocks);
    if (shadows_.is_chosen(RtlBlock::router, place.node)) {
      add(RtlBlock::router, name, place, *router,
          [this, &place] { return models_.router("model", place, nobody(), models_); });
    }
    shadows_.judge(name, place, *router);
    return router;
  }
  std::shared_ptr<const std::string> blocked() const override { return candidates_.blocked(); }

 private:
  /// The candidate that `make` makes, with a model beside it if it is chosen.
  template <class Block, class... Parameters, class... Arguments>
  std::unique_ptr<Block> shadowed(RtlBlock kind,
                                  std::unique_ptr<Block> (WormBlockFactory::*make)(const char*, const WormPlace&,
                                                                                   Parameters...) const,
                                  const char* name, const WormPlace& place, const Arguments&... arguments) const {
    auto block = (candidates_.*make)(name, place, arguments...);
    if (shadows_.is_shadowed(kind, place.node))
      add(kind, name, place, *block, [&] { return (models_.*make)("model", place, arguments...); });
    return block;
  }

  template <class Block, class Make>
  void add(RtlBlock kind, const char* name, const WormPlace& place, Block& block, const Make& make_model) const {
    shadows_.add(name, place, block, kind, [&](BlockShadow& shadow) {
      auto& model = shadow.own(make_model());
      if constexpr (std::is_same_v<Block, WormRouterPorts>) compare_internals(shadow, model, block);
      join(shadow, model, block, place);
    });
  }

  const WormBlockFactory& candidates_;
  WormBlockFactory models_;
  mutable ShadowKeeper<WormShadowJudge> shadows_;
};

}  // namespace

std::unique_ptr<WormBlockFactory> make_shadowed_worm_blocks(const WormBlockFactory& candidates, ShadowChoice chosen,
                                                            std::shared_ptr<ShadowLog> log) {
  return std::make_unique<ShadowedWormBlocks>(candidates, std::move(chosen), std::move(log));
}

}  // namespace trenza::cosim
