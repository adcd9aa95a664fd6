// The pin view of a run, with what its configuration wants in SystemVerilog.
#pragma once

#include <memory>

#include "cosim/rtl_selection.h"
#include "cosim/shadow_log.h"
#include "rtl_models/pin_fabric.h"
#include "settings/configuration.h"

namespace trenza::apps {

/// What the section `rtl` chooses. Throws ConfigError for routers and rings that the network does not have.
cosim::RtlSelection rtl_selection(const settings::RunConfiguration& run);

/// Throws ConfigError if a section `rtl` chooses what is not there.
void check_rtl(const settings::Configuration& configuration);

/// The routers of `detail` at pin level inside the tlm view, or all routers. Throws ConfigError as well; UsageError when a
/// model cannot be built. `log`: what is in SystemVerilog is compared with its model and writes into it; null: it is not.
std::unique_ptr<rtl_models::PinFabric> make_pins(const settings::RunConfiguration& run,
                                                 const std::shared_ptr<cosim::ShadowLog>& log);

}  // namespace trenza::apps
