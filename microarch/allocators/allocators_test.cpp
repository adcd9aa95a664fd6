// Allocators on random requests: what they find is a matching within the requests.
#include "microarch/allocators/allocators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "microarch/allocators/allocators_test_support.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"

namespace trenza::microarch {
namespace {

using test_support::AskingRouter;

FabricParameters drawn_parameters(std::mt19937& random) {
  FabricParameters parameters;
  parameters.allocator = AllocatorPolicy::at(random() % AllocatorPolicy::kAll.size());
  parameters.arbiter = ArbiterPolicy::at(random() % ArbiterPolicy::kAll.size());
  parameters.crossbar = CrossbarKind::at(random() % 2);
  parameters.adaptive_vcs = static_cast<int>(random() % 3);
  parameters.injectors = 1 + static_cast<int>(random() % 4);
  parameters.ejectors = 1 + static_cast<int>(random() % 4);
  parameters.transit_guard = static_cast<int>(random() % 4);
  return parameters;
}

TEST(Allocators, FindAMatchingWithinTheRequests) {
  std::mt19937 random(5);
  for (int k = 0; k < 400; ++k) {
    const FabricParameters parameters = drawn_parameters(random);
    AskingRouter router(parameters, 1 + static_cast<int>(random() % 6));
    for (int cycle = 0; cycle < 40; ++cycle) {
      OutputMask asked = 0;
      for (int i = 0; i < router.shape().inputs(); ++i) {
        router.ask(i, random() & random() & low_bits(router.shape().outputs()));
        asked |= router.asks(i);
      }
      router.set_draws(random());
      const std::vector<std::uint8_t> before = router.bytes();
      const Matching matching = router.match();
      ASSERT_EQ(router.bytes(), before) << "compute has no effect";
      std::set<int> rows;
      std::set<int> outputs;
      for (const auto& pair : matching) {
        EXPECT_TRUE(outputs.insert(pair.output).second) << "one input for an output";
        EXPECT_TRUE(rows.insert(router.shape().row_of(pair.input)).second) << "one output for a row";
        EXPECT_EQ(router.asks(pair.input) >> pair.output & 1U, 1U) << "who did not ask";
      }
      EXPECT_EQ(matching.size() != 0, asked != 0) << "someone who asks is granted";
      if (random() % 4 != 0) router.grant(matching);
    }
  }
}

/// The example of docs/microarchitecture.md, section 8.
TEST(Allocators, OutputFirstExampleOfTheContract) {
  FabricParameters parameters;
  parameters.allocator = "output_first";
  parameters.arbiter = "round_robin";
  parameters.adaptive_vcs = 1;
  parameters.injectors = 1;
  parameters.ejectors = 1;
  AskingRouter router(parameters, 1);  // inputs 0 and 1 of the port, injector 2; outputs 0 and 1
  const auto granted = [&] {
    std::map<int, int> pairs;
    const Matching matching = router.match();
    for (const auto& pair : matching) pairs[pair.output] = pair.input;
    router.grant(matching);
    return pairs;
  };
  for (int i = 0; i < 3; ++i) router.ask(i, 0b11);
  EXPECT_EQ(granted(), (std::map<int, int>{{0, 0}, {1, 2}}));
  EXPECT_EQ(router.bytes(), (std::vector<std::uint8_t>{1, 0, 1, 0, 0}));
  router.ask(2, 0);
  EXPECT_EQ(granted(), (std::map<int, int>{{0, 1}, {1, 0}}));
  EXPECT_EQ(router.bytes(), (std::vector<std::uint8_t>{2, 1, 0, 1, 0}));
}

TEST(Allocators, OutputFirstLeavesWhatTransitDoesNotTakeToInjectors) {
  FabricParameters parameters;
  parameters.allocator = "output_first";
  parameters.arbiter = "round_robin";
  parameters.injectors = 1;
  parameters.ejectors = 1;
  AskingRouter router(parameters, 2);
  router.ask(0, 0b011);  // both ports choose input 0, which takes one
  router.ask(6, 0b001);  // the injector asks for port 0 only
  const Matching matching = router.match();
  ASSERT_EQ(matching.size(), 1U) << "port 0 is taken by transit";
  router.ask(6, 0b010);
  EXPECT_EQ(router.match().size(), 2U) << "port 1 is left";
}

/// Parameters of a router with one VC and a guard.
FabricParameters guarded_by(int guard, AllocatorPolicy allocator, int injectors = 1) {
  FabricParameters parameters;
  parameters.allocator = allocator;
  parameters.arbiter = "round_robin";
  parameters.adaptive_vcs = 0;
  parameters.injectors = injectors;
  parameters.ejectors = 1;
  parameters.transit_guard = guard;
  return parameters;
}

TEST(Guard, AnInjectorWaitsForSoManyGrants) {
  for (std::size_t policy = 0; policy < AllocatorPolicy::kAll.size(); ++policy) {
    for (const int guard : {0, 1, 3}) {
      AskingRouter router(guarded_by(guard, AllocatorPolicy::at(policy)), 2);
      router.ask(0, 0b001);  // in transit; input 2 is the injector
      std::vector<int> winners;
      for (int cycle = 0; cycle < 16; ++cycle) {
        router.ask(2, cycle < 4 ? 0U : 0b001U);  // grants for which no injector waits do not count
        const Matching matching = router.match();
        ASSERT_EQ(matching.size(), 1U);
        winners.push_back(matching.begin()->input);
        const bool injected = guard != 0 && cycle >= 4 && (cycle - 4) % (guard + 1) == guard;
        EXPECT_EQ(winners.back(), injected ? 2 : 0)
            << AllocatorPolicy::at(policy).text() << ", W = " << guard << ", cycle " << cycle;
        router.grant(matching);
      }
    }
  }
}

TEST(Guard, AnOutputThatIsGuardedInVainIsOpenToTransit) {
  for (std::size_t policy = 1; policy < AllocatorPolicy::kAll.size(); ++policy) {  // those that ask for all outputs
    AskingRouter router(guarded_by(1, AllocatorPolicy::at(policy)), 2);
    router.ask(0, 0b001);
    router.ask(1, 0b010);
    router.ask(2, 0b011);
    const Matching before = router.match();
    EXPECT_EQ(before.size(), 2U);
    router.grant(before);  // both outputs are guarded now, and the injector can take one only
    std::map<int, int> granted;
    for (const auto& pair : router.match()) granted[pair.output] = pair.input;
    ASSERT_EQ(granted.size(), 2U) << AllocatorPolicy::at(policy).text();
    EXPECT_EQ((granted[0] == 2) + (granted[1] == 2), 1) << AllocatorPolicy::at(policy).text();
    EXPECT_EQ((granted[0] == 0) + (granted[1] == 1), 1) << AllocatorPolicy::at(policy).text();
  }
}

/// The counts are the last bytes of the state; here they are counted again.
TEST(Guard, CountsFollowTheRequests) {
  std::mt19937 random(9);
  for (int k = 0; k < 300; ++k) {
    FabricParameters parameters = drawn_parameters(random);
    parameters.transit_guard = 1 + static_cast<int>(random() % 5);
    AskingRouter router(parameters, 1 + static_cast<int>(random() % 5));
    const AllocatorShape& shape = router.shape();
    std::vector<int> counts(static_cast<std::size_t>(shape.outputs()));
    for (int cycle = 0; cycle < 60; ++cycle) {
      for (int i = 0; i < shape.inputs(); ++i) router.ask(i, random() & random() & low_bits(shape.outputs()));
      router.set_draws(random());
      OutputMask of_injectors = 0;
      for (int i = shape.network_inputs(); i < shape.inputs(); ++i)
        of_injectors |= parameters.allocator == AllocatorPolicy() && router.asks(i) != 0
                            ? OutputMask{1} << router.pick(i).output
                            : router.asks(i);
      const Matching matching = router.match();
      for (const auto& pair : matching) {
        int& count = counts[pair.output];
        if ((of_injectors >> pair.output & 1U) == 0) continue;
        const bool injected = pair.input >= shape.network_inputs();
        if (parameters.allocator == AllocatorPolicy()) {
          EXPECT_FALSE(count == parameters.transit_guard && !injected) << "an injector goes first";
        }
        count = injected ? 0 : std::min(count + 1, parameters.transit_guard);
      }
      router.grant(matching);
      for (std::size_t o = 0; o < counts.size(); ++o)
        ASSERT_EQ(router.bytes()[router.bytes().size() - counts.size() + o], counts[o]) << parameters.allocator.text();
    }
  }
}

}  // namespace
}  // namespace trenza::microarch
