// Kind unidirectional_torus: k-ary n-cubes as they were first built, in the Torus Routing Chip (Dally and Seitz, "The
// torus routing chip", 1986).
#include "topologies/kinds.h"
#include "topologies/twisted_torus.h"

namespace trenza::topologies {

TopologyKind unidirectional_torus_kind() {
  constexpr int kLeastSize = 2;
  TopologyKind kind;
  kind.name = "unidirectional_torus";
  kind.summary = "torus of 1 to 6 dimensions of any size whose channels lead one way round, in the positive directions";
  kind.main = "size";
  kind.parameters = {integers_parameter("size", "nodes in each dimension, x first", kLeastSize)};
  const auto name = [](const TopologySpec& spec) {
    return "unidirectional_torus(" + size_text(spec.integers("size")) + ")";
  };
  const auto shape = [](const TopologySpec& spec) {
    TorusShape torus;
    torus.sizes = spec.integers("size");
    torus.one_way = true;
    return torus;
  };
  kind.network = [=](const TopologySpec& spec) { return torus_wiring(name(spec), shape(spec)); };
  kind.make = [=](const TopologySpec& spec) { return make_twisted_torus(name(spec), shape(spec)); };
  return kind;
}

}  // namespace trenza::topologies
