// Sorting of arrays that may be larger than the memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "testbench/large_array.h"

namespace trenza::testbench {

/// Elements that are sorted at a time.
inline constexpr std::size_t kSortRun = std::size_t{1} << 20;

/// Sorts elements of which no two are equal. What lies in a file is sorted in pieces of `run` elements, which are then
/// merged in one pass.
template <class T, class Less>
void sort_large(LargeArray<T>& values, const Less& less, std::size_t run = kSortRun) {
  if (!values.is_file() || values.size() <= run) {
    std::sort(values.begin(), values.end(), less);
    return;
  }
  using Piece = std::pair<const T*, const T*>;  // what is left of a sorted run
  std::vector<Piece> pieces;
  for (T* begin = values.begin(); begin != values.end();) {
    T* end = begin + std::min<std::size_t>(run, static_cast<std::size_t>(values.end() - begin));
    std::sort(begin, end, less);
    pieces.emplace_back(begin, end);
    values.store().trim();
    begin = end;
  }
  const auto is_later = [&](const Piece& a, const Piece& b) { return less(*b.first, *a.first); };
  std::make_heap(pieces.begin(), pieces.end(), is_later);
  LargeArray<T> merged(values.shared_store());
  merged.reserve(values.size());
  while (!pieces.empty()) {
    std::pop_heap(pieces.begin(), pieces.end(), is_later);
    Piece& least = pieces.back();
    merged.push_back(*least.first);
    if (++least.first == least.second) {
      pieces.pop_back();
    } else {
      std::push_heap(pieces.begin(), pieces.end(), is_later);
    }
    values.store().tick();
  }
  values = std::move(merged);
}

}  // namespace trenza::testbench
