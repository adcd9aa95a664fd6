#include "apps/timeline.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>

#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "apps/plot/timeline_drawing.h"
#include "apps/result_table.h"
#include "apps/run_files.h"
#include "settings/decimal.h"
#include "testbench/history/timeline.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using microarch::Cycle;

constexpr Cycle kMostTextCycles = 20'000;
constexpr Cycle kMostDrawnCycles = 2'000;
constexpr std::size_t kMostRows = 1'000;

Cycle cycle_of(const char* option, const std::string& text) {
  const settings::Integer integer = settings::parse_integer(text);
  if (integer.status != settings::IntegerStatus::good || integer.negative ||
      integer.magnitude == std::numeric_limits<Cycle>::max()) {
    throw UsageError(fmt::format("{}: `{}` is not a cycle; expected an integer from 0", option, text));
  }
  return integer.magnitude;
}

/// "`.txt`, `.svg` or `.json`".
std::string listed_endings(const std::vector<std::string>& endings) {
  std::string text;
  for (std::size_t k = 0; k < endings.size(); ++k)
    text += (k == 0 ? "" : k + 1 == endings.size() ? " or " : ", ") + endings[k];
  return text;
}

testbench::CycleWindow window_of(const settings::TimelineRequest& request) { return {request.from, request.until}; }

void check_size(const testbench::Timeline& timeline, Cycle most_cycles, const std::string& file) {
  const Cycle cycles = timeline.range.cycles();
  if (cycles <= most_cycles && timeline.rows.size() <= kMostRows) return;
  throw UsageError(fmt::format(
      "--timeline: {} would have {} rows of {} cycles, from cycle {} on; expected {} rows and {} cycles at most: a "
      "window by --timeline-from and --timeline-to, or a .json file",
      file, timeline.rows.size(), cycles, timeline.range.from, kMostRows, most_cycles));
}

/// The document of chosen packets.
std::string trace_events(const settings::RunConfiguration& run, const std::vector<testbench::PacketHistory>& histories,
                         const std::map<microarch::PacketName, testbench::Journey>& journeys) {
  std::string text;
  testbench::TraceEvents events(*run.topology, run.fabric, [&](const std::string& piece) { text += piece; });
  for (const testbench::PacketHistory& history : histories) events.add(history, window_of(*run.timeline));
  for (const auto& [name, journey] : journeys) {
    events.add(journey, window_of(*run.timeline));
    if (events.slices() <= kMostSlices) continue;
    throw UsageError(fmt::format(
        "--timeline: {} would have more than {} slices; expected a window by --timeline-from and --timeline-to",
        run.timeline->file, kMostSlices));
  }
  events.finish();
  return text;
}

}  // namespace

void request_timelines(const TimelineOptions& options, const std::vector<std::string>& endings,
                       settings::Configuration& configuration) {
  for (const auto& [option, value] : {std::pair("--timeline-from", options.from), {"--timeline-to", options.until}}) {
    if (!value.empty() && options.file.empty())
      throw UsageError(fmt::format("{}: means nothing without --timeline", option));
  }
  if (options.file.empty()) return;
  const std::string ending = std::filesystem::path(options.file).extension().string();
  if (std::find(endings.begin(), endings.end(), ending) == endings.end()) {
    throw UsageError(fmt::format("--timeline: `{}` has no known ending; expected a name that ends in {}", options.file,
                                 listed_endings(endings)));
  }
  settings::TimelineRequest request;
  if (!options.from.empty()) request.from = cycle_of("--timeline-from", options.from);
  if (!options.until.empty()) request.until = cycle_of("--timeline-to", options.until);
  if (request.until <= request.from) {
    throw UsageError(fmt::format("--timeline-to: cycle {} does not lie after cycle {}, with which the window begins",
                                 request.until, request.from));
  }
  for (settings::RunConfiguration& run : configuration.runs) {
    if (!run.snapshots.from_file.empty()) {
      throw UsageError(
          "--timeline: excludes --from, because nothing is known of the packets inside; expected a run from cycle 0 "
          "on");
    }
    request.file = file_of_run(options.file, configuration, run.name);
    run.timeline = request;
  }
}

RunTimeline::RunTimeline(const settings::RunConfiguration& run, microarch::Fabric& fabric)
    : run_(run),
      file_(run.timeline->file),
      events_(*run.topology, run.fabric, [this](const std::string& text) { write(text); }),
      recorder_([this](const testbench::Journey& journey) { add(journey); }),
      observed_(fabric, recorder_) {}

/// A file that cannot be written costs the timeline and not the run.
void RunTimeline::write(const std::string& text) {
  if (!fault_.empty()) return;
  try {
    file_.write(text.data(), text.size());
  } catch (const microarch::OutputError& error) {
    fault_ = error.what();
  }
}

void RunTimeline::add(const testbench::Journey& journey) {
  events_.add(journey, window_of(*run_.timeline));
  if (events_.slices() <= kMostSlices) return;
  throw UsageError(
      fmt::format("--timeline: {} would have more than {} slices, the last ones before cycle {}; expected a window by "
                  "--timeline-from and --timeline-to",
                  run_.timeline->file, kMostSlices, observed_.now()));
}

Json RunTimeline::finish() {
  recorder_.finish();
  events_.finish();
  if (fault_.empty()) {
    try {
      file_.commit();
    } catch (const microarch::OutputError& error) {
      fault_ = error.what();
    }
  }
  Json meta = {{"file", run_.timeline->file}, {"slices", events_.slices()}, {"tracks", events_.tracks()}};
  if (!fault_.empty()) {
    meta["file"] = nullptr;
    meta["fault"] = fault_;
  }
  return meta;
}

std::string write_timeline(const settings::RunConfiguration& run,
                           const std::vector<testbench::PacketHistory>& histories,
                           const std::map<microarch::PacketName, testbench::Journey>& journeys) {
  const std::string& file = run.timeline->file;
  const std::string ending = std::filesystem::path(file).extension().string();
  if (ending == ".json") {
    write_whole(file, trace_events(run, histories, journeys));
    return fmt::format("timeline: {}: {} packets\n", file, journeys.size());
  }
  std::vector<testbench::Journey> others;
  for (const auto& [name, journey] : journeys) others.push_back(journey);
  const testbench::Timeline timeline =
      testbench::make_timeline(histories, others, window_of(*run.timeline), *run.topology, run.fabric);
  check_size(timeline, ending == ".txt" ? kMostTextCycles : kMostDrawnCycles, file);
  write_whole(file, ending == ".txt" ? testbench::timeline_text(timeline) : timeline_drawing(timeline));
  return fmt::format("timeline: {}: {} packets, {} cycles\n", file, timeline.rows.size(),
                     grouped(timeline.range.cycles()));
}

}  // namespace trenza::apps
