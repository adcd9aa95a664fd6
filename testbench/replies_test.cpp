// Requests that are answered.
#include "testbench/replies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "microarch/parameters.h"
#include "testbench/results_json.h"
#include "testbench/run_experiment.h"
#include "tests/support/ideal_fabric.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

using testing::HasSubstr;

microarch::Delivery delivery(int source, int destination, int message_class, std::uint64_t tag) {
  microarch::Delivery packet;
  packet.source = source;
  packet.destination = destination;
  packet.flits = 3;
  packet.message_class = message_class;
  packet.tag = tag;
  return packet;
}

TEST(Replies, AnswerRequestsInTheirOrderAndNothingElse) {
  const Replies replies(5);
  std::vector<PacketOffer> offers{{9, 8, 1}};
  replies.take({delivery(1, 2, 0, 70), delivery(3, 4, 1, 71), delivery(2, 1, 0, 72)}, offers);
  ASSERT_EQ(offers.size(), 3U) << "appended";
  EXPECT_EQ(offers[1].source, 2);
  EXPECT_EQ(offers[1].destination, 1);
  EXPECT_EQ(offers[1].flits, 5);
  EXPECT_EQ(offers[1].tag, 70U);
  EXPECT_EQ(offers[1].message_class, 1);
  EXPECT_EQ(offers[2].source, 1);
  EXPECT_EQ(offers[2].tag, 72U);
}

TEST(Replies, NoneOfNoFlits) {
  std::vector<PacketOffer> offers;
  Replies(0).take({delivery(1, 2, 0, 0)}, offers);
  EXPECT_TRUE(offers.empty());
}

/// Takes note of what is offered when.
class RecordingFabric : public test::IdealFabric {
 public:
  using test::IdealFabric::IdealFabric;
  struct Offered {
    Cycle cycle;
    microarch::NodeId source, destination;
    int flits, message_class;
  };
  std::vector<Offered> offers;
  std::vector<microarch::Delivery> deliveries;

  std::uint64_t offer(microarch::NodeId source, microarch::NodeId destination, int flits, std::uint64_t tag,
                      int message_class) override {
    offers.push_back({now(), source, destination, flits, message_class});
    return IdealFabric::offer(source, destination, flits, tag, message_class);
  }
  void advance(Cycle limit) override {
    IdealFabric::advance(limit);
    deliveries.insert(deliveries.end(), delivered().begin(), delivered().end());
  }
};

class ReplyRun : public testing::Test {
 protected:
  ReplyRun() : torus_(topologies::make_twisted_torus("torus", {4, 4}, {})) {
    parameters_.message_classes = 2;
    experiment_.synthetic.emplace();
    experiment_.synthetic->load_ppb = 100'000'000;
    experiment_.synthetic->lengths = {{2, 1}};
    experiment_.synthetic->reply_flits = 8;
    experiment_.run.cycles = 20'000;
  }

  std::string refusal() {
    test::IdealFabric fabric(*torus_, parameters_);
    try {
      run_experiment(fabric, experiment_);
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  }

  std::unique_ptr<topologies::Topology> torus_;
  microarch::FabricParameters parameters_;
  Experiment experiment_;
};

TEST_F(ReplyRun, EachRequestIsAnsweredInTheCycleAfterItsEjection) {
  RecordingFabric fabric(*torus_, parameters_);
  run_experiment(fabric, experiment_);
  using Due = std::pair<Cycle, std::pair<int, int>>;  // cycle, from, to
  std::multiset<Due> expected;
  for (const microarch::Delivery& packet : fabric.deliveries) {
    if (packet.message_class == 0 && packet.ejected + 1 < experiment_.run.cycles)
      expected.insert({packet.ejected + 1, {packet.destination, packet.source}});
  }
  std::multiset<Due> replies;
  std::size_t requests = 0;
  for (const RecordingFabric::Offered& offer : fabric.offers) {
    EXPECT_EQ(offer.flits, offer.message_class == 0 ? 2 : 8);
    if (offer.message_class == 1) replies.insert({offer.cycle, {offer.source, offer.destination}});
    requests += offer.message_class == 0 ? 1 : 0;
  }
  EXPECT_EQ(replies, expected);
  EXPECT_GT(replies.size(), 10'000U);
  EXPECT_LE(replies.size(), requests);
}

TEST_F(ReplyRun, RepliesCountInLoadAndLatency) {
  test::IdealFabric fabric(*torus_, parameters_);
  const Results results = run_experiment(fabric, experiment_);
  ASSERT_EQ(results.steady, true) << results.steady_reason;
  EXPECT_NEAR(results.accepted_load, 0.5, 0.01) << "0.1 of requests of 2 flits, four times that of replies of 8";
  ASSERT_EQ(results.classes.size(), 2U);
  const ClassResults& requests = results.classes[0];
  const ClassResults& replies = results.classes[1];
  EXPECT_EQ(requests.packets + replies.packets, results.packets);
  EXPECT_LE(replies.packets, requests.packets);
  EXPECT_GT(replies.packets + 100, requests.packets);
  // Each reply takes the hops of a request and has 6 flits more.
  EXPECT_NEAR(*replies.network_latency_mean - *requests.network_latency_mean, 6, 0.05);
  EXPECT_GE(*requests.latency_mean, *requests.network_latency_mean);
  EXPECT_NEAR((*requests.latency_mean + *replies.latency_mean) / 2, results.latency->mean, 0.05);
}

TEST_F(ReplyRun, TheDocumentShowsBothClasses) {
  test::IdealFabric fabric(*torus_, parameters_);
  const Results results = run_experiment(fabric, experiment_);
  const auto json = to_json(results);
  ASSERT_EQ(json["classes"].size(), 2U);
  EXPECT_EQ(json["classes"][0]["name"], "request");
  EXPECT_EQ(json["classes"][1]["name"], "response");
  EXPECT_EQ(json["classes"][1]["packets"], results.classes[1].packets);
  EXPECT_EQ(json["classes"][1]["latency_mean"], *results.classes[1].latency_mean);
  EXPECT_EQ(json["classes"][0]["network_latency_mean"], *results.classes[0].network_latency_mean);
}

TEST_F(ReplyRun, WithoutASecondClassTheyAreRefused) {
  parameters_.message_classes = 1;
  EXPECT_THAT(refusal(), HasSubstr("replies: they are packets of a second message class"));
  experiment_.synthetic->reply_flits = 0;
  EXPECT_EQ(refusal(), "");
}

TEST_F(ReplyRun, LargerThanAPacketTheyAreRefused) {
  experiment_.synthetic->reply_flits = parameters_.max_packet_flits + 1;
  EXPECT_THAT(refusal(), HasSubstr("replies: a reply has at most max_packet_flits flits"));
}

TEST_F(ReplyRun, OneClassIsNotListed) {
  parameters_.message_classes = 1;
  experiment_.synthetic->reply_flits = 0;
  test::IdealFabric fabric(*torus_, parameters_);
  const Results results = run_experiment(fabric, experiment_);
  EXPECT_TRUE(results.classes.empty());
  EXPECT_FALSE(to_json(results).contains("classes"));
}

TEST_F(ReplyRun, WhereLatenciesAreUnknownSoAreThoseOfTheClasses) {
  experiment_.run.cycles = 100;  // too few packets
  test::IdealFabric fabric(*torus_, parameters_);
  const Results results = run_experiment(fabric, experiment_);
  ASSERT_EQ(results.steady, false);
  ASSERT_EQ(results.classes.size(), 2U);
  EXPECT_GT(results.classes[0].packets, 0U);
  EXPECT_FALSE(results.classes[0].latency_mean.has_value());
  EXPECT_TRUE(to_json(results)["classes"][0]["latency_mean"].is_null());
}

}  // namespace
}  // namespace trenza::testbench
