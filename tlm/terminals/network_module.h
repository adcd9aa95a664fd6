// A network on chip with TLM-2.0 sockets, for virtual platforms: the module that users instantiate.
//
//   trenza::tlm::NetworkModule network{"network", *topology, parameters, address_map};
//   cpu.socket.bind(network.target_socket[3]);           // the initiator of node 3
//   network.initiator_socket[7].bind(memory.socket);     // the target of node 7
//
// Transactions travel as packets through the fabric of docs/microarchitecture.md, in exactly its cycles: requests in
// class 0, responses in class 1. Cycle c lasts from c to c + 1 cycle times. A request that is taken at time t is
// created in the first cycle that does not begin before t; a message whose last tail is ejected in cycle e is presented
// at the end of e. Timing, ownership and rules: docs/virtual-platforms.md.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <deque>
#include <systemc>
#include <tlm>

#include "tlm/terminals/address_map.h"
#include "tlm/terminals/initiator_end.h"
#include "tlm/terminals/network_parameters.h"
#include "tlm/terminals/target_end.h"

namespace trenza::tlm {

/// The network without its sockets. It has no clock: it sleeps until the next cycle in which something happens.
class NetworkCore : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(NetworkCore);

  const topologies::Topology& topology() const { return topology_; }
  const NetworkParameters& parameters() const { return parameters_; }
  const NetworkStatistics& statistics() const { return statistics_; }
  /// Counters, audit, waiting packets. Its now() lags behind simulated time while nothing happens.
  const TlmFabric& fabric() const { return transport_.fabric(); }
  /// Transactions whose response has not ended yet.
  std::size_t in_flight() const { return transactions_.in_flight(); }

 protected:
  /// Reports kConfigurationReport as SC_ERROR for what check_network finds and for ranges at nodes that are not there.
  NetworkCore(const sc_core::sc_module_name& name, const topologies::Topology& topology,
              const NetworkParameters& parameters, AddressMap map);

  int nodes() const { return topology_.graph().nodes(); }
  void end_of_elaboration() override;

  /// nullptr: nothing is bound.
  virtual ::tlm::tlm_bw_transport_if<>* initiator_at(std::size_t node) = 0;
  virtual ::tlm::tlm_fw_transport_if<>* target_at(std::size_t node) = 0;

  // The functions that the sockets call, with the number of their node.
  ::tlm::tlm_sync_enum nb_transport_fw(int node, ::tlm::tlm_generic_payload& payload, ::tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) {
    return initiator_ends_[static_cast<std::size_t>(node)].nb_transport_fw(payload, phase, delay);
  }
  ::tlm::tlm_sync_enum nb_transport_bw(int node, ::tlm::tlm_generic_payload& payload, ::tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) {
    return target_ends_[static_cast<std::size_t>(node)].nb_transport_bw(payload, phase, delay);
  }
  void b_transport(int node, ::tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    initiator_ends_[static_cast<std::size_t>(node)].b_transport(payload, delay);
  }
  unsigned transport_dbg(int node, ::tlm::tlm_generic_payload& payload);

 private:
  void simulate();
  void take_turns() { turns_.take_turns(); }
  std::optional<Route> route(const ::tlm::tlm_generic_payload& payload) const;

  const topologies::Topology& topology_;
  NetworkParameters parameters_;
  AddressMap map_;
  RouteFinder routes_;
  MessageSizes sizes_;
  TransactionStore transactions_;
  NetworkStatistics statistics_;
  PacketTransport transport_;
  TurnList turns_;
  std::deque<InitiatorEnd> initiator_ends_;
  std::deque<TargetEnd> target_ends_;
};

/// The network with sockets of BUSWIDTH bits; the width has to be that of the sockets they are bound to, and means
/// nothing else here.
template <unsigned BUSWIDTH>
class BasicNetworkModule : public NetworkCore {
 public:
  template <class Socket>
  using Sockets = sc_core::sc_vector<Socket>;

  /// By node: into the fabric, bound to the initiator of the node. Those of nodes without one stay unbound.
  Sockets<tlm_utils::simple_target_socket_tagged_optional<BasicNetworkModule, BUSWIDTH>> target_socket;
  /// By node: out of the fabric, bound to the target of the node. Likewise.
  Sockets<tlm_utils::simple_initiator_socket_tagged_optional<BasicNetworkModule, BUSWIDTH>> initiator_socket;

  /// `topology` must outlive the module.
  BasicNetworkModule(const sc_core::sc_module_name& name, const topologies::Topology& topology,
                     const NetworkParameters& parameters, AddressMap map = {})
      : NetworkCore(name, topology, parameters, std::move(map)),
        target_socket("target_socket", static_cast<std::size_t>(nodes())),
        initiator_socket("initiator_socket", static_cast<std::size_t>(nodes())) {
    for (int node = 0; node < nodes(); ++node) {
      auto& in = target_socket[static_cast<std::size_t>(node)];
      in.register_nb_transport_fw(this, &BasicNetworkModule::nb_transport_fw, node);
      in.register_b_transport(this, &BasicNetworkModule::b_transport, node);
      in.register_transport_dbg(this, &BasicNetworkModule::transport_dbg, node);
      // Without a callback the socket refuses direct memory pointers.
      initiator_socket[static_cast<std::size_t>(node)].register_nb_transport_bw(
          this, &BasicNetworkModule::nb_transport_bw, node);
    }
  }

 private:
  ::tlm::tlm_bw_transport_if<>* initiator_at(std::size_t node) override {
    auto& socket = target_socket[node];
    return socket.get_base_port().size() == 0 ? nullptr : socket.operator->();
  }
  ::tlm::tlm_fw_transport_if<>* target_at(std::size_t node) override {
    auto& socket = initiator_socket[node];
    return socket.get_base_port().size() == 0 ? nullptr : socket.operator->();
  }
};

using NetworkModule = BasicNetworkModule<32>;

}  // namespace trenza::tlm
