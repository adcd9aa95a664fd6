#include "settings/stride_builder.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "graphs/metrics/turn_loads.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "microarch/strides.h"
#include "settings/config_error.h"
#include "testbench/input_error.h"
#include "testbench/traffic/pattern.h"
#include "topologies/topology_error.h"

namespace trenza::settings {

namespace {

using microarch::StrideTable;
using topologies::NodeId;

constexpr const char* kPorts = "router.strides.ports";
constexpr const char* kInjectors = "router.strides.injectors";
constexpr const char* kTable = "router.strides.table";
constexpr const char* kReferencePattern = "router.reference_pattern";

std::vector<std::uint8_t> stride_list(const Settings& settings, const char* key, int expected,
                                      const std::string& places) {
  if (!settings.has(key)) return {};
  const auto& given = settings.get<std::vector<int>>(key);
  if (given.size() != static_cast<std::size_t>(expected)) {
    throw ConfigError(settings.place(key),
                      fmt::format("{} strides for the {} {}; expected one for each", given.size(), expected, places));
  }
  return {given.begin(), given.end()};
}

std::string port_names(const topologies::Topology& topology) {
  std::vector<std::string> names;
  for (int port = 0; port < topology.graph().ports(); ++port) names.push_back(topology.port_name(port));
  return fmt::format("network ports of {} ({})", topology.name(), fmt::join(names, ", "));
}

/// Where each node sends; nothing if all send to all.
std::vector<NodeId> destinations_of(const Settings& settings, const topologies::Topology& topology) {
  const auto& pattern = settings.get<std::string>(kReferencePattern);
  if (pattern == reference_patterns().front()) return {};
  const NodeId nodes = topology.graph().nodes();
  testbench::PatternContext context;
  context.processes = nodes;
  context.grid = topology.sizes();
  std::int64_t places = 1;
  for (const int size : context.grid) places *= size;
  if (places != nodes) context.grid = {nodes};
  try {
    const auto made = testbench::make_pattern(pattern, context);
    std::vector<NodeId> destinations;
    for (NodeId node = 0; node < nodes; ++node) destinations.push_back(made->destination(node, 0));
    return destinations;
  } catch (const testbench::InputError& error) {
    throw ConfigError(settings.place(kReferencePattern),
                      fmt::format("{}; expected a pattern that {} has", error.what(), topology.name()));
  }
}

/// `FIRST-LAST HEX` for each run of routers with the same strides.
std::vector<std::string> text_of(const StrideTable& table) {
  const std::size_t width = StrideTable::of_router(table.ports());
  const auto begin_of = [&](std::size_t router) {
    return table.strides().begin() + static_cast<std::ptrdiff_t>(router * width);
  };
  std::vector<std::string> lines;
  for (std::size_t first = 0, last = 0; first < table.routers(); first = last + 1) {
    last = first;
    while (last + 1 < table.routers() && std::equal(begin_of(first), begin_of(first + 1), begin_of(last + 1))) ++last;
    lines.push_back(fmt::format("{}-{} {:02x}", first, last, fmt::join(begin_of(first), begin_of(first + 1), "")));
  }
  return lines;
}

/// The strides of one line, appended for each of its routers. Returns whether the line is as text_of() writes it.
bool read_line(const std::string& line, int ports, std::vector<std::uint8_t>& strides) {
  const std::size_t width = StrideTable::of_router(ports);
  const char* const end = line.data() + line.size();
  std::size_t first = 0;
  std::size_t last = 0;
  const auto from = std::from_chars(line.data(), end, first);
  if (from.ec != std::errc() || from.ptr == end || *from.ptr != '-') return false;
  const auto to = std::from_chars(from.ptr + 1, end, last);
  if (to.ec != std::errc() || to.ptr == end || *to.ptr != ' ') return false;
  if (static_cast<std::size_t>(end - to.ptr) != 1 + 2 * width) return false;
  if (first != strides.size() / width || last < first || last >= std::size_t{1} << topologies::kDestinationBits)
    return false;
  std::vector<std::uint8_t> of_router;
  for (const char* digits = to.ptr + 1; digits != end; digits += 2) {
    std::uint8_t stride = 0;
    const auto read = std::from_chars(digits, digits + 2, stride, 16);
    if (read.ec != std::errc() || read.ptr != digits + 2 || stride == 0) return false;
    of_router.push_back(stride);
  }
  for (std::size_t router = first; router <= last; ++router)
    strides.insert(strides.end(), of_router.begin(), of_router.end());
  return true;
}

StrideTable given_table(const Settings& settings, const topologies::Topology& topology) {
  const int ports = topology.graph().ports();
  const auto nodes = static_cast<std::size_t>(topology.graph().nodes());
  std::vector<std::uint8_t> strides;
  for (const std::string& line : settings.get<std::vector<std::string>>(kTable)) {
    if (read_line(line, ports, strides)) continue;
    const std::size_t next = strides.size() / StrideTable::of_router(ports);
    throw ConfigError(
        settings.place(kTable),
        fmt::format("`{}` is not what routers from {} on can have; expected `{}-LAST HEX` with {} digits, "
                    "each two of them 01 to ff",
                    line, next, next, 2 * StrideTable::of_router(ports)));
  }
  StrideTable table(ports, std::move(strides));
  if (table.routers() != nodes) {
    throw ConfigError(settings.place(kTable), fmt::format("strides of {} routers; expected those of the {} of {}",
                                                          table.routers(), nodes, topology.name()));
  }
  return table;
}

StrideTable computed_table(const Settings& settings, const topologies::Topology& topology) {
  const std::vector<NodeId> destinations = destinations_of(settings, topology);
  try {
    const graphs::TurnLoads loads = graphs::turn_loads(topology, destinations);
    return {topology.graph().ports(), graphs::inverse_strides(loads, topology.graph().nodes())};
  } catch (const topologies::TopologyError& error) {
    throw ConfigError(settings.place("router.arbiter"),
                      fmt::format("`inverse_weighted` needs the loads of all turns: {}", error.what()));
  }
}

}  // namespace

std::vector<std::string> reference_patterns() {
  return {"uniform", "transpose", "bit_complement", "bit_reversal", "shuffle", "tornado", "neighbour"};
}

microarch::Strides build_strides(Settings& settings, const topologies::Topology& topology,
                                 const microarch::FabricParameters& fabric) {
  microarch::Strides strides;
  strides.ports = stride_list(settings, kPorts, topology.graph().ports(), port_names(topology));
  strides.injectors =
      stride_list(settings, kInjectors, fabric.injection_queues(),
                  fabric.by_flits() ? "local virtual channels of a node" : "injectors of a node, class by class");
  if (!fabric.arbiter.is<microarch::InverseWeightedArbiter>()) return strides;
  const bool given = settings.has(kTable);
  strides.table =
      std::make_shared<const StrideTable>(given ? given_table(settings, topology) : computed_table(settings, topology));
  settings.set_default(kTable, text_of(*strides.table));
  return strides;
}

}  // namespace trenza::settings
