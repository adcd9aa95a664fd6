#include "apps/plug/plug_loader.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "apps/plug/port_map_reader.h"
#include "cosim/plug/plug_error.h"
#include "cosim/plug/router_pins.h"
#include "cosim/plug/slot_allocator.h"
#include "cosim/plug/slot_arbiter.h"
#include "cosim/plug/slot_buffer.h"
#include "cosim/rtl_selection.h"
#include "microarch/allocation.h"
#include "settings/config_error.h"
#include "topologies/router_names.h"
#include "topologies/topology_error.h"

namespace trenza::apps {

using settings::ConfigError;
using settings::RtlRequest;
using topologies::NodeId;

namespace {

/// The keys of `rtl` that take blocks from outside, and the slot of each.
const std::map<std::string, std::string>& slot_of_key() {
  static const std::map<std::string, std::string> slots{{"arbiter", "arbiter"},
                                                        {"port_arbiter", "arbiter"},
                                                        {"buffer", "buffer"},
                                                        {"router", "router"},
                                                        {"switch_allocator", "allocator"},
                                                        {"vc_allocator", "allocator"},
                                                        {"matrix_allocator", "allocator"}};
  return slots;
}

std::vector<NodeId> routers_of(const settings::RunConfiguration& run, const RtlRequest& request) {
  if (request.routers == "all") {
    std::vector<NodeId> nodes(static_cast<std::size_t>(run.topology->graph().nodes()));
    std::iota(nodes.begin(), nodes.end(), 0);
    return nodes;
  }
  try {
    return topologies::named_routers(*run.topology, request.routers);
  } catch (const topologies::TopologyError& error) {
    throw ConfigError(request.place, error.what());
  }
}

std::shared_ptr<const cosim::Plug> load(const RtlRequest& request) {
  auto plug = std::make_shared<cosim::Plug>();
  plug->file = cosim::open_plug(request.module, request.file);
  const std::string& wanted = slot_of_key().at(request.block);
  if (plug->file.slot != wanted) {
    throw cosim::PlugError(fmt::format("{} is made for the slot {}; expected one for {} (trenza plug ... --as {})",
                                       request.module, plug->file.slot, wanted, wanted));
  }
  plug->map = read_port_map(plug->file.map_text, fmt::format("{}:{}", request.module, plug->file.map_name), wanted);
  plug->map.top = plug->file.top;
  return plug;
}

constexpr const char* kSharingCrossbar = "`router.crossbar: per_port`, or {inputs_per_port: 2}";

/// Whether virtual channels share inputs of the crossbar.
bool shares_crossbar_inputs(const microarch::FabricParameters& fabric) {
  return fabric.crossbar_inputs() < fabric.vcs();
}

void check_place(const settings::RunConfiguration& run, const RtlRequest& request) {
  if (!run.pin_routers.empty()) {
    throw ConfigError(request.place,
                      "blocks of your own are part of the pin view of a whole network; expected no `detail`");
  }
  const bool decides =
      request.block == "arbiter" || request.block == "port_arbiter" || request.block == "switch_allocator";
  const bool input_first = run.fabric.allocator.is<microarch::InputFirstAllocator>();
  if (decides && !input_first) {
    throw ConfigError(request.place, fmt::format("with the allocator {} there is no {} that decides anything; expected "
                                                 "`router.allocator: input_first`, or a matrix_allocator",
                                                 run.fabric.allocator.name(), request.block));
  }
  if (request.block == "matrix_allocator" && input_first) {
    throw ConfigError(request.place,
                      "with the allocator input_first there is no matrix of requests; expected another "
                      "`router.allocator`, or a switch_allocator");
  }
  if (request.block == "port_arbiter" && !shares_crossbar_inputs(run.fabric)) {
    throw ConfigError(request.place, fmt::format("only where virtual channels share inputs of the crossbar are there "
                                                 "arbiters at ports; expected {}",
                                                 kSharingCrossbar));
  }
}

void check_rows(const settings::RunConfiguration& run, const RtlRequest& request, const cosim::Plug& plug,
                const cosim::Numbers& numbers) {
  const bool ports = plug.map.text("rows") == "ports";
  if (ports && (request.block != "switch_allocator" || !shares_crossbar_inputs(run.fabric))) {
    throw ConfigError(request.place, fmt::format("{} has `rows: ports`; expected it as switch_allocator, with {}",
                                                 request.module, kSharingCrossbar));
  }
  const bool exact = plug.map.text("shadow") == "exact";
  if (exact && request.block == "vc_allocator") {
    throw ConfigError(request.place, fmt::format("{} has `shadow: exact`, and no allocator of this program matches "
                                                 "output VCs; expected `shadow: properties`, or a matrix_allocator",
                                                 request.module));
  }
  const bool matrix = request.block == "matrix_allocator";
  if (matrix && !exact && run.fabric.transit_guard != 0) {
    throw ConfigError(request.place, fmt::format("{} decides when injectors go first; expected no "
                                                 "`router.transit_guard`, or `shadow: exact` in its port map",
                                                 request.module));
  }
  const int rounds =
      matrix ? microarch::Allocation(run.fabric, static_cast<int>(numbers.at("ports"))).draw_rounds() : 1;
  cosim::check_allocator(plug, static_cast<int>(numbers.at(ports ? "port_rows" : "rows")),
                         static_cast<int>(numbers.at("columns")), rounds);
}

void check_fit(const settings::RunConfiguration& run, const RtlRequest& request, const cosim::Plug& plug) {
  const cosim::Numbers numbers = slot_numbers(run, request.block);
  cosim::check_numbers(plug.file, numbers, run.topology->name());
  const auto number = [&](const char* name) { return static_cast<int>(numbers.at(name)); };
  if (plug.map.slot == "buffer") cosim::check_buffer(plug);
  if (plug.map.slot == "router") cosim::check_router_in(plug, *run.topology, run.fabric);
  if (plug.map.slot == "arbiter") cosim::check_arbiter(plug, number("requesters"));
  if (plug.map.slot == "allocator") check_rows(run, request, plug, numbers);
}

/// The keys of `rtl` that compete with `key` for the same place in a router: they make the same block, parts of it, or
/// a block that contains it.
std::vector<std::string> rivals_of(const std::string& key) {
  if (key == "buffer") return {"router", "buffer", "input_buffer"};
  if (key == "router") {
    std::vector<std::string> inside{"arbiter", "port_arbiter", "buffer"};
    inside.emplace_back("matrix_allocator");
    for (const std::string& block : cosim::rtl_block_names()) {
      if (block != "link") inside.push_back(block);
    }
    return inside;
  }
  if (key == "vc_allocator" || key == "matrix_allocator") return {"router", "vc_allocator", "matrix_allocator"};
  if (key == "arbiter") return {"router", "switch_allocator"};
  if (key == "port_arbiter") return {"router", "switch_allocator"};
  if (key == "switch_allocator") return {"router", "switch_allocator", "arbiter"};
  return {"router"};
}

/// Throws ConfigError if two keys of `rtl` replace the same block of a router.
void check_alone(const settings::RunConfiguration& run, const RtlRequest& request, const std::vector<NodeId>& nodes) {
  const std::vector<std::string> rivals = rivals_of(request.block);
  for (const RtlRequest& other : run.rtl) {
    if (&other == &request || std::find(rivals.begin(), rivals.end(), other.block) == rivals.end()) continue;
    if (other.block == request.block && other.file == request.file) continue;
    // An allocator from outside leaves the arbiters of the ports alone.
    if (request.block == "port_arbiter" && other.block == "switch_allocator" && !other.module.empty()) continue;
    const std::vector<NodeId> taken = routers_of(run, other);
    for (const NodeId node : nodes) {
      if (std::find(taken.begin(), taken.end(), node) == taken.end()) continue;
      throw ConfigError(request.place,
                        fmt::format("r_{} has another block for the same place in `rtl.{}`; expected different routers",
                                    run.topology->node_name(node), other.block));
    }
  }
}

}  // namespace

cosim::Numbers slot_numbers(const settings::RunConfiguration& run, const std::string& key) {
  cosim::Numbers numbers = cosim::fabric_numbers(*run.topology, run.fabric);
  numbers["requesters"] = numbers.at(key == "port_arbiter" ? "vcs" : "inputs");
  const long output_vcs = numbers.at("ports") * numbers.at("vcs") + numbers.at("ejectors");
  numbers["network_rows"] = numbers.at("ports") * run.fabric.crossbar_inputs();
  numbers["rows"] =
      key == "matrix_allocator" ? numbers.at("network_rows") + numbers.at("injectors") : numbers.at("inputs");
  numbers["columns"] = key == "vc_allocator" ? output_vcs : numbers.at("outputs");
  const int port_rows = shares_crossbar_inputs(run.fabric) ? run.fabric.crossbar_inputs() : 1;
  numbers["port_rows"] = numbers.at("ports") * port_rows + numbers.at("injectors");
  numbers["port_square"] = std::max(numbers.at("port_rows"), numbers.at("columns"));
  numbers["square"] = std::max(numbers.at("rows"), numbers.at("columns"));
  return numbers;
}

cosim::RouterPlugs load_plugs(const settings::RunConfiguration& run) {
  cosim::RouterPlugs plugs;
  std::map<std::string, std::shared_ptr<const cosim::Plug>> loaded;  // by key and file
  for (const RtlRequest& request : run.rtl) {
    if (request.module.empty()) {
      const bool has_twin = cosim::has_twin(request.block);
      if (has_twin) continue;
      throw ConfigError(request.place,
                        fmt::format("`{}` is no block; expected a shared object (.so) that `trenza plug` "
                                    "made, or {{module: FILE.so, routers: NAMES}}",
                                    request.routers));
    }
    check_place(run, request);
    const std::vector<NodeId> nodes = routers_of(run, request);
    check_alone(run, request, nodes);
    try {
      auto& plug = loaded[request.block + ":" + request.file];
      if (!plug) {
        plug = load(request);
        check_fit(run, request, *plug);
      }
      plugs.add(request.block, nodes, plug);
    } catch (const cosim::PlugError& error) {
      throw ConfigError(request.place, error.what());
    }
  }
  return plugs;
}

void refuse_plugs(const settings::Configuration& configuration, const std::string& command, const std::string& reason) {
  for (const settings::RunConfiguration& run : configuration.runs) {
    for (const RtlRequest& request : run.rtl) {
      if (request.module.empty()) continue;
      throw ConfigError(request.place, fmt::format("{} is a block of your own, and {} {}; expected no such block",
                                                   request.module, command, reason));
    }
  }
}

nlohmann::ordered_json plugs_document(const settings::RunConfiguration& run) {
  nlohmann::ordered_json document;
  std::set<std::string> seen;
  for (const RtlRequest& request : run.rtl) {
    if (request.module.empty() || !seen.insert(request.block + ":" + request.file).second) continue;
    const cosim::PlugFile file = cosim::open_plug(request.module, request.file);
    nlohmann::ordered_json plug = {{"key", "rtl." + request.block},
                                   {"module", request.module},
                                   {"top", file.top},
                                   {"hash", file.hash},
                                   {"tools", file.tools}};
    plug[file.loops ? "loops" : "compared"] = {{"judge", file.judge.name}, {"cycles", file.judge.cycles}};
    document.push_back(std::move(plug));
  }
  return document;
}

}  // namespace trenza::apps
