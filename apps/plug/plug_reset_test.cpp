// A reset of the wrong polarity is found when the plug is built.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "cosim/plug/plug_error.h"
#include "cosim/plug/reset_check.h"
#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// What check_reset() says of a block of tests/plug/reset_kinds.sv.
std::string refusal(const PluggedBlock& block, std::uint64_t kind, bool active_low,
                    const std::map<std::string, std::string>& settings = {}) {
  cosim::Plug plug = *block.plug(settings, kind);
  plug.map.reset.active_low = active_low;
  try {
    cosim::check_reset(plug);
  } catch (const cosim::PlugError& error) {
    return error.what();
  }
  return "";
}

TEST(PlugReset, OfTheWrongPolarityIsRefusedIfTheBlockHasAHistory) {
  const PluggedBlock block("arbiter", "reset_kinds", {});
  for (const std::uint64_t kind : {0U, 3U}) {
    EXPECT_EQ(refusal(block, kind, false), "") << kind;
    EXPECT_THAT(refusal(block, kind, true),
                AllOf(HasSubstr("map.yaml:4:8: reset: "), HasSubstr("only while `rst` is active low"),
                      HasSubstr("the polarity is probably wrong; expected `active: high`")))
        << kind;
  }
  for (const bool active_low : {false, true}) {
    EXPECT_EQ(refusal(block, 1, active_low), "") << "no history";
    EXPECT_THAT(refusal(block, 2, active_low), HasSubstr("`rst` changes no output of reset_kinds")) << "no reset";
    EXPECT_EQ(refusal(block, 4, active_low, {{"latency", "1"}}), "") << "no history but its latency";
  }
}

TEST(PlugReset, OfTheWrongPolarityLeavesNoPlug) {
  const TemporaryFolder folder;
  std::string map = settings::read_text_file(plug_source("low_reset_arbiter.yaml"));
  map.replace(map.find("active: low"), 11, "active: high");
  folder.write("map.yaml", map);
  const ProgramResult built = run_program(folder.path(), {"plug", plug_source("low_reset_arbiter.sv"), "--ports",
                                                          "map.yaml", "--number", "requesters=16", "-o", "a.so"});
  EXPECT_EQ(built.status, 2);
  EXPECT_THAT(built.errors,
              AllOf(HasSubstr("map.yaml:4:8: reset: "), HasSubstr("the outputs of low_reset_arbiter depend"),
                    HasSubstr("expected `active: low`")));
  EXPECT_LT(built.errors.size(), 500U);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.so"));
}

TEST(PlugReset, OfAnAllocatorIsLookedAtToo) {
  const PluggedBlock block("allocator", {{"rows", 5}, {"columns", 3}});
  cosim::Plug plug = *block.plug();
  EXPECT_NO_THROW(cosim::check_reset(plug));
  plug.map.reset.active_low = true;
  EXPECT_THROW(cosim::check_reset(plug), cosim::PlugError);
}

}  // namespace
}  // namespace trenza::test
