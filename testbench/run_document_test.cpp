#include "testbench/run_document.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbench/comparison.h"
#include "testbench/results.h"

namespace trenza::testbench {
namespace {

using Json = nlohmann::ordered_json;

TEST(Comparison, GivesRatiosWhereBothHaveNumbers) {
  const Json rt = {{"config", {{"name", "rt"}}},
                   {"execution_cycles", 200},
                   {"accepted_load", 0.5},
                   {"latency", {{"mean", nullptr}}}};
  const Json rtt = {
      {"config", {{"name", "rtt"}}}, {"execution_cycles", 100}, {"accepted_load", 1.0}, {"latency", {{"mean", 3.0}}}};
  EXPECT_EQ(comparison({rt, rtt}).dump(),
            R"({"base":"rt","runs":[{"name":"rtt","speedup":2.0,"accepted_load_ratio":2.0}]})");
}

TEST(ComparedDocument, HoldsEveryRunUnderItsName) {
  const Json rt = {{"config", {{"name", "rt"}}}, {"execution_cycles", 200}};
  const Json rtt = {{"config", {{"name", "rtt"}}}, {"execution_cycles", 100}};
  EXPECT_EQ(compared_document({{"rt", rt}, {"rtt", rtt}}, {}).dump(),
            R"({"runs":[{"name":"rt","config":{"name":"rt"},"execution_cycles":200},)"
            R"({"name":"rtt","config":{"name":"rtt"},"execution_cycles":100}],)"
            R"("comparison":{"base":"rt","runs":[{"name":"rtt","speedup":2.0}]}})");
}

}  // namespace
}  // namespace trenza::testbench
