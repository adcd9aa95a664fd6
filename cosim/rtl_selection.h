// Which blocks of which routers are simulated by their SystemVerilog twins.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "topologies/topology.h"

namespace trenza::cosim {

/// The blocks that have a twin; a new one is a line here and a name below. `link`: the links that leave a router, with their backward wires. `router`: all of
/// a router but its links, as one module.
enum class RtlBlock : std::uint8_t {
  input_buffer,
  routing_unit,
  credit_counter,
  bubble_control,
  vc_allocator,
  switch_allocator,
  crossbar,
  network_interface,
  link,
  router,
};

/// Their names in a configuration, in the order of RtlBlock.
inline constexpr std::array kRtlBlockNames{
    "input_buffer",     "routing_unit", "credit_counter",    "bubble_control", "vc_allocator",
    "switch_allocator", "crossbar",     "network_interface", "link",           "router"};
inline constexpr int kRtlBlocks = static_cast<int>(kRtlBlockNames.size());
static_assert(static_cast<int>(RtlBlock::router) + 1 == kRtlBlocks, "every block has a name");

/// The same as strings.
const std::vector<std::string>& rtl_block_names();

/// Whether a block of this name has a twin.
bool has_twin(const std::string& block);

/// A name of routers that is none; what() says what was expected and the nearest name.
struct SelectionError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class RtlSelection {
 public:
  /// `topology` must outlive it. Nothing is chosen.
  explicit RtlSelection(const topologies::Topology& topology);

  /// Adds routers: `all`, or as in topologies/router_names.h. Throws SelectionError.
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
