// A long row of bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trenza::topologies {

class BitTable {
 public:
  /// Grows with zeros, or shrinks.
  void resize(std::int64_t bits) { words_.resize(static_cast<std::size_t>((bits + 63) / 64)); }
  void clear() { words_.clear(); }

  bool at(std::int64_t bit) const { return (words_[word(bit)] >> (bit % 64) & 1U) != 0; }
  /// True if the bit was 0.
  bool set(std::int64_t bit) {
    std::uint64_t& entry = words_[word(bit)];
    const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
    const bool fresh = (entry & mask) == 0;
    entry |= mask;
    return fresh;
  }
  void reset(std::int64_t bit) { words_[word(bit)] &= ~(std::uint64_t{1} << (bit % 64)); }

 private:
  static std::size_t word(std::int64_t bit) { return static_cast<std::size_t>(bit / 64); }

  std::vector<std::uint64_t> words_;
};

}  // namespace trenza::topologies
