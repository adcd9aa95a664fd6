#include "rtl_models/wormhole/network_interface/worm_network_interface.h"

namespace trenza::rtl_models {

WormNetworkInterface::WormNetworkInterface(const sc_core::sc_module_name& name,
                                           const microarch::FabricParameters& parameters, topologies::NodeId node,
                                           TerminalObserver& observer)
    : ClockedBlock(name),
      eject_valid("eject_valid", static_cast<std::size_t>(parameters.ejectors)),
      eject_flit("eject_flit", static_cast<std::size_t>(parameters.ejectors)),
      terminal_(this->name(), parameters, node, observer) {
  SC_HAS_PROCESS(WormNetworkInterface);
  SC_METHOD(send);
  sensitive << changed_ << terminal_.offered();
  dont_initialize();
}

void WormNetworkInterface::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(terminal_.offered());
  wake_on(credit.value_changed_event());
  for (auto& port : eject_valid) wake_on(port.value_changed_event());
}

/// Shows the flit of this cycle.
void WormNetworkInterface::send() {
  const SourceAccount::Decision decision = decide();
  valid_held_.write(out.valid, decision.vc >= 0);
  if (decision.vc < 0) return;
  vc_held_.write(out.vc, static_cast<std::uint32_t>(decision.vc));
  out.flit.write(decision.flit);
  if (microarch::is_head(decision.flit)) out.header.write(decision.header);
}

void WormNetworkInterface::clear() {
  terminal_.clear();
  changed_.notify(sc_core::SC_ZERO_TIME);
}

bool WormNetworkInterface::edge() { return finish(decide()); }

bool WormNetworkInterface::finish(const SourceAccount::Decision& decision, const std::vector<FlitWord>* leaving) {
  const WormTerminal::Edge edge = terminal_.edge(
      cycle.read(), decision, credit.read(),
      [this](std::size_t e) { return eject_valid[e].read() ? eject_flit[e].read() : FlitWord{0}; },
      [leaving](std::size_t e, FlitWord own) { return leaving == nullptr ? own : (*leaving)[e]; });
  if (edge.source) changed_.notify(sc_core::SC_ZERO_TIME);
  return edge.busy;
}

}  // namespace trenza::rtl_models
