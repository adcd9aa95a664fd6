// Datelines: which class of VCs a packet in a ring must have (docs/microarchitecture-flit.md, section 8.1). Source:
// Dally and Seitz, "Deadlock-free message routing in multiprocessor interconnection networks" (1987).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topologies/topology.h"
#include "topologies/worm/worm_routing.h"
#include "topologies/worm/worm_vcs.h"

namespace trenza::topologies {

/// The place of a channel in its ring, whose channels are e_0 (the dateline), e_1, .. in the direction of travel. The
/// datelines of both directions lie on one link, that between the ring's lowest node and the one before it in the
/// direction of the even port: e_0 enters the lowest node in rings of even ports and leaves it in rings of odd ones.
struct RingPlace {
  std::int32_t to_dateline = 0;  ///< m - i for e_i of m: hops from this one on before e_0 comes; 0: in no ring
  std::int8_t before = -1;       ///< input port at the sender of the channel before it
  bool is_dateline = false;      ///< it is e_0
};

/// The places of all channels, in one flat table: a head asks at every hop.
class Datelines {
 public:
  /// No rings.
  Datelines() = default;
  /// Throws std::logic_error for a channel in two rings.
  Datelines(const Graph& graph, const std::vector<Ring>& rings);

  /// What helps where the classes of a rule do not break the rings, as keys of the configuration; may be empty. Classes
  /// that stay do not if routes take more than half of a ring: those in class 0 then close it.
  std::string advice(Dateline rule) const {
    if (empty() || rule != Dateline::fixed) return {};
    return "packets take more than half of a ring in a class that stays; expected router.dateline: memoryless or "
           "crossing";
  }

  bool empty() const { return places_.empty(); }
  const RingPlace& place(ChannelId channel) const { return places_[static_cast<std::size_t>(channel)]; }

  /// The VCs that a packet which came on `lane` may have on a channel of a ring in which it makes `hops()` hops, this
  /// one included. Precondition: the place is in a ring.
  template <typename Hops>
  static VcMask ring_vcs(const WormVcs& vcs, Dateline rule, const RingPlace& place, ArrivalLane lane,
                         const Hops& hops) {
    int kept = -1;
    if (rule != Dateline::memoryless && lane.port >= 0 && lane.port == place.before)
      kept = vcs.dateline_of[static_cast<std::size_t>(lane.vc)];
    int dateline_class = 0;
    if (rule == Dateline::crossing) {
      dateline_class = place.is_dateline || kept == 1 ? 1 : 0;
    } else {
      const bool counts_now = rule == Dateline::fixed && place.is_dateline;
      dateline_class = kept >= 0 ? kept : counts_now || hops() > place.to_dateline ? 0 : 1;
    }
    return vcs.of_dateline[static_cast<std::size_t>(dateline_class)];
  }

 private:
  std::vector<RingPlace> places_;  ///< by channel; empty without rings
};

}  // namespace trenza::topologies
