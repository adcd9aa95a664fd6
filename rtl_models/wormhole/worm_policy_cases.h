// The allocators and arbiters with which the tests of the twins of flit-level allocators run.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"

namespace trenza::rtl_models::test_bench {

struct PolicyCase {
  const char* allocator;
  int parameter;
  const char* arbiter;

  microarch::AllocatorPolicy policy() const { return microarch::AllocatorPolicy(allocator).with(parameter); }
};

/// Every allocator that has SystemVerilog with values of its parameter, and those that ask arbiters with every arbiter.
inline std::vector<PolicyCase> policy_cases() {
  std::vector<PolicyCase> cases;
  for (const char* allocator : {"input_first", "output_first"}) {
    for (const char* arbiter :
         {"random", "round_robin", "age", "matrix", "fixed", "stride", "inverse_weighted", "deficit"})
      cases.push_back({allocator, 0, arbiter});
  }
  cases.insert(cases.end(), {{"islip", 1, "random"},
                             {"islip", 3, "random"},
                             {"pim", 1, "random"},
                             {"pim", 2, "random"},
                             {"wavefront", 0, "random"},
                             {"wavefront", 1, "random"},
                             {"wavefront", 2, "random"},
                             {"oldest_first", 0, "random"}});
  return cases;
}

inline std::string policy_case_name(const testing::TestParamInfo<PolicyCase>& info) {
  const bool asks_arbiters = info.param.policy().visit([](auto allocator) { return allocator.kArbiters; });
  return std::string(info.param.allocator) + "_" +
         (asks_arbiters ? std::string(info.param.arbiter) : std::to_string(info.param.parameter));
}

}  // namespace trenza::rtl_models::test_bench
