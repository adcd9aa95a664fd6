// Flit bubbles: rings without dateline classes, in which a flit of room is kept (docs/microarchitecture-flit.md,
// section 8.3). Source: Ma, Wang, Liu, Jerger and Huang, "Leaving one slot empty: flit bubble flow control for torus
// cache-coherent NoCs" (2015).
#pragma once

#include "topologies/worm/datelines.h"

namespace trenza::topologies {

/// Of the ring VCs of a channel, those that the proof counts for a packet that came on `lane`: where it continues, in
/// the ring of this channel and in a ring VC, that of the same number; else all.
inline VcMask ring_vcs_to_wait_for(const Datelines& rings, ChannelId channel, ArrivalLane lane, VcMask ring_vcs) {
  if (rings.empty() || lane.port < 0) return ring_vcs;
  const RingPlace& place = rings.place(channel);
  const VcMask same = VcMask{1} << lane.vc & ring_vcs;
  return place.to_dateline == 0 || place.before != lane.port || same == 0 ? ring_vcs : same;
}

}  // namespace trenza::topologies
