#include "testbench/statistics/channel_series.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

#include "microarch/parameters.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

using microarch::Hop;

microarch::FabricParameters router(int link_delay) {
  microarch::FabricParameters parameters;
  parameters.link_delay = link_delay;
  parameters.adaptive_vcs = 1;
  return parameters;
}

/// The series of a virtual channel.
const ChannelSeriesResults& of(const SeriesResults& results, const std::string& channel, const std::string& vc) {
  for (const ChannelSeriesResults& one : results.channels) {
    if (one.channel == channel && one.vc == vc) return one;
  }
  throw std::logic_error("there is no " + channel + " " + vc);
}

void expect(const ChannelWindow& window, std::uint64_t flits, std::uint64_t packets, std::uint64_t sum,
            std::uint64_t max) {
  EXPECT_EQ(window.flits, flits);
  EXPECT_EQ(window.packets, packets);
  EXPECT_EQ(window.occupancy_sum, sum);
  EXPECT_EQ(window.occupancy_max, max);
}

// The two-hop packet of docs/microarchitecture.md, section 14: 3 flits, granted in 0, in 2, and an ejection port in 4.
TEST(ChannelSeries, TwoHopsOfThreeFlits) {
  const auto torus = topologies::make_twisted_torus("torus", {4, 4}, {});
  const microarch::FabricParameters parameters = router(1);
  ChannelSeries series(*torus, parameters, 4);
  const int injector = torus->graph().ports() * parameters.vcs();
  series.granted(Hop{0, 0, injector, 0, 1, 0, 0}, 3);
  series.granted(Hop{2, 1, 1, 0, 1, 0, 0}, 3);  // input: port x+, vc 1
  series.granted(Hop{4, 2, 1, torus->graph().ports(), -1, 0, 0}, 3);
  const SeriesResults results = series.results(8);
  EXPECT_EQ(results.channels.size(), 16U * 4 * 2);
  const auto& first = of(results, "r_0_0.xp", "vc1").windows;
  ASSERT_EQ(first.size(), 2U);
  expect(first[0], 3, 1, 2, 1);  // in the buffer of node 1: a flit each in cycles 2, 3, 4
  expect(first[1], 0, 0, 1, 1);
  const auto& second = of(results, "r_1_0.xp", "vc1").windows;
  expect(second[0], 2, 1, 0, 0);  // crosses in 2, 3, 4; in the buffer of node 2 in 4, 5, 6
  expect(second[1], 1, 0, 3, 1);
  expect(of(results, "r_1_0.xp", "vc0").windows[0], 0, 0, 0, 0);
}

// A packet of 4 flits waits in the buffer behind another one, and the run ends within a window.
TEST(ChannelSeries, BuffersFillAndDrain) {
  const auto torus = topologies::make_twisted_torus("torus", {4, 4}, {});
  const microarch::FabricParameters parameters = router(2);
  ChannelSeries series(*torus, parameters, 10);
  const int injector = torus->graph().ports() * parameters.vcs();
  series.granted(Hop{0, 0, injector, 0, 0, 0, 0}, 4);  // flits arrive in 3, 4, 5, 6
  series.granted(Hop{4, 0, injector, 0, 0, 0, 1}, 4);  // in 7, 8, 9, 10
  series.granted(Hop{9, 1, 0, 2, 0, 0, 0}, 4);         // leaves in 9, 10, 11, 12
  const SeriesResults results = series.results(12);
  const auto& windows = of(results, "r_0_0.xp", "vc0").windows;
  // In 3: 1, 2, 3, 4, 5, 6, 7 (in 9); 10: 8 - 1; 11: 8 - 2
  expect(windows[0], 8, 2, 1 + 2 + 3 + 4 + 5 + 6 + 7, 7);
  expect(windows[1], 0, 0, 7 + 6, 7);
  expect(of(results, "r_1_0.yp", "vc0").windows[0], 1, 1, 0, 0);
  expect(of(results, "r_1_0.yp", "vc0").windows[1], 2, 0, 0, 0);  // the last flit crosses after the end
}

/// The buffers flit by flit.
class SlowSeries {
 public:
  SlowSeries(int link_delay, Cycle end) : delay_(static_cast<Cycle>(link_delay)), occupancy_(end, 0) {}
  void stay(Cycle granted, Cycle left, int flits) {
    for (Cycle flit = 0; flit < static_cast<Cycle>(flits); ++flit) {
      for (Cycle cycle = granted + delay_ + 1 + flit; cycle <= left + flit && cycle < occupancy_.size(); ++cycle)
        ++occupancy_[cycle];
    }
  }
  const std::vector<std::uint64_t>& occupancy() const { return occupancy_; }

 private:
  Cycle delay_;
  std::vector<std::uint64_t> occupancy_;
};

TEST(ChannelSeries, AgreesWithCountingFlitByFlit) {
  const auto torus = topologies::make_twisted_torus("torus", {4, 4}, {});
  std::mt19937 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp)
  const auto draw = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
  for (int machine = 0; machine < 200; ++machine) {
    const int delay = 1 + draw(6);
    const auto window = static_cast<Cycle>(1 + draw(40));
    const Cycle end = 200;
    const microarch::FabricParameters parameters = router(delay);
    ChannelSeries series(*torus, parameters, window);
    SlowSeries slow(delay, end);
    const int injector = torus->graph().ports() * parameters.vcs();
    std::multimap<Cycle, std::pair<Hop, int>> hops;
    Cycle in = 0;
    Cycle out = 0;
    for (std::uint64_t number = 0; in < end; ++number) {
      const int flits = 1 + draw(9);
      out = std::max(out, in + static_cast<Cycle>(delay) + 1) + static_cast<Cycle>(draw(3) == 0 ? draw(30) : 0);
      hops.insert({in, {Hop{in, 0, injector, 0, 0, 0, number}, flits}});
      if (out < end) hops.insert({out, {Hop{out, 1, 0, 0, 0, 0, number}, flits}});
      slow.stay(in, out, flits);
      in += static_cast<Cycle>(flits + (draw(3) == 0 ? draw(20) : 0));
      out += static_cast<Cycle>(flits);
    }
    for (const auto& [cycle, hop] : hops) {
      if (cycle < end) series.granted(hop.first, hop.second);
    }
    const SeriesResults results = series.results(end);
    const auto& windows = of(results, "r_0_0.xp", "vc0").windows;
    for (std::size_t k = 0; k < windows.size(); ++k) {
      std::uint64_t sum = 0;
      std::uint64_t most = 0;
      for (Cycle cycle = k * window; cycle < std::min(end, (k + 1) * window); ++cycle) {
        sum += slow.occupancy()[cycle];
        most = std::max(most, slow.occupancy()[cycle]);
      }
      ASSERT_EQ(windows[k].occupancy_sum, sum) << machine << " " << k;
      ASSERT_EQ(windows[k].occupancy_max, most) << machine << " " << k;
    }
  }
}

}  // namespace
}  // namespace trenza::testbench
