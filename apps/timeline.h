// Timelines of runs: packets on links, or what chosen packets did. docs/explain.md.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "microarch/output_file.h"
#include "settings/configuration.h"
#include "testbench/history/journey_recorder.h"
#include "testbench/history/packet_history.h"
#include "testbench/history/trace_events.h"

namespace trenza::apps {

/// What the user asked for; empty: nothing.
struct TimelineOptions {
  std::string file;
  std::string from;   ///< cycle
  std::string until;  ///< cycle after the last one
};

/// Sets the timelines of all runs; the name of a run is put into the file name if there are several. Throws UsageError
/// unless the name ends in one of `endings`, such as ".json", and the window is one.
void request_timelines(const TimelineOptions& options, const std::vector<std::string>& endings,
                       settings::Configuration& configuration);

/// A timeline with at most so many slices is written; viewers do not open much larger ones.
inline constexpr std::uint64_t kMostSlices = 500'000;

/// Writes all packets of a run on their links as trace events, while it goes on.
class RunTimeline {
 public:
  /// Opens the file; `run` has a timeline and, like `fabric`, must outlive this. Throws UsageError.
  RunTimeline(const settings::RunConfiguration& run, microarch::Fabric& fabric);

  /// The fabric for the run. Its advance() throws UsageError when there are more than kMostSlices.
  microarch::Fabric& fabric() { return observed_; }
  /// After the run, finished or interrupted: completes the file. Returns what `meta` says of it: file (null if it could
  /// not be written, and why as `fault`), slices, tracks.
  nlohmann::ordered_json finish();

 private:
  void write(const std::string& text);
  void add(const testbench::Journey& journey);

  const settings::RunConfiguration& run_;
  microarch::OutputFile file_;
  std::string fault_;
  testbench::TraceEvents events_;
  testbench::JourneyRecorder recorder_;
  testbench::ObservedFabric observed_;
};

/// Writes the timeline of packets with histories, and of those that are named in them. Returns a line about it for
/// people. Throws UsageError if it would be too large, or cannot be written.
std::string write_timeline(const settings::RunConfiguration& run,
                           const std::vector<testbench::PacketHistory>& histories,
                           const std::map<microarch::PacketName, testbench::Journey>& journeys);

}  // namespace trenza::apps
