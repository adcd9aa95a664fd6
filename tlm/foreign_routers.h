// Routers of a tlm fabric of which somebody else makes the decisions: what crosses the border.
//
// The fabric keeps the books of these routers as of all others, but never looks at them: it is told of their grants and
// reservations, and what follows from these is the same. Within a cycle its own routers decide first; what they send
// and give back is told before the foreign ones are asked. Under the cycle contract nothing that a foreign router
// decides in a cycle changes a decision elsewhere before the next one.
#pragma once

#include <vector>

#include "microarch/fabric.h"
#include "microarch/flit.h"
#include "topologies/routing.h"

namespace trenza::tlm {

/// A packet starts to cross a router of the fabric in the present cycle; its flits follow one each cycle.
struct Passage {
  topologies::NodeId router = -1;
  int input = 0;
  int output = 0;
  int vc = 0;
  microarch::PacketId packet = 0;
  int flits = 0;
  int hops = 0;                       ///< made before
  topologies::HeaderWord header = 0;  ///< as it arrived at the router
};

/// The same for a flit of the flit-level machine.
struct FlitPassage {
  topologies::NodeId router = -1;
  int input = 0;
  int output = 0;
  int vc = 0;  ///< of the output, if that is a network port
  microarch::PacketId packet = 0;
  int flits = 0;                      ///< of the packet
  int hops = 0;                       ///< that its head has made, this one included
  topologies::HeaderWord header = 0;  ///< as the head leaves the router
  bool is_head = false;
};

/// A foreign router grants the front packet of an input, or reserves an output VC for it (docs/microarchitecture.md,
/// section 17). In the flit-level machine: the front flit of an input crosses, or its head is allocated an output VC.
struct ForeignDecision {
  topologies::NodeId router = -1;
  int input = 0;
  int output = 0;  ///< -1: a reservation of a packet that is at its destination
  int vc = 0;
  microarch::PacketId packet = 0;
  bool is_tail = false;  ///< of a flit that crosses
};

/// What all foreign routers decide in a cycle, by router.
struct ForeignDecisions {
  std::vector<ForeignDecision> reservations;
  std::vector<ForeignDecision> grants;
};

class ForeignRouters {
 public:
  virtual ~ForeignRouters() = default;

  /// A packet of the cycle that comes next, of any source, by age.
  virtual void offered(microarch::PacketId packet, const microarch::Delivery& delivery,
                       topologies::HeaderWord header) = 0;
  /// Is called for every grant of a router that is not foreign.
  virtual void passes(microarch::Cycle /*cycle*/, const Passage& /*passage*/) {}
  /// The flit-level machine calls this in its place, for flits of all routers: those of foreign ones after decide().
  virtual void passes_flit(microarch::Cycle /*cycle*/, const FlitPassage& /*passage*/) {}
  /// A foreign router may grant something in the next cycle, or must see it.
  virtual bool awake() const = 0;
  /// Called once for each cycle in which the fabric works.
  virtual const ForeignDecisions& decide(microarch::Cycle cycle) = 0;
  /// A packet has left the network, in the cycle that was simulated last.
  virtual void delivered(microarch::PacketId packet, const microarch::Delivery& delivery) = 0;
};

}  // namespace trenza::tlm
