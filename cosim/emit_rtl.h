// A whole fabric as SystemVerilog, with a test bench that offers given packets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "microarch/fabric.h"

namespace trenza::cosim {

/// A fabric that cannot be emitted; what() says why.
struct EmitError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A packet as it was offered.
struct EmittedOffer {
  microarch::Cycle created = 0;
  topologies::NodeId source = 0;
  topologies::NodeId destination = 0;
  std::uint64_t number = 0;  ///< at its source
  int flits = 0;
  int message_class = 0;
};

/// The traffic of the test bench, and the digest that is expected of it.
struct EmittedTraffic {
  std::vector<EmittedOffer> offers;  ///< in age order (docs/microarchitecture.md, section 4.4)
  microarch::Cycle cycles = 0;       ///< cycles to simulate
  std::uint64_t digest = 0;          ///< of all deliveries in these cycles
};

/// Why a fabric cannot be emitted, after the name of its network; empty if it can: its routes must follow from records.
std::string emit_refusal(const topologies::Topology& topology, const microarch::FabricParameters& parameters);

/// `trenza_fabric`: a router (trenza_router, or trenza_worm_router of the flit-level machine) for each node,
/// trenza_link for each channel, trenza_draw for each place. Throws EmitError with emit_refusal().
std::string emit_fabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters);

/// Names of the files that emit_rtl() writes.
std::vector<std::string> emitted_files();

/// Writes all of it into `folder` (made if need be): fabric.sv, bench.sv, packets.hex, the modules, and files.f, which
/// names them for a simulator. Throws EmitError, also when a file cannot be written; then none is.
void emit_rtl(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
              const EmittedTraffic& traffic, const std::filesystem::path& folder);

}  // namespace trenza::cosim
