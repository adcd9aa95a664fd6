// A switch allocator with arbiters, or a whole allocator, from outside.
#pragma once

#include <memory>
#include <vector>

#include "cosim/plug/slot_allocator.h"
#include "cosim/plug/slot_arbiter.h"
#include "cosim/plug/standstill.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// Who arbitrates; null: Trenza.
struct ArbiterPlugs {
  std::shared_ptr<const Plug> outputs;  ///< one instance at each output; requesters: the inputs of the router
  std::shared_ptr<const Plug> ports;    ///< one at each network port of a crossbar per port; requesters: its VCs
  std::shared_ptr<const Plug> whole;    ///< one allocator in the place of all arbiters of outputs; not with `outputs`
};

/// Owners, credits, injection after transit and the account of grants are the base's. It never sleeps: the blocks see
/// every clock edge.
class PluggedSwitchAllocator : public rtl_models::SwitchAllocator {
 public:
  /// Errors: PlugError, rtl_models::RtlError.
  PluggedSwitchAllocator(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                         const ArbiterPlugs& plugs, const StandstillReport& report);

 private:
  bool edge() override;
  void clear() override;
  void arbitrate() override;
  void decide(const std::vector<std::uint64_t>& requests, std::vector<int>& winners) override;
  int keep_vc(int port, std::uint64_t requests) override;
  void allocate(const std::vector<std::uint64_t>& requests, std::vector<int>& winners);
  /// Of `count` inputs from `first` on, if the slot looks at them.
  const microarch::PacketId* packets(const ArbiterSlot& slot, int first, std::size_t count);

  void watch_outputs();
  void watch_ports();

  /// The row of an input in the matrix, and the number of rows.
  std::size_t row_of(std::size_t input) const;
  std::size_t rows() const { return row_of(pick.size() - 1) + 1; }

  int vcs_;
  int network_inputs_;
  std::vector<ArbiterSlot> at_outputs_;
  std::vector<ArbiterSlot> at_ports_;
  std::unique_ptr<AllocatorSlot> whole_;
  std::unique_ptr<RefusalWatch> outputs_watch_;  // of the output arbiters, or of the whole
  std::unique_ptr<RefusalWatch> ports_watch_;
  bool rows_are_ports_ = false;
  std::vector<bool> port_asked_;
  microarch::RequestMask asking_ = 0;   // inputs whose requests the whole allocator has seen
  microarch::RequestMask winning_ = 0;  // inputs
  std::vector<bool> output_taken_;
  std::vector<bool> port_taken_;
  std::vector<microarch::PacketId> packets_;  // scratch
  Matrix matrix_;
  AllocatorSlot::Inputs matrix_inputs_;
};

}  // namespace trenza::cosim
