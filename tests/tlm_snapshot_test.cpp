// A fabric of the tlm view that was saved and restored goes on as if nothing had been.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "microarch/archive.h"
#include "microarch/parameters.h"
#include "tests/support/experiments.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

using microarch::ArchiveReader;
using microarch::ArchiveWriter;
using microarch::Cycle;
using microarch::MemorySink;
using microarch::MemoryStream;

std::string saved(const tlm::ExactFabric& fabric) {
  MemorySink sink;
  ArchiveWriter archive(sink);
  fabric.save(archive);
  return sink.bytes();
}

std::unique_ptr<tlm::ExactFabric> restored(const std::string& bytes, const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters) {
  MemoryStream stream(bytes);
  ArchiveReader archive(stream);
  auto fabric = tlm::restore_exact_fabric(topology, parameters, archive);
  EXPECT_TRUE(stream.at_end());
  return fabric;
}

void offer_cycle(const RandomTraffic& traffic, microarch::Fabric& view) {
  traffic.offers(view.now(), [&](const Offer& packet) {
    const auto tag = static_cast<std::uint64_t>(packet.destination);
    view.offer(packet.source, packet.destination, packet.flits, tag, packet.message_class);
  });
}

/// Offers the packets of a cycle and simulates it.
void step(const RandomTraffic& traffic, microarch::Fabric& view) {
  offer_cycle(traffic, view);
  view.advance(view.now() + 1);
}

/// All that a view shows after a cycle, as bytes.
std::string shown(const microarch::Fabric& view) {
  MemorySink sink;
  ArchiveWriter archive(sink);
  archive(view.delivered(), view.counters(), view.idle());
  return sink.bytes();
}

/// Runs both to the end of the machine. Returns the first cycle after which they differ.
std::optional<Cycle> first_differing_cycle(const Machine& machine, microarch::Fabric& view, microarch::Fabric& other) {
  const RandomTraffic traffic(machine, view.topology());
  while (view.now() < machine.cycles) {
    step(traffic, view);
    step(traffic, other);
    if (shown(view) != shown(other)) return view.now() - 1;
  }
  EXPECT_THAT(other.audit(), testing::IsEmpty());
  return std::nullopt;
}

/// Saves and restores machine `seed` at a random cycle; both go on to the end, cycle by cycle.
void expect_same_with_a_restore(std::uint64_t seed) {
  const Machine machine = random_machine(seed);
  const Cycle when = microarch::hash(seed, 77) % machine.cycles;
  SCOPED_TRACE(machine.text() + " saved at " + std::to_string(when));
  const auto topology = machine.network.build();
  const auto straight = tlm::make_exact_fabric(*topology, machine.parameters);
  const RandomTraffic traffic(machine, *topology);
  while (straight->now() < when) step(traffic, *straight);
  const std::string bytes = saved(*straight);
  const auto other = restored(bytes, *topology, machine.parameters);
  EXPECT_EQ(saved(*other), bytes) << "a restored state differs";
  EXPECT_EQ(shown(*other), shown(*straight));
  EXPECT_EQ(first_differing_cycle(machine, *straight, *other), std::nullopt);
  EXPECT_EQ(saved(*other), saved(*straight)) << "the states differ at the end";
}

TEST(TlmSnapshot, RandomMachines) {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) expect_same_with_a_restore(seed);
}
TEST(TlmSnapshotSlow, FiveHundredRandomMachines) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) expect_same_with_a_restore(seed);
}

/// A machine with what `random_machine` draws rarely together.
Machine busy_machine() {
  Machine machine = random_machine(3);
  machine.load_over_bound = 2;
  machine.cycles = 300;
  return machine;
}

TEST(TlmSnapshot, HoldsOffersOfTheCycle) {
  const Machine machine = busy_machine();
  const auto topology = machine.network.build();
  const auto straight = tlm::make_exact_fabric(*topology, machine.parameters);
  const RandomTraffic traffic(machine, *topology);
  while (straight->now() < 100) step(traffic, *straight);
  offer_cycle(traffic, *straight);
  const auto other = restored(saved(*straight), *topology, machine.parameters);
  straight->advance(101);
  other->advance(101);
  EXPECT_EQ(shown(*other), shown(*straight));
  EXPECT_EQ(first_differing_cycle(machine, *straight, *other), std::nullopt);
}

TEST(TlmSnapshot, HoldsTimesBeyondAnEpoch) {
  constexpr Cycle kLate = (Cycle{3} << 31) + 12345;
  const auto topology = network("rtt", 3);
  const microarch::FabricParameters parameters = bubble_router(5);
  const auto straight = tlm::make_exact_fabric(*topology, parameters);
  for (Cycle start : {Cycle{0}, Cycle{1} << 31, kLate}) {
    while (straight->now() < start) straight->advance(start);
    for (int node = 1; node < 9; ++node) straight->offer(node, 0, 5, 0, 0);
    straight->advance(straight->now() + 4);
  }
  const auto other = restored(saved(*straight), *topology, parameters);
  std::size_t delivered = 0;
  while (!straight->idle()) {
    straight->advance(straight->now() + 1);
    other->advance(other->now() + 1);
    ASSERT_EQ(shown(*straight), shown(*other)) << straight->now();
    delivered += other->delivered().size();
  }
  EXPECT_GT(straight->now(), kLate);
  EXPECT_GE(delivered, 8U);
  EXPECT_TRUE(other->idle());
  EXPECT_THAT(other->audit(), testing::IsEmpty());
}

TEST(TlmSnapshot, HoldsCreditsOnTheirWay) {
  const auto topology = network("rtt", 3);
  microarch::FabricParameters parameters = bubble_router(5);
  parameters.credit_delay = 4;
  const auto straight = tlm::make_exact_fabric(*topology, parameters);
  straight->offer(0, 1, 5, 0, 0);
  straight->advance(1000);
  ASSERT_EQ(straight->delivered().size(), 1U);
  const auto other = restored(saved(*straight), *topology, parameters);
  EXPECT_FALSE(straight->idle());
  for (int cycle = 0; cycle < 8; ++cycle) {
    EXPECT_EQ(shown(*other), shown(*straight)) << cycle;
    EXPECT_THAT(other->audit(), testing::IsEmpty());
    straight->advance(straight->now() + 1);
    other->advance(other->now() + 1);
  }
  EXPECT_TRUE(straight->idle());
}

TEST(TlmSnapshot, BytesThatEndTooEarlyAreRefused) {
  const Machine machine = busy_machine();
  const auto topology = machine.network.build();
  const auto fabric = tlm::make_exact_fabric(*topology, machine.parameters);
  const RandomTraffic traffic(machine, *topology);
  while (fabric->now() < 50) step(traffic, *fabric);
  const std::string bytes = saved(*fabric);
  for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 50) {
    const std::string cut = bytes.substr(0, length);
    EXPECT_THROW(restored(cut, *topology, machine.parameters), microarch::ArchiveError) << length;
  }
}

TEST(TlmSnapshot, BytesOfAnotherMachineAreRefused) {
  const auto small = network("rtt", 3);
  const auto large = network("rtt", 4);
  const std::string bytes = saved(*tlm::make_exact_fabric(*large, bubble_router(5)));
  EXPECT_THROW(restored(bytes, *small, bubble_router(5)), microarch::ArchiveError);
}

}  // namespace
}  // namespace trenza::test
