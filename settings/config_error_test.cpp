#include "settings/config_error.h"

#include <gtest/gtest.h>

#include "settings/configuration.h"

namespace trenza::settings {
namespace {

TEST(ConfigError, KnowsItsPlaceAndItsWords) {
  const ConfigError error({"noc.yaml", 3, 4, "router.arbiter"}, "`agee` is unknown");
  EXPECT_STREQ(error.what(), "noc.yaml:3:4: router.arbiter: `agee` is unknown");
  EXPECT_EQ(error.place().source, "noc.yaml");
  EXPECT_EQ(error.place().line, 3);
  EXPECT_EQ(error.place().path, "router.arbiter");
  EXPECT_EQ(error.problem(), "`agee` is unknown");
}

TEST(Complaint, IsTakenApart) {
  const Complaint all = parts_of("`agee` is unknown; expected `age` or `random`; did you mean `age`?");
  EXPECT_EQ(all.wrong, "`agee` is unknown");
  EXPECT_EQ(all.expected, "`age` or `random`");
  EXPECT_EQ(all.nearest, "age");
  const Complaint no_name = parts_of("is `x; expected y` in quotes; expected a number");
  EXPECT_EQ(no_name.wrong, "is `x; expected y` in quotes");
  EXPECT_EQ(no_name.expected, "a number");
  EXPECT_EQ(no_name.nearest, "");
  const Complaint plain = parts_of("RTT(4) is out; did you mean `");
  EXPECT_EQ(plain.wrong, "RTT(4) is out; did you mean `");
  EXPECT_EQ(plain.expected + plain.nearest, "");
}

// What the reader of configurations says is of this form.
TEST(Complaint, OfAWrongKeyNamesTheNearestOne) {
  try {
    read_configuration("topology: {kind: rt, a: 2}\nrouter: {abriter: age}\n", "noc.yaml");
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    const Complaint parts = parts_of(error.problem());
    EXPECT_EQ(error.place().line, 2);
    EXPECT_EQ(error.place().path, "router.abriter");
    EXPECT_EQ(parts.wrong, "unknown key");
    EXPECT_EQ(parts.expected.rfind("one of `", 0), 0U) << parts.expected;
    EXPECT_EQ(parts.nearest, "arbiter");
  }
}

}  // namespace
}  // namespace trenza::settings
