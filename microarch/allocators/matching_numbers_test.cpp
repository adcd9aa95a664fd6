// Allocators against what the literature says of them, on square matrices of inputs and outputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <random>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/allocators/allocators_test_support.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"

namespace trenza::microarch {
namespace {

FabricParameters square_parameters(AllocatorPolicy allocator, ArbiterPolicy arbiter) {
  FabricParameters parameters;
  parameters.allocator = allocator;
  parameters.arbiter = arbiter;
  parameters.escape_vcs = 1;
  parameters.adaptive_vcs = 0;
  return parameters;
}

/// N inputs that are rows of their own, N outputs and an injector that never asks.
class Square : public test_support::AskingRouter {
 public:
  Square(AllocatorPolicy allocator, ArbiterPolicy arbiter, int n)
      : BasicAskingRouter(square_parameters(allocator, arbiter), n) {}
  Square(AllocatorPolicy allocator, int n) : Square(allocator, ArbiterPolicy(), n) {}

  void ask_all(int n) {
    for (int i = 0; i < n; ++i) ask(i, low_bits(n));
  }
  /// Finds the matching of a cycle, which is granted.
  Matching step() {
    const Matching matching = match();
    grant(matching);
    return matching;
  }
};

/// McKeown, 1999: with all pointers together, one more match a cycle until none is lost any more.
TEST(MatchingNumbers, IslipPointersDriftApartOnTheFullMatrix) {
  for (int n = 2; n <= 8; ++n) {
    Square square("islip", n);
    square.ask_all(n);
    for (int t = 0; t < 4 * n; ++t)
      EXPECT_EQ(square.step().size(), static_cast<std::size_t>(std::min(t + 1, n))) << n << ", cycle " << t;
  }
}

TEST(MatchingNumbers, MaximalAllocatorsMatchTheFullMatrix) {
  for (const AllocatorPolicy policy :
       {AllocatorPolicy("wavefront"), AllocatorPolicy("wavefront").with(1), AllocatorPolicy("wavefront").with(2),
        AllocatorPolicy("maximum"), AllocatorPolicy("oldest_first"), AllocatorPolicy("islip").with(8)}) {
    for (int n = 2; n <= 8; ++n) {
      Square square(policy, n);
      square.ask_all(n);
      for (int t = 0; t < 20; ++t)
        EXPECT_EQ(square.step().size(), static_cast<std::size_t>(n)) << policy.text() << ", " << n;
    }
  }
}

/// Anderson et al., 1993: one round of PIM on the full matrix matches 1 - (1 - 1/N)^N of the outputs.
TEST(MatchingNumbers, OneRoundOfPimMatchesAsItsFormula) {
  for (const int n : {2, 5, 8}) {
    Square square("pim", n);
    square.ask_all(n);
    constexpr int kCycles = 40'000;
    double matched = 0;
    for (int t = 0; t < kCycles; ++t) matched += static_cast<double>(square.step().size());
    const double expected = 1 - std::pow(1 - 1.0 / n, n);
    EXPECT_NEAR(matched / kCycles / n / expected, 1, 0.01) << n;
    if (n == 5) {
      EXPECT_NEAR(matched / kCycles / n, 0.672, 0.00672);
    }
  }
}

/// Two requests for one output on neighbouring diagonals, n = 8.
TEST(MatchingNumbers, ARotatingPriorityServesSevenToOneWhereSkippingServesOneToOne) {
  const auto share_of_first = [](int priority) {
    Square square(AllocatorPolicy("wavefront").with(priority), 7);  // 7 network inputs and the injector are 8 rows
    square.ask(0, 1);
    square.ask(1, 1);
    int first = 0;
    constexpr int kCycles = 800;
    for (int t = 0; t < kCycles; ++t) first += square.step().begin()->input == 0 ? 1 : 0;
    return static_cast<double>(first) / kCycles;
  };
  EXPECT_NEAR(share_of_first(0), 1.0 / 2, 0.01);
  EXPECT_NEAR(std::max(share_of_first(1), 1 - share_of_first(1)), 7.0 / 8, 0.01);
}

void compare_with_maximum(int matrices) {
  std::mt19937_64 random(3);
  const std::vector<AllocatorPolicy> others{
      "output_first", "input_first", "pim", AllocatorPolicy("pim").with(8), "islip", AllocatorPolicy("islip").with(8),
      "wavefront",    "oldest_first"};
  const std::vector<bool> maximal{false, false, false, false, false, true, true, true};
  std::vector<std::vector<Square>> squares(9);
  for (int n = 2; n <= 8; ++n) {
    for (const AllocatorPolicy& policy : others) squares[static_cast<std::size_t>(n)].emplace_back(policy, n);
    squares[static_cast<std::size_t>(n)].emplace_back("maximum", n);
  }
  for (int k = 0; k < matrices; ++k) {
    const int n = 2 + k % 7;
    std::vector<OutputMask> matrix;
    for (int i = 0; i < n; ++i) matrix.push_back((k % 3 == 0 ? random() : random() & random()) & low_bits(n));
    std::vector<std::size_t> sizes;
    for (Square& square : squares[static_cast<std::size_t>(n)]) {
      for (int i = 0; i < n; ++i) {
        square.ask(i, matrix[static_cast<std::size_t>(i)]);
        square.set_age(i, random());
      }
      sizes.push_back(square.step().size());
    }
    for (std::size_t p = 0; p < others.size(); ++p) {
      ASSERT_LE(sizes[p], sizes.back()) << others[p].text();
      if (maximal[p]) {
        ASSERT_GE(2 * sizes[p], sizes.back()) << others[p].text();
      }
    }
  }
}

TEST(MatchingNumbers, NobodyMatchesMoreThanMaximumAndMaximalOnesAtLeastHalf) { compare_with_maximum(10'000); }
TEST(MatchingNumbers, NobodyMatchesMoreThanMaximumInManyMatricesSlow) { compare_with_maximum(100'000); }

/// Karol, Hluchyj and Morgan, 1987: saturated inputs with FIFOs and uniform destinations.
TEST(MatchingNumbers, FifosSaturateWhereTheLiteratureSays) {
  struct Case {
    int n;
    double throughput;
  };
  for (const Case& of : {Case{2, 0.75}, Case{3, 0.683}, Case{4, 0.655}, Case{5, 0.640}, Case{8, 0.618}}) {
    Square square("input_first", of.n);
    std::mt19937_64 random(17);
    const auto somewhere = [&] { return OutputMask{1} << random() % static_cast<std::uint64_t>(of.n); };
    for (int i = 0; i < of.n; ++i) square.ask(i, somewhere());
    constexpr int kCycles = 100'000;
    std::size_t matched = 0;
    for (int t = 0; t < kCycles; ++t) {
      const Matching matching = square.step();
      matched += matching.size();
      for (const Matching::Pair& pair : matching) square.ask(pair.input, somewhere());
    }
    EXPECT_NEAR(static_cast<double>(matched) / kCycles / of.n / of.throughput, 1, 0.01) << of.n;
  }
}

/// Sources that merge one after another by 2 to 1 switches: the nearest gets half of a round robin, and so on; by age
/// all get the same.
TEST(MatchingNumbers, SharesOnTheMergingChain) {
  const auto shares = [](ArbiterPolicy arbiter) {
    constexpr int kSources = 5;
    constexpr int kCycles = 20'000;
    struct Packet {
      int source = -1;
      std::uint64_t created = 0;
    };
    // Switch k merges its own source with switch k - 1, whose winner waits in a register.
    std::vector<Square> switches;
    for (int k = 0; k < kSources; ++k) switches.emplace_back("input_first", arbiter, 2);
    std::vector<Packet> from_before(kSources);
    std::vector<std::uint64_t> created(kSources,
                                       0);  // of the packet that waits at each source: each offers one a cycle
    std::vector<double> served(kSources);
    for (int t = 1; t <= kCycles; ++t) {
      bool room = true;  // behind the last switch
      for (int k = kSources - 1; k >= 0; --k) {
        const auto at = static_cast<std::size_t>(k);
        Packet& waiting = from_before[at];
        const Packet own{k, created[at]};
        const bool other = waiting.source >= 0;
        if (!room) {
          room = !other;
          continue;
        }
        switches[at].ask(0, other ? 1 : 0);
        switches[at].ask(1, 1);
        switches[at].set_age(0, waiting.created);
        switches[at].set_age(1, own.created);
        const int winner = switches[at].step().begin()->input;
        const Packet packet = winner == 0 ? waiting : own;
        if (winner == 0) waiting.source = -1;
        if (winner == 1) ++created[at];
        if (k == kSources - 1) {
          served[static_cast<std::size_t>(packet.source)] += 1.0 / kCycles;
        } else {
          from_before[at + 1] = packet;
        }
        room = waiting.source < 0;
      }
    }
    return served;
  };
  const std::vector<double> in_turn = shares("round_robin");
  double expected = 0.5;
  for (std::size_t k = in_turn.size() - 1; k > 0; --k, expected /= 2)
    EXPECT_NEAR(in_turn[k], expected, 0.01) << "source " << k;
  for (const double share : shares("age")) EXPECT_NEAR(share, 0.2, 0.01);
}

}  // namespace
}  // namespace trenza::microarch
