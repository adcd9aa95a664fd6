#include "graphs/ibt/row_search.h"

#include <gtest/gtest.h>

#include "topologies/ibt/ibt_network.h"
#include "topologies/network_test_support.h"

namespace trenza::graphs {

namespace {

void expect_plain_search(const topologies::IbtSpec& spec, topologies::NodeId step) {
  const auto network = topologies::ibt_network(spec);
  RowSearch search(spec);
  for (topologies::NodeId source = 0; source < network.nodes; source += step) {
    ASSERT_EQ(search.count_by_distance(source), topologies::test_support::plain_counts(network, source))
        << network.name << " from " << source;
  }
}

topologies::IbtSpec general(std::vector<int> sizes, int m, std::vector<int> lengths,
                            topologies::BypassPlacement placement, std::vector<bool> wrap = {}) {
  topologies::IbtSpec spec;
  spec.sizes = std::move(sizes);
  spec.interlaced_dimensions = m;
  spec.lengths = std::move(lengths);
  spec.placement = placement;
  spec.wrap = std::move(wrap);
  return spec;
}

TEST(RowSearch, AgreesWithPlainSearch) {
  expect_plain_search(topologies::symmetric_ibt(2, 16, {4, 8}), 1);
  expect_plain_search(topologies::symmetric_ibt(3, 12, {6}), 7);
  expect_plain_search(topologies::symmetric_ibt(3, 7, {}), 5);
  expect_plain_search(topologies::symmetric_ibt(4, 8, {4}), 101);
  expect_plain_search(topologies::symmetric_ibt(1, 72, {9, 18, 36}), 1);
  expect_plain_search(general({2, 2, 3}, 0, {}, topologies::BypassPlacement::interlaced), 1);
}

TEST(RowSearch, RowsOfSeveralWords) {
  expect_plain_search(topologies::symmetric_ibt(2, 72, {8, 24}), 97);                                 // 2 words
  expect_plain_search(topologies::symmetric_ibt(2, 128, {8, 64}), 1009);                              // 2 full words
  expect_plain_search(general({204, 12}, 0, {4}, topologies::BypassPlacement::interlaced, {}), 101);  // 4 words
  expect_plain_search(general({1002, 2}, 1, {3, 30, 300}, topologies::BypassPlacement::interlaced), 77);  // 16 words
}

TEST(RowSearch, OpenDimensionsAndExpressLinks) {
  using B = topologies::BypassPlacement;
  expect_plain_search(general({9, 10}, 0, {4, 8}, B::interlaced, {false, false}), 1);
  expect_plain_search(general({16, 20, 3}, 2, {4, 8}, B::interlaced), 7);
  expect_plain_search(general({70, 8}, 0, {4}, B::interlaced, {false, true}), 1);
  expect_plain_search(general({70, 8}, 0, {2, 3}, B::all, {false, true}), 3);
  expect_plain_search(general({66, 9}, 0, {3, 4}, B::all), 11);
  expect_plain_search(general({5, 6, 7}, 2, {3}, B::all, {false, true, false}), 1);
}

}  // namespace

}  // namespace trenza::graphs
