#include "microarch/parameters.h"

#include <fmt/core.h>

namespace trenza::microarch {

std::vector<std::string> check_parameters(const FabricParameters& p, int network_ports) {
  std::vector<std::string> faults;
  const auto range = [&](const char* key, int value, int least, int most) {
    if (value < least || value > most)
      faults.push_back(fmt::format("{}: {} is not in {}..{}", key, value, least, most));
  };
  range("router.virtual_channels.escape", p.escape_vcs, 1, 2);
  range("router.virtual_channels.adaptive", p.adaptive_vcs, 0, 7);
  range("router.message_classes", p.message_classes, 1, 2);
  range("router.max_packet_flits", p.max_packet_flits, 1, kMaxPacketFlits);
  range("router.buffer_packets", p.buffer_packets, 1, 255);
  range("router.router_delay", p.router_delay, 1, 255);
  range("link.delay", p.link_delay, 1, 255);
  for (const int delay : p.port_link_delay) range("link.dimension_delay", delay, 1, 255);
  if (!p.port_link_delay.empty() && p.port_link_delay.size() != static_cast<std::size_t>(network_ports)) {
    faults.push_back(
        fmt::format("link.dimension_delay: {} delays for {} ports", p.port_link_delay.size(), network_ports));
  }
  range("router.credit_delay", p.credit_delay, 1, 255);
  range("router.injectors", p.injectors, 1, 8);
  range("router.ejectors", p.ejectors, 1, 8);
  if (faults.empty()) {
    const int inputs = p.inputs(network_ports);
    if (inputs > kMaxInputs) {
      faults.push_back(fmt::format(
          "router.virtual_channels: {} network ports x {} virtual channels + {} injectors{} are {} inputs "
          "of a router; the most is {}",
          network_ports, p.vcs(), p.injection_queues(),
          p.message_classes == 1 ? "" : fmt::format(" of {} message classes", p.message_classes), inputs, kMaxInputs));
    }
  }
  return faults;
}

}  // namespace trenza::microarch
