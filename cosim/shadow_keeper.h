// Which blocks get a shadow, and the judges of the routers.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "cosim/block_shadow.h"
#include "cosim/shadow.h"
#include "cosim/shadow_judge.h"

namespace trenza::cosim {

/// `Judge`: of a router. What it makes is never deleted, as the wiring is not (rtl_models/fabric/pin_fabric.cpp).
template <class Judge>
class ShadowKeeper {
 public:
  ShadowKeeper(ShadowChoice chosen, std::shared_ptr<ShadowLog> log)
      : chosen_(std::move(chosen)), log_(std::move(log)) {}

  bool is_chosen(RtlBlock block, topologies::NodeId node) const { return chosen_(block, node); }
  /// Whether a block has a shadow of its own: its router has none, or does not contain it.
  bool is_shadowed(RtlBlock block, topologies::NodeId node) const {
    if (block != RtlBlock::link) return chosen_(block, node) && !chosen_(RtlBlock::router, node);
    // Where the router that sends is missing, another looks at its link; without any router nobody does.
    return chosen_(block, node) && !judges_.empty();
  }

  /// Makes the shadow of a block; build(shadow) makes the model and joins its ports.
  template <class Place>
  void add(const char* name, const Place& place, const sc_core::sc_module& block, RtlBlock kind,
           const BlockShadow::Build& build) {
    auto* const shadow =
        std::make_unique<BlockShadow>(fmt::format("{}_shadow", name).c_str(), block, RouterWords(place), build)
            .release();
    if (kind == RtlBlock::link) {
      // The links are made when all routers are there.
      const auto found = judges_.find(place.node);
      (found != judges_.end() ? found : judges_.begin())->second->add(*shadow);
    } else {
      waiting_.push_back(shadow);
    }
  }

  /// Makes the judge of a router, of the shadows that were made since the last one, if anything of it is chosen.
  template <class Router, class Place>
  void judge(const char* name, const Place& place, const Router& router) {
    bool any = false;
    for (int block = 0; block < rtl_models::kAllRtlBlocks; ++block)
      any = any || chosen_(static_cast<RtlBlock>(block), place.node);
    if (!any) return;
    auto* const judge =
        std::make_unique<Judge>(fmt::format("{}_judge", name).c_str(), place.topology, router, log_).release();
    for (const BlockShadow* shadow : waiting_) judge->add(*shadow);
    waiting_.clear();
    judges_[place.node] = judge;
  }

 private:
  ShadowChoice chosen_;
  std::shared_ptr<ShadowLog> log_;
  std::vector<BlockShadow*> waiting_;            // of the router that is being made
  std::map<topologies::NodeId, Judge*> judges_;  // by router
};

}  // namespace trenza::cosim
