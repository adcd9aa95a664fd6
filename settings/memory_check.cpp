#include "settings/memory_check.h"

#include <fmt/core.h>

#include <algorithm>

#include "microarch/machine_memory.h"
#include "settings/config_error.h"
#include "topologies/network_size.h"

namespace trenza::settings {

namespace {

using microarch::memory_text;
using microarch::saturating_product;

// Measured with `trenza run` on tori of 2 and 3 dimensions, rounded down: nothing is refused that would fit.
constexpr std::uint64_t kBytesOfPort = 100;         // of the network: channels, rings, records
constexpr std::uint64_t kBytesOfTlmInput = 95;      // of a router in the tlm view, with the statistics
constexpr std::uint64_t kBytesOfPinInput = 20'000;  // of a router in the pin view, without the flits
constexpr std::uint64_t kBytesOfFlit = 20;          // of room in a buffer of the pin view
constexpr std::uint64_t kBytesOfPacket = 130;       // that waits in the tlm view

struct RouterSize {
  std::uint64_t channels = 0;  ///< input VCs of network ports
  std::uint64_t inputs = 0;
};

RouterSize router_size(const Settings& settings, std::uint64_t ports) {
  const auto number = [&](const char* key) { return static_cast<std::uint64_t>(settings.integer(key)); };
  const std::uint64_t classes = number("router.message_classes");
  RouterSize size;
  if (const char* const count = "router.virtual_channels.count"; settings.has(count)) {  // wormhole
    size.channels = ports * classes * number(count);
    size.inputs = size.channels + classes * number(count);
    return size;
  }
  const char* const escape_key = "router.virtual_channels.escape";
  const std::uint64_t escape = settings.has(escape_key) ? number(escape_key) : 1;
  size.channels = ports * classes * (escape + number("router.virtual_channels.adaptive"));
  size.inputs = size.channels + classes * number("router.injectors");
  return size;
}

void require(std::uint64_t bytes, const Settings& settings, const std::string& key, const std::string& what,
             const std::string& expected) {
  const std::uint64_t available = microarch::available_memory();
  if (bytes <= available) return;
  throw ConfigError(settings.place(key),
                    fmt::format("{} would take {} of memory or more, and {} are available; expected {}", what,
                                memory_text(bytes), memory_text(available), expected));
}

}  // namespace

void check_network_memory(const Settings& settings, const topologies::TopologySpec& spec, const std::string& key) {
  constexpr std::uint64_t kMostNodes = (1U << 24U) - 1;
  const auto size = topologies::network_size(spec);
  if (!size || size->nodes > kMostNodes) return;  // refused for another reason
  const RouterSize router = router_size(settings, size->ports);
  const std::uint64_t bytes = size->nodes * (size->ports * kBytesOfPort + router.inputs * kBytesOfTlmInput);
  require(bytes, settings, key, fmt::format("{} routers of {} inputs", size->nodes, router.inputs),
          "a smaller network, or fewer virtual channels");
}

void check_run_memory(const Settings& settings, const RunConfiguration& run) {
  const auto& graph = run.topology->graph();
  const RouterSize router = router_size(settings, static_cast<std::uint64_t>(graph.ports()));
  const auto nodes = static_cast<std::uint64_t>(graph.nodes());
  const std::uint64_t pins = run.view == View::pin ? nodes : run.pin_routers.size();
  if (pins > 0) {
    const auto flits = static_cast<std::uint64_t>(run.fabric.buffer_flits());
    const std::uint64_t buffers = saturating_product(pins * router.channels * kBytesOfFlit, flits);
    require(buffers, settings, "router.max_packet_flits",
            fmt::format("buffers of {} flits in {} routers of the pin view", flits, pins),
            "shorter packets, fewer `buffer_packets`, or `run.view: tlm`");
    require(pins * router.inputs * kBytesOfPinInput, settings, "run.view",
            fmt::format("{} routers of the pin view", pins), "`tlm`, or a smaller network");
  }
  const bool ends = run.experiment.synthetic && run.experiment.synthetic->arrival == "at_start";
  if (!ends) return;
  const std::uint64_t processes = run.experiment.mapping.empty() ? nodes : run.experiment.mapping.size();
  const std::uint64_t given = run.experiment.synthetic->packets;
  const std::uint64_t by_default = processes - (run.experiment.synthetic->self ? 0 : 1);
  const std::uint64_t packets = saturating_product(processes, given > 0 ? given : by_default);
  require(saturating_product(packets, kBytesOfPacket), settings, given > 0 ? "traffic.packets" : "traffic.arrival",
          fmt::format("{} packets at the start", packets), "fewer `packets`, or an arrival with a load");
}

}  // namespace trenza::settings
