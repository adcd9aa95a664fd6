// Names of virtual channels and injectors.
#include "microarch/place_names.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace trenza::microarch
