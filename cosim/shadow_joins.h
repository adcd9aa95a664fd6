// How the ports of blocks that all routers have are joined to those of their models.
#pragma once

#include <string>

#include "cosim/block_shadow.h"
#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/crossbar/crossbar.h"
#include "rtl_models/link/link.h"
#include "rtl_models/network_interface/terminal.h"

namespace trenza::cosim {

/// Models tell nobody what happens at their terminals.
inline rtl_models::TerminalObserver& nobody() {
  class Nobody : public rtl_models::TerminalObserver {
    void entered(microarch::PacketId /*packet*/, microarch::Cycle /*cycle*/) override {}
    void ejected(topologies::NodeId /*node*/, int /*ejector*/, microarch::PacketId /*packet*/, int /*flits*/,
                 int /*hops*/, microarch::Cycle /*cycle*/) override {}
  };
  static Nobody nobody;
  return nobody;
}

/// Clocks and cycle numbers are bound only: messages leave them out.
template <class Block>
void clocked(Block& model, Block& block) {
  model.clk.bind(block.clk);
  model.reset.bind(block.reset);
}

/// A vector of the signals between the blocks of a router.
template <class T>
void compare_all(BlockShadow& shadow, const char* name, const sc_core::sc_vector<sc_core::sc_signal<T>>& model,
                 const sc_core::sc_vector<sc_core::sc_signal<T>>& block, WordKind kind, Element element) {
  for (std::size_t k = 0; k < model.size(); ++k)
    shadow.compare(name, model[k], block[k], kind, {}, element, static_cast<int>(k));
}

template <class Place>
void join(BlockShadow& shadow, rtl_models::CreditCounter& model, rtl_models::CreditCounter& block,
          const Place& /*place*/) {
  clocked(model, block);
  shadow.input("charge", model.charge, block.charge, WordKind::charge);
  shadow.inputs("taken", model.taken, block.taken, WordKind::number, Element::vc);
  shadow.input("credit", model.credit, block.credit, WordKind::vcs);
  shadow.outputs("credits", model.credits, block.credits, WordKind::number, Element::vc);
}

template <class Select, class Place>
void join(BlockShadow& shadow, rtl_models::CrossbarOf<Select>& model, rtl_models::CrossbarOf<Select>& block,
          const Place& place) {
  const bool packets = std::is_same_v<Select, rtl_models::PacketSelect>;
  shadow.inputs("select", model.select, block.select, packets ? WordKind::select : WordKind::worm_select,
                Element::output);
  shadow.inputs("flit", model.flit, block.flit, WordKind::flit, Element::input);
  shadow.inputs("header", model.header, block.header, WordKind::header, Element::input);
  for (std::size_t p = 0; p < model.out.size(); ++p)
    shadow.link_output("out_" + place.topology.port_name(static_cast<int>(p)), *model.out[p], *block.out[p]);
  shadow.outputs("eject_valid", model.eject_valid, block.eject_valid, WordKind::flag, Element::ejector);
  shadow.outputs("eject_flit", model.eject_flit, block.eject_flit, WordKind::flit, Element::ejector,
                 [&valid = block.eject_valid](int e) { return valid[static_cast<std::size_t>(e)].read(); });
}

template <class Place>
void join(BlockShadow& shadow, rtl_models::Link& model, rtl_models::Link& block, const Place& /*place*/) {
  clocked(model, block);
  shadow.link_input("in", model.in, block.in);
  shadow.link_output("out", model.out, block.out);
}

template <class Place>
void join(BlockShadow& shadow, rtl_models::CreditLink& model, rtl_models::CreditLink& block, const Place& /*place*/) {
  clocked(model, block);
  shadow.input("credit_in", model.credit_in, block.credit_in, WordKind::vcs);
  shadow.output("credit_out", model.credit_out, block.credit_out, WordKind::vcs);
}

}  // namespace trenza::cosim
