// The kinds of blocks that have a SystemVerilog twin.
#pragma once

#include <array>
#include <cstdint>

namespace trenza::rtl_models {

/// The blocks that have a twin; a new one is a line here and a name below. Those of routers that move whole packets
/// come first, then those that only flit-level routers have. `link`: the links that leave a router, with their backward
/// wires. `router`: all of a router but its links, as one module.
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
  input_unit,
  output_unit,
  route_computation,
};

/// Their names in a configuration, in the order of RtlBlock.
inline constexpr std::array kRtlBlockNames{
    "input_buffer",     "routing_unit", "credit_counter",    "bubble_control", "vc_allocator",
    "switch_allocator", "crossbar",     "network_interface", "link",           "router",
    "input_unit",       "output_unit",  "route_computation"};
inline constexpr int kAllRtlBlocks = static_cast<int>(kRtlBlockNames.size());
static_assert(static_cast<int>(RtlBlock::route_computation) + 1 == kAllRtlBlocks, "every block has a name");
/// Blocks of routers that move whole packets.
inline constexpr int kRtlBlocks = static_cast<int>(RtlBlock::router) + 1;

/// Whether a router, by flits or by whole packets, has such a block.
constexpr bool has_block(bool by_flits, RtlBlock block) {
  const bool of_packets =
      block == RtlBlock::input_buffer || block == RtlBlock::routing_unit || block == RtlBlock::bubble_control;
  return by_flits ? !of_packets : static_cast<int>(block) < kRtlBlocks;
}

}  // namespace trenza::rtl_models
