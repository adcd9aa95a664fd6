// Wrong twins (tests/rtl_mutations.txt): shadow mode stops the run of each, and names block and cycle. The right ones
// pass the same runs.
#include "tests/support/rtl_mutations.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cosim/rtl_selection.h"
#include "tests/support/sanitizers.h"

namespace trenza::test {
namespace {

TRENZA_FILE_NOT_SANITIZED("it compiles SystemVerilog, and what it runs beside it runs in other tests");

/// Few virtual channels and overload everywhere, so that escape channels are used.
std::string mutation_configuration(const std::string& network, const std::string& router) {
  return fmt::format(
      "name: a\n"
      "topology: {}\n"
      "router: {{{}max_packet_flits: 4, buffer_packets: 2, credit_delay: 2, virtual_channels: {{adaptive: 1}}}}\n"
      "traffic: {{pattern: uniform, packet_flits: 4, load: 3}}\n"
      "run: {{cycles: 300}}\n",
      network, router);
}

const std::vector<MutationShape>& mutation_shapes() {
  static const std::vector<MutationShape> all = {
      {"plane", true, true, mutation_configuration("{kind: rtt, a: 2}", "")},
      {"two_escape_channels", false, false,
       mutation_configuration("{kind: ibt, size: [8], bypass: [2], escape: three_classes}", "")},
      {"space_and_two_classes", true, false,
       mutation_configuration("{kind: ptt, a: 2}", "message_classes: 2, injectors: 2, ejectors: 2, ")},
  };
  return all;
}

std::vector<Mutation> router_mutations() { return mutations_of("rtl_mutations.txt"); }

TEST(RtlMutations, SomeAreCaught) {
  for (const Mutation& mutation : router_mutations()) {
    if (mutation.quick) expect_caught(first_shape(mutation_shapes(), mutation), mutation);
  }
}

TEST(RtlMutations, TheTableCoversEveryBlock) {
  const std::vector<Mutation> all = router_mutations();
  EXPECT_GE(all.size(), 20U);
  for (int k = 0; k < cosim::kRtlBlocks; ++k) {
    const std::string& block = cosim::rtl_block_names()[static_cast<std::size_t>(k)];
    const auto of_block = [block](const Mutation& mutation) { return mutation.block == block; };
    EXPECT_GE(std::count_if(all.begin(), all.end(), of_block), 2) << block;
  }
}

class RtlMutationsSlow : public testing::TestWithParam<MutationCase> {};

TEST_P(RtlMutationsSlow, IsCaught) { expect_caught(GetParam().shape, GetParam().mutation); }

TEST_P(RtlMutationsSlow, TheRightTwinPasses) { expect_right_passes(GetParam().shape, GetParam().mutation); }

INSTANTIATE_TEST_SUITE_P(Table, RtlMutationsSlow,
                         testing::ValuesIn(mutation_cases(mutation_shapes(), router_mutations())),
                         [](const auto& test) { return test.param.shape.name + "_of_" + test.param.mutation.name; });

}  // namespace
}  // namespace trenza::test
