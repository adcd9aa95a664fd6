// The VC allocator with two message classes: packets ask for VCs of their class only.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "rtl_models/common/test_bench.h"
#include "rtl_models/twin/twin_test_support.h"
#include "rtl_models/vc_allocator/vc_allocator.h"
#include "rtl_models/vc_allocator/vc_allocator_twin.h"

namespace trenza::rtl_models {
namespace {

class VcAllocatorClassesCases : public test_bench::OnBoth {};
RUN_ON_BOTH(VcAllocatorClassesCases);

using microarch::make_flit;
using microarch::SelectionPolicy;
using microarch::SelectionShape;
using test_bench::Bench;

constexpr int kPorts = 2;
constexpr int kEscapeVcs = 2;
constexpr int kClassVcs = 3;  ///< two escape VCs and an adaptive one
constexpr int kVcs = 2 * kClassVcs;
constexpr int kInputs = kPorts * kVcs + 2;
constexpr int kFlits = 3;

/// By input: three VCs of each class at both ports, then an injector of each.
const std::vector<int>& input_classes() {
  static const std::vector<int> all{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 1};
  return all;
}

struct ClassesBench : Bench {
  test_bench::Signals<std::uint64_t> request = test_bench::Signals<std::uint64_t>(kInputs);
  test_bench::Signals<std::uint64_t> route = test_bench::Signals<std::uint64_t>(kInputs);
  test_bench::Signals<std::uint32_t> credits = test_bench::Signals<std::uint32_t>(kPorts * kVcs);
  test_bench::Signals<std::uint64_t> admitted = test_bench::Signals<std::uint64_t>(kPorts * 2 * kEscapeVcs);
  sc_core::sc_signal<std::uint64_t> output_free{"output_free"};
  sc_core::sc_signal<std::uint64_t> input_busy{"input_busy"};
  test_bench::Signals<std::uint64_t> pick = test_bench::Signals<std::uint64_t>(kInputs);
  std::unique_ptr<VcAllocator> made;
  VcAllocator& allocator;

  explicit ClassesBench(bool detours = false)
      : made(test_bench::make_block<VcAllocator, VcAllocatorTwin>(
            "allocator", SelectionShape{SelectionPolicy("most_credits"), kPorts, kClassVcs, 1, kEscapeVcs, detours, 2},
            input_classes(), 0, 1)),
        allocator(*made) {
    allocator.cycle.bind(cycle);
    test_bench::bind_all(allocator.request, request);
    test_bench::bind_all(allocator.route, route);
    test_bench::bind_all(allocator.credits, credits);
    test_bench::bind_all(allocator.admitted, admitted);
    allocator.output_free.bind(output_free);
    allocator.input_busy.bind(input_busy);
    test_bench::bind_all(allocator.pick, pick);
    pulse_reset();
    output_free.write(0x7);
  }

  /// Every input asks for output `port`, or to escape by it on `escape_vc` of its class.
  void all_ask(int port, int escape_vc) {
    const auto choice = topologies::RouteChoice::of(1U << port, port, escape_vc);
    for (std::size_t i = 0; i < kInputs; ++i) {
      request[i].write(make_request(make_flit(static_cast<PacketId>(i), kFlits, 0)));
      route[i].write(pack_route(choice));
    }
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
      for (std::size_t i = 0; i < kInputs; ++i) {
        const bool own = adaptive && input_classes()[i] == vc / kClassVcs;
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
        for (std::size_t i = 0; i < kInputs; ++i) {
          const bool own = input_classes()[i] == message_class;
          const int vc = message_class * kClassVcs + escape_vc;
          EXPECT_EQ(bench.pick[i].read(), own ? bench.expected(i, port, vc) : 0U) << place << " " << i;
        }
      }
    }
  }
}

TEST_P(VcAllocatorClassesCases, CreditsOfTheOtherClassAreNoReasonAgainstADetour) {
  ClassesBench bench(true);
  bench.all_ask(0, 1);
  for (std::size_t i = 0; i < kInputs; ++i) {  // their productive port is busy, the escape is elsewhere
    const auto choice = topologies::RouteChoice::of(0b01, 1);
    bench.route[i].write(pack_route(choice));
  }
  bench.output_free.write(0b110);
  for (auto& signal : bench.admitted) signal.write(~std::uint64_t{0});
  bench.credits[2].write(kFlits);  // adaptive VC of class 0
  bench.settle();
  for (std::size_t i = 0; i < kInputs; ++i) {
    const bool waits = input_classes()[i] == 0;
    EXPECT_EQ(bench.pick[i].read(), waits ? 0U : bench.expected(i, 1, kClassVcs)) << i;
  }
}

}  // namespace
}  // namespace trenza::rtl_models
