// What recorders of the histories of chosen packets have in common, whatever the machine.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "testbench/history/journey.h"
#include "testbench/history/packet_history.h"

namespace trenza::testbench {

/// Observes a fabric that is new, until all wanted packets have been delivered.
class PacketRecorder : public FabricObserver {
 public:
  /// Ends the histories of packets that are still inside at the begin of cycle `now`, in which `heads` wait.
  virtual void finish(Cycle now, const std::vector<microarch::WaitingHead>& heads) = 0;

  /// Packets that a node has created so far.
  virtual std::uint64_t created_by(NodeId node) const = 0;
  /// By name; without those that were never offered.
  virtual const std::map<PacketName, PacketHistory>& histories() const = 0;
  /// The ways of the wanted packets and of all that their histories name, by name.
  virtual const std::map<PacketName, Journey>& journeys() const = 0;
};

/// The recorder for a machine. `topology` must outlive it.
std::unique_ptr<PacketRecorder> make_packet_recorder(const topologies::Topology& topology,
                                                     const microarch::FabricParameters& parameters,
                                                     std::set<PacketName> wanted);

}  // namespace trenza::testbench
