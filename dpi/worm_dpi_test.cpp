// The flit-level machine behind the calls of the test bench.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "dpi/trenza_dpi.h"
#include "dpi/trenza_dpi_test_support.h"
#include "microarch/hash.h"
#include "settings/configuration.h"
#include "tests/support/temporary_file.h"
#include "tlm/tlm_fabric.h"

namespace {

using testing::HasSubstr;
using trenza::dpi::test_support::Handle;
using trenza::dpi::test_support::open;
using trenza::dpi::test_support::Packet;
using trenza::dpi::test_support::poll;
using trenza::test::TemporaryFile;

const char* const kWorms =
    "topology: {kind: rtt, a: 2}\n"
    "router: {switching: wormhole, message_classes: 2, max_packet_flits: 6, virtual_channels: {count: 2}, "
    "buffer_flits: "
    "3, routing_delay: 1}\n"
    "traffic: {pattern: uniform, packet_flits: 6, load: 0.4}\n";

TEST(WormDpi, ADeliveryHasTheLatencyOfTheContract) {
  const TemporaryFile file("worms.yaml", kWorms);
  const Handle fabric = open(file.path());
  ASSERT_STREQ(trenza_error(fabric.get()), "");
  trenza_step(fabric.get(), 10);
  EXPECT_EQ(trenza_offer(fabric.get(), 0, 1, 3, 1, -77), 1);
  // One hop: I + h (D + G + H) + (D + G + Z) + (l - 1) = 0 + 2 + 2 + 2.
  constexpr int kLatency = 6;
  EXPECT_EQ(trenza_step(fabric.get(), kLatency), 0);
  EXPECT_EQ(trenza_step(fabric.get(), 1), 1);
  Packet packet;
  EXPECT_EQ(poll(fabric.get(), 1, 0, packet), 0);
  EXPECT_EQ(poll(fabric.get(), 1, 1, packet), 1);
  EXPECT_EQ(packet.source, 0);
  EXPECT_EQ(packet.flits, 3);
  EXPECT_EQ(packet.tag, -77);
  EXPECT_EQ(packet.hops, 1);
  EXPECT_EQ(packet.created, 10);
  EXPECT_EQ(packet.entered, 10);
  EXPECT_EQ(packet.ejected, 10 + kLatency);
  trenza_step(fabric.get(), 1);  // the last credit comes home
  EXPECT_EQ(trenza_idle(fabric.get()), 1);
}

/// Offers drawn by cycle and node.
template <class Offer>
void draw_offers(int cycle, const Offer& offer) {
  for (int node = 0; node < 8; ++node) {
    const std::uint64_t draw = trenza::microarch::hash(11, node, cycle);
    if (draw % 8 != 0) continue;
    offer(node, (node + 1 + static_cast<int>(draw / 8 % 7)) % 8, 1 + static_cast<int>(draw / 64 % 6),
          static_cast<int>(draw / 512 % 2));
  }
}

TEST(WormDpi, SameDigestAsTheBareFabric) {
  const TemporaryFile file("worms.yaml", kWorms);
  const auto run = trenza::settings::load_configuration(file.path()).runs.front();
  const auto bare = trenza::tlm::make_tlm_fabric(*run.topology, run.fabric);
  const Handle fabric = open(file.path());
  trenza_set_queue(fabric.get(), 0);
  std::uint64_t digest = 0;
  long long packets = 0;
  constexpr int kCycles = 2'000;
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    draw_offers(cycle, [&](int source, int destination, int flits, int message_class) {
      bare->offer(source, destination, flits, 0, message_class);
      ASSERT_EQ(trenza_offer(fabric.get(), source, destination, flits, message_class, 0), 1);
    });
    bare->advance(static_cast<trenza::microarch::Cycle>(cycle) + 1);
    for (const auto& d : bare->delivered()) {
      ++packets;
      digest += trenza::microarch::hash(d.source, d.destination, d.number, d.flits, d.created, d.entered, d.ejected);
    }
    trenza_step(fabric.get(), 1);
  }
  EXPECT_GT(packets, 1'500);
  EXPECT_EQ(static_cast<std::uint64_t>(trenza_digest(fabric.get())), digest);
  EXPECT_EQ(trenza_counter(fabric.get(), "packets_delivered"), packets);
  EXPECT_EQ(trenza_check(fabric.get()), 0) << trenza_error(fabric.get());
}

TEST(WormDpi, AQueueIsFullUntilAHeadHasLeft) {
  const TemporaryFile file("worms.yaml", kWorms);
  const Handle fabric = open(file.path(), "router.injection=one_at_a_time");
  trenza_set_queue(fabric.get(), 2);
  EXPECT_EQ(trenza_offer(fabric.get(), 0, 3, 6, 0, 1), 1);
  EXPECT_EQ(trenza_offer(fabric.get(), 0, 3, 6, 0, 2), 1);
  EXPECT_EQ(trenza_offer(fabric.get(), 0, 3, 6, 0, 3), 0);
  EXPECT_EQ(trenza_ready(fabric.get(), 0, 1), 1) << "the other class has a queue of its own";
  trenza_step(fabric.get(), 1);
  EXPECT_EQ(trenza_ready(fabric.get(), 0, 0), 1) << "the head of the first packet has left in cycle 0";
}

TEST(WormDpi, ASavedFabricGoesOn) {
  const TemporaryFile file("worms.yaml", kWorms), state("worms.state", "");
  const Handle straight = open(file.path()), other = open(file.path());
  const auto drive = [](void* fabric, int from, int to) {
    trenza_set_queue(fabric, 0);
    for (int cycle = from; cycle < to; ++cycle) {
      draw_offers(cycle, [&](int source, int destination, int flits, int message_class) {
        trenza_offer(fabric, source, destination, flits, message_class, 0);
      });
      trenza_step(fabric, 1);
    }
  };
  drive(straight.get(), 0, 333);
  ASSERT_EQ(trenza_save(straight.get(), state.path().c_str()), 0) << trenza_error(straight.get());
  ASSERT_EQ(trenza_restore(other.get(), state.path().c_str()), 0) << trenza_error(other.get());
  for (void* fabric : {straight.get(), other.get()}) drive(fabric, 333, 800);
  EXPECT_STREQ(trenza_digest_text(straight.get()), trenza_digest_text(other.get()));
  EXPECT_EQ(trenza_check(other.get()), 0) << trenza_error(other.get());

  const Handle packets = open(file.path(), "router.switching=virtual_cut_through");
  ASSERT_STREQ(trenza_error(packets.get()), "");
  EXPECT_EQ(trenza_restore(packets.get(), state.path().c_str()), TRENZA_ERROR);
  EXPECT_THAT(trenza_error(packets.get()), HasSubstr("is the state of another machine"));
}

TEST(WormDpi, WhatCannotBeOpenedSaysWhy) {
  const TemporaryFile file("worms.yaml", kWorms);
  const auto reason = [&](const char* overrides) {
    return std::string(trenza_error(open(file.path(), overrides).get()));
  };
  EXPECT_THAT(reason("router.virtual_channels.count=1"),
              HasSubstr("rtt(2) can deadlock: order: virtual channels wait for each other"));
  EXPECT_THAT(reason("router.bubble=off"), HasSubstr("router.bubble: does not apply here"));
}

}  // namespace
