// Arbiters and allocators with wide masks against those with masks of one word: same choices, same bytes of state.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/allocators/allocators_test_support.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/arbiters/single_arbiter.h"
#include "microarch/parameters.h"
#include "microarch/wide_mask.h"

namespace trenza::microarch {
namespace {

template <class Type>
class WideAllocators : public testing::Test {};
using Masks = testing::Types<WideMask<1>, WideMask<2>, WideMask<5>>;
TYPED_TEST_SUITE(WideAllocators, Masks, testing::internal::DefaultNameGenerator);

TYPED_TEST(WideAllocators, ArbitersChooseAndRememberAsNarrowOnes) {
  using Mask = TypeParam;
  std::mt19937_64 random(4);
  for (const PolicyInfo& info : ArbiterPolicy::kAll) {
    for (const int requesters : {1, 2, 7, 8, 9, 33, 63, 64}) {
      SingleArbiter narrow(info.name, requesters);
      BasicSingleArbiter<Mask> wide(info.name, requesters);
      ASSERT_EQ(wide.state(), narrow.state()) << info.name;
      std::vector<std::uint64_t> ages(64);
      std::vector<int> lengths(64);
      const auto older = [&](int a, int b) { return ages[index(a)] < ages[index(b)]; };
      const auto flits = [&](int i) { return lengths[index(i)]; };
      const RequesterPackets<decltype(older), decltype(flits)> packets{older, flits, 9};
      for (int cycle = 0; cycle < 300; ++cycle) {
        RequestMask requests = random() & (cycle % 2 == 0 ? random() : ~RequestMask{0}) & low_bits(requesters);
        if (requests == 0) requests = 1;
        for (std::uint64_t& age : ages) age = random() % 20;
        for (int& length : lengths) length = 1 + static_cast<int>(random() % 9);
        const auto draw = static_cast<std::uint16_t>(random());
        const int winner = narrow.compute(requests, draw, packets);
        ASSERT_EQ(wide.compute(requests, draw, packets), winner) << info.name << ", " << requesters << " requesters";
        const int stride = 1 + static_cast<int>(random() % 255);
        narrow.commit({winner, requests, stride}, packets);
        wide.commit({winner, requests, stride}, packets);
        ASSERT_EQ(wide.state(), narrow.state()) << info.name << ", " << requesters << " requesters";
      }
    }
  }
}

/// Parameters of a router with at most 64 inputs and 40 outputs.
FabricParameters drawn_wide_parameters(std::mt19937_64& random, int& ports) {
  FabricParameters parameters;
  do {
    ports = 1 + static_cast<int>(random() % 32);
    parameters.adaptive_vcs = static_cast<int>(random() % 8);
    parameters.injectors = 1 + static_cast<int>(random() % 8);
    parameters.ejectors = 1 + static_cast<int>(random() % 8);
  } while (parameters.inputs(ports) > kMaxInputs || ports + parameters.ejectors > kMaxOutputs);
  parameters.crossbar = CrossbarKind::at(random() % CrossbarKind::kAll.size());
  if (parameters.crossbar.is<InputsPerPort>())
    parameters.crossbar =
        parameters.crossbar.with(1 + static_cast<int>(random() % static_cast<unsigned>(parameters.vcs())));
  parameters.transit_guard = static_cast<int>(random() % 3);
  for (int p = 0; p < ports; ++p) parameters.strides.ports.push_back(static_cast<std::uint8_t>(1 + random() % 9));
  return parameters;
}

TYPED_TEST(WideAllocators, AllocatorsFindAndRememberAsNarrowOnes) {
  using Mask = TypeParam;
  std::mt19937_64 random(5);
  for (std::size_t allocator = 0; allocator < AllocatorPolicy::kAll.size(); ++allocator) {
    for (std::size_t arbiter = 0; arbiter < ArbiterPolicy::kAll.size(); ++arbiter) {
      for (int k = 0; k < 4; ++k) {
        int ports = 0;
        FabricParameters parameters = drawn_wide_parameters(random, ports);
        parameters.allocator = AllocatorPolicy::at(allocator);
        if (parameters.allocator == "islip" || parameters.allocator == "pim" || parameters.allocator == "wavefront")
          parameters.allocator = parameters.allocator.with(1 + static_cast<int>(random() % 2));
        parameters.arbiter = ArbiterPolicy::at(arbiter);
        test_support::AskingRouter narrow(parameters, ports);
        test_support::BasicAskingRouter<Mask> wide(parameters, ports);
        ASSERT_EQ(wide.bytes(), narrow.bytes());
        for (int cycle = 0; cycle < 30; ++cycle) {
          for (int i = 0; i < narrow.shape().inputs(); ++i) {
            const OutputMask outputs = random() & random() & random() & low_bits(narrow.shape().outputs());
            narrow.ask(i, outputs);
            wide.ask(i, outputs);
            const std::uint64_t age = random() % 30;
            narrow.set_age(i, age);
            wide.set_age(i, age);
          }
          const std::uint64_t seed = random();
          narrow.set_draws(seed);
          wide.set_draws(seed);
          const Matching expected = narrow.match();
          const auto found = std::make_unique<BasicMatching<Mask>>(wide.match());
          ASSERT_TRUE(std::equal(expected.begin(), expected.end(), found->begin(), found->end(),
                                 [](const auto& a, const auto& b) {
                                   return a.input == b.input && a.output == b.output && a.vc == b.vc &&
                                          a.round == b.round && b.asked.of_output == Mask{a.asked.of_output} &&
                                          a.asked.injector == b.asked.injector;
                                 }))
              << parameters.allocator.text() << ", " << parameters.arbiter.text() << ", cycle " << cycle;
          narrow.grant(expected);
          wide.grant(*found);
          ASSERT_EQ(wide.bytes(), narrow.bytes())
              << parameters.allocator.text() << ", " << parameters.arbiter.text() << ", cycle " << cycle;
        }
      }
    }
  }
}

/// A pair that was found alone is as one that was found among others.
TEST(Allocation, OneInputAlone) {
  std::mt19937_64 random(6);
  for (int k = 0; k < 300; ++k) {
    int ports = 0;
    FabricParameters parameters = drawn_wide_parameters(random, ports);
    parameters.arbiter = ArbiterPolicy::at(random() % ArbiterPolicy::kAll.size());
    const Allocation allocation(parameters, ports);
    test_support::AskingRouter router(parameters, ports);
    const int input = static_cast<int>(random() % static_cast<unsigned>(router.shape().inputs()));
    router.ask(input, random() & low_bits(router.shape().outputs()));
    router.set_draws(random());
    const Matching expected = router.match();
    Matching found;
    allocation.compute(RequestMask{1} << input, router, found);
    ASSERT_EQ(found.size(), expected.size());
    if (found.size() == 0) continue;
    const Matching::Pair& pair = *found.begin();
    EXPECT_EQ(pair.input, expected.begin()->input);
    EXPECT_EQ(pair.output, expected.begin()->output);
    EXPECT_EQ(pair.vc, expected.begin()->vc);
    EXPECT_EQ(pair.asked.of_output, expected.begin()->asked.of_output);
    EXPECT_EQ(pair.asked.of_row, expected.begin()->asked.of_row);
    if (parameters.transit_guard != 0) {
      EXPECT_EQ(pair.asked.injector, expected.begin()->asked.injector);
    }
  }
}

}  // namespace
}  // namespace trenza::microarch
