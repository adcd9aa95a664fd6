#include "sweeps/verdict.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbench/statistics/saturation.h"

namespace trenza::sweeps {
namespace {

using Json = nlohmann::ordered_json;

Json loads(double offered, double accepted) {
  return {{"outcome", "finished"}, {"offered_load", offered}, {"accepted_load", accepted}};
}

// A document without a verdict of its own is judged by the same rule as a document that has one.
TEST(Verdict, IsThatOfTheOneRule) {
  for (const double accepted : {0.4899, 0.49, 0.4901}) {
    EXPECT_EQ(verdict_of(loads(0.5, accepted)) == Verdict::below, testbench::is_accepted(accepted, 0.5));
  }
  EXPECT_EQ(verdict_of(loads(0.5, 0.49)), Verdict::below);
  EXPECT_EQ(verdict_of(loads(0.5, 0.4899)), Verdict::saturated);
}

TEST(Verdict, OfTheDocumentComesFirst) {
  Json document = loads(0.5, 0.3);
  document["saturation"] = {{"saturated", false}};
  EXPECT_EQ(verdict_of(document), Verdict::below);
  document["saturation"]["saturated"] = true;
  EXPECT_EQ(verdict_of(document), Verdict::saturated);
  document["saturation"]["saturated"] = false;
  document["outcome"] = "deadlock";
  EXPECT_EQ(verdict_of(document), Verdict::saturated);
}

}  // namespace
}  // namespace trenza::sweeps
