// Every algorithm for up to 128 members: messages match, everybody learns what the operation says, and steps and bytes
// are those of the formulas. The tests named Slow have every number of members.
#include <gtest/gtest.h>

#include <bitset>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "testbench/collectives/algorithm.h"

namespace trenza::testbench {
namespace {

using Kind = CollectiveKind;
constexpr std::uint32_t kMost = 128;
using Members = std::bitset<kMost>;

/// A collective with sizes that differ where they may.
struct Case {
  Collective what;
  std::vector<std::vector<std::uint64_t>> counts;

  Case(Kind kind, std::uint32_t members, std::uint32_t root, std::uint64_t bytes) {
    what.kind = kind;
    what.members = members;
    what.root = facts_of(kind).has_root ? root : 0;
    what.bytes = facts_of(kind).sizes == CollectiveSizes::none ? 0 : bytes;
    if (facts_of(kind).sizes != CollectiveSizes::by_member) return;
    what.bytes = 0;
    counts.resize(kind == Kind::all_to_all_v ? members : 1);
    for (std::size_t row = 0; row < counts.size(); ++row) {
      for (std::uint32_t k = 0; k < members; ++k) counts[row].push_back(1 + (7 * row + 5 * k) % 13);
    }
    for (const auto& row : counts) what.rows.push_back(row.data());
  }
};

/// What happens if each message takes one step.
struct ScheduleOutcome {
  bool ends = false;
  std::uint64_t steps = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
  std::vector<Members> knows;  ///< by member: whose data it may have
};

class Schedule {
 public:
  Schedule(const CollectiveAlgorithm& algorithm, const Collective& what) : members_(what.members) {
    for (std::uint32_t member = 0; member < members_; ++member) {
      rounds_.emplace_back(what.kind == Kind::barrier);
      algorithm.rounds(what, member, rounds_.back());
    }
  }

  ScheduleOutcome run() const {
    ScheduleOutcome outcome;
    outcome.knows.resize(members_);
    for (std::uint32_t m = 0; m < members_; ++m) outcome.knows[m].set(m);
    struct Message {
      std::uint64_t there;
      std::uint64_t bytes;
      Members carries;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Message>> sent;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> taken;
    std::vector<std::size_t> round(members_, 0);
    std::vector<std::uint64_t> time(members_, 0);
    std::vector<bool> has_sent(members_, false);
    for (bool moves = true; moves;) {
      moves = false;
      for (std::uint32_t m = 0; m < members_; ++m) {
        while (round[m] < rounds_[m].size()) {
          const Transfer* begin = rounds_[m].begin(round[m]);
          const Transfer* end = rounds_[m].end(round[m]);
          if (!has_sent[m]) {
            for (const Transfer* one = begin; one != end; ++one) {
              EXPECT_NE(one->peer, m);
              if (!one->is_send) continue;
              sent[{m, one->peer}].push_back({time[m] + 1, one->bytes, outcome.knows[m]});
              outcome.bytes += one->bytes;
              ++outcome.messages;
            }
            has_sent[m] = moves = true;
          }
          std::uint64_t last = time[m] + 1;
          Members learned;
          bool complete = true;
          for (const Transfer* one = begin; one != end; ++one) {
            if (one->is_send) continue;
            const auto& queue = sent[{one->peer, m}];
            const std::size_t next = taken[{one->peer, m}];
            if (next >= queue.size()) {
              complete = false;
              break;
            }
            EXPECT_EQ(queue[next].bytes, one->bytes) << "from " << one->peer << " to " << m;
            last = std::max(last, queue[next].there);
            learned |= queue[next].carries;
          }
          if (!complete) break;
          for (const Transfer* one = begin; one != end; ++one) {
            if (!one->is_send) ++taken[{one->peer, m}];
          }
          outcome.knows[m] |= learned;
          time[m] = last;
          ++round[m];
          has_sent[m] = false;
          moves = true;
        }
      }
    }
    outcome.ends = true;
    for (std::uint32_t m = 0; m < members_; ++m) {
      outcome.ends = outcome.ends && round[m] == rounds_[m].size();
      outcome.steps = std::max(outcome.steps, time[m]);
    }
    for (const auto& [pair, queue] : sent) outcome.ends = outcome.ends && taken[pair] == queue.size();
    return outcome;
  }

 private:
  std::uint32_t members_;
  std::vector<Rounds> rounds_;
};

Members first(std::uint32_t count) {
  Members members;
  for (std::uint32_t m = 0; m < count; ++m) members.set(m);
  return members;
}

/// Whose data a member must have in the end.
Members wanted(const Collective& what, std::uint32_t member) {
  Members own;
  own.set(member);
  Members root;
  root.set(what.root);
  switch (what.kind) {
    case Kind::bcast:
    case Kind::scatter:
      return root;
    case Kind::reduce:
    case Kind::gather:
      return member == what.root ? first(what.members) : own;
    case Kind::scan:
      return first(member + 1);
    default:
      return first(what.members);
  }
}

std::uint64_t log2_down(std::uint64_t n) { return n < 2 ? 0 : 1 + log2_down(n / 2); }
std::uint64_t log2_up(std::uint64_t n) { return n < 2 ? 0 : 1 + log2_up((n + 1) / 2); }
std::uint64_t ones(std::uint64_t n) { return std::bitset<64>(n).count(); }

/// The numbers that formulas are made of.
struct Numbers {
  explicit Numbers(const Collective& what)
      : n(what.members), b(what.bytes), down(log2_down(n)), up(log2_up(n)), p(std::uint64_t{1} << down), r(n - p) {}

  std::uint64_t n;
  std::uint64_t b;
  std::uint64_t down;  ///< floor(log2 n)
  std::uint64_t up;    ///< ceil(log2 n)
  std::uint64_t p;     ///< largest power of two up to n
  std::uint64_t r;     ///< members beyond it
  std::uint64_t fold(std::uint64_t steps) const { return r > 0 ? steps : 0; }
  /// The k-th of `count` pieces of b bytes.
  std::uint64_t piece(std::uint64_t k, std::uint64_t count) const { return b / count + (k < b % count ? 1 : 0); }
  /// Bytes of pieces that go down or up a tree: each takes as many steps as its place has ones.
  std::uint64_t tree(std::uint64_t count, std::uint64_t flip = 0) const {
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < count; ++k) sum += ones(k ^ flip) * piece(k, count);
    return sum;
  }
  std::uint64_t ones_below() const {
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < n; ++k) sum += ones(k);
    return sum;
  }
};

struct Expected {
  std::uint64_t steps;
  std::uint64_t bytes;
};

std::uint64_t sum_of(const Case& one) {
  std::uint64_t sum = 0;
  for (const std::uint64_t bytes : one.counts.at(0)) sum += bytes;
  return sum;
}
std::uint64_t off_diagonal(const Case& one) {
  std::uint64_t sum = 0;
  for (std::size_t from = 0; from < one.counts.size(); ++from) {
    for (std::size_t to = 0; to < one.counts.size(); ++to) sum += from == to ? 0 : one.counts[from][to];
  }
  return sum;
}
/// reduce_scatter by halving: parts of those for whom another takes part (the even ones of the pairs).
std::uint64_t folded_parts(const Case& one) {
  const Numbers x(one.what);
  std::uint64_t sum = 0;
  // Without a root, member 0 stands for it and takes part itself.
  for (std::uint64_t pair = 0; pair < x.r; ++pair) sum += one.counts[0][pair == 0 ? 1 : 2 * pair];
  return sum;
}

using CountFormula = std::function<Expected(const Case&, const Numbers&)>;

/// By algorithm and kind.
std::map<std::pair<std::string, Kind>, CountFormula> formulas() {
  std::map<std::pair<std::string, Kind>, CountFormula> all;
  const auto add = [&](const char* name, Kind kind, const CountFormula& formula) { all[{name, kind}] = formula; };
  const auto plain = [&](const char* name, Kind kind, const std::function<Expected(const Numbers&)>& formula) {
    add(name, kind, [formula](const Case& /*one*/, const Numbers& x) { return formula(x); });
  };
  using X = const Numbers&;
  plain("binomial", Kind::bcast, [](X x) { return Expected{x.up, (x.n - 1) * x.b}; });
  plain("binomial", Kind::reduce, [](X x) { return Expected{x.up, (x.n - 1) * x.b}; });
  plain("binomial", Kind::gather, [](X x) { return Expected{x.up, x.ones_below() * x.b}; });
  plain("binomial", Kind::scatter, [](X x) { return Expected{x.up, x.ones_below() * x.b}; });
  plain("binomial", Kind::all_reduce, [](X x) { return Expected{2 * x.up, 2 * (x.n - 1) * x.b}; });
  plain("binomial", Kind::barrier, [](X x) { return Expected{2 * x.up, 0}; });

  for (const Kind kind : {Kind::bcast, Kind::reduce, Kind::gather, Kind::scatter})
    plain("linear", kind, [](X x) { return Expected{1, (x.n - 1) * x.b}; });
  for (const Kind kind : {Kind::all_gather, Kind::all_to_all})
    plain("linear", kind, [](X x) { return Expected{1, x.n * (x.n - 1) * x.b}; });
  for (const Kind kind : {Kind::all_reduce, Kind::barrier})
    plain("linear", kind, [](X x) { return Expected{2, 2 * (x.n - 1) * x.b}; });
  plain("linear", Kind::scan, [](X x) { return Expected{x.n - 1, (x.n - 1) * x.b}; });
  add("linear", Kind::all_to_all_v, [](const Case& one, X) { return Expected{1, off_diagonal(one)}; });
  add("linear", Kind::reduce_scatter, [](const Case& one, X x) {
    return Expected{2, (x.n - 1) * sum_of(one) + sum_of(one) - one.counts[0][0]};
  });

  plain("recursive_doubling", Kind::all_reduce, [](X x) {
    return Expected{x.down + x.fold(2), (x.p * x.down + 2 * x.r) * x.b};
  });
  plain("recursive_doubling", Kind::barrier, [](X x) { return Expected{x.down + x.fold(2), 0}; });
  plain("recursive_doubling", Kind::all_gather, [](X x) {
    return Expected{x.down + x.fold(2), x.n * (x.n - 1) * x.b};
  });
  plain("recursive_doubling", Kind::bcast, [](X x) {
    return Expected{2 * x.down + x.fold(1), x.tree(x.p) + (x.p - 1 + x.r) * x.b};
  });
  plain("recursive_doubling", Kind::scan, [](X x) {
    std::uint64_t messages = 0;
    for (std::uint64_t distance = 1; distance < x.n; distance *= 2) {
      for (std::uint64_t m = 0; m < x.n; ++m) messages += (m ^ distance) < x.n ? 1 : 0;
    }
    return Expected{x.up, messages * x.b};
  });

  plain("recursive_halving", Kind::all_reduce, [](X x) {
    return Expected{2 * x.down + x.fold(2), 2 * (x.n - 1) * x.b};
  });
  add("recursive_halving", Kind::reduce, [](const Case& one, X x) {
    const std::uint64_t root = one.what.root < 2 * x.r ? one.what.root / 2 : one.what.root - x.r;
    return Expected{2 * x.down + x.fold(1), (x.r + x.p - 1) * x.b + x.tree(x.p, root)};
  });
  add("recursive_halving", Kind::reduce_scatter, [](const Case& one, X x) {
    return Expected{x.down + x.fold(2), (x.n - 1) * sum_of(one) + folded_parts(one)};
  });

  plain("ring", Kind::all_gather, [](X x) { return Expected{x.n - 1, x.n * (x.n - 1) * x.b}; });
  plain("ring", Kind::all_reduce, [](X x) { return Expected{2 * (x.n - 1), 2 * (x.n - 1) * x.b}; });
  plain("ring", Kind::bcast, [](X x) { return Expected{x.up + x.n - 1, x.tree(x.n) + (x.n - 1) * x.b}; });
  for (const char* name : {"ring", "pairwise"}) {
    add(name, Kind::reduce_scatter, [](const Case& one, X x) { return Expected{x.n - 1, (x.n - 1) * sum_of(one)}; });
  }
  plain("pairwise", Kind::all_to_all, [](X x) { return Expected{x.n - 1, x.n * (x.n - 1) * x.b}; });
  add("pairwise", Kind::all_to_all_v, [](const Case& one, X x) { return Expected{x.n - 1, off_diagonal(one)}; });
  plain("dissemination", Kind::barrier, [](X x) { return Expected{x.up, 0}; });
  plain("bruck", Kind::all_gather, [](X x) { return Expected{x.up, x.n * (x.n - 1) * x.b}; });
  plain("bruck", Kind::all_to_all, [](X x) { return Expected{x.up, x.n * x.ones_below() * x.b}; });
  return all;
}

/// Every algorithm for each of these numbers of members.
void expect_formulas(const std::vector<std::uint32_t>& numbers_of_members) {
  const auto known = formulas();
  std::size_t judged = 0;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    for (const Kind kind : algorithm.kinds) {
      const auto formula = known.find({algorithm.name, kind});
      ASSERT_NE(formula, known.end()) << algorithm.name << " " << facts_of(kind).name;
      ++judged;
      for (const std::uint32_t n : numbers_of_members) {
        const Case one(kind, n, (5 * n + 3) % n, 1003);
        const ScheduleOutcome outcome = Schedule(algorithm, one.what).run();
        const Expected expected = formula->second(one, Numbers(one.what));
        SCOPED_TRACE(std::string(algorithm.name) + " " + facts_of(kind).name + " " + std::to_string(n));
        ASSERT_TRUE(outcome.ends);
        ASSERT_EQ(outcome.steps, expected.steps);
        ASSERT_EQ(outcome.bytes, expected.bytes);
        for (std::uint32_t m = 0; m < n; ++m) {
          const Members must = wanted(one.what, m);
          ASSERT_EQ(outcome.knows[m] & must, must) << m;
        }
      }
    }
  }
  EXPECT_EQ(judged, known.size());
}

std::vector<std::uint32_t> from_two_to(std::uint32_t most) {
  std::vector<std::uint32_t> numbers(most - 1);
  std::iota(numbers.begin(), numbers.end(), 2U);
  return numbers;
}

// Powers of two, their neighbours, and what lies between.
TEST(Collectives, EveryAlgorithmKeepsItsFormulas) {
  std::vector<std::uint32_t> numbers = from_two_to(18);
  numbers.insert(numbers.end(), {31, 32, 33, 47});
  expect_formulas(numbers);
}
TEST(CollectivesSlow, EveryAlgorithmKeepsItsFormulasForEveryNumberOfMembers) { expect_formulas(from_two_to(kMost)); }

void expect_every_root_ends(std::uint32_t most_members) {
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    for (const Kind kind : algorithm.kinds) {
      for (std::uint32_t n = 1; n <= most_members; ++n) {
        for (std::uint32_t root = 0; root < (facts_of(kind).has_root ? n : 1); ++root) {
          for (const std::uint64_t bytes : {0, 1, 3}) {
            const Case one(kind, n, root, bytes);
            SCOPED_TRACE(std::string(algorithm.name) + " " + facts_of(kind).name + " " + std::to_string(n) + " root " +
                         std::to_string(root) + ", " + std::to_string(bytes) + " bytes");
            ASSERT_TRUE(Schedule(algorithm, one.what).run().ends);
          }
        }
      }
    }
  }
}

TEST(Collectives, EveryRootAndSmallSizes) { expect_every_root_ends(9); }
TEST(CollectivesSlow, EveryRootOfUpToSeventeenMembers) { expect_every_root_ends(17); }

TEST(Collectives, ABarrierHasMessagesWithoutBytes) {
  const Case one(Kind::barrier, 8, 0, 0);
  EXPECT_EQ(Schedule(*find_algorithm("dissemination"), one.what).run().messages, 8U * 3);
  const Case none(Kind::all_to_all, 8, 0, 0);
  EXPECT_EQ(Schedule(*find_algorithm("pairwise"), none.what).run().messages, 0U);
}

TEST(Collectives, TheUsualAlgorithmIsThatOfThePaper) {
  const auto usual = [](Kind kind, std::uint32_t members, std::uint64_t bytes) {
    return std::string(usual_algorithm(Case(kind, members, 0, bytes).what).name);
  };
  EXPECT_EQ(usual(Kind::bcast, 64, 12287), "binomial");
  EXPECT_EQ(usual(Kind::bcast, 64, 12288), "recursive_doubling");
  EXPECT_EQ(usual(Kind::bcast, 7, 1 << 20), "binomial");
  EXPECT_EQ(usual(Kind::bcast, 63, 12288), "ring");
  EXPECT_EQ(usual(Kind::bcast, 64, 524288), "ring");
  EXPECT_EQ(usual(Kind::all_reduce, 64, 2048), "recursive_doubling");
  EXPECT_EQ(usual(Kind::all_reduce, 64, 2049), "recursive_halving");
  EXPECT_EQ(usual(Kind::reduce, 64, 2048), "binomial");
  EXPECT_EQ(usual(Kind::reduce, 64, 2049), "recursive_halving");
  EXPECT_EQ(usual(Kind::all_gather, 64, 8191), "recursive_doubling");
  EXPECT_EQ(usual(Kind::all_gather, 64, 8192), "ring");
  EXPECT_EQ(usual(Kind::all_gather, 60, 1365), "bruck");
  EXPECT_EQ(usual(Kind::all_gather, 60, 1366), "ring");
  EXPECT_EQ(usual(Kind::all_to_all, 8, 256), "bruck");
  EXPECT_EQ(usual(Kind::all_to_all, 7, 256), "linear");
  EXPECT_EQ(usual(Kind::all_to_all, 8, 32768), "linear");
  EXPECT_EQ(usual(Kind::all_to_all, 8, 32769), "pairwise");
  EXPECT_EQ(usual(Kind::barrier, 8, 0), "dissemination");
  for (const CollectiveFacts& facts : collective_kinds()) {
    for (const std::uint32_t members : {1U, 2U, 8U, 100U}) {
      for (const std::uint64_t bytes : {0ULL, 100ULL, 100'000ULL, 10'000'000ULL})
        EXPECT_TRUE(usual_algorithm(Case(facts.kind, members, 0, bytes).what).does(facts.kind));
    }
  }
}

TEST(Collectives, KeywordsAndNames) {
  for (const CollectiveFacts& facts : collective_kinds()) {
    EXPECT_EQ(&facts_of(facts.kind), &facts);
    EXPECT_EQ(find_collective(facts.keyword), &facts);
    EXPECT_FALSE(algorithms_of(facts.kind).empty());
  }
  EXPECT_EQ(find_collective("comm"), nullptr);
  EXPECT_EQ(find_algorithm("best"), nullptr);
}

}  // namespace
}  // namespace trenza::testbench
