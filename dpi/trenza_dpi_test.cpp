#include "dpi/trenza_dpi.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "dpi/trenza_dpi_test_support.h"
#include "microarch/parameters.h"
#include "settings/configuration.h"
#include "testbench/run_experiment.h"
#include "tests/support/temporary_file.h"
#include "tlm/exact_fabric.h"

namespace {

using testing::HasSubstr;
using trenza::dpi::test_support::Handle;
using trenza::dpi::test_support::open;
using trenza::dpi::test_support::Packet;
using trenza::dpi::test_support::poll;
using trenza::microarch::Cycle;
using trenza::test::TemporaryFile;

const char* const kRtt2 =
    "topology: {kind: rtt, a: 2}\n"
    "router: {message_classes: 2, max_packet_flits: 5, router_delay: 2}\n"
    "traffic: {pattern: uniform, packet_flits: [{flits: 2, weight: 1}, {flits: 5, weight: 1}], reply_flits: 3, load: "
    "0.4}\n"
    "run: {cycles: 3000}\n";

/// An offer of a run, and when it was made.
struct Offer {
  Cycle cycle = 0;
  int source = -1, destination = -1, flits = 0, message_class = 0;
};

/// Hands everything to a fabric and remembers the offers.
class Recorder : public trenza::microarch::Fabric {
 public:
  explicit Recorder(Fabric& fabric) : fabric_(fabric) {}

  const std::vector<Offer>& offers() const { return offers_; }

  const trenza::topologies::Topology& topology() const override { return fabric_.topology(); }
  const trenza::microarch::FabricParameters& parameters() const override { return fabric_.parameters(); }
  Cycle now() const override { return fabric_.now(); }
  std::uint64_t offer(trenza::topologies::NodeId source, trenza::topologies::NodeId destination, int flits,
                      std::uint64_t tag, int message_class) override {
    offers_.push_back({now(), source, destination, flits, message_class});
    return fabric_.offer(source, destination, flits, tag, message_class);
  }
  void advance(Cycle limit) override { fabric_.advance(limit); }
  const std::vector<trenza::microarch::Delivery>& delivered() const override { return fabric_.delivered(); }
  bool idle() const override { return fabric_.idle(); }
  trenza::microarch::Counters counters() const override { return fabric_.counters(); }
  std::vector<std::string> audit() const override { return fabric_.audit(); }
  trenza::microarch::WaitSnapshot waiting() const override { return fabric_.waiting(); }

 private:
  Fabric& fabric_;
  std::vector<Offer> offers_;
};

struct RecordedRun {
  std::vector<Offer> offers;
  trenza::testbench::Results results;
};

/// The same as `trenza run` does with the file.
RecordedRun recorded_run(const std::string& file) {
  const auto run = trenza::settings::load_configuration(file).runs.front();
  const auto fabric = trenza::tlm::make_exact_fabric(*run.topology, run.fabric);
  Recorder recorder(*fabric);
  auto results = trenza::testbench::run_experiment(recorder, run.experiment);
  return {recorder.offers(), results};
}

void offer_all(void* fabric, const std::vector<Offer>& offers) {
  for (const Offer& offer : offers) {
    const auto gap = static_cast<long long>(offer.cycle) - trenza_cycle(fabric);
    if (gap > 0) {
      ASSERT_GE(trenza_step(fabric, gap), 0) << trenza_error(fabric);
    }
    ASSERT_EQ(trenza_offer(fabric, offer.source, offer.destination, offer.flits, offer.message_class, 0), 1)
        << trenza_error(fabric);
  }
}

TEST(TrenzaDpi, SameDigestAsARunWithTheSameOffers) {
  const TemporaryFile file("dpi.yaml", kRtt2);
  const RecordedRun run = recorded_run(file.path());
  ASSERT_GT(run.offers.size(), 1000U);
  const Handle fabric = open(file.path());
  ASSERT_STREQ(trenza_error(fabric.get()), "");
  EXPECT_EQ(trenza_set_queue(fabric.get(), 0), 0);
  offer_all(fabric.get(), run.offers);
  trenza_step(fabric.get(), static_cast<long long>(run.results.cycles) - trenza_cycle(fabric.get()));
  EXPECT_EQ(static_cast<std::uint64_t>(trenza_digest(fabric.get())), run.results.digest);
  EXPECT_EQ(static_cast<std::uint64_t>(trenza_counter(fabric.get(), "packets_delivered")), run.results.packets);
  EXPECT_EQ(trenza_check(fabric.get()), 0) << trenza_error(fabric.get());
}

TEST(TrenzaDpi, ADeliveryBringsBackWhatWasOffered) {
  const TemporaryFile file("dpi.yaml", kRtt2);
  const Handle fabric = open(file.path());
  EXPECT_EQ(trenza_nodes(fabric.get()), 8);
  EXPECT_EQ(trenza_message_classes(fabric.get()), 2);
  EXPECT_EQ(trenza_max_packet_flits(fabric.get()), 5);
  trenza_step(fabric.get(), 10);
  EXPECT_EQ(trenza_offer(fabric.get(), 0, 1, 4, 1, -77), 1);
  EXPECT_EQ(trenza_idle(fabric.get()), 0);
  // One hop: h (R + L) + (l - 1) + (R - 1) = 3 + 3 + 1.
  constexpr int kLatency = 7;
  EXPECT_EQ(trenza_step(fabric.get(), kLatency), 0);
  EXPECT_EQ(trenza_arrived(fabric.get(), 1, 1), 0);
  EXPECT_EQ(trenza_step(fabric.get(), 1), 1);
  EXPECT_EQ(trenza_arrived(fabric.get(), 1, 1), 1);
  Packet packet;
  EXPECT_EQ(poll(fabric.get(), 1, 0, packet), 0);
  EXPECT_EQ(packet.source, -1) << "nothing is changed without a packet";
  EXPECT_EQ(poll(fabric.get(), 1, 1, packet), 1);
  EXPECT_EQ(packet.source, 0);
  EXPECT_EQ(packet.flits, 4);
  EXPECT_EQ(packet.tag, -77);
  EXPECT_EQ(packet.hops, 1);
  EXPECT_EQ(packet.created, 10);
  EXPECT_EQ(packet.entered, 11);
  EXPECT_EQ(packet.ejected, 10 + kLatency);
  EXPECT_EQ(poll(fabric.get(), 1, 1, packet), 0);
  EXPECT_EQ(trenza_idle(fabric.get()), 1);
  EXPECT_EQ(trenza_counter(fabric.get(), "latency_sum"), kLatency);
  EXPECT_EQ(trenza_counter(fabric.get(), "hop_sum"), 1);
}

TEST(TrenzaDpi, AFullQueueHoldsPacketsBack) {
  const TemporaryFile file("dpi.yaml", kRtt2);
  const Handle fabric = open(file.path());
  EXPECT_EQ(trenza_set_queue(fabric.get(), 2), 0);
  EXPECT_EQ(trenza_offer(fabric.get(), 0, 3, 5, 0, 1), 1);
  EXPECT_EQ(trenza_ready(fabric.get(), 0, 0), 1);
  EXPECT_EQ(trenza_offer(fabric.get(), 0, 3, 5, 0, 2), 1);
  EXPECT_EQ(trenza_ready(fabric.get(), 0, 0), 0);
  EXPECT_EQ(trenza_offer(fabric.get(), 0, 3, 5, 0, 3), 0);
  EXPECT_EQ(trenza_ready(fabric.get(), 0, 1), 1) << "the other class has a queue of its own";
  EXPECT_STREQ(trenza_error(fabric.get()), "") << "back-pressure is no error";
  EXPECT_EQ(trenza_counter(fabric.get(), "refused_offers"), 1);
  while (trenza_ready(fabric.get(), 0, 0) == 0) {
    ASSERT_LT(trenza_cycle(fabric.get()), 100);
    trenza_step(fabric.get(), 1);
  }
  EXPECT_EQ(trenza_offer(fabric.get(), 0, 3, 5, 0, 3), 1);
  trenza_step(fabric.get(), 1000);
  for (const long long tag : {1, 2, 3}) {
    Packet packet;
    EXPECT_EQ(poll(fabric.get(), 3, 0, packet), 1);
    EXPECT_EQ(packet.tag, tag);
  }
}

TEST(TrenzaDpi, ASavedFabricGoesOn) {
  const TemporaryFile file("dpi.yaml", kRtt2), state("dpi.state", "");
  const RecordedRun run = recorded_run(file.path());
  const std::vector<Offer> first(run.offers.begin(), run.offers.begin() + 500);
  const std::vector<Offer> rest(run.offers.begin() + 500, run.offers.end());
  const Handle straight = open(file.path()), other = open(file.path());
  trenza_set_queue(straight.get(), 0);
  offer_all(straight.get(), first);
  ASSERT_EQ(trenza_save(straight.get(), state.path().c_str()), 0) << trenza_error(straight.get());
  ASSERT_EQ(trenza_restore(other.get(), state.path().c_str()), 0) << trenza_error(other.get());
  for (void* fabric : {straight.get(), other.get()}) {
    offer_all(fabric, rest);
    trenza_step(fabric, 1000);
  }
  EXPECT_EQ(trenza_cycle(straight.get()), trenza_cycle(other.get()));
  EXPECT_STREQ(trenza_digest_text(straight.get()), trenza_digest_text(other.get()));
  EXPECT_EQ(trenza_check(other.get()), 0) << trenza_error(other.get());
  for (int node = 0; node < trenza_nodes(straight.get()); ++node) {
    EXPECT_EQ(trenza_arrived(straight.get(), node, 0), trenza_arrived(other.get(), node, 0));
  }
}

TEST(TrenzaDpi, AStateOfSomethingElseIsRefusedAndChangesNothing) {
  const TemporaryFile file("dpi.yaml", kRtt2), state("dpi.state", "");
  const Handle saved = open(file.path());
  trenza_offer(saved.get(), 0, 1, 1, 0, 0);
  ASSERT_EQ(trenza_save(saved.get(), state.path().c_str()), 0);
  const Handle other = open(file.path(), "router.arbiter=age; run.seed=3");
  trenza_step(other.get(), 5);
  EXPECT_EQ(trenza_restore(other.get(), state.path().c_str()), TRENZA_ERROR);
  EXPECT_THAT(trenza_error(other.get()), HasSubstr("is the state of another machine"));
  EXPECT_EQ(trenza_restore(other.get(), file.path().c_str()), TRENZA_ERROR);
  EXPECT_THAT(trenza_error(other.get()), HasSubstr("is no saved state"));
  EXPECT_EQ(trenza_restore(other.get(), "/no/such/file"), TRENZA_ERROR);
  EXPECT_THAT(trenza_error(other.get()), HasSubstr("cannot be read"));
  EXPECT_EQ(trenza_save(other.get(), "/no/such/file"), TRENZA_ERROR);
  EXPECT_THAT(trenza_error(other.get()), HasSubstr("there is no folder /no/such"));
  EXPECT_EQ(trenza_cycle(other.get()), 5);

  constexpr int kSomewhere = 200;
  std::fstream damaged(state.path(), std::ios::binary | std::ios::in | std::ios::out);
  damaged.seekp(kSomewhere);
  damaged.put('\x7f');
  damaged.close();
  EXPECT_EQ(trenza_restore(saved.get(), state.path().c_str()), TRENZA_ERROR);
  EXPECT_THAT(trenza_error(saved.get()), HasSubstr("is damaged"));
  std::filesystem::resize_file(state.path(), kSomewhere);
  EXPECT_EQ(trenza_restore(saved.get(), state.path().c_str()), TRENZA_ERROR);
  EXPECT_THAT(trenza_error(saved.get()), HasSubstr("bytes of state; expected"));
}

TEST(TrenzaDpi, WhatCannotBeOpenedSaysWhy) {
  const TemporaryFile good("dpi.yaml", kRtt2);
  const TemporaryFile two("two.yaml", std::string("runs: [{name: a}, {name: b}]\n") + kRtt2);
  const auto reason = [](const Handle& fabric) { return std::string(trenza_error(fabric.get())); };
  EXPECT_THAT(reason(open("no.yaml")), HasSubstr("no.yaml"));
  EXPECT_THAT(reason(open(good.path(), "router.abriter=age")), HasSubstr("did you mean `arbiter`?"));
  EXPECT_THAT(reason(open(good.path(), "router")), HasSubstr("expected KEY=VALUE"));
  EXPECT_THAT(reason(open(two.path())), HasSubstr("has 2 runs; expected one"));
  EXPECT_THAT(reason(open(good.path(), "router.bubble=off")), HasSubstr("can deadlock"));
  EXPECT_STREQ(trenza_error(nullptr), "no fabric");

  const Handle closed = open("no.yaml");
  const std::string first = trenza_error(closed.get());
  Packet packet;
  EXPECT_EQ(trenza_step(closed.get(), 1), TRENZA_ERROR);
  EXPECT_EQ(trenza_nodes(closed.get()), TRENZA_ERROR);
  EXPECT_EQ(poll(closed.get(), 0, 0, packet), TRENZA_ERROR);
  EXPECT_STREQ(trenza_digest_text(closed.get()), "");
  EXPECT_EQ(trenza_cycle(nullptr), TRENZA_ERROR);
  EXPECT_EQ(reason(closed), first);
}

TEST(TrenzaDpi, WrongCallsAreErrorsAndChangeNothing) {
  const TemporaryFile file("dpi.yaml", kRtt2);
  const Handle fabric = open(file.path());
  const auto refused = [&](int result, const char* what) {
    EXPECT_EQ(result, TRENZA_ERROR) << what;
    EXPECT_THAT(trenza_error(fabric.get()), HasSubstr(what));
  };
  refused(trenza_offer(fabric.get(), 8, 1, 1, 0, 0), "there is no node 8; expected 0 to 7");
  refused(trenza_offer(fabric.get(), 1, -1, 1, 0, 0), "there is no node -1");
  refused(trenza_offer(fabric.get(), 1, 1, 1, 0, 0), "sends to itself");
  refused(trenza_offer(fabric.get(), 0, 1, 6, 0, 0), "there is no packet of flits 6; expected 1 to 5");
  refused(trenza_offer(fabric.get(), 0, 1, 1, 2, 0), "there is no message class 2; expected 0 to 1");
  refused(trenza_step(fabric.get(), 0), "a step of 0 cycles");
  refused(trenza_set_queue(fabric.get(), -1), "a queue of -1 packets");
  refused(trenza_ready(fabric.get(), 9, 0), "there is no node 9");
  refused(static_cast<int>(trenza_counter(fabric.get(), "flit_hop")), "did you mean `flit_hops`?");
  EXPECT_EQ(trenza_cycle(fabric.get()), 0);
  EXPECT_EQ(trenza_idle(fabric.get()), 1);
}

}  // namespace
