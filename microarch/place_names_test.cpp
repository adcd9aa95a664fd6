// Names of virtual channels and injectors.
#include "microarch/place_names.h"

#include <gtest/gtest.h>

#include "microarch/parameters.h"
#include "topologies/twisted_torus.h"

namespace trenza::microarch {
namespace {

TEST(PlaceNames, OneClassIsNotNamed) {
  FabricParameters parameters;
  parameters.adaptive_vcs = 7;
  parameters.injectors = 8;
  EXPECT_EQ(vc_name(parameters, 0), "vc0");
  EXPECT_EQ(vc_name(parameters, 7), "vc7");
  EXPECT_EQ(injector_name(parameters, 0), "injector0");
  EXPECT_EQ(injector_name(parameters, 7), "injector7");
}

TEST(PlaceNames, TwoClassesAre) {
  FabricParameters parameters;
  parameters.message_classes = 2;
  parameters.adaptive_vcs = 2;
  parameters.injectors = 4;
  EXPECT_EQ(vc_name(parameters, 2), "vc2_request");
  EXPECT_EQ(vc_name(parameters, 3), "vc3_response");
  EXPECT_EQ(injector_name(parameters, 3), "injector3_request");
  EXPECT_EQ(injector_name(parameters, 4), "injector4_response");
}

TEST(PlaceNames, InputsAndOutputsOfARouter) {
  const auto ring = topologies::make_twisted_torus("ring", {4}, {});
  FabricParameters parameters;
  parameters.adaptive_vcs = 1;
  parameters.ejectors = 2;
  EXPECT_EQ(input_name(*ring, parameters, 1, 1), "r_1 in_xp_from_0.vc1");
  EXPECT_EQ(input_name(*ring, parameters, 3, 2), "r_3 in_xm_from_0_wrap.vc0");
  EXPECT_EQ(input_name(*ring, parameters, 1, 4), "r_1 injector0");
  EXPECT_EQ(output_name(*ring, parameters, 1, 0, 1), "xp_to_2.vc1");
  EXPECT_EQ(output_name(*ring, parameters, 3, 0, -1), "xp_to_0_wrap");
  EXPECT_EQ(output_name(*ring, parameters, 3, 3, -1), "ejector1");
  parameters.message_classes = 2;
  EXPECT_EQ(input_name(*ring, parameters, 1, 3), "r_1 in_xp_from_0.vc3_response");
  EXPECT_EQ(input_name(*ring, parameters, 1, 8), "r_1 injector0_request");
  EXPECT_EQ(input_name(*ring, parameters, 1, 9), "r_1 injector1_response");
  EXPECT_EQ(output_name(*ring, parameters, 1, 0, 2), "xp_to_2.vc2_response");
}

}  // namespace
}  // namespace trenza::microarch
