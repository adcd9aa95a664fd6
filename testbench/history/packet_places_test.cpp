// Who is where, from offers and grants.
#include "testbench/history/packet_places.h"

#include <gtest/gtest.h>

#include "microarch/parameters.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

using microarch::FabricParameters;
using microarch::Hop;

const PacketName kFirst{0, 0};
const PacketName kSecond{0, 1};

class PacketPlacesTest : public testing::Test {
 protected:
  // A ring of 5: port 0 leads to the next node. Inputs: 2 ports of 3 VCs, then the injectors. Outputs: 2 ports, then
  // the ejection port.
  static constexpr int kInjector = 6;
  static constexpr int kEjector = 2;

  void offer(const PacketName& name, int flits, Cycle cycle) { input_ = places_.offered({name, 2, flits, 0, cycle}); }
  void grant(Cycle cycle, NodeId router, int input, int output, int vc, const PacketName& name) {
    places_.granted({cycle, router, input, output, vc, name.source, name.number});
  }

  std::unique_ptr<topologies::Topology> topology_ = topologies::make_twisted_torus("ring", {{5}, {}, {}, 2});
  FabricParameters parameters_;
  PacketPlaces places_{*topology_, parameters_};
  int input_ = -1;
};

TEST_F(PacketPlacesTest, APacketIsAtItsSourceThenDownstream) {
  offer(kFirst, 3, 10);
  EXPECT_EQ(input_, kInjector);
  offer(kSecond, 3, 10);
  EXPECT_EQ(places_.in_input(0, kInjector, 10), (std::vector<PacketName>{kFirst, kSecond}));
  grant(10, 0, kInjector, 0, 1, kFirst);
  EXPECT_EQ(places_.granted_output(0, 0, 10), kFirst);
  EXPECT_EQ(places_.granted_input(0, kInjector, 10), kFirst);
  EXPECT_FALSE(places_.crossing_output(0, 0, 10)) << "it could still be granted to others";
  const auto next = places_.downstream(0, 0, 1);
  EXPECT_EQ(next, std::pair(1, 1));
  EXPECT_TRUE(places_.in_input(1, 1, 10).empty());
  for (const Cycle cycle : {11, 12}) {
    ASSERT_TRUE(places_.crossing_output(0, 0, cycle));
    EXPECT_EQ(places_.crossing_output(0, 0, cycle)->packet, kFirst);
    EXPECT_EQ(places_.crossing_output(0, 0, cycle)->until, 13U);
    EXPECT_EQ(places_.crossing_input(0, kInjector, cycle)->packet, kFirst);
    EXPECT_EQ(places_.first_in_input(0, kInjector, cycle), kFirst) << "it still crosses";
    EXPECT_EQ(places_.first_in_input(1, 1, cycle), kFirst) << "it is on its way";
  }
  EXPECT_FALSE(places_.crossing_output(0, 0, 13));
  EXPECT_FALSE(places_.granted_output(0, 0, 13));
  EXPECT_EQ(places_.first_in_input(0, kInjector, 13), kSecond);
  grant(13, 1, 1, 0, 2, kFirst);
  EXPECT_EQ(places_.in_input(1, 1, 15), std::vector<PacketName>{kFirst});
  EXPECT_TRUE(places_.in_input(1, 1, 16).empty());
  grant(16, 2, 2, kEjector, -1, kFirst);
  EXPECT_EQ(places_.journey(kFirst).hops.size(), 3U);
  places_.delivered(kFirst);
  EXPECT_EQ(places_.journey(kSecond).packet.created, 10U);
}

TEST_F(PacketPlacesTest, AGrantFromWhereThePacketIsNotIsAFault) {
  offer(kFirst, 3, 10);
  EXPECT_THROW(grant(10, 0, 0, 0, 1, kFirst), microarch::InvariantViolation);
}

TEST(PacketPlaces, InjectorsAreThoseOfTheContract) {
  const auto topology = topologies::make_twisted_torus("ring", {{5}, {}, {}, 2});
  FabricParameters parameters;
  parameters.injectors = 3;
  parameters.message_classes = 2;
  parameters.injection = microarch::InjectionPolicy("shortest");
  PacketPlaces places(*topology, parameters);
  const int first = 2 * parameters.vcs();
  std::vector<int> inputs;
  for (std::uint64_t number = 0; number < 4; ++number)
    inputs.push_back(places.offered({{0, number}, 2, 4, 1, 0}) - first);
  EXPECT_EQ(inputs, (std::vector<int>{3, 4, 5, 3})) << "those of the second class";
  // A packet counts until its tail has left.
  places.granted({0, 0, first + 4, 0, 3, 0, 1});
  EXPECT_EQ(places.offered({{0, 4}, 2, 4, 1, 3}) - first, 4) << "1, 1, 2 -> one each but the first";
}

}  // namespace
}  // namespace trenza::testbench
