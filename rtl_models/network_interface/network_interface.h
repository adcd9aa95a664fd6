// Network interface: the injectors (source queues) and ejection ports of a node. The injectors of all message
// classes are numbered class by class.
//
// Ports    clk, reset, cycle
//          flit[j], header[j]   front flit of injector j and the header of its packet; registered
//          request[j], route[j] as of an input buffer; registered
//          pop                  bit j: the front flit of injector j crosses in this cycle
//          eject_valid[e], eject_flit[e]  flit that leaves the network by ejection port e in this cycle
// Latency  a packet offered in cycle t is at the front of an empty injector in t; its request is up in t +
//          router_delay - 1.
// Reset    empties the queues. Flits that arrive out of order are invariant violations.
#pragma once

#include <cstdint>
#include <deque>
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

class NetworkInterface : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> reset{"reset"};
  sc_core::sc_in<std::uint64_t> cycle{"cycle"};
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> flit;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> header;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> request;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> route;
  sc_core::sc_in<std::uint32_t> pop{"pop"};
  sc_core::sc_vector<sc_core::sc_in<bool>> eject_valid;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> eject_flit;

  /// `relation` and `observer` must outlive the block.
  NetworkInterface(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                   const topologies::RoutingRelation& relation, topologies::NodeId node, TerminalObserver& observer);

  /// Offers a packet in `now`, the cycle that has not been simulated yet. `number`: of the packet at this source.
  void offer(PacketId packet, int flits, HeaderWord header, std::uint64_t number, Cycle now, int message_class = 0);

  /// From now on every packet that is offered here is offered to `other` too, which must outlive this.
  void mirror(NetworkInterface& other) { mirror_ = &other; }

  /// As of a ClockedBlock.
  void count_in(int& awake) {
    awake_ = &awake;
    if (!asleep_) ++awake;
  }

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
  /// Sets the registers as they are at the begin of cycle `now`. The block must be as after a reset.
  void fill_injector(int j, const Injector& injector, Cycle now);
  void fill_ejector(int e, const Ejector& ejector) { ejectors_[static_cast<std::size_t>(e)] = ejector; }

  /// Packets of an injector whose tail has not left.
  int queued(int injector) const {
    return static_cast<int>(injectors_[static_cast<std::size_t>(injector)].queue.size());
  }
  /// The same as a word that keeps its address, for waves.
  const std::uint32_t& queue_view(int injector) const {
    return injectors_[static_cast<std::size_t>(injector)].queue_view;
  }

  /// The packet at the front of an injector; null: none.
  const Packet* front(std::size_t injector) const {
    return injectors_[injector].queue.empty() ? nullptr : &injectors_[injector].queue.front();
  }
  RouteWord route_of(const Packet& packet) const { return pack_route(relation_.choices(node_, packet.header)); }

 protected:
  /// One rising edge out of reset, and one in reset. Returns whether the block must see the next edge.
  virtual bool edge();
  virtual void clear();
  /// Shows the front of an injector as it is in cycle `next`.
  virtual void drive_front(std::size_t injector, Cycle next);

 private:
  void end_of_elaboration() override;
  void tick();
  void eject(std::size_t ejector);
  void show_front(std::size_t injector, Cycle next);

  microarch::InjectionPolicy policy_;
  int class_injectors_;
  int router_delay_;
  const topologies::RoutingRelation& relation_;
  topologies::NodeId node_;
  TerminalObserver& observer_;
  std::vector<Injector> injectors_;
  std::vector<Ejector> ejectors_;
  std::uint32_t changed_ = 0;  // injectors that were offered a packet since the last activation
  Cycle offer_cycle_ = 0;
  sc_core::sc_event offered_{"offered"};
  sc_core::sc_event_or_list wake_;
  bool asleep_ = false;
  int* awake_ = nullptr;
  NetworkInterface* mirror_ = nullptr;
};

}  // namespace trenza::rtl_models
