// The routing relation: what a packet's header asks of a router. It knows no buffers, virtual channels or credits.
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/graph.h"

namespace trenza::topologies {

/// The routing part of a packet header as it travels: bits 23..0 destination node, bits 63..24 state of the relation
/// (for records: D signed fields of 40 / D bits, at most 16, dimension 1 lowest).
using HeaderWord = std::uint64_t;

inline constexpr int kDestinationBits = 24;
inline constexpr HeaderWord kDestinationMask = (HeaderWord{1} << kDestinationBits) - 1;

/// Destination node of a header.
inline NodeId destination_of(HeaderWord header) { return static_cast<NodeId>(header & kDestinationMask); }

/// The channels by which a header may leave a node. The alignment makes compilers return it through memory: in two
/// registers GCC puts the fields together by a store that a wider load then waits for, which doubled the cost of a hop.
struct alignas(32) RouteChoice {
  std::uint32_t adaptive_ports = 0;  ///< bit p: output port p is productive (on a minimal path)
  PortId escape_port = -1;           ///< output port of the escape channel; -1 at the destination
  int escape_vc = 0;                 ///< its virtual channel, 0 <= escape_vc < escape_vcs()
  bool arrived = false;              ///< the header is at its destination
};

/// A routing relation. Implementations are immutable and safe to share.
class RoutingRelation {
 public:
  virtual ~RoutingRelation() = default;

  /// Header of a new packet. `draw` is a uniform 64-bit number that chooses among equally short routes
  /// (docs/microarchitecture.md, section 3). Precondition: source != destination.
  virtual HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const = 0;

  /// The channels that `header` may ask for at node `at`.
  virtual RouteChoice choices(NodeId at, HeaderWord header) const = 0;

  /// The header after the hop from node `at` by output port `port`, by its escape channel if `escape`, else by an
  /// adaptive one. Defined for every header that can be at `at`, also one that has arrived or would not ask for `port`
  /// (the result then means nothing): combinational logic asks before its inputs have settled.
  virtual HeaderWord advance(NodeId at, HeaderWord header, PortId port, bool escape) const = 0;

  /// Escape virtual channels of each channel of the network.
  virtual int escape_vcs() const { return 1; }

  /// True if escape routes can leave the shortest paths. Then a header asks for its escape channel only when no adaptive
  /// one has the credits, and stays on escape channels: after a hop with `escape`, `choices` offers no adaptive ports.
  virtual bool escape_detours() const { return false; }

  /// Hops of a shortest path.
  virtual int distance(NodeId source, NodeId destination) const = 0;

  /// Number n >= 1 of different headers that `initial` chooses among: it returns number `draw mod n`. The proof visits
  /// all of them.
  virtual std::uint64_t routes(NodeId source, NodeId destination) const = 0;

  /// True only if the relation is by difference, by construction: bits 63..24 of `initial` are the same for every pair
  /// that the same ports join, and `choices` never depends on `at`. The proof then walks one destination instead of
  /// all.
  virtual bool translation_invariant() const { return false; }

  /// Dimensions of the records that headers carry (record_format.h); 0: they carry something else.
  virtual int record_dimensions() const { return 0; }

  /// Classes of nodes, by node, that look alike: for any two nodes of a class an automorphism of the network that keeps port
  /// numbers carries one to the other, and this relation to itself (bits 63..24 of headers stay as they are). The
  /// proof then walks one destination of each class. Empty: none is known.
  virtual std::vector<std::int32_t> node_classes() const { return {}; }
};

}  // namespace trenza::topologies
