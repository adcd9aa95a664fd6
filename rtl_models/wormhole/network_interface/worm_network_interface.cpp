#include "rtl_models/wormhole/network_interface/worm_network_interface.h"

namespace trenza::rtl_models {

WormNetworkInterface::WormNetworkInterface(const sc_core::sc_module_name& name,
                                           const microarch::FabricParameters& parameters, topologies::NodeId node,
                                           TerminalObserver& observer)
    : ClockedBlock(name),
      eject_valid("eject_valid", static_cast<std::size_t>(parameters.ejectors)),
      eject_flit("eject_flit", static_cast<std::size_t>(parameters.ejectors)),
      node_(node),
      observer_(observer),
      source_(this->name(), parameters),
      ejection_(this->name(), parameters.ejectors, parameters.wormhole.ejection_delay) {
  SC_HAS_PROCESS(WormNetworkInterface);
  SC_METHOD(send);
  sensitive << changed_;
  dont_initialize();
}

void WormNetworkInterface::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(changed_);
  wake_on(credit.value_changed_event());
  for (auto& port : eject_valid) wake_on(port.value_changed_event());
}

void WormNetworkInterface::offer(int message_class, const SourceAccount::Packet& packet) {
  source_.offer(message_class, packet);
  if (mirror_ != nullptr) mirror_->offer(message_class, packet);
  changed_.notify(sc_core::SC_ZERO_TIME);
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
  source_.clear();
  ejection_.clear();
  changed_.notify(sc_core::SC_ZERO_TIME);
}

bool WormNetworkInterface::edge() { return finish(decide()); }

bool WormNetworkInterface::finish(const SourceAccount::Decision& decision, const std::vector<FlitWord>* leaving) {
  const Cycle now = cycle.read();
  if (decision.vc >= 0 && microarch::is_head(decision.flit))
    observer_.entered(microarch::packet_of(decision.flit), now);
  const bool any = source_.edge(decision, credit.read());
  if (any) changed_.notify(sc_core::SC_ZERO_TIME);
  ejection_.edge([this](std::size_t e) { return ejected_flit(e); },
                 [leaving](std::size_t e, FlitWord own) { return leaving == nullptr ? own : (*leaving)[e]; });
  for (const EjectionAccount::Departure& packet : ejection_.departures())
    observer_.ejected(node_, packet.ejector, packet.packet, packet.flits, packet.hops, now);
  return any || ejection_.is_busy();
}

}  // namespace trenza::rtl_models
