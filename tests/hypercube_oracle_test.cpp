// Hypercubes above six dimensions, which are routed by bits, against the oracle: every delivery of every cycle.
#include <gtest/gtest.h>

#include <random>

#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "tests/oracle/oracle.h"
#include "tests/support/oracle_policies.h"
#include "tests/support/sanitizers.h"
#include "tlm/exact_fabric.h"
#include "topologies/registry.h"

namespace trenza::test {
namespace {

oracle::Config hypercube_config(int bits, const microarch::FabricParameters& parameters) {
  oracle::Config config;
  config.custom_nodes = 1 << bits;
  config.custom_ports = bits;
  for (int node = 0; node < config.custom_nodes; ++node) {
    for (int i = 0; i < bits; ++i) config.custom_channels.push_back({node, i, node ^ (1 << i), -1});
  }
  config.escape = oracle::Escape::bit_order;
  config.adaptive = parameters.adaptive_vcs;
  config.max_packet_flits = parameters.max_packet_flits;
  config.buffer_packets = parameters.buffer_packets;
  config.injectors = parameters.injectors;
  config.ejectors = parameters.ejectors;
  set_policies(parameters, config);
  config.seed = parameters.seed;
  return config;
}

void compare_hypercubes(int bits, const microarch::FabricParameters& parameters, unsigned packets_in_ten_cycles) {
  const auto topology = topologies::make_topology({"hypercube", {{"n", bits}}});
  const auto view = tlm::make_exact_fabric(*topology, parameters);
  oracle::Simulator simulator(hypercube_config(bits, parameters));
  std::mt19937 random(7);
  const auto nodes = static_cast<unsigned>(1 << bits);
  std::size_t delivered = 0;
  for (int cycle = 0; cycle < 400; ++cycle) {
    for (unsigned k = 0; k < nodes && cycle < 250; ++k) {
      if (random() % 10 >= packets_in_ten_cycles) continue;
      const auto destination = static_cast<int>((k + 1 + random() % (nodes - 1)) % nodes);
      const int flits = 1 + static_cast<int>(random() % static_cast<unsigned>(parameters.max_packet_flits));
      view->offer(static_cast<int>(k), destination, flits, 0, 0);
      simulator.offer(static_cast<int>(k), destination, flits);
    }
    view->advance(view->now() + 1);
    simulator.step();
    ASSERT_EQ(view->delivered().size(), simulator.delivered().size()) << "cycle " << cycle;
    for (std::size_t i = 0; i < view->delivered().size(); ++i) {
      const microarch::Delivery& one = view->delivered()[i];
      const oracle::Delivery& other = simulator.delivered()[i];
      ASSERT_EQ(
          std::make_tuple(one.source, one.number, one.destination, one.hops, one.entered, one.ejected),
          std::make_tuple(other.source, other.number, other.destination, other.hops, other.entered, other.ejected))
          << "cycle " << cycle;
      ++delivered;
    }
  }
  EXPECT_GT(delivered, 5'000U);
}

TEST(HypercubeOracle, SevenDimensions) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  microarch::FabricParameters parameters;
  parameters.max_packet_flits = 4;
  parameters.buffer_packets = 2;
  parameters.adaptive_vcs = 1;
  compare_hypercubes(7, parameters, 3);
  parameters.arbiter = microarch::ArbiterPolicy("round_robin");
  parameters.selection = microarch::SelectionPolicy("random");
  parameters.adaptive_vcs = 0;
  parameters.seed = 9;
  compare_hypercubes(7, parameters, 6);
}

}  // namespace
}  // namespace trenza::test
