#include "apps/rtl_fabric.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "apps/exit_status.h"
#include "apps/plug/plug_loader.h"
#include "cosim/rtl_blocks.h"
#include "cosim/shadow.h"
#include "cosim/worm_blocks.h"
#include "cosim/zoomed_fabric.h"
#include "rtl_models/twin/rtl_library.h"
#include "rtl_models/wormhole/fabric/worm_pin_fabric.h"
#include "rtl_models/wormhole/route_computation/route_computation_twin.h"
#include "topologies/router_names.h"
#include "topologies/topology_error.h"

namespace trenza::apps {

namespace {

/// With `detail`, only the routers that it names have blocks.
void check_level(const settings::RunConfiguration& run, const settings::RtlRequest& request) {
  if (run.pin_routers.empty() || request.routers == "all") return;
  for (const topologies::NodeId node : topologies::named_routers(*run.topology, request.routers)) {
    if (std::binary_search(run.pin_routers.begin(), run.pin_routers.end(), node)) continue;
    throw settings::ConfigError(request.place,
                                fmt::format("r_{} is of the tlm view; expected a router of `detail`, or no `detail`",
                                            run.topology->node_name(node)));
  }
}

/// The machine must have such a block, and its twin must route as the network does.
void check_block(const settings::RunConfiguration& run, const settings::RtlRequest& request, cosim::RtlBlock block) {
  const bool by_flits = run.fabric.by_flits();
  if (!rtl_models::has_block(by_flits, block)) {
    std::string blocks;
    for (int k = 0; k < rtl_models::kAllRtlBlocks; ++k) {
      const bool other = k != static_cast<int>(cosim::RtlBlock::router);
      if (other && rtl_models::has_block(by_flits, static_cast<cosim::RtlBlock>(k)))
        blocks += fmt::format("`{}`, ", cosim::rtl_block_names()[static_cast<std::size_t>(k)]);
    }
    blocks.replace(blocks.size() - 2, 2, " or `router`");
    throw settings::ConfigError(request.place, fmt::format("switching `{}` has no {}; expected one of {}",
                                                           run.fabric.switching.name(), request.block, blocks));
  }
  const char* unit = nullptr;
  if (block == cosim::RtlBlock::routing_unit && cosim::record_dimensions(*run.topology) == 0) unit = "routing unit";
  if (block == cosim::RtlBlock::route_computation && !rtl_models::routes_by_record(*run.topology))
    unit = "route computation";
  if (unit == nullptr) return;
  throw settings::ConfigError(
      request.place, fmt::format("{} does not route by records, and the twin of the {} does so only; expected another "
                                 "block, or no value",
                                 run.topology->name(), unit));
}

/// Flit-level routers take no blocks from outside, but can be such blocks.
void refuse_foreign_blocks(const settings::RunConfiguration& run) {
  if (!run.fabric.by_flits()) return;
  for (const settings::RtlRequest& request : run.rtl) {
    if (request.block == "router" || (request.module.empty() && cosim::has_twin(request.block))) continue;
    throw settings::ConfigError(
        request.place, fmt::format("a block of your own as {} is for switching `virtual_cut_through`; expected "
                                   "a `router` of your own, or a block of this program",
                                   request.block));
  }
}

/// Whether the arbiters from outside of a router decide as those of the model do. The router has at least one of them.
bool arbiters_are_exact(const settings::RunConfiguration& run, const cosim::RouterPlugs& plugs,
                        topologies::NodeId node) {
  const std::string policy = run.fabric.arbiter.name();
  bool any = false;
  for (const char* const key : {"arbiter", "port_arbiter"}) {
    const auto plug = plugs.at(key, node);
    if (plug == nullptr) continue;
    if (plug->map.text("shadow") != "exact" || plug->map.text("policy") != policy) return false;
    any = true;
  }
  return any;
}

/// Shadow mode compares the blocks in `selection`, and switch allocators with arbiters from outside.
class Compared {
 public:
  Compared(const settings::RunConfiguration& run, cosim::RtlSelection selection, const cosim::RouterPlugs& plugs)
      : selection_(std::move(selection)) {
    any_ = !selection_.empty();
    for (topologies::NodeId node = 0; node < run.topology->graph().nodes(); ++node) {
      exact_.push_back(arbiters_are_exact(run, plugs, node));
      any_ = any_ || exact_.back();
    }
  }
  bool any() const { return any_; }
  bool operator()(cosim::RtlBlock block, topologies::NodeId node) const {
    if (selection_.has(block, node)) return true;
    return block == cosim::RtlBlock::switch_allocator && exact_[static_cast<std::size_t>(node)];
  }

 private:
  cosim::RtlSelection selection_;
  std::vector<bool> exact_;
  bool any_ = false;
};

}  // namespace

cosim::RtlSelection rtl_selection(const settings::RunConfiguration& run) {
  cosim::RtlSelection selection(*run.topology);
  const std::vector<std::string>& names = cosim::rtl_block_names();
  for (const settings::RtlRequest& request : run.rtl) {
    if (std::find(names.begin(), names.end(), request.block) == names.end() || !request.module.empty()) continue;
    const auto block =
        static_cast<cosim::RtlBlock>(std::find(names.begin(), names.end(), request.block) - names.begin());
    check_block(run, request, block);
    try {
      check_level(run, request);
      selection.add(block, request.routers);
    } catch (const topologies::TopologyError& error) {
      throw settings::ConfigError(request.place, error.what());
    }
  }
  for (const topologies::NodeId node : run.rtl_routers) selection.add(cosim::RtlBlock::router, node);
  return selection;
}

void check_rtl(const settings::Configuration& configuration) {
  for (const settings::RunConfiguration& run : configuration.runs) {
    refuse_foreign_blocks(run);
    rtl_selection(run);
    load_plugs(run);
  }
}

namespace {

std::unique_ptr<rtl_models::PinFabric> make_worm_pins(const settings::RunConfiguration& run,
                                                      const std::shared_ptr<cosim::ShadowLog>& log) {
  const cosim::RtlSelection selection = rtl_selection(run);
  const auto blocks = cosim::make_worm_rtl_blocks(selection, load_plugs(run));
  const auto make = [&run](const rtl_models::WormBlockFactory& factory) {
    return run.pin_routers.empty() ? rtl_models::make_worm_pin_fabric(*run.topology, run.fabric, factory)
                                   : cosim::make_zoomed_fabric(*run.topology, run.fabric, run.pin_routers, factory);
  };
  try {
    if (log == nullptr) return make(*blocks);
    if (selection.empty()) {
      throw UsageError(
          fmt::format("{}: rtl.shadow: routers of your own are not compared; expected a block in "
                      "SystemVerilog of this program, or no shadow",
                      run.name));
    }
    const auto compared = [&selection](cosim::RtlBlock block, topologies::NodeId node) {
      return selection.has(block, node);
    };
    return make(*cosim::make_shadowed_worm_blocks(*blocks, compared, log));
  } catch (const rtl_models::RtlError& error) {
    throw UsageError(fmt::format("{}: rtl: {}", run.name, error.what()));
  }
}

}  // namespace

std::unique_ptr<rtl_models::PinFabric> make_pins(const settings::RunConfiguration& run,
                                                 const std::shared_ptr<cosim::ShadowLog>& log) {
  if (run.fabric.by_flits()) return make_worm_pins(run, log);
  const auto make = [&run](const rtl_models::BlockFactory& blocks) {
    return run.pin_routers.empty() ? rtl_models::make_pin_fabric(*run.topology, run.fabric, blocks)
                                   : cosim::make_zoomed_fabric(*run.topology, run.fabric, run.pin_routers, blocks);
  };
  const cosim::RtlSelection selection = rtl_selection(run);
  if (selection.empty() && run.rtl.empty()) return make(rtl_models::BlockFactory());
  const cosim::RouterPlugs plugs = load_plugs(run);
  const auto blocks = cosim::make_rtl_blocks(selection, plugs);
  try {
    if (log == nullptr) return make(*blocks);
    const Compared compared(run, selection, plugs);
    if (!compared.any()) {
      throw UsageError(fmt::format(
          "{}: rtl.shadow: blocks of your own are compared only as arbiters with `shadow: exact` in their port map and "
          "the policy of `router.arbiter`; expected such a one, a block in SystemVerilog of this program, or no shadow",
          run.name));
    }
    return make(*cosim::make_shadowed_blocks(*blocks, compared, log));
  } catch (const rtl_models::RtlError& error) {
    throw UsageError(fmt::format("{}: rtl: {}", run.name, error.what()));
  }
}

}  // namespace trenza::apps
