// Sets of more than 64 requesters as bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "microarch/request_mask.h"

namespace trenza::microarch {

/// An unsigned integer of 64 * Words bits that does what masks need: where a RequestMask can stand, so can it. It
/// shifts by 0 .. 64 * Words - 1. A default-initialised one has no value, as an integer.
template <std::size_t Words>
class WideMask {
 public:
  static constexpr int kBits = 64 * static_cast<int>(Words);

  WideMask() = default;
  constexpr WideMask(std::uint64_t low) : words_{low} {}

  /// Bit `i` alone. Precondition: 0 <= i < kBits.
  static constexpr WideMask bit(int i) {
    WideMask mask(0);
    mask.words_[word_of(i)] = std::uint64_t{1} << place_of(i);
    return mask;
  }
  /// The lowest `count` bits. Precondition: count <= kBits.
  static constexpr WideMask low(int count) {
    WideMask mask(0);
    for (std::size_t w = 0; w < Words && count > 0; ++w, count -= 64)
      mask.words_[w] = count >= 64 ? ~std::uint64_t{0} : low_bits(count);
    return mask;
  }

  /// Bits 64 w to 64 w + 63.
  constexpr std::uint64_t word(std::size_t w) const { return words_[w]; }
  constexpr bool has(int i) const { return (words_[word_of(i)] >> place_of(i) & 1U) != 0; }
  constexpr void add(int i, bool value) { words_[word_of(i)] |= std::uint64_t{value} << place_of(i); }
  constexpr void remove(int i) { words_[word_of(i)] &= ~(std::uint64_t{1} << place_of(i)); }

  constexpr WideMask& operator&=(const WideMask& other) {
    for (std::size_t w = 0; w < Words; ++w) words_[w] &= other.words_[w];
    return *this;
  }
  constexpr WideMask& operator|=(const WideMask& other) {
    for (std::size_t w = 0; w < Words; ++w) words_[w] |= other.words_[w];
    return *this;
  }
  constexpr WideMask& operator^=(const WideMask& other) {
    for (std::size_t w = 0; w < Words; ++w) words_[w] ^= other.words_[w];
    return *this;
  }
  constexpr WideMask& operator<<=(int count) {
    const std::size_t by = word_of(count);
    const int rest = place_of(count);
    for (std::size_t w = Words; w-- > 0;) {
      const std::uint64_t here = w >= by ? words_[w - by] : 0;
      const std::uint64_t below = w > by ? words_[w - by - 1] : 0;
      words_[w] = rest == 0 ? here : here << rest | below >> (64 - rest);
    }
    return *this;
  }
  constexpr WideMask& operator>>=(int count) {
    const std::size_t by = word_of(count);
    const int rest = place_of(count);
    for (std::size_t w = 0; w < Words; ++w) {
      const std::uint64_t here = w + by < Words ? words_[w + by] : 0;
      const std::uint64_t above = w + by + 1 < Words ? words_[w + by + 1] : 0;
      words_[w] = rest == 0 ? here : here >> rest | above << (64 - rest);
    }
    return *this;
  }
  constexpr WideMask& operator-=(const WideMask& other) {
    std::uint64_t borrow = 0;
    for (std::size_t w = 0; w < Words; ++w) {
      const std::uint64_t left = words_[w] - other.words_[w];
      const std::uint64_t next = left > words_[w] || left < borrow ? 1 : 0;
      words_[w] = left - borrow;
      borrow = next;
    }
    return *this;
  }

  friend constexpr WideMask operator&(WideMask a, const WideMask& b) { return a &= b; }
  friend constexpr WideMask operator|(WideMask a, const WideMask& b) { return a |= b; }
  friend constexpr WideMask operator^(WideMask a, const WideMask& b) { return a ^= b; }
  friend constexpr WideMask operator-(WideMask a, const WideMask& b) { return a -= b; }
  friend constexpr WideMask operator<<(WideMask a, int count) { return a <<= count; }
  friend constexpr WideMask operator>>(WideMask a, int count) { return a >>= count; }
  friend constexpr WideMask operator~(WideMask a) {
    for (std::size_t w = 0; w < Words; ++w) a.words_[w] = ~a.words_[w];
    return a;
  }
  friend constexpr bool operator==(const WideMask& a, const WideMask& b) {
    for (std::size_t w = 0; w < Words; ++w) {
      if (a.words_[w] != b.words_[w]) return false;
    }
    return true;
  }
  friend constexpr bool operator!=(const WideMask& a, const WideMask& b) { return !(a == b); }

  // What request_mask.h has for a RequestMask.
  friend constexpr bool has_bit(const WideMask& mask, int i) { return mask.has(i); }
  friend constexpr void set_bit(WideMask& mask, int i, bool value = true) { mask.add(i, value); }
  friend constexpr void clear_bit(WideMask& mask, int i) { mask.remove(i); }
  friend constexpr void drop_lowest(WideMask& mask) {
    for (std::size_t w = 0; w < Words; ++w) {
      if (mask.words_[w] == 0) continue;
      mask.words_[w] &= mask.words_[w] - 1;
      return;
    }
  }
  friend constexpr bool one_at_most(WideMask mask) {
    drop_lowest(mask);
    return mask == WideMask(0);
  }
  friend int lowest_bit(const WideMask& mask) {
    std::size_t w = 0;
    while (w + 1 < Words && mask.words_[w] == 0) ++w;
    return static_cast<int>(64 * w) + lowest_bit(mask.words_[w]);
  }
  friend int highest_bit(const WideMask& mask) {
    std::size_t w = Words - 1;
    while (w > 0 && mask.words_[w] == 0) --w;
    return static_cast<int>(64 * w) + highest_bit(mask.words_[w]);
  }
  friend int count_bits(const WideMask& mask) {
    int count = 0;
    for (std::size_t w = 0; w < Words; ++w) count += count_bits(mask.words_[w]);
    return count;
  }
  friend int nth_bit(const WideMask& mask, unsigned n) {
    std::size_t w = 0;
    for (; w + 1 < Words; ++w) {
      const auto count = static_cast<unsigned>(count_bits(mask.words_[w]));
      if (n < count) break;
      n -= count;
    }
    return static_cast<int>(64 * w) + nth_bit(mask.words_[w], n);
  }
  friend int drawn_bit(const WideMask& mask, std::uint16_t draw) {
    const auto count = static_cast<unsigned>(count_bits(mask));
    if (count == 1) return lowest_bit(mask);
    return nth_bit(mask, count == 2 ? draw & 1U : draw % count);
  }
  friend int next_bit(const WideMask& requests, int first) {
    std::size_t w = word_of(first);
    std::uint64_t left = requests.words_[w] & ~std::uint64_t{0} << place_of(first);
    for (; left == 0; left = requests.words_[w]) w = w + 1 == Words ? 0 : w + 1;
    return static_cast<int>(64 * w) + lowest_bit(left);
  }

 private:
  static constexpr std::size_t word_of(int i) { return static_cast<std::size_t>(i) / 64; }
  static constexpr int place_of(int i) { return i % 64; }

  std::array<std::uint64_t, Words> words_;
};

}  // namespace trenza::microarch
