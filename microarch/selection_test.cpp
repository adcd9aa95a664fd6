// The pick of a waiting header against a direct transcription of section 7 of docs/microarchitecture.md.
#include "microarch/selection.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

#include "microarch/selections/selections.h"

namespace trenza::microarch {
namespace {

constexpr int kPorts = 4;
constexpr int kVcs = 3;  ///< of each class
constexpr int kClasses = 2;

/// Everything that a pick depends on, drawn at random.
struct SelectionCase {
  SelectionShape shape{SelectionPolicy("most_credits"), kPorts, kVcs, 2, 1, false, kClasses};
  int message_class = 0;
  std::uint32_t free = 0;
  std::uint32_t productive = 0;
  int flits = 1;
  int input = 0;
  std::uint16_t draw = 0;
  std::vector<int> credits;  // port * VCs of all classes + vc
  std::uint32_t escape_ok = 0;

  int first_vc() const { return message_class * kVcs; }
  /// Adaptive VCs of the packet's class.
  std::vector<int> adaptive_vcs() const {
    std::vector<int> vcs;
    for (int vc = shape.escape_vcs; vc < kVcs; ++vc) vcs.push_back(first_vc() + vc);
    return vcs;
  }
  int credit(int port, int vc) const { return credits[static_cast<std::size_t>(port * kClasses * kVcs + vc)]; }
  bool is_free(int output) const { return ((free >> output) & 1U) != 0; }
};

SelectionCase random_case(std::mt19937& random) {
  SelectionCase drawn;
  drawn.shape.ejectors = 1 + static_cast<int>(random() % 4);
  drawn.shape.policy = SelectionPolicy::at(random() % 3);
  drawn.shape.escape_vcs = 1 + static_cast<int>(random() % 2);
  drawn.shape.escape_last_resort = random() % 2 == 0;
  drawn.message_class = static_cast<int>(random() % kClasses);
  drawn.free = static_cast<std::uint32_t>(random());
  drawn.productive = 1 + static_cast<std::uint32_t>(random() % 15);
  drawn.flits = 1 + static_cast<int>(random() % 4);
  drawn.input = static_cast<int>(random() % 14);
  drawn.draw = static_cast<std::uint16_t>(random());
  for (int k = 0; k < kPorts * kClasses * kVcs; ++k) drawn.credits.push_back(static_cast<int>(random() % 6));
  drawn.escape_ok = static_cast<std::uint32_t>(random());
  return drawn;
}

/// Section 7, item 2, in its own words.
Pick expected_adaptive(const SelectionCase& c) {
  std::vector<int> productive;
  std::vector<std::pair<int, int>> candidates;
  for (int port = 0; port < kPorts; ++port) {
    if (((c.productive >> port) & 1U) == 0) continue;
    productive.push_back(port);
    for (const int vc : c.adaptive_vcs()) {
      if (c.is_free(port) && c.credit(port, vc) >= c.flits) candidates.emplace_back(port, vc);
    }
  }
  if (candidates.empty()) return {};
  if (c.shape.policy.is<DimensionOrderSelection>()) return {candidates[0].first, candidates[0].second};
  if (c.shape.policy.is<RandomSelection>()) {
    const auto& chosen = candidates[c.draw % candidates.size()];
    return {chosen.first, chosen.second};
  }
  const std::size_t m = productive.size();
  const std::size_t s = c.draw % m;
  Pick best;
  int most = -1;
  for (std::size_t k = 0; k < m; ++k) {
    const int port = productive[(s + k) % m];
    for (const auto& candidate : candidates) {
      if (candidate.first != port || c.credit(port, candidate.second) <= most) continue;
      most = c.credit(port, candidate.second);
      best = {port, candidate.second};
    }
  }
  return best;
}

Pick adaptive_of(const SelectionCase& c) {
  const auto surplus = [&](int p, int v, bool escape) { return escape ? 99 : c.credit(p, v) - c.flits; };
  return pick_output(c.shape, topologies::RouteChoice::of(c.productive, -1), c.input, c.free, surplus, c.draw,
                     c.first_vc());
}

TEST(Selection, AdaptivePickIsThatOfTheContract) {
  std::mt19937 random(1);
  int picked = 0;
  for (int i = 0; i < 200000; ++i) {
    const SelectionCase c = random_case(random);
    const Pick expected = expected_adaptive(c);
    const Pick pick = adaptive_of(c);
    ASSERT_EQ(pick.output, expected.output) << i;
    ASSERT_EQ(pick.vc, expected.vc) << i;
    picked += pick ? 1 : 0;
  }
  EXPECT_GT(picked, 50000);
}

TEST(Selection, TiesOfMostCreditsGoToEveryProductivePortEquallyOften) {
  SelectionCase c;
  c.free = 0xff;
  c.productive = 0b1101;
  c.credits.assign(kPorts * kClasses * kVcs, 4);
  std::vector<int> wins(kPorts);
  for (int draw = 0; draw < 300; ++draw) {
    c.draw = static_cast<std::uint16_t>(draw);
    const Pick pick = adaptive_of(c);
    EXPECT_EQ(pick.vc, 1) << "the lowest VC among equals";
    ++wins[static_cast<std::size_t>(pick.output)];
  }
  EXPECT_EQ(wins, (std::vector<int>{100, 0, 100, 100}));
}

TEST(Selection, TheDrawCountsAllProductivePortsFreeOrNot) {
  SelectionCase c;
  c.productive = 0b0111;
  c.free = 0b0101;  // port 1 is taken
  c.credits.assign(kPorts * kClasses * kVcs, 4);
  c.draw = 1;  // the order is 1, 2, 0
  EXPECT_EQ(adaptive_of(c).output, 2);
  c.draw = 0;
  EXPECT_EQ(adaptive_of(c).output, 0);
}

TEST(Selection, EjectionPortIsTheFreeOneNextToTheInput) {
  for (int ejectors = 1; ejectors <= 8; ++ejectors) {
    const SelectionShape shape{SelectionPolicy("random"), kPorts, kVcs, ejectors};
    for (std::uint32_t taken = 0; taken < (1U << ejectors); ++taken) {
      const std::uint32_t free = ~(taken << kPorts);
      for (int input = 0; input < 20; ++input) {
        int expected = -1;
        for (int distance = ejectors - 1; distance >= 0; --distance) {
          const int e = (input + distance) % ejectors;
          if (((taken >> e) & 1U) == 0) expected = kPorts + e;
        }
        const Pick pick = pick_ejector(shape, input, free);
        ASSERT_EQ(pick.output, expected) << ejectors << " " << taken << " " << input;
        ASSERT_EQ(pick.vc, 0);
      }
    }
  }
}

/// A productive port, free or not, has an adaptive VC with credits for the packet.
bool some_adaptive_credits(const SelectionCase& c) {
  for (int port = 0; port < kPorts; ++port) {
    for (const int vc : c.adaptive_vcs()) {
      if (((c.productive >> port) & 1U) != 0 && c.credit(port, vc) >= c.flits) return true;
    }
  }
  return false;
}

TEST(Selection, OrderOfEjectionAdaptiveAndEscape) {
  std::mt19937 random(2);
  int escaped = 0;
  int held_back = 0;
  for (int i = 0; i < 100000; ++i) {
    const SelectionCase c = random_case(random);
    const bool arrived = random() % 4 == 0;
    const int escape_port = lowest_bit(c.productive);
    const auto escape_vc_of_class = static_cast<int>(random() % static_cast<unsigned>(c.shape.escape_vcs));
    const auto route = arrived ? topologies::RouteChoice::at_destination()
                               : topologies::RouteChoice::of(c.productive, escape_port, escape_vc_of_class);
    const auto escape_ok = [&](int port, int vc) { return ((c.escape_ok >> (kClasses * kVcs * port + vc)) & 1U) != 0; };
    const auto surplus = [&](int p, int v, bool escape) {
      return escape ? (escape_ok(p, v) ? 0 : -1) : c.credit(p, v) - c.flits;
    };
    const Pick pick = pick_output(c.shape, route, c.input, c.free, surplus, c.draw, c.first_vc());
    Pick expected = arrived ? pick_ejector(c.shape, c.input, c.free) : expected_adaptive(c);
    const int escape_vc = c.first_vc() + escape_vc_of_class;
    if (!arrived && !expected && c.is_free(escape_port) && escape_ok(escape_port, escape_vc)) {
      if (c.shape.escape_last_resort && some_adaptive_credits(c)) {
        ++held_back;
      } else {
        expected = {escape_port, escape_vc};
        ++escaped;
      }
    }
    ASSERT_EQ(pick.output, expected.output) << i;
    ASSERT_EQ(pick.vc, expected.vc) << i;
  }
  EXPECT_GT(escaped, 1000);
  EXPECT_GT(held_back, 300) << "a busy link is no reason for a detour";
}

TEST(Selection, CreditsOfTheOtherClassAreOutOfReach) {
  SelectionCase c;
  c.free = 0xff;
  c.productive = 0b0001;
  for (c.message_class = 0; c.message_class < kClasses; ++c.message_class) {
    for (int vc = 0; vc < kClasses * kVcs; ++vc) {
      c.credits.assign(kPorts * kClasses * kVcs, 0);
      c.credits[static_cast<std::size_t>(vc)] = 1;
      const bool own = vc / kVcs == c.message_class && vc % kVcs >= c.shape.escape_vcs;
      const Pick pick = adaptive_of(c);
      EXPECT_EQ(static_cast<bool>(pick), own) << c.message_class << " " << vc;
      if (own) {
        EXPECT_EQ(pick.vc, vc);
      }
    }
  }
}

TEST(Selection, WithoutAdaptiveVcsOnlyTheEscapeVcIsLeft) {
  const SelectionShape shape{SelectionPolicy("most_credits"), kPorts, 1, 1};
  const auto route = topologies::RouteChoice::of(0b0101, 0);
  for (const bool ok : {false, true}) {
    const Pick pick = pick_output(
        shape, route, 3, 0x1f, [ok](int /*port*/, int /*vc*/, bool escape) { return escape && !ok ? -1 : 96; }, 1);
    EXPECT_EQ(static_cast<bool>(pick), ok);
  }
}

TEST(Selection, OutputsBeyond32) {
  const SelectionShape shape{SelectionPolicy("most_credits"), 32, 1, 8};
  for (int e = 0; e < 8; ++e) {
    EXPECT_EQ(pick_ejector(shape, 5, OutputMask{1} << (32 + e)).output, 32 + e) << "the only free output";
  }
  EXPECT_FALSE(pick_ejector(shape, 5, 0xffffffffU)) << "network ports are no ejection ports";
}

}  // namespace
}  // namespace trenza::microarch
