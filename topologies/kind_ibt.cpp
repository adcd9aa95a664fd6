// Kind ibt: interlaced bypass tori, tori and meshes with express links.
#include "topologies/ibt/ibt_network.h"
#include "topologies/ibt/ibt_spec.h"
#include "topologies/kinds.h"
#include "topologies/tables/table_topology.h"

namespace trenza::topologies {

namespace {

const std::string kInterlaced = "interlaced";
const std::string kThreeClasses = "three_classes";

IbtSpec ibt_spec(const TopologySpec& spec) {
  IbtSpec ibt;
  ibt.sizes = spec.integers("size");
  ibt.lengths = spec.integers("bypass");
  ibt.interlaced_dimensions = spec.integer("bypass_dimensions");
  ibt.placement = spec.text("placement") == kInterlaced ? BypassPlacement::interlaced : BypassPlacement::all;
  ibt.wrap = spec.booleans("wrap");
  return ibt;
}

}  // namespace

TopologyKind ibt_kind() {
  TopologyKind kind;
  kind.name = "ibt";
  kind.summary = "interlaced bypass torus: every node has two bypass links, of one of the lengths, in one dimension";
  kind.main = "size";
  kind.parameters = {
      integers_parameter("size", "nodes in each dimension, x first", 2),
      integers_parameter("bypass", "lengths of the bypass links, ascending", 2),
      optional(integer_parameter("bypass_dimensions", "how many dimensions, from x on, have bypass links; 0 is all", 0),
               0),
      choice_parameter("placement",
                       "bypass links of a node: one length in one dimension, or all lengths in all of those dimensions",
                       {kInterlaced, "all"}),
      optional(booleans_parameter("wrap", "which dimensions close to rings (on) or stay open (off), x first"),
               std::vector<bool>{}, "all on"),
      choice_parameter("escape",
                       "escape routes: by torus links alone, or (with two escape channels) by bypass links too",
                       {"torus_order", kThreeClasses}),
  };
  kind.network = [](const TopologySpec& spec) { return ibt_network(ibt_spec(spec)); };
  kind.make = [](const TopologySpec& spec) {
    return make_ibt(ibt_spec(spec),
                    spec.text("escape") == kThreeClasses ? IbtEscape::three_classes : IbtEscape::torus_order);
  };
  return kind;
}

}  // namespace trenza::topologies
