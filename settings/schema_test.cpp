#include "settings/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "settings/config_error.h"
#include "settings/schema_export.h"
#include "tests/places.h"

namespace trenza::settings {
namespace {

TEST(Schema, KeysAreUniqueAndDocumented) {
  std::set<std::pair<std::string, std::string>> paths;
  for (const Key& key : keys()) {
    EXPECT_TRUE(paths.insert({key.path, key.switching}).second) << key.path;
    EXPECT_EQ(find_key(key.path, key.switching), &key) << "one for all machines, and one for this: " << key.path;
    EXPECT_NE(key.summary, "") << key.path;
    EXPECT_NE(expectation(key), "") << key.path;
  }
}

TEST(Schema, SelectorsStandBeforeTheKeysThatDependOnThem) {
  std::set<std::string> seen;
  for (const Key& key : keys()) {
    const std::string& selector = key.condition.selector;
    if (!selector.empty() && !is_section(selector)) {
      EXPECT_EQ(seen.count(selector), 1U) << key.path;
    }
    seen.insert(key.path);
  }
}

TEST(Schema, KnowsSections) {
  EXPECT_TRUE(is_section("router.virtual_channels"));
  EXPECT_FALSE(is_section("router.arbiter"));
  EXPECT_THAT(names_in("router.virtual_channels"), testing::ElementsAre("escape", "adaptive", "count"));
  EXPECT_THAT(names_in("router.virtual_channels", "wormhole"), testing::ElementsAre("count", "escape", "adaptive"));
}

TEST(Schema, SuggestsTheNearestWord) {
  EXPECT_EQ(suggestion("arbter", {"arbiter", "injectors"}), "; did you mean `arbiter`?");
  EXPECT_EQ(suggestion("colour", {"arbiter", "injectors"}), "");
}

TEST(Schema, JsonSchemaDescribesEveryKey) {
  const auto schema = json_schema();
  for (const Key& key : keys()) {
    std::string pointer = "/properties/" + key.path;
    for (auto dot = pointer.find('.'); dot != std::string::npos; dot = pointer.find('.'))
      pointer.replace(dot, 1, "/properties/");
    EXPECT_TRUE(schema.contains(nlohmann::ordered_json::json_pointer(pointer + "/description"))) << key.path;
  }
  EXPECT_EQ(schema["properties"]["router"]["properties"]["injectors"]["default"], 4);
  EXPECT_EQ(schema["$defs"]["run"]["required"][0], "name");
}

TEST(Schema, JsonSchemaKnowsTheShortFormsOfNetworks) {
  const auto topology = json_schema()["properties"]["topology"];
  EXPECT_EQ(topology["properties"]["rtt"]["anyOf"][0]["properties"].size(), 1U);
  EXPECT_EQ(topology["properties"]["rtt"]["anyOf"][1]["type"], "integer");
  EXPECT_EQ(topology["properties"]["tpu"]["anyOf"][1]["type"][0], "string");
  EXPECT_EQ(topology["properties"]["b"], topology["properties"]["bypass"]);
  EXPECT_THAT(topology["pattern"].get<std::string>(), testing::HasSubstr("|bluegene_l|"));
}

/// docs/configuration.md holds the table of keys between two marks. TRENZA_UPDATE_DOCS=1 in the environment writes it
/// anew.
TEST(Schema, PageHoldsTheTableOfKeys) {
  const std::string file = std::string(TRENZA_SOURCE_DIR) + "/docs/configuration.md";
  const std::string begin = "<!-- keys: made by `trenza schema --markdown` -->\n";
  const std::string end = "<!-- end of keys -->\n";
  std::ostringstream stream;
  stream << std::ifstream(file).rdbuf();
  std::string page = stream.str();
  const auto from = page.find(begin);
  const auto to = page.find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  const std::string wanted = page.substr(0, from) + begin + markdown_table() + page.substr(to);
  if (std::getenv("TRENZA_UPDATE_DOCS") != nullptr) {
    std::ofstream(file) << wanted;
    page = wanted;
  }
  EXPECT_EQ(page, wanted) << "run this test with TRENZA_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace trenza::settings
