// The labels of one rank.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trenza::testbench {

/// Hash table from labels to operations. The text of the labels is kept in one string, each followed by '\0'; place 0
/// is the empty label.
class LabelTable {
 public:
  LabelTable() : text_(1, '\0'), slots_(kSmallest) {}

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// Place of the label in text(), or kNone if it is defined already.
  std::uint32_t define(std::string_view label, std::uint32_t operation);
  /// Operation of a label, kNone if there is none.
  std::uint32_t find(std::string_view label) const;
  /// Forgets the labels (the next rank begins) but keeps their text.
  void clear();

  /// Takes all the text.
  std::string take_text() { return std::move(text_); }

 private:
  struct Slot {
    std::uint32_t text = 0;  ///< 0: free
    std::uint32_t operation = 0;
  };
  static constexpr std::size_t kSmallest = 1024;

  std::size_t place(std::string_view label) const;
  void grow();

  std::string text_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace trenza::testbench
