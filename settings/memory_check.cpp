#include "settings/memory_check.h"

#include <fmt/core.h>

#include <algorithm>

#include "microarch/arbiters/arbiters.h"
#include "microarch/machine_memory.h"
#include "settings/config_error.h"
#include "settings/router_memory.h"
#include "topologies/network_size.h"

namespace trenza::settings {

namespace {

using microarch::memory_text;
using microarch::saturating_product;

// Measured with `trenza run` on tori of 2 and 3 dimensions, rounded down: nothing is refused that would fit.
constexpr std::uint64_t kBytesOfPort = 100;           // of the network: channels, rings, records
constexpr std::uint64_t kBytesOfWholeWormInput = 60;  // of a flit-level router, without room for flits
constexpr std::uint64_t kBytesOfWormNode =
    4000;                                      // beside its router: its traffic, statistics, a few packets on their way
constexpr std::uint64_t kBytesOfPacket = 130;  // that waits in the tlm view

struct RouterSize {
  std::uint64_t inputs = 0;
  std::uint64_t bytes = 0;  ///< at the least, in the tlm view and without buffers
};

/// Before the network and its routers are known: by the keys alone.
RouterSize router_size(const Settings& settings, std::uint64_t ports) {
  const auto number = [&](const char* key) { return static_cast<std::uint64_t>(settings.integer(key)); };
  const std::uint64_t classes = number("router.message_classes");
  RouterSize size;
  if (const char* const count = "router.virtual_channels.count"; settings.has(count)) {  // wormhole
    size.inputs = (ports + 1) * classes * number(count);
    size.bytes = size.inputs * kBytesOfWholeWormInput;
    return size;
  }
  const char* const escape_key = "router.virtual_channels.escape";
  const std::uint64_t escape = settings.has(escape_key) ? number(escape_key) : 1;
  size.inputs = classes * (ports * (escape + number("router.virtual_channels.adaptive")) + number("router.injectors"));
  size.bytes = size.inputs * kBytesOfTlmInput;
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

/// Routers of one view.
struct RouterGroup {
  std::uint64_t count = 0;
  bool pins = false;
};

/// Refuses them at the key that makes most of what they take.
void check_routers(const Settings& settings, const RunConfiguration& run, const RouterGroup& group) {
  const int ports = run.topology->graph().ports();
  const RouterMemory memory = group.pins ? pin_router_memory(run.fabric, ports) : tlm_router_memory(run.fabric, ports);
  const std::string routers = fmt::format("{} routers{}", group.count, group.pins ? " of the pin view" : "");
  const std::string view = group.pins ? ", or `run.view: tlm`" : ", or a smaller network";
  const bool in_bench = run.fabric.by_flits() && !group.pins;
  const std::uint64_t all = saturating_product(group.count, memory.all() + (in_bench ? kBytesOfWormNode : 0));
  if (memory.arbiters > memory.all() / 2) {
    const std::string policy = run.fabric.arbiter.name();
    return require(all, settings, "router.arbiter",
                   fmt::format("{} of {} inputs, with the arbiters `{}`,", routers, run.fabric.inputs(ports), policy),
                   "another arbiter, such as `round_robin`, or fewer virtual channels" + view);
  }
  if (memory.buffers > memory.all() / 2) {
    const std::string flits = fmt::format("buffers of {} flits in {}", run.fabric.buffer_flits(), routers);
    if (run.fabric.by_flits()) {
      return require(all, settings, "router.buffer_flits", flits,
                     "fewer `buffer_flits`, fewer virtual channels" + view);
    }
    return require(all, settings, "router.max_packet_flits", flits, "shorter packets, fewer `buffer_packets`" + view);
  }
  if (group.pins) return require(all, settings, "run.view", routers, "`tlm`, or a smaller network");
  require(all, settings, run.fabric.by_flits() ? "router.virtual_channels.count" : "router.virtual_channels.adaptive",
          routers, "fewer virtual channels, or a smaller network");
}

}  // namespace

void check_network_memory(const Settings& settings, const topologies::TopologySpec& spec, const std::string& key) {
  constexpr std::uint64_t kMostNodes = (1U << 24U) - 1;
  const auto size = topologies::network_size(spec);
  if (!size || size->nodes > kMostNodes) return;  // refused for another reason
  const RouterSize router = router_size(settings, size->ports);
  const std::uint64_t bytes = size->nodes * (size->ports * kBytesOfPort + router.bytes);
  require(bytes, settings, key, fmt::format("{} routers of {} inputs", size->nodes, router.inputs),
          "a smaller network, or fewer virtual channels");
}

void check_run_memory(const Settings& settings, const RunConfiguration& run) {
  const auto nodes = static_cast<std::uint64_t>(run.topology->graph().nodes());
  const bool pins = run.view == View::pin;
  if (!pins) check_routers(settings, run, {nodes, false});
  if (pins || !run.pin_routers.empty()) check_routers(settings, run, {pins ? nodes : run.pin_routers.size(), true});
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
