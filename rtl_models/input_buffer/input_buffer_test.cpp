// The input buffer alone, against a queue for each virtual channel.
#include "rtl_models/input_buffer/input_buffer.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "rtl_models/common/test_bench.h"
#include "rtl_models/input_buffer/input_buffer_twin.h"
#include "rtl_models/twin/twin_test_support.h"

namespace trenza::rtl_models {
namespace {

class InputBufferCases : public test_bench::OnBoth {};
RUN_ON_BOTH(InputBufferCases);
class InputBufferShapes : public test_bench::OnBoth {};
RUN_ON_BOTH_TWIN_SLOWLY(InputBufferShapes);

using microarch::is_head;
using microarch::is_tail;
using microarch::make_flit;
using test_bench::Bench;

constexpr std::size_t kBufferVcs = 3;
constexpr int kBufferDepth = 8;

struct BufferBench : Bench {
  FlitSignals in{"in"};
  sc_core::sc_signal<std::uint64_t> in_route{"in_route"};
  sc_core::sc_signal<std::uint32_t> pop{"pop"};
  test_bench::Signals<std::uint64_t> flit = test_bench::Signals<std::uint64_t>(kBufferVcs);
  test_bench::Signals<std::uint64_t> header = test_bench::Signals<std::uint64_t>(kBufferVcs);
  test_bench::Signals<std::uint64_t> request = test_bench::Signals<std::uint64_t>(kBufferVcs);
  test_bench::Signals<std::uint64_t> route = test_bench::Signals<std::uint64_t>(kBufferVcs);
  sc_core::sc_signal<std::uint32_t> credit{"credit"};
  std::unique_ptr<InputBuffer> made;
  InputBuffer& buffer;

  explicit BufferBench(int router_delay, std::uint32_t escape_mask = 0b1)
      : made(test_bench::make_block<InputBuffer, InputBufferTwin>("buffer", static_cast<int>(kBufferVcs), escape_mask,
                                                                  kBufferDepth, router_delay)),
        buffer(*made) {
    clock(buffer);
    buffer.in.bind(in);
    buffer.in_route.bind(in_route);
    buffer.pop.bind(pop);
    test_bench::bind_all(buffer.flit, flit);
    test_bench::bind_all(buffer.header, header);
    test_bench::bind_all(buffer.request, request);
    test_bench::bind_all(buffer.route, route);
    buffer.credit.bind(credit);
    pulse_reset();
  }

  void arrive(std::uint32_t vc, FlitWord word, HeaderWord head = 0, RouteWord routed = 0) {
    test_bench::drive(in, vc, word, head);
    in_route.write(routed);
  }
  void nothing_arrives() { test_bench::release(in); }
  /// A cycle with (or without) an arrival and with pops, both withdrawn afterwards.
  void cycle_with_pop(std::uint32_t popped) {
    pop.write(popped);
    step();
    pop.write(0);
    nothing_arrives();
  }
  bool requested(std::size_t vc) const { return request[vc].read() != 0; }
};

TEST_P(InputBufferCases, AHeadIsAtTheFrontInTheNextCycle) {
  BufferBench bench(1);
  const FlitWord head = make_flit(7, 2, 0);
  bench.arrive(1, head, 0x1234, 0x56);
  bench.settle();
  EXPECT_FALSE(bench.requested(1)) << "registered";
  bench.step();
  EXPECT_EQ(bench.flit[1].read(), head);
  EXPECT_EQ(bench.header[1].read(), 0x1234U);
  EXPECT_EQ(bench.route[1].read(), 0x56U);
  EXPECT_EQ(bench.request[1].read(), make_request(head));
  EXPECT_FALSE(bench.requested(0));
  EXPECT_FALSE(bench.requested(2));
}

void check_router_delay(int router_delay) {
  BufferBench bench(router_delay);
  bench.arrive(2, make_flit(7, 1, 0));
  for (int t = 0; t <= router_delay + 3; ++t) {
    bench.settle();
    EXPECT_EQ(bench.requested(2), t >= router_delay) << "cycle " << t << " after the flit was on the link";
    const VcState expected = t == 0 ? VcState::idle : t < router_delay ? VcState::routing : VcState::waiting;
    EXPECT_EQ(bench.buffer.account().view(2).state, expected) << t;
    bench.step();
    bench.nothing_arrives();
  }
}

TEST_P(InputBufferCases, RequestIsUpAfterRouterDelay1) { check_router_delay(1); }
TEST_P(InputBufferCases, RequestIsUpAfterRouterDelay2) { check_router_delay(2); }
TEST_P(InputBufferCases, RequestIsUpAfterRouterDelay3) { check_router_delay(3); }
TEST_P(InputBufferShapes, RequestIsUpAfterRouterDelay255) { check_router_delay(255); }

TEST_P(InputBufferCases, TimingOfARouterDelayBehindADrainingPacket) {
  // R = 3. Packet e drains in cycles 4..7 after a wait; the head of f arrives in 5, so it is on the link in 4.
  BufferBench bench(3);
  std::string requests;
  for (int t = 0; t <= 8; ++t) {
    bench.nothing_arrives();
    if (t < 4) bench.arrive(1, make_flit(5, 4, t));
    if (t >= 4 && t < 6) bench.arrive(1, make_flit(6, 2, t - 4));
    bench.pop.write(t >= 4 && t <= 7 ? 0b010U : 0U);
    bench.settle();
    requests += bench.requested(1) ? std::to_string(request_packet(bench.request[1].read())) : ".";
    bench.step();
  }
  // e could be granted from 3 on and is in 4; f is ready in 7 but asks when e has left.
  EXPECT_EQ(requests, "...55...6");
}

TEST_P(InputBufferCases, CreditFollowsPopInTheSameCycle) {
  BufferBench bench(1);
  for (int f = 0; f < 3; ++f) {
    for (const std::uint32_t vc : {0U, 2U}) {
      bench.arrive(vc, make_flit(vc, 3, f));
      bench.step();
    }
  }
  bench.nothing_arrives();
  for (int f = 0; f < 3; ++f) {
    bench.pop.write(0b101);
    bench.settle();
    EXPECT_EQ(bench.credit.read(), f == 2 ? 0b101U : 0b100U) << "the escape VC returns a slot with the tail";
    bench.pop.write(0);
    bench.settle();
    EXPECT_EQ(bench.credit.read(), 0U) << "combinational";
    bench.cycle_with_pop(0b101);
  }
  bench.settle();
  EXPECT_EQ(bench.credit.read(), 0U);
}

TEST_P(InputBufferCases, ResetEmpties) {
  BufferBench bench(2);
  bench.arrive(0, make_flit(1, 2, 0));
  bench.step();
  bench.arrive(1, make_flit(2, 1, 0));
  bench.step();
  bench.nothing_arrives();
  bench.pulse_reset(1);
  for (int t = 0; t < 5; ++t) {
    bench.settle();
    for (std::size_t vc = 0; vc < kBufferVcs; ++vc) EXPECT_FALSE(bench.requested(vc)) << t;
    EXPECT_EQ(bench.buffer.account().view(0).occupancy, 0U);
    EXPECT_EQ(bench.buffer.account().view(0).state, VcState::idle);
    EXPECT_EQ(bench.buffer.account().tails(1), 0);
    bench.step();
  }
  bench.arrive(0, make_flit(3, 1, 0));  // a head, though a body flit was due before the reset
  bench.step(2);
  EXPECT_TRUE(bench.requested(0));
}

/// One VC as the contract describes it.
struct ModelVc {
  struct Entry {
    FlitWord flit;
    HeaderWord header;
    RouteWord route;
    std::uint64_t arrived;  // cycle in which it is in the buffer
  };
  std::deque<Entry> flits;
  HeaderWord header = 0;  // of the packet at the front
  RouteWord route = 0;
  int arriving_length = 0;  // of the packet that comes in, 0 between packets
  int arriving_position = 0;
  PacketId arriving_packet = 0;
  bool crossing = false;
};

/// Random packets on random VCs. `contiguous`: a packet on the link and across the crossbar is not interrupted, as in a
/// fabric.
void check_random_traffic(int router_delay, bool contiguous, unsigned seed) {
  BufferBench bench(router_delay);
  std::mt19937 random(seed);
  std::vector<ModelVc> model(kBufferVcs);
  PacketId packets = 0;
  std::size_t vc_in = 0;
  std::uint64_t crossed = 0;
  for (std::uint64_t t = 0; t < 6000; ++t) {
    const bool busy = t / 150 % 4 != 3;  // pauses in which the buffer sleeps
    bench.nothing_arrives();
    const bool mid_packet = model[vc_in].arriving_length > 0;
    if (!(contiguous && mid_packet)) vc_in = random() % kBufferVcs;
    ModelVc& to = model[vc_in];
    const bool goes_on = contiguous && mid_packet;
    if (goes_on || (busy && random() % 4 != 0)) {
      if (to.arriving_length == 0) {
        const int flits = 1 + static_cast<int>(random() % 4);
        if (static_cast<int>(to.flits.size()) + flits <= kBufferDepth) {
          to.arriving_length = flits;
          to.arriving_position = 0;
          to.arriving_packet = packets++;
        }
      }
      if (to.arriving_length > 0 && to.flits.size() < kBufferDepth) {
        const FlitWord flit = make_flit(to.arriving_packet, to.arriving_length, to.arriving_position);
        bench.arrive(static_cast<std::uint32_t>(vc_in), flit, random(), random());
      }
    }
    std::uint32_t pop = 0;
    for (std::size_t v = 0; v < kBufferVcs; ++v) {
      ModelVc& vc = model[v];
      if (vc.flits.empty()) continue;
      const bool head = is_head(vc.flits.front().flit);
      const bool eligible = !head || t + 1 >= vc.flits.front().arrived + static_cast<std::uint64_t>(router_delay);
      if (eligible && ((contiguous && vc.crossing) || random() % 3 == 0)) pop |= 1U << v;
    }
    bench.pop.write(pop);
    bench.settle();
    std::uint32_t credit = 0;
    for (std::size_t v = 0; v < kBufferVcs; ++v) {
      ModelVc& vc = model[v];
      ASSERT_EQ(bench.buffer.account().view(static_cast<int>(v)).occupancy, vc.flits.size()) << "cycle " << t;
      RequestWord expected = 0;
      int tails = 0;
      for (const auto& entry : vc.flits) tails += is_tail(entry.flit) ? 1 : 0;
      ASSERT_EQ(bench.buffer.account().tails(static_cast<int>(v)), tails);
      if (!vc.flits.empty()) {
        const ModelVc::Entry& front = vc.flits.front();
        if (is_head(front.flit)) {
          vc.header = front.header;
          vc.route = front.route;
          if (t + 1 >= front.arrived + static_cast<std::uint64_t>(router_delay)) expected = make_request(front.flit);
          ASSERT_EQ(bench.buffer.account().view(static_cast<int>(v)).packet, microarch::packet_of(front.flit));
        }
        ASSERT_EQ(bench.flit[v].read(), front.flit) << "cycle " << t << ", vc " << v;
        ASSERT_EQ(bench.header[v].read(), vc.header);
        ASSERT_EQ(bench.route[v].read(), vc.route);
        if (((pop >> v) & 1U) != 0 && (v != 0 || is_tail(front.flit))) credit |= 1U << v;
      }
      ASSERT_EQ(bench.request[v].read(), expected) << "cycle " << t << ", vc " << v;
    }
    ASSERT_EQ(bench.credit.read(), credit) << "cycle " << t;
    for (std::size_t v = 0; v < kBufferVcs; ++v) {
      if (((pop >> v) & 1U) == 0) continue;
      model[v].crossing = !is_tail(model[v].flits.front().flit);
      model[v].flits.pop_front();
      ++crossed;
    }
    if (bench.in.valid.read()) {
      to.flits.push_back({bench.in.flit.read(), bench.in.header.read(), bench.in_route.read(), t + 1});
      if (++to.arriving_position == to.arriving_length) to.arriving_length = 0;
    }
    bench.step();
  }
  EXPECT_GT(crossed, 1500U);
}

TEST_P(InputBufferCases, RandomTrafficDelay1) { check_random_traffic(1, true, 1); }
TEST_P(InputBufferCases, RandomTrafficDelay2) { check_random_traffic(2, true, 2); }
TEST_P(InputBufferShapes, RandomTrafficDelay5) { check_random_traffic(5, true, 3); }
TEST_P(InputBufferCases, RandomInterleavedTrafficDelay1) { check_random_traffic(1, false, 4); }
TEST_P(InputBufferShapes, RandomInterleavedTrafficDelay4) { check_random_traffic(4, false, 5); }

TEST_P(InputBufferCases, SleepIsInvisible) {
  BufferBench bench(3);
  const auto drive = [&](int k) {
    bench.nothing_arrives();
    if (k < 2) bench.arrive(1, make_flit(4, 2, k), 9, 8);
    if (k >= 2 && k < 4) bench.arrive(2, make_flit(5, 2, k - 2), 7, 6);
    bench.pop.write((k == 6 || k == 7 ? 0b010U : 0U) | (k == 7 || k == 9 ? 0b100U : 0U));
  };
  const auto sample = [&] {
    std::vector<std::uint64_t> values{bench.credit.read()};
    for (std::size_t vc = 0; vc < kBufferVcs; ++vc) {
      values.push_back(bench.request[vc].read());
      values.push_back(bench.buffer.account().view(static_cast<int>(vc)).occupancy);
      if (bench.buffer.account().view(static_cast<int>(vc)).occupancy > 0) values.push_back(bench.flit[vc].read());
    }
    return values;
  };
  const auto awake = bench.record(12, drive, sample);
  bench.step(50);
  EXPECT_EQ(bench.record(12, drive, sample), awake);
}

TEST_P(InputBufferCases, AHeadThatWaitsAsleepCanStillCross) {
  BufferBench bench(2);
  bench.arrive(1, make_flit(1, 1, 0));
  bench.step();
  bench.nothing_arrives();
  bench.step(50);
  EXPECT_TRUE(bench.requested(1));
  bench.cycle_with_pop(0b010);
  EXPECT_FALSE(bench.requested(1));
  EXPECT_EQ(bench.buffer.account().view(1).occupancy, 0U);
}

TEST_P(InputBufferCases, AFullVcTakesAFlitInTheCycleInWhichOneLeaves) {
  BufferBench bench(1);
  for (PacketId packet = 0; packet < kBufferDepth; ++packet) {
    bench.arrive(1, make_flit(packet, 1, 0));
    bench.step();
  }
  bench.arrive(1, make_flit(100, 1, 0));
  bench.cycle_with_pop(0b010);
  EXPECT_EQ(bench.buffer.account().view(1).occupancy, static_cast<std::uint32_t>(kBufferDepth));
}

TEST_P(InputBufferCases, OverflowIsAViolation) {
  BufferBench bench(1);
  for (PacketId packet = 0; packet < kBufferDepth; ++packet) {
    bench.arrive(1, make_flit(packet, 1, 0));
    bench.step();
  }
  bench.arrive(1, make_flit(100, 1, 0));
  const std::string report = bench.violation();
  EXPECT_NE(report.find("buffer.vc1: overflow"), std::string::npos) << report;
}

TEST_P(InputBufferCases, UnderflowIsAViolation) {
  BufferBench bench(1);
  bench.step(10);
  bench.pop.write(0b100);
  const std::string report = bench.violation();
  EXPECT_NE(report.find("buffer.vc2: underflow"), std::string::npos) << report;
}

/// The report when `last` follows the flits `before` on VC 1.
std::string report_of(const std::vector<FlitWord>& before, FlitWord last, std::uint32_t vc = 1) {
  BufferBench bench(1);
  for (const FlitWord flit : before) {
    bench.arrive(1, flit);
    bench.step();
  }
  bench.arrive(vc, last);
  return bench.violation();
}

TEST_P(InputBufferCases, ABodyFlitWithoutAHeadIsAViolation) {
  EXPECT_NE(report_of({}, make_flit(1, 3, 1)).find("vc1: flits out of order"), std::string::npos);
}

TEST_P(InputBufferCases, AHeadInsideAPacketIsAViolation) {
  EXPECT_NE(report_of({make_flit(1, 3, 0)}, make_flit(2, 3, 0)).find("flits out of order"), std::string::npos);
}

TEST_P(InputBufferCases, ASkippedFlitIsAViolation) {
  EXPECT_NE(report_of({make_flit(1, 4, 0)}, make_flit(1, 4, 2)).find("flits out of order"), std::string::npos);
}

TEST_P(InputBufferCases, AVcThatDoesNotExistIsAViolation) {
  EXPECT_NE(report_of({}, make_flit(1, 1, 0), 3).find("does not exist"), std::string::npos);
}

void check_slots_of(std::uint32_t escape_mask) {
  BufferBench bench(1, escape_mask);
  for (std::uint32_t vc = 0; vc < kBufferVcs; ++vc) {
    for (int position = 0; position < 3; ++position) {
      bench.arrive(vc, make_flit(vc + 1, 3, position));
      bench.step();
    }
  }
  bench.nothing_arrives();
  for (int position = 0; position < 3; ++position) {
    bench.pop.write(0b111);
    bench.settle();
    EXPECT_EQ(bench.credit.read(), position == 2 ? 0b111U : 0b111U & ~escape_mask);
    bench.step();
  }
}

TEST_P(InputBufferShapes, EveryEscapeVcReturnsASlotWithTheTail) { check_slots_of(0b011); }
TEST_P(InputBufferShapes, TheEscapeVcOfEveryClassReturnsASlotWithTheTail) { check_slots_of(0b101); }

}  // namespace
}  // namespace trenza::rtl_models
