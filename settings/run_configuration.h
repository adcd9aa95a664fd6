// One run of a configuration, as validated parameters.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "microarch/parameters.h"
#include "settings/value.h"
#include "testbench/experiment.h"
#include "testbench/measure_request.h"
#include "topologies/topology.h"

namespace trenza::settings {

/// The waves to record of a run.
struct WaveRequest {
  std::string file;                            ///< with the name of the run put in, if there are several
  std::string scope;                           ///< empty: everything
  microarch::Cycle begin = 0;                  ///< first cycle recorded
  std::optional<microarch::Cycle> end;         ///< first cycle no longer recorded; none: to the end
  std::optional<microarch::Cycle> before_end;  ///< the last cycles of the run, so many; begin and end say nothing then
  Place place;                                 ///< where the file is named
  Place section;                               ///< where all of this begins
};

/// A block that is to be simulated in SystemVerilog, and in which routers.
struct RtlRequest {
  std::string block;    ///< "vc_allocator"
  std::string routers;  ///< `all`, a router, or a ring
  std::string module;   ///< shared object of a block from outside, as it was written; empty: Trenza's own twin
  std::string file;     ///< its path from here
  Place place;          ///< where the routers are named
};

/// The snapshots that a run writes and begins with. They are given on the command line only.
struct SnapshotRequest {
  std::optional<microarch::Cycle> save_at;
  std::string save_file;  ///< means something with save_at only
  std::string from_file;  ///< empty: the run begins at cycle 0
};

/// The drawing of the network to be made of a run. It is given on the command line only.
struct PlotRequest {
  std::string file;      ///< empty: none
  std::string quantity;  ///< of the channels: what the colours mean
};

/// The timeline that a run writes. It is given on the command line only.
struct TimelineRequest {
  std::string file;  ///< the ending says which form
  microarch::Cycle from = 0;
  microarch::Cycle until = ~microarch::Cycle{0};  ///< cycle after the last one
};

/// A file that a run reads, beside its configuration.
struct InputFile {
  std::string file;
  std::string key;  ///< that names it: "traffic.trace"
};

/// How a run is simulated. Its results do not depend on it.
enum class View : std::uint8_t {
  tlm,  ///< packet by packet
  pin,  ///< clocked SystemC modules
};

/// One experiment, ready to be built and run.
struct RunConfiguration {
  std::string name;
  std::shared_ptr<const topologies::Topology> topology;
  microarch::FabricParameters fabric;
  testbench::Experiment experiment;
  std::optional<testbench::MeasureRequest> measure;
  View view = View::tlm;
  std::optional<WaveRequest> waves;
  std::vector<RtlRequest> rtl;                  ///< of routers at pin level
  bool shadow = false;                          ///< what is in SystemVerilog is compared with its model
  std::vector<topologies::NodeId> pin_routers;  ///< at pin level inside the tlm view; by number, each once
  std::vector<topologies::NodeId> rtl_routers;  ///< those of them that are in SystemVerilog as a whole
  SnapshotRequest snapshots;
  PlotRequest plot;
  microarch::StallDetail stalls = microarch::StallDetail::off;  ///< what the document says of them
  std::optional<TimelineRequest> timeline;
  std::vector<InputFile> inputs;
  std::shared_ptr<const nlohmann::ordered_json>
      resolved;  ///< all keys with all defaults; without those that change no result
};

}  // namespace trenza::settings
