// Allocators on random requests: what they find is a matching within the requests.
#include "microarch/allocators/allocators.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

#include "microarch/allocation.h"
#include "microarch/hash.h"

namespace trenza::microarch {
namespace {

bool never_older(int /*a*/, int /*b*/) { return false; }

/// A router whose inputs ask as drawn.
class Router {
 public:
  Router(const FabricParameters& parameters, int ports)
      : allocation_(parameters, ports),
        state_(allocation_.state_bytes()),
        asks_(static_cast<std::size_t>(allocation_.shape().inputs())) {
    allocation_.reset(state_.data());
  }

  const AllocatorShape& shape() const { return allocation_.shape(); }
  void ask(int input, OutputMask outputs) { asks_[static_cast<std::size_t>(input)] = outputs; }
  void set_draw(std::uint16_t draw) { draw_ = draw; }

  // As allocators see it.
  Pick pick(int input) const {
    const OutputMask outputs = asks(input);
    return outputs == 0 ? Pick() : Pick{lowest_bit(outputs), 1};
  }
  OutputMask asks(int input) const { return asks_[static_cast<std::size_t>(input)]; }
  int vc_of(int /*input*/, int /*output*/) const { return 1; }
  int choose_input(int output, RequestMask inputs) const {
    return allocation_.choose_input(state(), output, inputs, draw_, never_older);
  }
  template <class InputOf>
  int choose(int k, RequestMask requesters, const InputOf& input_of) const {
    return allocation_.choose(state(), k, requesters, input_of, draw_, never_older);
  }

  bool older(int /*a*/, int /*b*/) const { return false; }
  const std::uint8_t* state() const { return state_.data(); }
  std::uint64_t cycle() const { return cycle_; }
  std::uint16_t draw(DrawPurpose purpose, int index) const {
    return static_cast<std::uint16_t>(hash(draw_, purpose, index, cycle_));
  }

  Matching match() const {
    RequestMask asking = 0;
    for (int i = 0; i < shape().inputs(); ++i) asking |= static_cast<RequestMask>(asks(i) != 0) << i;
    Matching matching;
    allocation_.policy().visit([&](auto allocator) { allocator.compute(shape(), asking, *this, matching); });
    return matching;
  }
  void grant(const Matching& matching) {
    allocation_.commit(state_.data(), matching);
    ++cycle_;
  }
  const std::vector<std::uint8_t>& bytes() const { return state_; }

 private:
  Allocation allocation_;
  std::vector<std::uint8_t> state_;
  std::vector<OutputMask> asks_;
  std::uint16_t draw_ = 0;
  std::uint64_t cycle_ = 0;
};

FabricParameters drawn_parameters(std::mt19937& random) {
  FabricParameters parameters;
  parameters.allocator = AllocatorPolicy::at(random() % AllocatorPolicy::kAll.size());
  parameters.arbiter = ArbiterPolicy::at(random() % ArbiterPolicy::kAll.size());
  parameters.crossbar = CrossbarKind::at(random() % 2);
  parameters.adaptive_vcs = static_cast<int>(random() % 3);
  parameters.injectors = 1 + static_cast<int>(random() % 4);
  parameters.ejectors = 1 + static_cast<int>(random() % 4);
  return parameters;
}

TEST(Allocators, FindAMatchingWithinTheRequests) {
  std::mt19937 random(5);
  for (int k = 0; k < 400; ++k) {
    const FabricParameters parameters = drawn_parameters(random);
    Router router(parameters, 1 + static_cast<int>(random() % 6));
    for (int cycle = 0; cycle < 40; ++cycle) {
      OutputMask asked = 0;
      for (int i = 0; i < router.shape().inputs(); ++i) {
        router.ask(i, random() & random() & low_bits(router.shape().outputs()));
        asked |= router.asks(i);
      }
      router.set_draw(static_cast<std::uint16_t>(random()));
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
  Router router(parameters, 1);  // inputs 0 and 1 of the port, injector 2; outputs 0 and 1
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
  Router router(parameters, 2);
  router.ask(0, 0b011);  // both ports choose input 0, which takes one
  router.ask(6, 0b001);  // the injector asks for port 0 only
  const Matching matching = router.match();
  ASSERT_EQ(matching.size(), 1U) << "port 0 is taken by transit";
  router.ask(6, 0b010);
  EXPECT_EQ(router.match().size(), 2U) << "port 1 is left";
}

}  // namespace
}  // namespace trenza::microarch
