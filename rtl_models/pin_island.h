// Some routers of a network as clocked SystemC modules, with all channels between them and to the routers that are
// missing. The object that stands for the missing routers drives their ends of the wires.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/flit.h"
#include "rtl_models/probe.h"
#include "topologies/routing.h"

namespace trenza::rtl_models {

using microarch::Cycle;

/// A flit that crosses to an output of a router here in a cycle.
struct Crossing {
  topologies::NodeId router = -1;
  int input = -1;
  int output = -1;
  int vc = 0;
  microarch::FlitWord flit = 0;       ///< as it leaves by a link, or as it was stored if it leaves the network
  topologies::HeaderWord header = 0;  ///< of heads that leave by a link
};

/// The packet at the front of an input of a router here reserves an output VC in a cycle.
struct Booking {
  topologies::NodeId router = -1;
  int input = -1;
  int output = -1;  ///< -1: the packet is at its destination
  int vc = 0;
  microarch::PacketId packet = 0;
};

/// The tail of a packet left the network at a router here.
struct Departure {
  topologies::NodeId node = -1;
  int ejector = 0;
  microarch::PacketId packet = 0;
  int hops = 0;
};

/// One per process: it elaborates the SystemC kernel.
class PinIsland {
 public:
  virtual ~PinIsland() = default;

  /// A packet has got its identity; identities are consecutive. Must be called for the packets of all routers, so that
  /// waves can name what passes.
  virtual void add_packet(microarch::PacketId packet, const microarch::Delivery& delivery) = 0;
  virtual void remove_packet(microarch::PacketId packet) = 0;
  /// Puts a packet of `delivery.source`, which is here, into its source queue at the begin of the cycle that run() will
  /// simulate next, which is that of its creation.
  virtual void offer(microarch::PacketId packet, const microarch::Delivery& delivery,
                     topologies::HeaderWord header) = 0;
  /// A flit crosses to a channel from a missing router in the cycle that run() will simulate next.
  virtual void send(topologies::ChannelId channel, int vc, microarch::FlitWord flit, topologies::HeaderWord header) = 0;
  /// A missing router returns credits for a channel from here in that cycle: bit v for VC v.
  virtual void return_credits(topologies::ChannelId channel, std::uint32_t vcs) = 0;

  /// True if something may happen in the next cycle even if nothing comes from outside. While it is false, cycles may
  /// be left out.
  virtual bool awake() const = 0;
  /// Simulates a cycle. Throws microarch::InvariantViolation.
  virtual void run(Cycle cycle) = 0;
  /// The flits that crossed in that cycle, by router and output, the reservations, by router and input, and the packets
  /// that left the network.
  virtual const std::vector<Crossing>& crossings() const = 0;
  virtual const std::vector<Booking>& bookings() const = 0;
  virtual const std::vector<Departure>& departures() const = 0;
  /// A packet that was added and not removed; null: there is none.
  virtual const microarch::Delivery* packet(microarch::PacketId id) const = 0;
  /// Credits of an output VC of a router here.
  virtual int credits(topologies::NodeId router, int port, int vc) const = 0;

  /// As in PinFabric.
  virtual const std::vector<Probe>& probes() const = 0;
  virtual void observe(std::function<void(Cycle)> observer) = 0;
  /// Calls the observer for a cycle that need not be simulated, because nothing here is awake.
  virtual void show_quiet(Cycle cycle) = 0;
  virtual const std::vector<std::uint8_t>& changed_groups() const = 0;
  virtual std::uint64_t period_picoseconds() const = 0;
};

class BlockFactory;
/// `present`: by node, whether its router is here; one at least. `topology` must outlive it. `blocks` makes the blocks
/// (router/block_factory.h). Precondition: !parameters.by_flits(); else make_worm_pin_island
/// (wormhole/fabric/worm_pin_island.h).
std::unique_ptr<PinIsland> make_pin_island(const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters,
                                           const std::vector<bool>& present, const BlockFactory& blocks);

}  // namespace trenza::rtl_models
