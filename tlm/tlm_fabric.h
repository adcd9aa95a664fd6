// The transaction-level view, whatever the machine: the one place that decides which engine simulates a configuration.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "microarch/archive.h"
#include "microarch/fabric.h"
#include "tlm/foreign_routers.h"

namespace trenza::tlm {

using microarch::Cycle;

/// What all fabrics of this view can do.
class TlmFabric : public microarch::Fabric {
 public:
  static constexpr Cycle kNever = ~Cycle{0};

  /// The first cycle from now() on in which something may happen if nothing more is offered; kNever if nothing will.
  /// Until then advance() only moves the clock.
  virtual Cycle next_activity() const = 0;

  /// Packets of a class that wait at a node: they were offered, and no flit of them has entered the network. A bounded
  /// injection queue in front of the fabric counts these.
  virtual int queued(topologies::NodeId node, int message_class) const = 0;

  /// Bytes of state of all routers, without packets and time wheels; linear in the routers.
  virtual std::uint64_t router_bytes() const = 0;

  /// From now on `foreign` decides for the routers of `nodes`; it must outlive the fabric's last advance().
  /// Preconditions (InvariantViolation): cycle 0, nothing offered. A fabric with foreign routers has no state to save.
  virtual void yield_routers(const std::vector<topologies::NodeId>& nodes, ForeignRouters& foreign) = 0;

  /// The whole state, for restore_tlm_fabric(): offers of cycle now() and the last deliveries included.
  virtual void save(microarch::ArchiveWriter& archive) const = 0;
};

/// The engine that simulates a configuration, for people: "packets" or "flits".
std::string engine_name(const microarch::FabricParameters& parameters);

/// Builds the fabric at cycle 0: by packets (exact_fabric.h) for virtual cut-through, by flits (cycle_fabric.h) for
/// wormhole. `topology` must outlive it. Parameters must pass microarch::check_parameters.
std::unique_ptr<TlmFabric> make_tlm_fabric(const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters);

/// The fabric that TlmFabric::save() described; `topology` and `parameters` must be the same. Throws
/// microarch::ArchiveError for bytes that are of something else.
std::unique_ptr<TlmFabric> restore_tlm_fabric(const topologies::Topology& topology,
                                              const microarch::FabricParameters& parameters,
                                              microarch::ArchiveReader& archive);

}  // namespace trenza::tlm
