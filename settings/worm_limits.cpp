#include "settings/worm_limits.h"

#include <algorithm>
#include <array>

#include "settings/config_error.h"
#include "settings/profile.h"
#include "settings/schema.h"

namespace trenza::settings {

namespace {

struct Limit {
  Ability ability;
  const char* path;  ///< of the key or section that asks for it; empty: only commands and options do
  const char* reason;
};

constexpr std::array kLimits = {
    Limit{Ability::detail, "detail",
          "switching `wormhole` has all routers at pin level or none; expected no `detail`, or `run.view` as `pin`"},
    Limit{Ability::hardware, "", "switching `wormhole` has no SystemVerilog; expected `virtual_cut_through`"},
};

/// Whether the user gives the key, or one of the section, a value other than what everybody has.
bool asks_for(const Settings& settings, const std::string& path) {
  if (is_section(path)) {
    return std::any_of(keys().begin(), keys().end(), [&](const Key& key) {
      return key.path.compare(0, path.size() + 1, path + ".") == 0 && settings.has(key.path) &&
             settings.at(key.path).given;
    });
  }
  if (!settings.has(path)) return false;
  const auto& word = settings.get<std::string>(path);
  return word != "tlm" && word != "off";
}

}  // namespace

std::string missing_ability(const microarch::FabricParameters& fabric, Ability ability) {
  if (!fabric.by_flits()) return "";
  const auto* const found =
      std::find_if(kLimits.begin(), kLimits.end(), [&](const Limit& limit) { return limit.ability == ability; });
  return found == kLimits.end() ? "" : found->reason;
}

Place machine_place(const Settings& settings) {
  const char* const key = "router.switching";
  return settings.at(key).given || !settings.has(kProfileKey) ? settings.place(key) : settings.place(kProfileKey);
}

void check_abilities(const Settings& settings, const microarch::FabricParameters& fabric) {
  if (!fabric.by_flits()) return;
  for (const Limit& limit : kLimits) {
    const std::string path = limit.path;
    if (!path.empty() && asks_for(settings, path)) throw ConfigError(settings.place(path), limit.reason);
  }
}

}  // namespace trenza::settings
