#include "apps/rtl_fabric.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/exit_status.h"
#include "apps/plug/plug_loader.h"
#include "cosim/rtl_blocks.h"
#include "rtl_models/twin/rtl_library.h"

namespace trenza::apps {

cosim::RtlSelection rtl_selection(const config::RunConfiguration& run) {
  cosim::RtlSelection selection(*run.topology);
  const std::vector<std::string>& names = cosim::rtl_block_names();
  for (const config::RtlRequest& request : run.rtl) {
    if (std::find(names.begin(), names.end(), request.block) == names.end() || !request.module.empty()) continue;
    const auto block =
        static_cast<cosim::RtlBlock>(std::find(names.begin(), names.end(), request.block) - names.begin());
    if (block == cosim::RtlBlock::routing_unit && cosim::record_dimensions(*run.topology) == 0) {
      throw config::ConfigError(request.place,
                                fmt::format("{} routes by a table, and the twin of the routing unit by records only; "
                                            "expected another block, or no value",
                                            run.topology->name()));
    }
    try {
      selection.add(block, request.routers);
    } catch (const cosim::SelectionError& error) {
      throw config::ConfigError(request.place, error.what());
    }
  }
  return selection;
}

void check_rtl(const config::Configuration& configuration) {
  for (const config::RunConfiguration& run : configuration.runs) {
    rtl_selection(run);
    load_plugs(run);
  }
}

std::unique_ptr<rtl_models::PinFabric> make_pins(const config::RunConfiguration& run) {
  if (run.rtl.empty()) return rtl_models::make_pin_fabric(*run.topology, run.fabric);
  const cosim::RtlBlocks blocks(*run.topology, rtl_selection(run), load_plugs(run));
  try {
    return rtl_models::make_pin_fabric(*run.topology, run.fabric, blocks);
  } catch (const rtl_models::RtlError& error) {
    throw UsageError(fmt::format("{}: rtl: {}", run.name, error.what()));
  }
}

}  // namespace trenza::apps
