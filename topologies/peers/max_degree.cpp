#include "topologies/peers/max_degree.h"

#include <algorithm>
#include <cstddef>

namespace trenza::topologies {

int max_degree(const Network& network) {
  std::ptrdiff_t most = 0;
  for (auto at = network.next.begin(); at != network.next.end(); at += network.ports) {
    most = std::max(most, network.ports - std::count(at, at + network.ports, -1));
  }
  return static_cast<int>(most);
}

}  // namespace trenza::topologies
