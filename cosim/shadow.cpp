#include "cosim/shadow.h"

#include <fmt/core.h>

#include <utility>

#include "cosim/block_shadow.h"
#include "cosim/shadow_judge.h"
#include "rtl_models/two_step_allocator/two_step_allocator.h"

namespace trenza::cosim {

using namespace rtl_models;  // NOLINT(google-build-using-namespace): all of this file is about its blocks

namespace {

/// Models tell nobody what happens at their terminals.
TerminalObserver& nobody() {
  class Nobody : public TerminalObserver {
    void entered(PacketId /*packet*/, Cycle /*cycle*/) override {}
    void ejected(topologies::NodeId /*node*/, int /*ejector*/, PacketId /*packet*/, int /*flits*/, int /*hops*/,
                 Cycle /*cycle*/) override {}
  };
  static Nobody nobody;
  return nobody;
}

template <class Block>
void clocked(Block& model, Block& block) {
  BlockShadow::silent(model.clk, block.clk);
  BlockShadow::silent(model.reset, block.reset);
}

/// A vector of the signals between the blocks of a router.
template <class T>
void compare_all(BlockShadow& shadow, const char* name, const sc_core::sc_vector<sc_core::sc_signal<T>>& model,
                 const sc_core::sc_vector<sc_core::sc_signal<T>>& block, WordKind kind, Element element) {
  for (std::size_t k = 0; k < model.size(); ++k)
    shadow.compare(name, model[k], block[k], kind, {}, element, static_cast<int>(k));
}

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

void compare_reservations(BlockShadow& shadow, VcAllocator& model, const VcAllocator& block) {
  auto& of_model = dynamic_cast<TwoStepAllocator&>(model);
  const auto& of_block = dynamic_cast<const TwoStepAllocator&>(block);
  shadow.outputs("reserved", of_model.reserved, of_block.reserved, WordKind::reservation, Element::input);
  shadow.outputs("taken", of_model.taken, of_block.taken, WordKind::number, Element::output_vc);
}

}  // namespace

ShadowedBlocks::ShadowedBlocks(const BlockFactory& candidates, Chosen chosen, std::shared_ptr<ShadowLog> log,
                               bool internals)
    : candidates_(candidates), chosen_(std::move(chosen)), log_(std::move(log)), internals_(internals) {}

bool ShadowedBlocks::is_shadowed(RtlBlock block, const RouterPlace& place) const {
  return chosen_(block, place.node) && (block == RtlBlock::link || !chosen_(RtlBlock::router, place.node));
}

BlockShadow& ShadowedBlocks::make(const char* name, const RouterPlace& place, const sc_core::sc_module& block,
                                  const Build& build) {
  auto shadow = std::make_unique<BlockShadow>(fmt::format("{}_shadow", name).c_str(), block, RouterWords(place), build);
  return *shadow.release();
}

void ShadowedBlocks::add(const char* name, const RouterPlace& place, const sc_core::sc_module& block,
                         const Build& build) const {
  waiting_.push_back(&make(name, place, block, build));
}

/// The links are made when all routers are there. Where the router that sends is missing, another looks at its link.
void ShadowedBlocks::add_link(const char* name, const RouterPlace& place, const sc_core::sc_module& block,
                              const Build& build) const {
  if (judges_.empty()) return;
  const auto found = judges_.find(place.node);
  ShadowJudge& judge = found != judges_.end() ? *found->second : *judges_.begin()->second;
  judge.add(make(name, place, block, build));
}

std::unique_ptr<InputBuffer> ShadowedBlocks::input_buffer(const char* name, const RouterPlace& place) const {
  auto block = candidates_.input_buffer(name, place);
  if (!is_shadowed(RtlBlock::input_buffer, place)) return block;
  add(name, place, *block, [&](BlockShadow& shadow) {
    InputBuffer& model = shadow.own(models_.input_buffer("model", place));
    clocked(model, *block);
    shadow.link_input("in", model.in, block->in);
    shadow.input("in_route", model.in_route, block->in_route, WordKind::route, Element::none, 0,
                 [&in = block->in] { return in.valid.read(); });
    shadow.input("pop", model.pop, block->pop, WordKind::vcs);
    // Stale while the VC is empty.
    const auto filled = [&model](int vc) { return model.account().view(vc).occupancy > 0; };
    const auto head = [&model, filled](int vc) {
      return filled(vc) && microarch::is_head(model.flit[static_cast<std::size_t>(vc)].read());
    };
    const bool reserves = place.parameters.two_steps();
    const auto routed = [&model, head, reserves](int vc) {
      return reserves ? model.request[static_cast<std::size_t>(vc)].read() != 0 : head(vc);
    };
    shadow.outputs("request", model.request, block->request, WordKind::request, Element::vc);
    shadow.outputs("flit", model.flit, block->flit, WordKind::flit, Element::vc, filled);
    shadow.outputs("header", model.header, block->header, WordKind::header, Element::vc, head);
    shadow.outputs("route", model.route, block->route, WordKind::route, Element::vc, routed);
    shadow.output("credit", model.credit, block->credit, WordKind::vcs);
  });
  return block;
}

std::unique_ptr<RoutingUnit> ShadowedBlocks::routing_unit(const char* name, const RouterPlace& place, int port) const {
  auto block = candidates_.routing_unit(name, place, port);
  if (!is_shadowed(RtlBlock::routing_unit, place)) return block;
  add(name, place, *block, [&](BlockShadow& shadow) {
    RoutingUnit& model = shadow.own(models_.routing_unit("model", place, port));
    shadow.input("valid", model.valid, block->valid, WordKind::flag);
    BlockShadow::silent(model.vc, block->vc);
    shadow.input("header", model.header, block->header, WordKind::header);
    shadow.output("route", model.route, block->route, WordKind::route,
                  [&valid = block->valid] { return valid.read(); });
  });
  return block;
}

std::unique_ptr<CreditCounter> ShadowedBlocks::credit_counter(const char* name, const RouterPlace& place,
                                                              const std::vector<int>& initial) const {
  auto block = candidates_.credit_counter(name, place, initial);
  if (!is_shadowed(RtlBlock::credit_counter, place)) return block;
  add(name, place, *block, [&](BlockShadow& shadow) {
    CreditCounter& model = shadow.own(models_.credit_counter("model", place, initial));
    clocked(model, *block);
    shadow.input("charge", model.charge, block->charge, WordKind::charge);
    shadow.inputs("taken", model.taken, block->taken, WordKind::number, Element::vc);
    shadow.input("credit", model.credit, block->credit, WordKind::vcs);
    shadow.outputs("credits", model.credits, block->credits, WordKind::number, Element::vc);
  });
  return block;
}

std::unique_ptr<BubbleControl> ShadowedBlocks::bubble_control(const char* name, const RouterPlace& place, int ring,
                                                              std::uint64_t continuing, std::uint64_t all) const {
  auto block = candidates_.bubble_control(name, place, ring, continuing, all);
  if (!is_shadowed(RtlBlock::bubble_control, place)) return block;
  add(name, place, *block, [&](BlockShadow& shadow) {
    BubbleControl& model = shadow.own(models_.bubble_control("model", place, ring, continuing, all));
    shadow.input("slots", model.slots, block->slots, WordKind::number);
    shadow.output("admitted", model.admitted, block->admitted, WordKind::inputs);
  });
  return block;
}

std::unique_ptr<VcAllocator> ShadowedBlocks::vc_allocator(const char* name, const RouterPlace& place,
                                                          const microarch::SelectionShape& shape,
                                                          const std::vector<int>& input_class) const {
  auto block = candidates_.vc_allocator(name, place, shape, input_class);
  if (!is_shadowed(RtlBlock::vc_allocator, place)) return block;
  add(name, place, *block, [&](BlockShadow& shadow) {
    VcAllocator& model = shadow.own(models_.vc_allocator("model", place, shape, input_class));
    block->lend_clock(model);
    BlockShadow::silent(model.cycle, block->cycle);
    shadow.inputs("request", model.request, block->request, WordKind::request, Element::input);
    for (std::size_t i = 0; i < model.route.size(); ++i) {
      shadow.input("route", model.route[i], block->route[i], WordKind::route, Element::input, static_cast<int>(i),
                   [&request = block->request[i]] { return request.read() != 0; });
    }
    shadow.inputs("credits", model.credits, block->credits, WordKind::number, Element::output_vc);
    shadow.inputs("admitted", model.admitted, block->admitted, WordKind::inputs, Element::escape_vc);
    shadow.input("output_free", model.output_free, block->output_free, WordKind::outputs);
    shadow.input("input_busy", model.input_busy, block->input_busy, WordKind::ports);
    shadow.outputs("pick", model.pick, block->pick, WordKind::pick, Element::input);
    if (place.parameters.two_steps()) compare_reservations(shadow, model, *block);
  });
  return block;
}

std::unique_ptr<SwitchAllocator> ShadowedBlocks::switch_allocator(const char* name, const RouterPlace& place) const {
  auto block = candidates_.switch_allocator(name, place);
  if (!is_shadowed(RtlBlock::switch_allocator, place)) return block;
  add(name, place, *block, [&](BlockShadow& shadow) {
    SwitchAllocator& model = shadow.own(models_.switch_allocator("model", place));
    clocked(model, *block);
    BlockShadow::silent(model.cycle, block->cycle);
    shadow.inputs("pick", model.pick, block->pick, WordKind::pick, Element::input);
    shadow.output("output_free", model.output_free, block->output_free, WordKind::outputs);
    shadow.output("input_busy", model.input_busy, block->input_busy, WordKind::ports);
    shadow.outputs("select", model.select, block->select, WordKind::select, Element::output);
    shadow.outputs("charge", model.charge, block->charge, WordKind::charge, Element::output);
    shadow.outputs("pop", model.pop, block->pop, WordKind::vcs, Element::output);
    shadow.output("pop_injector", model.pop_injector, block->pop_injector, WordKind::injectors);
  });
  return block;
}

std::unique_ptr<Crossbar> ShadowedBlocks::crossbar(const char* name, const RouterPlace& place) const {
  auto block = candidates_.crossbar(name, place);
  if (!is_shadowed(RtlBlock::crossbar, place)) return block;
  add(name, place, *block, [&](BlockShadow& shadow) {
    Crossbar& model = shadow.own(models_.crossbar("model", place));
    shadow.inputs("select", model.select, block->select, WordKind::select, Element::output);
    shadow.inputs("flit", model.flit, block->flit, WordKind::flit, Element::input);
    shadow.inputs("header", model.header, block->header, WordKind::header, Element::input);
    for (std::size_t p = 0; p < model.out.size(); ++p)
      shadow.link_output("out_" + place.topology.port_name(static_cast<int>(p)), *model.out[p], *block->out[p]);
    shadow.outputs("eject_valid", model.eject_valid, block->eject_valid, WordKind::flag, Element::ejector);
    shadow.outputs("eject_flit", model.eject_flit, block->eject_flit, WordKind::flit, Element::ejector,
                   [&valid = block->eject_valid](int e) { return valid[static_cast<std::size_t>(e)].read(); });
  });
  return block;
}

std::unique_ptr<NetworkInterface> ShadowedBlocks::network_interface(const char* name, const RouterPlace& place,
                                                                    TerminalObserver& observer) const {
  auto block = candidates_.network_interface(name, place, observer);
  if (!is_shadowed(RtlBlock::network_interface, place)) return block;
  add(name, place, *block, [&](BlockShadow& shadow) {
    NetworkInterface& model = shadow.own(models_.network_interface("model", place, nobody()));
    block->account().mirror(model.account());
    clocked(model, *block);
    BlockShadow::silent(model.cycle, block->cycle);
    shadow.input("pop", model.pop, block->pop, WordKind::injectors);
    shadow.inputs("eject_valid", model.eject_valid, block->eject_valid, WordKind::flag, Element::ejector);
    shadow.inputs("eject_flit", model.eject_flit, block->eject_flit, WordKind::flit, Element::ejector);
    const auto filled = [&model](int j) { return model.account().queued(j) > 0; };
    const auto head = [&model, filled](int j) { return filled(j) && model.account().injector(j).position == 0; };
    const bool reserves = place.parameters.two_steps();
    const auto routed = [&model, head, reserves](int j) {
      return reserves ? model.request[static_cast<std::size_t>(j)].read() != 0 : head(j);
    };
    shadow.outputs("request", model.request, block->request, WordKind::request, Element::injector);
    shadow.outputs("flit", model.flit, block->flit, WordKind::flit, Element::injector, filled);
    shadow.outputs("header", model.header, block->header, WordKind::header, Element::injector, head);
    shadow.outputs("route", model.route, block->route, WordKind::route, Element::injector, routed);
  });
  return block;
}

std::unique_ptr<Link> ShadowedBlocks::link(const char* name, const RouterPlace& place, int port) const {
  auto block = candidates_.link(name, place, port);
  if (!is_shadowed(RtlBlock::link, place)) return block;
  add_link(name, place, *block, [&](BlockShadow& shadow) {
    Link& model = shadow.own(models_.link("model", place, port));
    clocked(model, *block);
    shadow.link_input("in", model.in, block->in);
    shadow.link_output("out", model.out, block->out);
  });
  return block;
}

std::unique_ptr<CreditLink> ShadowedBlocks::credit_link(const char* name, const RouterPlace& place) const {
  auto block = candidates_.credit_link(name, place);
  if (!is_shadowed(RtlBlock::link, place)) return block;
  add_link(name, place, *block, [&](BlockShadow& shadow) {
    CreditLink& model = shadow.own(models_.credit_link("model", place));
    clocked(model, *block);
    shadow.input("credit_in", model.credit_in, block->credit_in, WordKind::vcs);
    shadow.output("credit_out", model.credit_out, block->credit_out, WordKind::vcs);
  });
  return block;
}

void ShadowedBlocks::shadow_router(const char* name, const RouterPlace& place, RouterPorts& router) const {
  add(name, place, router, [&](BlockShadow& shadow) {
    RouterPorts& model = shadow.own(models_.router("model", place, nobody(), models_));
    router.terminal().mirror(model.terminal());
    clocked(model, router);
    BlockShadow::silent(model.cycle, router.cycle);
    if (internals_) compare_internals(shadow, model, router);
    for (std::size_t p = 0; p < model.in.size(); ++p) {
      const std::string port = place.topology.port_name(static_cast<int>(p));
      const int index = static_cast<int>(p);
      if (model.in[p]) shadow.link_input("in_" + port, *model.in[p], *router.in[p]);
      if (model.out[p]) {
        shadow.input("credit_in", model.credit_in[p], router.credit_in[p], WordKind::vcs, Element::output, index);
        shadow.link_output("out_" + port, *model.out[p], *router.out[p]);
      }
      if (model.in[p]) shadow.output("credit_out_" + port, model.credit_out[p], router.credit_out[p], WordKind::vcs);
    }
    shadow.compare("pop_injector", model.pop_injector, router.pop_injector, WordKind::injectors);
    compare_all(shadow, "eject_valid", model.eject_valid, router.eject_valid, WordKind::flag, Element::ejector);
    for (std::size_t e = 0; e < model.eject_flit.size(); ++e) {
      shadow.compare(
          "eject_flit", model.eject_flit[e], router.eject_flit[e], WordKind::flit,
          [&valid = router.eject_valid[e]] { return valid.read(); }, Element::ejector, static_cast<int>(e));
    }
  });
}

std::unique_ptr<RouterPorts> ShadowedBlocks::router(const char* name, const RouterPlace& place,
                                                    TerminalObserver& observer, const BlockFactory& blocks) const {
  auto router = candidates_.router(name, place, observer, blocks);
  bool any = false;
  for (int block = 0; block < kRtlBlocks; ++block) any = any || chosen_(static_cast<RtlBlock>(block), place.node);
  if (!any) return router;
  if (chosen_(RtlBlock::router, place.node)) shadow_router(name, place, *router);
  auto* const judge =
      std::make_unique<ShadowJudge>(fmt::format("{}_judge", name).c_str(), place.topology, *router, log_).release();
  for (const BlockShadow* shadow : waiting_) judge->add(*shadow);
  waiting_.clear();
  judges_[place.node] = judge;
  return router;
}

}  // namespace trenza::cosim
