#include "settings/fabric_fault.h"

#include <fmt/core.h>

#include "microarch/parameters.h"

namespace trenza::settings {

using microarch::Parameter;

std::string key_of(Parameter parameter) {
  switch (parameter) {
    case Parameter::escape_vcs:
      return "router.virtual_channels.escape";
    case Parameter::adaptive_vcs:
      return "router.virtual_channels.adaptive";
    case Parameter::message_classes:
      return "router.message_classes";
    case Parameter::max_packet_flits:
      return "router.max_packet_flits";
    case Parameter::buffer_packets:
      return "router.buffer_packets";
    case Parameter::router_delay:
      return "router.router_delay";
    case Parameter::link_delay:
      return "link.delay";
    case Parameter::port_link_delay:
    case Parameter::port_link_delays:
      return "link.dimension_delay";
    case Parameter::credit_delay:
      return "router.credit_delay";
    case Parameter::injectors:
      return "router.injectors";
    case Parameter::ejectors:
      return "router.ejectors";
    case Parameter::virtual_channels:
      return "router.virtual_channels.count";
    case Parameter::buffer_flits:
      return "router.buffer_flits";
    case Parameter::routing_delay:
      return "router.routing_delay";
    case Parameter::injection_delay:
      return "router.injection_delay";
    case Parameter::injection_credit_delay:
      return "router.injection_credit_delay";
    case Parameter::ejection_delay:
      return "router.ejection_delay";
    case Parameter::crossbar_inputs:
      return "router.crossbar";
    case Parameter::inputs:
      return "router.virtual_channels";
  }
  return "router";
}

std::string sentence_of(const microarch::ParameterFault& fault, const microarch::FabricParameters& fabric, int ports) {
  if (fault.parameter == Parameter::port_link_delays)
    return fmt::format("{} delays for {} ports", fault.value, fault.most);
  if (fault.parameter == Parameter::crossbar_inputs)
    return fmt::format("{} inputs of the crossbar for the {} virtual channels of a port", fault.value, fault.most);
  if (fault.parameter == Parameter::buffer_flits && fabric.wormhole.flit_bubble) {
    return fmt::format(
        "{} flits have no room for a packet of {} and a flit more, which escape `flit_bubble` needs; expected {} to {}",
        fault.value, fabric.max_packet_flits, fault.least, fault.most);
  }
  if (fault.parameter != Parameter::inputs)
    return fmt::format("{} is not in {}..{}", fault.value, fault.least, fault.most);
  const std::string classes =
      fabric.message_classes == 1 ? "" : fmt::format(" of {} message classes", fabric.message_classes);
  return fmt::format(
      "{} network ports x {} virtual channels + {} injectors{} are {} inputs of a router; the most is {}", ports,
      fabric.vcs(), fabric.injection_queues(), classes, fault.value, fault.most);
}

}  // namespace trenza::settings
