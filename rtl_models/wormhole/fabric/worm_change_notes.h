// Keeps the probes of wired flit-level routers for observers, and notes which of them can have changed.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/fabric/packet_table.h"
#include "rtl_models/probe.h"
#include "rtl_models/wormhole/fabric/worm_noc.h"
#include "rtl_models/wormhole/fabric/worm_stall_watch.h"

namespace trenza::rtl_models {

/// All arguments must outlive it.
class WormChangeNotes {
 public:
  WormChangeNotes(const WormNoc& noc, const PacketTable& packets, const topologies::Topology& topology,
                  const microarch::FabricParameters& parameters);
  WormChangeNotes(const WormChangeNotes&) = delete;
  WormChangeNotes& operator=(const WormChangeNotes&) = delete;
  ~WormChangeNotes() = default;

  const std::vector<Probe>& probes() const;
  /// PinFabric::changed_groups.
  const std::vector<std::uint8_t>& changed() const { return changed_; }
  /// A new observer begins: everything counts as changed for it.
  void begin() { changed_.clear(); }
  /// Must be called in the middle of each observed cycle.
  void note();

 private:
  void note_stalls();

  const WormNoc& noc_;
  const PacketTable& packets_;
  const topologies::Topology& topology_;
  const microarch::FabricParameters& parameters_;
  WormStallReader reader_;
  mutable std::vector<Probe> probes_;
  mutable std::vector<std::uint8_t> stalls_;  // by router and input VC; empty: nobody has asked for probes
  std::vector<std::uint8_t> changed_;         // by probe group, in the observed cycle; empty: a new observer
};

}  // namespace trenza::rtl_models
