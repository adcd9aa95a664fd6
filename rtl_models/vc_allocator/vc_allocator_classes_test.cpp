// The VC allocator with two message classes: packets ask for VCs of their class only.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "rtl_models/twin/twin_test_support.h"
#include "rtl_models/vc_allocator/vc_allocator_test_support.h"
#include "rtl_models/vc_allocator/vc_allocator_twin.h"

namespace trenza::rtl_models::vc_allocation_by_class {
namespace {

class VcAllocatorClassesCases : public test_bench::OnBoth {};
RUN_ON_BOTH(VcAllocatorClassesCases);
class VcAllocatorClassesShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(VcAllocatorClassesShapes);

using microarch::index;

constexpr int kPorts = 2;
constexpr int kEscapeVcs = 2;
constexpr int kClassVcs = 3;  ///< two escape VCs and an adaptive one
constexpr int kVcs = 2 * kClassVcs;
constexpr int kFlits = 3;

microarch::FabricParameters two_classes() {
  microarch::FabricParameters parameters;
  parameters.selection = microarch::SelectionPolicy("most_credits");
  parameters.message_classes = 2;
  parameters.escape_vcs = kEscapeVcs;
  parameters.adaptive_vcs = kClassVcs - kEscapeVcs;
  parameters.injectors = 1;
  parameters.ejectors = 1;
  return parameters;
}

struct ClassesBench : test_bench::AllocatorBench {
  std::unique_ptr<VcAllocator> allocator;

  explicit ClassesBench(bool detours = false)
      : AllocatorBench(two_classes(), kPorts, 0, detours),
        allocator(test_bench::make_block<VcAllocator, VcAllocatorTwin>("allocator", shape, input_class, 0, 1)) {
    bind(*allocator, pick);
    pulse_reset();
    output_free.write(0x7);
  }

  /// Every input asks for output `port`, or to escape by it on `escape_vc` of its class.
  void all_ask(int port, int escape_vc) {
    const auto choice = topologies::RouteChoice::of(1U << port, port, escape_vc);
    for (int i = 0; i < inputs; ++i) ask(i, static_cast<PacketId>(i), kFlits, choice);
  }
  PickWord expected(std::size_t input, int port, int vc) const { return make_pick(request[input].read(), port, vc); }
};

TEST_P(VcAllocatorClassesCases, CreditsCountForTheirClassOnly) {
  ClassesBench bench;
  for (int port = 0; port < kPorts; ++port) {
    bench.all_ask(port, 0);
    for (int vc = 0; vc < kVcs; ++vc) {
      for (auto& signal : bench.credits) signal.write(0);
      bench.credits[static_cast<std::size_t>(port * kVcs + vc)].write(kFlits);
      bench.settle();
      const bool adaptive = vc % kClassVcs >= kEscapeVcs;
      for (std::size_t i = 0; i < bench.pick.size(); ++i) {
        const bool own = adaptive && bench.input_class[i] == vc / kClassVcs;
        EXPECT_EQ(bench.pick[i].read(), own ? bench.expected(i, port, vc) : 0U) << port << " " << vc << " " << i;
      }
    }
  }
}

TEST_P(VcAllocatorClassesCases, AdmissionIsThatOfTheEscapeVcOfTheClass) {
  ClassesBench bench;
  for (int port = 0; port < kPorts; ++port) {
    for (int escape_vc = 0; escape_vc < kEscapeVcs; ++escape_vc) {
      bench.all_ask(port, escape_vc);
      for (int message_class = 0; message_class < 2; ++message_class) {
        for (auto& signal : bench.admitted) signal.write(0);
        const int place = (port * 2 + message_class) * kEscapeVcs + escape_vc;
        bench.admitted[static_cast<std::size_t>(place)].write(~std::uint64_t{0});
        bench.settle();
        for (std::size_t i = 0; i < bench.pick.size(); ++i) {
          const bool own = bench.input_class[i] == message_class;
          const int vc = message_class * kClassVcs + escape_vc;
          EXPECT_EQ(bench.pick[i].read(), own ? bench.expected(i, port, vc) : 0U) << place << " " << i;
        }
      }
    }
  }
}

TEST_P(VcAllocatorClassesShapes, CreditsOfTheOtherClassAreNoReasonAgainstADetour) {
  ClassesBench bench(true);
  bench.all_ask(0, 1);
  for (std::size_t i = 0; i < bench.pick.size(); ++i) {  // their productive port is busy, the escape is elsewhere
    const auto choice = topologies::RouteChoice::of(0b01, 1);
    bench.route[i].write(pack_route(choice));
  }
  bench.output_free.write(0b110);
  for (auto& signal : bench.admitted) signal.write(~std::uint64_t{0});
  bench.credits[2].write(kFlits);  // adaptive VC of class 0
  bench.settle();
  for (std::size_t i = 0; i < bench.pick.size(); ++i) {
    const bool waits = bench.input_class[i] == 0;
    EXPECT_EQ(bench.pick[i].read(), waits ? 0U : bench.expected(i, 1, kClassVcs)) << i;
  }
}

}  // namespace
}  // namespace trenza::rtl_models::vc_allocation_by_class
