// The words inside a router: every field comes back as it went in, and no field touches another.
#include "rtl_models/common/words.h"

#include <gtest/gtest.h>

#include "microarch/parameters.h"

namespace trenza::rtl_models {
namespace {

using microarch::kMaxPacketFlits;
using microarch::make_flit;

TEST(Words, Route) {
  for (const std::uint32_t ports : {0U, 1U, 0b1010U, 0xfffU, 0xffffffffU}) {
    for (const int escape : {-1, 0, 3, 11, 31}) {
      for (int fields = 0; fields < 8; ++fields) {
        auto route = topologies::RouteChoice::of(ports, escape, fields / 2);
        route.arrived = fields % 2 != 0;
        const topologies::RouteChoice back = unpack_route(pack_route(route));
        EXPECT_EQ(back.adaptive_ports(), ports);
        EXPECT_EQ(back.escape_port(), escape);
        EXPECT_EQ(back.escape_vc(), escape < 0 ? 0 : fields / 2);
        EXPECT_EQ(back.arrived, route.arrived);
        EXPECT_EQ(pack_route(route) >> 45, 0U);
      }
    }
  }
}

TEST(Words, RequestAndPick) {
  for (const PacketId packet : {0U, 1U, 0xffffffffU}) {
    for (const int flits : {1, 2, 16, kMaxPacketFlits}) {
      const RequestWord request = make_request(make_flit(packet, flits, 0));
      EXPECT_NE(request, 0U);
      EXPECT_EQ(request_packet(request), packet);
      EXPECT_EQ(request_flits(request), flits);
      for (int output = 0; output < 40; ++output) {
        for (int vc = 0; vc < 8; ++vc) {
          const PickWord pick = make_pick(request, output, vc);
          EXPECT_EQ(pick_output(pick), output);
          EXPECT_EQ(pick_vc(pick), vc);
          EXPECT_EQ(request_packet(pick), packet);
          EXPECT_EQ(request_flits(pick), flits);
          EXPECT_EQ(pick >> 63, 1U);
        }
      }
    }
  }
}

TEST(Words, ARequestDoesNotShowTheHopsOfItsHead) {
  const FlitWord head = make_flit(5, 7, 0);
  EXPECT_EQ(make_request(microarch::with_next_hop(head)), make_request(head));
}

TEST(Words, Select) {
  for (int input = 0; input < 64; ++input) {
    for (int vc = 0; vc < 8; ++vc) {
      const SelectWord select = make_select(input, vc);
      EXPECT_NE(select, 0U);
      EXPECT_EQ(select_input(select), input);
      EXPECT_EQ(select_vc(select), vc);
    }
  }
}

TEST(Words, Charge) {
  for (int vc = 0; vc < 32; ++vc) {
    for (const int credits : {1, 2, 255, kMaxPacketFlits}) {
      const ChargeWord charge = make_charge(vc, credits);
      EXPECT_NE(charge, 0U);
      EXPECT_EQ(charge_vc(charge), vc);
      EXPECT_EQ(charge_credits(charge), credits);
    }
  }
}

}  // namespace
}  // namespace trenza::rtl_models
