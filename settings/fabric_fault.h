// Faults of the parameters of routers and links, in the words of the configuration.
#pragma once

#include <string>

#include "microarch/parameter_fault.h"

namespace trenza::settings {

/// The key or section that a parameter comes from.
std::string key_of(microarch::Parameter parameter);

/// What is wrong, without the key. `ports`: network ports of a router.
std::string sentence_of(const microarch::ParameterFault& fault, const microarch::FabricParameters& fabric, int ports);

}  // namespace trenza::settings
