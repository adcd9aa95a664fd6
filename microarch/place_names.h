// Names of virtual channels and injectors, the same in waves, reports and logs.
#pragma once

#include <string>

#include "microarch/parameters.h"

namespace trenza::microarch {

/// "vc3"; where there are message classes "vc3_request" or "vc3_response".
std::string vc_name(const FabricParameters& parameters, int vc);

/// "injector2"; where there are message classes "injector2_request" or "injector2_response". `injector` counts those of
/// all classes.
std::string injector_name(const FabricParameters& parameters, int injector);

/// "request" or "response".
const char* class_name(int message_class);

}  // namespace trenza::microarch
