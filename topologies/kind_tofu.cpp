// Kind tofu: the six-dimensional mesh and torus of the K computer.
#include <utility>

#include "topologies/kinds.h"
#include "topologies/machine_kind.h"

namespace trenza::topologies {

namespace {

constexpr std::size_t kOuter = 3;  ///< dimensions X, Y, Z, in which units of 12 nodes lie

/// X x Y x Z x 2 x 3 x 2: a unit is a mesh in its first and third dimension, and a ring of 3 in its second one.
TorusShape units_shape(const TopologySpec& spec) {
  TorusShape shape{spec.integers("units"), {}, spec.booleans("wrap"), 2};
  if (shape.sizes.size() != kOuter) {
    throw TopologyError("tofu: units has " + std::to_string(shape.sizes.size()) +
                            " sizes; expected 3, X, Y and Z, such as [24, 18, 17]",
                        "units");
  }
  if (shape.wrap.empty()) shape.wrap.assign(kOuter, true);
  if (shape.wrap.size() != kOuter) {
    throw TopologyError("tofu: wrap has " + std::to_string(shape.wrap.size()) +
                            " values; expected 3, of X, Y and Z (a unit is what it is)",
                        "wrap");
  }
  // A line of two is a ring with one link, which is known to look the same from both ends. But then one link has to do
  // everywhere, also between two units in a ring, which have two.
  bool two_in_a_ring = false;
  for (std::size_t k = 0; k < kOuter; ++k) two_in_a_ring = two_in_a_ring || (shape.wrap[k] && shape.sizes[k] == 2);
  if (!two_in_a_ring) shape.size_two_links = 1;
  for (const auto& [size, closed] : {std::pair{2, !two_in_a_ring}, {3, true}, {2, !two_in_a_ring}}) {
    shape.sizes.push_back(size);
    shape.wrap.push_back(closed);
  }
  return shape;
}

}  // namespace

TopologyKind tofu_kind() {
  return machine_kind(
      "tofu", "six-dimensional mesh and torus of the K computer: units of 2 x 3 x 2 nodes in a torus of X x Y x Z",
      {optional(integers_parameter("units", "units of 12 nodes in X, Y and Z, such as `[24, 18, 17]`", 2),
                std::vector<int>{24, 18, 17}, "`[24, 18, 17]`, the K computer"),
       optional(booleans_parameter("wrap", "which dimensions close to rings (on) or stay open (off), x first"),
                std::vector<bool>{}, "all on")},
      units_shape);
}

}  // namespace trenza::topologies
