// The virtual channels of a class of packets, by what a route may do with them.
#pragma once

#include <array>
#include <cstddef>

#include "topologies/routing.h"

namespace trenza::topologies {

/// Most virtual channels of a channel and class in the flit-level machine.
inline constexpr int kMaxWormVcs = 16;

/// VC u of a class is bit u (docs/microarchitecture-flit.md, section 8).
struct WormVcs {
  int count = 0;
  VcMask escape = 0;                    ///< all that are offered in RouteChoice::kEscape; those of channels in no ring
  VcMask adaptive = 0;                  ///< all others
  std::array<VcMask, 2> of_dateline{};  ///< of channels in a ring, by dateline class
  std::array<int, kMaxWormVcs> dateline_of{};  ///< dateline class by VC; -1: it belongs to none, or to both

  /// All VCs for one route. `datelines`: there are rings, whose VCs are in two classes.
  static constexpr WormVcs single_route(int count, bool datelines) {
    WormVcs vcs;
    vcs.count = count;
    vcs.escape = (VcMask{1} << count) - 1;
    if (datelines) vcs.split(count / 2, count);
    return vcs;
  }
  /// Escape VCs, one or one for each dateline class, and adaptive ones.
  static constexpr WormVcs with_adaptive(int count, bool datelines) {
    WormVcs vcs;
    vcs.count = count;
    vcs.escape = datelines ? 3 : 1;
    vcs.adaptive = ((VcMask{1} << count) - 1) & ~vcs.escape;
    if (datelines) vcs.split(1, 2);
    return vcs;
  }

 private:
  constexpr void split(int middle, int end) {
    const VcMask all = (VcMask{1} << end) - 1;
    const VcMask low = (VcMask{1} << middle) - 1;
    of_dateline = {low, all & ~low};
    if (low == 0) of_dateline[0] = all;
    for (int vc = 0; vc < kMaxWormVcs; ++vc) {
      const bool one_class = low != 0 && vc < end;
      dateline_of[static_cast<std::size_t>(vc)] = !one_class ? -1 : vc < middle ? 0 : 1;
    }
  }
};

}  // namespace trenza::topologies
