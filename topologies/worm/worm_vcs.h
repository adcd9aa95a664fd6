// The virtual channels of a class of packets, by what a route may do with them.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "topologies/routing.h"

namespace trenza::topologies {

/// Most virtual channels of a channel and class in the flit-level machine.
inline constexpr int kMaxWormVcs = 16;

/// VC u of a class is bit u (docs/microarchitecture-flit.md, section 8).
struct WormVcs {
  int count = 0;
  VcMask escape = 0;                           ///< all that are offered in RouteChoice::kEscape
  VcMask adaptive = 0;                         ///< all others
  std::array<VcMask, 2> of_dateline{};         ///< of channels in a ring, by dateline class; 0: there are none
  std::array<int, kMaxWormVcs> dateline_of{};  ///< dateline class by VC; -1: it belongs to none, or to both
  std::vector<VcMask> groups;                  ///< escape VCs that are alike; together all of them

  /// All VCs for one route. `datelines`: there are rings, whose VCs are in two classes.
  static WormVcs single_route(int count, bool datelines) {
    WormVcs vcs;
    vcs.count = count;
    vcs.escape = first(count);
    vcs.groups = {vcs.escape};
    if (datelines) vcs.split(count / 2, count);
    return vcs;
  }
  /// Escape VCs, one or one for each dateline class, and adaptive ones.
  static WormVcs with_adaptive(int count, bool datelines) {
    WormVcs vcs;
    vcs.count = count;
    vcs.escape = datelines ? 3 : 1;
    vcs.groups = {vcs.escape};
    vcs.adaptive = first(count) & ~vcs.escape;
    if (datelines) vcs.split(1, 2);
    return vcs;
  }
  /// All VCs for one route, no two of which are alike.
  static WormVcs single_route_apart(int count) {
    std::vector<VcMask> groups;
    for (int vc = 0; vc < count; ++vc) groups.push_back(VcMask{1} << vc);
    return grouped(count, groups);
  }
  /// Escape VCs in groups, and adaptive ones.
  static WormVcs grouped(int count, const std::vector<VcMask>& groups) {
    WormVcs vcs;
    vcs.count = count;
    vcs.groups = groups;
    for (const VcMask group : groups) vcs.escape |= group;
    vcs.adaptive = first(count) & ~vcs.escape;
    return vcs;
  }

 private:
  static constexpr VcMask first(int count) { return (VcMask{1} << count) - 1; }
  void split(int middle, int end) {
    const VcMask all = first(end);
    const VcMask low = first(middle);
    of_dateline = {low, all & ~low};
    if (low == 0) {
      of_dateline[0] = all;
    } else {
      groups = {of_dateline[0], of_dateline[1]};
    }
    for (int vc = 0; vc < kMaxWormVcs; ++vc) {
      const bool one_class = low != 0 && vc < end;
      dateline_of[static_cast<std::size_t>(vc)] = !one_class ? -1 : vc < middle ? 0 : 1;
    }
  }
};

}  // namespace trenza::topologies
