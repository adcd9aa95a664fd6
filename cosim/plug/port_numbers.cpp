#include "cosim/plug/port_numbers.h"

#include <fmt/core.h>

#include <algorithm>

#include "cosim/plug/plug_error.h"
#include "cosim/plug/router_pins.h"

namespace trenza::cosim {

PortNumbers::PortNumbers(const Plug& plug, const topologies::Topology& topology)
    : topology_(topology), by_side_(plug.map.text("inputs") == "side") {
  const PortMap& map = plug.map;
  const int ports = check_router(plug).ports;
  std::vector<std::string> names;
  for (int p = 0; p < topology.graph().ports(); ++p) names.push_back(topology.port_name(p));
  names.emplace_back("local");
  for (const std::string& name : names) {
    const auto found = map.settings.find(name);
    const int number = found == map.settings.end() ? -1 : std::stoi(found->second);
    if (number < 0 || number >= ports) {
      throw PlugError("{}: {}: {}; expected the number of that port in the block, 0 to {}: {} has it", map.source, name,
                      number < 0 ? "is missing" : fmt::format("there is no port {}", number), ports - 1,
                      topology.name());
    }
    const auto same = std::find(numbers_.begin(), numbers_.end(), number);
    if (same != numbers_.end()) {
      throw PlugError("{}: {}: port {} is `{}` already", map.source, name, number,
                      names[static_cast<std::size_t>(same - numbers_.begin())]);
    }
    numbers_.push_back(number);
  }
}

std::uint64_t PortNumbers::outs(std::uint64_t ports) const {
  std::uint64_t numbers = 0;
  for (int p = 0; p < local(); ++p) numbers |= ((ports >> p) & 1U) << out(p);
  return numbers;
}

std::string PortNumbers::out_text(int port, int vc) const {
  return fmt::format("output {} ({}) vc {}", out(port), port == local() ? "local" : topology_.port_name(port), vc);
}

std::string PortNumbers::in_text(int port, int vc) const {
  return fmt::format("input {} ({}) vc {}", in(port),
                     port == local() ? "local" : "traffic in " + topology_.port_name(port), vc);
}

}  // namespace trenza::cosim
