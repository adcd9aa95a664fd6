// What the flit-level machine (`router.switching: wormhole`) does not have, in one place: a line for each.
#pragma once

#include "microarch/parameters.h"
#include "settings/settings.h"

namespace trenza::settings {

/// Throws ConfigError at the first key or section that asks for what the machine does not have.
void check_abilities(const Settings& settings, const microarch::FabricParameters& fabric);

}  // namespace trenza::settings
