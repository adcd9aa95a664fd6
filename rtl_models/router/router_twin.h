// The SystemVerilog twin of a whole router.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/common/draws.h"
#include "rtl_models/router/opaque_router.h"
#include "rtl_models/routing_unit/routing_unit.h"
#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/two_step_allocator/reservation_account.h"
#include "rtl_models/vc_allocator/vc_allocator.h"

namespace trenza::rtl_models {

/// trenza_router with the parameters of a place. `dimensions` of records; 0: routes come from outside.
RtlModule router_module(const RouterPlace& place, int dimensions);

/// The model shows the signals between its blocks. Where there are no records, routing units of SystemC give it the
/// routes.
class RouterTwin : public OpaqueRouter {
 public:
  /// `dimensions` as in router_module(). `place.topology` and `observer` must outlive it. Errors: RtlError.
  RouterTwin(const sc_core::sc_module_name& name, const RouterPlace& place, TerminalObserver& observer, int dimensions);

 private:
  /// A vector of the model's outputs and the signals that show it.
  template <class T>
  struct Shown {
    RtlPort port;
    sc_core::sc_vector<sc_core::sc_signal<T>>* signals;
    std::size_t of_port = 0;  ///< signals of each network output; 0: they belong to none
  };

  bool edge() override;
  void clear() override;
  void end_of_elaboration() override;
  void make_routing_units();
  void follow_allocator();
  void settle_later() { settle_.notify(sc_core::SC_ZERO_TIME); }
  void settle();
  void set_queues();
  std::uint64_t set_packet(std::size_t at, const Terminal::Packet* packet) const;
  void show_blocks();
  void show_links();
  bool busy() const;
  template <class T>
  void show(const Shown<T>& shown);

  bool records_;
  Terminal queues_;
  // By network port; nothing where there are records.
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> arriving_route_{"arriving_route"};
  std::vector<std::unique_ptr<RoutingUnit>> routing_units_;
  // The model of an allocator whose state cannot be told from what crosses; none for the others.
  std::unique_ptr<VcAllocator> allocator_;
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> modelled_pick_{"modelled_pick"};
  ReservationSignals modelled_reservation_{"modelled_"};
  std::unique_ptr<ReservationAccount> reserved_;  // where packets reserve VCs
  Draws selection_draws_, vc_draws_;
  RtlModel model_;
  std::vector<Shown<std::uint64_t>> words_;
  std::vector<Shown<std::uint32_t>> half_words_;
  sc_core::sc_event settle_{"settle_event"};
  sc_core::sc_event active_{"active_event"};
  RtlPort cycle_, in_valid_, in_vc_, in_flit_, in_header_, in_route_, credit_in_, credit_out_;
  RtlPort out_valid_, out_vc_, out_flit_, out_header_, eject_valid_, eject_flit_;
  AllocationPorts allocation_ports_;
  RtlPort selection_draw_, vc_draw_;
  RtlPort queued_, packet_, flits_, eligible_, first_header_, first_route_;
  RtlPort request_, select_, pop_injector_, output_free_, input_busy_;
};

}  // namespace trenza::rtl_models
