#include "microarch/parameter_fault.h"

#include <fmt/core.h>

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
    case Parameter::crossbar_inputs:
      return "the number of crossbar inputs of a port";
    case Parameter::inputs:
      break;
  }
  return "the number of inputs of a router";
}

}  // namespace

std::vector<ParameterFault> check_parameters(const FabricParameters& p, int network_ports) {
  constexpr int kMostEscape = 2;
  constexpr int kMostAdaptive = 7;
  constexpr int kMostClasses = 2;
  constexpr int kMostPacketsOrCycles = 255;
  constexpr int kMostNodePorts = 8;
  std::vector<ParameterFault> faults;
  const auto range = [&](Parameter parameter, int value, int least, int most) {
    if (value < least || value > most) faults.push_back({parameter, value, least, most});
  };
  range(Parameter::escape_vcs, p.escape_vcs, 1, kMostEscape);
  range(Parameter::adaptive_vcs, p.adaptive_vcs, 0, kMostAdaptive);
  range(Parameter::message_classes, p.message_classes, 1, kMostClasses);
  range(Parameter::max_packet_flits, p.max_packet_flits, 1, kMaxPacketFlits);
  range(Parameter::buffer_packets, p.buffer_packets, 1, kMostPacketsOrCycles);
  range(Parameter::router_delay, p.router_delay, 1, kMostPacketsOrCycles);
  range(Parameter::link_delay, p.link_delay, 1, kMostPacketsOrCycles);
  for (const int delay : p.port_link_delay) range(Parameter::port_link_delay, delay, 1, kMostPacketsOrCycles);
  if (!p.port_link_delay.empty())
    range(Parameter::port_link_delays, static_cast<int>(p.port_link_delay.size()), network_ports, network_ports);
  range(Parameter::credit_delay, p.credit_delay, 1, kMostPacketsOrCycles);
  range(Parameter::injectors, p.injectors, 1, kMostNodePorts);
  range(Parameter::ejectors, p.ejectors, 1, kMostNodePorts);
  if (faults.empty()) range(Parameter::crossbar_inputs, p.crossbar_inputs(), 1, p.vcs());
  if (faults.empty()) range(Parameter::inputs, p.inputs(network_ports), 1, kMaxInputs);
  return faults;
}

std::string to_string(const ParameterFault& fault) {
  const std::string range =
      fault.least == fault.most ? fmt::format("{}", fault.most) : fmt::format("in {}..{}", fault.least, fault.most);
  return fmt::format("{} is {}, but it must be {}", name_of(fault.parameter), fault.value, range);
}

}  // namespace trenza::microarch
