// The links of a torus by dimension, inside the grid or on its periphery.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topologies/network.h"

namespace trenza::graphs {

/// The load that traffic puts on the unidirectional channels of one class.
struct LinkClassUse {
  std::string name;        ///< "x internal", "x peripheral", "y internal", ...
  std::int64_t links = 0;  ///< channels
  double mean_hops = 0;    ///< hops over this class per message (tau_j of the paper)
  double max_load = 0;     ///< of a channel
};

/// Which class a channel is in.
struct GridLinkClasses {
  std::vector<std::string> names;
  std::vector<int> of_link;  ///< by node * ports + port; -1: no channel

  /// `loads` by node * ports + port per unit that each node sends.
  std::vector<LinkClassUse> use(const std::vector<double>& loads, topologies::NodeId nodes) const;
};

/// Classes of a network: for ports of the class "torus" in a network with sizes, where ports 2k and 2k + 1 are
/// directions k+ and k-, two per dimension: "internal" and "peripheral", the channels that leave the last coordinate in
/// + direction or the first in - direction (E_hi, E_hp, E_vi, E_vp of "Task Mapping in Rectangular Twisted Tori",
/// section 3.2.2, are the four of two dimensions). Ports of the class "mesh" are internal; all others have the class
/// that the network names.
GridLinkClasses grid_link_classes(const topologies::Network& network);

}  // namespace trenza::graphs
