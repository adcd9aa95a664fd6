// What can be wrong with the parameters of a fabric, as data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trenza::microarch {

struct FabricParameters;

/// The fields of FabricParameters that have a range, and what follows from several of them.
enum class Parameter : std::uint8_t {
  escape_vcs,
  adaptive_vcs,
  message_classes,
  max_packet_flits,
  buffer_packets,
  router_delay,
  link_delay,
  port_link_delay,   ///< one of the delays
  port_link_delays,  ///< the number of delays
  credit_delay,
  injectors,
  ejectors,
  virtual_channels,
  buffer_flits,
  routing_delay,
  injection_delay,
  injection_credit_delay,
  ejection_delay,
  crossbar_inputs,  ///< of a port: the parameter of crossbar
  inputs,           ///< of a router of the first machine: FabricParameters::inputs()
};

/// A parameter that is out of its range.
struct ParameterFault {
  Parameter parameter = Parameter::inputs;
  int value = 0;
  int least = 0;
  int most = 0;
};

/// Every violated range of the machine; empty if the parameters are usable with `network_ports` ports. The inputs of a
/// router are counted only if all else is well.
std::vector<ParameterFault> check_parameters(const FabricParameters& parameters, int network_ports);

/// For those who set the fields themselves: "router_delay is 0, but it must be in 1..255".
std::string to_string(const ParameterFault& fault);

}  // namespace trenza::microarch
