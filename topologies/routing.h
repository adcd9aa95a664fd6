// The routing relation: what a packet's header asks of a router. It knows no buffers, virtual channels or credits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "topologies/graph.h"

namespace trenza::topologies {

/// The routing part of a packet header as it travels: bits 23..0 destination node, bits 63..24 state of the relation
/// (for records: D signed fields of 40 / D bits, at most 16, dimension 1 lowest).
using HeaderWord = std::uint64_t;

inline constexpr int kDestinationBits = 24;
inline constexpr HeaderWord kDestinationMask = (HeaderWord{1} << kDestinationBits) - 1;
/// Nodes of a network: a header has the number of its destination.
inline constexpr std::int64_t kMaxNodes = static_cast<std::int64_t>(kDestinationMask);

/// Destination node of a header.
inline NodeId destination_of(HeaderWord header) { return static_cast<NodeId>(header & kDestinationMask); }

/// Virtual channels of a packet's class: bit v is VC v.
using VcMask = std::uint32_t;
/// In a VcMask: all VCs of the class that are not escape VCs, however many a router has.
inline constexpr VcMask kAdaptiveVcs = VcMask{1} << 31;

/// Candidates that a header likes equally well: each of the VCs of each of the ports.
struct Tier {
  std::uint32_t ports = 0;  ///< bit p: output port p
  VcMask vcs = 0;
};

/// What a header may ask for at a node, the best tier first; an empty tier stands for nothing. The alignment makes
/// compilers return it through memory: in two registers GCC puts the fields together by a store that a wider load then
/// waits for, which doubled the cost of a hop.
struct alignas(32) RouteChoice {
  static constexpr std::size_t kAdaptive = 0;  ///< tier of the shortest paths
  static constexpr std::size_t kEscape = 1;    ///< tier of the escape channel
  static constexpr std::size_t kTiers = 3;

  std::array<Tier, kTiers> tiers{};
  bool arrived = false;  ///< the header is at its destination, and all tiers are empty

  /// The usual choice: any adaptive VC of the ports, or else VC `vc` of `escape`, if `escape` is not -1.
  static constexpr RouteChoice of(std::uint32_t adaptive_ports, PortId escape, int vc = 0) {
    RouteChoice choice;
    choice.set_adaptive(adaptive_ports);
    choice.set_escape(escape, vc);
    return choice;
  }
  static constexpr RouteChoice at_destination() {
    RouteChoice choice;
    choice.arrived = true;
    return choice;
  }
  constexpr void set_adaptive(std::uint32_t ports) { tiers[kAdaptive] = {ports, ports == 0 ? 0 : kAdaptiveVcs}; }
  constexpr void set_escape(PortId port, int vc = 0) {
    tiers[kEscape] = port < 0 ? Tier{} : Tier{std::uint32_t{1} << port, VcMask{1} << vc};
  }
  /// Productive ports: those on a shortest path.
  constexpr std::uint32_t adaptive_ports() const { return tiers[kAdaptive].ports; }
  /// Port and virtual channel of the lowest escape channel; -1 and 0 if there is none.
  constexpr PortId escape_port() const { return first(tiers[kEscape].ports, -1); }
  constexpr int escape_vc() const { return first(tiers[kEscape].vcs, 0); }

 private:
  static constexpr int first(std::uint32_t mask, int none) { return mask == 0 ? none : __builtin_ctz(mask); }
};

/// The lane on which a header came to a node: input port and VC of its class. In an injector it came on none: port -1.
struct ArrivalLane {
  PortId port = -1;
  int vc = 0;
};

/// What sets the escape tier of a relation apart.
struct EscapeTraits {
  bool last_resort = false;  ///< asked for only where no tier before it has the credits, on a free port or a busy one
  bool sticky = false;       ///< after a hop by it, `choices` offers no adaptive ports any more
  bool detours = false;      ///< its hops need not come nearer, but its route from every state ends at the destination
};

struct RecordSteps;

/// A routing relation. Implementations are immutable and safe to share.
class RoutingRelation {
 public:
  virtual ~RoutingRelation() = default;

  /// Header of a new packet. `draw` is a uniform 64-bit number that chooses among equally short routes
  /// (docs/microarchitecture.md, section 3). Of a packet to its own node it is a header that has arrived.
  virtual HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const = 0;

  /// What `header`, which came on `lane`, may ask for at node `at`.
  virtual RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane = {}) const = 0;

  /// The header after the hop from node `at` by output port `port`, by its escape channel if `escape`, else by an
  /// adaptive one. Defined for every header that can be at `at`, also one that has arrived or would not ask for `port`
  /// (the result then means nothing): combinational logic asks before its inputs have settled.
  virtual HeaderWord advance(NodeId at, HeaderWord header, PortId port, bool escape) const = 0;

  /// Escape virtual channels of each channel of the network.
  virtual int escape_vcs() const { return 1; }

  virtual EscapeTraits escape_traits() const { return {}; }

  /// Hops of a shortest path.
  virtual int distance(NodeId source, NodeId destination) const = 0;

  /// Number n >= 1 of different headers that `initial` chooses among: it returns number `draw mod n`. The proof visits
  /// all of them.
  virtual std::uint64_t routes(NodeId source, NodeId destination) const = 0;

  /// True only if the relation is by difference, by construction: bits 63..24 of `initial` are the same for every pair
  /// that the same ports join, and `choices` never depends on `at`. The proof then walks one destination instead of
  /// all.
  virtual bool translation_invariant() const { return false; }

  /// The choices and hops of this relation if they are those of records in dimension order, else null
  /// (topologies/record_steps.h).
  virtual const RecordSteps* record_steps() const { return nullptr; }

  /// Dimensions of the records that headers carry (record_format.h); 0: they carry something else.
  virtual int record_dimensions() const { return 0; }

  /// Classes of nodes, by node, that look alike: for any two nodes of a class an automorphism of the network that keeps
  /// port numbers carries one to the other, and this relation to itself (bits 63..24 of headers stay as they are). The
  /// proof then walks one destination of each class. Empty: none is known.
  virtual std::vector<std::int32_t> node_classes() const { return {}; }
};

}  // namespace trenza::topologies
