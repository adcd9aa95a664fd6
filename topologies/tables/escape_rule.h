// The escape routes of packets that are routed by table.
#pragma once

#include <cstdint>

#include "topologies/graph.h"

namespace trenza::topologies {

/// The state of a packet on its escape route: at most 39 bits of the header. It is 0 for a packet that is not on an
/// escape route yet.
using EscapeState = std::uint64_t;
inline constexpr int kEscapeStateBits = 39;

/// One hop of an escape route.
struct EscapeHop {
  PortId port = -1;
  int vc = 0;
  EscapeState after = 0;  ///< the state after the hop
};

/// A rule that leads from every node to every destination. Immutable.
class EscapeRule {
 public:
  virtual ~EscapeRule() = default;
  /// Escape virtual channels that it needs.
  virtual int vcs() const { return 1; }
  /// True if the rule is the same everywhere but for what Translations of the network tell apart: it looks at the class
  /// of a node and at differences of coordinates modulo the sizes.
  virtual bool translation_invariant() const { return false; }
  /// The next hop. Precondition: at != destination, and `state` is 0 or comes from the hop before.
  virtual EscapeHop next(NodeId at, NodeId destination, EscapeState state) const = 0;
};

}  // namespace trenza::topologies
