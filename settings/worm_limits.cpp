#include "settings/worm_limits.h"

#include <algorithm>
#include <array>

#include "settings/config_error.h"
#include "settings/schema.h"

namespace trenza::settings {

namespace {

struct Limit {
  const char* path;  ///< of the key or section that asks for it
  const char* reason;
};

constexpr std::array kLimits = {
    Limit{"detail.rtl",
          "switching `wormhole` has no routers in SystemVerilog inside the view tlm; expected `detail.pin`"},
};

/// Whether the user gives the key, or one of the section, a value other than what everybody has.
bool asks_for(const Settings& settings, const std::string& path) {
  if (is_section(path)) {
    return std::any_of(keys().begin(), keys().end(), [&](const Key& key) {
      return key.path.compare(0, path.size() + 1, path + ".") == 0 && settings.has(key.path) &&
             settings.at(key.path).given;
    });
  }
  return settings.has(path);
}

}  // namespace

void check_abilities(const Settings& settings, const microarch::FabricParameters& fabric) {
  if (!fabric.by_flits()) return;
  for (const Limit& limit : kLimits) {
    if (asks_for(settings, limit.path)) throw ConfigError(settings.place(limit.path), limit.reason);
  }
}

}  // namespace trenza::settings
