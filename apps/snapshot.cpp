#include "apps/snapshot.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "apps/exit_status.h"
#include "apps/run_checks.h"
#include "apps/run_files.h"
#include "apps/version.h"
#include "microarch/byte_hash.h"
#include "settings/decimal.h"
#include "testbench/goal/content_hash.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using microarch::ArchiveError;
using microarch::Cycle;

/// Keys that change no result, or whose files are compared by their contents.
constexpr std::array kFreeKeys = {"name", "traffic.trace", "topology.file", "mapping.file"};

std::string hex(const microarch::ByteHash& hash) { return fmt::format("{:016x}", hash.value()); }

template <class T>
void add_vector(microarch::ByteHash& hash, const std::vector<T>& values) {
  const std::uint64_t size = values.size();
  hash.add(&size, sizeof size);
  hash.add(values.data(), values.size() * sizeof(T));
}

std::string network_hash(const topologies::Graph& graph) {
  microarch::ByteHash hash;
  for (topologies::ChannelId id = 0; id < graph.channels(); ++id) {
    if (!graph.has(id)) continue;
    const topologies::Channel& channel = graph.channel(id);
    const std::array<int, 4> ends = {channel.from, channel.out_port, channel.to, channel.in_port};
    hash.add(ends.data(), sizeof ends);
  }
  return hex(hash);
}

std::string mapping_hash(const testbench::Experiment& experiment) {
  microarch::ByteHash hash;
  add_vector(hash, experiment.mapping);
  add_vector(hash, experiment.process_grid);
  return hex(hash);
}

std::string value_text(const Json* value) { return value == nullptr ? "no value" : value->dump(); }

/// The first key that differs: "router.arbiter: the snapshot has "age", this run "random"; expected the same".
std::optional<std::string> difference(const Json& saved, const Json& now, bool is_trace, const std::string& path = "") {
  std::vector<std::string> keys;
  for (const auto& [key, value] : now.items()) keys.push_back(key);
  for (const auto& [key, value] : saved.items()) {
    if (!now.contains(key)) keys.push_back(key);
  }
  for (const std::string& key : keys) {
    const std::string full = path.empty() ? key : fmt::format("{}.{}", path, key);
    if (std::find(kFreeKeys.begin(), kFreeKeys.end(), full) != kFreeKeys.end()) continue;
    if (is_trace && full == "run.cycles") continue;  // only ends a trace
    const Json* const a = saved.contains(key) ? &saved[key] : nullptr;
    const Json* const b = now.contains(key) ? &now[key] : nullptr;
    if (a != nullptr && b != nullptr && a->is_object() && b->is_object()) {
      if (auto found = difference(*a, *b, is_trace, full)) return found;
    } else if (a == nullptr || b == nullptr || *a != *b) {
      return fmt::format("{}: the snapshot has {}, this run {}; expected the same", full, value_text(a), value_text(b));
    }
  }
  return std::nullopt;
}

/// Why a run cannot go on with the snapshot; empty if it can.
std::string mismatch(const Json& saved, const settings::RunConfiguration& run) {
  if (saved["version"] != kVersion) {
    return fmt::format("the snapshot was made by trenza {} ({}); expected trenza {}",
                       saved["version"].get<std::string>(), saved["build"].get<std::string>(), kVersion);
  }
  const Json now = describe_run(run);
  if (const auto found = difference(saved["config"], now["config"], run.experiment.trace.has_value())) return *found;
  const auto differs = [&](const char* what) { return saved["contents"][what] != now["contents"][what]; };
  if (differs("network")) return "topology.file: has other channels than the network of the snapshot";
  if (differs("mapping")) return "mapping.file: places processes otherwise than the mapping of the snapshot";
  if (differs("trace")) {
    return fmt::format("traffic.trace: {} has other contents than the trace of the snapshot",
                       run.experiment.trace->file);
  }
  return "";
}

Cycle cycle_of(const std::string& text) {
  const settings::Integer integer = settings::parse_integer(text);
  if (integer.status != settings::IntegerStatus::good || integer.negative ||
      integer.magnitude == testbench::Checkpoint::kNoCycle) {
    throw UsageError(fmt::format("--save-at: `{}` is not a cycle; expected an integer from 0", text));
  }
  return integer.magnitude;
}

/// Snapshots are of one run, that of the configuration.
void check_run(const char* option, const settings::RunConfiguration& run) {
  check_no_search(option, run);
  if (!run.pin_routers.empty()) {
    throw UsageError(fmt::format("{}: run {} has routers at pin level, which have no snapshots; expected no `detail`",
                                 option, run.name));
  }
  if (run.view == settings::View::tlm) return;
  throw UsageError(
      fmt::format("{}: run {} is in the pin view, which has no snapshots; expected the tlm view", option, run.name));
}

void check_save(const settings::RunConfiguration& run) {
  check_run("--save-at", run);
  const Cycle cycles = run.experiment.run.cycles;
  if (cycles != 0 && *run.snapshots.save_at >= cycles) {
    throw UsageError(
        fmt::format("--save-at: run {} ends before cycle {}; expected a cycle from 0 to {} (run.cycles - 1)", run.name,
                    *run.snapshots.save_at, cycles - 1));
  }
}

void check_from(const settings::RunConfiguration& run) {
  check_run("--from", run);
  const std::string& file = run.snapshots.from_file;
  const auto refuse = [&](const std::string& reason) { throw UsageError(fmt::format("--from {}: {}", file, reason)); };
  try {
    check_snapshot_file(file);
    const OpenSnapshot snapshot(file);
    const std::string reason = mismatch(snapshot.description(), run);
    if (!reason.empty()) refuse(reason);
    const Cycle cycles = run.experiment.run.cycles;
    if (cycles != 0 && snapshot.cycle() >= cycles) {
      refuse(fmt::format("run.cycles: the snapshot is of cycle {}, and {} cycles end before; expected more",
                         snapshot.cycle(), cycles));
    }
    if (run.snapshots.save_at && *run.snapshots.save_at < snapshot.cycle()) {
      throw UsageError(fmt::format("--save-at: cycle {} lies before cycle {}, at which {} goes on",
                                   *run.snapshots.save_at, snapshot.cycle(), file));
    }
  } catch (const ArchiveError& error) {
    refuse(error.what());
  }
}

}  // namespace

Json describe_run(const settings::RunConfiguration& run) {
  Json contents = {{"network", network_hash(run.topology->graph())}, {"mapping", mapping_hash(run.experiment)}};
  const bool reads_trace = run.experiment.trace && !run.experiment.trace->collective;
  contents["trace"] =
      reads_trace ? Json(fmt::format("{:016x}", testbench::trace_hash(run.experiment.trace->file))) : Json(nullptr);
  return {{"version", kVersion}, {"build", kGitDescribe}, {"config", *run.resolved}, {"contents", std::move(contents)}};
}

void request_snapshots(const SnapshotOptions& options, settings::Configuration& configuration) {
  for (settings::RunConfiguration& run : configuration.runs) {
    if (!options.save_at.empty()) {
      run.snapshots.save_at = cycle_of(options.save_at[0]);
      run.snapshots.save_file = file_of_run(options.save_at[1], configuration, run.name);
      check_save(run);
    }
    if (!options.from.empty()) {
      run.snapshots.from_file = file_of_run(options.from, configuration, run.name);
      check_from(run);
    }
  }
}

std::uint64_t save_snapshot(const std::string& file, const Json& description, const tlm::TlmFabric& fabric,
                            const testbench::SaveBench& save_bench) {
  SnapshotWriter writer(file);
  microarch::ArchiveWriter archive(writer);
  archive(description.dump(), fabric.now());
  fabric.save(archive);
  save_bench(archive);
  return writer.commit();
}

OpenSnapshot::OpenSnapshot(const std::string& file) : file_(file), archive_(file_) {
  std::string text;
  archive_(text, cycle_);
  description_ = Json::parse(text, nullptr, false);
  if (description_.is_discarded() || !description_.contains("config") || !description_.contains("contents"))
    throw ArchiveError("the snapshot does not say what it is of");
}

}  // namespace trenza::apps
