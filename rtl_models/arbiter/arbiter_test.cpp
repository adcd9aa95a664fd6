// The SystemVerilog arbiters against the rules of microarch/arbiters, and the matrix arbiter against a list.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/arbiters/single_arbiter.h"
#include "microarch/flit.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::rtl_models {
namespace {

using microarch::ArbiterPolicy;
using microarch::PacketId;
using microarch::RequestMask;

constexpr int kDrawWidth = 16;
constexpr int kPacketWidth = 32;
constexpr int kCycles = 20000;

/// One arbiter and its model.
class ArbiterBench {
 public:
  ArbiterBench(ArbiterPolicy policy, int requesters)
      : arbiter_(policy, requesters),
        model_(RtlModule{"arbiter", {}}.with("REQUESTERS", requesters).with("POLICY", policy.name())),
        request_(model_.port("request", requesters)),
        draw_(model_.port("draw", kDrawWidth)),
        packet_(model_.port("packet", requesters * kPacketWidth)),
        commit_(model_.port("commit", requesters)),
        grant_(model_.port("grant", requesters)) {
    model_.reset();
  }

  static constexpr int kNobody = -1;
  static constexpr int kWinner = -2;

  /// A cycle with these inputs; compares the grant. `packets`: one of each requester. `granted`: the requester that is
  /// granted, whether it asks here or not; kNobody; or kWinner.
  void cycle(RequestMask requests, std::uint16_t draw, const std::vector<PacketId>& packets, int granted) {
    request_.set_word(requests);
    draw_.set_word(draw);
    for (std::size_t i = 0; i < packets.size(); ++i) packet_.set(packets[i], i);
    RequestMask expected = 0;
    if (requests != 0) {
      const auto older = [&](int a, int b) {
        return microarch::older_than(packets[static_cast<std::size_t>(a)], packets[static_cast<std::size_t>(b)]);
      };
      const int winner = arbiter_.compute(
          requests, draw,
          microarch::RequesterPackets<decltype(older), int (*)(int)>{older, &microarch::EqualPackets::flits, 1});
      expected = RequestMask{1} << winner;
      if (granted == kWinner) granted = winner;
    }
    commit_.set_word(granted < 0 ? 0 : RequestMask{1} << granted);
    model_.eval();
    if (granted >= 0) arbiter_.commit({granted, requests, 1}, microarch::EqualPackets{});
    ASSERT_EQ(grant_.word(), expected) << "requests " << requests << ", draw " << draw;
    model_.tick();
  }

 private:
  microarch::SingleArbiter arbiter_;
  RtlModel model_;
  RtlPort request_;
  RtlPort draw_;
  RtlPort packet_;
  RtlPort commit_;
  RtlPort grant_;
};

/// Random cycles, with few and with many requests, and packets around the end of their numbers.
void check(ArbiterPolicy policy, int requesters, int cycles = kCycles) {
  SCOPED_TRACE(requesters);
  ArbiterBench bench(policy, requesters);
  std::mt19937_64 random(static_cast<std::uint64_t>(requesters));
  const RequestMask all = ~RequestMask{0} >> (64 - requesters);
  std::vector<PacketId> packets(static_cast<std::size_t>(requesters));
  for (int t = 0; t < cycles; ++t) {
    RequestMask requests = random() & all;
    for (auto thinned = random() % 4; thinned > 0; --thinned) requests &= random();
    const auto spread = t % 2 == 0 ? 4U : 1U << 31;
    for (PacketId& packet : packets) packet = static_cast<PacketId>(random() % spread) - 2U;
    const auto who = random() % 4;
    const int granted = who == 0   ? static_cast<int>(random() % static_cast<unsigned>(requesters))
                        : who == 1 ? ArbiterBench::kNobody
                                   : ArbiterBench::kWinner;
    bench.cycle(requests, static_cast<std::uint16_t>(random()), packets, granted);
    if (testing::Test::HasFatalFailure()) return;
  }
}

void check_sizes(ArbiterPolicy policy) {
  for (const int requesters : {1, 2, 3, 5, 13, 64}) check(policy, requesters);
}

TEST(ArbiterTwin, RandomSlow) { check_sizes(ArbiterPolicy("random")); }
TEST(ArbiterTwin, RoundRobinSlow) { check_sizes(ArbiterPolicy("round_robin")); }
TEST(ArbiterTwin, AgeSlow) { check_sizes(ArbiterPolicy("age")); }
TEST(ArbiterTwin, Random) { check(ArbiterPolicy("random"), 5, kCycles / 10); }
TEST(ArbiterTwin, RoundRobin) { check(ArbiterPolicy("round_robin"), 13); }
TEST(ArbiterTwin, Age) { check(ArbiterPolicy("age"), 5); }

/// The arbiters that count flits, alone, with any strides and commits at any time; with `deficit` they come from
/// requests that are not those of the cycle, too.
void check_shares(const char* policy, const char* name, int requesters, int most_flits) {
  SCOPED_TRACE(requesters);
  constexpr int kLengthBits = 16;
  constexpr int kStrideBits = 8;
  const bool strides = std::string(policy) == "stride";
  RtlModule module = RtlModule{name, {}}.with("REQUESTERS", requesters).with("LENGTH_BITS", kLengthBits);
  if (!strides) module = module.with("MOST_FLITS", most_flits);
  RtlModel model(module);
  const RtlPort request = model.port("request", requesters);
  const RtlPort flits = model.port("flits", requesters * kLengthBits);
  const RtlPort stride = strides ? model.port("stride", requesters * kStrideBits) : RtlPort();
  const RtlPort asked = strides ? RtlPort() : model.port("asked", requesters);
  const RtlPort commit = model.port("commit", requesters);
  const RtlPort grant = model.port("grant", requesters);
  microarch::SingleArbiter arbiter(policy, requesters);
  std::vector<int> lengths(static_cast<std::size_t>(requesters));
  std::vector<int> of_requester(lengths.size());
  const auto older = [](int /*a*/, int /*b*/) { return false; };
  const auto length = [&lengths](int i) { return lengths[static_cast<std::size_t>(i)]; };
  const microarch::RequesterPackets<decltype(older), decltype(length)> packets{older, length, most_flits};
  model.reset();
  std::mt19937_64 random(static_cast<std::uint64_t>(requesters));
  const auto draw_requests = [&random, requesters] {
    RequestMask requests = random() & (~RequestMask{0} >> (64 - requesters));
    for (auto thinned = random() % 3; thinned > 0; --thinned) requests &= random();
    return requests;
  };
  const auto winner_of = [&](RequestMask requests) {
    return requests == 0 ? -1 : arbiter.compute(requests, 0, packets);
  };
  const auto only = [](int winner) { return winner < 0 ? 0 : RequestMask{1} << winner; };
  for (int t = 0; t < kCycles / 4; ++t) {
    const RequestMask requests = draw_requests();
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      lengths[i] = 1 + static_cast<int>(random() % static_cast<unsigned>(t % 2 == 0 ? most_flits : 2));
      of_requester[i] = 1 + static_cast<int>(random() % (t % 3 == 0 ? 255 : 4));
      flits.set(static_cast<std::uint16_t>(lengths[i]), i);
      if (strides) stride.set(static_cast<std::uint8_t>(of_requester[i]), i);
    }
    request.set_word(requests);
    const RequestMask expected = only(winner_of(requests));
    const RequestMask of_commit = !strides && random() % 3 == 0 ? draw_requests() : requests;
    const int winner = random() % 4 != 0 ? winner_of(of_commit) : -1;
    if (!strides) asked.set_word(of_commit);
    commit.set_word(only(winner));
    model.eval();
    ASSERT_EQ(grant.word(), expected) << "cycle " << t;
    if (winner >= 0) arbiter.commit({winner, of_commit, of_requester[static_cast<std::size_t>(winner)]}, packets);
    model.tick();
  }
}

TEST(ArbiterTwin, Stride) { check_shares("stride", "stride_arbiter", 13, 16); }
TEST(ArbiterTwin, Deficit) { check_shares("deficit", "deficit_arbiter", 13, 16); }
TEST(ArbiterTwin, SharesSlow) {
  for (const int requesters : {1, 2, 3, 5, 13, 64}) {
    check_shares("stride", "stride_arbiter", requesters, 16'383);
    check_shares("deficit", "deficit_arbiter", requesters, 16'383);
  }
}

/// Outputs at which an injector asks, and is granted or not, or nobody is, with a guard after so many grants to others.
void check_guard(int outputs, int grants) {
  SCOPED_TRACE(grants);
  RtlModel model(RtlModule{"transit_guard", {}}.with("OUTPUTS", outputs).with("GRANTS", grants));
  const RtlPort asked = model.port("asked", outputs);
  const RtlPort transit = model.port("transit", outputs);
  const RtlPort injection = model.port("injection", outputs);
  const RtlPort guarded = model.port("guarded", outputs);
  std::vector<int> counts(static_cast<std::size_t>(outputs));
  model.reset();
  std::mt19937_64 random(static_cast<std::uint64_t>(grants));
  int full = 0;
  for (int t = 0; t < kCycles; ++t) {
    std::uint64_t asks = 0;
    std::uint64_t to_transit = 0;
    std::uint64_t to_injectors = 0;
    std::uint64_t expected = 0;
    for (int o = 0; o < outputs; ++o) {
      int& count = counts[static_cast<std::size_t>(o)];
      const std::uint64_t output = std::uint64_t{1} << o;
      if (count == grants) expected |= output;
      full += count == grants ? 1 : 0;
      const bool waits = random() % 8 != 0;
      const auto who = random() % static_cast<unsigned>(3 * grants);
      asks |= waits ? output : 0;
      if (who == 0) to_injectors |= output;
      if (who > static_cast<unsigned>(grants)) to_transit |= output;
      if (!waits) continue;
      if (who == 0) count = 0;
      if (who > static_cast<unsigned>(grants)) count = std::min(count + 1, grants);
    }
    asked.set_word(asks);
    transit.set_word(to_transit);
    injection.set_word(to_injectors);
    model.eval();
    ASSERT_EQ(guarded.word(), expected) << "cycle " << t;
    model.tick();
  }
  EXPECT_GT(full, 0);
}

TEST(TransitGuardTwin, CountsGrants) { check_guard(6, 2); }
TEST(TransitGuardTwin, CountsOtherGrantsSlow) {
  for (const int grants : {1, 5}) check_guard(6, grants);
}
TEST(TransitGuardTwin, CountsManyGrantsSlow) {
  for (const int grants : {3, 7, 8, 255}) check_guard(40, grants);
}

/// The matrix arbiter against the rule in words: the requesters stand in a list, the first of the list that asks wins,
/// and who is granted goes to the end.
void check_matrix(int requesters) {
  SCOPED_TRACE(requesters);
  RtlModel model(RtlModule{"arbiter", {}}.with("REQUESTERS", requesters).with("POLICY", "matrix"));
  const RtlPort request = model.port("request", requesters);
  const RtlPort commit = model.port("commit", requesters);
  const RtlPort grant = model.port("grant", requesters);
  std::vector<int> list(static_cast<std::size_t>(requesters));
  std::iota(list.begin(), list.end(), 0);
  model.reset();
  std::mt19937_64 random(static_cast<std::uint64_t>(requesters));
  for (int t = 0; t < kCycles; ++t) {
    RequestMask requests = random() & (~RequestMask{0} >> (64 - requesters));
    for (auto thinned = random() % 4; thinned > 0; --thinned) requests &= random();
    const bool made = random() % 4 != 0;
    const auto asks = [requests](int i) { return ((requests >> i) & 1U) != 0; };
    const auto winner = std::find_if(list.begin(), list.end(), asks);
    const RequestMask expected = winner == list.end() ? 0 : RequestMask{1} << *winner;
    request.set_word(requests);
    commit.set_word(made ? expected : 0);
    model.eval();
    ASSERT_EQ(grant.word(), expected) << "cycle " << t;
    if (made && winner != list.end()) std::rotate(winner, winner + 1, list.end());
    model.tick();
  }
}

TEST(ArbiterTwin, MatrixSlow) {
  for (const int requesters : {1, 2, 3, 5, 13, 64}) check_matrix(requesters);
}
TEST(ArbiterTwin, Matrix) { check_matrix(4); }

/// The example of docs/microarchitecture.md, section 8: requests, and who is chosen, in each cycle.
TEST(ArbiterTwin, MatrixOfTheContract) {
  RtlModel model(RtlModule{"arbiter", {}}.with("REQUESTERS", 4).with("POLICY", "matrix"));
  model.reset();
  for (const auto& [requests, chosen] :
       std::vector<std::pair<unsigned, int>>{{0b1010U, 1}, {0b1010U, 3}, {0b1011U, 0}, {0b1011U, 1}, {0b1111U, 2}}) {
    model.port("request", 4).set_word(requests);
    model.port("commit", 4).set_word(1U << chosen);
    model.eval();
    EXPECT_EQ(model.port("grant", 4).word(), 1U << chosen);
    model.tick();
  }
}

/// The remainders of draws by every number of requesters that a router can have.
void check_modulo(unsigned steps) {
  constexpr unsigned kDivisorBits = 7;
  constexpr unsigned kDivisors = 64;
  constexpr unsigned kDraws = 1U << kDrawWidth;
  RtlModel model(RtlModule{"modulo", {}}.with("VALUE_BITS", kDrawWidth).with("DIVISOR_BITS", kDivisorBits));
  const RtlPort value = model.port("value", kDrawWidth);
  const RtlPort divisor = model.port("divisor", kDivisorBits);
  const RtlPort remainder = model.port("remainder", kDivisorBits);
  for (unsigned n = 1; n <= kDivisors; ++n) {
    divisor.set_word(n);
    for (unsigned draw = n % steps; draw < kDraws; draw += steps) {
      value.set_word(draw);
      model.eval();
      ASSERT_EQ(remainder.word(), draw % n) << draw << " mod " << n;
    }
  }
}

TEST(ModuloTwin, DrawsOfEveryDivisor) { check_modulo(31); }
TEST(ModuloTwin, EveryDrawAndDivisorSlow) { check_modulo(1); }

}  // namespace
}  // namespace trenza::rtl_models
