#include "cosim/difference.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "microarch/parameters.h"
#include "microarch/place_names.h"

namespace trenza::cosim {

std::string delivery_text(const topologies::Topology& topology, const microarch::Delivery& d) {
  return fmt::format(
      "to r_{}, {} flits of class {}, created in cycle {}, entered in {}, ejected in {}, {} hops, tag {}",
      topology.node_name(d.destination), d.flits, microarch::class_name(d.message_class), d.created, d.entered,
      d.ejected, d.hops, d.tag);
}

bool same(const microarch::Delivery& a, const microarch::Delivery& b) {
  const auto all = [](const microarch::Delivery& d) {
    return std::tie(d.source, d.destination, d.number, d.flits, d.hops, d.created, d.entered, d.ejected, d.tag,
                    d.message_class);
  };
  return all(a) == all(b);
}

std::size_t first_difference(const std::vector<microarch::Delivery>& a, const std::vector<microarch::Delivery>& b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (!same(a[i], b[i])) return i;
  }
  return common;
}

std::string difference(const microarch::Counters& a, const microarch::Counters& b) {
  const auto text = [](const microarch::Counters& c) {
    return fmt::format(
        "packets offered {}, delivered {}; flits offered {}, delivered {}; flit hops {}; grants of escape channels {}, "
        "of "
        "all {}",
        c.packets_offered, c.packets_delivered, c.flits_offered, c.flits_delivered, c.flit_hops, c.escape_grants,
        c.network_grants);
  };
  const std::string one = text(a);
  const std::string other = text(b);
  if (one != other) return fmt::format("{} / {}", one, other);
  const auto [at, also_at] =
      std::mismatch(a.channel_flits.begin(), a.channel_flits.end(), b.channel_flits.begin(), b.channel_flits.end());
  if (at == a.channel_flits.end() && also_at == b.channel_flits.end()) return {};
  return fmt::format("other flits of channel {}", at - a.channel_flits.begin());
}

std::string difference(const microarch::WaitSnapshot& a, const microarch::WaitSnapshot& b) {
  const auto text = [](const microarch::WaitingHead& head) {
    std::string result = fmt::format("router {} input {} packet {}:{} to {} [{}]", head.router, head.input, head.source,
                                     head.number, head.destination, head.text);
    for (const microarch::WaitTarget& t : head.targets) {
      result += fmt::format(" {}.{}:{}/{}{}", t.output, t.vc, t.available, t.needed, t.output_free ? "" : "*");
    }
    return result;
  };
  for (std::size_t i = 0; i < std::max(a.heads.size(), b.heads.size()); ++i) {
    const std::string one = i < a.heads.size() ? text(a.heads[i]) : "nobody";
    const std::string other = i < b.heads.size() ? text(b.heads[i]) : "nobody";
    if (one != other) return fmt::format("{} / {}", one, other);
  }
  return {};
}

std::string difference(const microarch::StallTable& a, const microarch::StallTable& b,
                       const topologies::Topology& topology, const microarch::FabricParameters& parameters) {
  const auto text = [](const auto& names, const auto& one, const auto& other) {
    std::string result;
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (one[k] != other[k]) result += fmt::format(" {} {} / {}", names[k], one[k], other[k]);
    }
    return result;
  };
  const int ports = topology.graph().ports();
  for (topologies::NodeId node = 0; node < topology.graph().nodes(); ++node) {
    const auto router = static_cast<std::size_t>(node);
    for (int i = 0; i < parameters.inputs(ports); ++i) {
      const std::string found = text(microarch::kStallReasons, a.input(router, i), b.input(router, i));
      if (!found.empty()) return microarch::input_name(topology, parameters, node, i) + ":" + found;
    }
    for (int o = 0; o < ports + parameters.ejectors; ++o) {
      const std::string found = text(microarch::kOutputUses, a.output(router, o), b.output(router, o));
      if (!found.empty())
        return fmt::format("r_{} {}:{}", topology.node_name(node),
                           microarch::output_name(topology, parameters, node, o, -1), found);
    }
  }
  return {};
}

}  // namespace trenza::cosim
