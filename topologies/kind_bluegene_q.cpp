// Kind bluegene_q: the five-dimensional torus of Blue Gene/Q.
#include <algorithm>

#include "topologies/kinds.h"
#include "topologies/machine_kind.h"

namespace trenza::topologies {

namespace {

constexpr std::size_t kBluegeneQDimensions = 5;
constexpr int kBluegeneQMidplane = 4;  ///< nodes of a midplane in dimensions A to D
constexpr int kLast = 2;               ///< in dimension E, whatever the block is

TorusShape block_shape(const TopologySpec& spec) {
  const std::string& block = spec.text("block");
  const std::vector<int> sizes = parse_sizes("bluegene_q", block);
  const bool fits =
      sizes.size() == kBluegeneQDimensions && sizes.back() == kLast &&
      std::all_of(sizes.begin(), sizes.end() - 1, [](int d) { return d > 0 && d % kBluegeneQMidplane == 0; });
  if (!fits) {
    throw TopologyError("bluegene_q: " + block +
                        " is no block that is a torus: it must have 5 dimensions, four that are multiples of 4 and a "
                        "last one of 2 (midplanes of 4x4x4x4x2), such as 4x4x4x8x2 or 16x12x16x16x2");
  }
  return {sizes, {}, {}, kLast};
}

}  // namespace

TopologyKind bluegene_q_kind() {
  const std::string midplane = "4x4x4x4x2";
  return machine_kind("bluegene_q", "five-dimensional torus of a block of Blue Gene/Q",
                      {optional(text_parameter("block", "sizes, four multiples of 4 and a 2, such as `4x4x4x8x2`"),
                                midplane, "`" + midplane + "`")},
                      block_shape);
}

}  // namespace trenza::topologies
