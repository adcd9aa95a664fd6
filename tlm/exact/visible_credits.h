// Credits as the decisions of the present cycle see them.
#pragma once

#include <set>
#include <utility>

#include "tlm/exact/engine.h"

namespace trenza::tlm {

/// The first credit of a late stretch that begins now is counted here. Valid for one cycle of one engine.
class VisibleCredits {
 public:
  explicit VisibleCredits(const Engine& engine) : engine_(engine) {
    engine.for_each_late_credit([&](Cycle cycle, std::uint32_t router, int output_vc, int) {
      if (cycle == engine.now()) begun_.insert({router, output_vc});
    });
  }
  int of(const RouterMemory::Block& router, topologies::NodeId node, int output_vc) const {
    const int begun = begun_.count({static_cast<std::uint32_t>(node), output_vc}) != 0 ? 1 : 0;
    return router.output_vc()[output_vc].credits.at(engine_.tick()) + begun;
  }

 private:
  const Engine& engine_;
  std::set<std::pair<std::uint32_t, int>> begun_;
};

}  // namespace trenza::tlm
