#include "cosim/hop_history.h"

#include <fmt/core.h>

#include <tuple>

#include "microarch/parameters.h"
#include "microarch/place_names.h"

namespace trenza::cosim {

using microarch::Cycle;
using microarch::Hop;

const std::vector<Hop>& HopHistory::of(const PacketName& packet) const {
  static const std::vector<Hop> none;
  const auto found = packets_.find(packet);
  return found == packets_.end() ? none : found->second;
}

bool same(const std::vector<Hop>& a, const std::vector<Hop>& b) {
  const auto all = [](const Hop& h) {
    return std::tie(h.cycle, h.router, h.input, h.output, h.vc, h.source, h.number);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const Hop& one, const Hop& other) { return all(one) == all(other); });
}

std::string history_text(const std::vector<Hop>& hops, Cycle created, const topologies::Topology& topology,
                         const microarch::FabricParameters& parameters) {
  std::string text;
  const auto delay = static_cast<Cycle>(parameters.router_delay);
  Cycle ready = created + delay - 1;
  for (const Hop& hop : hops) {
    text += fmt::format("    cycle {}: {} -> {} (ready in {})\n", hop.cycle,
                        microarch::input_name(topology, parameters, hop.router, hop.input),
                        microarch::output_name(topology, parameters, hop.router, hop.output, hop.vc), ready);
    if (hop.output < topology.graph().ports()) {
      ready = hop.cycle + delay + static_cast<Cycle>(parameters.link_delay_of(hop.output));
    }
  }
  return text;
}

std::string waiting_text(const PacketName& packet, const microarch::Fabric& fabric) {
  for (const microarch::WaitingHead& head : fabric.waiting().heads) {
    if (!(PacketName{head.source, head.number} == packet)) continue;
    std::string text = fmt::format(
        "waits at {}", microarch::input_name(fabric.topology(), fabric.parameters(), head.router, head.input));
    const char* separator = " for ";
    for (const microarch::WaitTarget& target : head.targets) {
      text += fmt::format(
          "{}{}: {} of {}{}", separator,
          microarch::output_name(fabric.topology(), fabric.parameters(), head.router, target.output, target.vc),
          target.available, target.needed, target.output_free ? "" : ", busy");
      separator = "; ";
    }
    return text;
  }
  return {};
}

}  // namespace trenza::cosim
