#include "apps/message_text.h"

#include <gtest/gtest.h>

namespace trenza::apps {
namespace {

TEST(MessageText, ShowsControlCharacters) {
  EXPECT_EQ(message_line(std::string("a\0b\n\x1b[31m é", 12)), "a\\x00b\\x0a\\x1b[31m é");
}

TEST(MessageText, CutsLongWordsInTheMiddle) {
  std::string word;
  word.resize(10'000'000, 'x');
  const std::string line = message_line("key: `" + word + "` is unknown");
  EXPECT_EQ(line, "key: `" + std::string(119, 'x') + "..." + std::string(39, 'x') + "` is unknown");
}

TEST(MessageText, KeepsWholeCharacters) {
  std::string word;
  for (int i = 0; i < 150; ++i) word += "é";
  const std::string line = message_line("a" + word);
  EXPECT_EQ(line.find("...") % 2, 1U);
  EXPECT_EQ((line.size() - line.find("...") - 3) % 2, 0U);
}

TEST(MessageText, IsShort) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "word ";
  EXPECT_EQ(message_line(text).size(), 499U);
  EXPECT_EQ(message_line("short"), "short");
}

}  // namespace
}  // namespace trenza::apps
