// Building and loading of models, and the twin of the draws.
#include "rtl_models/twin/rtl_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "microarch/draws.h"

namespace trenza::rtl_models {
namespace {

using testing::HasSubstr;

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const RtlError& error) {
    return error.what();
  }
  return "";
}

TEST(RtlModel, TheDrawsOfAPlaceAreThoseOfTheSequence) {
  const auto& sequence = microarch::DrawSequence::instance();
  for (const std::uint16_t phase : {0, 1, 777, 65534}) {
    RtlModel model(RtlModule{"draw", {}});
    model.port("phase", 16).set(sequence.at(0, phase));
    model.reset();
    const RtlPort draw = model.port("draw", 16);
    for (microarch::Cycle cycle = 0; cycle < 5000; ++cycle) {
      ASSERT_EQ(draw.get<std::uint16_t>(), sequence.at(microarch::DrawSequence::offset(cycle), phase)) << cycle;
      model.tick();
    }
  }
}

TEST(RtlModel, InstancesAreApart) {
  const RtlModule module = RtlModule{"credit_link", {}}.with("STAGES", 1);
  RtlModel one(module);
  RtlModel other(module);
  one.reset();
  other.reset();
  one.port("credit_in", 32).set(std::uint32_t{5});
  one.tick();
  other.tick();
  EXPECT_EQ(one.port("credit_out", 32).get<std::uint32_t>(), 5U);
  EXPECT_EQ(other.port("credit_out", 32).get<std::uint32_t>(), 0U);
}

TEST(RtlModel, VectorsHaveElementZeroLowest) {
  RtlModel model(RtlModule{"credit_counter", {{"VCS", "3"}, {"INITIAL", "96'h000000030000000200000001"}}});
  model.reset();
  const RtlPort credits = model.port("credits", 96);
  for (std::uint32_t vc = 0; vc < 3; ++vc) EXPECT_EQ(credits.get<std::uint32_t>(vc), vc + 1);
}

TEST(RtlModel, PortsAreChecked) {
  const RtlModel model(RtlModule{"draw", {}});
  EXPECT_EQ(error_of([&] { model.port("phase", 8); }), "trenza_draw: port phase has 16 bits, not 8");
  EXPECT_EQ(error_of([&] { model.port("phases", 16); }), "trenza_draw has no port phases");
  EXPECT_FALSE(model.optional_port("phases"));
}

TEST(RtlLibrary, AModelIsBuiltOnce) {
  const RtlModule module = RtlModule{"credit_link", {}}.with("STAGES", 3);
  const auto built = build_rtl(module);
  const auto when = std::filesystem::last_write_time(built);
  EXPECT_EQ(build_rtl(module), built);
  EXPECT_EQ(std::filesystem::last_write_time(built), when);
  EXPECT_NE(build_rtl(RtlModule{"credit_link", {}}.with("STAGES", 4)), built);
}

TEST(RtlLibrary, ErrorsSayWhatTheToolSaid) {
  EXPECT_THAT(error_of([] { build_rtl(RtlModule{"unheard_of", {}}); }), HasSubstr("trenza_unheard_of"));
  EXPECT_THAT(error_of([] { build_rtl(RtlModule{"link", {}}.with("DELAYS", 2)); }), HasSubstr("DELAYS"));
  EXPECT_THAT(error_of([] {
                build_rtl(RtlModule{"arbiter", {}}.with("POLICY", "queue"));
              }),
              HasSubstr("trenza_no_such_arbiter"));
  EXPECT_THAT(error_of([] {
                build_rtl(RtlModule{"vc_pick", {}}.with("SELECTION", "nearest"));
              }),
              HasSubstr("trenza_no_such_selection"));
  EXPECT_THAT(error_of([] {
                build_rtl(RtlModule{"matrix_allocator", {}}.with("ALLOCATOR", "nearest"));
              }),
              HasSubstr("trenza_no_such_allocator"));
}

}  // namespace
}  // namespace trenza::rtl_models
