#include "microarch/parameter_fault.h"

#include <fmt/core.h>

#include "microarch/parameters.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

namespace {

const char* name_of(Parameter parameter) {
  switch (parameter) {
    case Parameter::escape_vcs:
      return "escape_vcs";
    case Parameter::adaptive_vcs:
      return "adaptive_vcs";
    case Parameter::message_classes:
      return "message_classes";
    case Parameter::max_packet_flits:
      return "max_packet_flits";
    case Parameter::buffer_packets:
      return "buffer_packets";
    case Parameter::router_delay:
      return "router_delay";
    case Parameter::link_delay:
      return "link_delay";
    case Parameter::port_link_delay:
      return "a delay of port_link_delay";
    case Parameter::port_link_delays:
      return "the number of delays of port_link_delay";
    case Parameter::credit_delay:
      return "credit_delay";
    case Parameter::injectors:
      return "injectors";
    case Parameter::ejectors:
      return "ejectors";
    case Parameter::virtual_channels:
      return "wormhole.virtual_channels";
    case Parameter::buffer_flits:
      return "wormhole.buffer_flits";
    case Parameter::routing_delay:
      return "wormhole.routing_delay";
    case Parameter::injection_delay:
      return "wormhole.injection_delay";
    case Parameter::injection_credit_delay:
      return "wormhole.injection_credit_delay";
    case Parameter::ejection_delay:
      return "wormhole.ejection_delay";
    case Parameter::crossbar_inputs:
      return "the number of crossbar inputs of a port";
    case Parameter::inputs:
      break;
  }
  return "the number of inputs of a router";
}

constexpr int kMostPacketsOrCycles = 255;
constexpr int kMostNodePorts = 8;

/// Notes what is out of its range.
class Ranges {
 public:
  std::vector<ParameterFault> faults;

  void check(Parameter parameter, int value, int least, int most) {
    if (value < least || value > most) faults.push_back({parameter, value, least, most});
  }
};

/// `least`: cycles that every link takes.
void check_delays(Ranges& ranges, const FabricParameters& p, int network_ports, int least) {
  ranges.check(Parameter::link_delay, p.link_delay, least, kMostPacketsOrCycles);
  for (const int delay : p.port_link_delay)
    ranges.check(Parameter::port_link_delay, delay, least, kMostPacketsOrCycles);
  if (!p.port_link_delay.empty()) {
    ranges.check(Parameter::port_link_delays, static_cast<int>(p.port_link_delay.size()), network_ports, network_ports);
  }
  ranges.check(Parameter::credit_delay, p.credit_delay, 1, kMostPacketsOrCycles);
}

void check_common(Ranges& ranges, const FabricParameters& p) {
  constexpr int kMostClasses = 2;
  ranges.check(Parameter::message_classes, p.message_classes, 1, kMostClasses);
  ranges.check(Parameter::max_packet_flits, p.max_packet_flits, 1, kMaxPacketFlits);
}

void check_cut_through(Ranges& ranges, const FabricParameters& p, int network_ports) {
  constexpr int kMostEscape = 2;
  constexpr int kMostAdaptive = 7;
  ranges.check(Parameter::escape_vcs, p.escape_vcs, 1, kMostEscape);
  ranges.check(Parameter::adaptive_vcs, p.adaptive_vcs, 0, kMostAdaptive);
  check_common(ranges, p);
  ranges.check(Parameter::buffer_packets, p.buffer_packets, 1, kMostPacketsOrCycles);
  ranges.check(Parameter::router_delay, p.router_delay, 1, kMostPacketsOrCycles);
  check_delays(ranges, p, network_ports, 1);
  ranges.check(Parameter::injectors, p.injectors, 1, kMostNodePorts);
  ranges.check(Parameter::ejectors, p.ejectors, 1, kMostNodePorts);
}

void check_wormhole(Ranges& ranges, const FabricParameters& p, int network_ports) {
  constexpr int kMostChannels = 16;
  constexpr int kMostRouting = 15;
  const WormholeParameters& w = p.wormhole;
  check_common(ranges, p);
  check_delays(ranges, p, network_ports, 0);
  ranges.check(Parameter::ejectors, p.ejectors, 1, kMostNodePorts);
  ranges.check(Parameter::virtual_channels, w.virtual_channels, 1, kMostChannels);
  // With flit bubbles a packet enters a ring where there is room for it and a flit more.
  ranges.check(Parameter::buffer_flits, w.buffer_flits, w.flit_bubble ? p.max_packet_flits + 1 : 1, kMaxPacketFlits);
  ranges.check(Parameter::routing_delay, w.routing_delay, 0, kMostRouting);
  ranges.check(Parameter::injection_delay, w.injection_delay, 0, kMostPacketsOrCycles);
  ranges.check(Parameter::injection_credit_delay, w.injection_credit_delay, 1, kMostPacketsOrCycles);
  ranges.check(Parameter::ejection_delay, w.ejection_delay, 1, kMostPacketsOrCycles);
}

}  // namespace

std::vector<ParameterFault> check_parameters(const FabricParameters& p, int network_ports) {
  Ranges ranges;
  if (p.by_flits()) {
    check_wormhole(ranges, p, network_ports);
  } else {
    check_cut_through(ranges, p, network_ports);
  }
  if (ranges.faults.empty()) ranges.check(Parameter::crossbar_inputs, p.crossbar_inputs(), 1, p.vcs());
  if (ranges.faults.empty() && !p.by_flits()) ranges.check(Parameter::inputs, p.inputs(network_ports), 1, kMaxInputs);
  return ranges.faults;
}

std::string to_string(const ParameterFault& fault) {
  const std::string range =
      fault.least == fault.most ? fmt::format("{}", fault.most) : fmt::format("in {}..{}", fault.least, fault.most);
  return fmt::format("{} is {}, but it must be {}", name_of(fault.parameter), fault.value, range);
}

}  // namespace trenza::microarch
