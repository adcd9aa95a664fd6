// Which blocks of which routers are simulated by their SystemVerilog twins.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "topologies/topology.h"

namespace trenza::cosim {

/// The blocks that have a twin. `link`: the links that leave a router, with their backward wires. `router`: all of
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

inline constexpr int kRtlBlocks = 10;

/// "input_buffer", ...: the names in a configuration, in the order of RtlBlock.
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

  bool has(RtlBlock block, topologies::NodeId node) const {
    return chosen_[static_cast<std::size_t>(block)][static_cast<std::size_t>(node)];
  }
  bool empty() const;

 private:
  const topologies::Topology& topology_;
  std::vector<std::vector<bool>> chosen_;  // by block, by node
};

}  // namespace trenza::cosim
