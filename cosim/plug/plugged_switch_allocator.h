// A switch allocator with arbiters, or a whole allocator, from outside.
#pragma once

#include <memory>
#include <vector>

#include "cosim/plug/slot_allocator.h"
#include "cosim/plug/slot_arbiter.h"
#include "cosim/plug/standstill.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// The blocks that arbitrate. Where one is null, Trenza arbitrates.
struct ArbiterPlugs {
  std::shared_ptr<const Plug> outputs;  ///< one instance at each output; requesters: the inputs of the router
  std::shared_ptr<const Plug> ports;    ///< one at each network port of a crossbar per port; requesters: its VCs
  std::shared_ptr<const Plug> whole;    ///< one allocator instead of the arbiters of all outputs; excludes `outputs`
};

/// The base class handles the owners of outputs, credits, the priority of transit over injection and the account of
/// grants. The allocator never sleeps, so that the blocks from outside see every clock edge.
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
  int keep_vc(int row, std::uint64_t requests) override;
  /// What the arbiter of a network row sees in this cycle.
  ArbiterSlot::Inputs inputs_of(const ArbiterSlot& slot, std::size_t row);
  const microarch::AllocatorShape& router_shape() const { return grants().allocation().shape(); }
  void allocate(const std::vector<std::uint64_t>& requests, std::vector<int>& winners);
  /// The packets of `count` inputs from `first` on; null if the slot does not look at them.
  const microarch::PacketId* packets(const ArbiterSlot& slot, int first, std::size_t count);

  void watch_outputs();
  void watch_ports();

  /// The row of an input in the matrix, and the number of rows.
  std::size_t row_of(std::size_t input) const;
  std::size_t rows() const { return row_of(pick.size() - 1) + 1; }

  int vcs_;
  std::vector<ArbiterSlot> at_outputs_;
  std::vector<ArbiterSlot> at_rows_;
  std::unique_ptr<AllocatorSlot> whole_;
  std::unique_ptr<RefusalWatch> outputs_watch_;  // of the output arbiters, or of the whole
  std::unique_ptr<RefusalWatch> ports_watch_;
  bool shares_rows_ = false;  ///< of the matrix
  std::vector<bool> row_asked_;
  microarch::RequestMask asking_ = 0;   // inputs whose requests the whole allocator has seen
  microarch::RequestMask winning_ = 0;  // inputs
  std::vector<bool> output_taken_;
  std::vector<bool> row_taken_;
  std::vector<microarch::PacketId> packets_;  // scratch
  Matrix matrix_;
  AllocatorSlot::Inputs matrix_inputs_;
};

}  // namespace trenza::cosim
