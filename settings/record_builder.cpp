#include "settings/record_builder.h"

#include <fmt/core.h>

#include "microarch/parameters.h"
#include "settings/config_error.h"

namespace trenza::settings {

namespace {

const char* const kSeries = "run.series";

/// A document of some 350 megabytes.
constexpr std::uint64_t kMostEntries = 1 << 21;

bool is_on(const Settings& settings, const char* key) { return settings.has(key) && settings.get<bool>(key); }

void check_series(const Settings& settings, std::uint64_t channels, microarch::Cycle window, microarch::Cycle cycles) {
  const std::uint64_t windows = (cycles + window - 1) / window;
  if (channels == 0 || windows <= kMostEntries / channels) return;
  const std::uint64_t most = kMostEntries / channels;
  throw ConfigError(
      settings.place(kSeries),
      fmt::format("{} windows of {} virtual channels are too many; expected {}", windows, channels,
                  most == 0 ? "a smaller network" : fmt::format("at least {} cycles", (cycles + most - 1) / most)));
}

}  // namespace

testbench::RecordRequest record_request(const Settings& settings, const topologies::Topology& topology,
                                        const microarch::FabricParameters& fabric, microarch::Cycle cycles) {
  testbench::RecordRequest request;
  request.sources = is_on(settings, "run.sources");
  request.flows = is_on(settings, "run.flows");
  if (!settings.has(kSeries)) return request;
  request.series_cycles = settings.get<std::uint64_t>(kSeries);
  const auto channels =
      static_cast<std::uint64_t>(topology.graph().connected()) * static_cast<std::uint64_t>(fabric.vcs());
  check_series(settings, channels, request.series_cycles, cycles);
  return request;
}

}  // namespace trenza::settings
