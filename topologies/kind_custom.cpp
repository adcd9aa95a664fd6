// Kind custom: any network from a file.
#include "topologies/custom_network.h"
#include "topologies/kinds.h"
#include "topologies/tables/table_topology.h"

namespace trenza::topologies {

TopologyKind custom_kind() {
  TopologyKind kind;
  kind.name = "custom";
  kind.summary = "any network, from a file with a link on each line";
  kind.main = "file";
  kind.parameters = {file_parameter("file", "list of links, such as configs/networks/petersen.net")};
  kind.network = [](const TopologySpec& spec) { return read_custom_network(spec.text("file")).network; };
  kind.make = [](const TopologySpec& spec) {
    CustomNetwork custom = read_custom_network(spec.text("file"));
    return make_up_down_network(custom.network, std::move(custom.graph));
  };
  return kind;
}

}  // namespace trenza::topologies
