// The blocks into which the area of a router is split.
#pragma once

namespace trenza::rtl_models {

/// Modules of the twins without the prefix, in the order of the path of a packet: those of trenza_router and of
/// trenza_worm_router.
inline constexpr const char* kAreaBlocks[] = {"network_interface",
                                              "worm_network_interface",
                                              "link",
                                              "credit_link",
                                              "input_buffer",
                                              "input_unit",
                                              "routing_unit",
                                              "route_computation",
                                              "bubble_control",
                                              "credit_counter",
                                              "output_unit",
                                              "vc_allocator",
                                              "worm_vc_allocator",
                                              "matrix_allocator",
                                              "two_step_allocator",
                                              "draw",
                                              "switch_allocator",
                                              "worm_switch_allocator",
                                              "crossbar"};

}  // namespace trenza::rtl_models
