#include "settings/traffic_builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "settings/config_error.h"
#include "settings/decimal.h"
#include "testbench/collectives/algorithm.h"
#include "testbench/run_experiment.h"
#include "topologies/directions.h"

namespace trenza::settings {

namespace {

using testbench::PacketLength;

constexpr std::uint64_t kTracePacketFlits = 64;
const char* const kUsual = "usual";
const char* const kReplies = "traffic.reply_flits";
constexpr std::uint64_t kMillion = 1'000'000;

testbench::SyntheticTraffic synthetic_traffic(const Settings& settings, const topologies::Topology& topology) {
  testbench::SyntheticTraffic traffic;
  traffic.pattern = settings.get<std::string>("traffic.pattern");
  if (settings.has("traffic.alpha")) traffic.alpha_ppb = settings.billionths("traffic.alpha");
  if (settings.has("traffic.wrap")) traffic.wrap = settings.get<bool>("traffic.wrap");
  if (settings.has("traffic.hot_share")) traffic.hot_share_ppb = settings.billionths("traffic.hot_share");
  if (settings.has("traffic.hot_spots")) {
    for (const int node : settings.get<std::vector<int>>("traffic.hot_spots")) {
      if (node >= topology.graph().nodes()) {
        throw ConfigError(settings.place("traffic.hot_spots"),
                          fmt::format("node {} is not in {}; expected nodes from 0 to {}", node, topology.name(),
                                      topology.graph().nodes() - 1));
      }
      traffic.hot_spots.push_back(node);
    }
  }
  if (settings.has("traffic.destinations")) {
    const auto& destinations = settings.get<std::vector<int>>("traffic.destinations");
    traffic.destinations.assign(destinations.begin(), destinations.end());
  }
  traffic.arrival = settings.get<std::string>("traffic.arrival");
  if (settings.has("traffic.load")) traffic.load_ppb = settings.billionths("traffic.load");
  if (settings.has("traffic.packets")) traffic.packets = settings.get<std::uint64_t>("traffic.packets");
  if (settings.has("traffic.on_cycles")) traffic.on_cycles = settings.get<std::uint64_t>("traffic.on_cycles");
  if (settings.has("traffic.off_cycles")) traffic.off_cycles = settings.get<std::uint64_t>("traffic.off_cycles");
  if (settings.has("traffic.self")) traffic.self = settings.get<bool>("traffic.self");
  traffic.lengths = settings.get<std::vector<PacketLength>>("traffic.packet_flits");
  if (settings.has(kReplies)) {
    if (settings.integer("router.message_classes") < 2) {
      throw ConfigError(settings.place(kReplies),
                        "replies are packets of a second message class; expected `router.message_classes: 2`");
    }
    traffic.reply_flits = settings.integer(kReplies);
  }
  return traffic;
}

std::string trace_file(const Settings& settings, const std::string& file) {
  const Setting& setting = settings.at("traffic.trace");
  std::filesystem::path path = settings.get<std::string>("traffic.trace");
  if (path.is_relative() && setting.layer != Layer::option) path = std::filesystem::path(file).parent_path() / path;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw ConfigError(
        setting.place,
        fmt::format("there is no file {}; expected a GOAL trace, relative to the configuration", path.string()));
  }
  if (std::filesystem::is_directory(path, error)) {
    throw ConfigError(setting.place, fmt::format("{} is a directory; expected a GOAL trace", path.string()));
  }
  return path.string();
}

/// What a trace and a collective have in common.
void read_protocol(const Settings& settings, testbench::TraceTraffic& traffic) {
  traffic.pad_last_packet = settings.get<std::string>("traffic.last_packet") == "padded";
  if (settings.has("traffic.eager_bytes")) traffic.eager_bytes = settings.get<std::uint64_t>("traffic.eager_bytes");
  traffic.send_overhead_ps = settings.billionths("traffic.send_overhead_ns") / kMillion;
  traffic.receive_overhead_ps = settings.billionths("traffic.receive_overhead_ns") / kMillion;
}

testbench::TraceTraffic trace_traffic(const Settings& settings, const std::string& file) {
  testbench::TraceTraffic traffic;
  traffic.file = trace_file(settings, file);
  traffic.processor_mhz = settings.billionths("traffic.processor_ghz") / kMillion;
  traffic.computation_ppb = settings.billionths("traffic.computation");
  for (const testbench::CollectiveFacts& facts : testbench::collective_kinds()) {
    const std::string key = fmt::format("traffic.collectives.{}", facts.name);
    if (!settings.has(key)) continue;
    const auto& name = settings.get<std::string>(key);
    if (name != kUsual) traffic.collectives[static_cast<std::size_t>(facts.kind)] = name;
  }
  read_protocol(settings, traffic);
  return traffic;
}

std::string letters_of(std::size_t dimensions) {
  std::string letters;
  for (std::size_t dimension = 0; dimension < dimensions; ++dimension)
    letters += topologies::dimension_letter(static_cast<int>(dimension));
  return letters;
}

/// The dimensions that a group spans, 0-based and ascending.
std::vector<int> group_dimensions(const Settings& settings, const std::vector<int>& grid) {
  const char* const key = "traffic.groups";
  std::vector<int> dimensions;
  if (!settings.has(key)) return dimensions;
  for (const std::string& letter : settings.get<std::vector<std::string>>(key)) {
    const int dimension = letter.size() == 1 ? topologies::dimension_of_letter(letter[0]) : -1;
    if (dimension < 0 || dimension >= static_cast<int>(grid.size()))
      throw ConfigError(settings.place(key), fmt::format("`{}` is no dimension of the grid of the processes; expected "
                                                         "letters of `{}`",
                                                         letter, letters_of(grid.size())));
    dimensions.push_back(dimension);
  }
  std::sort(dimensions.begin(), dimensions.end());
  if (dimensions.empty() || std::adjacent_find(dimensions.begin(), dimensions.end()) != dimensions.end())
    throw ConfigError(settings.place(key), "expected each dimension at most once, and at least one");
  return dimensions;
}

testbench::TraceTraffic collective_traffic(const Settings& settings, const std::vector<int>& grid) {
  testbench::TraceTraffic traffic;
  testbench::CollectiveTraffic& collective = traffic.collective.emplace();
  const auto& name = settings.get<std::string>("traffic.collective");
  for (const testbench::CollectiveFacts& facts : testbench::collective_kinds()) {
    if (name == facts.name) collective.kind = facts.kind;
  }
  if (settings.has("traffic.bytes")) collective.bytes = settings.get<std::uint64_t>("traffic.bytes");
  if (settings.has("traffic.root")) collective.root = static_cast<std::uint32_t>(settings.integer("traffic.root"));
  collective.dimensions = group_dimensions(settings, grid);
  collective.repetitions = settings.get<std::uint64_t>("traffic.repetitions");
  const auto& algorithm = settings.get<std::string>("traffic.algorithm");
  std::vector<std::string> possible = testbench::algorithms_of(collective.kind);
  possible.insert(possible.begin(), kUsual);
  if (std::find(possible.begin(), possible.end(), algorithm) == possible.end())
    throw ConfigError(settings.place("traffic.algorithm"),
                      fmt::format("`{}` is no algorithm of {}; expected {}", algorithm, name, listed(possible)));
  if (algorithm != kUsual) traffic.collectives[static_cast<std::size_t>(collective.kind)] = algorithm;
  read_protocol(settings, traffic);
  return traffic;
}

/// The key that a part of an experiment comes from.
std::string key_of(testbench::ExperimentPart part) {
  using testbench::ExperimentPart;
  switch (part) {
    case ExperimentPart::trace:
      return "traffic.trace";
    case ExperimentPart::collective:
      return "traffic.collective";
    case ExperimentPart::root:
      return "traffic.root";
    case ExperimentPart::processors:
      return "traffic.processor_ghz";
    case ExperimentPart::collectives:
      return "traffic.collectives";
    case ExperimentPart::link_speed:
      return "link.gigabits_per_second";
    case ExperimentPart::phit:
      return "link.phit_bytes";
    case ExperimentPart::mapping:
      return "mapping";
    case ExperimentPart::cycles:
      return "run.cycles";
    case ExperimentPart::warmup:
      return "run.warmup";
    case ExperimentPart::traffic:
    case ExperimentPart::pattern:
      return "traffic.pattern";
    case ExperimentPart::alpha:
      return "traffic.alpha";
    case ExperimentPart::hot_spots:
      return "traffic.hot_spots";
    case ExperimentPart::hot_share:
      return "traffic.hot_share";
    case ExperimentPart::destinations:
      return "traffic.destinations";
    case ExperimentPart::arrival:
      return "traffic.arrival";
    case ExperimentPart::load:
      return "traffic.load";
    case ExperimentPart::bursts:
      return "traffic.on_cycles";
    case ExperimentPart::lengths:
      return "traffic.packet_flits";
    case ExperimentPart::replies:
      return kReplies;
  }
  return "traffic";
}

}  // namespace

void complete_packet_size(Settings& settings) {
  const std::string key = "router.max_packet_flits";
  if (!settings.has("traffic.pattern")) {
    if (!settings.has(key)) settings.set_default(key, kTracePacketFlits);
    if (settings.integer(key) < 2) {
      throw ConfigError(settings.place(key),
                        "a packet of 1 flit is all header and carries no bytes of a message; expected 2 flits at least "
                        "for a trace or a collective");
    }
    return;
  }
  int largest = 0;
  for (const PacketLength& length : settings.get<std::vector<PacketLength>>("traffic.packet_flits"))
    largest = std::max(largest, length.flits);
  const int reply = settings.has(kReplies) ? settings.integer(kReplies) : 0;
  if (!settings.has(key)) settings.set_default(key, static_cast<std::uint64_t>(std::max(largest, reply)));
  if (reply > settings.integer(key)) {
    throw ConfigError(
        settings.place(kReplies),
        fmt::format("replies of {} flits are larger than router.max_packet_flits = {}; expected at most that", reply,
                    settings.integer(key)));
  }
  if (largest > settings.integer(key)) {
    const bool by_default = !settings.at("traffic.packet_flits").given;
    throw ConfigError(
        settings.place(by_default ? key : "traffic.packet_flits"),
        fmt::format("packets of {} flits are larger than router.max_packet_flits = {}; expected at most that", largest,
                    settings.integer(key)));
  }
}

void build_traffic(const Settings& settings, const std::string& file, const topologies::Topology& topology,
                   testbench::Experiment& experiment) {
  if (settings.has("traffic.trace")) {
    experiment.trace = trace_traffic(settings, file);
  } else if (settings.has("traffic.collective")) {
    const std::vector<int>& grid = experiment.process_grid.empty() ? topology.sizes() : experiment.process_grid;
    experiment.trace = collective_traffic(settings, grid);
  } else {
    experiment.synthetic = synthetic_traffic(settings, topology);
  }
}

void check_traffic(const Settings& settings, const topologies::Topology& topology,
                   const microarch::FabricParameters& fabric, const testbench::Experiment& experiment) {
  try {
    testbench::check_experiment(experiment, topology, fabric);
  } catch (const testbench::InputError& error) {
    if (error.position()) throw;  // it names the line of the trace
    throw ConfigError(settings.place(key_of(error.part())), error.what());
  }
}

}  // namespace trenza::settings
