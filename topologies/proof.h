// Proof of deadlock freedom before cycle 0. Sources: Dally and Towles, Principles and Practices of Interconnection
// Networks, chapter 14; Carrion, Beivide, Gregorio and Vallejo, "A flow control mechanism to avoid message deadlock in
// k-ary n-cube networks" (bubble).
#pragma once

#include <string>
#include <vector>

#include "topologies/bubble_rule.h"
#include "topologies/relation_walk.h"
#include "topologies/topology.h"

namespace trenza::topologies {

/// The properties of the routers that the proof uses.
struct EscapeParameters {
  int buffer_packets = 4;                    ///< depth of the escape VC in slots
  int slots_to_enter = kSlotsToEnter;        ///< free slots that a packet needs to enter a ring
  int slots_to_continue = kSlotsToContinue;  ///< free slots that a packet needs to go on in its ring
};

/// Outcome of one obligation.
struct Obligation {
  std::string name;  ///< "connected", "rings", "order", "escape always offered"
  bool holds = false;
  std::string evidence;  ///< what was checked, or the counterexample: the ring or the cycle of channels in full
};

struct Proof {
  std::vector<Obligation> obligations;
  bool holds() const;
};

/// Checks, by visiting every state of the relation: (a) connected: every destination is reached from every state by
/// every choice: adaptive hops come nearer; escape hops too, or, where escapes detour, the escape route of every state
/// ends at its destination and is not left again; (b) rings: they close, no escape lane is in two, and each keeps a
/// free slot: entering needs 2 slots, continuing 1, depth 2 at least; (c) order: rings, and the escape lanes that are
/// in none, can be put in an order in which escape routes only turn to later ones (computed from the relation itself,
/// not assumed); (d) every header can ask for an escape channel that is there at every node. Under virtual cut-through
/// these suffice: a packet in an adaptive buffer holds no escape lane. A failure prints the ring ("yp0: r_0_0 -> r_0_1
/// -> ...") or the cycle of escape channels. Time: states; records of closed tori are walked for one destination,
/// others for all. `progress` is told what share is done (relation_walk.h).
Proof prove_deadlock_free(const Topology& topology, const EscapeParameters& escape, const WalkProgress& progress = {});

}  // namespace trenza::topologies
