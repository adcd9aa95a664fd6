// The pin view: clocked SystemC routers wired by a topology, behind the Fabric interface.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/machine_state.h"
#include "rtl_models/probe.h"

namespace trenza::rtl_models {

/// A fabric of clocked SystemC modules in which every port is an sc_signal. One per process: it elaborates the SystemC
/// kernel.
class PinFabric : public microarch::Fabric {
 public:
  /// Everything that can be traced. Addresses stay valid while the fabric lives.
  virtual const std::vector<Probe>& probes() const = 0;

  /// `observer` is called at the end of every simulated cycle, when all signals have settled, with the number of the
  /// cycle. Cycles that an empty fabric jumps over are not observed, except `first`, if it lies ahead: an observer of
  /// the cycles from `first` on needs the values with which they begin. Observing changes nothing in the fabric.
  virtual void observe(std::function<void(microarch::Cycle)> observer,
                       microarch::Cycle first = std::numeric_limits<microarch::Cycle>::max()) = 0;

  /// For an observer: by probe group, whether a probe of the group can have changed since the cycle that was observed
  /// before. Empty: unknown, look at all.
  virtual const std::vector<std::uint8_t>& changed_groups() const = 0;

  /// The contents of the registers at the begin of cycle now(). Throws InvariantViolation if something was offered in
  /// that cycle, or if the view does not know its registers.
  virtual microarch::MachineState machine_state() const;

  /// Continues with these contents of the registers. Preconditions (InvariantViolation): the fabric is at cycle 0 and
  /// nothing was offered; the state is one of this machine (microarch::audit). Signals without a meaning in the present
  /// cycle (the flit on a link that carries none) do not get their old values back.
  virtual void fill(const microarch::MachineState& state);

  /// A packet that is inside; null if there is none, or if the view does not know it.
  virtual const microarch::Delivery* packet(microarch::PacketId /*id*/) const { return nullptr; }

  /// Duration of a cycle in picoseconds of SystemC time; cycle t begins at t times this in a wave file.
  virtual std::uint64_t period_picoseconds() const = 0;
};

/// Builds and elaborates the fabric; it is at cycle 0 after reset. `topology` must outlive it. Parameters must pass
/// microarch::check_parameters; a number of escape VCs that is not that of the relation is an InvariantViolation.
std::unique_ptr<PinFabric> make_pin_fabric(const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters);

class BlockFactory;
/// The same, with the blocks that `blocks` makes (router/block_factory.h).
std::unique_ptr<PinFabric> make_pin_fabric(const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters, const BlockFactory& blocks);

}  // namespace trenza::rtl_models
