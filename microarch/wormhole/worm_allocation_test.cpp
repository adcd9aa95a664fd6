// VC allocation and switch allocation of the flit-level machine against a naive reference
// (naive_allocation_test_support.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/index.h"
#include "microarch/parameters.h"
#include "microarch/wide_mask.h"
#include "microarch/wormhole/naive_allocation_test_support.h"
#include "microarch/wormhole/worm_switch_allocation.h"
#include "microarch/wormhole/worm_vc_allocation.h"

namespace trenza::microarch {
namespace {

using test_support::NaiveAllocation;
using test_support::NaiveNumbers;

/// Every allocator, with values of its parameter.
std::vector<AllocatorPolicy> all_allocators() {
  return {"input_first",
          "output_first",
          "islip",
          AllocatorPolicy("islip").with(3),
          "pim",
          AllocatorPolicy("pim").with(2),
          "wavefront",
          AllocatorPolicy("wavefront").with(1),
          AllocatorPolicy("wavefront").with(2),
          "maximum",
          "oldest_first"};
}

struct Size {
  int network_ports;
  int vcs;
  int ejectors;
};

FabricParameters parameters_of(const Size& size, AllocatorPolicy allocator, ArbiterPolicy arbiter) {
  FabricParameters parameters;
  parameters.switching = "wormhole";
  parameters.wormhole.virtual_channels = size.vcs;
  parameters.wormhole.vc_allocator = allocator;
  parameters.allocator = allocator;
  parameters.arbiter = arbiter;
  parameters.ejectors = size.ejectors;
  parameters.max_packet_flits = 5;
  return parameters;
}

NaiveNumbers numbers_of(const Size& size, AllocatorPolicy allocator, ArbiterPolicy arbiter) {
  NaiveNumbers numbers;
  numbers.allocator = allocator.name();
  numbers.parameter = allocator.parameter();
  numbers.arbiter = arbiter.name();
  numbers.ports = size.network_ports + 1;
  numbers.vcs = size.vcs;
  numbers.most = 5;
  return numbers;
}
NaiveNumbers vc_numbers_of(const Size& size, AllocatorPolicy allocator, ArbiterPolicy arbiter) {
  NaiveNumbers numbers = numbers_of(size, allocator, arbiter);
  numbers.x = size.vcs;
  numbers.columns = (size.network_ports + size.ejectors) * size.vcs;
  numbers.of_vcs = true;
  numbers.q_output = 8;
  numbers.q_input = 9;
  numbers.q_column = 10;
  numbers.q_row = 11;
  return numbers;
}
NaiveNumbers switch_numbers_of(const Size& size, AllocatorPolicy allocator, ArbiterPolicy arbiter, int x) {
  NaiveNumbers numbers = numbers_of(size, allocator, arbiter);
  numbers.x = x;
  numbers.columns = size.network_ports + size.ejectors;
  numbers.q_output = 1;
  numbers.q_input = 2;
  numbers.q_column = 4;
  numbers.q_row = 5;
  return numbers;
}

/// What the inputs of a router ask for in a cycle.
class Asking {
 public:
  Asking(int inputs, std::uint64_t seed) : ages_(index(inputs)), seed_(seed) {
    std::iota(ages_.begin(), ages_.end(), 0);
  }
  /// Other ages, all different.
  void shuffle(std::mt19937_64& random) { std::shuffle(ages_.begin(), ages_.end(), random); }
  void advance() { ++cycle_; }

  bool older(int a, int b) const { return ages_[index(a)] < ages_[index(b)]; }
  std::uint64_t cycle() const { return cycle_; }
  std::uint16_t draw(DrawPurpose purpose, int place) const {
    return static_cast<std::uint16_t>(hash(seed_, purpose, place, cycle_));
  }
  NaiveAllocation::Cycle naive() const {
    return {cycle_, [this](int a, int b) { return older(a, b); },
            [this](int purpose, int place) { return draw(static_cast<DrawPurpose>(purpose), place); }};
  }

 private:
  std::vector<int> ages_;
  std::uint64_t seed_;
  std::uint64_t cycle_ = 0;
};

template <class Mask>
std::vector<std::pair<int, int>> sorted(const BasicMatching<Mask>& matching) {
  std::vector<std::pair<int, int>> pairs;
  for (const auto& pair : matching) pairs.emplace_back(pair.input, pair.output);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}
std::vector<std::pair<int, int>> sorted(const NaiveAllocation::Pairs& naive) {
  std::vector<std::pair<int, int>> pairs;
  for (const auto& pair : naive) pairs.emplace_back(pair.input, pair.output);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// Inputs that ask, with one chance in `rarity`; sometimes one or none.
template <class Mask>
Mask some_inputs(std::mt19937_64& random, int inputs, unsigned rarity) {
  Mask mask = 0;
  if (random() % 8 == 0) return mask;
  if (random() % 6 == 0) return bit_of<Mask>(static_cast<int>(random() % static_cast<unsigned>(inputs)));
  for (int i = 0; i < inputs; ++i) set_bit(mask, i, random() % rarity == 0);
  return mask;
}

// ---- VC allocation

template <class Mask>
class VcRouter : public Asking {
 public:
  using Asking::Asking;
  std::map<int, std::set<int>> wishes;

  Mask requests(int input) const {
    Mask mask = 0;
    for (const int output : wishes.at(input)) set_bit(mask, output);
    return mask;
  }
};

template <class Mask>
void check_vc_allocation(const Size& size, AllocatorPolicy allocator, ArbiterPolicy arbiter, int cycles) {
  SCOPED_TRACE(allocator.text() + ", " + arbiter.text() + ", " + std::to_string(size.network_ports) + " ports of " +
               std::to_string(size.vcs) + " VCs");
  std::mt19937_64 random(hash(size.vcs, size.network_ports, allocator.place(), arbiter.place()));
  const WormVcAllocation<Mask> allocation(parameters_of(size, allocator, arbiter), size.network_ports);
  const AllocatorShape& shape = allocation.allocation().shape();
  ASSERT_EQ(shape.inputs(), (size.network_ports + 1) * size.vcs);
  ASSERT_EQ(shape.outputs(), (size.network_ports + size.ejectors) * size.vcs);
  NaiveAllocation naive(vc_numbers_of(size, allocator, arbiter));
  std::vector<std::uint8_t> state(allocation.state_bytes());
  allocation.reset(state.data());
  VcRouter<Mask> router(shape.inputs(), random());
  const auto matching = std::make_unique<BasicMatching<Mask>>();
  for (int cycle = 0; cycle < cycles; ++cycle, router.advance()) {
    const Mask waiting = some_inputs<Mask>(random, shape.inputs(), 1 + static_cast<unsigned>(cycle % 3));
    router.wishes.clear();
    router.shuffle(random);
    // Many of the same port, so that they compete.
    const int around = static_cast<int>(random() % static_cast<unsigned>(shape.outputs()));
    for (Mask rest = waiting; rest != 0; drop_lowest(rest)) {
      std::set<int>& wishes = router.wishes[lowest_bit(rest)];
      for (std::uint64_t k = random() % 5; k > 0; --k)
        wishes.insert((around + static_cast<int>(random() % (random() % 3 == 0 ? 100 : 6))) % shape.outputs());
    }
    const std::vector<std::uint8_t> before = state;
    allocation.compute(waiting, state.data(), router, *matching);
    ASSERT_EQ(state, before) << "compute has no effect";
    const NaiveAllocation::Pairs expected = naive.find(router.wishes, router.naive());
    ASSERT_EQ(sorted(*matching), sorted(expected)) << "cycle " << cycle;
    allocation.commit(state.data(), *matching);
    naive.grant(expected);
  }
}

/// All that a mask of one word has room for; of the cycles one in `share`, as below.
void check_vc_up_to_64(int share) {
  for (const AllocatorPolicy allocator : all_allocators()) {
    for (const PolicyInfo& arbiter : ArbiterPolicy::kAll) {
      check_vc_allocation<RequestMask>({2, 3, 2}, allocator, arbiter.name, 60 / share);
      check_vc_allocation<RequestMask>({4, 4, 1}, allocator, arbiter.name, 60 / share);
      check_vc_allocation<RequestMask>({6, 8, 2}, allocator, arbiter.name, 40 / share);  // 56 x 64
      check_vc_allocation<RequestMask>({7, 8, 1}, allocator, arbiter.name, 40 / share);  // 64 x 64
      check_vc_allocation<WideMask<1>>({4, 4, 1}, allocator, arbiter.name, 30 / share);
    }
  }
}
TEST(WormVcAllocation, IsAsTheReferenceUpTo64) { check_vc_up_to_64(4); }
TEST(WormVcAllocation, IsAsTheReferenceUpTo64Slow) { check_vc_up_to_64(1); }

void check_vc_above_64(int share) {
  for (const AllocatorPolicy allocator : all_allocators()) {
    for (const PolicyInfo& arbiter : ArbiterPolicy::kAll) {
      check_vc_allocation<WideMask<2>>({4, 16, 1}, allocator, arbiter.name, 25 / share);  // 80 x 80
      check_vc_allocation<WideMask<3>>({9, 12, 3}, allocator, arbiter.name, 10 / share);  // 120 x 144
    }
  }
}
TEST(WormVcAllocation, IsAsTheReferenceAbove64) { check_vc_above_64(4); }
TEST(WormVcAllocation, IsAsTheReferenceAbove64Slow) { check_vc_above_64(1); }

/// Pointers of two bytes.
void check_vc_above_256(int share) {
  for (const AllocatorPolicy allocator : all_allocators()) {
    for (const PolicyInfo& arbiter : ArbiterPolicy::kAll) {
      if (arbiter.name == "matrix" && !(allocator == "input_first")) continue;
      check_vc_allocation<WideMask<6>>({20, 15, 4}, allocator, arbiter.name, 4 / share);  // 315 x 360
    }
    check_vc_allocation<WideMask<6>>({20, 15, 4}, allocator, "round_robin", 20 / share);
  }
}
TEST(WormVcAllocation, IsAsTheReferenceAbove256) { check_vc_above_256(4); }
TEST(WormVcAllocation, IsAsTheReferenceAbove256Slow) { check_vc_above_256(1); }

/// As large as the contract allows: 1056 x 1280.
void check_vc_of_the_largest_router(int cycles) {
  for (const AllocatorPolicy allocator : all_allocators())
    check_vc_allocation<WideMask<20>>({32, 32, 8}, allocator, "round_robin", cycles);
}
TEST(WormVcAllocation, IsAsTheReferenceOnTheLargestRouter) { check_vc_of_the_largest_router(1); }
TEST(WormVcAllocation, IsAsTheReferenceOnTheLargestRouterSlow) { check_vc_of_the_largest_router(3); }

/// Section 6: the arbiter of an input VC changes with what is granted to it, and with nothing else.
TEST(WormVcAllocation, InputArbitersPickAndChangeByGrants) {
  const FabricParameters parameters = parameters_of({1, 2, 1}, "input_first", "round_robin");
  const WormVcAllocation<RequestMask> allocation(parameters, 1);  // 4 input VCs, 4 output VCs
  std::vector<std::uint8_t> state(allocation.state_bytes());
  allocation.reset(state.data());
  ASSERT_EQ(state.size(), 8U) << "pointers of four output VCs and of four input VCs";
  VcRouter<RequestMask> router(4, 1);
  BasicMatching<RequestMask> matching;
  router.wishes = {{0, {1, 2}}, {1, {1, 3}}};
  using Pairs = std::vector<std::pair<int, int>>;
  allocation.compute(0b11, state.data(), router, matching);
  EXPECT_EQ(sorted(matching), (Pairs{{0, 1}})) << "both pick 1, which chooses 0";
  allocation.commit(state.data(), matching);
  EXPECT_EQ(state, (std::vector<std::uint8_t>{0, 1, 0, 0, 2, 0, 0, 0})) << "that of input VC 1 has not moved";
  allocation.compute(0b11, state.data(), router, matching);
  EXPECT_EQ(sorted(matching), (Pairs{{0, 2}, {1, 1}}));
  allocation.commit(state.data(), matching);
  EXPECT_EQ(state, (std::vector<std::uint8_t>{0, 2, 1, 0, 3, 2, 0, 0}));
}

// ---- switch allocation

class SwitchRouter : public Asking {
 public:
  using Asking::Asking;
  std::map<int, std::set<int>> certain;  // one output each
  std::map<int, std::set<int>> speculative;
  std::set<std::pair<int, int>> moving;

  int output_of(int input) const { return *certain.at(input).begin(); }
  OutputMask speculative_outputs(int input) const {
    OutputMask mask = 0;
    for (const int output : speculative.at(input)) set_bit(mask, output);
    return mask;
  }
  bool moves(int input, int output) const { return moving.count({input, output}) != 0; }
};

/// The pairs of a speculative allocation that move a flit.
NaiveAllocation::Pairs moved(const NaiveAllocation& naive, const NaiveAllocation::Pairs& pairs, bool mask_requests,
                             const NaiveAllocation::Pairs& certain, const SwitchRouter& router) {
  NaiveAllocation::Pairs left;
  for (const auto& pair : pairs) {
    bool dropped = false;
    if (mask_requests) {
      for (const auto& [input, outputs] : router.certain)
        dropped |= naive.row_of(input) == naive.row_of(pair.input) || outputs.count(pair.output) != 0;
    } else {
      for (const auto& granted : certain)
        dropped |= naive.row_of(granted.input) == naive.row_of(pair.input) || granted.output == pair.output;
    }
    if (!dropped && router.moves(pair.input, pair.output)) left.push_back(pair);
  }
  return left;
}

template <class Mask>
void check_switch_allocation(const Size& size, AllocatorPolicy allocator, ArbiterPolicy arbiter, int x, int cycles) {
  SCOPED_TRACE(allocator.text() + ", " + arbiter.text() + ", " + std::to_string(size.network_ports) + " ports of " +
               std::to_string(size.vcs) + " VCs, " + std::to_string(x) + " crossbar inputs");
  std::mt19937_64 random(hash(size.vcs, size.network_ports, allocator.place(), arbiter.place(), x));
  const bool mask_requests = random() % 2 == 0;
  FabricParameters parameters = parameters_of(size, allocator, arbiter);
  parameters.crossbar = x == size.vcs ? CrossbarKind("per_vc")
                        : x == 1      ? CrossbarKind("per_port")
                                      : CrossbarKind("inputs_per_port").with(x);
  parameters.pipeline =
      PipelinePolicy("speculative")
          .with(mask_requests ? SpeculativePipeline::kMaskRequests : 1 - SpeculativePipeline::kMaskRequests);
  NaiveNumbers numbers = switch_numbers_of(size, allocator, arbiter, x);
  for (int p = 0; p < size.network_ports; ++p) parameters.strides.ports.push_back(static_cast<std::uint8_t>(1 + p * 7));
  for (int v = 0; v < size.vcs; ++v) parameters.strides.injectors.push_back(static_cast<std::uint8_t>(3 + v));
  numbers.stride = [&](int /*output*/, int input) {
    return input < size.network_ports * size.vcs ? 1 + input / size.vcs * 7 : 3 + input - size.network_ports * size.vcs;
  };
  const WormSwitchAllocation<Mask> allocation(parameters, size.network_ports);
  const AllocatorShape& shape = allocation.allocation().shape();
  ASSERT_EQ(shape.outputs(), size.network_ports + size.ejectors);
  ASSERT_EQ(shape.rows(), (size.network_ports + 1) * x);
  NaiveAllocation of_certain(numbers);
  NaiveAllocation of_speculation(numbers);
  std::vector<std::uint8_t> state(allocation.state_bytes());
  allocation.reset(state.data());
  SwitchRouter router(shape.inputs(), random());
  BasicMatching<Mask> certain;
  BasicMatching<Mask> speculative;
  const auto output = [&] { return static_cast<int>(random() % static_cast<unsigned>(shape.outputs())); };
  for (int cycle = 0; cycle < cycles; ++cycle, router.advance()) {
    const Mask asking = some_inputs<Mask>(random, shape.inputs(), 1 + static_cast<unsigned>(cycle % 4));
    const Mask waiting = some_inputs<Mask>(random, shape.inputs(), 2) & ~asking;
    router.shuffle(random);
    router.certain.clear();
    router.speculative.clear();
    router.moving.clear();
    for (Mask rest = asking; rest != 0; drop_lowest(rest)) router.certain[lowest_bit(rest)] = {output()};
    for (Mask rest = waiting; rest != 0; drop_lowest(rest)) {
      std::set<int>& outputs = router.speculative[lowest_bit(rest)];
      for (std::uint64_t k = random() % 4; k > 0; --k) outputs.insert(output());
      for (const int of : outputs) {
        if (random() % 3 != 0) router.moving.insert({lowest_bit(rest), of});
      }
    }
    const std::vector<std::uint8_t> before = state;
    allocation.compute(asking, state.data(), router, certain);
    allocation.speculate(waiting, asking, certain, state.data(), router, speculative);
    ASSERT_EQ(state, before) << "they have no effect";
    const NaiveAllocation::Pairs expected = of_certain.find(router.certain, router.naive());
    ASSERT_EQ(sorted(certain), sorted(expected)) << "cycle " << cycle;
    const NaiveAllocation::Pairs expected_moves =
        moved(of_speculation, of_speculation.find(router.speculative, router.naive()), mask_requests, expected, router);
    ASSERT_EQ(sorted(speculative), sorted(expected_moves)) << "cycle " << cycle;
    allocation.commit(state.data(), 0, certain, speculative);
    of_certain.grant(expected);
    of_speculation.grant(expected_moves);
  }
}

void check_switch_up_to_64(int share) {
  for (const AllocatorPolicy allocator : all_allocators()) {
    for (const PolicyInfo& arbiter : ArbiterPolicy::kAll) {
      for (const int x : {1, 2, 4})
        check_switch_allocation<RequestMask>({4, 4, 2}, allocator, arbiter.name, x, 60 / share);
      check_switch_allocation<RequestMask>({3, 5, 1}, allocator, arbiter.name, 3, 40 / share);
      check_switch_allocation<RequestMask>({31, 2, 8}, allocator, arbiter.name, 1,
                                           20 / share);  // 64 inputs, 39 outputs
      check_switch_allocation<WideMask<1>>({4, 4, 2}, allocator, arbiter.name, 2, 20 / share);
    }
  }
}
TEST(WormSwitchAllocation, IsAsTheReferenceUpTo64) { check_switch_up_to_64(4); }
TEST(WormSwitchAllocation, IsAsTheReferenceUpTo64Slow) { check_switch_up_to_64(1); }

void check_switch_above_64(int share) {
  for (const AllocatorPolicy allocator : all_allocators()) {
    for (const PolicyInfo& arbiter : ArbiterPolicy::kAll) {
      for (const int x : {1, 4, 16})
        check_switch_allocation<WideMask<2>>({4, 16, 1}, allocator, arbiter.name, x, 20 / share);  // 80 inputs
    }
    for (const int x : {1, 5, 15})
      check_switch_allocation<WideMask<6>>({20, 15, 4}, allocator, "round_robin", x, 10 / share);
    check_switch_allocation<WideMask<20>>({32, 32, 8}, allocator, "round_robin", 32, 1 + 2 / share);
    check_switch_allocation<WideMask<20>>({32, 32, 8}, allocator, "deficit", 1, 1 + 2 / share);
  }
}
TEST(WormSwitchAllocation, IsAsTheReferenceAbove64) { check_switch_above_64(4); }
TEST(WormSwitchAllocation, IsAsTheReferenceAbove64Slow) { check_switch_above_64(1); }

/// Without speculation there is one allocation only.
TEST(WormSwitchAllocation, StateHasTheSpeculativeAllocationWithSpeculationOnly) {
  FabricParameters parameters = parameters_of({4, 4, 1}, "input_first", "round_robin");
  parameters.crossbar = "per_port";
  EXPECT_EQ(WormSwitchAllocation<RequestMask>(parameters, 4).state_bytes(), 10U) << "five outputs and five rows";
  EXPECT_FALSE(WormSwitchAllocation<RequestMask>(parameters, 4).speculates());
  parameters.pipeline = "speculative";
  EXPECT_EQ(WormSwitchAllocation<RequestMask>(parameters, 4).state_bytes(), 20U);
}

}  // namespace
}  // namespace trenza::microarch
