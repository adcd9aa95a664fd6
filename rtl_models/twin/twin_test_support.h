// Runs the cases of a block's test on the SystemC block and on its SystemVerilog twin.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace trenza::rtl_models::test_bench {

enum class Language { systemc, systemverilog };

/// The base class of a suite whose TEST_P cases run on both blocks; RUN_ON_BOTH instantiates the suite.
class OnBoth : public testing::TestWithParam<Language> {};

/// Whether the running case is about the twin.
inline bool on_twin() { return OnBoth::GetParam() == Language::systemverilog; }

/// The block, or its twin behind the same ports, as the running case wants it.
template <class Block, class Twin, class... Arguments>
std::unique_ptr<Block> make_block(Arguments&&... arguments) {
  if (on_twin()) return std::make_unique<Twin>(std::forward<Arguments>(arguments)...);
  return std::make_unique<Block>(std::forward<Arguments>(arguments)...);
}

inline std::string language_name(const testing::TestParamInfo<Language>& info) {
  return info.param == Language::systemc ? "SystemC" : "SystemVerilog";
}

}  // namespace trenza::rtl_models::test_bench

#define RUN_ON_BOTH(suite)                                                                           \
  INSTANTIATE_TEST_SUITE_P(Of, suite,                                                                \
                           testing::Values(trenza::rtl_models::test_bench::Language::systemc,        \
                                           trenza::rtl_models::test_bench::Language::systemverilog), \
                           trenza::rtl_models::test_bench::language_name)

/// For cases each of which needs a twin of its own shape, which takes long to build: on the twins they are slow.
#define RUN_ON_BOTH_TWIN_SLOWLY(suite)                                                                              \
  INSTANTIATE_TEST_SUITE_P(Of, suite, testing::Values(trenza::rtl_models::test_bench::Language::systemc),           \
                           trenza::rtl_models::test_bench::language_name);                                          \
  INSTANTIATE_TEST_SUITE_P(SlowOf, suite, testing::Values(trenza::rtl_models::test_bench::Language::systemverilog), \
                           trenza::rtl_models::test_bench::language_name)
