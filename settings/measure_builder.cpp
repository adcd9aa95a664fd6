#include "settings/measure_builder.h"

#include <fmt/core.h>

#include <algorithm>

#include "settings/config_error.h"

namespace trenza::settings {

namespace {

using testbench::MeasureKind;

/// Slices of a run have at least ten cycles.
constexpr std::uint64_t kLeastCycles = 640;

/// Traffic that is offered as a whole at the start, or a trace.
bool ends(const Settings& settings) {
  return !settings.has("traffic.pattern") || settings.get<std::string>("traffic.arrival") == "at_start";
}

}  // namespace

std::optional<testbench::RunUntil> run_until(Settings& settings) {
  if (!settings.has("run.until.relative")) return std::nullopt;
  const auto fail = [&](const char* key, const std::string& what) { throw ConfigError(settings.place(key), what); };
  if (ends(settings)) fail("run.until.relative", "does not apply to traffic that ends; expected no `run.until`");
  testbench::RunUntil until;
  until.relative_ppb = settings.billionths("run.until.relative");
  until.least_cycles = settings.get<std::uint64_t>("run.cycles");
  const auto* const warmup = std::get_if<std::uint64_t>(&settings.at("run.warmup").value);
  const std::uint64_t counted = until.least_cycles - std::min(until.least_cycles, warmup == nullptr ? 0 : *warmup);
  if (counted < kLeastCycles) {
    fail("run.cycles", fmt::format("the first look of `run.until` is after {} cycles that count; expected at least {}",
                                   counted, kLeastCycles));
  }
  const auto most = settings.get<std::uint64_t>("run.until.cycles");
  if (most < until.least_cycles) {
    fail("run.until.cycles",
         fmt::format("{} cycles are fewer than run.cycles = {}; expected at least that", most, until.least_cycles));
  }
  const char* const intervals = "run.until.intervals";
  if (!settings.has(intervals)) settings.set_default(intervals, until.intervals);
  until.intervals = settings.get<std::vector<std::string>>(intervals);
  return until;
}

std::optional<testbench::MeasureRequest> measure_request(const Settings& settings, const RunConfiguration& run) {
  const char* const key = "measure";
  if (!settings.has(key)) return std::nullopt;
  const auto& request = settings.get<testbench::MeasureRequest>(key);
  const auto fail = [&](const std::string& what) { throw ConfigError(settings.place(key), what); };
  if (request.kind == MeasureKind::execution_time) {
    if (!ends(settings)) fail("traffic of a load never ends; expected a trace, or `traffic.arrival: at_start`");
    return request;
  }
  const char* const name = testbench::measure_names()[static_cast<std::size_t>(request.kind)].name;
  if (ends(settings)) fail(fmt::format("`{}` is of traffic with a load; expected `execution_time`", name));
  const bool foreign =
      std::any_of(run.rtl.begin(), run.rtl.end(), [](const auto& block) { return !block.module.empty(); });
  if (request.kind == MeasureKind::maximum_throughput && foreign)
    fail("the loads are tried in the tlm view, where blocks of your own cannot be; expected no .so in `rtl`");
  return request;
}

}  // namespace trenza::settings
