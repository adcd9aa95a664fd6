// GOAL traces from strings, for tests.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "testbench/goal/goal_parser.h"

namespace trenza::test {

/// A file that consists of the given text, read in pieces of `piece` bytes.
class TextSource : public testbench::ByteSource {
 public:
  explicit TextSource(std::string text, std::size_t piece = 1 << 16) : text_(std::move(text)), piece_(piece) {}

  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t count = std::min({size, piece_, text_.size() - at_});
    std::copy_n(text_.data() + at_, count, buffer);
    at_ += count;
    return count;
  }

 private:
  std::string text_;
  std::size_t piece_;
  std::size_t at_ = 0;
};

/// Parses `text` as the file t.goal. Arrays of more than `memory` bytes together lie in files.
inline testbench::GoalTrace parse_goal(const std::string& text, std::size_t piece = 1 << 16,
                                       std::size_t memory = testbench::ArrayStore::kDefaultMemory) {
  return testbench::GoalParser("t.goal", std::make_unique<TextSource>(text, piece), memory).parse();
}

}  // namespace trenza::test
