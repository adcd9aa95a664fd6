// Packets on links as Chrome trace events, which Perfetto opens.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "testbench/history/journey.h"
#include "testbench/history/packet_history.h"

namespace trenza::testbench {

/// Writes one JSON document: a process for each router, a thread for each of its outputs, a slice for each packet that
/// crosses to one, from the cycle of the grant on and as long as the packet, and a flow that joins the slices of a
/// packet. A microsecond of the document is a cycle. docs/explain.md.
class TraceEvents {
 public:
  using Sink = std::function<void(const std::string&)>;

  /// `sink` gets the document piece by piece. All must outlive this.
  TraceEvents(const topologies::Topology& topology, const microarch::FabricParameters& parameters, Sink sink);

  /// The slices of the grants in `window`, and their flow.
  void add(const Journey& journey, const CycleWindow& window);
  /// A thread with what the packet did from its creation to its ejection, in a process for all of these.
  void add(const PacketHistory& history, const CycleWindow& window);
  /// The end of the document.
  void finish();

  /// Slices so far.
  std::uint64_t slices() const { return slices_; }
  /// Threads so far.
  std::uint64_t tracks() const { return tracks_; }

 private:
  struct Track {
    std::uint64_t process = 0;
    std::uint64_t thread = 0;
  };

  Track track_of(const microarch::Hop& hop);
  void name_process(std::uint64_t process, const std::string& name);
  void name_thread(const Track& track, const std::string& name, std::uint64_t place);
  void slice(const Track& track, const std::string& name, const CycleRange& range, nlohmann::ordered_json arguments);
  void flow(const char* phase, const Track& track, Cycle cycle);
  void write(const nlohmann::ordered_json& event);

  const topologies::Topology& topology_;
  const microarch::FabricParameters& parameters_;
  Sink sink_;
  std::uint64_t outputs_;
  std::uint64_t last_process_;
  std::set<std::uint64_t> processes_;  ///< that have a name
  std::set<std::uint64_t> threads_;
  std::uint64_t flows_ = 0;
  std::uint64_t slices_ = 0;
  std::uint64_t tracks_ = 0;
  std::uint64_t histories_ = 0;
  bool is_empty_ = true;
};

}  // namespace trenza::testbench
