// The transaction-level view for virtual cut-through: every packet in the same cycle as in the pin view, with packets
// as the unit of work and events as the unit of time.
#pragma once

#include <memory>

#include "microarch/archive.h"
#include "microarch/fabric.h"
#include "microarch/machine_state.h"
#include "tlm/tlm_fabric.h"

namespace trenza::tlm {

/// A fabric that works only in the cycles in which something can be granted or is delivered.
class ExactFabric : public TlmFabric {
 public:
  /// Remembers grants from now on, at some cost for each, so that machine_state() can be asked from
  /// machine_state_from() on. Saved states do not hold what is remembered.
  virtual void remember_grants() = 0;
  /// The first cycle for machine_state(): now() if the fabric was idle when it began to remember, else
  /// memory_of_grants() cycles later; kNever if it does not remember.
  virtual Cycle machine_state_from() const = 0;
  /// The contents that the registers of clocked routers would have at the begin of cycle now(). Preconditions
  /// (InvariantViolation): now() >= machine_state_from(), nothing was offered in cycle now().
  virtual microarch::MachineState machine_state() const = 0;
};

/// Builds the fabric at cycle 0. `topology` must outlive it. Parameters must pass microarch::check_parameters; a number
/// of escape VCs that is not that of the relation is an InvariantViolation.
std::unique_ptr<ExactFabric> make_exact_fabric(const topologies::Topology& topology,
                                               const microarch::FabricParameters& parameters);

/// The fabric that TlmFabric::save() described; `topology` and `parameters` must be the same. Throws
/// microarch::ArchiveError for bytes that are of something else.
std::unique_ptr<ExactFabric> restore_exact_fabric(const topologies::Topology& topology,
                                                  const microarch::FabricParameters& parameters,
                                                  microarch::ArchiveReader& archive);

/// The fabric that continues with these contents of the registers. Throws InvariantViolation if this machine can have
/// no such state.
std::unique_ptr<ExactFabric> make_exact_fabric(const topologies::Topology& topology,
                                               const microarch::FabricParameters& parameters,
                                               const microarch::MachineState& state);

/// Cycles for which a grant matters to the state of registers.
Cycle memory_of_grants(const microarch::FabricParameters& parameters);

}  // namespace trenza::tlm
