// Builds blocks of tests/plug by their port maps, and runs fabrics with them in processes of their own.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "apps/plug/port_map_reader.h"
#include "cosim/plug/plug_build.h"
#include "cosim/plug/slot_contract.h"
#include "cosim/rtl_blocks.h"
#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "settings/yaml_reader.h"
#include "testbench/run_experiment.h"
#include "tests/cli_program.h"
#include "tests/places.h"
#include "tests/support/isolated.h"

namespace trenza::test {

/// Path of a file of tests/plug.
inline std::string plug_source(const std::string& file) {
  return std::string(TRENZA_SOURCE_DIR) + "/tests/plug/" + file;
}

/// A configuration of 8 routers in which arbiters and allocators from outside have work.
inline const char* const kBusyRouters =
    "topology: {kind: rtt, a: 2}\n"
    "router: {max_packet_flits: 4, buffer_packets: 2, arbiter: round_robin}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.9}\n"
    "run: {cycles: 400}\n";

/// The same with `crossbar: per_port`.
inline std::string busy_per_port_routers() {
  std::string text = kBusyRouters;
  const std::string at = "router: {";
  return text.replace(text.find(at), at.size(), at + "crossbar: per_port, ");
}

/// Runs noc.yaml with another setting.
inline ProgramResult run_noc(const TemporaryFolder& folder, const std::string& setting) {
  return run_program(folder.path(), {"run", "noc.yaml", "--json", "-", "-q", "--set", setting});
}

/// Results of run_noc(), which has to succeed.
inline nlohmann::ordered_json noc_results(const TemporaryFolder& folder, const std::string& setting) {
  const ProgramResult result = run_noc(folder, setting);
  EXPECT_EQ(result.status, 0) << result.errors;
  return result.status == 0 ? nlohmann::ordered_json::parse(result.output) : nlohmann::ordered_json();
}

/// Flits of a packet in the fabrics with blocks, if nothing else is said.
inline constexpr int kPlugFlits = 4;

/// A block that `trenza plug` would make, for the routers of one kind of fabric.
class PluggedBlock {
 public:
  /// A block of tests/plug.
  PluggedBlock(const std::string& slot, const std::string& name, const cosim::Numbers& numbers) {
    build(slot, settings::read_text_file(plug_source(name + ".sv")),
          settings::read_text_file(plug_source(name + ".yaml")), numbers);
  }
  /// The same with other parameters of the module, and text of its map replaced: from, to.
  PluggedBlock(const std::string& slot, const std::string& name, const cosim::Numbers& numbers,
               const std::vector<std::pair<std::string, std::string>>& replaced) {
    std::string map = settings::read_text_file(plug_source(name + ".yaml"));
    for (const auto& [from, to] : replaced) map.replace(map.find(from), from.size(), to);
    build(slot, settings::read_text_file(plug_source(name + ".sv")), map, numbers);
  }
  /// The template that `trenza plug --describe` prints.
  PluggedBlock(const std::string& slot, const cosim::Numbers& numbers) {
    const cosim::SlotContract& contract = *cosim::find_slot(slot);
    build(slot, contract.module_template, contract.map_template, numbers);
  }

  /// With other settings, or values on the inputs that its map ties.
  std::shared_ptr<const cosim::Plug> plug(const std::map<std::string, std::string>& settings = {},
                                          std::uint64_t tie = 0) const {
    auto plug = std::make_shared<cosim::Plug>(cosim::Plug{cosim::open_plug("block.so", file_.path), request_.map});
    for (const auto& [key, value] : settings) plug->map.settings[key] = value;
    for (cosim::TiedPort& tied : plug->map.ties) tied.value = tie;
    return plug;
  }

 private:
  void build(const std::string& slot, const std::string& source, const std::string& map,
             const cosim::Numbers& numbers) {
    folder_.write("block.sv", source);
    request_.sources.files = {(folder_.path() / "block.sv").string()};
    request_.map_text = map;
    request_.map = apps::read_port_map(map, "map.yaml", slot);
    request_.numbers = numbers;
    request_.output = folder_.path() / "block.so";
    file_ = cosim::build_plug(request_).file;
  }

  TemporaryFolder folder_;
  cosim::PlugRequest request_;
  cosim::PlugFile file_;
};

/// What changes in the map of tests/plug/flit_node.yaml for other links than those with credits: number of the
/// parameter LINKS, `links`, and the role of the ports for credits.
inline std::vector<std::pair<std::string, std::string>> flit_node_links(int number, const std::string& kind,
                                                                        const std::string& role) {
  return {{"LINKS: 0", "LINKS: " + std::to_string(number)},
          {"in_credit", "in_" + role},
          {"out_credit", "out_" + role},
          {"local: 0", "links: " + kind + "\nlocal: 0"}};
}

/// Digest and packets of an experiment on pins with a block in the place `key` of some routers (none: of all), or the
/// message of what broke or stood still.
inline std::string run_with(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                            const testbench::Experiment& experiment, const std::string& key,
                            const std::shared_ptr<const cosim::Plug>& plug,
                            std::vector<topologies::NodeId> nodes = {}) {
  if (nodes.empty()) {
    nodes.resize(static_cast<std::size_t>(topology.graph().nodes()));
    std::iota(nodes.begin(), nodes.end(), 0);
  }
  return isolated([&] {
    cosim::RouterPlugs plugs;
    if (plug) plugs.add(key, nodes, plug);
    const auto blocks = cosim::make_rtl_blocks(cosim::RtlSelection(topology), plugs);
    const auto fabric = rtl_models::make_pin_fabric(topology, parameters, *blocks);
    const auto results = testbench::run_experiment(*fabric, experiment);
    if (results.outcome == testbench::Outcome::blocked) return results.report;
    return std::to_string(results.digest) + " packets " + std::to_string(results.packets);
  });
}

/// Delivered packets of run_with(); 0 if it broke.
inline long packets_of(const std::string& ran) {
  const auto at = ran.find(" packets ");
  return at == std::string::npos ? 0 : std::stol(ran.substr(at + std::string(" packets ").size()));
}

}  // namespace trenza::test
