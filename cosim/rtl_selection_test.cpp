// Which routers a configuration means.
#include "cosim/rtl_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "topologies/topology_error.h"
#include "topologies/topology_test_support.h"

namespace trenza::cosim {
namespace {

using testing::HasSubstr;

struct Selected {
  std::unique_ptr<topologies::Topology> topology = topologies::test_support::make("rt", 4);  // 8 x 4
  RtlSelection selection{*topology};

  int count(RtlBlock block) const {
    int nodes = 0;
    for (topologies::NodeId node = 0; node < topology->graph().nodes(); ++node) nodes += selection.has(block, node);
    return nodes;
  }
  std::string error(const std::string& routers) {
    try {
      selection.add(RtlBlock::router, routers);
    } catch (const topologies::TopologyError& error) {
      return error.what();
    }
    return "";
  }
};

TEST(RtlSelection, NothingAtFirst) {
  const Selected selected;
  EXPECT_TRUE(selected.selection.empty());
}

TEST(RtlSelection, NamesAreInTheOrderOfTheBlocks) {
  const auto name = [](RtlBlock block) { return rtl_block_names().at(static_cast<std::size_t>(block)); };
  EXPECT_EQ(name(RtlBlock::input_buffer), "input_buffer");
  EXPECT_EQ(name(RtlBlock::bubble_control), "bubble_control");
  EXPECT_EQ(name(RtlBlock::crossbar), "crossbar");
  EXPECT_EQ(name(RtlBlock::link), "link");
  EXPECT_EQ(name(RtlBlock::router), "router");
}

TEST(RtlSelection, AllOneOrARing) {
  Selected selected;
  selected.selection.add(RtlBlock::crossbar, "all");
  EXPECT_EQ(selected.count(RtlBlock::crossbar), 32);
  EXPECT_EQ(selected.count(RtlBlock::link), 0);
  selected.selection.add(RtlBlock::router, "r_3_2");
  EXPECT_EQ(selected.count(RtlBlock::router), 1);
  EXPECT_TRUE(selected.selection.has(RtlBlock::router, 3 + 8 * 2));
  selected.selection.add(RtlBlock::link, "ring:y0");
  EXPECT_EQ(selected.count(RtlBlock::link), 4);
  for (int y = 0; y < 4; ++y) EXPECT_TRUE(selected.selection.has(RtlBlock::link, 8 * y));
  EXPECT_FALSE(selected.selection.empty());
}

TEST(RtlSelection, NamesThatAreNone) {
  Selected selected;
  EXPECT_THAT(selected.error("r_3_4"), HasSubstr("`r_3_4` is no router of "));
  EXPECT_THAT(selected.error("r_3_4"), HasSubstr("did you mean `r_3_"));
  EXPECT_THAT(selected.error("ring:w0"), HasSubstr("`ring:w0` is no ring of "));
  EXPECT_TRUE(selected.selection.empty());
}

}  // namespace
}  // namespace trenza::cosim
