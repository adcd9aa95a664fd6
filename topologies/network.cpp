#include "topologies/network.h"

namespace trenza::topologies {

std::vector<SourceClass> every_source(NodeId nodes) {
  std::vector<SourceClass> all;
  all.reserve(static_cast<std::size_t>(nodes));
  for (NodeId node = 0; node < nodes; ++node) all.push_back({node, 1});
  return all;
}

}  // namespace trenza::topologies
