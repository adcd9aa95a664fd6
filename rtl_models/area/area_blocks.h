// The blocks into which the area of a router is split.
#pragma once

namespace trenza::rtl_models {

/// Modules of the twins without the prefix, in the order of the path of a packet.
inline constexpr const char* kAreaBlocks[] = {
    "network_interface", "input_buffer",       "routing_unit", "bubble_control",   "credit_counter", "vc_allocator",
    "matrix_allocator",  "two_step_allocator", "draw",         "switch_allocator", "crossbar"};

}  // namespace trenza::rtl_models
