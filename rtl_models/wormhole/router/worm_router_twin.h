// The SystemVerilog twin of a whole flit-level router.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/common/draws.h"
#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/wormhole/network_interface/delay_line.h"
#include "rtl_models/wormhole/network_interface/worm_network_interface_twin.h"
#include "rtl_models/wormhole/router/worm_router_ports.h"

namespace trenza::rtl_models {

/// trenza_worm_router with the parameters of a place. Errors: RtlError for policies that have no SystemVerilog.
RtlModule worm_router_module(const WormPlace& place);

/// Its constant input `same_ring`, by input port, the local one last: the rings of datelines or of flit bubbles.
std::vector<std::uint64_t> same_ring_straps(const WormPlace& place);

/// The model shows the signals between its blocks, from which the accounts follow. Where the module does not compute
/// routes, the relation gives them.
class WormRouterTwin : public Clocked<WormRouterPorts> {
 public:
  /// `place.topology` and `observer` must outlive it. Errors: RtlError.
  WormRouterTwin(const sc_core::sc_module_name& name, const WormPlace& place, TerminalObserver& observer);

  int local_flits_in_flight(int vc) const override;
  int local_credits_in_flight(int vc) const override;

 private:
  using Arrival = std::optional<InputUnitAccount::Arrival>;
  /// A vector of the model's outputs and the signals that show it.
  template <class T>
  struct Shown {
    RtlPort port;
    sc_core::sc_vector<sc_core::sc_signal<T>>* signals;
    std::size_t of_port = 0;  ///< signals of each network output; 0: they belong to none
  };
  /// Forward wires of the model.
  struct Wires {
    RtlPort valid, vc, flit, header;
    Wires(const RtlModel& model, const std::string& prefix, int links);
  };

  bool edge() override;
  void clear() override;
  void end_of_elaboration() override;
  void list_signals();
  void set_straps();
  void settle_later() { settle_.notify(sc_core::SC_ZERO_TIME); }
  void settle();
  void set_route(int port, const Arrival& arrival);
  Arrival arrival_at(int port) const;
  Arrival sent() const;
  Arrival entering() const;
  SourceAccount::Decision decision() const;
  bool end_cycle(const Arrival& sent);
  bool set_links();
  void show_blocks();
  void show_links();
  void show_accounts();
  template <class T>
  void show(const Shown<T>& shown);

  WormPlace place_;
  bool falls_through_;
  bool by_record_;
  bool records_;
  // By input port and by network port; nothing where there is no channel.
  std::vector<std::optional<InputUnitAccount>> stored_;
  std::vector<std::optional<CreditAccount>> counters_;
  WormGrantAccount granted_;
  WormTerminal terminal_;
  DelayLine<Arrival> injection_;                // of the injection delay
  DelayLine<std::uint32_t> injection_credits_;  // of the credits' delay
  std::vector<FlitWord> leaving_;

  RtlModel model_;
  SourcePorts source_ports_;
  AllocationDrawPorts vc_draws_;
  AllocationDrawPorts switch_draws_;
  Draws request_draws_;
  std::vector<Shown<std::uint64_t>> words_;
  std::vector<Shown<std::uint32_t>> half_words_;
  Wires in_, out_, sent_;
  RtlPort request_draw_, in_route_ports_, in_route_vcs_, credit_in_, credit_out_;
  RtlPort ejected_, ejected_flit_, eject_valid_, select_;
  sc_core::sc_event settle_{"settle_event"};
};

}  // namespace trenza::rtl_models
