// The kinds of blocks that have a SystemVerilog twin.
#pragma once

#include <array>
#include <cstdint>

namespace trenza::rtl_models {

/// The blocks that have a twin; a new one is a line here and a name below. `link`: the links that leave a router, with
/// their backward wires. `router`: all of a router but its links, as one module.
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

}  // namespace trenza::rtl_models
