#include "topologies/worm/negative_hops.h"

#include <vector>

#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

std::string counted(int number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string there_are(int number) { return number == 1 ? "there is 1" : "there are " + std::to_string(number); }

}  // namespace

std::string negative_hop_name(WormRoute route) {
  return route == WormRoute::duato_nbc ? "duato_nbc" : route == WormRoute::nbc ? "nbc" : "nhop";
}

int checked_negative_hop_classes(const std::string& network, int diameter, const WormRouting& routing) {
  const bool adaptive = routing.route == WormRoute::duato_nbc;
  const int needed = negative_hop_classes(diameter);
  const std::string start = network + ": routing: " + negative_hop_name(routing.route);
  const std::string reason = " needs " + counted(needed, adaptive ? "escape virtual channel" : "virtual channel") +
                             ", because a packet can have " + counted(diameter, "hop") + " and make " +
                             counted(needed - 1, "negative one") +
                             " after the first, each of which takes a class of its own";
  if (needed + (adaptive ? 1 : 0) > kMaxWormVcs)
    throw TopologyError(start + reason + (adaptive ? ", and at least 1 adaptive one" : "") + "; a router has at most " +
                        std::to_string(kMaxWormVcs) + "; use routing: duato");
  if (!adaptive) {
    if (routing.vcs < needed)
      throw TopologyError(start + reason + ", but " + there_are(routing.vcs) + "; use " + std::to_string(needed) +
                          " or more, or routing: duato");
    return routing.route == WormRoute::nbc ? routing.vcs : needed;
  }
  const int classes = routing.escape_vcs == 0 ? needed : routing.escape_vcs;
  if (classes < needed)
    throw TopologyError(start + reason + ", but " + there_are(classes) + "; use " + std::to_string(needed) +
                        " or more, or routing: duato");
  if (routing.vcs <= classes)
    throw TopologyError(start + " takes " + counted(classes, "virtual channel") +
                        " for escapes and needs at least 1 more, but " + there_are(routing.vcs) + "; use " +
                        std::to_string(classes + 1) + " or more" +
                        (classes > needed ? ", or fewer escape virtual channels, but at least " + std::to_string(needed)
                                          : ", or routing: duato"));
  return classes;
}

WormVcs negative_hop_vcs(const WormRouting& routing, int classes) {
  std::vector<VcMask> groups;
  for (int c = 0; c < classes; ++c) {
    const int first = routing.route == WormRoute::nhop ? c * routing.vcs / classes : c;
    const int end = routing.route == WormRoute::nhop ? (c + 1) * routing.vcs / classes : c + 1;
    groups.push_back(((VcMask{1} << end) - 1) & ~((VcMask{1} << first) - 1));
  }
  return WormVcs::grouped(routing.vcs, groups);
}

}  // namespace trenza::topologies
