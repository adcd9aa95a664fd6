// The pin view against the oracle: every delivery of every cycle.
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tests/support/sanitizers.h"
#include "topologies/registry.h"

namespace trenza::test {
namespace {

void compare_pin_machines(std::uint64_t count, RunLength length) {
  for_machines(random_machine, 1, count, length, [](const Machine& machine) {
    EXPECT_EQ(isolated([&] {
                const auto topology = machine.network.build();
                return compare_with_oracle(machine, *rtl_models::make_pin_fabric(*topology, machine.parameters));
              }),
              "");
  });
}

TEST(PinOracle, RandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_pin_machines(12, RunLength::quick);
}

TEST(PinOracleSlow, TwoHundredRandomMachines) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  compare_pin_machines(200, RunLength::whole);
}

// The comparison notices a difference: the oracle is given another seed than the fabric.
TEST(PinOracle, ComparisonSeesADifference) {
  TRENZA_NOT_SANITIZED("the views run against each other there, which is the same code of the product");
  Machine machine = random_machine(3);
  machine.load_over_bound = 1.2;
  machine.cycles = 2000;
  const std::string verdict = isolated([&] {
    Machine other = machine;
    other.parameters.seed += 1;
    const auto topology = machine.network.build();
    const auto pin = rtl_models::make_pin_fabric(*topology, machine.parameters);
    oracle::Simulator judge(oracle_config(other.network, other.parameters));
    const RandomTraffic traffic(machine, *topology);
    for (microarch::Cycle t = 0; t < machine.cycles; ++t) {
      traffic.offers(t, [&](const Offer& packet) {
        pin->offer(packet.source, packet.destination, packet.flits, 0);
        judge.offer(packet.source, packet.destination, packet.flits);
      });
      pin->advance(t + 1);
      judge.step();
      if (pin->delivered().size() != judge.delivered().size()) return std::string("differs");
    }
    return std::string("equal");
  });
  EXPECT_EQ(verdict, "differs");
}

/// The packets of the example in docs/microarchitecture.md, section 15, that arrive in its first cycles, and their
/// digest.
std::pair<std::uint64_t, std::uint64_t> worked_example(microarch::Cycle cycles) {
  topologies::TopologySpec spec;
  spec.kind = "rt";
  spec.values["a"] = 4;
  const auto topology = topologies::make_topology(spec);
  const microarch::FabricParameters parameters;
  const auto pin = rtl_models::make_pin_fabric(*topology, parameters);
  std::uint32_t x = 1;
  std::uint64_t digest = 0;
  std::uint64_t packets = 0;
  for (microarch::Cycle t = 0; t < cycles; ++t) {
    for (int n = 0; n < 32; ++n) {
      x = x * 1664525U + 1013904223U;
      if ((x >> 16) % 100 < 30) {
        pin->offer(n, static_cast<int>((static_cast<unsigned>(n) + 1 + (x >> 8) % 31) % 32),
                   1 + static_cast<int>((x >> 4) % 16), 0);
      }
    }
    pin->advance(t + 1);
    for (const microarch::Delivery& d : pin->delivered()) {
      ++packets;
      digest += microarch::hash(d.source, d.destination, d.number, d.flits, d.created, d.entered, d.ejected);
    }
  }
  return {packets, digest};
}

// What the oracle has by then; it has what the page says in the end.
TEST(Contract, WorkedExample) {
  EXPECT_EQ(worked_example(1'000), std::make_pair(std::uint64_t{2'575}, std::uint64_t{0x5c262522b6697a76}));
}
TEST(ContractSlow, WorkedExampleToItsEnd) {
  EXPECT_EQ(worked_example(10'000), std::make_pair(std::uint64_t{26'084}, std::uint64_t{0x4c9ed158ab7471cf}));
}

}  // namespace
}  // namespace trenza::test
