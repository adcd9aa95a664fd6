// What the oracle of the flit-level machine is told. "The page" in these files is docs/microarchitecture-flit.md, and
// section numbers in comments are those of that page; "page one" is docs/microarchitecture.md.
#ifndef ORACLE_FLIT_CONFIG_H
#define ORACLE_FLIT_CONFIG_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracle_config.h"

namespace oracle {
namespace flit {

enum class Requests { one, all };
enum class Reallocation { tail, atomic };
enum class RoutingRule { dimension_order, duato, up_down, duato_nbc, nbc, nhop };
enum class RingEscape { dateline, flit_bubble };  // router.escape
enum class BonusCards { any, all };
enum class ClassCaps { exact, equation_15 };
enum class Dateline { memoryless, static_class, crossing };
enum class InjectionMode { side_by_side, one_at_a_time };

// Section 2. What oracle::Config has for both machines is used as it is: the network and its escape rule, link delays
// (here from 0), credit_delay (C), ejectors (E), max_packet_flits (M), message_classes (K), allocator and its options
// (of the switch), arbiter (of both allocators), port_strides, injector_strides (here one for each local input VC),
// stride_table, crossbar, pipeline, depth (G), mask and seed; with duato_nbc escape_vcs (e). The others mean nothing
// here. The constructor of the simulator refuses keys and networks that do not go together; what section 8.4 refuses,
// flit_dependencies.h finds.
struct Config : oracle::Config {
  Config() { link_delay = 0; }  // H = 1

  int virtual_channels = 2;        // n, of each channel and class
  int buffer_flits = 4;            // B
  int routing_delay = 0;           // D
  int injection_delay = 0;         // I
  int injection_credit_delay = 1;  // Q
  int ejection_delay = 1;          // Z
  InjectionMode injection_mode = InjectionMode::side_by_side;
  Allocator vc_allocator = Allocator::input_first;
  int vc_iterations = 1;                                              // of islip and pim
  WavefrontPriority vc_wavefront_priority = WavefrontPriority::skip;  // of wavefront
  Requests vc_requests = Requests::one;
  Reallocation reallocation = Reallocation::tail;
  RoutingRule routing = RoutingRule::dimension_order;
  Dateline dateline = Dateline::memoryless;
  bool sticky_escape = true;
  RingEscape ring_escape = RingEscape::dateline;
  BonusCards bonus_cards = BonusCards::any;
  ClassCaps class_caps = ClassCaps::exact;
  int bubble_flits = 1;  // credits that entering a ring VC leaves there: 1 in section 8.3, else to study deadlock

  int vcs() const { return message_classes * virtual_channels; }  // V
};

// Section 8.3.
inline void check_flit_bubble(const Config& c) {
  if (c.ring_escape != RingEscape::flit_bubble) return;
  const bool is_duato = c.routing == RoutingRule::duato;
  detail::refuse(!is_duato && c.routing != RoutingRule::dimension_order,
                 "flit_bubble is for dimension_order and duato");
  detail::refuse(c.buffer_flits < c.max_packet_flits + 1, "flit_bubble needs buffers of max_packet_flits + 1");
  detail::refuse(is_duato && !c.sticky_escape, "flit_bubble needs sticky_escape with duato");
  detail::refuse(!is_duato && c.reallocation != Reallocation::tail, "flit_bubble needs reallocation tail");
}

inline const Config& checked(const Config& c) {
  const auto refuse_outside = [](int value, int low, int high, const char* why) {
    detail::refuse(!detail::in_range(value, low, high), why);
  };
  refuse_outside(c.message_classes, 1, 2, "message_classes: 1 or 2");
  refuse_outside(c.virtual_channels, 1, 16, "virtual_channels: 1..16");
  refuse_outside(c.buffer_flits, 1, 16383, "buffer_flits: 1..16383");
  refuse_outside(c.routing_delay, 0, 15, "routing_delay: 0..15");
  refuse_outside(c.depth, 1, 15, "depth: 1..15");
  refuse_outside(c.link_delay, 0, 255, "link_delay: 0..255");
  for (int delay : c.port_link_delay) refuse_outside(delay, 0, 255, "port_link_delay: 0..255");
  refuse_outside(c.credit_delay, 1, 255, "credit_delay: 1..255");
  refuse_outside(c.injection_delay, 0, 255, "injection_delay: 0..255");
  refuse_outside(c.injection_credit_delay, 1, 255, "injection_credit_delay: 1..255");
  refuse_outside(c.ejection_delay, 1, 255, "ejection_delay: 1..255");
  refuse_outside(c.ejectors, 1, 8, "ejectors: 1..8");
  refuse_outside(c.max_packet_flits, 1, 16383, "max_packet_flits: 1..16383");
  refuse_outside(c.iterations, 1, 16, "iterations: 1..16");
  refuse_outside(c.vc_iterations, 1, 16, "vc_iterations: 1..16");
  refuse_outside(c.inputs_per_port, 1, c.vcs(), "inputs_per_port: 1..V");
  refuse_outside(c.bubble_flits, 0, 1, "bubble_flits: 0 or 1");
  if (c.routing == RoutingRule::duato_nbc)
    refuse_outside(c.escape_vcs, 1, c.virtual_channels - 1, "duato_nbc needs escape VCs and an adaptive VC");
  check_flit_bubble(c);
  return c;
}

inline void check_strides(const Config& c, int nodes, int ports) {
  const auto check = [](const std::vector<int>& strides, int count) {
    detail::refuse(!strides.empty() && strides.size() != detail::at(count), "not as many strides as places");
    for (int stride : strides) detail::refuse(!detail::in_range(stride, 1, 255), "strides: 1..255");
  };
  check(c.port_strides, ports);
  check(c.injector_strides, c.vcs());
  check(c.stride_table, nodes * (ports + 1) * (ports + 1));
}

// Section 5: x, the crossbar inputs of every input port.
inline int rows_of_port(const Config& c) {
  if (c.crossbar == Crossbar::per_vc) return c.vcs();
  return c.crossbar == Crossbar::per_port ? 1 : c.inputs_per_port;
}

// Section 4 and 2: G, cycles from the VC allocation to the first switch allocation that is not speculative.
inline int cycles_to_switch(const Config& c) {
  if (c.pipeline == Pipeline::joint) return 0;
  return c.pipeline == Pipeline::two_step ? c.depth : 1;
}

}  // namespace flit
}  // namespace oracle

#endif  // ORACLE_FLIT_CONFIG_H
