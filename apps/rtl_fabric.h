// The pin view of a run, with what its configuration wants in SystemVerilog.
#pragma once

#include <memory>

#include "cosim/rtl_selection.h"
#include "cosim/shadow_log.h"
#include "rtl_models/pin_fabric.h"
#include "settings/configuration.h"

namespace trenza::apps {

/// The blocks that the section `rtl` chooses. Throws ConfigError for routers and rings that the network does not have.
cosim::RtlSelection rtl_selection(const settings::RunConfiguration& run);

/// Throws ConfigError if a section `rtl` chooses a router or a ring that does not exist.
void check_rtl(const settings::Configuration& configuration);

/// The routers of `detail` at pin level inside the tlm view, or all routers. Throws ConfigError as well; UsageError
/// when a model cannot be built. With a `log`, blocks in SystemVerilog are compared with their models, and mismatches
/// are written into it; null: no comparison.
std::unique_ptr<rtl_models::PinFabric> make_pins(const settings::RunConfiguration& run,
                                                 const std::shared_ptr<cosim::ShadowLog>& log);

}  // namespace trenza::apps
