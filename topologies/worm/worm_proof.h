// Proof of deadlock freedom of the flit-level machine before cycle 0 (docs/microarchitecture-flit.md, section 8.4).
// Source: Duato, "A necessary and sufficient condition for deadlock-free adaptive routing in wormhole networks" (1995).
#pragma once

#include "topologies/proof.h"
#include "topologies/topology.h"

namespace trenza::topologies {

/// The properties of the routers that the proof uses.
struct WormProofParameters {
  bool atomic_reallocation = false;  ///< an output VC is allocated only when all its credits are home
  int buffer_flits = 0;              ///< depth of an input VC; only flit bubbles need it
  int max_packet_flits = 0;          ///< most flits of a packet; likewise
};

/// Checks, by visiting every state of the relation on every lane of arrival: (a) "connected": every destination is
/// reached from every state by every choice; (b) "order": the extended dependency graph of escape lanes (channel, VC)
/// has no cycle; (c) "escape always offered": every header can ask for an escape lane that counts
/// (WormRelation::counted_vcs) at every node, on whatever lane it came; (d) "one packet in a queue", if there are
/// adaptive VCs: reallocation is atomic (Duato 1995, assumption 5); (e) "rings", with flit bubbles: rings close, and a
/// buffer holds the largest packet and a flit more. In (b) every ring is one vertex for each VC then. A failure names
/// the state or prints the whole cycle of lanes. Time: states; a closed torus has one for every node and kind of
/// header, which is much less than one for every pair.
Proof prove_worm_deadlock_free(const Topology& routed, const WormProofParameters& parameters,
                               const WalkProgress& progress = {});

}  // namespace trenza::topologies
