// Snapshots of runs: what is in them, and whether a run may go on with one. docs/snapshots.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "apps/snapshot_file.h"
#include "microarch/archive.h"
#include "settings/configuration.h"
#include "testbench/checkpoint.h"
#include "tlm/tlm_fabric.h"

namespace trenza::apps {

/// The snapshots that the user asked for.
struct SnapshotOptions {
  std::vector<std::string> save_at;  ///< cycle and file, or nothing
  std::string from;                  ///< file, or nothing
};

/// Sets the snapshots of all runs; the name of a run is put into the names of files if there are several. Then checks
/// all that can be known before the first cycle: files, cycles, views, and that each run is the one that was saved.
/// Throws UsageError.
void request_snapshots(const SnapshotOptions& options, settings::Configuration& configuration);

/// The description of a run that is stored in its snapshot. Reads the trace.
nlohmann::ordered_json describe_run(const settings::RunConfiguration& run);

/// Writes the snapshot of a run that stands at fabric.now(). Returns its size. Throws UsageError.
std::uint64_t save_snapshot(const std::string& file, const nlohmann::ordered_json& description,
                            const tlm::TlmFabric& fabric, const testbench::SaveBench& save_bench);

/// A snapshot that is being read. Throws microarch::ArchiveError.
class OpenSnapshot {
 public:
  explicit OpenSnapshot(const std::string& file);

  const nlohmann::ordered_json& description() const { return description_; }
  microarch::Cycle cycle() const { return cycle_; }
  /// The fabric first, then the test bench.
  microarch::ArchiveReader& state() { return archive_; }

 private:
  SnapshotReader file_;
  microarch::ArchiveReader archive_;
  nlohmann::ordered_json description_;
  microarch::Cycle cycle_ = 0;
};

}  // namespace trenza::apps
