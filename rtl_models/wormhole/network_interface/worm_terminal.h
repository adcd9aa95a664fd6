// What a node of a flit-level machine has beside its router, whoever drives the signals: its source, and the packets
// that leave by its ejection ports.
#pragma once

#include <cstdint>
#include <string>
#include <systemc>

#include "rtl_models/network_interface/terminal.h"
#include "rtl_models/wormhole/network_interface/ejection_account.h"
#include "rtl_models/wormhole/network_interface/source_account.h"

namespace trenza::rtl_models {

class WormTerminal {
 public:
  /// `name`: in messages. `observer` must outlive it.
  WormTerminal(const std::string& name, const microarch::FabricParameters& parameters, topologies::NodeId node,
               TerminalObserver& observer)
      : node_(node),
        observer_(observer),
        source_(name, parameters),
        ejection_(name, parameters.ejectors, parameters.wormhole.ejection_delay) {}

  /// Offers a packet in the cycle that has not been simulated yet.
  void offer(int message_class, const SourceAccount::Packet& packet) {
    source_.offer(message_class, packet);
    if (mirror_ != nullptr) mirror_->offer(message_class, packet);
    offered_.notify(sc_core::SC_ZERO_TIME);
  }
  /// From now on what is offered is offered to `other` as well, which must outlive this.
  void mirror(WormTerminal& other) { mirror_ = &other; }
  /// Happens in the delta cycle after an offer.
  const sc_core::sc_event& offered() const { return offered_; }

  const SourceAccount& source() const { return source_; }
  const EjectionAccount& ejection() const { return ejection_; }

  void clear() {
    source_.clear();
    ejection_.clear();
  }
  struct Edge {
    bool source = false;  ///< what the source may do next can have changed
    bool busy = false;    ///< something has happened, or will without anything new
  };
  /// The edge that ends cycle `now`, in which the source did what was decided. `returned`: bit v, local input VC v
  /// returns a credit. flit_of(e): the flit that crosses to an ejection port, 0 if none does. leaving_of(e, own): as of
  /// EjectionAccount::edge().
  template <class FlitOf, class LeavingOf>
  Edge edge(Cycle now, const SourceAccount::Decision& decision, std::uint32_t returned, const FlitOf& flit_of,
            const LeavingOf& leaving_of) {
    if (decision.vc >= 0 && microarch::is_head(decision.flit))
      observer_.entered(microarch::packet_of(decision.flit), now);
    const bool any = source_.edge(decision, returned);
    ejection_.edge(flit_of, leaving_of);
    for (const EjectionAccount::Departure& packet : ejection_.departures())
      observer_.ejected(node_, packet.ejector, packet.packet, packet.flits, packet.hops, now);
    return {any, any || ejection_.is_busy()};
  }

 private:
  topologies::NodeId node_;
  TerminalObserver& observer_;
  SourceAccount source_;
  EjectionAccount ejection_;
  WormTerminal* mirror_ = nullptr;
  sc_core::sc_event offered_{"offered"};
};

}  // namespace trenza::rtl_models
