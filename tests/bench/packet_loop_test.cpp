// The bare loop of the benchmarks does the same work as the tlm view: the same packets in the same cycles.
#include "tests/bench/packet_loop.h"

#include <gtest/gtest.h>

#include "microarch/parameters.h"
#include "tests/support/experiments.h"

namespace trenza::bench {
namespace {

void compare(int a, double load, int flits, Cycle cycles) {
  SCOPED_TRACE(testing::Message() << "RTT(" << a << "), load " << load << ", " << flits << " flits");
  microarch::FabricParameters parameters;
  parameters.max_packet_flits = flits;
  auto experiment = test::uniform(load, flits, cycles);
  experiment.run.seed = parameters.seed = 7;
  const auto view = test::run_on_tlm(*test::network("rtt", a), parameters, experiment);
  const PacketLoopResults loop = run_packet_loop(a, flits, experiment);
  EXPECT_GT(loop.packets, 20U);
  EXPECT_EQ(loop.packets, view.packets);
  EXPECT_EQ(loop.flit_hops, view.flit_hops);
  EXPECT_EQ(loop.digest, view.digest);
}

// Loads with hardly any traffic, below and above saturation. Packets of 1 flit, whose credits are back at once, up to
// 64.
TEST(PacketLoop, DeliversWhatTheTlmViewDelivers) {
  for (const int a : {2, 3, 8})
    for (const double load : {0.05, 0.4, 1.2})
      for (const int flits : {1, 2, 16, 64}) compare(a, load, flits, 3'000);
}

TEST(PacketLoopSlow, DeliversWhatTheTlmViewDeliversForLong) {
  for (const int a : {5, 8})
    for (const double load : {0.1, 0.6})
      for (const int flits : {4, 7, 64}) compare(a, load, flits, 70'000);  // long enough for the draws to repeat
}

}  // namespace
}  // namespace trenza::bench
