// Keeps the probes of wired routers for observers, and notes which of them can have changed.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/fabric/noc.h"
#include "rtl_models/fabric/packet_table.h"
#include "rtl_models/probe.h"

namespace trenza::rtl_models {

/// All arguments must outlive it.
class ChangeNotes {
 public:
  ChangeNotes(const Noc& noc, const PacketTable& packets, const topologies::Topology& topology,
              const microarch::FabricParameters& parameters)
      : noc_(noc), packets_(packets), topology_(topology), parameters_(parameters) {}
  ChangeNotes(const ChangeNotes&) = delete;
  ChangeNotes& operator=(const ChangeNotes&) = delete;

  const std::vector<Probe>& probes() const;
  /// PinFabric::changed_groups.
  const std::vector<std::uint8_t>& changed() const { return changed_; }
  /// A new observer begins: everything counts as changed for it.
  void begin();
  /// Must be called in the middle of each observed cycle.
  void note();

 private:
  const Noc& noc_;
  const PacketTable& packets_;
  const topologies::Topology& topology_;
  const microarch::FabricParameters& parameters_;
  mutable std::vector<Probe> probes_;
  mutable std::vector<std::uint8_t> stalls_;
  std::vector<std::uint8_t> changed_;  // by probe group, in the observed cycle
};

}  // namespace trenza::rtl_models
