// The switch allocator alone, against a transcription of section 8 of docs/microarchitecture.md.
#include "rtl_models/switch_allocator/switch_allocator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "rtl_models/switch_allocator/switch_allocator_test_support.h"

namespace trenza::rtl_models::switch_allocation {
namespace {

class SwitchAllocatorCases : public test_bench::OnBoth {};
RUN_ON_BOTH(SwitchAllocatorCases);
class SwitchAllocatorShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(SwitchAllocatorShapes);

using Policy = microarch::ArbiterPolicy;
using microarch::CrossbarKind;
using microarch::DrawPurpose;

constexpr int kPorts = 4;
constexpr int kVcs = 3;
constexpr int kInjectors = 2;
constexpr int kEjectors = 2;
constexpr int kInputs = kPorts * kVcs + kInjectors;
constexpr int kOutputs = kPorts + kEjectors;
constexpr int kRouter = 9;

microarch::FabricParameters parameters_of(Policy arbiter, CrossbarKind crossbar) {
  microarch::FabricParameters parameters;
  parameters.adaptive_vcs = kVcs - 1;
  parameters.injectors = kInjectors;
  parameters.ejectors = kEjectors;
  parameters.arbiter = arbiter;
  parameters.crossbar = crossbar;
  parameters.seed = 42;
  return parameters;
}

std::uint32_t bit(int i) { return 1U << i; }

struct SwitchAllocatorBench : test_bench::SwitchBench {
  explicit SwitchAllocatorBench(const microarch::FabricParameters& parameters)
      : SwitchBench(parameters, kPorts, kRouter) {}
};

TEST_P(SwitchAllocatorCases, APacketHoldsItsOutputWithoutAGap) {
  SwitchAllocatorBench bench(parameters_of(Policy("age"), CrossbarKind("per_vc")));
  // The blocked packet of the contract: a has 4 flits and is granted in 2; b asks for the same output from 6 on, when
  // it is free.
  std::string trace;
  std::string free;
  for (int t = 0; t <= 8; ++t) {
    if (t == 2) bench.ask(4, 1, 4, 2, 1);
    if (t == 3) bench.withdraw(4);
    if (t == 6) bench.ask(8, 2, 2, 2, 2);
    if (t == 7) bench.withdraw(8);
    bench.settle();
    trace += bench.crossing(2) == 4 ? 'a' : bench.crossing(2) == 8 ? 'b' : '.';
    free += (bench.output_free.read() & bit(2)) != 0 ? 'f' : '-';
    EXPECT_EQ(bench.charge[2].read(), t == 2 ? make_charge(1, 4) : t == 6 ? make_charge(2, 2) : 0U) << t;
    EXPECT_EQ(bench.pop[1].read(), t >= 2 && t <= 5 ? 0b010U : 0U) << t;
    EXPECT_EQ(bench.pop[2].read(), t >= 6 && t <= 7 ? 0b100U : 0U) << t;
    EXPECT_EQ(bench.allocator.grants().flits_left(2),
              std::vector<int>({0, 0, 0, 3, 2, 1, 0, 1, 0})[static_cast<std::size_t>(t)])
        << t;
    bench.step();
  }
  EXPECT_EQ(trace, "..aaaabb.");
  EXPECT_EQ(free, "fff---f-f");
}

TEST_P(SwitchAllocatorCases, ComputeIsSeparateFromCommit) {
  SwitchAllocatorBench bench(parameters_of(Policy("age"), CrossbarKind("per_vc")));
  bench.step(5);
  bench.ask(3, 7, 3, 1, 2);
  bench.settle();
  EXPECT_EQ(bench.crossing(1), 3) << "in the cycle of the pick";
  bench.ask(5, 6, 3, 1, 2);
  bench.settle();
  EXPECT_EQ(bench.crossing(1), 5) << "an older packet, before the edge";
  bench.withdraw(3);
  bench.withdraw(5);
  bench.settle();
  EXPECT_EQ(bench.crossing(1), -1);
  EXPECT_EQ(bench.charge[1].read(), 0U);
  bench.step();
  EXPECT_EQ(bench.output_free.read(), 0x3fU) << "nothing was committed";
  EXPECT_EQ(bench.allocator.grants().network_grants(), 0U);
}

TEST_P(SwitchAllocatorCases, InTransitTrafficGoesBeforeInjection) {
  SwitchAllocatorBench bench(parameters_of(Policy("age"), CrossbarKind("per_vc")));
  bench.ask(kPorts * kVcs, 1, 1, 0, 1);  // an injector with the oldest packet
  bench.ask(7, 5, 1, 0, 1);
  bench.settle();
  EXPECT_EQ(bench.crossing(0), 7);
  EXPECT_EQ(bench.pop_injector.read(), 0U);
  bench.step();
  bench.withdraw(7);
  bench.settle();
  EXPECT_EQ(bench.crossing(0), kPorts * kVcs);
  EXPECT_EQ(bench.pop_injector.read(), 0b01U);
}

TEST_P(SwitchAllocatorCases, EscapeChargesOneSlotAndEjectionNothing) {
  SwitchAllocatorBench bench(parameters_of(Policy("age"), CrossbarKind("per_vc")));
  bench.ask(0, 1, 9, 3, 0);
  bench.ask(1, 2, 9, kPorts + 1, 0);
  bench.settle();
  EXPECT_EQ(bench.charge[3].read(), make_charge(0, 1));
  EXPECT_EQ(bench.select[3].read(), make_select(0, 0));
  EXPECT_EQ(bench.select[kPorts + 1].read(), make_select(1, 0));
  for (std::size_t p = 0; p < 3; ++p) EXPECT_EQ(bench.charge[p].read(), 0U);
  bench.step();
  EXPECT_EQ(bench.allocator.grants().network_grants(), 1U);
  EXPECT_EQ(bench.allocator.grants().escape_grants(), 1U);
  EXPECT_EQ(bench.allocator.grants().owner(3).input, 0);
  EXPECT_EQ(bench.allocator.grants().owner(3).vc, 0);
}

/// Two message classes with an escape VC and an adaptive one each, so that VCs 0 and 2 are escape VCs.
TEST_P(SwitchAllocatorShapes, AnEscapeVcOfEachClassIsChargedASlot) {
  constexpr int kClassPorts = 2;
  constexpr int kClassVcs = 4;
  microarch::FabricParameters parameters;
  parameters.message_classes = 2;
  parameters.adaptive_vcs = 1;
  parameters.injectors = 1;
  parameters.ejectors = 1;
  test_bench::SwitchBench bench(parameters, kClassPorts, 0);
  std::uint64_t escapes = 0;
  for (int vc = 0; vc < kClassVcs; ++vc) {
    const int injector = vc / 2;
    const int input = kClassPorts * kClassVcs + injector;
    bench.ask(input, static_cast<PacketId>(vc), 2, 1, vc);
    bench.settle();
    const bool escape = vc % 2 == 0;
    EXPECT_EQ(bench.charge[1].read(), make_charge(vc, escape ? 1 : 2)) << vc;
    EXPECT_EQ(bench.pop_injector.read(), 1U << injector) << vc;
    EXPECT_EQ(select_vc(bench.select[1].read()), vc);
    bench.step();
    bench.withdraw(input);
    bench.step();
    escapes += escape ? 1 : 0;
    EXPECT_EQ(bench.allocator.grants().escape_grants(), escapes);
  }
  EXPECT_EQ(bench.allocator.grants().network_grants(), static_cast<std::uint64_t>(kClassVcs));
}

TEST_P(SwitchAllocatorShapes, PerPortAPortIsBusyWhileItsPacketCrosses) {
  SwitchAllocatorBench bench(parameters_of(Policy("age"), CrossbarKind("per_port")));
  bench.ask(3, 5, 3, 0, 1);       // VC 0 of port 1
  bench.ask(5, 4, 2, kPorts, 0);  // VC 2 of port 1, older, for an ejection port
  bench.ask(6, 9, 1, 0, 1);       // VC 0 of port 2
  bench.settle();
  EXPECT_EQ(bench.crossing(kPorts), 5) << "the older of port 1";
  EXPECT_EQ(bench.crossing(0), 6) << "the loser of port 1 does not ask for its output";
  EXPECT_EQ(bench.pop[1].read(), 0b100U);
  EXPECT_EQ(bench.input_busy.read(), 0U) << "registered";
  bench.step();
  bench.withdraw(3);
  bench.withdraw(5);
  bench.withdraw(6);
  EXPECT_EQ(bench.input_busy.read(), bit(3) | bit(4) | bit(5));
  bench.step();
  EXPECT_EQ(bench.input_busy.read(), 0U);
}

TEST_P(SwitchAllocatorCases, ResetFreesTheOutputsAndClearsThePointers) {
  SwitchAllocatorBench bench(parameters_of(Policy("round_robin"), CrossbarKind("per_port")));
  const auto grant_one = [&](PacketId packet, int flits) {
    for (const int i : {1, 4, 7}) bench.ask(i, packet + static_cast<PacketId>(i), flits, 0, 1);
    bench.settle();
    const int winner = bench.crossing(0);
    bench.step();
    for (const int i : {1, 4, 7}) bench.withdraw(i);
    return winner;
  };
  EXPECT_EQ(grant_one(0, 1), 1);
  EXPECT_EQ(grant_one(100, 9), 4);
  EXPECT_EQ(bench.output_free.read() & 1U, 0U);
  bench.pulse_reset(1);
  EXPECT_EQ(bench.output_free.read(), 0x3fU);
  EXPECT_EQ(bench.allocator.grants().network_grants(), 0U);
  bench.settle();
  EXPECT_EQ(bench.crossing(0), -1);
  EXPECT_EQ(grant_one(200, 1), 1);
}

TEST_P(SwitchAllocatorCases, SleepIsInvisible) {
  SwitchAllocatorBench bench(parameters_of(Policy("age"), CrossbarKind("per_vc")));
  const auto drive = [&](int k) {
    for (int i = 0; i < kInputs; ++i) bench.withdraw(i);
    if (k == 0) bench.ask(3, 1, 3, 2, 1);
    if (k == 1) bench.ask(4, 2, 1, 1, 0);
    if (k == 3) bench.ask(12, 3, 2, 2, 2);
  };
  const auto sample = [&] {
    std::vector<std::uint64_t> values{bench.output_free.read(), bench.pop_injector.read()};
    for (const auto& signal : bench.select) values.push_back(signal.read());
    for (const auto& signal : bench.charge) values.push_back(signal.read());
    for (const auto& signal : bench.pop) values.push_back(signal.read());
    return values;
  };
  const auto awake = bench.record(8, drive, sample);
  bench.step(50);
  EXPECT_EQ(bench.record(8, drive, sample), awake);
}

/// Section 8, word for word.
class Model {
 public:
  struct Ask {
    bool valid = false;
    PacketId packet = 0;
    int flits = 0;
    int output = 0;
    int vc = 0;
  };
  struct Output {
    int input = -1;  // crosses in this cycle
    int vc = 0;
    int left = 0;  // flits after this cycle
    bool granted_now = false;
    int pointer = 0;
  };

  explicit Model(const microarch::FabricParameters& parameters) : parameters_(parameters) {}

  bool is_free(int output) const { return outputs[at(output)].left == 0; }
  /// Whether the VC of a packet that crosses shares its crossbar input with network input `input`.
  bool input_busy(int input) const {
    return shares_rows() && std::any_of(outputs.begin(), outputs.end(), [this, input](const Output& o) {
             return o.left > 0 && o.input < kPorts * kVcs && row_of(o.input) == row_of(input);
           });
  }

  /// The grants of cycle `t`.
  void arbitrate(std::uint64_t t, const std::vector<Ask>& asks) {
    std::vector<bool> in_race;
    for (const Ask& ask : asks) in_race.push_back(ask.valid);
    for (int row = 0; shares_rows() && row < kPorts * parameters_.crossbar_inputs(); ++row) {
      std::vector<int> rivals;
      for (int i = 0; i < kPorts * kVcs; ++i) {
        if (in_race[at(i)] && row_of(i) == row) rivals.push_back(i);
      }
      if (rivals.empty()) continue;
      const int first = rivals[0] / kVcs * kVcs;
      const int kept = winner(rivals, DrawPurpose::input_arbiter, row, t, first + row_pointers_[at(row)], asks);
      for (const int i : rivals) in_race[at(i)] = i == kept;
    }
    for (int o = 0; o < kOutputs; ++o) {
      Output& output = outputs[at(o)];
      output.granted_now = false;
      if (output.left > 0) continue;
      output.input = -1;
      std::vector<int> rivals;
      for (int i = 0; i < kInputs; ++i) {
        if (in_race[at(i)] && asks[at(i)].output == o) rivals.push_back(i);
      }
      if (!rivals.empty() && rivals.front() < kPorts * kVcs) {
        rivals.erase(std::remove_if(rivals.begin(), rivals.end(), [](int i) { return i >= kPorts * kVcs; }),
                     rivals.end());
      }
      if (rivals.empty()) continue;
      output.input = winner(rivals, DrawPurpose::output_arbiter, o, t, output.pointer, asks);
      output.vc = asks[at(output.input)].vc;
      output.granted_now = true;
    }
  }

  void commit(const std::vector<Ask>& asks) {
    for (Output& output : outputs) {
      if (output.input < 0) continue;
      if (!output.granted_now) {
        --output.left;
        continue;
      }
      output.left = asks[at(output.input)].flits - 1;
      output.pointer = (output.input + 1) % kInputs;
      if (shares_rows() && output.input < kPorts * kVcs)
        row_pointers_[at(row_of(output.input))] = (output.input % kVcs + 1) % kVcs;
    }
  }

  std::vector<Output> outputs = std::vector<Output>(kOutputs);

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  bool shares_rows() const { return parameters_.crossbar_inputs() < kVcs; }
  int row_of(int input) const {
    const int rows = parameters_.crossbar_inputs();
    return input / kVcs * rows + input % kVcs % rows;
  }

  int winner(const std::vector<int>& rivals, DrawPurpose purpose, int place, std::uint64_t t, int pointer,
             const std::vector<Ask>& asks) const {
    if (parameters_.arbiter == Policy("random")) {
      const auto phase = microarch::draw_phase(parameters_.seed, purpose, kRouter, place);
      const std::uint16_t draw = microarch::DrawSequence::instance().at(microarch::DrawSequence::offset(t), phase);
      return rivals[draw % rivals.size()];
    }
    if (parameters_.arbiter == Policy("round_robin")) {
      for (const int i : rivals) {
        if (i >= pointer) return i;
      }
      return rivals.front();
    }
    return *std::min_element(rivals.begin(), rivals.end(),
                             [&](int a, int b) { return asks[at(a)].packet < asks[at(b)].packet; });
  }

  microarch::FabricParameters parameters_;
  std::vector<int> row_pointers_ = std::vector<int>(kPorts * kVcs);
};

/// Inputs behave as a VC allocator lets them: they pick free outputs only, anew in every cycle, and not while their
/// packet or their port crosses.
void check_picks(Policy arbiter, CrossbarKind crossbar) {
  const microarch::FabricParameters parameters = parameters_of(arbiter, crossbar);
  SwitchAllocatorBench bench(parameters);
  Model model(parameters);
  std::mt19937 random(static_cast<unsigned>(arbiter.place()) * 2 + static_cast<unsigned>(crossbar.place()));
  std::vector<Model::Ask> waiting(kInputs);  // packets; `valid` while one waits
  PacketId packets = 0;
  std::uint64_t grants = 0;
  std::uint64_t escapes = 0;
  for (std::uint64_t t = 0; t < 6000; ++t) {
    const bool busy = t / 200 % 4 != 3;
    std::vector<Model::Ask> asks(kInputs);
    for (int i = 0; i < kInputs; ++i) {
      const auto at = static_cast<std::size_t>(i);
      bench.withdraw(i);
      const bool crossing = std::any_of(model.outputs.begin(), model.outputs.end(),
                                        [i](const Model::Output& o) { return o.left > 0 && o.input == i; });
      if (!waiting[at].valid && busy && random() % 2 == 0) {
        waiting[at] = {true, packets++, 1 + static_cast<int>(random() % (random() % 2 == 0 ? 1 : 6)), 0, 0};
      }
      if (!waiting[at].valid || crossing || (i < kPorts * kVcs && model.input_busy(i)) || random() % 4 == 0) continue;
      const int output = static_cast<int>(random() % kOutputs);
      if (!model.is_free(output)) continue;
      asks[at] = waiting[at];
      asks[at].output = output;
      asks[at].vc = output < kPorts ? static_cast<int>(random() % kVcs) : 0;
      bench.ask(i, asks[at].packet, asks[at].flits, output, asks[at].vc);
    }
    bench.settle();
    std::uint32_t free = 0;
    std::uint64_t taken = 0;
    for (int o = 0; o < kOutputs; ++o) free |= model.is_free(o) ? bit(o) : 0;
    for (int i = 0; i < kPorts * kVcs; ++i) taken |= std::uint64_t{model.input_busy(i)} << i;
    ASSERT_EQ(bench.output_free.read(), free) << t;
    ASSERT_EQ(bench.input_busy.read(), taken) << t;
    model.arbitrate(t, asks);
    std::vector<std::uint32_t> pop(kPorts + 1);
    for (int o = 0; o < kOutputs; ++o) {
      const auto at = static_cast<std::size_t>(o);
      const Model::Output& output = model.outputs[at];
      ASSERT_EQ(bench.select[at].read(), output.input < 0 ? 0 : make_select(output.input, output.vc))
          << "cycle " << t << ", output " << o;
      const bool charged = output.granted_now && o < kPorts;
      const int credits = !charged ? 0 : output.vc == 0 ? 1 : asks[static_cast<std::size_t>(output.input)].flits;
      if (o < kPorts) {
        ASSERT_EQ(bench.charge[at].read(), charged ? make_charge(output.vc, credits) : 0U)
            << "cycle " << t << ", output " << o;
      }
      if (charged) ++grants;
      if (charged && output.vc == 0) ++escapes;
      if (output.granted_now) waiting[static_cast<std::size_t>(output.input)].valid = false;
      if (output.input >= kPorts * kVcs) pop[kPorts] |= bit(output.input - kPorts * kVcs);
      if (output.input >= 0 && output.input < kPorts * kVcs)
        pop[static_cast<std::size_t>(output.input / kVcs)] |= bit(output.input % kVcs);
    }
    for (std::size_t p = 0; p < kPorts; ++p) ASSERT_EQ(bench.pop[p].read(), pop[p]) << "cycle " << t;
    ASSERT_EQ(bench.pop_injector.read(), pop[kPorts]) << "cycle " << t;
    model.commit(asks);
    bench.step();
    ASSERT_EQ(bench.allocator.grants().network_grants(), grants);
    ASSERT_EQ(bench.allocator.grants().escape_grants(), escapes);
  }
  EXPECT_GT(grants, 1500U);
}

TEST_P(SwitchAllocatorShapes, RandomPicksRandom) { check_picks(Policy("random"), CrossbarKind("per_vc")); }
TEST_P(SwitchAllocatorShapes, RandomPicksRoundRobin) { check_picks(Policy("round_robin"), CrossbarKind("per_vc")); }
TEST_P(SwitchAllocatorCases, RandomPicksAge) { check_picks(Policy("age"), CrossbarKind("per_vc")); }
TEST_P(SwitchAllocatorShapes, RandomPicksRandomPerPort) { check_picks(Policy("random"), CrossbarKind("per_port")); }
TEST_P(SwitchAllocatorCases, RandomPicksRoundRobinPerPort) {
  check_picks(Policy("round_robin"), CrossbarKind("per_port"));
}
TEST_P(SwitchAllocatorShapes, RandomPicksRandomTwoInputsPerPort) {
  check_picks(Policy("random"), CrossbarKind("inputs_per_port").with(2));
}
TEST_P(SwitchAllocatorShapes, RandomPicksRoundRobinTwoInputsPerPort) {
  check_picks(Policy("round_robin"), CrossbarKind("inputs_per_port").with(2));
}
TEST_P(SwitchAllocatorShapes, RandomPicksAgePerPort) { check_picks(Policy("age"), CrossbarKind("per_port")); }

}  // namespace
}  // namespace trenza::rtl_models::switch_allocation
