// The SystemVerilog twin of a whole router. It drives the signals between the blocks; the SystemC blocks only observe.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/router/router.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {

/// trenza_router with the parameters of a place. `dimensions` of records; 0: routes come from outside.
RtlModule router_module(const RouterPlace& place, int dimensions);

/// Drives all signals and all outputs of `router`, whose blocks must come from RouterTwinBlocks.
class RouterTwin : public ClockedBlock {
 public:
  /// Errors: RtlError.
  RouterTwin(const sc_core::sc_module_name& name, const RouterPlace& place, Router& router, int dimensions);

  /// The fronts of the source queues have changed.
  void note_offers() { settle_.notify(sc_core::SC_ZERO_TIME); }

 private:
  /// A vector of the model's outputs and the signals that show it.
  template <class T>
  struct Shown {
    RtlPort port;
    sc_core::sc_vector<sc_core::sc_signal<T>>* signals;
  };

  bool edge() override;
  void clear() override;
  void end_of_elaboration() override;
  void settle();
  void set_queues();
  void set_draws();
  void show_blocks();
  void show_links();
  bool busy() const;
  template <class T>
  void show(const Shown<T>& shown);
  void show_word(sc_core::sc_signal<std::uint32_t>& signal, const RtlPort& port);

  const RouterPlace place_;
  Router& router_;
  bool records_;
  RtlModel model_;
  std::vector<Shown<std::uint64_t>> words_;
  std::vector<Shown<std::uint32_t>> half_words_;
  sc_core::sc_event settle_{"settle_event"};
  sc_core::sc_event active_{"active_event"};
  RtlPort cycle_, in_valid_, in_vc_, in_flit_, in_header_, in_route_, credit_in_, credit_out_;
  RtlPort out_valid_, out_vc_, out_flit_, out_header_, eject_valid_, eject_flit_;
  RtlPort output_draw_, input_draw_, selection_draw_;
  RtlPort queued_, packet_, flits_, eligible_, first_header_, first_route_;
  RtlPort request_, select_, pop_injector_, output_free_, port_busy_;
};

/// Makes the SystemC blocks of routers whose twin is the whole router. These blocks keep account for audits and waves,
/// and drive nothing. Routing units are the SystemC ones where there are no records.
class RouterTwinBlocks : public BlockFactory {
 public:
  /// `dimensions` is as in RouterTwin.
  explicit RouterTwinBlocks(int dimensions) : dimensions_(dimensions) {}

  std::unique_ptr<InputBuffer> input_buffer(const char* name, const RouterPlace& place) const override;
  std::unique_ptr<RoutingUnit> routing_unit(const char* name, const RouterPlace& place) const override;
  std::unique_ptr<CreditCounter> credit_counter(const char* name, const RouterPlace& place,
                                                const std::vector<int>& initial) const override;
  std::unique_ptr<BubbleControl> bubble_control(const char* name, const RouterPlace& place, int ring,
                                                std::uint64_t continuing, std::uint64_t all) const override;
  std::unique_ptr<VcAllocator> vc_allocator(const char* name, const RouterPlace& place,
                                            const microarch::SelectionShape& shape,
                                            const std::vector<int>& input_class) const override;
  std::unique_ptr<SwitchAllocator> switch_allocator(const char* name, const RouterPlace& place) const override;
  std::unique_ptr<Crossbar> crossbar(const char* name, const RouterPlace& place) const override;
  std::unique_ptr<NetworkInterface> network_interface(const char* name, const RouterPlace& place,
                                                      TerminalObserver& observer) const override;
  std::unique_ptr<sc_core::sc_module> core(const RouterPlace& place, Router& router) const override;

 private:
  int dimensions_;
};

}  // namespace trenza::rtl_models
