// The switch allocator with arbiters that count flits, and with the guard of injectors, against the rules of
// microarch/: every grant, and the state of arbiters and guard after each cycle.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "rtl_models/switch_allocator/switch_allocator_test_support.h"

namespace trenza::rtl_models::switch_shares {
namespace {

class SwitchAllocatorShares : public test_bench::OnBoth {};
RUN_ON_BOTH(SwitchAllocatorShares);
class SwitchAllocatorShareShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(SwitchAllocatorShareShapes);

using microarch::Allocation;
using microarch::DrawPurpose;
using microarch::FabricParameters;
using microarch::index;
using microarch::Pick;
using test_bench::SwitchBench;

constexpr int kPorts = 3;
constexpr int kRouter = 4;

/// A packet in front of an input: the lower its number, the older it is.
struct Waiting {
  PacketId packet = 0;
  int flits = 0;  // 0: none
  Pick pick;
};

/// What microarch/allocators/input_first.h may know of a cycle.
class View {
 public:
  View(const Allocation& allocation, const std::vector<std::uint8_t>& state, const std::vector<Waiting>& waiting,
       std::uint64_t seed, std::uint64_t cycle)
      : allocation_(allocation), state_(state), waiting_(waiting), seed_(seed), cycle_(cycle) {}

  auto flits() const {
    return [this](int input) { return waiting_[index(input)].flits; };
  }
  auto older() const {
    return [this](int a, int b) { return waiting_[index(a)].packet < waiting_[index(b)].packet; };
  }
  Pick pick(int input) const { return waiting_[index(input)].pick; }
  microarch::OutputMask asks(int input) const { return microarch::OutputMask{1} << pick(input).output; }
  int vc_of(int input, int /*output*/) const { return pick(input).vc; }
  microarch::OutputMask guarded() const { return allocation_.guarded(state_.data()); }
  int choose_input(int output, microarch::RequestMask inputs) const {
    return allocation_.choose_input(state_.data(), output, inputs, draw(DrawPurpose::output_arbiter, output), older(),
                                    flits());
  }
  template <class InputOf>
  int choose(int row, microarch::RequestMask vcs, const InputOf& input_of) const {
    return allocation_.choose(state_.data(), row, vcs, input_of, draw(DrawPurpose::input_arbiter, row), older(),
                              flits());
  }

 private:
  std::uint16_t draw(DrawPurpose purpose, int place) const {
    const auto phase = microarch::draw_phase(seed_, purpose, kRouter, place);
    return microarch::DrawSequence::instance().at(microarch::DrawSequence::offset(cycle_), phase);
  }

  const Allocation& allocation_;
  const std::vector<std::uint8_t>& state_;
  const std::vector<Waiting>& waiting_;
  std::uint64_t seed_;
  std::uint64_t cycle_;
};

FabricParameters parameters_of(const char* arbiter, const char* crossbar, int guard) {
  FabricParameters parameters;
  parameters.adaptive_vcs = 2;
  parameters.injectors = 2;
  parameters.ejectors = 2;
  parameters.max_packet_flits = 5;
  parameters.arbiter = arbiter;
  parameters.crossbar = crossbar;
  parameters.transit_guard = guard;
  parameters.strides.ports = {1, 3, 7};
  parameters.strides.injectors = {2, 5};
  parameters.seed = 77;
  return parameters;
}

/// Whether the packet of an earlier grant crosses from an input.
bool crosses(const SwitchBench& bench, int input) {
  for (int o = 0; o < bench.outputs; ++o) {
    const GrantAccount::Owner& owner = bench.allocator.grants().owner(o);
    if (owner.flits_left > 0 && owner.input == input) return true;
  }
  return false;
}

/// Every input picks, most of the time, and most of them the same output. Of one row only one packet crosses.
void check(const char* arbiter, const char* crossbar, int guard) {
  const FabricParameters parameters = parameters_of(arbiter, crossbar, guard);
  SwitchBench bench(parameters, kPorts, kRouter);
  const Allocation allocation(parameters, kPorts);
  const int network = kPorts * parameters.vcs();
  std::vector<std::uint8_t> state(allocation.state_bytes());
  allocation.reset(state.data());
  std::mt19937 random(5);
  std::vector<Waiting> waiting(index(bench.inputs));
  PacketId packets = 0;
  int injected_first = 0;
  int grants = 0;
  for (std::uint64_t t = 0; t < 4000; ++t) {
    microarch::RequestMask asking = 0;
    microarch::OutputMask transit_asks = 0;
    for (int i = 0; i < bench.inputs; ++i) {
      Waiting& front = waiting[index(i)];
      if (front.flits == 0) front = {packets++, 1 + static_cast<int>(random() % 5), {}};
      const int output = random() % 2 == 0 ? 0 : static_cast<int>(random() % static_cast<unsigned>(bench.outputs));
      const bool may = !crosses(bench, i) && (bench.input_busy.read() >> i & 1U) == 0 &&
                       (bench.output_free.read() >> output & 1U) != 0 && random() % 8 != 0;
      front.pick = may ? Pick{output, output < kPorts ? static_cast<int>(random() % 3) : 0} : Pick{};
      bench.withdraw(i);
      if (!may) continue;
      bench.ask(i, front.packet, front.flits, output, front.pick.vc);
      asking |= microarch::RequestMask{1} << i;
      if (i < network) transit_asks |= microarch::OutputMask{1} << output;
    }
    const View view(allocation, state, waiting, parameters.seed, t);
    microarch::Matching matching;
    microarch::InputFirstAllocator::compute(allocation.shape(), asking, view, matching);
    const std::uint64_t free = bench.output_free.read();
    bench.settle();
    std::vector<SelectWord> expected(index(bench.outputs));
    for (const auto& pair : matching) {
      expected[pair.output] = make_select(pair.input, pair.vc);
      if (pair.input >= network && (transit_asks >> pair.output & 1U) != 0) ++injected_first;
      ++grants;
    }
    for (int o = 0; o < bench.outputs; ++o) {
      if ((free >> o & 1U) == 0) continue;
      ASSERT_EQ(bench.select[index(o)].read(), expected[index(o)]) << "cycle " << t << ", output " << o;
    }
    allocation.commit(state.data(), kRouter, matching, view.flits());
    bench.step();
    ASSERT_EQ(bench.allocator.grants().arbiters(), state) << "after cycle " << t;
    for (const auto& pair : matching) waiting[pair.input].flits = 0;
  }
  EXPECT_GT(grants, 2000);
  if (guard != 0) {
    EXPECT_GT(injected_first, 20);
  } else if (!allocation.shape().shares_rows()) {  // where a row drops a VC, its output may be left to an injector
    EXPECT_EQ(injected_first, 0);
  }
}

TEST_P(SwitchAllocatorShareShapes, Deficit) { check("deficit", "per_vc", 0); }
TEST_P(SwitchAllocatorShareShapes, DeficitPerPort) { check("deficit", "per_port", 0); }
TEST_P(SwitchAllocatorShareShapes, StridePerPort) { check("stride", "per_port", 0); }
TEST_P(SwitchAllocatorShareShapes, AGuard) { check("round_robin", "per_vc", 3); }
TEST_P(SwitchAllocatorShares, AGuardPerPortSlow) { check("random", "per_port", 1); }
TEST_P(SwitchAllocatorShares, DeficitWithAGuardPerPort) { check("deficit", "per_port", 2); }
TEST_P(SwitchAllocatorShares, MatrixWithAGuardOfManyGrantsSlow) { check("matrix", "per_vc", 20); }

}  // namespace
}  // namespace trenza::rtl_models::switch_shares
