// Which blocks of which routers are simulated by their SystemVerilog twins.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/router/rtl_block.h"
#include "topologies/topology.h"

namespace trenza::cosim {

using rtl_models::kAllRtlBlocks;
using rtl_models::kRtlBlocks;
using rtl_models::RtlBlock;

/// The names of blocks in a configuration, in the order of RtlBlock.
const std::vector<std::string>& rtl_block_names();

/// Whether a block of this name has a twin.
bool has_twin(const std::string& block);

class RtlSelection {
 public:
  /// `topology` must outlive it. Nothing is chosen.
  explicit RtlSelection(const topologies::Topology& topology);

  /// Adds routers: `all`, or as in topologies/router_names.h. Throws topologies::TopologyError.
  void add(RtlBlock block, const std::string& routers);

  void add(RtlBlock block, topologies::NodeId node) {
    chosen_[static_cast<std::size_t>(block)][static_cast<std::size_t>(node)] = true;
  }

  bool has(RtlBlock block, topologies::NodeId node) const {
    return chosen_[static_cast<std::size_t>(block)][static_cast<std::size_t>(node)];
  }
  /// Any block of that router.
  bool has_any(topologies::NodeId node) const;
  bool empty() const;

 private:
  const topologies::Topology& topology_;
  std::vector<std::vector<bool>> chosen_;  // by block, by node
};

}  // namespace trenza::cosim
