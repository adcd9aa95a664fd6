#include "settings/yaml_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "settings/config_error.h"
#include "tests/support/temporary_file.h"

namespace trenza::settings {
namespace {

std::string yaml_fault(const std::string& text) {
  try {
    read_yaml(text, "f.yaml");
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(YamlReader, KnowsPlaces) {
  const Value tree = read_yaml("a:\n  b: [1, \"two\"]\n  c: {d: x}\n", "f.yaml");
  const Value& two = tree.find("a.b")->items[1];
  EXPECT_TRUE(two.quoted);
  EXPECT_EQ(to_string(two.place), "f.yaml:2:10: a.b[1]");
  EXPECT_EQ(to_string(tree.find("a.c.d")->place), "f.yaml:3:10: a.c.d");
  EXPECT_EQ(to_string(tree.find("a")->entry("c")->place), "f.yaml:3:3: a.c");
}

TEST(YamlReader, AByteOrderMarkOfAFileIsPassedOver) {
  const test::TemporaryFile file("marked.yaml",
                                 "\xEF\xBB\xBF"
                                 "a: {b: 1}\n");
  EXPECT_EQ(read_text_file(file.path()), "a: {b: 1}\n");
}

TEST(YamlReader, FollowsAliases) {
  const Value tree = read_yaml("a: &net {kind: rt, a: 4}\nb: *net\n", "f.yaml");
  EXPECT_EQ(tree.find("b.kind")->text, "rt");
  EXPECT_EQ(tree.find("b.kind")->place.path, "b.kind");
}

TEST(YamlReader, TellsNothingFromText) {
  const Value tree = read_yaml("a:\nb: ~\nc: null\nd: \"null\"\n", "f.yaml");
  EXPECT_EQ(tree.find("a")->kind, Value::Kind::null);
  EXPECT_EQ(tree.find("b")->kind, Value::Kind::null);
  EXPECT_EQ(tree.find("c")->kind, Value::Kind::null);
  EXPECT_EQ(tree.find("d")->kind, Value::Kind::scalar);
  EXPECT_EQ(read_yaml("# only a comment\n", "f.yaml").kind, Value::Kind::null);
}

TEST(YamlReader, TakesUtf8AndLineEndsOfAllKinds) {
  EXPECT_EQ(read_yaml("a: h\xc3\xb6he\r\nb: 2\r\n", "f.yaml").find("b")->text, "2");
  EXPECT_EQ(read_yaml("a: 1\t# a tab before a comment\n", "f.yaml").find("a")->text, "1");
}

TEST(YamlReader, RefusesBadText) {
  EXPECT_THAT(yaml_fault("a: \xc0\xaf\n"), testing::HasSubstr("f.yaml:1:4: byte 0xC0 is not UTF-8"));
  EXPECT_THAT(yaml_fault("a: \xed\xa0\x80\n"), testing::HasSubstr("is not UTF-8"));
  EXPECT_THAT(yaml_fault("a: 1\n \tb: 2\n"), testing::HasSubstr("f.yaml:2:2: a tab indents"));
  EXPECT_THAT(yaml_fault(std::string("a: \0\n", 5)), testing::HasSubstr("control character 0x00"));
  EXPECT_THAT(yaml_fault("a: {b: 1, b: 2}\n"), testing::HasSubstr("f.yaml:1:11: a.b: duplicate key"));
  EXPECT_THAT(yaml_fault("a: [1, 2\n"), testing::HasSubstr("not valid YAML"));
  EXPECT_THAT(yaml_fault("? {x: 1}\n: 2\n"), testing::HasSubstr("a key must be a word"));
}

TEST(YamlReader, RefusesTreesThatExplode) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int k = 1; k < 10; ++k) bomb += ", " + last;
    bomb += "]\n";
  }
  EXPECT_THAT(yaml_fault(bomb), testing::HasSubstr("more than 100000 values"));
  EXPECT_THAT(yaml_fault("a: " + std::string(40, '[') + std::string(40, ']')),
              testing::HasSubstr("nested more than 32 deep"));
}

TEST(YamlReader, ReadsOptionValues) {
  const Value value = read_option_value("{yx: 3}", "--set", "topology.twist");
  EXPECT_EQ(to_string(value.find("yx")->place), "--set topology.twist.yx");
  EXPECT_EQ(read_option_value("", "--set", "a").kind, Value::Kind::null);
}

TEST(Value, LaysMapsOverEachOther) {
  Value base = read_yaml("a: {b: 1, c: 2}\nt: {x: 1}\nl: [1, 2]\n", "f.yaml");
  lay_over(base, read_yaml("a: {c: 3, d: 4}\nt: {y: 1}\nl: [9]\n", "g.yaml"), {"t"});
  EXPECT_EQ(base.find("a.b")->text, "1");
  EXPECT_EQ(base.find("a.c")->text, "3");
  EXPECT_EQ(base.find("a.d")->text, "4");
  EXPECT_EQ(base.find("t.x"), nullptr);
  EXPECT_EQ(base.find("l")->items.size(), 1U);
}

}  // namespace
}  // namespace trenza::settings
