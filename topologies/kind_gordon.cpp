// Kind gordon: the switches of Gordon.
#include <algorithm>

#include "topologies/kinds.h"
#include "topologies/machine_kind.h"

namespace trenza::topologies {

namespace {

TorusShape switches_shape(const TopologySpec& spec) {
  constexpr std::size_t kDimensions = 3;
  const std::string& switches = spec.text("switches");
  const std::vector<int> sizes = parse_sizes("gordon", switches);
  if (sizes.size() != kDimensions || *std::min_element(sizes.begin(), sizes.end()) < 2) {
    throw TopologyError("gordon: " + switches +
                        " is no torus of its switches: it must have 3 sizes of at least 2, such as 4x4x4");
  }
  return {sizes, {}, {}, 2};
}

}  // namespace

TopologyKind gordon_kind() {
  const std::string whole = "4x4x4";
  return machine_kind(
      "gordon", "torus of the switches of a rail of Gordon, each of 16 compute nodes (`mapping: f_h(16)`)",
      {optional(text_parameter("switches", "sizes, `4x4x4` for the machine"), whole, "`" + whole + "`")},
      switches_shape);
}

}  // namespace trenza::topologies
