// What the flit-level machine (`router.switching: wormhole`) does not have, in one place: a line for each.
#pragma once

#include <cstdint>
#include <string>

#include "microarch/parameters.h"
#include "settings/settings.h"

namespace trenza::settings {

/// What a user can ask for, of which the first machine has all.
enum class Ability : std::uint8_t { detail, hardware };

/// Why a machine cannot do it, and what is expected in its place; empty if it can.
std::string missing_ability(const microarch::FabricParameters& fabric, Ability ability);

/// The key that says which machine it is, by itself or by a profile.
Place machine_place(const Settings& settings);

/// Throws ConfigError at the first key or section that asks for what the machine does not have.
void check_abilities(const Settings& settings, const microarch::FabricParameters& fabric);

}  // namespace trenza::settings
