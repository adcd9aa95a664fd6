// The two-step allocator in SystemVerilog beside its SystemC model, under the same random requests
// (docs/microarchitecture.md, section 17). The model itself is judged by tests/policies_oracle_test.cpp.
#include "rtl_models/two_step_allocator/two_step_allocator.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/hash.h"
#include "microarch/index.h"
#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "rtl_models/two_step_allocator/two_step_allocator_twin.h"
#include "rtl_models/vc_allocator/vc_allocator_test_support.h"

namespace trenza::rtl_models {
namespace {

using microarch::AllocatorPolicy;
using microarch::ArbiterPolicy;
using microarch::CrossbarKind;
using microarch::FabricParameters;
using microarch::HeldReservation;
using microarch::index;
using microarch::PipelinePolicy;
using microarch::SelectionPolicy;
using topologies::RouteChoice;

constexpr int kTwoStepPorts = 3;
constexpr int kTwoStepRouter = 5;

PipelinePolicy pipeline_of(int kind) {
  const auto speculative = PipelinePolicy::of<microarch::SpeculativePipeline>();
  switch (kind) {
    case 0:
      return speculative.with(microarch::SpeculativePipeline::kMaskGrants);
    case 1:
      return speculative.with(microarch::SpeculativePipeline::kMaskRequests);
    case 2:
      return PipelinePolicy::of<microarch::TwoStepPipeline>().with(1);
    default:
      return PipelinePolicy::of<microarch::TwoStepPipeline>().with(kind == 3 ? 3 : 15);
  }
}

/// The allocators that have SystemVerilog.
std::vector<AllocatorPolicy> allocators() {
  return {"input_first",
          "output_first",
          AllocatorPolicy("islip").with(2),
          AllocatorPolicy("wavefront").with(0),
          "oldest_first",
          "islip",
          AllocatorPolicy("pim").with(2),
          AllocatorPolicy("wavefront").with(1),
          AllocatorPolicy("wavefront").with(2),
          "pim"};
}

/// Number `shape` of an endless series. The first ones speculate, with the allocators in turn.
FabricParameters hardware(int shape) {
  const std::vector<const char*> arbiters{"round_robin", "matrix", "random", "stride", "age", "fixed"};
  const std::vector<AllocatorPolicy> list = allocators();
  const auto draw = [shape](int purpose, int choices) {
    return static_cast<int>(microarch::hash(17, shape, purpose) % static_cast<std::uint64_t>(choices));
  };
  FabricParameters p;
  p.allocator = list[index(shape) % list.size()];
  p.pipeline = pipeline_of(shape < 5 ? shape % 2 : draw(0, 5));
  p.arbiter = ArbiterPolicy(arbiters[index(shape) % arbiters.size()]);
  p.selection = SelectionPolicy::at(index(draw(1, 3)));
  p.message_classes = 1 + draw(2, 2);
  p.adaptive_vcs = draw(3, 3);
  p.injectors = 1 + draw(4, 2);
  p.ejectors = 1 + draw(5, 3);
  p.crossbar = CrossbarKind("per_port");
  if (draw(6, 3) == 0) p.crossbar = CrossbarKind("per_vc");
  if (draw(6, 3) == 1) p.crossbar = CrossbarKind::of<microarch::InputsPerPort>().with(1 + draw(7, p.vcs()));
  p.max_packet_flits = 5;
  if (p.arbiter.is<microarch::StrideArbiter>()) {
    p.strides.ports = {1, 200, 3};
    p.strides.injectors = {2, 5};
    p.strides.injectors.resize(index(p.injection_queues()), 9);
  }
  p.seed = 40 + static_cast<std::uint64_t>(shape);
  return p;
}

/// A model and its twin, which see the same.
struct StepBench : test_bench::AllocatorBench {
  struct Shown {
    test_bench::Signals<std::uint64_t> pick;
    ReservationSignals reservation;
    std::unique_ptr<TwoStepAllocator> block;
  };
  Shown model;
  Shown twin;

  explicit StepBench(const FabricParameters& of)
      : AllocatorBench(of, kTwoStepPorts, kTwoStepRouter),
        model{test_bench::Signals<std::uint64_t>(pick.size()), ReservationSignals("model_"), nullptr},
        twin{test_bench::Signals<std::uint64_t>(pick.size()), ReservationSignals("twin_"), nullptr} {
    model.block = std::make_unique<TwoStepAllocator>("model", of, shape, input_class, kTwoStepRouter);
    twin.block = std::make_unique<TwoStepAllocatorTwin>("twin", of, shape, input_class, kTwoStepRouter);
    connect(model);
    connect(twin);
    pulse_reset();
  }

  void connect(Shown& shown) {
    TwoStepAllocator& block = *shown.block;
    clock(block);
    bind(block, shown.pick);
    shown.reservation.reserved.init(request.size());
    shown.reservation.taken.init(credits.size());
    block.bind_reservations(shown.reservation);
  }

  /// The first output in which model and twin differ; empty: none.
  std::string difference() const {
    for (std::size_t i = 0; i < request.size(); ++i) {
      if (model.pick[i].read() != twin.pick[i].read())
        return fmt::format("pick[{}] {:#x}, not {:#x}", i, twin.pick[i].read(), model.pick[i].read());
      const std::uint64_t expected = model.reservation.reserved[i].read();
      const std::uint64_t found = twin.reservation.reserved[i].read();
      if (expected != found) return fmt::format("reserved[{}] {:#x}, not {:#x}", i, found, expected);
      const HeldReservation& held = (*model.block->reservations())[i];
      const HeldReservation& of_twin = (*twin.block->reservations())[i];
      const bool same =
          held.held == of_twin.held &&
          (!held.held || (held.output == of_twin.output && held.vc == of_twin.vc && held.ready == of_twin.ready));
      if (!same) return fmt::format("another reservation of input {}", i);
    }
    for (std::size_t k = 0; k < credits.size(); ++k) {
      const std::uint32_t expected = model.reservation.taken[k].read();
      const std::uint32_t found = twin.reservation.taken[k].read();
      if (expected != found) return fmt::format("taken[{}] {}, not {}", k, found, expected);
    }
    return model.block->arbiters() == twin.block->arbiters() ? "" : "other arbiters";
  }
};

/// Requests that wait until they are granted, and whatever else of credits, slots, and outputs and inputs that are
/// taken.
class RandomRequests {
 public:
  RandomRequests(StepBench& bench, unsigned seed) : bench_(bench), random_(seed), granted_(bench.request.size()) {}

  void drive() {
    for (std::size_t i = 0; i < bench_.request.size(); ++i) {
      if (bench_.request[i].read() != 0 && !granted_[i]) continue;
      bench_.request[i].write(0);
      if (below(busy_ ? 2 : 8) == 0) ask(i);
    }
    if (below(60) == 0) busy_ = !busy_;
    for (auto& signal : bench_.credits) signal.write(below(9));
    for (auto& signal : bench_.admitted) signal.write(bits() | bits());
    bench_.output_free.write(bits() | bits());
    bench_.input_busy.write(bits() & bits() & bits());
  }
  /// What is granted at the end of the cycle.
  void note_grants() {
    for (std::size_t i = 0; i < bench_.request.size(); ++i) granted_[i] = bench_.model.pick[i].read() != 0;
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_()) % limit; }
  std::uint64_t bits() { return random_(); }
  void ask(std::size_t input) {
    const int flits = 1 + static_cast<int>(below(static_cast<unsigned>(bench_.parameters.max_packet_flits)));
    constexpr std::uint32_t kAllPorts = (1U << kTwoStepPorts) - 1;
    RouteChoice choice =
        RouteChoice::of(static_cast<std::uint32_t>(bits()) & kAllPorts, static_cast<int>(below(kTwoStepPorts)));
    choice.arrived = below(4) == 0;
    bench_.ask(static_cast<int>(input), next_packet_++, flits, choice);
  }

  StepBench& bench_;
  std::mt19937_64 random_;
  PacketId next_packet_ = ~PacketId{0} - 400;  // wraps while they are compared
  bool busy_ = true;
  std::vector<bool> granted_;
};

/// With one class of two VCs, an injector and an ejector: such a twin is built in a fraction of the time.
FabricParameters small(FabricParameters p) {
  p.message_classes = p.adaptive_vcs = p.injectors = p.ejectors = 1;
  if (p.arbiter.is<microarch::StrideArbiter>()) p.strides.injectors.resize(1);
  if (p.crossbar.is<microarch::InputsPerPort>()) p.crossbar = p.crossbar.with(2);
  return p;
}

/// Model and twin in `cycles` cycles, with a reset between.
void check_shape(int shape, int cycles, FabricParameters (*sized)(FabricParameters) = nullptr) {
  StepBench bench(sized == nullptr ? hardware(shape) : sized(hardware(shape)));
  RandomRequests requests(bench, static_cast<unsigned>(shape));
  int grants = 0;
  int at_once = 0;  // reserved and granted in one cycle
  int reservations = 0;
  for (int t = 0; t < cycles; ++t) {
    requests.drive();
    bench.settle();
    ASSERT_EQ(bench.difference(), "") << "shape " << shape << ", cycle " << t;
    for (std::size_t i = 0; i < bench.request.size(); ++i) {
      const bool reserves = bench.model.reservation.reserved[i].read() != 0;
      const bool granted = bench.model.pick[i].read() != 0;
      reservations += reserves ? 1 : 0;
      grants += granted ? 1 : 0;
      at_once += reserves && granted ? 1 : 0;
    }
    requests.note_grants();
    bench.step();
    if (t == cycles / 2) bench.pulse_reset(1);
  }
  EXPECT_GT(reservations, cycles / 4);
  EXPECT_GT(grants, cycles / 4);
  EXPECT_EQ(at_once > 0, bench.parameters.pipeline.is<microarch::SpeculativePipeline>());
}

TEST(TwoStepAllocatorTwin, SpeculationInputFirst) { check_shape(0, 600, small); }

class TwoStepAllocatorTwinSlow : public testing::TestWithParam<int> {};
TEST_P(TwoStepAllocatorTwinSlow, IsItsModel) { check_shape(GetParam(), 3000); }
INSTANTIATE_TEST_SUITE_P(Shapes, TwoStepAllocatorTwinSlow, testing::Range(0, 60));

TEST(TwoStepAllocatorTwin, TheShapesHaveEveryPolicy) {
  std::set<std::string> seen;
  for (int shape = 0; shape < 60; ++shape) {
    const FabricParameters p = hardware(shape);
    seen.insert(p.pipeline.text());
    seen.insert(p.allocator.text());
    seen.insert(fmt::format("{} {}", p.pipeline.name(), p.allocator.name()));
    seen.insert(fmt::format("{} {}", p.pipeline.name(), p.arbiter.name()));
    seen.insert(fmt::format("{} {}", p.pipeline.name(), p.crossbar.name()));
  }
  EXPECT_EQ(seen.size(), 5U + 10U + 2 * 6U + 2 * 6U + 2 * 3U);
}

}  // namespace
}  // namespace trenza::rtl_models
