#include "apps/rtl_fabric.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/exit_status.h"
#include "cosim/rtl_blocks.h"
#include "rtl_models/twin/rtl_library.h"

namespace trenza::apps {

cosim::RtlSelection rtl_selection(const config::RunConfiguration& run) {
  cosim::RtlSelection selection(*run.topology);
  const std::vector<std::string>& names = cosim::rtl_block_names();
  for (const config::RtlRequest& request : run.rtl) {
    const auto block = std::find(names.begin(), names.end(), request.block) - names.begin();
    try {
      selection.add(static_cast<cosim::RtlBlock>(block), request.routers);
    } catch (const cosim::SelectionError& error) {
      throw config::ConfigError(request.place, error.what());
    }
  }
  return selection;
}

void check_rtl(const config::Configuration& configuration) {
  for (const config::RunConfiguration& run : configuration.runs) rtl_selection(run);
}

std::unique_ptr<rtl_models::PinFabric> make_pins(const config::RunConfiguration& run) {
  if (run.rtl.empty()) return rtl_models::make_pin_fabric(*run.topology, run.fabric);
  const cosim::RtlBlocks blocks(*run.topology, rtl_selection(run));
  try {
    return rtl_models::make_pin_fabric(*run.topology, run.fabric, blocks);
  } catch (const rtl_models::RtlError& error) {
    throw UsageError(fmt::format("{}: rtl: {}", run.name, error.what()));
  }
}

}  // namespace trenza::apps
