// The transaction-level view for virtual cut-through: every packet in the same cycle as in the pin view, with packets
// as the unit of work and events as the unit of time.
#pragma once

#include <memory>

#include "microarch/archive.h"
#include "microarch/fabric.h"

namespace trenza::tlm {

using microarch::Cycle;

/// A fabric that works only in the cycles in which something can be granted or is delivered.
class ExactFabric : public microarch::Fabric {
 public:
  static constexpr Cycle kNever = ~Cycle{0};

  /// The first cycle from now() on in which something may happen if nothing more is offered; kNever: nothing will. Until
  /// then advance() only moves the clock.
  virtual Cycle next_activity() const = 0;

  /// Packets of a class that wait in the injectors of a node: offered, and not one flit has been granted. What a bounded
  /// injection queue in front of the fabric counts.
  virtual int queued(topologies::NodeId node, int message_class) const = 0;

  /// Bytes of state of all routers, without packets and time wheels; linear in the routers.
  virtual std::uint64_t router_bytes() const = 0;

  /// The whole state, for restore_exact_fabric(): offers of cycle now() and the last deliveries included.
  virtual void save(microarch::ArchiveWriter& archive) const = 0;
};

/// Builds the fabric at cycle 0. `topology` must outlive it. Parameters must pass microarch::check_parameters; a number
/// of escape VCs that is not that of the relation is an InvariantViolation.
std::unique_ptr<ExactFabric> make_exact_fabric(const topologies::Topology& topology,
                                               const microarch::FabricParameters& parameters);

/// The fabric that ExactFabric::save() described; `topology` and `parameters` must be the same. Throws
/// microarch::ArchiveError for bytes that are of something else.
std::unique_ptr<ExactFabric> restore_exact_fabric(const topologies::Topology& topology,
                                                  const microarch::FabricParameters& parameters,
                                                  microarch::ArchiveReader& archive);

}  // namespace trenza::tlm
