// The parameters of a network in a virtual platform.
#pragma once

#include <string>
#include <systemc>
#include <vector>

#include "microarch/parameters.h"
#include "topologies/topology.h"

namespace trenza::tlm {

/// Requests and responses.
inline constexpr int kTerminalClasses = 2;

struct NetworkParameters {
  microarch::FabricParameters fabric;              ///< message_classes must be 2
  sc_core::sc_time cycle_time{1, sc_core::SC_NS};  ///< docs/microarchitecture.md, section 13, says what a link needs
  int phit_bytes = 8;                              ///< bytes of data of a flit
  int address_bytes = 8;                           ///< of a request, besides its header flit; 0: the header holds them
  int injection_queue = 4;                         ///< packets, of each node and class
  int local_delay = 1;                             ///< cycles, of messages between the two sides of one node
};

/// The reasons why these parameters make no network with requests and responses, one sentence each; empty if they make
/// one.
std::vector<std::string> check_network(const topologies::Topology& topology, const NetworkParameters& parameters);

}  // namespace trenza::tlm
