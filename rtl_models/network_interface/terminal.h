// The account of a terminal: its source queues (injectors) and what its ejection ports receive. Plain state without
// ports; the network interface and the twin of a router keep it. The injectors of all message classes are numbered
// class by class.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <systemc>
#include <vector>

#include "microarch/injection.h"
#include "microarch/parameters.h"
#include "rtl_models/common/words.h"
#include "topologies/routing.h"

namespace trenza::rtl_models {

using microarch::Cycle;

/// Is told what happens at the terminals, at the edge that ends the cycle.
class TerminalObserver {
 public:
  virtual ~TerminalObserver() = default;
  /// The head of `packet` crossed into the network in `cycle`.
  virtual void entered(PacketId packet, Cycle cycle) = 0;
  /// The tail of `packet` left by ejection port `ejector` of `node` in `cycle`.
  virtual void ejected(topologies::NodeId node, int ejector, PacketId packet, int flits, int hops, Cycle cycle) = 0;
};

/// Flits that arrive out of order are invariant violations.
class Terminal {
 public:
  /// `name`: in messages. `relation` and `observer` must outlive it.
  Terminal(std::string name, const microarch::FabricParameters& parameters, const topologies::RoutingRelation& relation,
           topologies::NodeId node, TerminalObserver& observer);

  /// Offers a packet in `now`, the cycle that has not been simulated yet. `number`: of the packet at this source.
  void offer(PacketId packet, int flits, HeaderWord header, std::uint64_t number, Cycle now, int message_class = 0);

  /// From now on every packet that is offered here is offered to `other` too, which must outlive this.
  void mirror(Terminal& other) { mirror_ = &other; }

  struct Packet {
    PacketId packet = 0;
    int flits = 0;
    HeaderWord header = 0;
    Cycle eligible = 0;  ///< first cycle in which it may request
  };
  struct Injector {
    std::deque<Packet> queue;
    int position = 0;  ///< of the front packet's next flit
    std::uint32_t queue_view = 0;
  };
  struct Ejector {
    int expected = 0;  ///< position of the next flit
    int hops = 0;
    PacketId packet = 0;
  };
  const Injector& injector(int j) const { return injectors_[static_cast<std::size_t>(j)]; }
  const Ejector& ejector(int e) const { return ejectors_[static_cast<std::size_t>(e)]; }
  /// Sets the registers. The account must be as after clear().
  void fill_injector(int j, const Injector& injector);
  void fill_ejector(int e, const Ejector& ejector) { ejectors_[static_cast<std::size_t>(e)] = ejector; }

  /// Packets of an injector whose tail has not left.
  int queued(int injector) const { return static_cast<int>(this->injector(injector).queue.size()); }
  /// The same as a word that keeps its address, for waves.
  const std::uint32_t& queue_view(int injector) const { return this->injector(injector).queue_view; }

  /// The packet at the front of an injector; null: none.
  const Packet* front(std::size_t injector) const {
    return injectors_[injector].queue.empty() ? nullptr : &injectors_[injector].queue.front();
  }
  /// The one behind it; null: none.
  const Packet* behind(std::size_t injector) const {
    const Injector& of = injectors_[injector];
    return of.queue.size() > 1 ? &of.queue[1] : nullptr;
  }
  /// The first packet of an injector that does not cross yet; null: none.
  const Packet* first_waiting(std::size_t injector) const {
    return injectors_[injector].position > 0 ? behind(injector) : front(injector);
  }
  RouteWord route_of(const Packet& packet) const { return pack_route(choices(packet.header)); }
  std::size_t injectors() const { return injectors_.size(); }

  /// Happens in the delta cycle after an offer.
  const sc_core::sc_event& offered() const { return offered_; }
  /// The injectors that were offered a packet since this was asked last, and the cycle of the last offer.
  std::uint32_t take_offered();
  Cycle offer_cycle() const { return offer_cycle_; }

  void clear();
  struct Edge {
    bool busy = false;         ///< something has happened, or will without anything new
    std::uint32_t fronts = 0;  ///< injectors of which the front may be shown otherwise than before
  };
  /// The edge that ends cycle `now`: the front flit of each injector in `popped` leaves, and what leaves by the
  /// ejection ports is received.
  template <class Valid, class Flits>
  Edge edge(Cycle now, std::uint32_t popped, const Valid& eject_valid, const Flits& eject_flit) {
    const std::uint32_t fronts =
        inject(popped, now);  // first: a packet of one flit to its own node leaves in its cycle
    bool busy = fronts != 0;
    for (std::size_t e = 0; e < ejectors_.size(); ++e) {
      if (!eject_valid[e].read()) continue;
      busy = true;
      eject(e, eject_flit[e].read(), now);
    }
    return {busy, fronts};
  }

 private:
  /// Of a header that came on no lane.
  topologies::RouteChoice choices(HeaderWord header) const { return relation_.choices(node_, header, {}); }
  void eject(std::size_t ejector, FlitWord flit, Cycle now);
  std::uint32_t inject(std::uint32_t popped, Cycle now);
  static void note_queue(Injector& injector) {
    injector.queue_view = static_cast<std::uint32_t>(injector.queue.size());
  }

  std::string name_;
  microarch::InjectionPolicy policy_;
  int class_injectors_;
  int router_delay_;
  const topologies::RoutingRelation& relation_;
  topologies::NodeId node_;
  TerminalObserver& observer_;
  std::vector<Injector> injectors_;
  std::vector<Ejector> ejectors_;
  std::uint32_t changed_ = 0;  // injectors that were offered a packet
  Cycle offer_cycle_ = 0;
  sc_core::sc_event offered_{"offered"};
  Terminal* mirror_ = nullptr;
};

}  // namespace trenza::rtl_models
