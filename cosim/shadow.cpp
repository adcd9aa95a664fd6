#include "cosim/shadow.h"

#include <type_traits>
#include <utility>
#include <vector>

#include "cosim/shadow_joins.h"
#include "cosim/shadow_keeper.h"
#include "rtl_models/two_step_allocator/two_step_allocator.h"

namespace trenza::cosim {

using namespace rtl_models;  // NOLINT(google-build-using-namespace): all of this file is about its blocks

namespace {

void compare_internals(BlockShadow& shadow, const RouterPorts& model, const RouterPorts& block) {
  compare_all(shadow, "request", model.request, block.request, WordKind::request, Element::input);
  compare_all(shadow, "credits", model.credits, block.credits, WordKind::number, Element::output_vc);
  compare_all(shadow, "admitted", model.admitted, block.admitted, WordKind::inputs, Element::escape_vc);
  shadow.compare("output_free", model.output_free, block.output_free, WordKind::outputs);
  shadow.compare("input_busy", model.input_busy, block.input_busy, WordKind::ports);
  compare_all(shadow, "pick", model.pick, block.pick, WordKind::pick, Element::input);
  compare_all(shadow, "reserved", model.reservation.reserved, block.reservation.reserved, WordKind::reservation,
              Element::input);
  compare_all(shadow, "taken", model.reservation.taken, block.reservation.taken, WordKind::number, Element::output_vc);
  compare_all(shadow, "select", model.select, block.select, WordKind::select, Element::output);
  compare_all(shadow, "charge", model.charge, block.charge, WordKind::charge, Element::output);
}

// ---- join(): the ports of a block and of its model

/// `occupied(k)`: there is a front in place k, whose words are stale otherwise; `head(k)`: and it is a head.
template <class Block, class Occupied, class Head>
void join_fronts(BlockShadow& shadow, Block& model, Block& block, const RouterPlace& place, Element element,
                 const Occupied& occupied, const Head& head) {
  const auto routed = [&model, head, reserves = place.parameters.two_steps()](int k) {
    return reserves ? model.request[static_cast<std::size_t>(k)].read() != 0 : head(k);
  };
  shadow.outputs("request", model.request, block.request, WordKind::request, element);
  shadow.outputs("flit", model.flit, block.flit, WordKind::flit, element, occupied);
  shadow.outputs("header", model.header, block.header, WordKind::header, element, head);
  shadow.outputs("route", model.route, block.route, WordKind::route, element, routed);
}

void join(BlockShadow& shadow, InputBuffer& model, InputBuffer& block, const RouterPlace& place) {
  clocked(model, block);
  shadow.link_input("in", model.in, block.in);
  shadow.input("in_route", model.in_route, block.in_route, WordKind::route, Element::none, 0,
               [&in = block.in] { return in.valid.read(); });
  shadow.input("pop", model.pop, block.pop, WordKind::vcs);
  const auto filled = [&model](int vc) { return model.account().view(vc).occupancy > 0; };
  const auto head = [&model, filled](int vc) {
    return filled(vc) && microarch::is_head(model.flit[static_cast<std::size_t>(vc)].read());
  };
  join_fronts(shadow, model, block, place, Element::vc, filled, head);
  shadow.output("credit", model.credit, block.credit, WordKind::vcs);
}

void join(BlockShadow& shadow, RoutingUnit& model, RoutingUnit& block, const RouterPlace& /*place*/) {
  shadow.input("valid", model.valid, block.valid, WordKind::flag);
  model.vc.bind(block.vc);
  shadow.input("header", model.header, block.header, WordKind::header);
  shadow.output("route", model.route, block.route, WordKind::route, [&valid = block.valid] { return valid.read(); });
}

void join(BlockShadow& shadow, BubbleControl& model, BubbleControl& block, const RouterPlace& /*place*/) {
  shadow.input("slots", model.slots, block.slots, WordKind::number);
  shadow.output("admitted", model.admitted, block.admitted, WordKind::inputs);
}

void join(BlockShadow& shadow, VcAllocator& model, VcAllocator& block, const RouterPlace& place) {
  block.lend_clock(model);
  model.cycle.bind(block.cycle);
  shadow.inputs("request", model.request, block.request, WordKind::request, Element::input);
  for (std::size_t i = 0; i < model.route.size(); ++i) {
    shadow.input("route", model.route[i], block.route[i], WordKind::route, Element::input, static_cast<int>(i),
                 [&request = block.request[i]] { return request.read() != 0; });
  }
  shadow.inputs("credits", model.credits, block.credits, WordKind::number, Element::output_vc);
  shadow.inputs("admitted", model.admitted, block.admitted, WordKind::inputs, Element::escape_vc);
  shadow.input("output_free", model.output_free, block.output_free, WordKind::outputs);
  shadow.input("input_busy", model.input_busy, block.input_busy, WordKind::ports);
  shadow.outputs("pick", model.pick, block.pick, WordKind::pick, Element::input);
  if (!place.parameters.two_steps()) return;
  auto& of_model = dynamic_cast<TwoStepAllocator&>(model);
  const auto& of_block = dynamic_cast<const TwoStepAllocator&>(block);
  shadow.outputs("reserved", of_model.reserved, of_block.reserved, WordKind::reservation, Element::input);
  shadow.outputs("taken", of_model.taken, of_block.taken, WordKind::number, Element::output_vc);
}

void join(BlockShadow& shadow, SwitchAllocator& model, SwitchAllocator& block, const RouterPlace& /*place*/) {
  clocked(model, block);
  model.cycle.bind(block.cycle);
  shadow.inputs("pick", model.pick, block.pick, WordKind::pick, Element::input);
  shadow.output("output_free", model.output_free, block.output_free, WordKind::outputs);
  shadow.output("input_busy", model.input_busy, block.input_busy, WordKind::ports);
  shadow.outputs("select", model.select, block.select, WordKind::select, Element::output);
  shadow.outputs("charge", model.charge, block.charge, WordKind::charge, Element::output);
  shadow.outputs("pop", model.pop, block.pop, WordKind::vcs, Element::output);
  shadow.output("pop_injector", model.pop_injector, block.pop_injector, WordKind::injectors);
}

void join(BlockShadow& shadow, NetworkInterface& model, NetworkInterface& block, const RouterPlace& place) {
  block.account().mirror(model.account());
  clocked(model, block);
  model.cycle.bind(block.cycle);
  shadow.input("pop", model.pop, block.pop, WordKind::injectors);
  shadow.inputs("eject_valid", model.eject_valid, block.eject_valid, WordKind::flag, Element::ejector);
  shadow.inputs("eject_flit", model.eject_flit, block.eject_flit, WordKind::flit, Element::ejector);
  const auto filled = [&model](int j) { return model.account().queued(j) > 0; };
  const auto head = [&model, filled](int j) { return filled(j) && model.account().injector(j).position == 0; };
  join_fronts(shadow, model, block, place, Element::injector, filled, head);
}

void join(BlockShadow& shadow, RouterPorts& model, RouterPorts& block, const RouterPlace& place) {
  block.terminal().mirror(model.terminal());
  clocked(model, block);
  model.cycle.bind(block.cycle);
  for (std::size_t p = 0; p < model.in.size(); ++p) {
    const std::string port = place.topology.port_name(static_cast<int>(p));
    const int index = static_cast<int>(p);
    if (model.in[p]) shadow.link_input("in_" + port, *model.in[p], *block.in[p]);
    if (model.out[p]) {
      shadow.input("credit_in", model.credit_in[p], block.credit_in[p], WordKind::vcs, Element::output, index);
      shadow.link_output("out_" + port, *model.out[p], *block.out[p]);
    }
    if (model.in[p]) shadow.output("credit_out_" + port, model.credit_out[p], block.credit_out[p], WordKind::vcs);
  }
  shadow.compare("pop_injector", model.pop_injector, block.pop_injector, WordKind::injectors);
  compare_all(shadow, "eject_valid", model.eject_valid, block.eject_valid, WordKind::flag, Element::ejector);
  for (std::size_t e = 0; e < model.eject_flit.size(); ++e) {
    shadow.compare(
        "eject_flit", model.eject_flit[e], block.eject_flit[e], WordKind::flit,
        [&valid = block.eject_valid[e]] { return valid.read(); }, Element::ejector, static_cast<int>(e));
  }
}

class ShadowedBlocks : public BlockFactory {
 public:
  ShadowedBlocks(const BlockFactory& candidates, ShadowChoice chosen, std::shared_ptr<ShadowLog> log, bool internals)
      : candidates_(candidates), internals_(internals), shadows_(std::move(chosen), std::move(log)) {}

  std::unique_ptr<InputBuffer> input_buffer(const char* name, const RouterPlace& place) const override {
    return shadowed(RtlBlock::input_buffer, &BlockFactory::input_buffer, name, place);
  }
  std::unique_ptr<RoutingUnit> routing_unit(const char* name, const RouterPlace& place, int port) const override {
    return shadowed(RtlBlock::routing_unit, &BlockFactory::routing_unit, name, place, port);
  }
  std::unique_ptr<CreditCounter> credit_counter(const char* name, const RouterPlace& place,
                                                const std::vector<int>& initial) const override {
    return shadowed(RtlBlock::credit_counter, &BlockFactory::credit_counter, name, place, initial);
  }
  std::unique_ptr<BubbleControl> bubble_control(const char* name, const RouterPlace& place, int ring,
                                                std::uint64_t continuing, std::uint64_t all) const override {
    return shadowed(RtlBlock::bubble_control, &BlockFactory::bubble_control, name, place, ring, continuing, all);
  }
  std::unique_ptr<VcAllocator> vc_allocator(const char* name, const RouterPlace& place,
                                            const microarch::SelectionShape& shape,
                                            const std::vector<int>& input_class) const override {
    return shadowed(RtlBlock::vc_allocator, &BlockFactory::vc_allocator, name, place, shape, input_class);
  }
  std::unique_ptr<SwitchAllocator> switch_allocator(const char* name, const RouterPlace& place) const override {
    return shadowed(RtlBlock::switch_allocator, &BlockFactory::switch_allocator, name, place);
  }
  std::unique_ptr<Crossbar> crossbar(const char* name, const RouterPlace& place) const override {
    return shadowed(RtlBlock::crossbar, &BlockFactory::crossbar, name, place);
  }
  std::unique_ptr<NetworkInterface> network_interface(const char* name, const RouterPlace& place,
                                                      TerminalObserver& observer) const override {
    auto block = candidates_.network_interface(name, place, observer);
    if (shadows_.is_shadowed(RtlBlock::network_interface, place.node)) {
      add(RtlBlock::network_interface, name, place, *block,
          [this, &place] { return models_.network_interface("model", place, nobody()); });
    }
    return block;
  }
  std::unique_ptr<Link> link(const char* name, const RouterPlace& place, int port) const override {
    return shadowed(RtlBlock::link, &BlockFactory::link, name, place, port);
  }
  std::unique_ptr<CreditLink> credit_link(const char* name, const RouterPlace& place) const override {
    return shadowed(RtlBlock::link, &BlockFactory::credit_link, name, place);
  }

  std::unique_ptr<RouterPorts> router(const char* name, const RouterPlace& place, TerminalObserver& observer,
                                      const BlockFactory& blocks) const override {
    auto router = candidates_.router(name, place, observer, blocks);
    if (shadows_.is_chosen(RtlBlock::router, place.node)) {
      add(RtlBlock::router, name, place, *router,
          [this, &place] { return models_.router("model", place, nobody(), models_); });
    }
    shadows_.judge(name, place, *router);
    return router;
  }

  bool can_fill() const override { return false; }
  std::shared_ptr<const std::string> blocked() const override { return candidates_.blocked(); }

 private:
  /// The candidate that `make` makes, with a model beside it if it is chosen.
  template <class Block, class... Parameters, class... Arguments>
  std::unique_ptr<Block> shadowed(RtlBlock kind,
                                  std::unique_ptr<Block> (BlockFactory::*make)(const char*, const RouterPlace&,
                                                                               Parameters...) const,
                                  const char* name, const RouterPlace& place, const Arguments&... arguments) const {
    auto block = (candidates_.*make)(name, place, arguments...);
    if (shadows_.is_shadowed(kind, place.node))
      add(kind, name, place, *block, [&] { return (models_.*make)("model", place, arguments...); });
    return block;
  }

  template <class Block, class Make>
  void add(RtlBlock kind, const char* name, const RouterPlace& place, Block& block, const Make& make_model) const {
    shadows_.add(name, place, block, kind, [&](BlockShadow& shadow) {
      auto& model = shadow.own(make_model());
      if constexpr (std::is_same_v<Block, RouterPorts>) {
        if (internals_) compare_internals(shadow, model, block);
      }
      join(shadow, model, block, place);
    });
  }

  const BlockFactory& candidates_;
  bool internals_;
  BlockFactory models_;
  mutable ShadowKeeper<PacketShadowJudge> shadows_;
};

}  // namespace

std::unique_ptr<BlockFactory> make_shadowed_blocks(const BlockFactory& candidates, ShadowChoice chosen,
                                                   std::shared_ptr<ShadowLog> log, bool internals) {
  return std::make_unique<ShadowedBlocks>(candidates, std::move(chosen), std::move(log), internals);
}

}  // namespace trenza::cosim
