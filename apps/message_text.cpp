#include "apps/message_text.h"

#include <fmt/core.h>

#include <algorithm>

namespace trenza::apps {

namespace {

constexpr std::size_t kLongestMessage = 499;
constexpr std::size_t kLongestWord = 200;
constexpr std::size_t kKeptBefore = 120;
constexpr std::size_t kKeptAfter = 40;
constexpr const char* kLeftOut = "...";

bool is_inside_character(char letter) { return (static_cast<unsigned char>(letter) & 0xC0U) == 0x80U; }

/// Nothing of a character of UTF-8 stands alone.
std::string first(const std::string& text, std::size_t bytes) {
  while (bytes > 0 && bytes < text.size() && is_inside_character(text[bytes])) --bytes;
  return text.substr(0, bytes);
}

std::string last(const std::string& text, std::size_t bytes) {
  std::size_t begin = text.size() - bytes;
  while (begin < text.size() && is_inside_character(text[begin])) ++begin;
  return text.substr(begin);
}

std::string shown_letter(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x20 || byte == 0x7F ? fmt::format("\\x{:02x}", byte) : std::string(1, letter);
}

}  // namespace

std::string message_line(const std::string& text) {
  std::string line;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t blank = std::min(text.find(' ', begin), text.size());
    std::string word = text.substr(begin, blank - begin);
    if (word.size() > kLongestWord) word = first(word, kKeptBefore) + kLeftOut + last(word, kKeptAfter);
    for (const char letter : word) line += shown_letter(letter);
    if (blank < text.size()) line += ' ';
    begin = blank + 1;
    if (line.size() > kLongestMessage) return first(line, kLongestMessage - 3) + kLeftOut;
  }
  return line;
}

}  // namespace trenza::apps
