#include "settings/worm_channels.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "microarch/wormhole/wormhole_parameters.h"
#include "settings/config_error.h"
#include "topologies/worm/negative_hops.h"

namespace trenza::settings {

namespace {

constexpr const char* kCount = "router.virtual_channels.count";
constexpr const char* kEscapeVcs = "router.virtual_channels.escape";
constexpr const char* kAdaptive = "router.virtual_channels.adaptive";
constexpr const char* kReallocation = "router.reallocation";

bool is_given(const Settings& settings, const char* path) { return settings.has(path) && settings.at(path).given; }

void set_number(Settings& settings, const char* path, int value) {
  if (!is_given(settings, path)) settings.set_default(path, static_cast<std::uint64_t>(value));
}

/// Of the network's classes `needed`.
void settle_kinds(Settings& settings, int needed) {
  const bool counted = is_given(settings, kCount);
  const bool has_escape = is_given(settings, kEscapeVcs);
  const bool has_adaptive = is_given(settings, kAdaptive);
  const int escape = has_escape                ? settings.integer(kEscapeVcs)
                     : counted && has_adaptive ? settings.integer(kCount) - settings.integer(kAdaptive)
                                               : needed;
  const int least = settings.integer(kCount) - escape;  // of the count that is given, or its default
  const int adaptive = has_adaptive ? settings.integer(kAdaptive) : counted ? least : std::max(1, least);
  const int sum = escape + adaptive;
  if (counted && has_adaptive && (sum != settings.integer(kCount) || escape < 1)) {
    throw ConfigError(settings.place(kCount),
                      has_escape
                          ? fmt::format("{} virtual channels are not {} for escapes and {} adaptive ones; expected {}, "
                                        "or no value",
                                        settings.integer(kCount), escape, adaptive, sum)
                          : fmt::format("{} virtual channels with {} adaptive ones leave none for escapes; expected "
                                        "{} or more",
                                        settings.integer(kCount), adaptive, adaptive + needed));
  }
  if (sum > topologies::kMaxWormVcs && adaptive > 0) {
    throw ConfigError(settings.place(has_adaptive ? kAdaptive
                                     : has_escape ? kEscapeVcs
                                                  : kCount),
                      fmt::format("{} virtual channels for escapes and {} adaptive ones are {}; the most is {}", escape,
                                  adaptive, sum, topologies::kMaxWormVcs));
  }
  set_number(settings, kCount, sum);
  set_number(settings, kEscapeVcs, escape);
  if (adaptive > 0) set_number(settings, kAdaptive, adaptive);
}

void settle_classes(Settings& settings, const topologies::Topology& network) {
  const auto& routing = settings.get<std::string>("router.routing");
  if (routing != "duato_nbc" && routing != "nbc" && routing != "nhop") return;
  const int needed = topologies::negative_hop_classes(topologies::diameter(network));
  if (routing == "duato_nbc") return settle_kinds(settings, needed);
  set_number(settings, kCount, std::min(std::max(settings.integer(kCount), needed), topologies::kMaxWormVcs));
}

/// Adaptive channels need another default (docs/microarchitecture-flit.md, section 8.4).
void settle_reallocation(Settings& settings) {
  const auto& routing = settings.get<std::string>("router.routing");
  if (!settings.at(kReallocation).given && (routing == "duato" || routing == "duato_nbc"))
    settings.set_default(kReallocation, PolicyValue{std::string(microarch::AtomicReallocation::kInfo.name), 0});
}

void check_flit_bubble(const Settings& settings) {
  const char* const key = "router.escape";
  if (!settings.has(key) || settings.get<std::string>(key) != "flit_bubble") return;
  const auto refuse = [&](const char* path, const char* reason) { throw ConfigError(settings.place(path), reason); };
  if (is_given(settings, "router.dateline"))
    refuse("router.dateline", "does not apply here; it is for escape `dateline` only");
  if (settings.get<std::string>("router.routing") == "duato") {
    if (!settings.get<bool>("router.sticky_escape"))
      refuse("router.sticky_escape",
             "with escape `flit_bubble` packets stay on escape channels; expected `on`, or escape `dateline`");
  } else if (settings.get<PolicyValue>(kReallocation).name == microarch::AtomicReallocation::kInfo.name) {
    refuse(kReallocation,
           "`atomic` leaves no flit of room in a buffer that is used; expected `tail`, or escape `dateline`");
  }
}

}  // namespace

void settle_worm_channels(Settings& settings, const topologies::Topology& network) {
  settle_reallocation(settings);
  settle_classes(settings, network);
  check_flit_bubble(settings);
}

}  // namespace trenza::settings
