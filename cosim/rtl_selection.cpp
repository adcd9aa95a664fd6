#include "cosim/rtl_selection.h"

#include <fmt/format.h>

#include <algorithm>

#include "topologies/nearest_name.h"

namespace trenza::cosim {

namespace {

const std::string kRing = "ring:";

std::string hint(const std::string& word, const std::vector<std::string>& names) {
  const std::string nearest = topologies::nearest_name(word, names);
  return nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest);
}

/// "yp0" for "y0".
std::string full_name(const std::string& ring) {
  const bool brief = ring.size() > 1 && ring[1] >= '0' && ring[1] <= '9';
  return brief ? ring.substr(0, 1) + "p" + ring.substr(1) : ring;
}

}  // namespace

const std::vector<std::string>& rtl_block_names() {
  static const std::vector<std::string> names{
      "input_buffer",     "routing_unit", "credit_counter",    "bubble_control", "vc_allocator",
      "switch_allocator", "crossbar",     "network_interface", "link",           "router"};
  return names;
}

RtlSelection::RtlSelection(const topologies::Topology& topology)
    : topology_(topology), chosen_(kRtlBlocks, std::vector<bool>(static_cast<std::size_t>(topology.graph().nodes()))) {}

void RtlSelection::add(RtlBlock block, const std::string& routers) {
  std::vector<bool>& chosen = chosen_[static_cast<std::size_t>(block)];
  if (routers == "all") {
    chosen.assign(chosen.size(), true);
    return;
  }
  if (routers.compare(0, kRing.size(), kRing) == 0) {
    add_ring(chosen, routers.substr(kRing.size()));
    return;
  }
  std::vector<std::string> names;
  for (topologies::NodeId node = 0; node < topology_.graph().nodes(); ++node) {
    names.push_back("r_" + topology_.node_name(node));
  }
  const auto found = std::find(names.begin(), names.end(), routers);
  if (found == names.end()) {
    throw SelectionError(
        fmt::format("`{}` is no router of {}; expected `all`, a router such as `{}`, or a ring such as `ring:yp0`{}",
                    routers, topology_.name(), names.back(), hint(routers, names)));
  }
  chosen[static_cast<std::size_t>(found - names.begin())] = true;
}

void RtlSelection::add_ring(std::vector<bool>& chosen, const std::string& name) {
  std::vector<std::string> names;
  for (const topologies::Ring& ring : topology_.rings()) {
    names.push_back(ring.name);
    if (ring.name != full_name(name)) continue;
    for (const topologies::ChannelId channel : ring.channels) {
      chosen[static_cast<std::size_t>(topology_.graph().channel(channel).from)] = true;
    }
    return;
  }
  throw SelectionError(fmt::format("`ring:{}` is no ring of {}, which has {}{}", name, topology_.name(),
                                   names.empty() ? "none" : fmt::format("{} such as `ring:{}`", names.size(), names[0]),
                                   hint(full_name(name), names)));
}

bool RtlSelection::empty() const {
  return std::all_of(chosen_.begin(), chosen_.end(), [](const std::vector<bool>& nodes) {
    return std::find(nodes.begin(), nodes.end(), true) == nodes.end();
  });
}

}  // namespace trenza::cosim
