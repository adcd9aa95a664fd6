// What routers take of memory against what `trenza run` expects before it builds them.
#include "settings/router_memory.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdio>
#include <memory>
#include <string>

#include "rtl_models/pin_fabric.h"
#include "settings/configuration.h"
#include "tests/support/isolated.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_file.h"
#include "tests/support/worm_machine.h"
#include "tlm/tlm_fabric.h"

namespace trenza::test {
namespace {

TRENZA_FILE_NOT_SANITIZED("it measures the memory");

using settings::RouterMemory;

/// Bytes that the program has taken from the heap.
std::uint64_t heap() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// Every node has a channel to every other.
std::string complete_network(int nodes) {
  std::string text = "nodes " + std::to_string(nodes) + "\n";
  for (int a = 0; a < nodes; ++a) {
    for (int b = a + 1; b < nodes; ++b) text += std::to_string(a) + " " + std::to_string(b) + "\n";
  }
  return text;
}

/// 33 routers of 32 network ports.
const TemporaryFile& large_routers() {
  static const TemporaryFile file("complete.net", complete_network(33));
  return file;
}

std::vector<std::string> machines() {
  const std::string worms = "switching: wormhole, virtual_channels: {count: ";
  return {"topology: {torus: [8, 8]}\nrouter: {" + worms + "4}, buffer_flits: 8}\n",
          "topology: {torus: [32, 32]}\nrouter: {" + worms + "8}, buffer_flits: 8}\n",
          "topology: {kind: custom, file: " + large_routers().path() + "}\nrouter: {" + worms +
              "8}, routing: up_down, arbiter: matrix}\n",
          "topology: {torus: [4, 4, 4]}\nrouter: {" + worms +
              "16}, message_classes: 2, buffer_flits: 5, pipeline: speculative, arbiter: stride}\n"};
}

settings::RunConfiguration read(const std::string& machine) {
  const TemporaryFile file("memory.yaml", machine + "traffic: {pattern: uniform, load: 0.1}\n");
  return settings::load_configuration(file.path()).runs.front();
}

/// How much of what the fabric takes was expected. `make()` builds it.
template <class Make>
double share(const settings::RunConfiguration& run, const RouterMemory& expected, const Make& make) {
  const std::uint64_t before = heap();
  const auto fabric = make(run);
  const auto taken = static_cast<double>(heap() - before);
  const auto nodes = static_cast<double>(run.topology->graph().nodes());
  return nodes * static_cast<double>(expected.all()) / taken;
}

TEST(RouterMemory, IsWhatRoutersOfFlitsTake) {
  for (const std::string& machine : machines()) {
    SCOPED_TRACE(machine);
    const settings::RunConfiguration run = read(machine);
    const auto make = [](const settings::RunConfiguration& of) {
      return tlm::make_tlm_fabric(*of.topology, of.fabric);
    };
    make(run);  // tables that a process has once
    const double found = share(run, settings::tlm_router_memory(run.fabric, run.topology->graph().ports()), make);
    EXPECT_GT(found, 0.75);
    EXPECT_LT(found, 1.25);
    std::printf("  tlm: %.3f of what was taken\n", found);
  }
}

// The parts that the engine itself counts: masks, queues, arbiters and buffers, without sources, links and draws.
TEST(RouterMemory, FollowsTheEngine) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const WormMachine worms = random_worm_machine(seed);
    const auto topology = worms.topology();
    const auto& parameters = worms.machine.parameters;
    const auto fabric = tlm::make_tlm_fabric(*topology, parameters);
    const auto expected = settings::tlm_router_memory(parameters, topology->graph().ports()).all();
    const auto counted = fabric->router_bytes() / static_cast<std::uint64_t>(topology->graph().nodes());
    EXPECT_GT(expected, counted) << worms.text();
    EXPECT_LT(expected, counted + counted / 2 + 400) << worms.text();
  }
}

TEST(RouterMemory, ArbitersOfLargeRoutersCount) {
  const settings::RunConfiguration run = read(machines()[2]);
  const RouterMemory memory = settings::tlm_router_memory(run.fabric, 32);
  // 33 ports of 8 VCs, inputs as outputs: 264 matrices of 264 requesters on either side; the switch has 33 more.
  constexpr std::uint64_t kMatrix = 264 * 33;
  EXPECT_EQ(memory.arbiters, (2 * 264 + 33) * kMatrix);
  EXPECT_GT(memory.arbiters, memory.all() / 2);
}

void check_pin_view(const std::string& machine) {
  const std::string found = isolated([&] {
    const settings::RunConfiguration run = read(machine);
    return std::to_string(share(
        run, settings::pin_router_memory(run.fabric, run.topology->graph().ports()),
        [](const settings::RunConfiguration& of) { return rtl_models::make_pin_fabric(*of.topology, of.fabric); }));
  });
  std::printf("  pin: %s of what was taken\n", found.c_str());
  EXPECT_LT(std::stod(found), 1.25) << machine;
  EXPECT_GT(std::stod(found), 0.5) << machine;
}
TEST(RouterMemory, OfThePinViewIsNotTooMuch) { check_pin_view(machines()[0]); }
TEST(RouterMemorySlow, OfLargeRoutersInThePinViewIsNotTooMuch) { check_pin_view(machines()[2]); }

}  // namespace
}  // namespace trenza::test
