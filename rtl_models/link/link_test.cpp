// Link and CreditLink alone, against a queue of what entered.
#include "rtl_models/link/link.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>
#include <vector>

#include "rtl_models/common/test_bench.h"
#include "rtl_models/link/link_twin.h"
#include "rtl_models/twin/twin_test_support.h"

namespace trenza::rtl_models {
namespace {

class LinkCases : public test_bench::OnBoth {};
RUN_ON_BOTH(LinkCases);
class LinkShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(LinkShapes);
class CreditLinkCases : public test_bench::OnBoth {};
RUN_ON_BOTH(CreditLinkCases);
class CreditLinkShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(CreditLinkShapes);

using microarch::make_flit;
using test_bench::Bench;
using test_bench::Shown;
using test_bench::shown;

/// Links of several delays behind the same wires.
struct LinkBench : Bench {
  FlitSignals in{"in"};
  std::vector<int> delays;
  std::vector<std::unique_ptr<FlitSignals>> outs;
  std::vector<std::unique_ptr<Link>> links;

  explicit LinkBench(std::vector<int> wanted) : delays(std::move(wanted)) {
    for (const int delay : delays) {
      const std::string name = "link_" + std::to_string(delay);
      outs.push_back(std::make_unique<FlitSignals>(name + "_out"));
      links.push_back(test_bench::make_block<Link, LinkTwin>(name.c_str(), delay));
      clock(*links.back());
      links.back()->in.bind(in);
      links.back()->out.bind(*outs.back());
    }
    pulse_reset();
  }

  void send(std::uint32_t vc, FlitWord flit, HeaderWord header = 0) { test_bench::drive(in, vc, flit, header); }
  void send_nothing() { test_bench::release(in); }
  Shown out(std::size_t link) const { return shown(*outs[link]); }
};

void check_delays(const std::vector<int>& delays) {
  LinkBench bench(delays);
  const FlitWord flit = make_flit(5, 3, 0);
  bench.send(2, flit, 0xabc);
  for (int t = 0; t <= 260; ++t) {
    bench.settle();
    for (std::size_t i = 0; i < bench.delays.size(); ++i) {
      EXPECT_EQ(bench.out(i), (t == bench.delays[i] ? Shown{true, 2, flit, 0xabc} : Shown{}))
          << t << " " << bench.delays[i];
    }
    bench.step();
    bench.send_nothing();
  }
}

TEST_P(LinkCases, AFlitTakesTheDelay) { check_delays({1, 2, 4}); }
TEST_P(LinkShapes, AFlitTakesTheDelay) { check_delays({1, 2, 3, 7, 255}); }

TEST_P(LinkCases, OutputsAreRegistered) {
  LinkBench bench({1, 4});
  bench.send(0, make_flit(1, 1, 0));
  bench.settle();
  EXPECT_EQ(bench.out(0), Shown{});
  bench.send_nothing();  // taken back before the edge: never sent
  bench.step();
  bench.step();
  EXPECT_EQ(bench.out(0), Shown{});
  EXPECT_EQ(bench.out(1), Shown{});
  EXPECT_EQ(bench.links[0]->flits(), 0U);
}

void check_random_flits(const std::vector<int>& delays) {
  LinkBench bench(delays);
  std::mt19937 random(1);
  std::deque<Shown> sent;  // newest first
  int burst = 0;
  bool sending = false;
  std::uint64_t flits = 0;
  for (PacketId t = 0; t < 4000; ++t) {
    if (burst-- == 0) {  // bursts and gaps, the gaps long enough for every link to sleep
      sending = !sending;
      burst = static_cast<int>(random() % (sending ? 12 : 60));
    }
    bench.send_nothing();
    if (sending) bench.send(random() % 3, make_flit(t, 2, static_cast<int>(random() % 2)), random());
    bench.settle();
    sent.push_front(shown(bench.in));
    for (std::size_t i = 0; i < bench.delays.size(); ++i) {
      const auto delay = static_cast<std::size_t>(bench.delays[i]);
      ASSERT_EQ(bench.out(i), delay < sent.size() ? sent[delay] : Shown{}) << "cycle " << t << ", delay " << delay;
    }
    flits += sending ? 1 : 0;
    bench.step();
  }
  for (const auto& link : bench.links) EXPECT_EQ(link->flits(), flits);
}

TEST_P(LinkCases, RandomTrafficComesOutAsItWentIn) { check_random_flits({1, 2, 4}); }
TEST_P(LinkShapes, RandomTrafficComesOutAsItWentIn) { check_random_flits({1, 2, 3, 4, 9}); }

TEST_P(LinkCases, CountsWhatIsInItsRegisters) {
  LinkBench bench({1, 4});
  const std::vector<int> vcs{0, 2, 2};
  for (int t = 0; t < 3; ++t) {
    bench.send(static_cast<std::uint32_t>(vcs[static_cast<std::size_t>(t)]), make_flit(7, 3, t));
    bench.step();
  }
  bench.send_nothing();
  const Link& one = *bench.links[0];
  const Link& four = *bench.links[1];
  EXPECT_EQ(one.in_flight(2, false), 1);
  EXPECT_EQ(one.in_flight(2, true), 1);
  EXPECT_EQ(one.in_flight(0, false), 0);
  EXPECT_EQ(four.in_flight(0, false), 1);
  EXPECT_EQ(four.in_flight(1, false), 0);
  EXPECT_EQ(four.in_flight(2, false), 2);
  EXPECT_EQ(four.in_flight(0, true), 0);
  EXPECT_EQ(four.in_flight(2, true), 1);
  bench.step(2);  // the first flit has left, the second is in the output register
  EXPECT_EQ(four.in_flight(0, false), 0);
  EXPECT_EQ(four.in_flight(2, false), 2);
  bench.step(2);
  EXPECT_EQ(four.in_flight(2, false), 0);
}

TEST_P(LinkCases, ResetEmptiesThePipeline) {
  LinkBench bench({1, 2, 4});
  for (PacketId t = 0; t < 4; ++t) {
    bench.send(1, make_flit(t, 1, 0));
    bench.step();
  }
  bench.send_nothing();
  bench.pulse_reset(1);
  for (int t = 0; t < 10; ++t) {
    bench.settle();
    for (std::size_t i = 0; i < bench.links.size(); ++i) {
      EXPECT_EQ(bench.out(i), Shown{});
      EXPECT_EQ(bench.links[i]->in_flight(1, false), 0);
      EXPECT_EQ(bench.links[i]->flits(), 0U);
    }
    bench.step();
  }
}

TEST_P(LinkCases, SleepIsInvisible) {
  LinkBench bench({1, 2, 4});
  const auto drive = [&](int k) {
    bench.send_nothing();
    if (k == 0 || k == 1 || k == 5) bench.send(1, make_flit(static_cast<PacketId>(k), 1, 0), 77);
  };
  const auto sample = [&] { return std::vector<Shown>{bench.out(0), bench.out(1), bench.out(2)}; };
  const auto awake = bench.record(15, drive, sample);
  bench.step(50);
  EXPECT_EQ(bench.record(15, drive, sample), awake);
  bench.step(51);
  EXPECT_EQ(bench.record(15, drive, sample), awake);
}

/// Credit links of several lengths behind the same wire.
struct CreditBench : Bench {
  sc_core::sc_signal<std::uint32_t> in{"in"};
  test_bench::Signals<std::uint32_t> outs;
  std::vector<int> stages;
  std::vector<std::unique_ptr<CreditLink>> links;

  explicit CreditBench(std::vector<int> wanted) : outs(wanted.size()), stages(std::move(wanted)) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
      links.push_back(test_bench::make_block<CreditLink, CreditLinkTwin>(
          ("credits_" + std::to_string(stages[i])).c_str(), stages[i]));
      clock(*links[i]);
      links[i]->credit_in.bind(in);
      links[i]->credit_out.bind(outs[i]);
    }
    pulse_reset();
  }
};

void check_random_credits(const std::vector<int>& lengths) {
  CreditBench bench(lengths);
  std::mt19937 random(2);
  std::deque<std::uint32_t> sent;
  for (int t = 0; t < 3000; ++t) {
    // Long gaps alternate with bursts, among them runs of the same value.
    const bool burst = t / 40 % 3 != 0;
    bench.in.write(burst && random() % 2 == 0 ? static_cast<std::uint32_t>(random() % 8) : burst ? bench.in.read() : 0);
    bench.settle();
    sent.push_front(bench.in.read());
    for (std::size_t i = 0; i < bench.stages.size(); ++i) {
      const auto stages = static_cast<std::size_t>(bench.stages[i]);
      ASSERT_EQ(bench.outs[i].read(), stages < sent.size() ? sent[stages] : 0U)
          << "cycle " << t << ", stages " << stages;
      for (int vc = 0; vc < 3; ++vc) {
        int flying = 0;
        for (std::size_t k = 1; k <= stages && k < sent.size(); ++k) flying += static_cast<int>((sent[k] >> vc) & 1U);
        ASSERT_EQ(bench.links[i]->in_flight(vc), flying);
      }
    }
    bench.step();
  }
}

TEST_P(CreditLinkCases, RandomCreditsTakeTheirStages) { check_random_credits({1, 4}); }
TEST_P(CreditLinkShapes, RandomCreditsTakeTheirStages) { check_random_credits({1, 2, 5, 254}); }

TEST_P(CreditLinkCases, ResetEmptiesTheRegisters) {
  CreditBench bench({1, 4});
  bench.in.write(5);
  bench.step(4);
  bench.in.write(0);
  bench.pulse_reset(1);
  for (int t = 0; t < 8; ++t) {
    bench.settle();
    for (std::size_t i = 0; i < bench.links.size(); ++i) {
      EXPECT_EQ(bench.outs[i].read(), 0U);
      EXPECT_EQ(bench.links[i]->in_flight(0), 0);
    }
    bench.step();
  }
}

TEST_P(CreditLinkCases, SleepIsInvisible) {
  CreditBench bench({1, 4});
  const auto drive = [&](int k) { bench.in.write(k == 0 || k == 2 ? 3 : 0); };
  const auto sample = [&] { return std::vector<std::uint32_t>{bench.outs[0].read(), bench.outs[1].read()}; };
  const auto awake = bench.record(10, drive, sample);
  bench.step(50);
  EXPECT_EQ(bench.record(10, drive, sample), awake);
}

}  // namespace
}  // namespace trenza::rtl_models
