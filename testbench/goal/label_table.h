// The labels of one rank.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "testbench/large_array.h"

namespace trenza::testbench {

/// Hash table from labels to operations. The text of the labels is kept in one array, each followed by '\0'; place 0
/// is the empty label. Labels that differ in their last two digits only lie side by side, so that the l1, l2, l3 .. of
/// a large rank are found in pages that were used just before.
class LabelTable {
 public:
  explicit LabelTable(const std::shared_ptr<ArrayStore>& store);

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint64_t kNoPlace = ~std::uint64_t{0};

  /// Place of the label in the text, or kNoPlace if it is defined already. Throws std::length_error if the labels of
  /// the rank take more than 4 GiB.
  std::uint64_t define(std::string_view label, std::uint32_t operation);
  /// Operation of a label, kNone if there is none.
  std::uint32_t find(std::string_view label) const;
  /// Forgets the labels (the next rank begins) but keeps their text.
  void clear();

  /// Takes all the text.
  LargeArray<char> take_text() { return std::move(text_); }

 private:
  struct Slot {
    std::uint32_t text = 0;  ///< from rank_text_ on; 0: free
    std::uint32_t operation = 0;
  };
  static constexpr std::size_t kSmallest = 1024;

  std::size_t place(std::string_view label) const;
  bool holds_other(const Slot& slot, std::string_view label) const;
  void grow();

  LargeArray<char> text_;
  LargeArray<Slot> slots_;
  std::size_t used_ = 0;
  std::uint64_t rank_text_ = 0;  ///< the byte before the first label of the rank
};

}  // namespace trenza::testbench
