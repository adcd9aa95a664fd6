#include "settings/run_builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "microarch/parameters.h"
#include "settings/config_error.h"
#include "settings/decimal.h"
#include "settings/detail.h"
#include "settings/fabric_builder.h"
#include "settings/mapping_builder.h"
#include "settings/measure_builder.h"
#include "settings/memory_check.h"
#include "settings/network_builder.h"
#include "settings/record_builder.h"
#include "settings/resolved_json.h"
#include "settings/schema.h"
#include "settings/traffic_builder.h"
#include "settings/wave_request.h"

namespace trenza::settings {

namespace {

using microarch::StallDetail;

void check_name(const Settings& settings) {
  const auto& name = settings.get<std::string>("name");
  const auto is_allowed = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
           std::string("_.+-").find(letter) != std::string::npos;
  };
  const bool good =
      std::all_of(name.begin(), name.end(), is_allowed) && std::isalnum(static_cast<unsigned char>(name[0])) != 0;
  if (!good) {
    throw ConfigError(
        settings.place("name"),
        fmt::format(
            "`{}` cannot be part of a file name; expected a letter or digit, then letters, digits and `_ . + -`",
            name));
  }
}

testbench::RunLimits run_limits(Settings& settings, bool trace) {
  testbench::RunLimits limits;
  limits.cycles = settings.has("run.cycles") ? settings.get<std::uint64_t>("run.cycles") : 0;
  limits.seed = settings.get<std::uint64_t>("run.seed");
  limits.watchdog_cycles = settings.get<std::uint64_t>("run.watchdog");
  if (settings.has("run.stalls")) {
    const auto& stalls = settings.get<std::string>("run.stalls");
    limits.stalls = stalls == "on" ? StallDetail::totals : stalls == "detail" ? StallDetail::places : StallDetail::off;
  }
  if (const auto* const warmup = std::get_if<std::uint64_t>(&settings.at("run.warmup").value)) {
    const bool ends = settings.has("traffic.arrival") && settings.get<std::string>("traffic.arrival") == "at_start";
    if (ends) {
      throw ConfigError(settings.place("run.warmup"),
                        "does not apply to traffic that is all there at the start; expected `auto`");
    }
    if (trace)
      throw ConfigError(settings.place("run.warmup"),
                        "does not apply to a trace, which is measured as a whole; expected `auto`");
    if (*warmup >= limits.cycles) {
      throw ConfigError(settings.place("run.warmup"),
                        fmt::format("a warm-up of {} cycles leaves nothing of {}; expected less than `run.cycles`",
                                    *warmup, limits.cycles));
    }
    limits.warmup = *warmup;
  }
  limits.until = run_until(settings);
  if (limits.until) limits.cycles = settings.get<std::uint64_t>("run.until.cycles");
  return limits;
}

testbench::LinkUnits link_units(const Settings& settings) {
  testbench::LinkUnits units;
  units.phit_bytes = settings.integer("link.phit_bytes");
  units.bits_per_microsecond = settings.billionths("link.gigabits_per_second") / (kBillion / 1000);
  return units;
}

/// Waves of routers at pin level are recorded as the run goes.
View view_with_detail(const Settings& settings, const std::optional<WaveRequest>& waves) {
  if (settings.has("run.view") && settings.get<std::string>("run.view") == "pin") {
    throw ConfigError(settings.place(given_detail(settings)),
                      "in the view `pin` all routers are at pin level; expected `tlm`");
  }
  if (waves && waves->before_end) {
    throw ConfigError(settings.place("waves.window"),
                      "the last cycles are recorded of all routers only, not with `detail`; expected `A:B`");
  }
  return View::tlm;
}

/// `in_tlm`: there are blocks in `rtl`, though the view may be tlm.
void refuse_rtl_in_tlm(const Settings& settings, bool in_tlm) {
  if (!in_tlm || !settings.has("run.view")) return;
  throw ConfigError(settings.place("run.view"),
                    "blocks in `rtl` are part of the pin view; expected `pin`, or no value");
}

/// The flit-level machine records all waves as the run goes.
View view_of_worms(const Settings& settings, const std::optional<WaveRequest>& waves, bool rtl) {
  if (!given_detail(settings).empty()) return view_with_detail(settings, waves);
  const bool pin = settings.has("run.view") && settings.get<std::string>("run.view") == "pin";
  if (waves && !pin && settings.has("run.view")) {
    throw ConfigError(settings.place("run.view"),
                      "switching `wormhole` records waves in the view `pin` only; expected `pin`, or no value");
  }
  if (waves && waves->before_end) {
    throw ConfigError(settings.place("waves.window"),
                      "`pin` cannot know which cycles are the last ones; expected `A:B`");
  }
  refuse_rtl_in_tlm(settings, rtl && !pin);
  return pin || waves || rtl ? View::pin : View::tlm;
}

/// Waves of a window with an end, or of the last cycles, are recorded by a separate pin view. For waves of all cycles
/// the whole run is in the pin view. SystemVerilog is part of the pin view.
View view_of(const Settings& settings, const std::optional<WaveRequest>& waves, bool rtl) {
  if (!given_detail(settings).empty()) return view_with_detail(settings, waves);
  const bool endless = waves && !waves->end && !waves->before_end;
  if (!settings.has("run.view")) return endless || rtl ? View::pin : View::tlm;
  const View view = settings.get<std::string>("run.view") == "pin" ? View::pin : View::tlm;
  refuse_rtl_in_tlm(settings, rtl && view == View::tlm);
  if (endless && view == View::tlm) {
    throw ConfigError(settings.place("run.view"),
                      "`tlm` records waves only of a window with an end; expected `pin`, or `waves.window` as A:B");
  }
  if (waves && waves->before_end && view == View::pin) {
    throw ConfigError(settings.place("waves.window"),
                      "`pin` cannot know which cycles are the last ones; expected `A:B`, or `run.view` as `tlm`");
  }
  return view;
}

std::vector<RtlRequest> rtl_requests(const Settings& settings, const std::string& file) {
  const std::string section = "rtl.";
  std::vector<RtlRequest> requests;
  for (const Key& key : keys()) {
    if (key.path.compare(0, section.size(), section) != 0 || !settings.has(key.path)) continue;
    if (key.kind != KeyKind::names && key.kind != KeyKind::blocks) continue;
    for (const Name& routers : settings.get<std::vector<Name>>(key.path)) {
      std::filesystem::path module = routers.module;
      if (!module.empty() && module.is_relative() && settings.at(key.path).layer != Layer::option)
        module = std::filesystem::path(file).parent_path() / module;
      requests.push_back(
          {key.path.substr(section.size()), routers.text, routers.module, module.string(), routers.place});
    }
  }
  return requests;
}

/// All files that the run reads.
std::vector<InputFile> input_files(const Settings& settings, const std::string& file, const RunConfiguration& run) {
  std::vector<InputFile> inputs;
  const auto add = [&](const std::string& key, const std::string& text) {
    std::filesystem::path path = text;
    if (path.is_relative() && settings.at(key).layer != Layer::option)
      path = std::filesystem::path(file).parent_path() / path;
    inputs.push_back({path.string(), key});
  };
  if (settings.has("topology.file")) add("topology.file", settings.get<std::string>("topology.file"));
  if (const auto& mapping = settings.get<MappingSource>("mapping"); mapping.is_file) add("mapping", mapping.text);
  if (run.experiment.trace && !run.experiment.trace->collective)
    inputs.push_back({run.experiment.trace->file, "traffic.trace"});
  for (const RtlRequest& block : run.rtl) {
    if (!block.module.empty()) inputs.push_back({block.file, "rtl." + block.block});
  }
  return inputs;
}

/// A run whose end is known ends after the window has begun.
void check_window(const Settings& settings, const RunConfiguration& run) {
  const microarch::Cycle cycles = run.experiment.run.cycles;
  if (!run.waves || run.waves->before_end || cycles == 0 || run.waves->begin < cycles) return;
  throw ConfigError(settings.place("waves.window"),
                    fmt::format("begins in cycle {}, when the run has ended; expected a cycle below {} (run.cycles)",
                                run.waves->begin, cycles));
}

/// Whether `rtl.shadow` is on. `any`: something is in SystemVerilog.
bool shadow_mode(const Settings& settings, bool any) {
  const char* const key = "rtl.shadow";
  if (!settings.has(key) || !settings.get<bool>(key)) return false;
  if (any) return true;
  throw ConfigError(settings.place(key),
                    "nothing is simulated in SystemVerilog; expected a block in `rtl`, or `detail.rtl`");
}

/// A pipeline of two steps has no place for blocks from outside.
void check_pipeline(const RunConfiguration& run) {
  if (!run.fabric.two_steps()) return;
  for (const RtlRequest& request : run.rtl) {
    if (request.module.empty()) continue;
    throw ConfigError(request.place,
                      fmt::format("blocks of your own cannot have `router.pipeline: {}`; expected `joint`",
                                  run.fabric.pipeline.name()));
  }
}

}  // namespace

RunConfiguration build_run(Settings& settings, const std::string& file, bool compared) {
  constexpr std::uint64_t kSyntheticCycles = 20'000;
  check_name(settings);
  RunConfiguration run;
  run.name = settings.get<std::string>("name");
  run.topology = build_network(settings);
  const bool trace = settings.has("traffic.trace") || settings.has("traffic.collective");
  if (!trace && !settings.has("run.cycles")) settings.set_default("run.cycles", kSyntheticCycles);
  complete_packet_size(settings);
  run.fabric = build_fabric(settings, *run.topology);
  run.topology = with_routes(settings, run.fabric, std::move(run.topology));
  run.experiment.name = run.name;
  run.experiment.link = link_units(settings);
  run.experiment.run = run_limits(settings, trace);
  run.stalls = run.experiment.run.stalls;
  run.experiment.records = record_request(settings, *run.topology, run.fabric, run.experiment.run.cycles);
  build_mapping(settings, file, *run.topology, run.experiment);
  build_traffic(settings, file, *run.topology, run.experiment);
  check_traffic(settings, *run.topology, run.fabric, run.experiment);
  run.waves = wave_request(settings, compared ? run.name : "");
  check_window(settings, run);
  run.rtl = rtl_requests(settings, file);
  run.inputs = input_files(settings, file, run);
  run.measure = measure_request(settings, run);
  run.view = run.fabric.by_flits() ? view_of_worms(settings, run.waves, !run.rtl.empty())
                                   : view_of(settings, run.waves, !run.rtl.empty());
  const DetailedRouters detailed = detailed_routers(settings, *run.topology);
  run.pin_routers = detailed.pin;
  run.rtl_routers = detailed.rtl;
  check_run_memory(settings, run);
  check_pipeline(run);
  run.shadow = shadow_mode(settings, !run.rtl.empty() || !run.rtl_routers.empty());
  run.resolved = std::make_shared<const nlohmann::ordered_json>(resolved_json(settings));
  return run;
}

}  // namespace trenza::settings
