// Wrong twins of the flit-level machine (tests/worm_rtl_mutations.txt): shadow mode stops the run of each, and names
// block and cycle. The right ones pass the same runs.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cosim/rtl_selection.h"
#include "tests/support/rtl_mutations.h"
#include "tests/support/sanitizers.h"

namespace trenza::test {
namespace {

TRENZA_FILE_NOT_SANITIZED("it compiles SystemVerilog, and what it runs beside it runs in other tests");

std::string worm_mutation_configuration(const std::string& network, const std::string& router) {
  return fmt::format(
      "name: a\n"
      "topology: {}\n"
      "router: {{switching: wormhole, {}max_packet_flits: 5, credit_delay: 2, injection_delay: 1, "
      "injection_credit_delay: 2}}\n"
      "link: {{delay: 1}}\n"
      "traffic: {{pattern: uniform, packet_flits: 5, load: 3}}\n"
      "run: {{cycles: 300}}\n",
      network, router);
}

/// Small buffers and overload everywhere.
const std::vector<MutationShape>& worm_mutation_shapes() {
  static const std::vector<MutationShape> all = {
      {"plane", true, true,
       worm_mutation_configuration(
           "{kind: torus, size: [4, 3]}",
           "virtual_channels: {count: 3}, buffer_flits: 3, dateline: static, routing_delay: 1, ")},
      {"two_classes_by_table", false, false,
       worm_mutation_configuration(
           "{kind: rtt, a: 2}",
           "virtual_channels: {count: 2}, buffer_flits: 4, routing: up_down, message_classes: 2, "
           "ejectors: 2, pipeline: {two_step: {depth: 2}}, ")},
      {"adaptive", true, false,
       worm_mutation_configuration(
           "{kind: rtt, a: 2}",
           "virtual_channels: {count: 3}, buffer_flits: 4, routing: duato, pipeline: speculative, ")},
      {"negative_hops", true, false,
       worm_mutation_configuration("{kind: torus, size: [4, 4]}",
                                   "virtual_channels: {count: 4}, buffer_flits: 3, routing: duato_nbc, "),
       "wormhole/route_computation/negative_hop_class.sv"},
  };
  return all;
}

/// The same with flit bubbles: on all VCs of all channels; on the escape VC; on that of some channels.
const std::vector<MutationShape>& bubble_shapes() {
  static const std::vector<MutationShape> all = {
      {"ordered_bubble", true, true,
       worm_mutation_configuration(
           "{kind: torus, size: [4, 3]}",
           "escape: flit_bubble, virtual_channels: {count: 2}, buffer_flits: 6, routing_delay: 1, ")},
      {"adaptive_bubble", true, false,
       worm_mutation_configuration(
           "{kind: torus, size: [4, 3]}",
           "escape: flit_bubble, virtual_channels: {count: 2}, buffer_flits: 6, routing: duato, "
           "message_classes: 2, pipeline: speculative, ")},
      {"bubble_by_table", false, false,
       worm_mutation_configuration(
           "{kind: ibt, size: [6, 4], bypass: [2]}",
           "escape: flit_bubble, virtual_channels: {count: 2}, buffer_flits: 6, routing: duato, "
           "vc_allocation: {requests: all}, pipeline: {two_step: {depth: 2}}, ")},
  };
  return all;
}

bool is_of_bubbles(const Mutation& mutation) { return mutation.name.rfind("bubble_", 0) == 0; }

std::vector<Mutation> worm_router_mutations() { return mutations_of("worm_rtl_mutations.txt"); }

TEST(WormRtlMutations, SomeAreCaught) {
  for (const Mutation& mutation : worm_router_mutations()) {
    if (mutation.quick) expect_caught(first_shape(worm_mutation_shapes(), mutation), mutation);
  }
}

TEST(WormRtlMutations, TheTableCoversEveryBlock) {
  const std::vector<Mutation> all = worm_router_mutations();
  for (int k = 0; k < rtl_models::kAllRtlBlocks; ++k) {
    if (!rtl_models::has_block(true, static_cast<cosim::RtlBlock>(k))) continue;
    const std::string& block = cosim::rtl_block_names()[static_cast<std::size_t>(k)];
    const auto of_block = [block](const Mutation& mutation) { return mutation.block == block; };
    EXPECT_GE(std::count_if(all.begin(), all.end(), of_block), 2) << block;
  }
}

class WormRtlMutationsSlow : public testing::TestWithParam<MutationCase> {};

TEST_P(WormRtlMutationsSlow, IsCaught) { expect_caught(GetParam().shape, GetParam().mutation); }

TEST_P(WormRtlMutationsSlow, TheRightTwinPasses) { expect_right_passes(GetParam().shape, GetParam().mutation); }

/// Every mutation at the shapes that have what it changes.
std::vector<MutationCase> all_cases() {
  std::vector<Mutation> others = worm_router_mutations();
  const auto bubbles = std::stable_partition(others.begin(), others.end(), is_of_bubbles);
  std::vector<MutationCase> all = mutation_cases(bubble_shapes(), {others.begin(), bubbles});
  const std::vector<MutationCase> rest = mutation_cases(worm_mutation_shapes(), {bubbles, others.end()});
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

INSTANTIATE_TEST_SUITE_P(Table, WormRtlMutationsSlow, testing::ValuesIn(all_cases()),
                         [](const auto& test) { return test.param.shape.name + "_of_" + test.param.mutation.name; });

}  // namespace
}  // namespace trenza::test
