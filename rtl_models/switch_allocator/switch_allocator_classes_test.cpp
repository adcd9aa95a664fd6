// The switch allocator with two message classes.
#include <gtest/gtest.h>

#include <memory>

#include "rtl_models/common/test_bench.h"
#include "rtl_models/switch_allocator/switch_allocator.h"
#include "rtl_models/switch_allocator/switch_allocator_twin.h"
#include "rtl_models/twin/twin_test_support.h"

namespace trenza::rtl_models {
namespace {

class SwitchAllocatorClassesCases : public test_bench::OnBoth {};
RUN_ON_BOTH(SwitchAllocatorClassesCases);

constexpr int kPorts = 2;
constexpr int kVcs = 4;  ///< an escape and an adaptive one of each class: 0 and 2 are escape VCs
constexpr int kInputs = kPorts * kVcs + 2;
constexpr int kOutputs = kPorts + 1;

microarch::FabricParameters two_classes() {
  microarch::FabricParameters parameters;
  parameters.message_classes = 2;
  parameters.adaptive_vcs = 1;
  parameters.injectors = 1;
  parameters.ejectors = 1;
  return parameters;
}

struct SwitchClassesBench : test_bench::Bench {
  test_bench::Signals<std::uint64_t> pick = test_bench::Signals<std::uint64_t>(kInputs);
  test_bench::Signals<std::uint32_t> select = test_bench::Signals<std::uint32_t>(kOutputs);
  test_bench::Signals<std::uint32_t> pop = test_bench::Signals<std::uint32_t>(kPorts);
  sc_core::sc_signal<std::uint32_t> pop_injector{"pop_injector"};
  test_bench::Signals<std::uint32_t> charge = test_bench::Signals<std::uint32_t>(kPorts);
  sc_core::sc_signal<std::uint64_t> output_free{"output_free"};
  sc_core::sc_signal<std::uint64_t> input_busy{"input_busy"};
  std::unique_ptr<SwitchAllocator> made =
      test_bench::make_block<SwitchAllocator, SwitchAllocatorTwin>("allocator", two_classes(), kPorts, 0);
  SwitchAllocator& allocator = *made;

  SwitchClassesBench() {
    clock(allocator);
    allocator.cycle.bind(cycle);
    test_bench::bind_all(allocator.pick, pick);
    test_bench::bind_all(allocator.select, select);
    test_bench::bind_all(allocator.pop, pop);
    allocator.pop_injector.bind(pop_injector);
    test_bench::bind_all(allocator.charge, charge);
    allocator.output_free.bind(output_free);
    allocator.input_busy.bind(input_busy);
    pulse_reset();
  }
};

TEST_P(SwitchAllocatorClassesCases, AnEscapeVcOfEachClassIsChargedASlot) {
  SwitchClassesBench bench;
  std::uint64_t escapes = 0;
  for (int vc = 0; vc < kVcs; ++vc) {
    const int injector = vc / 2;
    auto& pick = bench.pick[static_cast<std::size_t>(kPorts * kVcs + injector)];
    pick.write(make_pick(make_request(microarch::make_flit(static_cast<PacketId>(vc), 2, 0)), 1, vc));
    bench.settle();
    const bool escape = vc % 2 == 0;
    EXPECT_EQ(bench.charge[1].read(), make_charge(vc, escape ? 1 : 2)) << vc;
    EXPECT_EQ(bench.pop_injector.read(), 1U << injector) << vc;
    EXPECT_EQ(select_vc(bench.select[1].read()), vc);
    bench.step();
    pick.write(0);
    bench.step();
    escapes += escape ? 1 : 0;
    EXPECT_EQ(bench.allocator.grants().escape_grants(), escapes);
  }
  EXPECT_EQ(bench.allocator.grants().network_grants(), static_cast<std::uint64_t>(kVcs));
}

}  // namespace
}  // namespace trenza::rtl_models
