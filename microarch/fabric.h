// The small interface of every view of the machine: offer packets, let time pass, learn of ejections.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "microarch/cycle.h"
#include "microarch/request_mask.h"
#include "microarch/stall_table.h"
#include "topologies/topology.h"

namespace trenza::microarch {

struct FabricParameters;

using topologies::NodeId;

/// A packet that has reached its destination.
struct Delivery {
  NodeId source = -1;
  NodeId destination = -1;
  std::uint64_t number = 0;  ///< of the packet at its source, from 0
  int flits = 0;
  int hops = 0;           ///< network channels crossed
  Cycle created = 0;      ///< cycle of the offer
  Cycle entered = 0;      ///< cycle of the first grant
  Cycle ejected = 0;      ///< cycle in which the tail left the network
  std::uint64_t tag = 0;  ///< as given with the offer
  int message_class = 0;  ///< as given with the offer

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [source, destination, number, flits, hops, created, entered, ejected, tag, message_class] = self;
    archive(source, destination, number, flits, hops, created, entered, ejected, tag, message_class);
  }
};

/// A grant: a packet starts to cross a router. By flits: its head crosses, or its tail.
struct Hop {
  Cycle cycle = 0;  ///< of the grant
  NodeId router = -1;
  int input = -1;   ///< docs/microarchitecture.md, section 2
  int output = -1;  ///< network port, or ports + ejection port
  int vc = -1;      ///< of the channel that it takes; -1 for an ejection port
  NodeId source = -1;
  std::uint64_t number = 0;  ///< of the packet at its source
};

/// Called for every grant. The grants of one cycle come in no particular order.
using HopObserver = std::function<void(const Hop&)>;

/// A flit of a flit-level machine crosses a router.
struct FlitMove {
  Cycle cycle = 0;  ///< of the grant
  NodeId router = -1;
  int input = -1;  ///< these three as in Hop
  int output = -1;
  int vc = -1;
};

/// Called for every flit. Those of one cycle come in no particular order.
using FlitObserver = std::function<void(const FlitMove&)>;

/// A resource that a waiting header could take, and what it lacks. Used by the watchdog.
struct WaitTarget {
  int output = -1;  ///< output of the router: network port, or ports + ejection port
  int vc = -1;
  int available = 0;  ///< credits: flits (adaptive VC) or slots (escape VC)
  int needed = 0;
  bool output_free = false;
};

/// A packet whose head is at the front of an input and was not granted before this cycle.
struct WaitingHead {
  NodeId router = -1;
  int input = -1;  ///< docs/microarchitecture.md, section 2
  NodeId source = -1;
  NodeId destination = -1;
  std::uint64_t number = 0;
  int flits = 0;
  std::string text;  ///< the head as waves show it (flit_text); empty if the view does not say
  std::vector<WaitTarget>
      targets;  ///< productive adaptive VCs and the escape VC (or ejection ports), or what it reserved
  std::optional<Cycle> second_step{};  ///< from when on it may ask for the crossbar, if it holds a reservation
};

/// A waiting head by its place and its name alone.
struct StandingHead {
  NodeId router = -1;
  int input = -1;  ///< docs/microarchitecture.md, section 2
  NodeId source = -1;
  std::uint64_t number = 0;

  friend bool operator==(const StandingHead& a, const StandingHead& b) {
    return a.router == b.router && a.input == b.input && a.source == b.source && a.number == b.number;
  }
};

/// A snapshot of all packets that wait. It is enough to find a cycle of waiting packets. Packets offered in cycle now()
/// are not in it.
struct WaitSnapshot {
  std::vector<WaitingHead> heads;
  /// Inputs (router * inputs + input) whose front packet is crossing, and inputs with flits or credits in flight
  /// towards them, or with room that a packet has reserved: they will progress.
  std::vector<std::uint64_t> moving_inputs;
  /// Output VCs (router * outputs * vcs + output * vcs + vc) with credits in flight.
  std::vector<std::uint64_t> credits_in_flight;
};

inline std::vector<StandingHead> standing_heads(const WaitSnapshot& snapshot) {
  std::vector<StandingHead> heads;
  for (const WaitingHead& head : snapshot.heads) heads.push_back({head.router, head.input, head.source, head.number});
  return heads;
}

/// The heads that wait at a router, as in WaitSnapshot::heads.
using HeadsAt = std::function<std::vector<WaitingHead>(NodeId router)>;

/// Called in every cycle that is simulated, before that cycle's grants are told. `heads_at` tells which heads could ask
/// in this cycle, those of packets offered in it included; it is valid during the call.
using WaitObserver = std::function<void(Cycle cycle, const HeadsAt& heads_at)>;

/// What a flit-level input VC that is not empty does in a cycle (docs/microarchitecture-flit.md, section 11).
struct InputCycle {
  int input = -1;
  StallReason reason = StallReason::empty;
  NodeId source = -1;  ///< of the packet whose flit is at the front, or that holds the output VC
  std::uint64_t number = 0;
  Cycle entered = 0;  ///< network entry of that packet
  int output = -1;    ///< of the output VC that it holds, one of this cycle included; -1: none
  int vc = -1;
  bool allocated = false;  ///< it got that in this cycle
  OutputMask wanted = 0;   ///< outputs of the output VCs that a head may have, while it has none
};

/// Learns what input VCs do. Within a cycle a router is told before its grants, routers in no particular order.
struct InputObserver {
  std::function<bool(NodeId router)> wants;  ///< whether a router is told in this cycle
  std::function<void(Cycle cycle, NodeId router, const std::vector<InputCycle>& inputs)> tell;  ///< inputs in order
};

/// Running totals since cycle 0.
struct Counters {
  std::uint64_t packets_offered = 0;
  std::uint64_t packets_delivered = 0;
  std::uint64_t flits_offered = 0;
  std::uint64_t flits_delivered = 0;
  std::uint64_t flit_hops = 0;               ///< flits that crossed to a network output
  std::uint64_t escape_grants = 0;           ///< packet hops on escape VCs
  std::uint64_t network_grants = 0;          ///< packet hops on all VCs
  std::vector<std::uint64_t> channel_flits;  ///< by topologies::ChannelId

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [offered, delivered, flits_offered, flits_delivered, flit_hops, escapes, grants, channel_flits] = self;
    archive(offered, delivered, flits_offered, flits_delivered, flit_hops, escapes, grants, channel_flits);
  }
};

/// A fault inside the machine: an invariant is violated. Never the user's fault.
class InvariantViolation : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// One view of the machine.
class Fabric {
 public:
  virtual ~Fabric() = default;

  virtual const topologies::Topology& topology() const = 0;
  virtual const FabricParameters& parameters() const = 0;

  /// The cycle that will be simulated next.
  virtual Cycle now() const = 0;

  /// Offers a packet in cycle now(); it is created in that cycle. Returns its number at the source. Preconditions
  /// (InvariantViolation): nodes in range, 1 <= flits <= max_packet_flits, 0 <= message_class <
  /// message_classes. `tag` comes back with the delivery. (Overrides have no default for the class.)
  virtual std::uint64_t offer(NodeId source, NodeId destination, int flits, std::uint64_t tag,
                              int message_class = 0) = 0;

  /// Simulates cycles until now() == limit, or until the end of the first cycle with a delivery. Simulates at least one
  /// cycle (precondition: now() < limit). An empty fabric jumps to `limit` without simulating.
  virtual void advance(Cycle limit) = 0;

  /// The packets that were ejected in the cycles of the last advance(), in order of (cycle, destination, ejection
  /// port).
  virtual const std::vector<Delivery>& delivered() const = 0;

  /// True if nothing is queued, buffered or in flight, and all credits are home.
  virtual bool idle() const = 0;

  virtual Counters counters() const = 0;

  /// Checks conservation of flits, packets and credits now. Returns one line for each violation.
  virtual std::vector<std::string> audit() const = 0;

  virtual WaitSnapshot waiting() const = 0;

  /// The heads of waiting(), in the same order. A view overrides it if it can tell them without all that they wait for.
  virtual std::vector<StandingHead> standing() const { return standing_heads(waiting()); }

  /// What stands still for good and is no deadlock, for people: a block from outside that never grants. Empty: nothing
  /// known. advance() ends with the cycle in which it is found.
  virtual std::string blocked() const { return {}; }

  /// From now on counts why packets do not move. Precondition: cycle 0.
  virtual void count_stalls(StallDetail /*detail*/) {}
  /// The counts of all cycles before now(); of detail `off` if it does not count.
  virtual StallTable stalls() const { return {}; }

  /// From now on `observer` is told of every grant, before the delivery that follows from it; an empty one ends this.
  /// Observing changes nothing else. A fabric without grants (a test double) ignores it.
  virtual void observe_hops(const HopObserver& /*observer*/) {}

  /// From now on `observer` is told of every tail that crosses a router, as observe_hops() of heads, after the head if
  /// that is the same flit; an empty one ends this. Of flit-level machines only: others ignore it.
  virtual void observe_tails(const HopObserver& /*observer*/) {}

  /// From now on no cycle in which something is inside is skipped, and `observer` is told what input VCs do; one with
  /// an empty `tell` ends this. To be called between two advances. Observing changes nothing else. Of flit-level
  /// machines only: others ignore it.
  virtual void observe_inputs(const InputObserver& /*observer*/) {}

  /// From now on no cycle in which something is inside is skipped, and `observer` is told of each; an empty one ends
  /// this. To be called between two advances. Observing changes nothing else. A test double ignores it.
  virtual void observe_waits(const WaitObserver& /*observer*/) {}

  /// From now on `observer` is told of every flit that crosses a router; an empty one ends this. Observing changes
  /// nothing else. Of flit-level machines only: others ignore it.
  virtual void observe_flits(const FlitObserver& /*observer*/) {}
};

}  // namespace trenza::microarch
