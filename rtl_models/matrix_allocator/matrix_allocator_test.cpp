// The matrix allocator alone, against a transcription of sections 7 and 8 of docs/microarchitecture.md
// (`output_first`).
#include "rtl_models/matrix_allocator/matrix_allocator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"
#include "rtl_models/twin/twin_test_support.h"
#include "rtl_models/vc_allocator/vc_allocator_test_support.h"

namespace trenza::rtl_models::matrix_allocation {
namespace {

class MatrixAllocatorCases : public test_bench::OnBoth {};
RUN_ON_BOTH(MatrixAllocatorCases);

using microarch::AllocatorPolicy;
using microarch::ArbiterPolicy;
using microarch::CrossbarKind;
using microarch::DrawPurpose;
using microarch::FabricParameters;
using microarch::index;
using microarch::SelectionPolicy;
using topologies::RouteChoice;

constexpr int kPorts = 3;
constexpr int kRouter = 5;

/// Of two message classes; or of one, whose twins are built in a fraction of the time.
enum class Size : std::uint8_t { large, small };

FabricParameters parameters_of(const char* arbiter, const char* crossbar, const char* selection,
                               Size size = Size::large) {
  FabricParameters parameters;
  parameters.message_classes = size == Size::large ? 2 : 1;
  parameters.adaptive_vcs = 2;
  parameters.ejectors = 2;
  parameters.allocator = AllocatorPolicy("output_first");
  parameters.arbiter = ArbiterPolicy(arbiter);
  parameters.crossbar = CrossbarKind(crossbar);
  parameters.selection = SelectionPolicy(selection);
  parameters.seed = 21;
  return parameters;
}

struct MatrixBench : test_bench::AllocatorBench {
  std::unique_ptr<MatrixAllocator> made;
  MatrixAllocator& allocator;

  explicit MatrixBench(const FabricParameters& of, bool last_resort = false)
      : AllocatorBench(of, kPorts, kRouter, last_resort),
        made(test_bench::make_block<MatrixAllocator, MatrixAllocatorTwin>("allocator", of, shape, input_class, router)),
        allocator(*made) {
    clock(allocator);
    bind(allocator, pick);
    pulse_reset();
  }

  /// A packet in each of these inputs, for either of the ports 0 and 1; the lower the input, the older.
  void ask_both(const std::vector<int>& who) {
    for (auto& signal : request) signal.write(0);
    for (const int i : who) ask(i, static_cast<PacketId>(i), 1, RouteChoice::of(0b011, -1));
  }
  /// By output, the input that is matched; -1: none.
  std::vector<int> matched() {
    settle();
    std::vector<int> found(index(outputs), -1);
    for (int i = 0; i < inputs; ++i) {
      const PickWord word = pick[index(i)].read();
      if (word == 0) continue;
      EXPECT_EQ(found[index(pick_output(word))], -1) << "two inputs for an output";
      found[index(pick_output(word))] = i;
    }
    return found;
  }
};

/// An arbiter of section 8, in words.
class Arbiter {
 public:
  Arbiter(ArbiterPolicy policy, int requesters) : policy_(policy), list_(index(requesters)) {
    std::iota(list_.begin(), list_.end(), 0);
  }
  /// `rivals` ascending.
  int choose(const std::vector<int>& rivals, std::uint16_t draw, const std::function<PacketId(int)>& packet) const {
    const auto asks = [&rivals](int i) { return std::find(rivals.begin(), rivals.end(), i) != rivals.end(); };
    if (policy_ == ArbiterPolicy("random")) return rivals[draw % rivals.size()];
    if (policy_ == ArbiterPolicy("age"))
      return *std::min_element(rivals.begin(), rivals.end(), [&](int a, int b) { return packet(a) < packet(b); });
    if (policy_ == ArbiterPolicy("matrix")) return *std::find_if(list_.begin(), list_.end(), asks);
    for (int k = 0;; ++k) {
      const int requester = (pointer_ + k) % static_cast<int>(list_.size());
      if (asks(requester)) return requester;
    }
  }
  void granted(int requester) {
    pointer_ = (requester + 1) % static_cast<int>(list_.size());
    const auto found = std::find(list_.begin(), list_.end(), requester);
    std::rotate(found, found + 1, list_.end());
  }

 private:
  ArbiterPolicy policy_;
  int pointer_ = 0;
  std::vector<int> list_;
};

/// Sections 6 to 8, with the inputs of a bench.
class Model {
 public:
  explicit Model(const MatrixBench& bench)
      : bench_(bench),
        p_(bench.parameters),
        network_(kPorts * p_.vcs()),
        outputs_(index(bench.outputs), Arbiter(p_.arbiter, bench.inputs)),
        rows_(index(bench.inputs), Arbiter(p_.arbiter, bench.outputs)) {}

  /// By input, what it is matched with.
  std::vector<microarch::Pick> match() const {
    std::vector<microarch::Pick> found(index(bench_.inputs));
    std::vector<bool> left(index(bench_.outputs), true);
    for (const bool in_transit : {true, false}) {
      std::vector<int> chosen(index(bench_.outputs), -1);
      std::vector<std::vector<int>> chosen_by(rows_.size());
      for (int o = 0; o < bench_.outputs; ++o) {
        std::vector<int> rivals;
        for (int i = in_transit ? 0 : network_; i < (in_transit ? network_ : bench_.inputs); ++i) {
          if (left[index(o)] && vc_at(i, o) >= 0) rivals.push_back(i);
        }
        if (rivals.empty()) continue;
        chosen[index(o)] = outputs_[index(o)].choose(rivals, bench_.draw(DrawPurpose::output_arbiter, o),
                                                     [this](int i) { return packet(i); });
        chosen_by[index(row_of(chosen[index(o)]))].push_back(o);
      }
      for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (chosen_by[row].empty()) continue;
        const int output =
            rows_[row].choose(chosen_by[row], bench_.draw(DrawPurpose::input_arbiter, static_cast<int>(row)),
                              [&](int o) { return packet(chosen[index(o)]); });
        const int input = chosen[index(output)];
        found[index(input)] = {output, vc_at(input, output)};
        left[index(output)] = false;
      }
    }
    return found;
  }

  void commit(const std::vector<microarch::Pick>& matched) {
    for (int i = 0; i < bench_.inputs; ++i) {
      if (!matched[index(i)]) continue;
      outputs_[index(matched[index(i)].output)].granted(i);
      rows_[index(row_of(i))].granted(matched[index(i)].output);
    }
  }

  int row_of(int input) const {
    const int rows = p_.crossbar_inputs();
    return input < network_ ? input / p_.vcs() * rows + input % p_.vcs() % rows : kPorts * rows + input - network_;
  }

 private:
  PacketId packet(int input) const { return request_packet(bench_.asked(input)); }

  /// The VC with which an input asks for an output; -1: it does not ask for it.
  int vc_at(int input, int output) const {
    const RequestWord asked = bench_.asked(input);
    if (asked == 0 || !bench_.is_free(output) || bench_.is_busy(input)) return -1;
    const RouteChoice choice = bench_.choice(input);
    if (choice.arrived) return output < kPorts ? -1 : 0;
    if (output >= kPorts) return -1;
    const int first = p_.class_of_input(kPorts, input) * p_.class_vcs();
    std::vector<int> here;
    bool elsewhere = false;
    bool credited = false;  // free or not
    for (int port = 0; port < kPorts; ++port) {
      if (((choice.adaptive_ports() >> port) & 1U) == 0) continue;
      for (int vc = first + p_.escape_vcs; vc < first + p_.class_vcs(); ++vc) {
        if (bench_.credit(port, vc) < request_flits(asked)) continue;
        credited = true;
        if (port == output) here.push_back(vc);
        elsewhere = elsewhere || bench_.is_free(port);
      }
    }
    if (!here.empty()) return selected(input, output, here);
    if (elsewhere || (bench_.shape.escape_last_resort && credited) || choice.escape_port() != output) return -1;
    const int place = output * p_.message_classes + first / p_.class_vcs();
    return bench_.is_admitted(place, input) ? first + choice.escape_vc() : -1;
  }

  int selected(int input, int port, const std::vector<int>& vcs) const {
    if (p_.selection == SelectionPolicy("dimension_order")) return vcs.front();
    if (p_.selection == SelectionPolicy("random")) return vcs[bench_.draw(DrawPurpose::selection, input) % vcs.size()];
    return *std::max_element(vcs.begin(), vcs.end(),
                             [&](int a, int b) { return bench_.credit(port, a) < bench_.credit(port, b); });
  }

  const MatrixBench& bench_;
  const FabricParameters& p_;
  int network_;
  std::vector<Arbiter> outputs_;
  std::vector<Arbiter> rows_;
};

RouteChoice random_route(std::mt19937& random) {
  if (random() % 5 == 0) return RouteChoice::at_destination();
  const auto ports = static_cast<std::uint32_t>(1 + random() % 7);
  return RouteChoice::of(ports, random() % 8 == 0 ? -1 : microarch::lowest_bit(ports));
}

/// Changes some of the inputs of the block.
void draw_inputs(MatrixBench& bench, std::mt19937& random, bool quiet, PacketId& packets) {
  for (int i = 0; i < bench.inputs; ++i) {
    if (quiet) bench.request[index(i)].write(0);
    if (quiet || random() % 2 == 0) continue;
    bench.ask(i, packets++, 1 + static_cast<int>(random() % 4), random_route(random));
    if (random() % 4 == 0) bench.request[index(i)].write(0);
  }
  for (auto& signal : bench.credits) signal.write(random() % 3 == 0 ? random() % 7 : signal.read());
  for (auto& signal : bench.admitted) signal.write(random() % 3 == 0 ? random() : signal.read());
  bench.output_free.write(random() % 3 == 0 ? 0x1f : random() & 0x1fU);
  const bool shared = bench.parameters.crossbar_inputs() < bench.parameters.vcs();
  const std::uint64_t network = (std::uint64_t{1} << (kPorts * bench.parameters.vcs())) - 1;
  bench.input_busy.write(shared && random() % 3 == 0 ? random() & network : 0U);
}

void check_random(const char* arbiter, const char* crossbar, const char* selection, bool last_resort,
                  Size size = Size::large) {
  MatrixBench bench(parameters_of(arbiter, crossbar, selection, size), last_resort);
  Model model(bench);
  const microarch::Allocation allocation(bench.parameters, kPorts);
  std::vector<std::uint8_t> state(allocation.state_bytes());
  allocation.reset(state.data());
  std::mt19937 random(7);
  PacketId packets = 0;
  int matched = 0;
  int escapes = 0;
  int injected = 0;
  for (int t = 0; t < 3000; ++t) {
    draw_inputs(bench, random, t / 60 % 5 == 4, packets);
    bench.settle();
    const std::vector<microarch::Pick> expected = model.match();
    std::set<int> rows;
    for (int i = 0; i < bench.inputs; ++i) {
      const microarch::Pick& pick = expected[index(i)];
      const RequestWord asked = bench.request[index(i)].read();
      ASSERT_EQ(bench.pick[index(i)].read(), pick ? make_pick(asked, pick.output, pick.vc) : 0)
          << "cycle " << t << ", input " << i;
      if (!pick) continue;
      ASSERT_TRUE(rows.insert(model.row_of(i)).second) << "two outputs for a row";
      allocation.commit_pair(state.data(), 0,
                             {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(pick.output), 0, 0, {}},
                             [](int /*input*/) { return 1; });
      ++matched;
      if (i >= kPorts * bench.parameters.vcs()) ++injected;
      if (pick.output < kPorts && bench.parameters.is_escape(pick.vc)) ++escapes;
    }
    model.commit(expected);
    bench.step();
    ASSERT_EQ(bench.allocator.arbiters(), state) << "after cycle " << t;
  }
  EXPECT_GT(matched, 2500);
  EXPECT_GT(escapes, 50);
  EXPECT_GT(injected, 100);
}

// The shape of in_turn(), whose twin is built once.
TEST_P(MatrixAllocatorCases, RandomRequestsRoundRobin) {
  check_random("round_robin", "per_vc", "dimension_order", false, Size::small);
}
TEST_P(MatrixAllocatorCases, RandomRequestsRandomSlow) { check_random("random", "per_vc", "random", false); }
TEST_P(MatrixAllocatorCases, RandomRequestsRoundRobinPerPortSlow) {
  check_random("round_robin", "per_port", "most_credits", true);
}
TEST_P(MatrixAllocatorCases, RandomRequestsRoundRobinTwoInputsPerPortSlow) {
  check_random("round_robin", "inputs_per_port", "most_credits", false);
}
TEST_P(MatrixAllocatorCases, RandomRequestsAgePerPortSlow) {
  check_random("age", "per_port", "dimension_order", false);
}
TEST_P(MatrixAllocatorCases, RandomRequestsMatrixSlow) { check_random("matrix", "per_vc", "most_credits", true); }
TEST_P(MatrixAllocatorCases, RandomRequestsRandomPerPortSlow) {
  check_random("random", "per_port", "dimension_order", true);
}
TEST_P(MatrixAllocatorCases, RandomRequestsRoundRobinSlow) { check_random("round_robin", "per_vc", "random", false); }
TEST_P(MatrixAllocatorCases, RandomRequestsAgeSlow) { check_random("age", "per_vc", "random", true); }
TEST_P(MatrixAllocatorCases, RandomRequestsMatrixPerPortSlow) { check_random("matrix", "per_port", "random", false); }

/// What is shown is what the model finds (which random machines compare with the oracle).
void check_matching(const FabricParameters& parameters) {
  MatrixBench bench(parameters);
  std::mt19937 random(11);
  PacketId packets = 0;
  std::size_t matched = 0;
  for (int t = 0; t < 2000; ++t) {
    draw_inputs(bench, random, t / 60 % 5 == 4, packets);
    bench.settle();
    std::vector<PickWord> expected(index(bench.inputs));
    for (const microarch::Matching::Pair& pair : bench.allocator.match()) {
      expected[pair.input] = make_pick(bench.request[pair.input].read(), pair.output, pair.vc);
      ++matched;
    }
    for (int i = 0; i < bench.inputs; ++i)
      ASSERT_EQ(bench.pick[index(i)].read(), expected[index(i)]) << "cycle " << t << ", input " << i;
    bench.step();
  }
  EXPECT_GT(matched, 1500U);
}

/// An allocator that has no arbiters.
void check_matching(const microarch::AllocatorPolicy& policy, const char* crossbar, int guard = 0,
                    Size size = Size::large) {
  FabricParameters parameters = parameters_of("random", crossbar, "most_credits", size);
  parameters.allocator = policy;
  parameters.transit_guard = guard;
  check_matching(parameters);
}

/// `output_first`, with arbiters that count flits and with the guard.
void check_shares(const char* arbiter, const char* crossbar, int guard) {
  FabricParameters parameters = parameters_of(arbiter, crossbar, "most_credits");
  parameters.injectors = 2;
  parameters.max_packet_flits = 4;
  parameters.transit_guard = guard;
  check_matching(parameters);
}

TEST_P(MatrixAllocatorCases, IslipTwoInputsPerPort) { check_matching("islip", "inputs_per_port", 0, Size::small); }
TEST_P(MatrixAllocatorCases, WavefrontWithAGuard) { check_matching("wavefront", "per_port", 1, Size::small); }
TEST_P(MatrixAllocatorCases, OldestFirst) { check_matching("oldest_first", "per_port", 0, Size::small); }

TEST_P(MatrixAllocatorCases, IslipPerPortSlow) { check_matching("islip", "per_port"); }
TEST_P(MatrixAllocatorCases, IslipTwoInputsPerPortSlow) { check_matching("islip", "inputs_per_port"); }
TEST_P(MatrixAllocatorCases, OldestFirstTwoInputsPerPortSlow) { check_matching("oldest_first", "inputs_per_port"); }
TEST_P(MatrixAllocatorCases, IslipOfThreeRoundsSlow) {
  check_matching(microarch::AllocatorPolicy("islip").with(3), "per_vc");
}
TEST_P(MatrixAllocatorCases, PimOfTwoRoundsSlow) {
  check_matching(microarch::AllocatorPolicy("pim").with(2), "per_port");
}
TEST_P(MatrixAllocatorCases, PimSlow) { check_matching("pim", "per_vc"); }
TEST_P(MatrixAllocatorCases, WavefrontThatSkipsSlow) { check_matching("wavefront", "per_vc"); }
TEST_P(MatrixAllocatorCases, WavefrontThatRotatesPerPortSlow) {
  check_matching(microarch::AllocatorPolicy("wavefront").with(1), "per_port");
}
TEST_P(MatrixAllocatorCases, WavefrontThatIsFreePerPortSlow) {
  check_matching(microarch::AllocatorPolicy("wavefront").with(2), "per_port");
}
TEST_P(MatrixAllocatorCases, OldestFirstSlow) { check_matching("oldest_first", "per_port"); }
TEST_P(MatrixAllocatorCases, OldestFirstPerVcSlow) { check_matching("oldest_first", "per_vc"); }

TEST_P(MatrixAllocatorCases, DeficitSlow) { check_shares("deficit", "per_vc", 0); }
TEST_P(MatrixAllocatorCases, DeficitPerPortSlow) { check_shares("deficit", "per_port", 0); }
TEST_P(MatrixAllocatorCases, DeficitWithAGuardSlow) { check_shares("deficit", "inputs_per_port", 1); }
TEST_P(MatrixAllocatorCases, DeficitWithAGuardPerVcSlow) { check_shares("deficit", "per_vc", 3); }
TEST_P(MatrixAllocatorCases, StrideWithAGuardPerPortSlow) { check_shares("stride", "per_port", 2); }
TEST_P(MatrixAllocatorCases, RoundRobinWithAGuardSlow) { check_shares("round_robin", "per_port", 2); }
TEST_P(MatrixAllocatorCases, MatrixWithAGuardSlow) { check_shares("matrix", "per_vc", 1); }
TEST_P(MatrixAllocatorCases, IslipOfTwoRoundsWithAGuardSlow) {
  check_matching(microarch::AllocatorPolicy("islip").with(2), "per_port", 1);
}
TEST_P(MatrixAllocatorCases, PimWithAGuardSlow) { check_matching("pim", "per_vc", 2); }
TEST_P(MatrixAllocatorCases, WavefrontWithAGuardSlow) { check_matching("wavefront", "per_port", 1); }
TEST_P(MatrixAllocatorCases, WavefrontThatIsFreeWithAGuardSlow) {
  check_matching(microarch::AllocatorPolicy("wavefront").with(2), "per_vc", 3);
}
TEST_P(MatrixAllocatorCases, OldestFirstWithAGuardSlow) { check_matching("oldest_first", "per_port", 2); }

FabricParameters in_turn() { return parameters_of("round_robin", "per_vc", "dimension_order", Size::small); }
constexpr int kInjector = kPorts * 3;

/// The example of docs/microarchitecture.md, section 8, with more inputs and outputs that nobody uses.
TEST_P(MatrixAllocatorCases, TheExampleOfTheContract) {
  MatrixBench bench(in_turn());
  bench.open_everything();
  bench.ask_both({0, 1, kInjector});
  EXPECT_EQ(bench.matched(), (std::vector<int>{0, kInjector, -1, -1, -1}));
  bench.step();
  bench.ask_both({0, 1});
  EXPECT_EQ(bench.matched(), (std::vector<int>{1, 0, -1, -1, -1}));
}

TEST_P(MatrixAllocatorCases, TrafficInTransitGoesFirstAndInjectorsGetWhatIsLeft) {
  MatrixBench bench(in_turn());
  bench.open_everything();
  bench.ask_both({4, kInjector});
  for (int t = 0; t < 4; ++t) {  // output 1 chooses input 4 as well, whose row can accept only one
    const std::vector<int> matched = bench.matched();
    const int transit = matched[0] == 4 ? 0 : 1;
    EXPECT_EQ(matched[index(transit)], 4) << t;
    EXPECT_EQ(matched[index(1 - transit)], kInjector) << t;
    bench.step();
  }
  bench.ask_both({3, 4, kInjector});
  bench.output_free.write(0b00010);
  EXPECT_NE(bench.matched()[1], kInjector) << "an output that a network input takes is not left";
}

TEST_P(MatrixAllocatorCases, ComputeIsSeparateFromCommit) {
  MatrixBench bench(in_turn());
  bench.open_everything();
  const std::vector<std::uint8_t> first = bench.allocator.arbiters();
  bench.ask_both({0});
  EXPECT_EQ(bench.matched()[0], 0);
  bench.ask_both({5});
  EXPECT_EQ(bench.matched()[0], 5) << "in the same cycle";
  bench.ask_both({});
  bench.settle();
  bench.step(3);
  EXPECT_EQ(bench.allocator.arbiters(), first);
  bench.ask_both({0, 5});
  EXPECT_EQ(bench.matched()[0], 0) << "no pointer has moved";
}

TEST_P(MatrixAllocatorCases, ResetPutsTheArbitersIntoTheirFirstState) {
  MatrixBench bench(in_turn());
  bench.open_everything();
  const std::vector<std::uint8_t> first = bench.allocator.arbiters();
  bench.ask_both({0, 5});
  EXPECT_EQ(bench.matched()[0], 0);
  bench.step();
  EXPECT_EQ(bench.matched()[0], 5);
  bench.ask_both({});
  bench.pulse_reset(1);
  EXPECT_EQ(bench.allocator.arbiters(), first);
  bench.ask_both({0, 5});
  EXPECT_EQ(bench.matched()[0], 0);
}

}  // namespace
}  // namespace trenza::rtl_models::matrix_allocation
