#include "settings/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "settings/configuration.h"
#include "settings/configuration_test_support.h"
#include "settings/schema.h"

namespace trenza::settings {
namespace {

using test_support::fault;
using test_support::kTorus;
using test_support::kUniform;
using test_support::read;

const std::string kMesh = "topology: {kind: mesh, size: [4, 4]}\n";
const std::string kProfile = "router: {profile: booksim2}\n";

TEST(Profile, AllValuesAreOfKeysOfTheSchema) {
  for (const Profile& profile : profiles()) {
    EXPECT_NE(profile.summary, "");
    for (const auto& [path, value] : profile.defaults) EXPECT_NE(find_key(path), nullptr) << path << " " << value;
    for (const auto& [path, value] : profile.by_network) {
      ASSERT_NE(find_key(path), nullptr) << path;
      EXPECT_EQ(find_key(path)->kind, KeyKind::integer) << path;
    }
  }
}

TEST(Profile, BookSim2OfATorus) {
  const RunConfiguration run = read(kTorus + kUniform + kProfile);
  const auto& fabric = run.fabric;
  EXPECT_TRUE(fabric.by_flits());
  EXPECT_EQ(fabric.wormhole.virtual_channels, 16);
  EXPECT_EQ(fabric.wormhole.buffer_flits, 8);
  EXPECT_EQ(fabric.wormhole.routing_delay, 1);
  EXPECT_EQ(fabric.wormhole.injection_delay, 2);
  EXPECT_EQ(fabric.wormhole.injection_credit_delay, 2);
  EXPECT_EQ(fabric.wormhole.ejection_delay, 3);
  EXPECT_EQ(fabric.wormhole.vc_allocator.text(), "islip, iterations 1");
  EXPECT_EQ(fabric.wormhole.vc_requests.name(), "all");
  EXPECT_EQ(fabric.wormhole.reallocation.name(), "tail");
  EXPECT_EQ(fabric.wormhole.injection.name(), "one_at_a_time");
  EXPECT_EQ(fabric.allocator.text(), "islip, iterations 1");
  EXPECT_EQ(fabric.pipeline.text(), "two_step, depth 1");
  EXPECT_EQ(fabric.crossbar.name(), "per_port");
  EXPECT_EQ(fabric.ejectors, 1);
  EXPECT_EQ(fabric.link_delay, 3);
  EXPECT_EQ(fabric.credit_delay, 3);
  EXPECT_EQ((*run.resolved)["router"]["dateline"], "static");
}

TEST(Profile, LinksOfNetworksWithoutAClosedDimensionAreShorter) {
  const RunConfiguration mesh = read(kMesh + kUniform + kProfile);
  EXPECT_EQ(mesh.fabric.link_delay, 2);
  EXPECT_EQ(mesh.fabric.credit_delay, 2);
  const RunConfiguration cylinder =
      read("topology: {kind: torus, size: [4, 4], wrap: [off, on]}\n" + kUniform + kProfile);
  EXPECT_EQ(cylinder.fabric.link_delay, 3);
  EXPECT_EQ(read("topology: {rtt: 4}\n" + kUniform + kProfile).fabric.credit_delay, 3);
}

TEST(Profile, EveryValueGivesWay) {
  const RunConfiguration run = read(kTorus + kUniform +
                                    "router: {profile: booksim2, virtual_channels: {count: 2}, pipeline: joint, "
                                    "credit_delay: 1, ejectors: 4}\nlink: {delay: 0}\n");
  EXPECT_EQ(run.fabric.wormhole.virtual_channels, 2);
  EXPECT_EQ(run.fabric.pipeline.name(), "joint");
  EXPECT_EQ(run.fabric.credit_delay, 1);
  EXPECT_EQ(run.fabric.ejectors, 4);
  EXPECT_EQ(run.fabric.link_delay, 0);
  EXPECT_EQ(run.fabric.wormhole.ejection_delay, 3);
}

/// A document says what was simulated, whatever the profile will be later.
TEST(Profile, DocumentsNameTheValuesAndNotTheProfile) {
  const RunConfiguration run = read(kTorus + kUniform + kProfile);
  EXPECT_FALSE((*run.resolved)["router"].contains("profile"));
  EXPECT_EQ(*read(run.resolved->dump()).resolved, *run.resolved);
  EXPECT_EQ((*run.resolved)["link"]["delay"], 3);
}

TEST(Profile, StandsBelowAllLayers) {
  const std::string file = kTorus + kUniform + "router: {ejectors: 3}\n";
  const RunConfiguration run = read(file, {parse_override("--set", "router.profile=booksim2")});
  EXPECT_EQ(run.fabric.ejectors, 3);
  EXPECT_EQ(run.fabric.wormhole.ejection_delay, 3);
  const RunConfiguration back =
      read(kTorus + kUniform + kProfile, {parse_override("--set", "router.switching=virtual_cut_through")});
  EXPECT_FALSE(back.fabric.by_flits());
  EXPECT_EQ(back.fabric.ejectors, 4);
  EXPECT_EQ(back.fabric.link_delay, 1);
  EXPECT_EQ(back.fabric.pipeline.name(), "joint");
}

TEST(Profile, WrongOnesAreRefused) {
  EXPECT_EQ(fault(kTorus + kUniform + "router: {profile: booksim}\n"),
            "exp.yaml:3:19: router.profile: `booksim` is unknown; expected `booksim2`; did you mean `booksim2`?");
  EXPECT_EQ(fault(kTorus + kUniform + "router: {profile: [booksim2]}\n"),
            "exp.yaml:3:19: router.profile: is a list; expected `booksim2`");
  EXPECT_EQ(fault(kTorus + kUniform + "router: {switching: virtual_cut_through, profile: booksim2}\n"),
            "exp.yaml:3:51: router.profile: does not apply here; it is for switching `wormhole` only, not for "
            "`virtual_cut_through`");
  EXPECT_EQ(
      fault(kTorus + kUniform + "router: {profile: booksim2, bubble: on}\n"),
      "exp.yaml:3:37: router.bubble: does not apply here; it is for switching `virtual_cut_through` only, not for "
      "`wormhole`");
}

}  // namespace
}  // namespace trenza::settings
