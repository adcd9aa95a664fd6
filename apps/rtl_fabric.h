// The pin view of a run, with what its configuration wants in SystemVerilog.
#pragma once

#include <memory>

#include "config/configuration.h"
#include "cosim/rtl_selection.h"
#include "rtl_models/pin_fabric.h"

namespace trenza::apps {

/// What the section `rtl` chooses. Throws ConfigError for routers and rings that the network does not have.
cosim::RtlSelection rtl_selection(const config::RunConfiguration& run);

/// Throws ConfigError if a section `rtl` chooses what is not there.
void check_rtl(const config::Configuration& configuration);

/// Throws ConfigError as well; UsageError when a model cannot be built.
std::unique_ptr<rtl_models::PinFabric> make_pins(const config::RunConfiguration& run);

}  // namespace trenza::apps
