// docs/claims.md is what the program computes. TRENZA_UPDATE_DOCS=1 in the environment of the slow test writes it anew.
// Most claims are judged by apps/claims/claims_test.cpp in the quick tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "tests/places.h"
#include "tests/support/sanitizers.h"

namespace trenza::test {
namespace {

const char* const kHead =
    "# What the papers claim, and what Trenza computes\n"
    "\n"
    "Each claim of the papers behind these networks that a computation can judge, in our words, with the verdict of "
    "the\n"
    "program: *holds*, *approximate* (right within the rounding of the claim) or *fails*. This page is the output of\n"
    "`trenza compare --claims --markdown`; the test `tests/cli_claims_test.cpp` compares the two. Nothing here is "
    "typed in\n"
    "but the claims. Figures, tables and simulated results are judged by `trenza reproduce` ([papers.md](papers.md)).\n"
    "\n";

TEST(CliClaimsSlow, PageIsWhatTheProgramComputes) {
  TRENZA_NOT_SANITIZED("it computes all claims");
  const TemporaryFolder folder;
  const ProgramResult result = run_program(folder.path(), {"compare", "--claims", "--markdown"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const std::string page = kHead + result.output;
  const std::string file = std::string(TRENZA_SOURCE_DIR) + "/docs/claims.md";
  if (std::getenv("TRENZA_UPDATE_DOCS") != nullptr) std::ofstream(file, std::ios::binary) << page;
  EXPECT_EQ(read_file(file), page) << "run this test with TRENZA_UPDATE_DOCS=1";
  EXPECT_THAT(page, testing::HasSubstr("| A3 | RTT(a) has diameter a | holds |"));
  EXPECT_THAT(page, testing::HasSubstr("| C6 | <12,24> is the best scheme of 102^3 | fails |"));
}

TEST(CliClaims, MarkdownIsForClaims) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_program(folder.path(), {"compare", "--markdown"}).status, 2);
  EXPECT_EQ(run_program(folder.path(), {"compare", "--claims", "--plot", "a.svg"}).status, 2);
}

}  // namespace
}  // namespace trenza::test
