// The VC allocator alone, against a direct transcription of section 7 of docs/microarchitecture.md.
#include "rtl_models/vc_allocator/vc_allocator.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "rtl_models/twin/twin_test_support.h"
#include "rtl_models/vc_allocator/vc_allocator_test_support.h"
#include "rtl_models/vc_allocator/vc_allocator_twin.h"

namespace trenza::rtl_models::vc_allocation {
namespace {

class VcAllocatorCases : public test_bench::OnBoth {};
RUN_ON_BOTH(VcAllocatorCases);
class VcAllocatorShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(VcAllocatorShapes);

using microarch::SelectionPolicy;

constexpr int kPorts = 4;
constexpr int kVcs = 3;
constexpr int kEjectors = 2;
constexpr int kInputs = kPorts * kVcs + 2;
constexpr int kRouter = 11;
constexpr std::uint64_t kSeed = 77;

microarch::FabricParameters parameters_of(SelectionPolicy selection, int escape_vcs) {
  microarch::FabricParameters parameters;
  parameters.selection = selection;
  parameters.escape_vcs = escape_vcs;
  parameters.adaptive_vcs = kVcs - escape_vcs;
  parameters.injectors = 2;
  parameters.ejectors = kEjectors;
  parameters.seed = kSeed;
  return parameters;
}

struct VcAllocatorBench : test_bench::AllocatorBench {
  std::unique_ptr<VcAllocator> allocator;

  explicit VcAllocatorBench(SelectionPolicy selection, int escape_vcs = 1)
      : AllocatorBench(parameters_of(selection, escape_vcs), kPorts, kRouter),
        allocator(
            test_bench::make_block<VcAllocator, VcAllocatorTwin>("allocator", shape, input_class, router, kSeed)) {
    bind(*allocator, pick);
    pulse_reset();
  }

  PickWord expected_pick(int input) const;
  PickWord expected_adaptive(int input) const;
};

/// Sections 6 (crossbar per_port) and 7.
PickWord VcAllocatorBench::expected_pick(int input) const {
  if (asked(input) == 0 || is_busy(input)) return 0;
  if (choice(input).arrived) {
    for (int distance = 0; distance < kEjectors; ++distance) {
      const int e = (input + distance) % kEjectors;
      if (is_free(kPorts + e)) return make_pick(asked(input), kPorts + e, 0);
    }
    return 0;
  }
  if (const PickWord adaptive = expected_adaptive(input)) return adaptive;
  const int port = choice(input).escape_port();
  return is_free(port) && is_admitted(port, input) ? make_pick(asked(input), port, 0) : 0;
}

PickWord VcAllocatorBench::expected_adaptive(int input) const {
  std::vector<int> ports;
  std::vector<std::pair<int, int>> candidates;
  for (int port = 0; port < kPorts; ++port) {
    if (((choice(input).adaptive_ports() >> port) & 1U) == 0) continue;
    ports.push_back(port);
    for (int vc = 1; vc < kVcs; ++vc) {
      if (is_free(port) && credit(port, vc) >= request_flits(asked(input))) candidates.emplace_back(port, vc);
    }
  }
  if (candidates.empty()) return 0;
  std::pair<int, int> chosen = candidates[0];
  const std::uint16_t drawn = draw(microarch::DrawPurpose::selection, input);
  if (parameters.selection == SelectionPolicy("random")) {
    chosen = candidates[drawn % candidates.size()];
  } else if (parameters.selection == SelectionPolicy("most_credits")) {
    int most = -1;
    for (std::size_t k = 0; k < ports.size(); ++k) {
      for (const auto& candidate : candidates) {
        if (candidate.first != ports[(drawn + k) % ports.size()]) continue;
        if (credit(candidate.first, candidate.second) <= most) continue;
        most = credit(candidate.first, candidate.second);
        chosen = candidate;
      }
    }
  }
  return make_pick(asked(input), chosen.first, chosen.second);
}

topologies::RouteChoice random_route(std::mt19937& random) {
  if (random() % 5 == 0) return topologies::RouteChoice::at_destination();
  const std::uint32_t ports = 1 + random() % 15;
  return topologies::RouteChoice::of(ports, microarch::lowest_bit(ports));
}

void check_random_requests(SelectionPolicy policy) {
  VcAllocatorBench bench(policy);
  std::mt19937 random(static_cast<unsigned>(policy.place()) + 10);
  PacketId packet = 0;
  int picks = 0;
  for (int t = 0; t < 4000; ++t) {
    const bool quiet = t / 60 % 5 == 4;  // no requests at all: the allocator sleeps, everything else goes on changing
    for (std::size_t i = 0; i < kInputs; ++i) {
      if (quiet) {
        bench.request[i].write(0);
      } else if (random() % 3 == 0) {
        if (random() % 3 == 0) {
          bench.request[i].write(0);
        } else {
          bench.ask(static_cast<int>(i), packet++, 1 + static_cast<int>(random() % 4), random_route(random));
        }
      }
    }
    for (auto& signal : bench.credits) {
      if (random() % 3 == 0) signal.write(random() % 7);
    }
    for (auto& signal : bench.admitted) {
      if (random() % 3 == 0) signal.write(random());
    }
    if (random() % 3 == 0) bench.output_free.write(random() & 0x3fU);
    if (random() % 5 == 0) bench.input_busy.write(random() % 2 == 0 ? 0U : random() & ((1U << (kPorts * kVcs)) - 1));
    bench.settle();
    for (int i = 0; i < kInputs; ++i) {
      const PickWord pick = bench.pick[static_cast<std::size_t>(i)].read();
      ASSERT_EQ(pick, bench.expected_pick(i)) << "cycle " << t << ", input " << i;
      picks += pick != 0 ? 1 : 0;
    }
    bench.step();
  }
  EXPECT_GT(picks, 5000);
}

TEST_P(VcAllocatorCases, RandomRequestsMostCredits) { check_random_requests(SelectionPolicy("most_credits")); }
TEST_P(VcAllocatorShapes, RandomRequestsDimensionOrder) { check_random_requests(SelectionPolicy("dimension_order")); }
TEST_P(VcAllocatorShapes, RandomRequestsRandom) { check_random_requests(SelectionPolicy("random")); }

TEST_P(VcAllocatorShapes, IsCombinational) {
  VcAllocatorBench bench(SelectionPolicy("dimension_order"));
  bench.open_everything();
  const auto choice = topologies::RouteChoice::of(0b0110, 1);
  bench.ask(4, 9, 5, choice);
  bench.settle();
  const RequestWord asked = bench.request[4].read();
  EXPECT_EQ(bench.pick[4].read(), make_pick(asked, 1, 1)) << "no edge";
  bench.credits[1 * kVcs + 1].write(4);
  bench.settle();
  EXPECT_EQ(bench.pick[4].read(), make_pick(asked, 1, 2)) << "the credits of the same cycle count";
  bench.output_free.write(0x3d);
  bench.settle();
  EXPECT_EQ(bench.pick[4].read(), make_pick(asked, 2, 1));
  bench.output_free.write(0);
  bench.settle();
  EXPECT_EQ(bench.pick[4].read(), 0U);
  bench.output_free.write(0x3f);
  bench.request[4].write(0);
  bench.settle();
  EXPECT_EQ(bench.pick[4].read(), 0U);
}

TEST_P(VcAllocatorCases, TheEscapeVcIsTheLastResort) {
  VcAllocatorBench bench(SelectionPolicy("most_credits"));
  bench.open_everything();
  const auto choice = topologies::RouteChoice::of(0b1010, 1);
  bench.ask(0, 9, 5, choice);
  for (auto& signal : bench.credits) signal.write(4);  // one flit short everywhere
  bench.settle();
  EXPECT_EQ(bench.pick[0].read(), make_pick(bench.request[0].read(), 1, 0));
  bench.admitted[1].write(~std::uint64_t{1});
  bench.settle();
  EXPECT_EQ(bench.pick[0].read(), 0U) << "the bubble rule refuses input 0";
  bench.credits[3 * kVcs + 2].write(5);
  bench.settle();
  EXPECT_EQ(bench.pick[0].read(), make_pick(bench.request[0].read(), 3, 2));
}

void check_standing_requests(SelectionPolicy policy) {
  VcAllocatorBench bench(policy);
  bench.open_everything();
  const auto choice = topologies::RouteChoice::of(0b0111, 0);
  for (std::size_t i = 0; i < kInputs; ++i) bench.ask(static_cast<int>(i), static_cast<PacketId>(i), 3, choice);
  std::set<PickWord> seen;
  for (int t = 0; t < 60; ++t) {  // nothing but the number of the cycle changes
    bench.settle();
    for (int i = 0; i < kInputs; ++i) {
      ASSERT_EQ(bench.pick[static_cast<std::size_t>(i)].read(), bench.expected_pick(i))
          << "cycle " << t << ", input " << i;
    }
    seen.insert(bench.pick[3].read());
    bench.step();
  }
  EXPECT_EQ(seen.size(), policy == SelectionPolicy("random") ? 6U : 3U);
}

TEST_P(VcAllocatorCases, AStandingRequestIsDrawnAnewInEveryCycleMostCredits) {
  check_standing_requests(SelectionPolicy("most_credits"));
}
TEST_P(VcAllocatorShapes, AStandingRequestIsDrawnAnewInEveryCycleRandom) {
  check_standing_requests(SelectionPolicy("random"));
}

TEST_P(VcAllocatorShapes, ABusyPortHoldsItsVcsAndNoOthers) {
  VcAllocatorBench bench(SelectionPolicy("dimension_order"));
  bench.open_everything();
  topologies::RouteChoice arrived;
  arrived.arrived = true;
  const auto on = topologies::RouteChoice::of(1, 0);
  for (std::size_t i = 0; i < kInputs; ++i)
    bench.ask(static_cast<int>(i), static_cast<PacketId>(i), 1, i % 2 == 0 ? arrived : on);
  bench.input_busy.write(std::uint64_t{0b111} << (2 * kVcs));
  bench.settle();
  for (std::size_t i = 0; i < kInputs; ++i) EXPECT_EQ(bench.pick[i].read() == 0, i / kVcs == 2) << i;
}

TEST_P(VcAllocatorCases, ASleepingAllocatorSeesEverythingThatChangedMeanwhile) {
  VcAllocatorBench bench(SelectionPolicy("most_credits"));
  bench.open_everything();
  const auto choice = topologies::RouteChoice::of(0b0011, 0);
  bench.ask(5, 1, 4, choice);
  bench.settle();
  EXPECT_NE(bench.pick[5].read(), 0U);
  bench.request[5].write(0);
  bench.step(50);
  for (auto& signal : bench.credits) signal.write(0);
  bench.credits[1 * kVcs + 2].write(7);
  bench.step(5);
  bench.ask(5, 2, 4, choice);
  bench.settle();
  EXPECT_EQ(bench.pick[5].read(), make_pick(bench.request[5].read(), 1, 2));
  bench.credits[1 * kVcs + 2].write(0);
  bench.admitted[0].write(0);
  bench.settle();
  EXPECT_EQ(bench.pick[5].read(), 0U) << "awake again, it follows every input";
}

TEST_P(VcAllocatorShapes, EachEscapeVcHasItsOwnAdmission) {
  VcAllocatorBench bench(SelectionPolicy("dimension_order"), 2);
  bench.output_free.write(0x3f);  // no credits of the adaptive VC
  for (int port = 0; port < kPorts; ++port) {
    for (int vc = 0; vc < 2; ++vc) {
      const auto route = topologies::RouteChoice::of(1U << port, port, vc);
      bench.ask(4, 9, 2, route);
      for (std::size_t lane = 0; lane < bench.admitted.size(); ++lane) {
        for (auto& signal : bench.admitted) signal.write(0);
        bench.admitted[lane].write(std::uint64_t{1} << 4);
        bench.settle();
        const bool own = lane == static_cast<std::size_t>(port * 2 + vc);
        const RequestWord asked = bench.request[4].read();
        EXPECT_EQ(bench.pick[4].read(), own ? make_pick(asked, port, vc) : 0U) << port << " " << vc << " " << lane;
      }
    }
  }
}

}  // namespace
}  // namespace trenza::rtl_models::vc_allocation
