// Arbiters that count flits: the examples of the contract page, a second writing of their rules, and what share of a
// link each source of a chain of merges gets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "microarch/arbiters/single_arbiter.h"

namespace trenza::microarch {
namespace {

std::size_t at(int number) { return static_cast<std::size_t>(number); }

/// Requesters with packets of given lengths and ages.
struct Packets {
  std::vector<int> lengths;
  std::vector<int> births;
  int most_flits = 1;
  int flits(int requester) const { return lengths[at(requester)]; }
  bool older(int a, int b) const { return births[at(a)] < births[at(b)]; }
};

/// The winners of cycles in which all of three requesters ask with packets of 2, 2 and 4 flits.
std::vector<int> winners_of_example(const char* policy, const std::vector<int>& strides) {
  SingleArbiter arbiter(policy, 3);
  const Packets packets{{2, 2, 4}, {0, 0, 0}, 4};
  std::vector<int> winners;
  for (int grant = 0; grant < 6; ++grant) {
    winners.push_back(arbiter.compute(0b111, 0, packets));
    arbiter.commit({winners.back(), 0b111, strides[at(winners.back())]}, packets);
  }
  return winners;
}

/// docs/microarchitecture.md, section 8.
TEST(Shares, ExamplesOfTheContract) {
  EXPECT_EQ(winners_of_example("stride", {1, 2, 1}), (std::vector<int>{0, 1, 2, 0, 0, 1}));
  EXPECT_EQ(winners_of_example("deficit", {1, 1, 1}), (std::vector<int>{0, 0, 1, 1, 2, 0}));
}

/// The rules of the page, with numbers that are not relative and lists that are not bytes.
class Reference {
 public:
  Reference(bool by_deficit, int requesters) : by_deficit_(by_deficit), counts_(at(requesters)) {}

  int winner(RequestMask requests, const Packets& packets) const {
    Reference copy = *this;
    return copy.grant(requests, packets, 1);
  }
  int grant(RequestMask requests, const Packets& packets, int stride) {
    const auto asks = [&](int i) { return (requests >> i & 1U) != 0; };
    const int n = static_cast<int>(counts_.size());
    if (by_deficit_) {
      for (;; pointer_ = (pointer_ + 1) % n) {
        std::int64_t& deficit = counts_[at(pointer_)];
        if (!asks(pointer_)) {
          deficit = 0;
        } else if (deficit >= packets.flits(pointer_)) {
          deficit -= packets.flits(pointer_);
          return pointer_;
        } else {
          deficit += packets.most_flits;
        }
      }
    }
    int winner = -1;
    for (int i = 0; i < n; ++i) {
      if (asks(i) && (winner < 0 || counts_[at(i)] < counts_[at(winner)])) winner = i;
    }
    const std::int64_t paid = counts_[at(winner)];
    for (std::int64_t& debt : counts_) debt = std::max<std::int64_t>(0, debt - paid);
    counts_[at(winner)] = std::int64_t{stride} * packets.flits(winner);
    return winner;
  }

 private:
  bool by_deficit_;
  std::vector<std::int64_t> counts_;
  int pointer_ = 0;
};

TEST(Shares, ArbitersAreTheRulesOfThePage) {
  std::mt19937 random(11);
  for (const char* const policy : {"stride", "inverse_weighted", "deficit"}) {
    for (const int requesters : {1, 2, 3, 7, 40, 64}) {
      SingleArbiter arbiter(policy, requesters);
      Reference reference(std::string(policy) == "deficit", requesters);
      Packets packets{std::vector<int>(at(requesters)), std::vector<int>(at(requesters)), 16'383};
      for (int cycle = 0; cycle < 3000; ++cycle) {
        for (int& flits : packets.lengths) flits = 1 + static_cast<int>(random() % (cycle % 2 == 0 ? 8 : 16'383));
        const RequestMask drawn = (RequestMask{random()} << 32 | random()) & low_bits(requesters);
        const RequestMask requests = drawn != 0 ? drawn : 1;
        const int winner = arbiter.compute(requests, 0, packets);
        ASSERT_EQ(winner, reference.winner(requests, packets)) << policy << ", cycle " << cycle;
        if (random() % 4 == 0) continue;  // not granted
        const int stride = 1 + static_cast<int>(random() % 255);
        arbiter.commit({winner, requests, stride}, packets);
        reference.grant(requests, packets, stride);
      }
    }
  }
}

/// Sources 0 .. k - 1 merge one after another: arbiter m chooses between what arbiter m - 1 lets through and source m +
/// 1.
class Chain {
 public:
  Chain(const char* policy, int sources) : sources_(sources), packets_{{1, 1}, {0, 0}, 1} {
    for (int merge = 0; merge + 1 < sources; ++merge) arbiters_.emplace_back(policy, 2);
    for (int source = 0; source < sources; ++source) heads_.push_back({source, source});
  }
  /// The share of each source of `cycles` flits at the end of the chain. The through traffic of merge m is worth m + 1
  /// sources, if `weighted`.
  std::vector<double> shares(int cycles, bool weighted) {
    std::vector<double> share(at(sources_));
    for (int cycle = 0; cycle < cycles; ++cycle) {
      share[at(pull(sources_ - 2, weighted).source)] += 1.0 / cycles;
    }
    return share;
  }

 private:
  struct Head {
    int source;
    int born;
  };
  /// The flit that merge `merge` lets through now; its through input always has one that waits.
  Head pull(int merge, bool weighted) {
    if (merge < 0) return renewed(0);
    if (waiting_.size() <= at(merge)) waiting_.resize(at(merge) + 1, Head{-1, 0});
    if (waiting_[at(merge)].source < 0) waiting_[at(merge)] = pull(merge - 1, weighted);
    packets_.births = {waiting_[at(merge)].born, heads_[at(merge + 1)].born};
    SingleArbiter& arbiter = arbiters_[at(merge)];
    const int winner = arbiter.compute(0b11, 0, packets_);
    // Strides are inverse to loads, which are merge + 1 sources and one.
    arbiter.commit({winner, 0b11, !weighted || winner == 0 ? 1 : merge + 1}, packets_);
    if (winner == 1) return renewed(merge + 1);
    return std::exchange(waiting_[at(merge)], Head{-1, 0});
  }
  /// All sources offer packets at the same rate, whatever they get.
  Head renewed(int source) {
    return std::exchange(heads_[at(source)], Head{source, heads_[at(source)].born + sources_});
  }

  int sources_;
  Packets packets_;
  std::vector<SingleArbiter> arbiters_;
  std::vector<Head> heads_;    // by source: the packet that it offers
  std::vector<Head> waiting_;  // by merge: the packet of its through input
};

TEST(Shares, MergesInAChain) {
  constexpr int kSources = 6;
  constexpr int kCycles = 60'000;
  std::vector<double> halves = Chain("round_robin", kSources).shares(kCycles, false);
  for (int source = 1; source < kSources; ++source)
    EXPECT_NEAR(halves[at(source)], std::pow(0.5, kSources - source), 0.001) << source;
  for (const double share : Chain("age", kSources).shares(kCycles, false)) EXPECT_NEAR(share, 1.0 / kSources, 0.001);
  for (const double share : Chain("inverse_weighted", kSources).shares(kCycles, true))
    EXPECT_NEAR(share, 1.0 / kSources, 0.001);
  // Without weights, strides are no better than turns.
  EXPECT_NEAR(Chain("stride", kSources).shares(kCycles, false)[kSources - 1], 0.5, 0.001);
}

/// Turns give packets the same share, strides and deficits flits.
TEST(Shares, LongPacketsGetNoMoreFlits) {
  const auto share_of_long = [](const char* policy) {
    SingleArbiter arbiter(policy, 2);
    const Packets packets{{16, 1}, {0, 0}, 16};
    std::vector<double> flits(2);
    for (int grant = 0; grant < 10'000; ++grant) {
      const int winner = arbiter.compute(0b11, 0, packets);
      arbiter.commit({winner, 0b11, 1}, packets);
      flits[at(winner)] += packets.flits(winner);
    }
    return flits[0] / (flits[0] + flits[1]);
  };
  EXPECT_NEAR(share_of_long("round_robin"), 16.0 / 17, 0.001);
  EXPECT_NEAR(share_of_long("stride"), 0.5, 0.01);
  EXPECT_NEAR(share_of_long("deficit"), 0.5, 0.01);
}

}  // namespace
}  // namespace trenza::microarch
