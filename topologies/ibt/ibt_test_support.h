// Interlaced bypass tori that tests try.
#pragma once

#include <utility>
#include <vector>

#include "topologies/ibt/ibt_spec.h"

namespace trenza::topologies::test_support {

inline IbtSpec express(std::vector<int> sizes, std::vector<int> lengths, std::vector<bool> wrap = {}) {
  IbtSpec spec;
  spec.sizes = std::move(sizes);
  spec.lengths = std::move(lengths);
  spec.wrap = std::move(wrap);
  spec.placement = BypassPlacement::all;
  return spec;
}

inline IbtSpec partial(std::vector<int> sizes, int m, std::vector<int> lengths, std::vector<bool> wrap = {}) {
  IbtSpec spec;
  spec.sizes = std::move(sizes);
  spec.interlaced_dimensions = m;
  spec.lengths = std::move(lengths);
  spec.wrap = std::move(wrap);
  return spec;
}

/// Of 8x8 nodes, with one length of bypass.
inline IbtSpec ibt_8x8() { return symmetric_ibt(2, 8, {4}); }

inline std::vector<IbtSpec> small_networks() {
  return {symmetric_ibt(2, 8, {2}),
          symmetric_ibt(2, 8, {4}),
          symmetric_ibt(2, 16, {4, 8}),
          symmetric_ibt(3, 12, {3}),
          symmetric_ibt(3, 12, {6}),
          symmetric_ibt(2, 4, {}),
          symmetric_ibt(1, 24, {3, 6, 12}),
          symmetric_ibt(1, 8, {1}),
          partial({8, 12}, 0, {4}),
          partial({16, 20, 3}, 2, {4, 8}),
          partial({12, 5, 2}, 1, {2, 6}),
          partial({8, 7}, 0, {2}, {true, false}),
          partial({7, 8}, 0, {2}, {false, true}),
          partial({9, 10}, 0, {4, 8}, {false, false}),
          partial({6, 4, 4}, 1, {3}, {false, true, true}),
          express({8, 6}, {2, 3}),
          express({8, 6}, {3, 5}, {false, false}),
          express({8, 6}, {3}, {true, false})};
}

}  // namespace trenza::topologies::test_support
