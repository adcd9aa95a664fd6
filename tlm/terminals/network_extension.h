// An ignorable extension of the generic payload: where a transaction goes, and what the network saw of it.
#pragma once

#include <array>
#include <tlm>

#include "microarch/fabric.h"
#include "tlm/terminals/message_sizes.h"

namespace trenza::tlm {

/// A message through the fabric, in cycles.
struct MessageTimes {
  int message_class = 0;          ///< 0: request, 1: response
  int packets = 0;                ///< 0: it has not been on its way, or did not enter the fabric (local)
  int hops = 0;                   ///< the most of its packets
  std::uint64_t flits = 0;        ///< of all packets
  microarch::Cycle created = 0;   ///< first packet offered
  microarch::Cycle entered = 0;   ///< first packet's first grant
  microarch::Cycle received = 0;  ///< last packet's tail ejected; local messages: last cycle of the local delay

  microarch::Cycle latency() const { return received - created; }
  microarch::Cycle network_latency() const { return received - entered; }
};

/// A payload without it travels just as well. The initiator owns it, as with any extension: set_extension, or
/// set_auto_extension with a memory manager.
class NetworkExtension : public ::tlm::tlm_extension<NetworkExtension> {
 public:
  static constexpr topologies::NodeId kByAddress = -1;

  /// Set by the initiator: the node whose target is meant; the address then stays as it is. kByAddress: the address map
  /// decides. Every network on the way of the payload reads it.
  topologies::NodeId destination = kByAddress;

  /// Set by the network, by Leg: the request before BEGIN_REQ at the target, the response before BEGIN_RESP at the
  /// initiator.
  std::array<MessageTimes, kLegs> times;

  const MessageTimes& request() const { return times[index_of(Leg::request)]; }
  const MessageTimes& response() const { return times[index_of(Leg::response)]; }

  ::tlm::tlm_extension_base* clone() const override { return new NetworkExtension(*this); }
  void copy_from(const ::tlm::tlm_extension_base& other) override {
    const auto& extension = static_cast<const NetworkExtension&>(other);
    destination = extension.destination;
    times = extension.times;
  }
};

}  // namespace trenza::tlm
