// Whether rings with flit bubbles can stand still: every state of small ones.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/flit_bubble_explorer.h"
#include "tests/support/sanitizers.h"

namespace oracle::flit::selfcheck {
namespace {

TRENZA_FILE_NOT_SANITIZED("it runs no code of the product");

RingsModel with(RingsModel model, int vcs, int buffer_flits, std::vector<int> packet_flits) {
  model.vcs = vcs;
  model.buffer_flits = buffer_flits;
  model.packet_flits = std::move(packet_flits);
  return model;
}

std::string name(const RingsModel& model) {
  std::string text = std::to_string(model.next.size()) + " channels, " + std::to_string(model.vcs) +
                     " VCs, buffers of " + std::to_string(model.buffer_flits) + ", packets of";
  for (int flits : model.packet_flits) text += " " + std::to_string(flits);
  return text;
}

// Whether packets can fill a ring: not those of one length that does not divide its flits.
bool can_fill(const RingsModel& model) {
  int channels = 1;
  for (int c = model.next[0]; c != 0; c = model.next[static_cast<std::size_t>(c)]) ++channels;
  return model.packet_flits.size() > 1 || channels * model.buffer_flits % model.packet_flits[0] == 0;
}

// As the page has it, and with l credits instead of l + 1. Returns how many states the first has.
std::size_t check(RingsModel model, Order order, bool is_broken_too = true) {
  SCOPED_TRACE(name(model));
  constexpr std::size_t kMost = 8'000'000;
  const auto good = BubbleExplorer(model, order).explore(kMost);
  EXPECT_FALSE(good.stands_still);
  if (!is_broken_too) return good.states;
  model.bubble_flits = 0;
  EXPECT_EQ(BubbleExplorer(model, order).explore(kMost).stands_still, can_fill(model));
  return good.states;
}

// By hand: a ring of two, packets of one flit, buffers of two. A buffer holds 0, 1 or 2 flits, and not both are full;
// so there are (0, 0), (0, 1), (1, 1), (0, 2) and (1, 2), up to symmetry. With l credits there is (2, 2), too.
TEST(FlitOracleBubbleExplorer, FindsTheStatesOfARingOfTwo) {
  for (Order order : {Order::any, Order::flits_first}) {
    RingsModel model = with(one_ring(2), 1, 2, {1});
    EXPECT_EQ(check(model, order), 5U);
    model.bubble_flits = 0;
    EXPECT_EQ(BubbleExplorer(model, order).explore(100).states, 6U);
    model.bubble_flits = 2;  // never more than nothing
    EXPECT_EQ(BubbleExplorer(model, order).explore(100).states, 1U);
  }
}

TEST(FlitOracleBubbleExplorer, RingsKeepMoving) {
  for (Order order : {Order::any, Order::flits_first})
    for (int size : {2, 3, 4}) {
      check(with(one_ring(size), 1, 2, {1}), order);
      check(with(one_ring(size), 1, 3, {1, 2}), order);
      check(with(one_ring(size), 1, 3, {2}), order);
      check(with(one_ring(size), 2, 2, {1}), order);
      if (size < 4) check(with(one_ring(size), 1, 4, {1, 2, 3}), order);
      if (size == 2) check(with(one_ring(size), 2, 3, {1, 2}), order);
    }
  check(with(one_ring(4), 1, 4, {1, 2, 3}), Order::flits_first);
  check(with(one_ring(2), 2, 4, {1, 2, 3}), Order::flits_first);
  check(with(one_ring(3), 2, 3, {1, 2}), Order::flits_first);
}

// Two dimensions: what waits to enter y stands in the way of x, but not of y.
TEST(FlitOracleBubbleExplorer, TwoByTwoKeepsMoving) {
  check(with(two_by_two(), 1, 2, {1}), Order::any);
  check(with(two_by_two(), 1, 2, {1}), Order::flits_first);
  check(with(two_by_two(), 1, 3, {2}), Order::flits_first);
  check(with(two_by_two(), 1, 4, {3}), Order::flits_first);
  check(with(two_by_two(), 1, 4, {2, 3}), Order::flits_first);
}

// If packets could turn back from y to x, too, that is without an order of dimensions, they would.
TEST(FlitOracleBubbleExplorer, TurnsInACircleStandStill) {
  RingsModel model = with(two_by_two(), 1, 2, {1});
  for (int node = 0; node < 4; ++node) {
    const int to = model.next[static_cast<std::size_t>(2 * node + 1)];  // y leads to this node, of which x leaves
    model.turns[static_cast<std::size_t>(2 * node + 1)] = {to - 1};
  }
  EXPECT_TRUE(BubbleExplorer(model, Order::any).explore(1'000'000).stands_still);
}

TEST(FlitOracleBubbleExplorerSlow, LargerOnesKeepMoving) {
  check(with(one_ring(4), 1, 4, {1, 2, 3}), Order::any, false);
  check(with(one_ring(3), 2, 3, {1, 2}), Order::any, false);
  check(with(one_ring(4), 2, 3, {2}), Order::flits_first);
  check(with(one_ring(4), 2, 3, {1, 2}), Order::flits_first, false);
  check(with(two_by_two(), 1, 3, {1, 2}), Order::flits_first, false);
}

}  // namespace
}  // namespace oracle::flit::selfcheck
